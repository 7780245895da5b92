//===- ValueRules.td - Values from values of operands ------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By family; lib/Analysis/Values has the rules. In-place and out forms
// need none: what they write to is their result.
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_VALUERULES
#define FX_IR_VALUERULES

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

def : ValueRule<"pointwise",
    ["add", "sub", "mul", "pow", "remainder", "fmod", "maximum",
     "minimum", "fmax", "fmin", "floor", "ceil", "round",
     "trunc", "frac", "sign", "neg", "leaky_relu",
     "celu", "silu", "mish",
     "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not",
     "bitwise_left_shift", "bitwise_right_shift", "__and__", "__or__",
     "__xor__", "__lshift__", "__rshift__", "addcmul", "addcdiv", "lerp",
     "nan_to_num", "gcd", "nextafter", "hypot", "_conj_physical", "sgn",
     "_prelu_kernel", "rrelu", "zero"]>;

def : ValueRule<"floating",
    ["sqrt", "rsqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p",
     "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
     "asinh", "acosh", "atanh", "atan2", "sigmoid", "reciprocal", "erf",
     "erfc", "erfinv", "lgamma", "digamma", "i0", "deg2rad", "rad2deg", "igamma", "igammac",
     "polygamma", "ldexp", "special_i0e", "special_i1", "special_i1e",
     "special_entr", "special_ndtri", "special_erfcx", "special_zeta", "special_bessel_j0",
     "special_bessel_j1"]>;

def : ValueRule<"boolean",
    ["eq", "ne", "lt", "le", "gt", "ge", "logical_not", "isnan", "isneginf",
     "isposinf", "isreal", "signbit", "isclose"]>;

// Of several operations, as the strides show.
def : ValueRule<"pointwise-in-steps",
    ["relu6", "hardtanh", "elu", "selu", "gelu", "hardswish", "hardsigmoid",
     "softplus", "softshrink", "hardshrink", "log_sigmoid", "lcm",
     "logaddexp2"]>;
def : ValueRule<"rectify", ["relu", "threshold"]>;
def : ValueRule<"choice-backward",
    ["threshold_backward", "hardtanh_backward", "hardswish_backward",
     "hardsigmoid_backward", "leaky_relu_backward", "elu_backward",
     "softplus_backward", "logit_backward"]>;
def : ValueRule<"smooth-backward",
    ["gelu_backward", "silu_backward", "sigmoid_backward", "tanh_backward",
     "mish_backward"]>;
def : ValueRule<"iterated", ["hardshrink_backward", "softshrink_backward"]>;
def : ValueRule<"clamp", ["clamp", "clamp_min", "clamp_max"]>;
def : ValueRule<"heaviside", ["heaviside"]>;
def : ValueRule<"logaddexp", ["logaddexp"]>;
def : ValueRule<"square", ["square"]>;
def : ValueRule<"floating-in-steps",
    ["sinc", "logit", "special_log_ndtr", "special_ndtr"]>;
def : ValueRule<"boolean-in-steps",
    ["isinf", "isfinite"]>;
def : ValueRule<"logical", ["logical_and", "logical_or", "logical_xor"]>;

def : ValueRule<"reversed-difference", ["rsub"]>;
def : ValueRule<"times-logarithm", ["xlogy", "special_xlog1py"]>;
def : ValueRule<"floor-divide", ["floor_divide"]>;
def : ValueRule<"copysign", ["copysign"]>;

def : ValueRule<"physical-conjugate", ["conj_physical"]>;
def : ValueRule<"triangle", ["tril", "triu"]>;

def : ValueRule<"real", ["abs"]>;
def : ValueRule<"real-floating", ["angle"]>;
def : ValueRule<"double", ["float_power"]>;
def : ValueRule<"complex", ["complex", "polar"]>;
def : ValueRule<"divide", ["div"]>;
def : ValueRule<"where", ["where"]>;
def : ValueRule<"dropout-backward", ["native_dropout_backward"]>;
def : ValueRule<"like-first-and-noise", ["rrelu_with_noise_functional"]>;
def : ValueRule<"dropout",
    ["dropout", "feature_dropout", "alpha_dropout", "feature_alpha_dropout"]>;
def : ValueRule<"like-first",
    ["poisson", "fill"]>;
def : ValueRule<"prelu", ["prelu"]>;
def : ValueRule<"like-first-in-steps",
    ["exponential", "geometric", "cauchy", "log_normal"]>;
