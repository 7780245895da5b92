// `torch.nn.functional.adaptive_max_pool2d` returns one tensor, and the operator of
// that name two: the call stays.
// RUN: fx-opt %s --decompose --to=fx | FileCheck %s

fx 1
// CHECK: %adaptive_max_pool1d : {{.*}}target=torch.nn.functional.adaptive_max_pool1d](args = (%x, 3)
// CHECK: %adaptive_max_pool2d : {{.*}}target=torch.nn.functional.adaptive_max_pool2d](args = (%x, 3)
// CHECK: %adaptive_max_pool3d : {{.*}}target=torch.nn.functional.adaptive_max_pool3d](args = (%x, 3)
// CHECK: target=torch.ops.aten.max_pool2d_with_indices.default](args = (%x, [3, 3])
// CHECK: return (adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d, getitem)
graph():
    %x : [num_users=4] = placeholder[target=x]
    %adaptive_max_pool1d : [num_users=1] = call_function[target=torch.nn.functional.adaptive_max_pool1d](args = (%x, 3), kwargs = {})
    %adaptive_max_pool2d : [num_users=1] = call_function[target=torch.nn.functional.adaptive_max_pool2d](args = (%x, 3), kwargs = {})
    %adaptive_max_pool3d : [num_users=1] = call_function[target=torch.nn.functional.adaptive_max_pool3d](args = (%x, 3), kwargs = {})
    %max_pool2d : [num_users=1] = call_function[target=torch.nn.functional.max_pool2d](args = (%x, 3), kwargs = {})
    return (%adaptive_max_pool1d, %adaptive_max_pool2d, %adaptive_max_pool3d, %max_pool2d)
