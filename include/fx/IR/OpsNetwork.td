//===- OpsNetwork.td - Parts of neural networks ------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSNETWORK
#define FX_IR_OPSNETWORK

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

// In training, batch statistics go to the running ones.

def BatchNormOp
    : Op<"batch_norm",
         [Fn<"torch.nn.functional.batch_norm",
             ["(Tensor input, Tensor? running_mean, Tensor? running_var, "
              "Tensor? weight=None, Tensor? bias=None, bool training=False, "
              "float momentum=0.1, float eps=1e-05) -> Tensor"]>]> {
  let Summary = "Normalization over the batch";
  let Aten = ["batch_norm"];
  let Effects = ["writes running_mean if training",
                 "writes running_var if training"];
}

def InstanceNormOp
    : Op<"instance_norm",
         [Fn<"torch.nn.functional.instance_norm",
             ["(Tensor input, Tensor? running_mean=None, Tensor? "
              "running_var=None, Tensor? weight=None, Tensor? bias=None, bool "
              "use_input_stats=True, float momentum=0.1, float eps=1e-05) -> "
              "Tensor"]>]> {
  let Summary = "Normalization of each sample and channel";
  let Effects = ["writes running_mean if use_input_stats",
                 "writes running_var if use_input_stats"];
}

def BatchNormImplIndexOp : Op<"_batch_norm_impl_index"> {
  let Effects = ["writes running_mean if training",
                 "writes running_var if training"];
  let CppName = "BatchNormImplIndex";
}

def NativeBatchNormOp : Op<"native_batch_norm"> {
  let Effects = ["writes running_mean if training",
                 "writes running_var if training"];
}

def NativeBatchNormLegitOp : Op<"_native_batch_norm_legit">;

def NativeBatchNormLegitFunctionalOp
    : Op<"_native_batch_norm_legit_functional">;

def NativeBatchNormLegitNoTrainingOp
    : Op<"_native_batch_norm_legit_no_training">;

def NativeGroupNormOp : Op<"native_group_norm">;

def NativeLayerNormOp : Op<"native_layer_norm">;

def CudnnBatchNormOp : Op<"cudnn_batch_norm"> {
  let Effects = ["writes running_mean if training",
                 "writes running_var if training"];
}

def MiopenBatchNormOp : Op<"miopen_batch_norm"> {
  let Effects = ["writes running_mean if training",
                 "writes running_var if training"];
}

def GroupNormOp : Op<"group_norm",
                     [Fn<"torch.nn.functional.group_norm",
                         ["(Tensor input, int num_groups, Tensor? weight=None, "
                          "Tensor? bias=None, float eps=1e-05) -> Tensor"]>]> {
  let Summary = "Normalization of groups of channels";
}

def LayerNormOp
    : Op<"layer_norm",
         [Fn<"torch.nn.functional.layer_norm",
             ["(Tensor input, int[] normalized_shape, Tensor? weight=None, "
              "Tensor? bias=None, float eps=1e-05) -> Tensor"]>]> {
  let Summary = "Normalization of each sample";
}

def RmsNormOp
    : Op<"rms_norm", [Fn<"torch.nn.functional.rms_norm",
                         ["(Tensor input, int[] normalized_shape, Tensor? "
                          "weight=None, float? eps=None) -> Tensor"]>]> {
  let Summary = "Division by the root mean square";
}