def : ValueRule<"fake-quantized-and-mask",
    ["fake_quantize_per_tensor_affine_cachemask",
     "fake_quantize_per_channel_affine_cachemask",
     "_fake_quantize_per_tensor_affine_cachemask_tensor_qparams",
     "_fused_moving_avg_obs_fq_helper"]>;
def : ValueRule<"observed-and-quantized",
    ["_fused_moving_avg_obs_fq_helper_functional"]>;
def : ValueRule<"copy-of-first", ["fake_quantize_per_tensor_affine", "fake_quantize_per_channel_affine",
     "fused_moving_avg_obs_fake_quant", "normal_functional", "random", "put"]>;
def : ValueRule<"strides-of-first", ["uniform"]>;
def : ValueRule<"bernoulli", ["bernoulli"]>;
def : ValueRule<"contiguous-like-first", ["renorm"]>;
def : ValueRule<"floating-contiguous", ["mvlgamma"]>;
def : ValueRule<"masked-fill", ["masked_fill"]>;
def : ValueRule<"native-dropout", ["native_dropout"]>;
def : ValueRule<"frexp", ["frexp"]>;
def : ValueRule<"glu", ["glu"]>;
def : ValueRule<"is-in", ["isin"]>;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

def : ValueRule<"to", ["to", "type_as"]>;
def : ValueRule<"to-copy", ["_to_copy"]>;
def : ValueRule<"cast",
    ["_cast_Byte", "_cast_Char", "_cast_Double", "_cast_Float", "_cast_Half",
     "_cast_Int", "_cast_Long", "_cast_Short", "to_byte", "to_char",
     "to_double", "to_float", "to_half", "to_int", "to_long", "to_short",
     "to_bfloat16", "to_bool"]>;
def : ValueRule<"clone", ["clone"]>;
def : ValueRule<"like-first", ["lift_fresh_copy"]>;
def : ValueRule<"contiguous", ["contiguous"]>;
def : ValueRule<"copy-of-storage", ["copy"]>;
def : ValueRule<"quantize",
    ["quantized_decomposed.quantize_per_tensor",
     "quantized_decomposed.quantize_per_channel",
     "quantized_decomposed.quantize_per_token",
     "quantized_decomposed.quantize_per_channel_group",
     "quantized_decomposed.convert_element_type"]>;
def : ValueRule<"dequantize",
    ["quantized_decomposed.dequantize_per_tensor",
     "quantized_decomposed.dequantize_per_channel"]>;
def : ValueRule<"dequantize-groups",
    ["quantized_decomposed.dequantize_per_token",
     "quantized_decomposed.dequantize_per_channel_group"]>;
def : ValueRule<"copy-of-first",
    ["quantized_decomposed.fake_quant_per_channel"]>;
def : ValueRule<"choose-scale",
    ["quantized_decomposed.choose_qparams",
     "quantized_decomposed.choose_qparams_symmetric"]>;
def : ValueRule<"choose-scales-of-rows",
    ["quantized_decomposed.choose_qparams_per_token",
     "quantized_decomposed.choose_qparams_per_token_asymmetric",
     "quantized_decomposed._choose_qparams_per_token_asymmetric_impl"]>;

//===----------------------------------------------------------------------===//
// Reductions, scans, sorting
//===----------------------------------------------------------------------===//

def : ValueRule<"sum", ["sum", "prod", "nansum"]>;
def : ValueRule<"reduction", ["mean", "nanmean"]>;
def : ValueRule<"extremum", ["amax", "amin"]>;
def : ValueRule<"floating-reduction", ["logsumexp"]>;
def : ValueRule<"real-reduction",
    ["std"]>;
def : ValueRule<"variance", ["var"]>;
def : ValueRule<"cosine-similarity", ["cosine_similarity"]>;
def : ValueRule<"vector-norm", ["norm", "linalg_vector_norm"]>;
def : ValueRule<"two-real-reductions", ["var_mean", "std_mean"]>;
def : ValueRule<"boolean-reduction", ["all", "any"]>;
def : ValueRule<"index-reduction", ["argmax", "argmin", "count_nonzero"]>;
def : ValueRule<"reduction-with-indices",
    ["max", "min", "median", "nanmedian", "mode"]>;
