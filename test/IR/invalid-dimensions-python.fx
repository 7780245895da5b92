// V23: functions and methods that have several overloads name dimensions too. They
// are wrong if they are for each overload that Python may take.
// RUN: not fx-opt %s --print-format=none 2>&1 | FileCheck %s --implicit-check-not=error:

fx 1
graph():
    %x : [num_users=12] = placeholder[target=x] {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.int64, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %unknown : [num_users=3] = placeholder[target=unknown]
// A number is not a tensor, so this is not the maximum of two.
// CHECK: :[[@LINE+3]]:{{.*}} error: wrong dimensions for 'torch.max': 'dim' names dimension 3 of a tensor that has 3
// CHECK-NEXT: call_function
// CHECK: note: its schema is (Tensor input, int dim, bool keepdim=False, 
    %a : [num_users=0] = call_function[target=torch.max](args = (%x, 3), kwargs = {})
    %b : [num_users=0] = call_function[target=torch.max](args = (%x, %unknown), kwargs = {})
// CHECK: error: wrong dimensions for 'squeeze': 'dim' names dimension -4 of a tensor that has 3
    %c : [num_users=0] = call_method[target=squeeze](args = (%x, -4), kwargs = {})
    %d : [num_users=0] = call_method[target=squeeze](args = (%x, (0, 1)), kwargs = {})
// CHECK: error: wrong dimensions for 'squeeze': 'dim' names dimension 1 twice
    %e : [num_users=0] = call_method[target=squeeze](args = (%x, (1, -2)), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.tensor_split': 'dim' names dimension 7 of a tensor that has 3
    %f : [num_users=0] = call_function[target=torch.tensor_split](args = (%x, 2, 7), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.std': 'dim' names dimension 5 of a tensor that has 3
    %g : [num_users=0] = call_function[target=torch.std](args = (%x, [5]), kwargs = {})
// The argument that an overload takes for something else is not a dimension.
    %h : [num_users=0] = call_function[target=torch.std](args = (%x, True), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.scatter': 'dim' names dimension 3 of a tensor that has 3
    %j : [num_users=0] = call_function[target=torch.scatter](args = (%x, 3, %i, 1.0), kwargs = {})
// CHECK: error: wrong dimensions for 'movedim': 'source' names dimension 0 twice
    %k : [num_users=0] = call_method[target=movedim](args = (%x, (0, 0), (1, 2)), kwargs = {})
// CHECK: error: wrong dimensions for 'unflatten': 'dim' names dimension -5 of a tensor that has 3
    %l : [num_users=0] = call_method[target=unflatten](args = (%x, -5, (2, 2)), kwargs = {})
// NumPy's name.
// CHECK: error: wrong dimensions for 'torch.sum': 'dim' names dimension 4 of a tensor that has 3
    %m : [num_users=0] = call_function[target=torch.sum](args = (%x,), kwargs = {axis: 4})
// Nothing is known of this tensor.
    %n : [num_users=0] = call_function[target=torch.max](args = (%unknown, 9), kwargs = {})
    %o : [num_users=0] = call_function[target=torch.max](args = (%unknown,), kwargs = {})
    return None
