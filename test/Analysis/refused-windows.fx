// Convolutions and pools that PyTorch refuses have no value.
// RUN: fx-opt %s --passes='check-values{remarks exact}' --print-format=none 2>&1 | FileCheck %s

fx 1
graph():
    %x : [num_users=32] = placeholder[target=x] {val: tensor(torch.float32, (1, 2, 6, 6), (72, 36, 6, 1), device("cpu"))}
    %y : [num_users=4] = placeholder[target=y] {val: tensor(torch.float32, (2, 1, 2, 6, 6), (72, 72, 36, 6, 1), device("cpu"))}
    %w : [num_users=15] = placeholder[target=w] {val: tensor(torch.float32, (4, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %t : [num_users=1] = placeholder[target=t] {val: tensor(torch.float32, (2, 4, 3, 3), (36, 9, 3, 1), device("cpu"))}
    %b : [num_users=1] = placeholder[target=b] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %v : [num_users=5] = placeholder[target=v] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
// CHECK: the value of %c0 was not checked: the value of 'torch.ops.aten.conv2d.default' cannot be inferred: the weight has fewer than three dimensions
    %c0 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %v), kwargs = {}) {val: 1}
// CHECK: the value of %c1 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: the input has 2 dimensions, the weight 4
    %c1 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%v, %w), kwargs = {}) {val: 1}
// CHECK: the value of %c3 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: a stride is 0, which is less than 1
    %c3 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w, None, [0, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c4 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: a stride is -1, which is less than 1
    %c4 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w, None, [1, -1]), kwargs = {}) {val: 1}
// CHECK: the value of %c5 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: a padding is -1, which is less than 0
    %c5 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w, None, [1, 1], [-1, 0]), kwargs = {}) {val: 1}
// CHECK: the value of %c6 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: there must be one stride, padding and dilation for each dimension
    %c6 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w, None, [1, 1], [0, 0, 0]), kwargs = {}) {val: 1}
// CHECK: the value of %c7 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: there must be one stride, padding and dilation for each dimension
    %c7 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w, None, [1, 1], [0, 0], [1, 1, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c8 was not checked: 'torch.ops.aten.conv2d.padding' cannot be computed: a stride does not go with padding='same'
    %c8 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.padding](args = (%x, %w, None, [2, 1], "same"), kwargs = {}) {val: 1}
// CHECK: the value of %c9 was not checked: 'torch.ops.aten.convolution.default' cannot be computed: an output padding is -1, which is less than 0
    %c9 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x, %w, None, [1, 1], [0, 0], [1, 1], True, [0, -1], 1), kwargs = {}) {val: 1}
// CHECK: the value of %c10 was not checked: 'torch.ops.aten.convolution.default' cannot be computed: the input has 2 channels, the weight is for 4
    %c10 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x, %w, None, [1, 1], [0, 0], [1, 1], True, [0], 1), kwargs = {}) {val: 1}
// CHECK: the value of %c11 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: the number of groups is 0, which is less than 1
    %c11 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w, None, [1, 1], [0, 0], [1, 1], 0), kwargs = {}) {val: 1}
// CHECK: the value of %c12 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: sizes 3 and 4 differ in dimension 0
    %c12 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w, %b), kwargs = {}) {val: 1}
// CHECK: the value of %c13 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: the input has 2 channels, the weight is for 4
    %c13 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w, None, [1, 1], [0, 0], [1, 1], 2), kwargs = {}) {val: 1}
// CHECK: the value of %c14 was not checked: 'torch.ops.aten.convolution.default' cannot be computed: the input has 2 channels, the weight is for 4
    %c14 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x, %w, None, [1, 1], [0, 0], [1, 1], True, [0, 0], 1), kwargs = {}) {val: 1}