def : ValueRule<"two-reductions", ["aminmax"]>;
def : ValueRule<"scan", ["cumsum", "cumprod"]>;
def : ValueRule<"scan-of-same-type", ["logcumsumexp"]>;
def : ValueRule<"scan-with-indices", ["cummax", "cummin"]>;
def : ValueRule<"sort", ["sort"]>;
def : ValueRule<"argsort", ["argsort"]>;
def : ValueRule<"topk", ["topk"]>;
def : ValueRule<"kthvalue", ["kthvalue"]>;
def : ValueRule<"search", ["searchsorted", "bucketize"]>;
def : ValueRule<"histc", ["histc"]>;
def : ValueRule<"diff", ["diff"]>;
def : ValueRule<"trace", ["trace"]>;
def : ValueRule<"one-number", ["dist"]>;
def : ValueRule<"trapezoid", ["trapezoid", "trapz"]>;
def : ValueRule<"multinomial", ["multinomial"]>;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

def : ValueRule<"view", ["view", "view_copy"]>;
def : ValueRule<"ravel", ["ravel"]>;
def : ValueRule<"unsafe-view", ["_unsafe_view"]>;
def : ValueRule<"reshape", ["reshape"]>;
def : ValueRule<"reshape-as", ["reshape_as", "view_as"]>;
def : ValueRule<"flatten", ["flatten"]>;
def : ValueRule<"unflatten", ["unflatten"]>;
def : ValueRule<"permute", ["permute", "permute_copy"]>;
def : ValueRule<"transpose",
    ["transpose", "transpose_copy", "transpose_", "swapdims_", "swapaxes_"]>;
def : ValueRule<"transpose-matrix",
    ["t", "t_", "t_copy", "adjoint", "mT", "mH", "matrix_H"]>;
def : ValueRule<"reverse-dims", ["numpy_T"]>;
def : ValueRule<"movedim", ["movedim"]>;
def : ValueRule<"squeeze", ["squeeze", "squeeze_copy", "squeeze_"]>;
def : ValueRule<"unsqueeze", ["unsqueeze", "unsqueeze_copy", "unsqueeze_"]>;
def : ValueRule<"expand", ["expand", "expand_copy", "broadcast_to"]>;
def : ValueRule<"expand-as", ["expand_as"]>;
def : ValueRule<"select", ["select", "select_copy"]>;
def : ValueRule<"slice", ["slice", "slice_copy"]>;
def : ValueRule<"narrow", ["narrow", "narrow_copy"]>;
def : ValueRule<"split",
    ["split", "split_with_sizes", "unsafe_split", "unsafe_split_with_sizes",
     "split_copy", "split_with_sizes_copy"]>;
def : ValueRule<"chunk", ["chunk", "unsafe_chunk"]>;
def : ValueRule<"tensor-split", ["tensor_split"]>;
def : ValueRule<"unbind", ["unbind", "unbind_copy"]>;
def : ValueRule<"diag", ["diag"]>;
def : ValueRule<"diagonal", ["diagonal", "diagonal_copy", "linalg_diagonal"]>;
def : ValueRule<"as-strided", ["as_strided", "as_strided_copy", "as_strided_"]>;
def : ValueRule<"set", ["set", "set_"]>;
def : ValueRule<"resize", ["resize_", "resize_as_", "resize", "resize_as"]>;
def : ValueRule<"unfold", ["unfold", "unfold_copy"]>;
def : ValueRule<"alias",
    ["alias", "detach", "detach_", "lift", "lift_fresh", "_conj", "_neg_view",
     "conj", "pin_memory", "positive",
     "alias_copy",
     "detach_copy"]>;
def : ValueRule<"resolve-mark", ["resolve_conj", "resolve_neg"]>;
def : ValueRule<"view-as-real", ["view_as_real", "view_as_real_copy"]>;
def : ValueRule<"view-as-complex", ["view_as_complex", "view_as_complex_copy"]>;
def : ValueRule<"real-part", ["real"]>;
def : ValueRule<"imaginary-part", ["imag"]>;

//===----------------------------------------------------------------------===//
// Joining, repeating, padding
//===----------------------------------------------------------------------===//

