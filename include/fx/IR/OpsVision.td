//===- OpsVision.td - Functions of torchvision -------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSVISION
#define FX_IR_OPSVISION

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// torchvision.ops
//===----------------------------------------------------------------------===//

def TorchvisionStochasticDepthOp
    : Op<"torchvision.stochastic_depth",
         [Fn<"torchvision.ops.stochastic_depth.stochastic_depth",
             ["(Tensor input, float p, str mode, bool training=True) -> "
              "Tensor"],
             ["random if training", "aliases input"]>]> {
  let Summary = "Random samples become zero";
  let CppName = "TvStochasticDepth";
}

def TorchvisionNmsOp
    : Op<"torchvision.nms",
         [Fn<"torchvision.ops.boxes.nms", ["(Tensor boxes, Tensor scores, "
                                           "float iou_threshold) -> Tensor"]>,
          Fn<"torch.ops.torchvision.nms.default",
             ["(Tensor dets, Tensor scores, float iou_threshold) -> "
              "Tensor"]>]> {
  let Summary = "Boxes that do not overlap better ones";
  let CppName = "TvNms";
}

def TorchvisionBatchedNmsOp
    : Op<"torchvision.batched_nms",
         [Fn<"torchvision.ops.boxes.batched_nms",
             ["(Tensor boxes, Tensor scores, Tensor idxs, float iou_threshold) "
              "-> Tensor"]>]> {
  let CppName = "TvBatchedNms";
}

def TorchvisionRemoveSmallBoxesOp
    : Op<"torchvision.remove_small_boxes",
         [Fn<"torchvision.ops.boxes.remove_small_boxes",
             ["(Tensor boxes, float min_size) -> Tensor"]>]> {
  let CppName = "TvRemoveSmallBoxes";
}

def TorchvisionClipBoxesToImageOp
    : Op<"torchvision.clip_boxes_to_image",
         [Fn<"torchvision.ops.boxes.clip_boxes_to_image",
             ["(Tensor boxes, Any size) -> Tensor"]>]> {
  let CppName = "TvClipBoxesToImage";
}

def TorchvisionBoxConvertOp
    : Op<"torchvision.box_convert",
         [Fn<"torchvision.ops.boxes.box_convert",
             ["(Tensor boxes, str in_fmt, str out_fmt) -> Tensor"]>]> {
  let CppName = "TvBoxConvert";
}

def TorchvisionBoxAreaOp
    : Op<"torchvision.box_area",
         [Fn<"torchvision.ops.boxes.box_area", ["(Tensor boxes) -> Tensor"]>]> {
  let CppName = "TvBoxArea";
}

def TorchvisionMasksToBoxesOp : Op<"torchvision.masks_to_boxes",
                                   [Fn<"torchvision.ops.boxes.masks_to_boxes",
                                       ["(Tensor masks) -> Tensor"]>]> {
  let CppName = "TvMasksToBoxes";
}

def TorchvisionBoxIouOp
    : Op<"torchvision.box_iou",
         [Fn<"torchvision.ops.boxes.box_iou", ["(Tensor boxes1, Tensor boxes2) "
                                               "-> Tensor"]>]> {
  let CppName = "TvBoxIou";
}

def TorchvisionGeneralizedBoxIouOp
    : Op<"torchvision.generalized_box_iou",
         [Fn<"torchvision.ops.boxes.generalized_box_iou",
             ["(Tensor boxes1, Tensor boxes2) -> Tensor"]>]> {
  let CppName = "TvGeneralizedBoxIou";
}

def TorchvisionDistanceBoxIouOp
    : Op<"torchvision.distance_box_iou",
         [Fn<"torchvision.ops.boxes.distance_box_iou",
             ["(Tensor boxes1, Tensor boxes2, float eps=1e-07) -> Tensor"]>]> {
  let CppName = "TvDistanceBoxIou";
}

def TorchvisionCompleteBoxIouOp
    : Op<"torchvision.complete_box_iou",
         [Fn<"torchvision.ops.boxes.complete_box_iou",
             ["(Tensor boxes1, Tensor boxes2, float eps=1e-07) -> Tensor"]>]> {
  let CppName = "TvCompleteBoxIou";
}

def TorchvisionRoiAlignOp
    : Op<"torchvision.roi_align",
         [Fn<"torchvision.ops.roi_align.roi_align",
             ["(Tensor input, Any boxes, Any output_size, float "
              "spatial_scale=1.0, int sampling_ratio=-1, bool aligned=False) "
              "-> Tensor"]>,
          Fn<"torch.ops.torchvision.roi_align.default",
             ["(Tensor input, Tensor rois, float spatial_scale, SymInt "
              "pooled_height, SymInt pooled_width, int sampling_ratio, bool "
              "aligned) -> Tensor"]>]> {
  let CppName = "TvRoiAlign";
}

