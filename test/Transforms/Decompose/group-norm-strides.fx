fx 1
// native_group_norm reads weight and bias as contiguous ones; group_norm makes them so.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: %[[W:.+]] : {{.*}}call_function[target=torch.ops.aten.clone.default](args = (%w,), kwargs = {memory_format: torch.contiguous_format})
// CHECK: call_function[target=torch.ops.aten.native_group_norm.default](args = (%x, %[[W]], %b, 2, 6, 3, 2,
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 6, 3), (18, 3, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (6,), (2,), device("cpu"))}
    %b : [num_users=1] = placeholder[target=b] {val: tensor(torch.float32, (6,), (1,), device("cpu"))}
    %y : [num_users=1] = call_function[target=torch.ops.aten.group_norm.default](args = (%x, 2, %w, %b), kwargs = {}) {val: tensor(torch.float32, (2, 6, 3), (18, 3, 1), device("cpu"))}
    return %y