def : ValueRule<"cat", ["cat"]>;
def : ValueRule<"stack", ["stack", "_stack"]>;
def : ValueRule<"hstack", ["hstack"]>;
def : ValueRule<"vstack", ["vstack"]>;
def : ValueRule<"dstack", ["dstack"]>;
def : ValueRule<"column-stack", ["column_stack"]>;
def : ValueRule<"at-least-1d", ["atleast_1d"]>;
def : ValueRule<"at-least-2d", ["atleast_2d"]>;
def : ValueRule<"at-least-3d", ["atleast_3d"]>;
def : ValueRule<"broadcast-tensors", ["broadcast_tensors"]>;
def : ValueRule<"meshgrid", ["meshgrid"]>;
def : ValueRule<"repeat", ["repeat"]>;
def : ValueRule<"tile", ["tile"]>;
def : ValueRule<"repeat-interleave", ["repeat_interleave"]>;
def : ValueRule<"pad",
    ["pad", "constant_pad_nd", "reflection_pad1d", "reflection_pad2d",
     "reflection_pad3d", "replication_pad1d", "replication_pad2d",
     "replication_pad3d"]>;
def : ValueRule<"same-shape",
    ["matrix_exp"]>;
def : ValueRule<"channel-shuffle", ["channel_shuffle"]>;
def : ValueRule<"roll", ["roll", "fft_fftshift", "fft_ifftshift"]>;
def : ValueRule<"rot90", ["rot90"]>;
def : ValueRule<"pixel-shuffle", ["pixel_shuffle", "pixel_unshuffle"]>;

//===----------------------------------------------------------------------===//
// Products of matrices
//===----------------------------------------------------------------------===//

def : ValueRule<"mm", ["mm"]>;
def : ValueRule<"sparse-mm", ["_sparse_mm"]>;
def : ValueRule<"int-mm", ["_int_mm"]>;
def : ValueRule<"addmm", ["addmm"]>;
def : ValueRule<"bmm", ["bmm"]>;
def : ValueRule<"baddbmm", ["baddbmm"]>;
def : ValueRule<"addbmm", ["addbmm"]>;
def : ValueRule<"mv", ["mv", "addmv"]>;
def : ValueRule<"dot", ["dot", "vdot"]>;
def : ValueRule<"outer", ["outer", "addr"]>;
def : ValueRule<"matmul", ["matmul"]>;
def : ValueRule<"linear", ["linear"]>;
def : ValueRule<"bilinear", ["bilinear"]>;
def : ValueRule<"cdist", ["cdist", "_cdist_forward"]>;
def : ValueRule<"einsum", ["einsum"]>;
def : ValueRule<"kron", ["kron"]>;
def : ValueRule<"inner", ["inner"]>;
def : ValueRule<"tensordot", ["tensordot"]>;

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

def : ValueRule<"conv", ["conv1d", "conv2d", "conv3d"]>;
def : ValueRule<"conv-transpose",
    ["conv_transpose1d", "conv_transpose2d", "conv_transpose3d"]>;
def : ValueRule<"convolution", ["convolution", "_convolution"]>;
def : ValueRule<"pool1d",
    ["avg_pool1d", "max_pool1d", "max_pool1d_with_indices"]>;
def : ValueRule<"pool2d",
    ["avg_pool2d", "max_pool2d", "max_pool2d_with_indices"]>;
def : ValueRule<"pool3d",
    ["avg_pool3d", "max_pool3d", "max_pool3d_with_indices"]>;
def : ValueRule<"adaptive-pool1d",
    ["adaptive_avg_pool1d", "adaptive_max_pool1d"]>;
def : ValueRule<"adaptive-pool2d",
    ["adaptive_avg_pool2d", "_adaptive_avg_pool2d", "adaptive_max_pool2d"]>;
def : ValueRule<"adaptive-pool3d",
    ["adaptive_avg_pool3d", "_adaptive_avg_pool3d", "adaptive_max_pool3d"]>;
def : ValueRule<"interpolate", ["interpolate"]>;
def : ValueRule<"upsample1d",
    ["upsample_linear1d", "upsample_nearest1d", "_upsample_nearest_exact1d"]>;
def : ValueRule<"upsample2d",
    ["upsample_bilinear2d", "upsample_nearest2d", "upsample_bicubic2d",
     "_upsample_nearest_exact2d", "_upsample_bilinear2d_aa",
     "_upsample_bicubic2d_aa"]>;
def : ValueRule<"upsample3d",
    ["upsample_trilinear3d", "upsample_nearest3d",
     "_upsample_nearest_exact3d"]>;
def : ValueRule<"grid-sampler",
    ["grid_sampler", "grid_sampler_2d", "grid_sampler_3d", "grid_sample"]>;
def : ValueRule<"im2col", ["unfold_patches"]>;
def : ValueRule<"col2im", ["fold"]>;

