// RUN: fx-opt %s -O1 --print-format=fx | FileCheck %s

// The second bound is above the first, which a double does not tell.
// CHECK: aten.clamp.default](args = (%x, 9007199254740993, 9223372036854775806)
// CHECK-NEXT: return
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %clamp : [num_users=1] = call_function[target=torch.ops.aten.clamp.default](args = (%x, 9007199254740992, 9223372036854775807), kwargs = {}) {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %clamp_1 : [num_users=1] = call_function[target=torch.ops.aten.clamp.default](args = (%clamp, 9007199254740993, 9223372036854775806), kwargs = {}) {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    return %clamp_1