def TorchvisionRoiPoolOp
    : Op<"torchvision.roi_pool",
         [Fn<"torchvision.ops.roi_pool.roi_pool",
             ["(Tensor input, Any boxes, Any output_size, float "
              "spatial_scale=1.0) -> Tensor"]>,
          Fn<"torch.ops.torchvision.roi_pool.default",
             ["(Tensor input, Tensor rois, float spatial_scale, SymInt "
              "pooled_height, SymInt pooled_width) -> (Tensor, Tensor)"]>]> {
  let CppName = "TvRoiPool";
}

def TorchvisionPsRoiAlignOp
    : Op<"torchvision.ps_roi_align",
         [Fn<"torchvision.ops.ps_roi_align.ps_roi_align",
             ["(Tensor input, Any boxes, Any output_size, float "
              "spatial_scale=1.0, int sampling_ratio=-1) -> Tensor"]>,
          Fn<"torch.ops.torchvision.ps_roi_align.default",
             ["(Tensor input, Tensor rois, float spatial_scale, SymInt "
              "pooled_height, SymInt pooled_width, int sampling_ratio) -> "
              "(Tensor, Tensor)"]>]> {
  let CppName = "TvPsRoiAlign";
}

def TorchvisionPsRoiPoolOp
    : Op<"torchvision.ps_roi_pool",
         [Fn<"torchvision.ops.ps_roi_pool.ps_roi_pool",
             ["(Tensor input, Any boxes, Any output_size, float "
              "spatial_scale=1.0) -> Tensor"]>,
          Fn<"torch.ops.torchvision.ps_roi_pool.default",
             ["(Tensor input, Tensor rois, float spatial_scale, SymInt "
              "pooled_height, SymInt pooled_width) -> (Tensor, Tensor)"]>]> {
  let CppName = "TvPsRoiPool";
}

def TorchvisionDeformConv2dOp
    : Op<"torchvision.deform_conv2d",
         [Fn<"torchvision.ops.deform_conv.deform_conv2d",
             ["(Tensor input, Tensor offset, Tensor weight, Tensor? bias=None, "
              "int[2] stride=(1, 1), int[2] padding=(0, 0), int[2] "
              "dilation=(1, 1), Tensor? mask=None) -> Tensor"]>,
          Fn<"torch.ops.torchvision.deform_conv2d.default",
             ["(Tensor input, Tensor weight, Tensor offset, Tensor mask, "
              "Tensor bias, SymInt stride_h, SymInt stride_w, SymInt pad_h, "
              "SymInt pad_w, SymInt dilation_h, SymInt dilation_w, SymInt "
              "groups, SymInt offset_groups, bool use_mask) -> Tensor"]>]> {
  let CppName = "TvDeformConv2d";
}

def TorchvisionDropBlock2dOp
    : Op<"torchvision.drop_block2d",
         [Fn<"torchvision.ops.drop_block.drop_block2d",
             ["(Tensor input, float p, int block_size, bool inplace=False, "
              "float eps=1e-06, bool training=True) -> Tensor"],
             ["writes input if inplace", "random if training",
              "aliases input"]>]> {
  let CppName = "TvDropBlock2d";
}

def TorchvisionDropBlock3dOp
    : Op<"torchvision.drop_block3d",
         [Fn<"torchvision.ops.drop_block.drop_block3d",
             ["(Tensor input, float p, int block_size, bool inplace=False, "
              "float eps=1e-06, bool training=True) -> Tensor"],
             ["writes input if inplace", "random if training",
              "aliases input"]>]> {
  let CppName = "TvDropBlock3d";
}

def TorchvisionSigmoidFocalLossOp
    : Op<"torchvision.sigmoid_focal_loss",
         [Fn<"torchvision.ops.focal_loss.sigmoid_focal_loss",
             ["(Tensor inputs, Tensor targets, float alpha=0.25, float "
              "gamma=2, str reduction='none') -> Tensor"]>]> {
  let CppName = "TvSigmoidFocalLoss";
}

def TorchvisionGeneralizedBoxIouLossOp
    : Op<"torchvision.generalized_box_iou_loss",
         [Fn<"torchvision.ops.giou_loss.generalized_box_iou_loss",
             ["(Tensor boxes1, Tensor boxes2, str reduction='none', float "
              "eps=1e-07) -> Tensor"]>]> {
  let CppName = "TvGeneralizedBoxIouLoss";
}