// CHECK: the value of %c15 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: a size of the result is 0, which is less than 1
    %c15 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w, None, [1, 1], [0, 0], [3, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c16 was not checked: 'torch.ops.aten.max_pool2d.default' cannot be computed: a kernel size is 0, which is less than 1
    %c16 : [num_users=0] = call_function[target=torch.ops.aten.max_pool2d.default](args = (%x, [0, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c17 was not checked: 'torch.ops.aten.max_pool2d.default' cannot be computed: a kernel size is -1, which is less than 1
    %c17 : [num_users=0] = call_function[target=torch.ops.aten.max_pool2d.default](args = (%x, [2, -1]), kwargs = {}) {val: 1}
// CHECK: the value of %c18 was not checked: 'torch.ops.aten.max_pool2d.default' cannot be computed: a stride is 0, which is less than 1
    %c18 : [num_users=0] = call_function[target=torch.ops.aten.max_pool2d.default](args = (%x, [2, 2], [0, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c19 was not checked: 'torch.ops.aten.max_pool2d.default' cannot be computed: a padding is -1, which is less than 0
    %c19 : [num_users=0] = call_function[target=torch.ops.aten.max_pool2d.default](args = (%x, [2, 2], [1, 1], [-1, 0]), kwargs = {}) {val: 1}
// CHECK: the value of %c20 was not checked: 'torch.ops.aten.max_pool2d.default' cannot be computed: a padding is more than half of the kernel
    %c20 : [num_users=0] = call_function[target=torch.ops.aten.max_pool2d.default](args = (%x, [2, 2], [1, 1], [0, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c21 was not checked: 'torch.ops.aten.max_pool2d.default' cannot be computed: a dilation is 0, which is less than 1
    %c21 : [num_users=0] = call_function[target=torch.ops.aten.max_pool2d.default](args = (%x, [2, 2], [1, 1], [0, 0], [0, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c22 was not checked: 'torch.ops.aten.max_pool2d.default' cannot be computed: a size of the result is 0, which is less than 1
    %c22 : [num_users=0] = call_function[target=torch.ops.aten.max_pool2d.default](args = (%x, [2, 2], [1, 1], [0, 0], [1, 6]), kwargs = {}) {val: 1}
// CHECK: the value of %c23 was not checked: 'torch.ops.aten.max_pool2d.default' cannot be computed: the operand has 5 dimensions
    %c23 : [num_users=0] = call_function[target=torch.ops.aten.max_pool2d.default](args = (%y, [2, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c24 was not checked: the value of 'torch.ops.aten.max_pool2d.default' cannot be inferred: there must be one kernel size, stride and padding for each dimension
    %c24 : [num_users=0] = call_function[target=torch.ops.aten.max_pool2d.default](args = (%v, [2, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c25 was not checked: the value of 'torch.ops.aten.max_pool2d.default' cannot be inferred: there must be one kernel size, stride and padding for each dimension
    %c25 : [num_users=0] = call_function[target=torch.ops.aten.max_pool2d.default](args = (%x, [2, 2, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c26 was not checked: 'torch.ops.aten.avg_pool2d.default' cannot be computed: a kernel size is 0, which is less than 1
    %c26 : [num_users=0] = call_function[target=torch.ops.aten.avg_pool2d.default](args = (%x, [0, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c27 was not checked: 'torch.ops.aten.avg_pool2d.default' cannot be computed: a stride is -1, which is less than 1
    %c27 : [num_users=0] = call_function[target=torch.ops.aten.avg_pool2d.default](args = (%x, [2, 2], [-1, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c28 was not checked: 'torch.ops.aten.avg_pool2d.default' cannot be computed: a size of the result is 0, which is less than 1
    %c28 : [num_users=0] = call_function[target=torch.ops.aten.avg_pool2d.default](args = (%x, [7, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c29 was not checked: 'torch.ops.aten.avg_pool2d.default' cannot be computed: the operand has 5 dimensions
    %c29 : [num_users=0] = call_function[target=torch.ops.aten.avg_pool2d.default](args = (%y, [2, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c30 was not checked: 'torch.ops.aten.im2col.default' cannot be computed: a kernel size is 0, which is less than 1
    %c30 : [num_users=0] = call_function[target=torch.ops.aten.im2col.default](args = (%x, [0, 1], [1, 1], [0, 0], [1, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c31 was not checked: 'torch.ops.aten.im2col.default' cannot be computed: a dilation is 0, which is less than 1
    %c31 : [num_users=0] = call_function[target=torch.ops.aten.im2col.default](args = (%x, [1, 1], [1, 0], [0, 0], [1, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c32 was not checked: 'torch.ops.aten.im2col.default' cannot be computed: a stride is 0, which is less than 1
    %c32 : [num_users=0] = call_function[target=torch.ops.aten.im2col.default](args = (%x, [1, 1], [1, 1], [0, 0], [0, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c33 was not checked: the value of 'torch.ops.aten.im2col.default' cannot be inferred: the operand has fewer than three dimensions
    %c33 : [num_users=0] = call_function[target=torch.ops.aten.im2col.default](args = (%v, [1, 1], [1, 1], [0, 0], [1, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c34 was not checked: 'torch.ops.aten.adaptive_avg_pool2d.default' cannot be computed: the operand has 5 dimensions
    %c34 : [num_users=0] = call_function[target=torch.ops.aten.adaptive_avg_pool2d.default](args = (%y, [2, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c35 was not checked: 'torch.ops.aten.adaptive_avg_pool2d.default' cannot be computed: a size or stride would be -1
    %c35 : [num_users=0] = call_function[target=torch.ops.aten.adaptive_avg_pool2d.default](args = (%x, [-1, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c36 was not checked: 'torch.ops.aten.adaptive_max_pool2d.default' cannot be computed: the operand has 5 dimensions
    %c36 : [num_users=0] = call_function[target=torch.ops.aten.adaptive_max_pool2d.default](args = (%y, [2, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c37 was not checked: 'torch.ops.aten.upsample_nearest2d.default' cannot be computed: a size of the result is 0, which is less than 1
    %c37 : [num_users=0] = call_function[target=torch.ops.aten.upsample_nearest2d.default](args = (%x, [0, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c38 was not checked: 'torch.ops.aten.upsample_nearest2d.default' cannot be computed: the operand has 2 dimensions
    %c38 : [num_users=0] = call_function[target=torch.ops.aten.upsample_nearest2d.default](args = (%v, [2, 2]), kwargs = {}) {val: 1}
// CHECK: the value of %c39 was not checked: 'torch.ops.aten.conv2d.default' cannot be computed: a dilation is 0, which is less than 1
    %c39 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %w, None, [1, 1], [0, 0], [0, 1]), kwargs = {}) {val: 1}
// CHECK: the value of %c40 was not checked: 'torch.ops.aten.convolution.default' cannot be computed: a size of the result is 0, which is less than 1
    %c40 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x, %t, None, [1, 1], [4, 4], [1, 1], True, [0, 0], 1), kwargs = {}) {val: 1}
    return None
