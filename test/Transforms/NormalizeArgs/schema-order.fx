// RUN: fx-opt %s --normalize-args --print-format=fx > %t
// RUN: FileCheck %s < %t
// RUN: fx-opt %t --normalize-args --print-format=fx | diff %t -

// CHECK: %softmax : {{.*}}(args = (%x, 1), kwargs = {})
// CHECK: %axis : {{.*}}(args = (%x, 1), kwargs = {})
// CHECK: %gap : {{.*}}(args = (%x,), kwargs = {end_dim: 2})
// CHECK: %only : {{.*}}(args = (%x, %x, %y), kwargs = {beta: 3, alpha: 2})
// CHECK: %view : {{.*}}(args = (%x, (2, 3)), kwargs = {})
// CHECK: %zeros : {{.*}}(args = ((2, 3),), kwargs = {dtype: torch.float32})
// CHECK: %add : {{.*}}(args = (%x, %y), kwargs = {})
// CHECK: %conv2d : {{.*}}(args = (%x, %y, None, (2, 2), 1), kwargs = {groups: 4})
// CHECK: %inplace : {{.*}}(args = (%x, False), kwargs = {})

graph():
    %x : [num_users=8] = placeholder[target=x]
    %y : [num_users=3] = placeholder[target=y]
    %softmax : [num_users=1] = call_function[target=torch.nn.functional.softmax](args = (), kwargs = {dim: 1, input: %x})
    %axis : [num_users=1] = call_function[target=torch.softmax](args = (%x,), kwargs = {axis: 1})
    %gap : [num_users=1] = call_method[target=flatten](args = (%x,), kwargs = {end_dim: 2})
    %only : [num_users=1] = call_function[target=torch.addmm](args = (%x,), kwargs = {alpha: 2, mat2: %y, beta: 3, mat1: %x})
    %view : [num_users=1] = call_method[target=view](args = (%x, 2, 3), kwargs = {})
    %zeros : [num_users=1] = call_function[target=torch.zeros](args = (2, 3), kwargs = {dtype: torch.float32})
    %add : [num_users=1] = call_method[target=add](args = (%x,), kwargs = {other: %y})
    %conv2d : [num_users=1] = call_function[target=torch.conv2d](args = (), kwargs = {groups: 4, weight: %y, input: %x, bias: None, padding: 1, stride: (2, 2)})
    %inplace : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%x,), kwargs = {inplace: False})
    return (softmax, axis, gap, only, view, zeros, add, conv2d, inplace)
