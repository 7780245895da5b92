// V23: calls name dimensions that tensors have, and none twice
// (err_verify_dimension).
// RUN: not fx-opt %s --print-format=none 2>&1 | FileCheck %s --implicit-check-not=error:

fx 1
graph():
    %x : [num_users=14] = placeholder[target=x] {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %s : [num_users=3] = placeholder[target=s] {val: tensor(torch.float32, (), (), device("cpu"))}
    %empty : [num_users=1] = placeholder[target=empty] {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %out : [num_users=2] = placeholder[target=out] {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %y : [num_users=3] = placeholder[target=y]
// CHECK: :[[@LINE+3]]:{{.*}} error: wrong dimensions for 'torch.ops.aten.movedim.intlist': 'destination' names dimension 0 twice
// CHECK-NEXT: call_function
// CHECK: note: its schema is (Tensor(a) self, int[] source, int[] destination) -> Tensor(a)
    %a : [num_users=0] = call_function[target=torch.ops.aten.movedim.intlist](args = (%x, [0, 1], [0, 0]), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.movedim': 'destination' names dimension 0 twice
    %b : [num_users=0] = call_function[target=torch.movedim](args = (%x, [0, 1], [0, -3]), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.ops.aten.sum.dim_IntList': 'dim' names dimension 3 of a tensor that has 3
    %c : [num_users=0] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%x, [0, 3]), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.ops.aten.transpose.int': 'dim1' names dimension -4 of a tensor that has 3
    %d : [num_users=0] = call_function[target=torch.ops.aten.transpose.int](args = (%x, 0, -4), kwargs = {})
// CHECK: error: wrong dimensions for 'transpose': 'dim1' names dimension 5 of a tensor that has 3
    %e : [num_users=0] = call_method[target=transpose](args = (%x, 0, 5), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.ops.aten.permute.default': 'dims' names dimension 1 twice
    %f : [num_users=0] = call_function[target=torch.ops.aten.permute.default](args = (%x, [0, 1, -2]), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.ops.aten.unsqueeze.default': 'dim' names dimension 4 of a tensor that has 3
    %g : [num_users=0] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%x, 4), kwargs = {})
    %h : [num_users=0] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%x, 3), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.ops.aten.diagonal.default': 'dim2' names dimension 1 twice
    %i : [num_users=0] = call_function[target=torch.ops.aten.diagonal.default](args = (%x, 0, -2), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.ops.aten.stack.default': 'dim' names dimension -5 of a tensor that has 3
    %j : [num_users=0] = call_function[target=torch.ops.aten.stack.default](args = ([%x, %x], -5), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.ops.aten.tensordot.default': 'dims_other' names dimension 1 of a tensor that has 0
    %k : [num_users=0] = call_function[target=torch.ops.aten.tensordot.default](args = (%x, %s, [1], [1]), kwargs = {})

// A tensor without dimensions has one here.
    %l : [num_users=0] = call_function[target=torch.ops.aten.softmax.int](args = (%s, -1), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.ops.aten.softmax.int': 'dim' names dimension 1 of a tensor that has 0
    %m : [num_users=0] = call_function[target=torch.ops.aten.softmax.int](args = (%s, 1), kwargs = {})
// An empty vector can be joined with anything, and elements are moved twice.
    %n : [num_users=0] = call_function[target=torch.ops.aten.cat.default](args = ([%empty, %x], 2), kwargs = {})
    %o : [num_users=0] = call_function[target=torch.ops.aten.roll.default](args = (%x, [1, 1], [0, 0]), kwargs = {})
// What `out` is given may have another shape than it says.
    %p : [num_users=0] = call_function[target=torch.ops.aten.add.out](args = (%x, %x), kwargs = {out: %out})
    %q : [num_users=0] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%out, [2]), kwargs = {})
// Of a tensor that nobody knows, an operator names no dimension twice.
    %r : [num_users=0] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%y, [7]), kwargs = {})
// CHECK: error: wrong dimensions for 'torch.ops.aten.flip.default': 'dims' names dimension 1 twice
    %t : [num_users=0] = call_function[target=torch.ops.aten.flip.default](args = (%y, [1, 1]), kwargs = {})
    %u : [num_users=0] = call_function[target=torch.flip](args = (%y, [1, 1]), kwargs = {})
    return None