def : ValueRule<"softmax", ["softmax", "log_softmax", "_softmax",
                            "_log_softmax", "_safe_softmax"]>;
def : ValueRule<"norm", ["batch_norm"]>;
def : ValueRule<"instance-norm", ["instance_norm"]>;
def : ValueRule<"layer-norm", ["layer_norm"]>;
def : ValueRule<"rms-norm", ["rms_norm"]>;
def : ValueRule<"group-norm", ["group_norm"]>;
def : ValueRule<"native-layer-norm", ["native_layer_norm"]>;
def : ValueRule<"native-group-norm", ["native_group_norm"]>;
def : ValueRule<"native-batch-norm",
    ["native_batch_norm", "_native_batch_norm_legit",
     "_native_batch_norm_legit_no_training",
     "_native_batch_norm_legit_functional"]>;
def : ValueRule<"weight-norm", ["_weight_norm", "_weight_norm_interface"]>;
def : ValueRule<"attention", ["scaled_dot_product_attention"]>;
def : ValueRule<"flash-attention-for-cpu",
    ["_scaled_dot_product_flash_attention_for_cpu"]>;
def : ValueRule<"elementwise-loss",
    ["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div",
     "binary_cross_entropy", "binary_cross_entropy_with_logits",
     "soft_margin_loss"]>;
def : ValueRule<"nll-loss",
    ["nll_loss", "nll_loss2d", "nll_loss_plain", "nll_loss_forward",
     "nll_loss2d_forward"]>;
def : ValueRule<"cross-entropy", ["cross_entropy"]>;
def : ValueRule<"recurrent", ["lstm", "gru", "rnn_tanh", "rnn_relu"]>;
def : ValueRule<"recurrent-cell",
    ["lstm_cell", "gru_cell", "rnn_tanh_cell", "rnn_relu_cell"]>;

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

def : ValueRule<"embedding", ["embedding"]>;
def : ValueRule<"embedding-bag",
    ["embedding_bag", "_embedding_bag", "_embedding_bag_forward_only"]>;
def : ValueRule<"index", ["index", "_unsafe_index"]>;
def : ValueRule<"index-select", ["index_select"]>;
def : ValueRule<"gather", ["gather", "take"]>;
def : ValueRule<"take-along-dim", ["take_along_dim"]>;
def : ValueRule<"like-first",
    ["index_put", "_unsafe_index_put", "flip", "fliplr", "flipud",
     "msort"]>;
def : ValueRule<"contiguous-copy",
    ["scatter", "scatter_add", "scatter_reduce", "index_add", "index_copy",
     "index_reduce"]>;
def : ValueRule<"copy-of-storage",
    ["slice_scatter", "select_scatter", "diagonal_scatter",
     "as_strided_scatter"]>;
def : ValueRule<"index-fill", ["index_fill"]>;
def : ValueRule<"masked-scatter", ["masked_scatter"]>;
def : ValueRule<"nonzero", ["nonzero"]>;
def : ValueRule<"masked-select", ["masked_select"]>;
def : ValueRule<"bincount", ["bincount"]>;
def : ValueRule<"unique", ["unique_dim", "unique_consecutive", "_unique2"]>;
def : ValueRule<"number-from-data", ["_local_scalar_dense", "item"]>;
def : ValueRule<"one-hot", ["one_hot"]>;

//===----------------------------------------------------------------------===//
// New tensors
//===----------------------------------------------------------------------===//

def : ValueRule<"factory", ["zeros", "ones", "empty", "rand", "randn"]>;
def : ValueRule<"full", ["full"]>;
def : ValueRule<"scalar-tensor", ["scalar_tensor"]>;
def : ValueRule<"randint", ["randint"]>;
def : ValueRule<"randperm", ["randperm"]>;
def : ValueRule<"eye", ["eye"]>;
def : ValueRule<"arange", ["arange"]>;
def : ValueRule<"linspace", ["linspace", "logspace"]>;
def : ValueRule<"window",
    ["hann_window", "hamming_window", "blackman_window", "bartlett_window",
     "kaiser_window"]>;
def : ValueRule<"like",
    ["zeros_like", "ones_like", "empty_like", "full_like", "rand_like",
     "randn_like", "randint_like"]>;
def : ValueRule<"new-like",
    ["new_zeros", "new_ones", "new_empty", "new_full"]>;
