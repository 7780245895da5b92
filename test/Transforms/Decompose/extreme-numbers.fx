fx 1
// Numbers that no 64 bits hold, and parts that no memory holds, are refused or left alone; the
// pass must not compute with them.
//
// RUN: fx-opt %s --decompose --verify-each=0 --print-format=fx 2>&1 | FileCheck %s

// CHECK: remark: calls of 'torch.ops.aten.chunk.default' are left as they are: 'chunks' is 4611686018427387904; this rule needs 1 to 1048576
// CHECK: target=torch.ops.aten.threshold.default](args = (%x, 1e+30, 2)
// CHECK: target=torch.ops.aten.pow.Scalar](args = (1e+30,
// CHECK: target=torch.ops.aten.gt.Scalar](args = (%y, 1e+30)
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.int64, (2, 0), (1, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %threshold : [num_users=1] = call_function[target=torch.ops.aten.threshold.default](args = (%x, 1e+30, 2), kwargs = {}) {val: tensor(torch.int64, (2, 0), (1, 1), device("cpu"))}
    %chunk : [num_users=1] = call_function[target=torch.ops.aten.chunk.default](args = (%x, 4611686018427387904, 1), kwargs = {}) {val: []}
    %logspace : [num_users=1] = call_function[target=torch.ops.aten.logspace.default](args = (0, 1, 3, 1e+30), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %softplus : [num_users=1] = call_function[target=torch.ops.aten.softplus.default](args = (%y, 1, 1e+30), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    return (%threshold, %chunk, %logspace, %softplus)