def TorchvisionDistanceBoxIouLossOp
    : Op<"torchvision.distance_box_iou_loss",
         [Fn<"torchvision.ops.diou_loss.distance_box_iou_loss",
             ["(Tensor boxes1, Tensor boxes2, str reduction='none', float "
              "eps=1e-07) -> Tensor"]>]> {
  let CppName = "TvDistanceBoxIouLoss";
}

def TorchvisionCompleteBoxIouLossOp
    : Op<"torchvision.complete_box_iou_loss",
         [Fn<"torchvision.ops.ciou_loss.complete_box_iou_loss",
             ["(Tensor boxes1, Tensor boxes2, str reduction='none', float "
              "eps=1e-07) -> Tensor"]>]> {
  let CppName = "TvCompleteBoxIouLoss";
}

//===----------------------------------------------------------------------===//
// torchvision.models
//===----------------------------------------------------------------------===//

def TorchvisionPatchMergingPadOp
    : Op<"torchvision._patch_merging_pad",
         [Fn<"torchvision.models.swin_transformer._patch_merging_pad",
             ["(Tensor x) -> Tensor"]>]> {
  let CppName = "TvPatchMergingPad";
}

def TorchvisionGetRelativePositionBiasOp
    : Op<"torchvision._get_relative_position_bias",
         [Fn<"torchvision.models.swin_transformer._get_relative_position_bias",
             ["(Tensor relative_position_bias_table, Tensor "
              "relative_position_index, int[] window_size) -> Tensor"]>]> {
  let CppName = "TvGetRelativePositionBias";
}

def TorchvisionShiftedWindowAttentionOp
    : Op<"torchvision.shifted_window_attention",
         [Fn<"torchvision.models.swin_transformer.shifted_window_attention",
             ["(Tensor input, Tensor qkv_weight, Tensor proj_weight, Tensor "
              "relative_position_bias, int[] window_size, int num_heads, int[] "
              "shift_size, float attention_dropout=0.0, float dropout=0.0, "
              "Tensor? qkv_bias=None, Tensor? proj_bias=None, Tensor? "
              "logit_scale=None, bool training=True) -> Tensor"],
             ["random if attention_dropout", "random if dropout"]>]> {
  let Summary = "Attention within windows";
  let CppName = "TvShiftedWindowAttention";
}

def TorchvisionUnsqueezeOp
    : Op<"torchvision._unsqueeze",
         [Fn<"torchvision.models.video.mvit._unsqueeze",
             ["(Tensor x, int target_dim, int expand_dim) -> (Tensor, int)"],
             ["aliases x"]>]> {
  let CppName = "TvUnsqueeze";
}

def TorchvisionSqueezeOp
    : Op<"torchvision._squeeze", [Fn<"torchvision.models.video.mvit._squeeze",
                                     ["(Tensor x, int target_dim, int "
                                      "expand_dim, int tensor_dim) -> Tensor"],
                                     ["aliases x"]>]> {
  let CppName = "TvSqueeze";
}

def TorchvisionAddRelPosOp
    : Op<"torchvision._add_rel_pos",
         [Fn<"torchvision.models.video.mvit._add_rel_pos",
             ["(Tensor attn, Tensor q, Any q_thw, Any k_thw, Tensor rel_pos_h, "
              "Tensor rel_pos_w, Tensor rel_pos_t) -> Tensor"],
             ["writes attn", "aliases attn"]>]> {
  let CppName = "TvAddRelPos";
}

def TorchvisionAddShortcutOp
    : Op<"torchvision._add_shortcut",
         [Fn<"torchvision.models.video.mvit._add_shortcut",
             ["(Tensor x, Tensor shortcut, bool residual_with_cls_embed) -> "
              "Tensor"],
             ["writes x", "aliases x"]>]> {
  let CppName = "TvAddShortcut";
}

def GoogLeNetOutputsOp
    : Op<"GoogLeNetOutputs",
         [Fn<"torchvision.models.googlenet.GoogLeNetOutputs",
             ["(Any logits, Any aux_logits2, Any aux_logits1) -> Any"],
             ["aliases logits", "aliases aux_logits2",
              "aliases aux_logits1"]>]>;

def InceptionOutputsOp : Op<"InceptionOutputs",
                            [Fn<"torchvision.models.inception.InceptionOutputs",
                                ["(Any logits, Any aux_logits) -> Any"],
                                ["aliases logits", "aliases aux_logits"]>]>;

#endif // FX_IR_OPSVISION