def LocalResponseNormOp
    : Op<"local_response_norm",
         [Fn<"torch.nn.functional.local_response_norm",
             ["(Tensor input, int size, float alpha=0.0001, float beta=0.75, "
              "float k=1.0) -> Tensor"]>]> {
  let Summary = "Normalization over neighboring channels";
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

def MaxPool1dOp
    : Op<"max_pool1d",
         [Fn<"torch.nn.functional.max_pool1d",
             ["(Tensor input, int[1] kernel_size, int[1]? stride=None, int[1] "
              "padding=0, int[1] dilation=1, bool ceil_mode=False, bool "
              "return_indices=False) -> Tensor"]>]> {
  let Summary = "Largest element of each window";
}

def MaxPool1dWithIndicesOp
    : Op<"max_pool1d_with_indices",
         [Fn<"torch.nn.functional.max_pool1d_with_indices",
             ["(Tensor input, int[1] kernel_size, int[1]? stride=None, int[1] "
              "padding=0, int[1] dilation=1, bool ceil_mode=False, bool "
              "return_indices=False) -> (Tensor, Tensor)"]>]> {
  let Summary = "max_pool and where the elements were";
}

def MaxUnpool1dOp : Op<"max_unpool1d",
                       [Fn<"torch.nn.functional.max_unpool1d",
                           ["(Tensor input, Tensor indices, int[1] "
                            "kernel_size, int[1]? stride=None, int[1] "
                            "padding=0, int[]? output_size=None) -> Tensor"]>]>;

def AdaptiveMaxPool1dOp
    : Op<"adaptive_max_pool1d", [Fn<"torch.nn.functional.adaptive_max_pool1d",
                                    ["(Tensor input, int?[1] output_size, bool "
                                     "return_indices=False) -> Tensor"]>]>;

def AdaptiveMaxPool1dWithIndicesOp
    : Op<"adaptive_max_pool1d_with_indices",
         [Fn<"torch.nn.functional.adaptive_max_pool1d_with_indices",
             ["(Tensor input, int?[1] output_size, bool return_indices=False) "
              "-> (Tensor, Tensor)"]>]>;

def AvgPool1dOp : Op<"avg_pool1d"> { let Summary = "Mean of each window"; }

def AdaptiveAvgPool1dOp : Op<"adaptive_avg_pool1d"> {
  let Summary = "Means that give the wanted size";
}

def LpPool1dOp
    : Op<"lp_pool1d",
         [Fn<"torch.nn.functional.lp_pool1d",
             ["(Tensor input, float norm_type, int[1] kernel_size, int[1]? "
              "stride=None, bool ceil_mode=False) -> Tensor"]>]>;

def MaxPool2dOp
    : Op<"max_pool2d",
         [Fn<"torch.nn.functional.max_pool2d",
             ["(Tensor input, int[2] kernel_size, int[2]? stride=None, int[2] "
              "padding=0, int[2] dilation=1, bool ceil_mode=False, bool "
              "return_indices=False) -> Tensor"]>]> {
  let Summary = "Largest element of each window";
}

def MaxPool2dWithIndicesOp
    : Op<"max_pool2d_with_indices",
         [Fn<"torch.nn.functional.max_pool2d_with_indices",
             ["(Tensor input, int[2] kernel_size, int[2]? stride=None, int[2] "
              "padding=0, int[2] dilation=1, bool ceil_mode=False, bool "
              "return_indices=False) -> (Tensor, Tensor)"]>]> {
  let Summary = "max_pool and where the elements were";
}

def MaxUnpool2dOp : Op<"max_unpool2d",
                       [Fn<"torch.nn.functional.max_unpool2d",
                           ["(Tensor input, Tensor indices, int[2] "
                            "kernel_size, int[2]? stride=None, int[2] "
                            "padding=0, int[]? output_size=None) -> Tensor"]>]>;

def AdaptiveMaxPool2dOp
    : Op<"adaptive_max_pool2d", [Fn<"torch.nn.functional.adaptive_max_pool2d",
                                    ["(Tensor input, int?[2] output_size, bool "
                                     "return_indices=False) -> Tensor"]>]>;

def AdaptiveMaxPool2dWithIndicesOp
    : Op<"adaptive_max_pool2d_with_indices",
         [Fn<"torch.nn.functional.adaptive_max_pool2d_with_indices",
             ["(Tensor input, int?[2] output_size, bool return_indices=False) "
              "-> (Tensor, Tensor)"]>]>;

def AvgPool2dOp : Op<"avg_pool2d"> { let Summary = "Mean of each window"; }

def AdaptiveAvgPool2dOp
    : Op<"adaptive_avg_pool2d",
         [Fn<"torch.nn.functional.adaptive_avg_pool2d",
             ["(Tensor input, int?[2] output_size) -> Tensor"]>]> {
  let Summary = "Means that give the wanted size";
}

def LpPool2dOp
    : Op<"lp_pool2d",
         [Fn<"torch.nn.functional.lp_pool2d",
             ["(Tensor input, float norm_type, int[2] kernel_size, int[2]? "
              "stride=None, bool ceil_mode=False) -> Tensor"]>]>;

def FractionalMaxPool2dOp
    : Op<"fractional_max_pool2d",
         [Fn<"torch.nn.functional.fractional_max_pool2d",
             ["(Tensor input, int[2] kernel_size, int[2]? output_size=None, "
              "float[2]? output_ratio=None, bool return_indices=False, Tensor? "
              "_random_samples=None) -> Tensor"],
             ["random if not _random_samples"]>]>;

def FractionalMaxPool2dWithIndicesOp
    : Op<"fractional_max_pool2d_with_indices",
         [Fn<"torch.nn.functional.fractional_max_pool2d_with_indices",
             ["(Tensor input, int[2] kernel_size, int[2]? output_size=None, "
              "float[2]? output_ratio=None, bool return_indices=False, Tensor? "
              "_random_samples=None) -> (Tensor, Tensor)"],
             ["random if not _random_samples"]>]>;

def MaxPool3dOp
    : Op<"max_pool3d",
         [Fn<"torch.nn.functional.max_pool3d",
             ["(Tensor input, int[3] kernel_size, int[3]? stride=None, int[3] "
              "padding=0, int[3] dilation=1, bool ceil_mode=False, bool "
              "return_indices=False) -> Tensor"]>]> {
  let Summary = "Largest element of each window";
}

def MaxPool3dWithIndicesOp
    : Op<"max_pool3d_with_indices",
         [Fn<"torch.nn.functional.max_pool3d_with_indices",
             ["(Tensor input, int[3] kernel_size, int[3]? stride=None, int[3] "
              "padding=0, int[3] dilation=1, bool ceil_mode=False, bool "
              "return_indices=False) -> (Tensor, Tensor)"]>]> {
  let Summary = "max_pool and where the elements were";
}

def MaxUnpool3dOp : Op<"max_unpool3d",
                       [Fn<"torch.nn.functional.max_unpool3d",
                           ["(Tensor input, Tensor indices, int[3] "
                            "kernel_size, int[3]? stride=None, int[3] "
                            "padding=0, int[]? output_size=None) -> Tensor"]>]>;

def AdaptiveMaxPool3dOp
    : Op<"adaptive_max_pool3d", [Fn<"torch.nn.functional.adaptive_max_pool3d",
                                    ["(Tensor input, int?[3] output_size, bool "
                                     "return_indices=False) -> Tensor"]>]>;

def AdaptiveMaxPool3dWithIndicesOp
    : Op<"adaptive_max_pool3d_with_indices",
         [Fn<"torch.nn.functional.adaptive_max_pool3d_with_indices",
             ["(Tensor input, int?[3] output_size, bool return_indices=False) "
              "-> (Tensor, Tensor)"]>]>;

def AvgPool3dOp : Op<"avg_pool3d"> { let Summary = "Mean of each window"; }

def AdaptiveAvgPool3dOp
    : Op<"adaptive_avg_pool3d",
         [Fn<"torch.nn.functional.adaptive_avg_pool3d",
             ["(Tensor input, int?[3] output_size) -> Tensor"]>]> {
  let Summary = "Means that give the wanted size";
}

def LpPool3dOp
    : Op<"lp_pool3d",
         [Fn<"torch.nn.functional.lp_pool3d",
             ["(Tensor input, float norm_type, int[3] kernel_size, int[3]? "
              "stride=None, bool ceil_mode=False) -> Tensor"]>]>;

def FractionalMaxPool3dOp
    : Op<"fractional_max_pool3d",
         [Fn<"torch.nn.functional.fractional_max_pool3d",
             ["(Tensor input, int[3] kernel_size, int[3]? output_size=None, "
              "float[3]? output_ratio=None, bool return_indices=False, Tensor? "
              "_random_samples=None) -> Tensor"],
             ["random if not _random_samples"]>]>;

def FractionalMaxPool3dWithIndicesOp
    : Op<"fractional_max_pool3d_with_indices",
         [Fn<"torch.nn.functional.fractional_max_pool3d_with_indices",
             ["(Tensor input, int[3] kernel_size, int[3]? output_size=None, "
              "float[3]? output_ratio=None, bool return_indices=False, Tensor? "
              "_random_samples=None) -> (Tensor, Tensor)"],
             ["random if not _random_samples"]>]>;

//===----------------------------------------------------------------------===//
// Resizing
//===----------------------------------------------------------------------===//

def InterpolateOp
    : Op<"interpolate",
         [Fn<"torch.nn.functional.interpolate",
             ["(Tensor input, Any size=None, Any scale_factor=None, str "
              "mode='nearest', bool? align_corners=None, bool? "
              "recompute_scale_factor=None, bool antialias=False) -> "
              "Tensor"]>]> {
  let Summary = "Another size";
}

def UpsampleOp
    : Op<"upsample",
         [Fn<"torch.nn.functional.upsample",
             ["(Tensor input, Any size=None, Any scale_factor=None, str "
              "mode='nearest', Any align_corners=None) -> Tensor"]>]>;

def UpsampleNearestOp
    : Op<"upsample_nearest", [Fn<"torch.nn.functional.upsample_nearest",
                                 ["(Tensor input, Any size=None, Any "
                                  "scale_factor=None) -> Tensor"]>]>;

def UpsampleBilinearOp
    : Op<"upsample_bilinear", [Fn<"torch.nn.functional.upsample_bilinear",
                                  ["(Tensor input, Any size=None, Any "
                                   "scale_factor=None) -> Tensor"]>]>;

def GridSampleOp
    : Op<"grid_sample",
         [Fn<"torch.nn.functional.grid_sample",
             ["(Tensor input, Tensor grid, str mode='bilinear', str "
              "padding_mode='zeros', bool? align_corners=None) -> Tensor"]>]>;

def AffineGridOp : Op<"affine_grid", [Fn<"torch.nn.functional.affine_grid",
                                         ["(Tensor theta, int[] size, bool? "
                                          "align_corners=None) -> Tensor"]>]>;

def UpsampleNearest1dOp : Op<"upsample_nearest1d">;

def UpsampleNearest2dOp : Op<"upsample_nearest2d">;

def UpsampleNearest3dOp : Op<"upsample_nearest3d">;

def UpsampleLinear1dOp : Op<"upsample_linear1d">;

def UpsampleBilinear2dOp : Op<"upsample_bilinear2d">;

def UpsampleBicubic2dOp : Op<"upsample_bicubic2d">;

def UpsampleTrilinear3dOp : Op<"upsample_trilinear3d">;

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

def MultiHeadAttentionForwardOp
    : Op<"multi_head_attention_forward",
         [Fn<"torch.nn.functional.multi_head_attention_forward",
             ["(Tensor query, Tensor key, Tensor value, int "
              "embed_dim_to_check, int num_heads, Tensor? in_proj_weight, "
              "Tensor? in_proj_bias, Tensor? bias_k, Tensor? bias_v, bool "
              "add_zero_attn, float dropout_p, Tensor out_proj_weight, Tensor? "
              "out_proj_bias, bool training=True, Tensor? "
              "key_padding_mask=None, bool need_weights=True, Tensor? "
              "attn_mask=None, bool use_separate_proj_weight=False, Tensor? "
              "q_proj_weight=None, Tensor? k_proj_weight=None, Tensor? "
              "v_proj_weight=None, Tensor? static_k=None, Tensor? "
              "static_v=None, bool average_attn_weights=True, bool "
              "is_causal=False) -> (Tensor, Tensor?)"],
             ["random if training"]>]> {
  let Summary = "Attention with projections";
}

def ScaledDotProductAttentionOp : Op<"scaled_dot_product_attention"> {
  let Summary = "softmax(query @ key.T) @ value";
  let Effects = ["random if dropout_p"];
}

def ScaledDotProductAttentionOpOp
    : Op<"_scaled_dot_product_attention",
         [Fn<"torch._C._nn._scaled_dot_product_attention",
             ["(Tensor query, Tensor key, Tensor value, Tensor? "
              "attn_mask=None, float dropout_p=0.0, bool "
              "need_attn_weights=False, bool is_causal=False) -> (Tensor, "
              "Tensor)"],
             ["random if dropout_p"]>]> {
  let Summary = "scaled_dot_product_attention of PyTorch 1.13";
  let CppName = "ScaledDotProductAttention113";
}

def CanonicalMaskOp
    : Op<"_canonical_mask",
         [Fn<"torch.nn.functional._canonical_mask",
             ["(Tensor? mask, str mask_name, Any other_type, str other_name, "
              "Any target_type, bool check_other=True) -> Tensor?"],
             ["aliases mask"]>]> {
  let CppName = "CanonicalMask";
}

def NoneOrDtypeOp
    : Op<"_none_or_dtype",
         [Fn<"torch.nn.functional._none_or_dtype", ["(Any input) -> Any"]>]> {
  let CppName = "NoneOrDtype";
}

def InProjectionOp
    : Op<"_in_projection",
         [Fn<"torch.nn.functional._in_projection",
             ["(Tensor q, Tensor k, Tensor v, Tensor w_q, Tensor w_k, Tensor "
              "w_v, Tensor? b_q=None, Tensor? b_k=None, Tensor? b_v=None) -> "
              "(Tensor, Tensor, Tensor)"]>]> {
  let CppName = "InProjection";
}

def InProjectionPackedOp : Op<"_in_projection_packed",
                              [Fn<"torch.nn.functional._in_projection_packed",
                                  ["(Tensor q, Tensor k, Tensor v, Tensor w, "
                                   "Tensor? b=None) -> Tensor[]"]>]> {
  let CppName = "InProjectionPacked";
}

//===----------------------------------------------------------------------===//
// Recurrence
//===----------------------------------------------------------------------===//

// Between layers there is dropout, in training.

def LstmOp : Op<"lstm"> { let Effects = ["random if train"]; }

def GruOp : Op<"gru"> { let Effects = ["random if train"]; }

def RnnTanhOp : Op<"rnn_tanh"> { let Effects = ["random if train"]; }

def RnnReluOp : Op<"rnn_relu"> { let Effects = ["random if train"]; }

def LstmCellOp : Op<"lstm_cell">;

def GruCellOp : Op<"gru_cell">;

def RnnTanhCellOp : Op<"rnn_tanh_cell">;

def RnnReluCellOp : Op<"rnn_relu_cell">;

#endif // FX_IR_OPSNETWORK
