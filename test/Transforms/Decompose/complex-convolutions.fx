// The kernels behind `convolution` have no complex numbers, and conv2d makes real
// convolutions of it when it runs.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: torch.ops.aten.conv2d.default
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.complex64, (1, 2, 5, 5), (50, 25, 5, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.complex64, (3, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %conv2d : [num_users=1] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w), kwargs = {})
    return %conv2d
