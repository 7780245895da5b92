// The values that PyTorch 2.13 gives to calls whose strides are easily mistaken: strides of
// dimensions of size one, empty tensors, operands that overlap or are converted first, one
// channel or none, lists. One call of each class; test/Differential/values.test has them all.
//
// RUN: fx-opt %s --verify-diagnostics --passes='check-values{remarks exact}'
fx 1
graph():
    %x0 = placeholder[target=x0] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %x1 = placeholder[target=x1] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %x2 = placeholder[target=x2] {val: tensor(torch.float32, (1, 3), (1, 1), device("cpu"))}
    %x3 = placeholder[target=x3] {val: tensor(torch.float32, (3, 1, 3, 4), (12, 1, 4, 1), device("cpu"))}
    %x4 = placeholder[target=x4] {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %x5 = placeholder[target=x5] {val: tensor(torch.float32, (0, 0, 3, 8), (24, 24, 1, 3), device("cpu"))}
    %x6 = placeholder[target=x6] {val: tensor(torch.float32, (0, 0, 6, 8), (48, 48, 1, 6), device("cpu"))}
    %x7 = placeholder[target=x7] {val: tensor(torch.float32, (6, 1, 10, 20), (200, 1, 20, 1), device("cpu"))}
    %x8 = placeholder[target=x8] {val: tensor(torch.float32, (2, 1, 4, 4, 4), (64, 1, 16, 4, 1), device("cpu"))}
    %x9 = placeholder[target=x9] {val: tensor(torch.float32, (4, 3, 2), (6, 1, 3), device("cpu"))}
    %x10 = placeholder[target=x10] {val: tensor(torch.float32, (4, 1, 1), (1, 1, 1), device("cpu"))}
    %x11 = placeholder[target=x11] {val: tensor(torch.float32, (4, 3, 2), (6, 2, 1), device("cpu"))}
    %x12 = placeholder[target=x12] {val: tensor(torch.float32, (4, 1, 1), (1, 1, 0), device("cpu"))}
    %x13 = placeholder[target=x13] {val: tensor(torch.float32, (), (), device("cpu"))}
    %x14 = placeholder[target=x14] {val: tensor(torch.float32, (0, 10), (10, 1), device("cpu"))}
    %x15 = placeholder[target=x15] {val: tensor(torch.float32, (10,), (0,), device("cpu"))}
    %x16 = placeholder[target=x16] {val: tensor(torch.float32, (5, 1), (3, 15), device("cpu"))}
    %x17 = placeholder[target=x17] {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %x18 = placeholder[target=x18] {val: tensor(torch.float32, (0, 0), (2, 2), device("cpu"))}
    %x19 = placeholder[target=x19] {val: tensor(torch.float32, (2, 1, 4), (12, 3, 3), device("cpu"))}
    %x20 = placeholder[target=x20] {val: tensor(torch.float64, (), (), device("cpu"))}
    %x21 = placeholder[target=x21] {val: tensor(torch.float32, (3,), (2,), device("cpu"))}
    %x22 = placeholder[target=x22] {val: tensor(torch.float32, (1, 1, 1), (2, 2, 2), device("cpu"))}
    %x23 = placeholder[target=x23] {val: tensor(torch.float32, (1, 1), (2, 2), device("cpu"))}
    %x24 = placeholder[target=x24] {val: tensor(torch.float32, (5, 1, 1), (2, 2, 2), device("cpu"))}
    %x25 = placeholder[target=x25] {val: tensor(torch.float32, (5, 1, 5), (15, 3, 3), device("cpu"))}
    %x26 = placeholder[target=x26] {val: tensor(torch.float32, (10, 1, 1), (1, 5, 5), device("cpu"))}
    %x27 = placeholder[target=x27] {val: tensor(torch.float32, (10, 1), (1, 5), device("cpu"))}
    %x28 = placeholder[target=x28] {val: tensor(torch.float32, (1, 5), (8, 1), device("cpu"))}
    %x29 = placeholder[target=x29] {val: tensor(torch.float32, (1, 10, 1), (30, 3, 30), device("cpu"))}
    %x30 = placeholder[target=x30] {val: tensor(torch.float32, (10, 1), (3, 30), device("cpu"))}
    %x31 = placeholder[target=x31] {val: tensor(torch.float32, (1, 0, 5), (1, 1, 0), device("cpu"))}
    %x32 = placeholder[target=x32] {val: tensor(torch.float32, (3, 0, 3), (3, 1, 1), device("cpu"))}
    %x33 = placeholder[target=x33] {val: tensor(torch.float32, (1, 0, 5, 5), (0, 0, 0, 0), device("cpu"))}
    %x34 = placeholder[target=x34] {val: tensor(torch.float32, (1, 0, 2, 3), (1, 6, 3, 1), device("cpu"))}
    %x35 = placeholder[target=x35] {val: tensor(torch.float32, (2, 2, 4, 4, 4), (128, 1, 32, 8, 2), device("cpu"))}
    %x36 = placeholder[target=x36] {val: tensor(torch.float32, (2, 2, 4, 5, 6), (240, 1, 60, 12, 2), device("cpu"))}
    %x37 = placeholder[target=x37] {val: tensor(torch.float32, (1, 0, 5), (10, 10, 2), device("cpu"))}
    %x38 = placeholder[target=x38] {val: tensor(torch.float32, (1, 0, 3), (3, 3, 1), device("cpu"), offset=7)}
    %x39 = placeholder[target=x39] {val: tensor(torch.int32, (2, 3, 4, 5), (0, 20, 5, 1), device("cpu"))}
    %x40 = placeholder[target=x40] {val: tensor(torch.int32, (5,), (0,), device("cpu"))}
    %x41 = placeholder[target=x41] {val: tensor(torch.float32, (5, 1, 5), (5, 1, 1), device("cpu"))}
    %x42 = placeholder[target=x42] {val: tensor(torch.float32, (1, 5), (1, 1), device("cpu"))}
    %x43 = placeholder[target=x43] {val: tensor(torch.float16, (2, 3), (3, 1), device("cpu"), offset=7)}
    %x44 = placeholder[target=x44] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"), offset=7)}
    %x45 = placeholder[target=x45] {val: tensor(torch.float32, (0, 1), (2, 2), device("cpu"))}
    %x46 = placeholder[target=x46] {val: tensor(torch.float32, (1, 3, 0), (3, 1, 3), device("cpu"))}
    %x47 = placeholder[target=x47] {val: tensor(torch.float32, (4, 0, 6), (6, 1, 1), device("cpu"))}
    %x48 = placeholder[target=x48] {val: tensor(torch.float32, (0, 0, 0, 0), (3, 1, 3, 3), device("cpu"))}
    %x49 = placeholder[target=x49] {val: tensor(torch.float32, (0, 0, 0), (2, 2, 2), device("cpu"))}
    %x50 = placeholder[target=x50] {val: tensor(torch.float32, (5, 6, 7), (0, 7, 1), device("cpu"))}
    %x51 = placeholder[target=x51] {val: tensor(torch.float32, (2, 1, 4), (4, 5, 1), device("cpu"))}
    %x52 = placeholder[target=x52] {val: tensor(torch.float32, (2, 1, 5, 5), (1, 2, 2, 10), device("cpu"))}
    %x53 = placeholder[target=x53] {val: tensor(torch.float32, (2, 5, 5, 2), (1, 2, 10, 50), device("cpu"))}
    %x54 = placeholder[target=x54] {val: tensor(torch.float32, (3, 4), (3, 9), device("cpu"))}
    %x55 = placeholder[target=x55] {val: tensor(torch.float32, (3, 6), (3, 9), device("cpu"))}
    %x56 = placeholder[target=x56] {val: tensor(torch.float32, (18, 4), (3, 54), device("cpu"))}
    %x57 = placeholder[target=x57] {val: tensor(torch.float32, (18, 6), (3, 54), device("cpu"))}
    %x58 = placeholder[target=x58] {val: tensor(torch.float32, (18,), (1,), device("cpu"))}
    %x59 = placeholder[target=x59] {val: tensor(torch.float32, (2, 1, 4, 5), (20, 5, 5, 1), device("cpu"))}
    %x60 = placeholder[target=x60] {val: tensor(torch.float64, (2, 3, 4, 5), (60, 1, 15, 3), device("cpu"))}
    %x61 = placeholder[target=x61] {val: tensor(torch.float64, (2, 3, 4, 5), (96, 32, 8, 1), device("cpu"))}
    %x62 = placeholder[target=x62] {val: tensor(torch.float32, (2, 3, 4, 5), (60, 20, 1, 4), device("cpu"))}
    %x63 = placeholder[target=x63] {val: tensor(torch.float32, (2, 3, 4, 5), (100, 1, 25, 5), device("cpu"))}
    %x64 = placeholder[target=x64] {val: tensor(torch.float32, (2, 3, 4, 5), (12, 4, 1, 0), device("cpu"))}
    %x65 = placeholder[target=x65] {val: tensor(torch.uint8, (), (), device("cpu"))}
    %x66 = placeholder[target=x66] {val: tensor(torch.float32, (5, 5), (0, 0), device("cpu"))}
    %x67 = placeholder[target=x67] {val: tensor(torch.float32, (1, 2, 3), (1, 3, 1), device("cpu"))}
    %x68 = placeholder[target=x68] {val: tensor(torch.float64, (3, 4), (3, 9), device("cpu"))}
    %x69 = placeholder[target=x69] {val: tensor(torch.float32, (2, 1), (3, 6), device("cpu"))}
    %x70 = placeholder[target=x70] {val: tensor(torch.float32, (5, 5), (1, 5), device("cpu"))}
    %x71 = placeholder[target=x71] {val: tensor(torch.float32, (10, 20), (1, 10), device("cpu"))}
    %x72 = placeholder[target=x72] {val: tensor(torch.complex64, (5, 5), (1, 0), device("cpu"))}
    %x73 = placeholder[target=x73] {val: tensor(torch.float32, (1, 2), (1, 1), device("cpu"))}
    %x74 = placeholder[target=x74] {val: tensor(torch.float64, (2, 3, 4, 5), (180, 60, 3, 12), device("cpu"))}
    %x75 = placeholder[target=x75] {val: tensor(torch.float64, (2, 3, 4, 5), (120, 40, 10, 2), device("cpu"))}
    %x76 = placeholder[target=x76] {val: tensor(torch.float32, (2, 1, 1, 5), (5, 5, 1, 1), device("cpu"))}
    %x77 = placeholder[target=x77] {val: tensor(torch.bool, (10, 1, 5), (8, 8, 1), device("cpu"))}
    %x78 = placeholder[target=x78] {val: tensor(torch.float32, (10, 5), (3, 30), device("cpu"))}
    %x79 = placeholder[target=x79] {val: tensor(torch.bool, (10, 1, 5), (15, 3, 3), device("cpu"))}
    %x80 = placeholder[target=x80] {val: tensor(torch.float64, (2, 3, 4, 5), (12, 4, 1, 0), device("cpu"))}
    %x81 = placeholder[target=x81] {val: tensor(torch.float16, (5, 10, 5), (1, 1, 1), device("cpu"))}
    %x82 = placeholder[target=x82] {val: tensor(torch.float32, (10, 5), (1, 10), device("cpu"))}
    %x83 = placeholder[target=x83] {val: tensor(torch.float32, (0,), (2,), device("cpu"))}
    %x84 = placeholder[target=x84] {val: tensor(torch.float32, (2, 3, 4, 5), (120, 40, 10, 2), device("cpu"))}
    %x85 = placeholder[target=x85] {val: tensor(torch.float32, (1, 6, 3), (18, 1, 6), device("cpu"))}
    %x86 = placeholder[target=x86] {val: tensor(torch.float32, (6,), (1,), device("cpu"))}
    %x87 = placeholder[target=x87] {val: tensor(torch.float32, (1, 2, 3), (6, 1, 2), device("cpu"))}
    %x88 = placeholder[target=x88] {val: tensor(torch.float32, (2, 5, 1, 4), (5, 1, 1, 0), device("cpu"))}
    %x89 = placeholder[target=x89] {val: tensor(torch.int64, (2, 1, 4), (1, 8, 2), device("cpu"))}
    %x90 = placeholder[target=x90] {val: tensor(torch.float32, (4, 2, 1, 3), (1, 4, 8, 8), device("cpu"))}
    %x91 = placeholder[target=x91] {val: tensor(torch.int64, (4, 1, 3), (1, 4, 4), device("cpu"))}
    %x92 = placeholder[target=x92] {val: tensor(torch.int64, (0,), (2,), device("cpu"))}
    %x93 = placeholder[target=x93] {val: tensor(torch.float32, (5, 5, 5), (50, 10, 2), device("cpu"))}
    %x94 = placeholder[target=x94] {val: tensor(torch.float32, (1, 3, 3, 3, 3), (81, 1, 27, 9, 3), device("cpu"))}
    %x95 = placeholder[target=x95] {val: tensor(torch.int64, (3, 4), (4, 1), device("cpu"), offset=7)}
    %x96 = placeholder[target=x96] {val: tensor(torch.int64, (3, 6), (6, 1), device("cpu"), offset=7)}
    %x97 = placeholder[target=x97] {val: tensor(torch.int64, (6, 4), (4, 1), device("cpu"), offset=7)}
    %x98 = placeholder[target=x98] {val: tensor(torch.int64, (6, 6), (6, 1), device("cpu"), offset=7)}
    %x99 = placeholder[target=x99] {val: tensor(torch.int64, (6,), (1,), device("cpu"), offset=7)}
    %x100 = placeholder[target=x100] {val: tensor(torch.float32, (10, 1), (1, 10), device("cpu"))}
    %x101 = placeholder[target=x101] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %x102 = placeholder[target=x102] {val: tensor(torch.bool, (20,), (1,), device("cpu"))}
    %x103 = placeholder[target=x103] {val: tensor(torch.float32, (1, 2, 1, 4), (8, 1, 8, 2), device("cpu"))}
    %x104 = placeholder[target=x104] {val: tensor(torch.float32, (0, 0), (1, 1), device("cpu"))}
    %x105 = placeholder[target=x105] {val: tensor(torch.float32, (2, 3, 4), (36, 3, 9), device("cpu"))}
    %x106 = placeholder[target=x106] {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %x107 = placeholder[target=x107] {val: tensor(torch.float32, (1, 10, 1), (5, 1, 5), device("cpu"))}
    %x108 = placeholder[target=x108] {val: tensor(torch.float32, (2, 3, 4), (24, 8, 2), device("cpu"))}
    %x109 = placeholder[target=x109] {val: tensor(torch.float32, (2, 1, 4, 4), (1, 2, 2, 8), device("cpu"))}
    %x110 = placeholder[target=x110] {val: tensor(torch.float32, (0, 0, 0), (1, 1, 1), device("cpu"))}
    %x111 = placeholder[target=x111] {val: tensor(torch.complex64, (3, 4, 2), (0, 2, 1), device("cpu"))}
    %y0 = placeholder[target=y0] {val: tensor(torch.bool, (4, 1), (1, 1), device("cpu"))}
    %y1 = placeholder[target=y1] {val: tensor(torch.bfloat16, (4, 4), (0, 4), device("cpu"))}
    %y2 = placeholder[target=y2] {val: tensor(torch.bfloat16, (4, 4), (1, 4), device("cpu"))}
    %foreach_abs_0 = call_function[target=torch.ops.aten._foreach_abs.default](args = ([%x0, %x1],), kwargs = {}) {val: [tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu"))]}
    %foreach_acos_1 = call_function[target=torch.ops.aten._foreach_acos.default](args = ([%x0, %x1],), kwargs = {}) {val: [tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu"))]}
    %foreach_add_2 = call_function[target=torch.ops.aten._foreach_add.Scalar](args = ([%x0, %x1], 2), kwargs = {}) {val: [tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu"))]}
    %foreach_addcdiv_3 = call_function[target=torch.ops.aten._foreach_addcdiv.Scalar](args = ([%x0, %x1], [%x0, %x1], [%x0, %x1]), kwargs = {}) {val: [tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu"))]}
    %foreach_addcmul_4 = call_function[target=torch.ops.aten._foreach_addcmul.Scalar](args = ([%x0, %x1], [%x0, %x1], [%x0, %x1]), kwargs = {}) {val: [tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu"))]}
    %foreach_asin_5 = call_function[target=torch.ops.aten._foreach_asin.default](args = ([%x0, %x1],), kwargs = {}) {val: [tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu"))]}
    %foreach_atan_6 = call_function[target=torch.ops.aten._foreach_atan.default](args = ([%x0, %x1],), kwargs = {}) {val: [tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu"))]}
    %log_softmax_7 = call_function[target=torch.ops.aten._log_softmax.default](args = (%x2, 1, False), kwargs = {}) {val: tensor(torch.float32, (1, 3), (1, 1), device("cpu"))}
    %native_batch_norm_legit_8 = call_function[target=torch.ops.aten._native_batch_norm_legit.default](args = (%x3, %x4, %x4, %x4, %x4, True, -1.0, 0.5), kwargs = {}) {val: [tensor(torch.float32, (3, 1, 3, 4), (12, 12, 4, 1), device("cpu")), tensor(torch.float32, (1,), (1,), device("cpu")), tensor(torch.float32, (1,), (1,), device("cpu"))]}
    %scaled_dot_product_flash_attention_for_cpu_9 = call_function[target=torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default](args = (%x5, %x6, %x6, 0.0, True), kwargs = {}) {val: [tensor(torch.float32, (0, 0, 3, 8), (24, 24, 8, 1), device("cpu")), tensor(torch.float32, (0, 0, 3), (3, 1, 1), device("cpu"))]}
    %upsample_bilinear2d_aa_10 = call_function[target=torch.ops.aten._upsample_bilinear2d_aa.vec](args = (%x7, [3, 3], False, None), kwargs = {}) {val: tensor(torch.float32, (6, 1, 3, 3), (9, 1, 3, 1), device("cpu"))}
    %upsample_nearest_exact3d_11 = call_function[target=torch.ops.aten._upsample_nearest_exact3d.default](args = (%x8, [4, 5, 6]), kwargs = {}) {val: tensor(torch.float32, (2, 1, 4, 5, 6), (120, 1, 30, 6, 1), device("cpu"))}
    %weight_norm_12 = call_function[target=torch.ops.aten._weight_norm.default](args = (%x9, %x10), kwargs = {}) {val: tensor(torch.float32, (4, 3, 2), (6, 2, 1), device("cpu"))}
    %weight_norm_interface_13 = call_function[target=torch.ops.aten._weight_norm_interface.default](args = (%x11, %x12), kwargs = {}) {val: [tensor(torch.float32, (4, 3, 2), (6, 2, 1), device("cpu")), tensor(torch.float32, (4, 1, 1), (1, 1, 1), device("cpu"))]}
    %addmv_14 = call_function[target=torch.ops.aten.addmv.default](args = (%x13, %x14, %x15), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %addr_15 = call_function[target=torch.ops.aten.addr.default](args = (%x16, %x17, %x4), kwargs = {}) {val: tensor(torch.float32, (5, 1), (1, 1), device("cpu"))}
    %alpha_dropout_16 = call_function[target=torch.ops.aten.alpha_dropout.default](args = (%x18, 0.5, True), kwargs = {}) {val: tensor(torch.float32, (0, 0), (2, 2), device("cpu"))}
    %bernoulli_17 = call_function[target=torch.ops.aten.bernoulli.default](args = (%x19,), kwargs = {}) {val: tensor(torch.float32, (2, 1, 4), (4, 4, 1), device("cpu"))}
    %binary_cross_entropy_with_logits_18 = call_function[target=torch.ops.aten.binary_cross_entropy_with_logits.default](args = (%x20, %x13), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %broadcast_tensors_19 = call_function[target=torch.ops.aten.broadcast_tensors.default](args = ([%x21, %x22, %x23, %x24],), kwargs = {}) {val: [tensor(torch.float32, (5, 1, 3), (0, 6, 2), device("cpu")), tensor(torch.float32, (5, 1, 3), (0, 2, 0), device("cpu")), tensor(torch.float32, (5, 1, 3), (0, 2, 0), device("cpu")), tensor(torch.float32, (5, 1, 3), (2, 2, 0), device("cpu"))]}
    %clamp_20 = call_function[target=torch.ops.aten.clamp.Tensor](args = (%x25, %x25, %x25), kwargs = {}) {val: tensor(torch.float32, (5, 1, 5), (5, 5, 1), device("cpu"))}
    %clamp_max_21 = call_function[target=torch.ops.aten.clamp_max.Tensor](args = (%x26, %x27), kwargs = {}) {val: tensor(torch.float32, (10, 10, 1), (10, 1, 100), device("cpu"))}
    %clamp_min_22 = call_function[target=torch.ops.aten.clamp_min.Tensor](args = (%x26, %x27), kwargs = {}) {val: tensor(torch.float32, (10, 10, 1), (10, 1, 100), device("cpu"))}
    %column_stack_23 = call_function[target=torch.ops.aten.column_stack.default](args = ([%x20, %x28],), kwargs = {}) {val: tensor(torch.float64, (1, 6), (6, 1), device("cpu"))}
    %complex_24 = call_function[target=torch.ops.aten.complex.default](args = (%x29, %x30), kwargs = {}) {val: tensor(torch.complex64, (1, 10, 1), (10, 1, 1), device("cpu"))}
    %conv1d_25 = call_function[target=torch.ops.aten.conv1d.default](args = (%x31, %x32), kwargs = {}) {val: tensor(torch.float32, (1, 0, 3), (3, 3, 1), device("cpu"))}
    %conv2d_26 = call_function[target=torch.ops.aten.conv2d.default](args = (%x33, %x34, %x4, [2, 2], [1, 1], [2, 3]), kwargs = {}) {val: tensor(torch.float32, (1, 0, 3, 1), (3, 3, 1, 1), device("cpu"))}
    %conv_transpose3d_27 = call_function[target=torch.ops.aten.conv_transpose3d.input](args = (%x35, %x36, %x1, [3, 2, 1], [1, 2, 3], [2, 3, 1], 2, [4, 4, 4]), kwargs = {}) {val: tensor(torch.float32, (2, 4, 22, 22, 19), (36784, 9196, 418, 19, 1), device("cpu"))}
    %convolution_28 = call_function[target=torch.ops.aten.convolution.default](args = (%x37, %x38, None, [2], [0], [1], False, [0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 0, 2), (2, 2, 1), device("cpu"))}
    %copy_29 = call_function[target=torch.ops.aten.copy.default](args = (%x39, %x40), kwargs = {}) {val: tensor(torch.int32, (2, 3, 4, 5), (60, 20, 5, 1), device("cpu"))}
    %copysign_30 = call_function[target=torch.ops.aten.copysign.Tensor](args = (%x41, %x42), kwargs = {}) {val: tensor(torch.float32, (5, 1, 5), (5, 5, 1), device("cpu"))}
    %cross_entropy_loss_31 = call_function[target=torch.ops.aten.cross_entropy_loss.default](args = (%x43, %x44), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %diff_32 = call_function[target=torch.ops.aten.diff.default](args = (%x45, 0, 0), kwargs = {}) {val: tensor(torch.float32, (0, 1), (1, 1), device("cpu"))}
    %dropout_33 = call_function[target=torch.ops.aten.dropout.default](args = (%x46, 0.5, True), kwargs = {}) {val: tensor(torch.float32, (1, 3, 0), (3, 1, 3), device("cpu"))}
    %empty_like_34 = call_function[target=torch.ops.aten.empty_like.default](args = (%x47,), kwargs = {}) {val: tensor(torch.float32, (4, 0, 6), (6, 6, 1), device("cpu"))}
    %feature_alpha_dropout_35 = call_function[target=torch.ops.aten.feature_alpha_dropout.default](args = (%x48, 0.5, True), kwargs = {}) {val: tensor(torch.float32, (0, 0, 0, 0), (3, 1, 3, 3), device("cpu"))}
    %feature_dropout_36 = call_function[target=torch.ops.aten.feature_dropout.default](args = (%x49, 0.5, True), kwargs = {}) {val: tensor(torch.float32, (0, 0, 0), (2, 2, 2), device("cpu"))}
    %fft_fft_37 = call_function[target=torch.ops.aten.fft_fft.default](args = (%x50, None, -1, "ortho"), kwargs = {}) {val: tensor(torch.complex64, (5, 6, 7), (7, 35, 1), device("cpu"))}
    %fft_ifft_38 = call_function[target=torch.ops.aten.fft_ifft.default](args = (%x50, None, -1, "ortho"), kwargs = {}) {val: tensor(torch.complex64, (5, 6, 7), (7, 35, 1), device("cpu"))}
    %fill_39 = call_function[target=torch.ops.aten.fill.Tensor](args = (%x51, %x13), kwargs = {}) {val: tensor(torch.float32, (2, 1, 4), (4, 4, 1), device("cpu"))}
    %floor_divide_40 = call_function[target=torch.ops.aten.floor_divide.default](args = (%x41, %x42), kwargs = {}) {val: tensor(torch.float32, (5, 1, 5), (5, 5, 1), device("cpu"))}
    %grid_sampler_41 = call_function[target=torch.ops.aten.grid_sampler.default](args = (%x52, %x53, 0, 0, False), kwargs = {}) {val: tensor(torch.float32, (2, 1, 5, 5), (25, 50, 5, 1), device("cpu"))}
    %grid_sampler_2d_42 = call_function[target=torch.ops.aten.grid_sampler_2d.default](args = (%x52, %x53, 0, 0, False), kwargs = {}) {val: tensor(torch.float32, (2, 1, 5, 5), (25, 50, 5, 1), device("cpu"))}
    %gru_cell_43 = call_function[target=torch.ops.aten.gru_cell.default](args = (%x54, %x55, %x56, %x57, %x58, %x58), kwargs = {}) {val: tensor(torch.float32, (3, 6), (1, 3), device("cpu"))}
    %hardshrink_backward_44 = call_function[target=torch.ops.aten.hardshrink_backward.default](args = (%x59, %x59, 0.5), kwargs = {}) {val: tensor(torch.float32, (2, 1, 4, 5), (20, 20, 5, 1), device("cpu"))}
    %hardsigmoid_backward_45 = call_function[target=torch.ops.aten.hardsigmoid_backward.default](args = (%x60, %x61), kwargs = {}) {val: tensor(torch.float64, (2, 3, 4, 5), (60, 20, 5, 1), device("cpu"))}
    %hardswish_backward_46 = call_function[target=torch.ops.aten.hardswish_backward.default](args = (%x62, %x63), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4, 5), (60, 1, 15, 3), device("cpu"))}
    %hardtanh_backward_47 = call_function[target=torch.ops.aten.hardtanh_backward.default](args = (%x62, %x64, -1, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4, 5), (60, 20, 5, 1), device("cpu"))}
    %heaviside_48 = call_function[target=torch.ops.aten.heaviside.default](args = (%x30, %x13), kwargs = {}) {val: tensor(torch.float32, (10, 1), (1, 10), device("cpu"))}
    %inner_49 = call_function[target=torch.ops.aten.inner.default](args = (%x65, %x66), kwargs = {}) {val: tensor(torch.float32, (5, 5), (5, 1), device("cpu"))}
    %instance_norm_50 = call_function[target=torch.ops.aten.instance_norm.default](args = (%x67, None, None, None, None, True, 0.1, 1e-05, True), kwargs = {}) {val: tensor(torch.float32, (1, 2, 3), (1, 3, 1), device("cpu"))}
    %isin_51 = call_function[target=torch.ops.aten.isin.Tensor_Scalar](args = (%x68, 2), kwargs = {}) {val: tensor(torch.bool, (3, 4), (1, 3), device("cpu"))}
    %kl_div_52 = call_function[target=torch.ops.aten.kl_div.default](args = (%x69, %x69, 0), kwargs = {log_target: True}) {val: tensor(torch.float32, (2, 1), (1, 1), device("cpu"))}
    %kron_53 = call_function[target=torch.ops.aten.kron.default](args = (%x70, %x71), kwargs = {}) {val: tensor(torch.float32, (50, 100), (1, 50), device("cpu"))}
    %l1_loss_54 = call_function[target=torch.ops.aten.l1_loss.default](args = (%x72, %x72), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %layer_norm_55 = call_function[target=torch.ops.aten.layer_norm.default](args = (%x73, [2]), kwargs = {}) {val: tensor(torch.float32, (1, 2), (1, 1), device("cpu"))}
    %leaky_relu_backward_56 = call_function[target=torch.ops.aten.leaky_relu_backward.default](args = (%x74, %x75, 0.1, False), kwargs = {}) {val: tensor(torch.float64, (2, 3, 4, 5), (60, 20, 5, 1), device("cpu"))}
    %linalg_vector_norm_57 = call_function[target=torch.ops.aten.linalg_vector_norm.default](args = (%x76, 1.0, [2], True), kwargs = {}) {val: tensor(torch.float32, (2, 1, 1, 5), (5, 5, 1, 1), device("cpu"))}
    %log_softmax_58 = call_function[target=torch.ops.aten.log_softmax.int](args = (%x41, 2), kwargs = {}) {val: tensor(torch.float32, (5, 1, 5), (5, 1, 1), device("cpu"))}
    %logaddexp_59 = call_function[target=torch.ops.aten.logaddexp.default](args = (%x30, %x13), kwargs = {}) {val: tensor(torch.float32, (10, 1), (1, 10), device("cpu"))}
    %logical_or_60 = call_function[target=torch.ops.aten.logical_or.default](args = (%x77, %x78), kwargs = {}) {val: tensor(torch.bool, (10, 10, 5), (50, 5, 1), device("cpu"))}
    %logical_xor_61 = call_function[target=torch.ops.aten.logical_xor.default](args = (%x79, %x78), kwargs = {}) {val: tensor(torch.bool, (10, 10, 5), (50, 5, 1), device("cpu"))}
    %logit_backward_62 = call_function[target=torch.ops.aten.logit_backward.default](args = (%x60, %x80), kwargs = {}) {val: tensor(torch.float64, (2, 3, 4, 5), (60, 20, 5, 1), device("cpu"))}
    %max_63 = call_function[target=torch.ops.aten.max.other](args = (%x81, %x82), kwargs = {}) {val: tensor(torch.float32, (5, 10, 5), (5, 25, 1), device("cpu"))}
    %meshgrid_64 = call_function[target=torch.ops.aten.meshgrid.indexing](args = ([%x83],), kwargs = {indexing: "ij"}) {val: [tensor(torch.float32, (0,), (1,), device("cpu"))]}
    %movedim_65 = call_function[target=torch.ops.aten.movedim.int](args = (%x13, 0, -1), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %native_batch_norm_66 = call_function[target=torch.ops.aten.native_batch_norm.default](args = (%x3, %x4, %x4, %x4, %x4, True, -1.0, 0.5), kwargs = {}) {val: [tensor(torch.float32, (3, 1, 3, 4), (12, 12, 4, 1), device("cpu")), tensor(torch.float32, (1,), (1,), device("cpu")), tensor(torch.float32, (1,), (1,), device("cpu"))]}
    %native_dropout_67 = call_function[target=torch.ops.aten.native_dropout.default](args = (%x84, 0.5, False), kwargs = {}) {val: [tensor(torch.float32, (2, 3, 4, 5), (120, 40, 10, 2), device("cpu")), tensor(torch.bool, (2, 3, 4, 5), (60, 20, 5, 1), device("cpu"))]}
    %native_group_norm_68 = call_function[target=torch.ops.aten.native_group_norm.default](args = (%x85, %x86, %x86, 1, 6, 3, 2, 0.5), kwargs = {}) {val: [tensor(torch.float32, (1, 6, 3), (6, 1, 6), device("cpu")), tensor(torch.float32, (1, 2), (2, 1), device("cpu")), tensor(torch.float32, (1, 2), (2, 1), device("cpu"))]}
    %native_layer_norm_69 = call_function[target=torch.ops.aten.native_layer_norm.default](args = (%x67, [1, 2, 3], None, %x87, 0.5), kwargs = {}) {val: [tensor(torch.float32, (1, 2, 3), (6, 3, 1), device("cpu")), tensor(torch.float32, (1, 1, 1), (1, 1, 1), device("cpu")), tensor(torch.float32, (1, 1, 1), (1, 1, 1), device("cpu"))]}
    %nll_loss2d_70 = call_function[target=torch.ops.aten.nll_loss2d.default](args = (%x88, %x89, None, 0), kwargs = {}) {val: tensor(torch.float32, (2, 1, 4), (1, 8, 2), device("cpu"))}
    %nll_loss2d_forward_71 = call_function[target=torch.ops.aten.nll_loss2d_forward.default](args = (%x90, %x91, None, 0, -100), kwargs = {}) {val: [tensor(torch.float32, (4, 1, 3), (1, 4, 4), device("cpu")), tensor(torch.float32, (), (), device("cpu"))]}
    %norm_72 = call_function[target=torch.ops.aten.norm.ScalarOpt_dim](args = (%x69, 2.0, [1], True), kwargs = {}) {val: tensor(torch.float32, (2, 1), (1, 2), device("cpu"))}
    %polar_73 = call_function[target=torch.ops.aten.polar.default](args = (%x29, %x30), kwargs = {}) {val: tensor(torch.complex64, (1, 10, 1), (10, 1, 1), device("cpu"))}
    %put_74 = call_function[target=torch.ops.aten.put.default](args = (%x18, %x92, %x83, True), kwargs = {}) {val: tensor(torch.float32, (0, 0), (2, 2), device("cpu"))}
    %ravel_75 = call_function[target=torch.ops.aten.ravel.default](args = (%x93,), kwargs = {}) {val: tensor(torch.float32, (125,), (1,), device("cpu"))}
    %reflection_pad3d_76 = call_function[target=torch.ops.aten.reflection_pad3d.default](args = (%x94, [1, 1, 1, 1, 1, 1]), kwargs = {}) {val: tensor(torch.float32, (1, 3, 5, 5, 5), (375, 125, 25, 5, 1), device("cpu"))}
    %replication_pad3d_77 = call_function[target=torch.ops.aten.replication_pad3d.default](args = (%x94, [1, 1, 1, 1, 1, 1]), kwargs = {}) {val: tensor(torch.float32, (1, 3, 5, 5, 5), (375, 125, 25, 5, 1), device("cpu"))}
    %reshape_as_78 = call_function[target=torch.ops.aten.reshape_as.default](args = (%x83, %x83), kwargs = {}) {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %rms_norm_79 = call_function[target=torch.ops.aten.rms_norm.default](args = (%x73, [2]), kwargs = {}) {val: tensor(torch.float32, (1, 2), (1, 1), device("cpu"))}
    %rnn_tanh_cell_80 = call_function[target=torch.ops.aten.rnn_tanh_cell.default](args = (%x95, %x96, %x97, %x98, %x99, %x99), kwargs = {}) {val: tensor(torch.float32, (3, 6), (6, 1), device("cpu"))}
    %rsub_81 = call_function[target=torch.ops.aten.rsub.Tensor](args = (%x100, %x13), kwargs = {}) {val: tensor(torch.float32, (10, 1), (1, 10), device("cpu"))}
    %set__82 = call_function[target=torch.ops.aten.set_.source_Tensor](args = (%x0, %x101), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %softplus_backward_83 = call_function[target=torch.ops.aten.softplus_backward.default](args = (%x62, %x64, 1, 20), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4, 5), (60, 20, 5, 1), device("cpu"))}
    %special_xlog1py_84 = call_function[target=torch.ops.aten.special_xlog1py.default](args = (%x100, %x13), kwargs = {}) {val: tensor(torch.float32, (10, 1), (1, 10), device("cpu"))}
    %square_85 = call_function[target=torch.ops.aten.square.default](args = (%x102,), kwargs = {}) {val: tensor(torch.int64, (20,), (1,), device("cpu"))}
    %stack_86 = call_function[target=torch.ops.aten.stack.default](args = ([%x103, %x103, %x103],), kwargs = {}) {val: tensor(torch.float32, (3, 1, 2, 1, 4), (8, 2, 1, 8, 2), device("cpu"))}
    %sum_87 = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%x104, [0], True), kwargs = {}) {val: tensor(torch.float32, (1, 0), (0, 1), device("cpu"))}
    %threshold_backward_88 = call_function[target=torch.ops.aten.threshold_backward.default](args = (%x105, %x106, 0.5), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %to_89 = call_function[target=torch.ops.aten.to.dtype](args = (%x63, torch.float32, False, False, torch.channels_last), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4, 5), (100, 1, 25, 5), device("cpu"))}
    %tril_90 = call_function[target=torch.ops.aten.tril.default](args = (%x100,), kwargs = {}) {val: tensor(torch.float32, (10, 1), (1, 10), device("cpu"))}
    %triu_91 = call_function[target=torch.ops.aten.triu.default](args = (%x107,), kwargs = {}) {val: tensor(torch.float32, (1, 10, 1), (10, 1, 10), device("cpu"))}
    %uniform_92 = call_function[target=torch.ops.aten.uniform.default](args = (%x108, 0.0, 1.0), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (24, 8, 2), device("cpu"))}
    %upsample_bicubic2d_93 = call_function[target=torch.ops.aten.upsample_bicubic2d.vec](args = (%x109, [3, 3], True, None), kwargs = {}) {val: tensor(torch.float32, (2, 1, 3, 3), (9, 18, 3, 1), device("cpu"))}
    %upsample_bilinear2d_94 = call_function[target=torch.ops.aten.upsample_bilinear2d.vec](args = (%x109, [3, 3], True, None), kwargs = {}) {val: tensor(torch.float32, (2, 1, 3, 3), (9, 18, 3, 1), device("cpu"))}
    %upsample_nearest3d_95 = call_function[target=torch.ops.aten.upsample_nearest3d.vec](args = (%x8, [3, 3, 3], None), kwargs = {}) {val: tensor(torch.float32, (2, 1, 3, 3, 3), (27, 1, 9, 3, 1), device("cpu"))}
    %var_96 = call_function[target=torch.ops.aten.var.correction](args = (%x110, [1]), kwargs = {correction: 1, keepdim: True}) {val: tensor(torch.float32, (0, 1, 0), (1, 0, 1), device("cpu"))}
    %var_mean_97 = call_function[target=torch.ops.aten.var_mean.correction](args = (%x110, [1]), kwargs = {correction: 1, keepdim: True}) {val: [tensor(torch.float32, (0, 1, 0), (1, 0, 1), device("cpu")), tensor(torch.float32, (0, 1, 0), (1, 1, 1), device("cpu"))]}
    %view_as_98 = call_function[target=torch.ops.aten.view_as.default](args = (%x83, %x83), kwargs = {}) {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %view_copy_99 = call_function[target=torch.ops.aten.view_copy.dtype](args = (%x111, torch.int16), kwargs = {}) {val: tensor(torch.int16, (3, 4, 8), (32, 8, 1), device("cpu"))}
    %xlogy_100 = call_function[target=torch.ops.aten.xlogy.Tensor](args = (%x100, %x13), kwargs = {}) {val: tensor(torch.float32, (10, 1), (1, 10), device("cpu"))}
    %where_low = call_function[target=torch.ops.aten.where.self](args = (%y0, %y1, %y2), kwargs = {}) {val: tensor(torch.bfloat16, (4, 4), (1, 4), device("cpu"))}
    return None
