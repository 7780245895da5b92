// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s

// The number that is added to the mean of the squares is the one that is given, also
// without a weight.
// CHECK-LABEL: graph():
// CHECK: %mean : {{.*}}torch.ops.aten.mean.dim](args = (%pow_1, [1], True), kwargs = {})
// CHECK-NEXT: %add : {{.*}}torch.ops.aten.add.Scalar](args = (%mean, 0.1), kwargs = {})
// CHECK-NEXT: %rsqrt :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %norm : [num_users=1] = call_function[target=torch.ops.aten._fused_rms_norm.default](args = (%x, [4], None, 0.1), kwargs = {})
    return %norm

// -----

// Else it is the least number that makes a difference to 1 in the type.
// CHECK-LABEL: graph():
// CHECK: %add : {{.*}}torch.ops.aten.add.Scalar](args = (%mean, 1.1920928955078125e-07), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %norm : [num_users=1] = call_function[target=torch.ops.aten._fused_rms_norm.default](args = (%x, [4], %w, None), kwargs = {})
    return %norm
