// nan_to_num of complex numbers takes their parts one by one, which no operator of the core says;
// PyTorch has no decomposition of it.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: call_function[target=torch.ops.aten.nan_to_num.default](args = (%z,)
fx 1
graph():
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %n : [num_users=1] = call_function[target=torch.ops.aten.nan_to_num.default](args = (%z,), kwargs = {}) {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    return %n
