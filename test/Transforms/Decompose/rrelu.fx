fx 1
// RUN: fx-opt %s --decompose | FileCheck %s

// The result has strides of its own, not those of the operand, a part of a
// larger tensor.
// CHECK: %rrelu_with_noise_functional : {{.*}}(args = (%x, %empty), kwargs = {}) {val: (tensor(torch.bfloat16, (1, 2, 5), (10, 5, 1), device("cpu")), tensor(torch.bfloat16, (1, 2, 5), (10, 5, 1), device("cpu")))}
// CHECK-NEXT: %getitem : {{.*}} {val: tensor(torch.bfloat16, (1, 2, 5), (10, 5, 1), device("cpu"))}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.bfloat16, (1, 2, 5), (30, 15, 3), device("cpu"), offset=1)}
    %y : [num_users=1] = call_function[target=torch.ops.aten.rrelu.default](args = (%x,), kwargs = {}) {val: tensor(torch.bfloat16, (1, 2, 5), (10, 5, 1), device("cpu"))}
    return %y
