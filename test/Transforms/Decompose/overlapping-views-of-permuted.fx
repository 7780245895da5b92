fx 1
// RUN: fx-opt %s --decompose --print-format=fx | FileCheck %s

// A write through overlapping views of a dense tensor is one of its dimensions
// as they lie in memory; then they get their places back.
// CHECK: %[[SORTED:[a-z_0-9]+]] : {{.*}}permute.default](args = (%clone, [1, 0]), kwargs = {})
// CHECK: %[[PUT:[a-z_0-9]+]] : {{.*}}index_put.default](args = (%[[SORTED]],
// CHECK: permute.default](args = (%[[PUT]], [1, 0]), kwargs = {})
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %t : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%sin, [1, 0]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    %v : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%t,), kwargs = {memory_format: torch.preserve_format}) {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    %as_strided : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%v, [2, 2], [1, 1]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (1, 1), device("cpu"))}
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%as_strided, 0, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"), offset=1)}
    %mul_ : [num_users=0] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%select, 7), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"), offset=1)}
    return %v