def : ValueRule<"new-strided", ["new_empty_strided", "empty_strided"]>;
def : ValueRule<"empty-permuted", ["empty_permuted"]>;
def : ValueRule<"triangle-indices", ["tril_indices", "triu_indices"]>;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

def : ValueRule<"number-add", ["operator.add"]>;
def : ValueRule<"number-sub", ["operator.sub"]>;
def : ValueRule<"number-mul", ["operator.mul"]>;
def : ValueRule<"number-div", ["operator.truediv"]>;
def : ValueRule<"number-floordiv", ["operator.floordiv"]>;
def : ValueRule<"number-mod", ["operator.mod"]>;
def : ValueRule<"number-pow", ["operator.pow"]>;
def : ValueRule<"number-neg", ["operator.neg"]>;
def : ValueRule<"number-eq", ["operator.eq"]>;
def : ValueRule<"number-ne", ["operator.ne"]>;
def : ValueRule<"number-lt", ["operator.lt"]>;
def : ValueRule<"number-le", ["operator.le"]>;
def : ValueRule<"number-gt", ["operator.gt"]>;
def : ValueRule<"number-ge", ["operator.ge"]>;
def : ValueRule<"number-max", ["sym_max"]>;
def : ValueRule<"number-min", ["sym_min"]>;
def : ValueRule<"sym-not", ["sym_not"]>;
def : ValueRule<"sym-float", ["sym_float"]>;
def : ValueRule<"sym-int", ["sym_int"]>;
def : ValueRule<"sym-ite", ["sym_ite"]>;
def : ValueRule<"sym-sum", ["sym_sum"]>;
def : ValueRule<"attribute", ["getattr"]>;
def : ValueRule<"size", ["size"]>;
def : ValueRule<"stride", ["stride"]>;
def : ValueRule<"numel", ["numel"]>;
def : ValueRule<"storage-offset", ["storage_offset"]>;
def : ValueRule<"dim-count", ["dim"]>;
def : ValueRule<"item", ["operator.getitem"]>;
def : ValueRule<"promoted-type", ["promote_types"]>;
def : ValueRule<"result-type", ["result_type"]>;
def : ValueRule<"nothing",
    ["_assert_async", "_assert_scalar", "_assert_tensor_metadata",
     "sym_constrain_range", "sym_constrain_range_for_size",
     "predispatch._vmap_increment_nesting",
     "predispatch._vmap_decrement_nesting",
     "predispatch.lazy_load_decompositions"]>;

//===----------------------------------------------------------------------===//
// Matrices and transforms
//===----------------------------------------------------------------------===//

def : ValueRule<"qr", ["linalg_qr"]>;
def : ValueRule<"per-matrix", ["det", "logdet"]>;
def : ValueRule<"like-matrix",
    ["inverse", "linalg_cholesky"]>;
def : ValueRule<"complex-transform",
    ["fft_fft", "fft_ifft", "fft_fft2", "fft_ifft2", "fft_fftn", "fft_ifftn"]>;
def : ValueRule<"real-transform", ["fft_rfft", "fft_rfft2", "fft_rfftn"]>;
def : ValueRule<"inverse-real-transform",
    ["fft_irfft", "fft_irfft2", "fft_irfftn"]>;
def : ValueRule<"plain-complex-transform", ["_fft_c2c"]>;
def : ValueRule<"plain-real-transform", ["_fft_r2c"]>;
def : ValueRule<"plain-inverse-transform", ["_fft_c2r"]>;

//===----------------------------------------------------------------------===//
// Higher-order operators
//===----------------------------------------------------------------------===//

def : ValueRule<"graph-call-0",
    ["higher_order.hints_wrapper", "higher_order.invoke_subgraph",
     "higher_order.wrap", "higher_order.strict_mode",
     "higher_order.wrap_activation_checkpoint",
     "higher_order.tag_activation_checkpoint"]>;
def : ValueRule<"graph-call-1", ["higher_order.wrap_with_set_grad_enabled"]>;
def : ValueRule<"chosen-graph",
    ["higher_order.cond", "higher_order.while_loop"]>;
def : ValueRule<"graph-call-4", ["higher_order.wrap_with_autocast"]>;
def : ValueRule<"map", ["higher_order.map_impl", "higher_order.map"]>;
def : ValueRule<"scan-graph", ["higher_order.scan"]>;
def : ValueRule<"out-dtype", ["higher_order.out_dtype"]>;

#endif // FX_IR_VALUERULES
