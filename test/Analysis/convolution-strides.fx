// The sizes and strides of convolutions are those that PyTorch 2.13 gives: channels-last
// where the input or the weight is, with three dimensions only where oneDNN computes it.
// RUN: fx-opt %s --passes='check-values{remarks exact}' -o /dev/null 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: {{.}}
fx 1
graph():
    %x0 : [num_users=10] = placeholder[target=x0] {val: tensor(torch.float32, (1, 2, 4, 4, 4), (128, 1, 32, 8, 2), device("cpu"))}
    %w1 : [num_users=12] = placeholder[target=w1] {val: tensor(torch.float32, (2, 2, 3, 3, 3), (54, 27, 9, 3, 1), device("cpu"))}
    %w2 : [num_users=1] = placeholder[target=w2] {val: tensor(torch.float32, (4, 1, 3, 3, 3), (27, 27, 9, 3, 1), device("cpu"))}
    %w3 : [num_users=1] = placeholder[target=w3] {val: tensor(torch.float32, (4, 1, 1, 1, 1), (1, 1, 1, 1, 1), device("cpu"))}
    %x4 : [num_users=6] = placeholder[target=x4] {val: tensor(torch.float32, (2, 2, 4, 4, 4), (128, 1, 32, 8, 2), device("cpu"))}
    %w5 : [num_users=4] = placeholder[target=w5] {val: tensor(torch.float32, (2, 2, 1, 1, 1), (2, 1, 1, 1, 1), device("cpu"))}
    %x6 : [num_users=5] = placeholder[target=x6] {val: tensor(torch.float32, (2, 2, 4, 4, 4), (128, 64, 16, 4, 1), device("cpu"))}
    %w7 : [num_users=3] = placeholder[target=w7] {val: tensor(torch.float32, (2, 2, 3, 3, 3), (54, 1, 18, 6, 2), device("cpu"))}
    %x8 : [num_users=1] = placeholder[target=x8] {val: tensor(torch.float32, (1, 2, 4, 4, 4), (128, 64, 16, 4, 1), device("cpu"))}
    %w9 : [num_users=1] = placeholder[target=w9] {val: tensor(torch.float32, (2, 2, 1, 4, 4), (32, 16, 16, 4, 1), device("cpu"))}
    %w10 : [num_users=1] = placeholder[target=w10] {val: tensor(torch.float32, (2, 2, 4, 4, 3), (96, 48, 12, 3, 1), device("cpu"))}
    %w11 : [num_users=1] = placeholder[target=w11] {val: tensor(torch.float32, (2, 2, 4, 3, 4), (96, 48, 12, 4, 1), device("cpu"))}
    %x12 : [num_users=1] = placeholder[target=x12] {val: tensor(torch.float32, (1, 2, 10, 32, 32), (20480, 1, 2048, 64, 2), device("cpu"))}
    %x13 : [num_users=1] = placeholder[target=x13] {val: tensor(torch.float32, (1, 2, 10, 32, 33), (21120, 1, 2112, 66, 2), device("cpu"))}
    %x14 : [num_users=1] = placeholder[target=x14] {val: tensor(torch.float32, (1, 2, 10, 33, 32), (21120, 1, 2112, 64, 2), device("cpu"))}
    %x15 : [num_users=1] = placeholder[target=x15] {val: tensor(torch.float32, (1, 2, 10, 32, 34), (21760, 1, 2176, 68, 2), device("cpu"))}
    %x16 : [num_users=1] = placeholder[target=x16] {val: tensor(torch.float32, (1, 2, 10, 1024, 2), (40960, 1, 4096, 4, 2), device("cpu"))}
    %x17 : [num_users=1] = placeholder[target=x17] {val: tensor(torch.float32, (1, 2, 10, 1025, 2), (41000, 1, 4100, 4, 2), device("cpu"))}
    %w18 : [num_users=1] = placeholder[target=w18] {val: tensor(torch.float32, (2, 2, 1, 3, 3), (18, 9, 9, 3, 1), device("cpu"))}
    %x19 : [num_users=1] = placeholder[target=x19] {val: tensor(torch.bfloat16, (1, 2, 4, 4, 4), (128, 1, 32, 8, 2), device("cpu"))}
    %w20 : [num_users=1] = placeholder[target=w20] {val: tensor(torch.bfloat16, (2, 2, 3, 3, 3), (54, 27, 9, 3, 1), device("cpu"))}
    %x21 : [num_users=1] = placeholder[target=x21] {val: tensor(torch.float16, (1, 2, 4, 4, 4), (128, 1, 32, 8, 2), device("cpu"))}
    %w22 : [num_users=1] = placeholder[target=w22] {val: tensor(torch.float16, (2, 2, 3, 3, 3), (54, 27, 9, 3, 1), device("cpu"))}
    %x23 : [num_users=1] = placeholder[target=x23] {val: tensor(torch.float64, (2, 2, 4, 4, 4), (128, 1, 32, 8, 2), device("cpu"))}
    %w24 : [num_users=1] = placeholder[target=w24] {val: tensor(torch.float64, (2, 2, 3, 3, 3), (54, 27, 9, 3, 1), device("cpu"))}
    %x25 : [num_users=1] = placeholder[target=x25] {val: tensor(torch.float64, (2, 2, 8, 8, 8), (1024, 1, 128, 16, 2), device("cpu"))}
    %w26 : [num_users=1] = placeholder[target=w26] {val: tensor(torch.float64, (2, 2, 3, 3, 3), (54, 1, 18, 6, 2), device("cpu"))}
    %x27 : [num_users=3] = placeholder[target=x27] {val: tensor(torch.float32, (2, 4, 4, 4), (1, 32, 8, 2), device("cpu"))}
    %x28 : [num_users=2] = placeholder[target=x28] {val: tensor(torch.float32, (2, 4, 4, 4), (64, 16, 4, 1), device("cpu"))}
    %x29 : [num_users=1] = placeholder[target=x29] {val: tensor(torch.float32, (1, 2, 5, 6), (60, 1, 12, 2), device("cpu"))}
    %w30 : [num_users=3] = placeholder[target=w30] {val: tensor(torch.float32, (3, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %x31 : [num_users=2] = placeholder[target=x31] {val: tensor(torch.float32, (1, 2, 5, 6), (60, 30, 6, 1), device("cpu"))}
    %w32 : [num_users=1] = placeholder[target=w32] {val: tensor(torch.float32, (3, 2, 3, 3), (18, 1, 6, 2), device("cpu"))}
    %x33 : [num_users=1] = placeholder[target=x33] {val: tensor(torch.float32, (2, 5, 6), (1, 12, 2), device("cpu"))}
    %x34 : [num_users=1] = placeholder[target=x34] {val: tensor(torch.float64, (2, 2, 5, 6), (60, 1, 12, 2), device("cpu"))}
    %w35 : [num_users=1] = placeholder[target=w35] {val: tensor(torch.float64, (2, 3, 3, 3), (27, 9, 3, 1), device("cpu"))}
    %x36 : [num_users=3] = placeholder[target=x36] {val: tensor(torch.float32, (2, 2, 5), (10, 5, 1), device("cpu"))}
    %w37 : [num_users=3] = placeholder[target=w37] {val: tensor(torch.float32, (3, 2, 3), (6, 3, 1), device("cpu"))}
    %w38 : [num_users=1] = placeholder[target=w38] {val: tensor(torch.float32, (2, 3, 3), (9, 3, 1), device("cpu"))}
    %x39 : [num_users=1] = placeholder[target=x39] {val: tensor(torch.float32, (2, 5), (5, 1), device("cpu"))}
    %x40 : [num_users=1] = placeholder[target=x40] {val: tensor(torch.float32, (2, 2, 1), (2, 1, 1), device("cpu"))}
    %w41 : [num_users=1] = placeholder[target=w41] {val: tensor(torch.float32, (3, 2, 1), (2, 1, 1), device("cpu"))}
    %x42 : [num_users=3] = placeholder[target=x42] {val: tensor(torch.float32, (2, 4, 7, 6), (168, 42, 6, 1), device("cpu"))}
    %w43 : [num_users=2] = placeholder[target=w43] {val: tensor(torch.float32, (4, 2, 3, 2), (12, 6, 2, 1), device("cpu"))}
    %x44 : [num_users=1] = placeholder[target=x44] {val: tensor(torch.float32, (1, 0, 6, 6), (36, 36, 6, 1), device("cpu"))}
    %w45 : [num_users=1] = placeholder[target=w45] {val: tensor(torch.float32, (4, 0, 3, 3), (9, 9, 3, 1), device("cpu"))}
    %x46 : [num_users=1] = placeholder[target=x46] {val: tensor(torch.float32, (0, 2, 6, 6), (72, 36, 6, 1), device("cpu"))}
    %w47 : [num_users=2] = placeholder[target=w47] {val: tensor(torch.float32, (4, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %w48 : [num_users=1] = placeholder[target=w48] {val: tensor(torch.float32, (4, 1, 3, 2), (6, 6, 2, 1), device("cpu"))}
    %x49 : [num_users=1] = placeholder[target=x49] {val: tensor(torch.float32, (2, 9, 8), (72, 8, 1), device("cpu"))}
    %w50 : [num_users=1] = placeholder[target=w50] {val: tensor(torch.float32, (3, 2, 2, 3), (12, 6, 3, 1), device("cpu"))}
    %x51 : [num_users=1] = placeholder[target=x51] {val: tensor(torch.float32, (1, 4, 6, 4), (96, 1, 16, 4), device("cpu"))}
    %w52 : [num_users=1] = placeholder[target=w52] {val: tensor(torch.float32, (2, 4, 3, 3), (36, 9, 3, 1), device("cpu"))}
    %x53 : [num_users=1] = placeholder[target=x53] {val: tensor(torch.float32, (2, 2, 5), (10, 1, 2), device("cpu"))}
    %w54 : [num_users=1] = placeholder[target=w54] {val: tensor(torch.float32, (3, 2, 3), (6, 1, 2), device("cpu"))}
    %x55 : [num_users=1] = placeholder[target=x55] {val: tensor(torch.float32, (2, 3, 4), (1, 8, 2), device("cpu"))}
    %e0 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x0, %w1, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 2, 2, 2), (16, 8, 4, 2, 1), device("cpu"))}
    %e1 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x0, %w2, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 2), kwargs = {}) {val: tensor(torch.float32, (1, 4, 2, 2, 2), (32, 1, 16, 8, 4), device("cpu"))}
    %e2 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x0, %w3, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 2), kwargs = {}) {val: tensor(torch.float32, (1, 4, 4, 4, 4), (256, 1, 64, 16, 4), device("cpu"))}
    %e3 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x4, %w5, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 4, 4, 4), (128, 1, 32, 8, 2), device("cpu"))}
    %e4 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x6, %w7, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 2, 2, 2), (16, 1, 8, 4, 2), device("cpu"))}
    %e5 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x8, %w7, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 2, 2, 2), (16, 8, 4, 2, 1), device("cpu"))}
    %e6 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x0, %w9, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 4, 1, 1), (8, 1, 2, 2, 2), device("cpu"))}
    %e7 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x0, %w10, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 1, 1, 2), (4, 2, 2, 2, 1), device("cpu"))}
    %e8 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x0, %w11, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 1, 2, 1), (4, 2, 2, 1, 1), device("cpu"))}
    %e9 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x0, %x6, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 1, 1, 1), (2, 1, 2, 2, 2), device("cpu"))}
    %e10 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x12, %w1, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 8, 30, 30), (14400, 7200, 900, 30, 1), device("cpu"))}
    %e11 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x13, %w1, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 8, 30, 31), (14880, 7440, 930, 31, 1), device("cpu"))}
    %e12 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x14, %w1, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 8, 31, 30), (14880, 7440, 930, 30, 1), device("cpu"))}
    %e13 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x15, %w5, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 10, 32, 34), (21760, 10880, 1088, 34, 1), device("cpu"))}
    %e14 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x16, %w5, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 10, 1024, 2), (40960, 20480, 2048, 2, 1), device("cpu"))}
    %e15 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x17, %w5, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 10, 1025, 2), (41000, 1, 4100, 4, 2), device("cpu"))}
    %e16 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x0, %w1, None, [2, 2, 2], [1, 1, 1], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 2, 2, 2), (16, 8, 4, 2, 1), device("cpu"))}
    %e17 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x0, %w18, None, [1, 1, 1], [2, 2, 2], [2, 2, 2], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 8, 4, 4), (256, 128, 16, 4, 1), device("cpu"))}
    %e18 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x19, %w20, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.bfloat16, (1, 2, 2, 2, 2), (16, 1, 8, 4, 2), device("cpu"))}
    %e19 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x21, %w22, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float16, (1, 2, 2, 2, 2), (16, 1, 8, 4, 2), device("cpu"))}
    %e20 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x23, %w24, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float64, (2, 2, 2, 2, 2), (16, 8, 4, 2, 1), device("cpu"))}
    %e21 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x25, %w26, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float64, (2, 2, 6, 6, 6), (432, 216, 36, 6, 1), device("cpu"))}
    %e22 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x4, %w1, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], True, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 6, 6, 6), (432, 1, 72, 12, 2), device("cpu"))}
    %e23 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x0, %w1, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], True, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 6, 6, 6), (432, 216, 36, 6, 1), device("cpu"))}
    %e24 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x4, %w1, None, [2, 2, 2], [0, 0, 0], [1, 1, 1], True, [1, 1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 10, 10, 10), (2000, 1, 200, 20, 2), device("cpu"))}
    %e25 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x4, %w1, None, [1, 1, 1], [0, 0, 0], [2, 2, 2], True, [1, 1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 9, 9, 9), (1458, 729, 81, 9, 1), device("cpu"))}
    %e26 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x4, %w1, None, [2, 2, 2], [0, 0, 0], [3, 3, 3], True, [2, 2, 2], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 15, 15, 15), (6750, 3375, 225, 15, 1), device("cpu"))}
    %e27 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x6, %w1, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 2, 2, 2), (16, 8, 4, 2, 1), device("cpu"))}
    %e28 : [num_users=0] = call_function[target=torch.ops.aten.conv3d.default](args = (%x27, %x6, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (2, 1, 1, 1), (1, 1, 1, 1), device("cpu"))}
    %e29 : [num_users=0] = call_function[target=torch.ops.aten.conv3d.default](args = (%x27, %w1, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 2, 2), (8, 4, 2, 1), device("cpu"))}
    %e30 : [num_users=0] = call_function[target=torch.ops.aten.conv3d.default](args = (%x28, %x4, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (2, 1, 1, 1), (1, 2, 2, 2), device("cpu"))}
    %e31 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x29, %w30, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 3, 3, 4), (36, 1, 12, 3), device("cpu"))}
    %e32 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x31, %w32, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 3, 3, 4), (36, 1, 12, 3), device("cpu"))}
    %e33 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x31, %w30, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 3, 3, 4), (36, 12, 4, 1), device("cpu"))}
    %e34 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x33, %w30, None, [1, 1], [0, 0], [1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (3, 3, 4), (12, 4, 1), device("cpu"))}
    %e35 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x34, %w35, None, [2, 2], [0, 0], [1, 1], True, [1, 1], 1), kwargs = {}) {val: tensor(torch.float64, (2, 3, 12, 14), (504, 1, 42, 3), device("cpu"))}
    %e36 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x36, %w37, None, [1], [0], [1], False, [0], 1), kwargs = {}) {val: tensor(torch.float32, (2, 3, 3), (9, 3, 1), device("cpu"))}
    %e37 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x36, %w38, None, [1], [0], [1], True, [0], 1), kwargs = {}) {val: tensor(torch.float32, (2, 3, 7), (21, 7, 1), device("cpu"))}
    %e38 : [num_users=0] = call_function[target=torch.ops.aten.conv1d.default](args = (%x39, %w37, None, [1], [0], [1], 1), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %e39 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x40, %w41, None, [1], [0], [1], False, [0], 1), kwargs = {}) {val: tensor(torch.float32, (2, 3, 1), (3, 1, 1), device("cpu"))}
    %e40 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x42, %w43, None, [3, 3], [1, 1], [1, 1], True, [0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 19, 15), (570, 285, 15, 1), device("cpu"))}
    %e41 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x42, %w43, None, [2, 2], [1, 1], [2, 2], True, [1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 16, 12), (384, 192, 12, 1), device("cpu"))}
    %e42 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x44, %w45, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 0, 4, 4), (16, 16, 4, 1), device("cpu"))}
    %e43 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x46, %w47, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (0, 4, 4, 4), (64, 16, 4, 1), device("cpu"))}
    %e44 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x42, %w48, None, [3, 3], [2, 2], [2, 2], False, [0, 0], 4), kwargs = {}) {val: tensor(torch.float32, (2, 4, 3, 3), (36, 9, 3, 1), device("cpu"))}
    %e45 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x49, %w50, None, [2, 2], [1, 1], [1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (3, 5, 4), (20, 4, 1), device("cpu"))}
    %e46 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x51, %w52, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 4, 2), (16, 1, 4, 2), device("cpu"))}
    %e47 : [num_users=0] = call_function[target=torch.ops.aten.conv3d.default](args = (%x28, %w7, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 2, 2), (8, 4, 2, 1), device("cpu"))}
    %e48 : [num_users=0] = call_function[target=torch.ops.aten.conv3d.default](args = (%x27, %x6, None, [1, 1, 1], [0, 0, 0], [1, 1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (2, 1, 1, 1), (1, 1, 1, 1), device("cpu"))}
    %e49 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x53, %w37, None, [1], [0], [1], False, [0], 1), kwargs = {}) {val: tensor(torch.float32, (2, 3, 3), (9, 3, 1), device("cpu"))}
    %e50 : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%x36, %w54, None, [1], [0], [1], False, [0], 1), kwargs = {}) {val: tensor(torch.float32, (2, 3, 3), (9, 1, 3), device("cpu"))}
    %e51 : [num_users=0] = call_function[target=torch.ops.aten.conv2d.default](args = (%x55, %w47, None, [1, 1], [0, 0], [1, 1], 1), kwargs = {}) {val: tensor(torch.float32, (4, 1, 2), (2, 2, 1), device("cpu"))}
    return None
