// Calls that PyTorch makes although their operands do not quite go together, as
// its fake tensors and its kernels have them.
// RUN: fx-opt %s --check-values --print-format=none --stats 2>&1 | FileCheck %s
// CHECK: 18 num-equal
// CHECK: 0 num-different
// CHECK: 0 num-unknown

fx 1
graph():
    %i0 : [num_users=6] = placeholder[target=i0] {val: tensor(torch.float32, (24, 4), (4, 1), device("cpu"))}
    %i1 : [num_users=6] = placeholder[target=i1] {val: tensor(torch.float32, (24, 6), (6, 1), device("cpu"))}
    %i2 : [num_users=6] = placeholder[target=i2] {val: tensor(torch.float32, (24,), (1,), device("cpu"))}
    %i3 : [num_users=6] = placeholder[target=i3] {val: tensor(torch.float32, (24,), (1,), device("cpu"))}
    %i4 : [num_users=3] = placeholder[target=i4] {val: tensor(torch.float32, (18, 4), (4, 1), device("cpu"))}
    %i5 : [num_users=3] = placeholder[target=i5] {val: tensor(torch.float32, (18, 6), (6, 1), device("cpu"))}
    %i6 : [num_users=3] = placeholder[target=i6] {val: tensor(torch.float32, (18,), (1,), device("cpu"))}
    %i7 : [num_users=3] = placeholder[target=i7] {val: tensor(torch.float32, (18,), (1,), device("cpu"))}
    %i8 : [num_users=7] = placeholder[target=i8] {val: tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu"))}
    %i9 : [num_users=2] = placeholder[target=i9] {val: tensor(torch.float32, (2, 3, 6), (18, 6, 1), device("cpu"))}
    %i10 : [num_users=3] = placeholder[target=i10] {val: tensor(torch.float32, (5, 3, 4), (12, 4, 1), device("cpu"))}
    %i11 : [num_users=2] = placeholder[target=i11] {val: tensor(torch.float32, (5, 1, 4), (4, 4, 1), device("cpu"))}
    %i12 : [num_users=1] = placeholder[target=i12] {val: tensor(torch.float32, (2, 1, 8, 4, 3, 7), (672, 672, 84, 21, 7, 1), device("cpu"))}
    %i13 : [num_users=1] = placeholder[target=i13] {val: tensor(torch.float32, (4, 3, 7), (21, 7, 1), device("cpu"))}
    %i14 : [num_users=2] = placeholder[target=i14] {val: tensor(torch.float32, (4, 3, 8), (24, 8, 1), device("cpu"))}
    %i15 : [num_users=2] = placeholder[target=i15] {val: tensor(torch.float32, (4, 6, 8), (48, 8, 1), device("cpu"))}
    %i16 : [num_users=1] = placeholder[target=i16] {val: tensor(torch.float32, (4, 0, 8), (8, 8, 1), device("cpu"))}
    %i17 : [num_users=1] = placeholder[target=i17] {val: tensor(torch.float32, (0, 6, 8), (48, 8, 1), device("cpu"))}
    %i18 : [num_users=1] = placeholder[target=i18] {val: tensor(torch.float32, (1, 5, 4), (20, 4, 1), device("cpu"))}
    %i19 : [num_users=4] = placeholder[target=i19] {val: tensor(torch.float32, (3, 6), (6, 1), device("cpu"))}
    %i20 : [num_users=5] = placeholder[target=i20] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %i21 : [num_users=1] = placeholder[target=i21] {val: tensor(torch.float64, (3, 6), (6, 1), device("cpu"))}
    %i22 : [num_users=1] = placeholder[target=i22] {val: tensor(torch.float32, (10, 3), (3, 1), device("cpu"))}
    %i23 : [num_users=1] = placeholder[target=i23] {val: tensor(torch.int64, (2, 6), (6, 1), device("cpu"))}
    %i24 : [num_users=1] = placeholder[target=i24] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %i25 : [num_users=3] = placeholder[target=i25] {val: tensor(torch.float32, (6, 4), (4, 1), device("cpu"))}
    %i26 : [num_users=3] = placeholder[target=i26] {val: tensor(torch.float32, (6, 6), (6, 1), device("cpu"))}
    %i27 : [num_users=3] = placeholder[target=i27] {val: tensor(torch.float32, (6,), (1,), device("cpu"))}
    %i28 : [num_users=1] = placeholder[target=i28] {val: tensor(torch.float64, (24, 4), (4, 1), device("cpu"))}
    %i29 : [num_users=1] = placeholder[target=i29] {val: tensor(torch.float64, (24, 6), (6, 1), device("cpu"))}
    %i30 : [num_users=1] = placeholder[target=i30] {val: tensor(torch.float64, (24,), (1,), device("cpu"))}
    %i31 : [num_users=1] = placeholder[target=i31] {val: tensor(torch.float32, (5, 3, 4, 1), (12, 4, 1, 1), device("cpu"))}
    %i32 : [num_users=1] = placeholder[target=i32] {val: tensor(torch.float32, (1, 3, 6, 1), (18, 6, 1, 1), device("cpu"))}
    %i33 : [num_users=1] = placeholder[target=i33] {val: tensor(torch.float32, (3, 3, 6), (18, 6, 1), device("cpu"))}
    %i34 : [num_users=1] = placeholder[target=i34] {val: tensor(torch.float64, (5, 1, 4), (4, 4, 1), device("cpu"))}
    %i35 : [num_users=1] = placeholder[target=i35] {val: tensor(torch.float64, (1, 3, 6), (18, 6, 1), device("cpu"))}
// A mean of whole pictures has any rank.
    %c0 : [num_users=0] = call_function[target=torch.ops.aten.adaptive_avg_pool3d.default](args = (%i12, [1, 1, 1]), kwargs = {}) {val: tensor(torch.float32, (2, 1, 8, 1, 1, 1), (8, 8, 1, 1, 1, 1), device("cpu"))}
    %c1 : [num_users=0] = call_function[target=torch.ops.aten.adaptive_avg_pool3d.default](args = (%i13, [1, 1, 1]), kwargs = {}) {val: tensor(torch.float32, (1, 1, 1), (1, 1, 1), device("cpu"))}
// Attention to nothing asks for no other sizes.
    %c2 : [num_users=0] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%i14, %i15, %i16), kwargs = {}) {val: tensor(torch.float32, (4, 3, 8), (24, 8, 1), device("cpu"))}
    %c3 : [num_users=0] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%i14, %i15, %i17), kwargs = {}) {val: tensor(torch.float32, (4, 3, 8), (24, 8, 1), device("cpu"))}
