//===- KernelTypes.cpp - Types for which PyTorch has no kernel ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What neither the CPU nor CUDA computes by PyTorch's own table of operators
// (op_db), and no call of test/Differential/Inputs/value_calls.txt. The test
// numbers_refused.py asks the kernels.
//
//===----------------------------------------------------------------------===//

#include "KernelTypes.h"
#include "ValueRules.h"

using namespace fx;
using namespace llvm;

enum : unsigned { Truth = 1, Whole = 2, Complex = 4, Floating = 8 };

static constexpr KernelTypes Rows[] = {
    {Truth | Whole | Complex,
     "_adaptive_avg_pool3d _cdist_forward _embedding_bag "
     "_embedding_bag_forward_only _fft_r2c _native_batch_norm_legit "
     "_native_batch_norm_legit_functional "
     "_native_batch_norm_legit_no_training _prelu_kernel "
     "_scaled_dot_product_flash_attention_for_cpu _weight_norm "
     "_weight_norm_interface adaptive_avg_pool2d adaptive_max_pool1d "
     "adaptive_max_pool2d adaptive_max_pool3d binary_cross_entropy "
     "binary_cross_entropy_with_logits cauchy cdist celu complex "
     "cosine_similarity cross_entropy_loss elu elu_backward "
     "embedding_bag fake_quantize_per_channel_affine "
     "fake_quantize_per_channel_affine_cachemask "
     "fake_quantize_per_tensor_affine "
     "fake_quantize_per_tensor_affine_cachemask frac "
     "fractional_max_pool2d fractional_max_pool3d frexp gelu "
     "gelu_backward glu grid_sampler_3d group_norm hardshrink "
     "hardshrink_backward hardsigmoid hardsigmoid_backward hardswish "
     "hardswish_backward hardtanh_backward histogram histogramdd "
     "huber_loss hypot igamma igammac kl_div layer_norm leaky_relu "
     "leaky_relu_backward log_sigmoid logaddexp2 logit_backward "
     "max_pool1d max_unpool2d max_unpool3d mish mish_backward mse_loss "
     "multi_margin_loss multilabel_margin_loss multinomial nanquantile "
     "native_batch_norm native_group_norm native_layer_norm nextafter "
     "nll_loss nll_loss2d nll_loss2d_forward nll_loss_forward "
     "nll_loss_nd pdist poisson polar prelu quantile rrelu "
     "rrelu_with_noise_functional selu smooth_l1_loss softplus "
     "softplus_backward softshrink softshrink_backward upsample_linear1d "
     "upsample_trilinear3d view_as_complex view_as_complex_copy"},
    {Truth | Complex,
     "_upsample_bicubic2d_aa _upsample_bilinear2d_aa "
     "_upsample_nearest_exact1d _upsample_nearest_exact2d "
     "_upsample_nearest_exact3d argmax argmin avg_pool1d avg_pool2d "
     "avg_pool3d bincount bitwise_left_shift bitwise_right_shift ceil "
     "convolution floor floor_divide fmod gcd hardtanh histc isin lcm "
     "max_pool1d_with_indices max_pool2d max_pool2d_with_indices "
     "max_pool3d max_pool3d_with_indices mvlgamma relu relu6 remainder "
     "round threshold threshold_backward topk trunc upsample_bicubic2d "
     "upsample_bilinear2d upsample_nearest1d upsample_nearest2d "
     "upsample_nearest3d"},
    {Truth | Whole,
     "adaptive_avg_pool3d addcdiv cholesky_inverse cholesky_solve det "
     "dist geqrf gru gru_cell inverse lerp linalg_cholesky linalg_det "
     "linalg_eig linalg_eigvals linalg_householder_product linalg_inv "
     "linalg_ldl_factor linalg_lstsq linalg_matrix_exp "
     "linalg_matrix_norm linalg_norm linalg_pinv linalg_qr "
     "linalg_slogdet linalg_solve linalg_solve_triangular linalg_svd "
     "linalg_svdvals linalg_tensorinv linalg_tensorsolve linalg_vecdot "
     "logaddexp logcumsumexp logdet lstm lstm_cell "
     "lu_solve matrix_exp ormqr pinverse qr renorm "
     "rms_norm rnn_tanh sigmoid_backward silu silu_backward "
     "soft_margin_loss std std_mean stft svd tanh_backward "
     "triangular_solve uniform var var_mean"},
    {Truth, "addcmul conv1d conv2d conv3d conv_transpose1d conv_transpose2d "
            "conv_transpose3d corrcoef cov cross dot hinge_embedding_loss "
            "index_reduce l1_loss linalg_cross linalg_vander "
            "margin_ranking_loss neg pairwise_distance poisson_nll_loss "
            "positive pow reflection_pad1d reflection_pad2d reflection_pad3d "
            "replication_pad1d replication_pad2d replication_pad3d rnn_relu "
            "rnn_relu_cell rnn_tanh_cell rsub sub subtract triplet_margin_loss "
            "vdot"},
    {Complex,
     "_safe_softmax _unique2 amax amin aminmax argsort atan2 bitwise_and "
     "bitwise_not bitwise_or bitwise_xor clamp clamp_max clamp_min "
     "copysign deg2rad digamma erf erfc erfinv fft_ihfft fft_rfft "
     "fft_rfft2 fft_rfftn fmax fmin ge gt heaviside i0 isneginf isposinf "
     "le lgamma logit lt max maximum min minimum msort nansum polygamma "
     "rad2deg "
     "sign signbit sort special_bessel_j0 special_bessel_j1 special_entr "
     "special_erfcx special_i0e special_i1 special_i1e special_log_ndtr "
     "special_ndtr special_ndtri special_polygamma special_xlog1py "
     "special_zeta unique_consecutive xlogy"},
    {Whole, "im2col"},
};

ArrayRef<KernelTypes> fx::missingKernels() { return Rows; }

static unsigned classOf(DType T) {
  return T == DType::Bool       ? Truth
         : isIntegral(T, false) ? Whole
         : isComplexType(T)     ? Complex
                                : Floating;
}

/// Adds the classes of the tensors in \p A, and keeps the type of one.
static void collectClasses(const Argument &A, unsigned &Classes, DType &Last) {
  if (A.isSequence()) {
    for (size_t I = 0; I != A.size(); ++I)
      collectClasses(A[I], Classes, Last);
    return;
  }
  if (TensorValue T(A); T)
    Classes |= classOf(Last = T.dtype());
}

void fx::checkKernelTypes(ValueCall &C, unsigned Missing) {
  unsigned Classes = 0;
  DType Last = DType::Float32;
  for (unsigned I = 0, E = C.schema().params().size(); I != E; ++I)
    collectClasses(C.get(I), Classes, Last);
  // What becomes of different classes is for the rule to say: True + 1 is
  // computed with integers.
  bool IsOne = (Classes & (Classes - 1)) == 0;
  std::optional<DType> Together = valueOperands(C).Types.result();
  if (!IsOne || !(Classes & Missing) ||
      (Together && classOf(*Together) != Classes))
    return;
  C.mismatch(Twine("PyTorch has no kernel for ") + toString(Last));
}