// Of the states, as many layers are used as there are; they are spread over the input,
// except by the kernel of oneDNN.
    %c4 : [num_users=0] = call_function[target=torch.ops.aten.lstm.input](args = (%i10, [%i9, %i8], [%i0, %i1, %i2, %i3], True, 1, 0.0, False, False, False), kwargs = {}) {val: (tensor(torch.float32, (5, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu")))}
    %c5 : [num_users=0] = call_function[target=torch.ops.aten.lstm.input](args = (%i11, [%i8, %i8], [%i0, %i1, %i2, %i3], True, 1, 0.0, False, False, False), kwargs = {}) {val: (tensor(torch.float32, (5, 1, 6), (6, 6, 1), device("cpu")), tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu")))}
    %c6 : [num_users=0] = call_function[target=torch.ops.aten.gru.input](args = (%i11, %i8, [%i4, %i5, %i6, %i7], True, 1, 0.0, False, False, False), kwargs = {}) {val: (tensor(torch.float32, (5, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu")))}
    %c7 : [num_users=0] = call_function[target=torch.ops.aten.gru.input](args = (%i18, %i8, [%i4, %i5, %i6, %i7], True, 1, 0.0, False, False, True), kwargs = {}) {val: (tensor(torch.float32, (3, 5, 6), (6, 18, 1), device("cpu")), tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu")))}
    %c8 : [num_users=0] = call_function[target=torch.ops.aten.lstm_cell.default](args = (%i20, [%i19, %i21], %i0, %i1, %i2, %i3), kwargs = {}) {val: (tensor(torch.float64, (3, 6), (6, 1), device("cpu")), tensor(torch.float64, (3, 6), (6, 1), device("cpu")))}
    %c10 : [num_users=0] = call_function[target=torch.ops.aten.lstm.input](args = (%i31, [%i8, %i8], [%i0, %i1, %i2, %i3], True, 1, 0.0, False, False, False), kwargs = {}) {val: (tensor(torch.float32, (5, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu")))}
    %c11 : [num_users=0] = call_function[target=torch.ops.aten.lstm.input](args = (%i10, [%i32, %i8], [%i0, %i1, %i2, %i3], True, 1, 0.0, False, False, False), kwargs = {}) {val: (tensor(torch.float32, (5, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float32, (1, 3, 6, 1), (18, 6, 1, 1), device("cpu")), tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu")))}
    %c12 : [num_users=0] = call_function[target=torch.ops.aten.lstm.input](args = (%i10, [%i33, %i9], [%i0, %i1, %i2, %i3, %i0, %i1, %i2, %i3], True, 1, 0.0, False, True, False), kwargs = {}) {val: (tensor(torch.float32, (5, 3, 12), (36, 12, 1), device("cpu")), tensor(torch.float32, (2, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float32, (2, 3, 6), (18, 6, 1), device("cpu")))}
    %c13 : [num_users=0] = call_function[target=torch.ops.aten.lstm.input](args = (%i34, [%i35, %i35], [%i28, %i29, %i30, %i30], True, 1, 0.0, False, False, False), kwargs = {}) {val: (tensor(torch.float64, (5, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float64, (1, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float64, (1, 3, 6), (18, 6, 1), device("cpu")))}
    %c14 : [num_users=0] = call_function[target=torch.ops.aten.rnn_tanh.input](args = (%i20, %i8, [%i25, %i26, %i27, %i27], True, 1, 0.0, False, False, False), kwargs = {}) {val: (tensor(torch.float32, (3, 3, 6), (18, 6, 1), device("cpu")), tensor(torch.float32, (1, 3, 6), (18, 6, 1), device("cpu")))}
    %c15 : [num_users=0] = call_function[target=torch.ops.aten.gru_cell.default](args = (%i20, %i19, %i4, %i5, %i6, %i7), kwargs = {}) {val: tensor(torch.float32, (3, 6), (6, 1), device("cpu"))}
    %c16 : [num_users=0] = call_function[target=torch.ops.aten.rnn_tanh_cell.default](args = (%i20, %i19, %i25, %i26, %i27, %i27), kwargs = {}) {val: tensor(torch.float32, (3, 6), (6, 1), device("cpu"))}
    %c17 : [num_users=0] = call_function[target=torch.ops.aten.rnn_relu_cell.default](args = (%i20, %i19, %i25, %i26, %i27, %i27), kwargs = {}) {val: tensor(torch.float32, (3, 6), (6, 1), device("cpu"))}
// Indices count by their first dimension.
    %c9 : [num_users=0] = call_function[target=torch.ops.aten._embedding_bag.default](args = (%i22, %i23, %i24, False, 1), kwargs = {}) {val: (tensor(torch.float32, (3, 3), (3, 1), device("cpu")), tensor(torch.int64, (2,), (1,), device("cpu")), tensor(torch.int64, (3,), (1,), device("cpu")), tensor(torch.int64, (3,), (1,), device("cpu")))}
    return None
