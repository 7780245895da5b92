//===- ModulesLoss.td - Losses and distances ---------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_MODULESLOSS
#define FX_IR_MODULESLOSS

include "fx/IR/ModuleBase.td"

// print(module) shows no argument of a loss, so all of them are hidden.
// size_average and reduce are PyTorch's old spelling of reduction.
class LossModule<string name, string ctor, list<string> hidden, code expansion,
                 string file = "torch.nn.modules.loss">
    : TorchModule<file, name, ctor> {
  let Forward = "(Tensor input, Tensor target)";
  let Hidden = hidden;
  let Expansion = expansion;
}

// A loss that takes them still. torch.nn makes a reduction of them, the formula
// refuses them.
class OldLossModule<string name, string ctor, list<string> hidden,
                    code expansion> : LossModule<name, ctor, hidden, [{
  if self.size_average is not None or self.reduce is not None:
    raise 'size_average and reduce are not supported, only reduction'
}]#expansion>;

defvar OldReduction = "bool? size_average=None, bool? reduce=None, "
                      "str reduction='mean'";

def L1Loss : OldLossModule<"L1Loss", !strconcat("(", OldReduction, ")"),
                           ["size_average", "reduce", "reduction"], [{
  return F.l1_loss(input, target, size_average=None, reduce=None,
                   reduction=self.reduction)
}]>;

def MSELoss : OldLossModule<"MSELoss", !strconcat("(", OldReduction, ")"),
                            ["size_average", "reduce", "reduction"], [{
  if self.from_torch1:
    return F.mse_loss(input, target, size_average=None, reduce=None,
                      reduction=self.reduction)
  return F.mse_loss(input, target, size_average=None, reduce=None,
                    reduction=self.reduction, weight=None)
}]>;

def SmoothL1Loss
    : OldLossModule<"SmoothL1Loss",
                    !strconcat("(", OldReduction, ", float beta=1.0)"),
                    ["size_average", "reduce", "reduction", "beta"], [{
  return F.smooth_l1_loss(input, target, size_average=None, reduce=None,
                          reduction=self.reduction, beta=self.beta)
}]>;

def HuberLoss
    : LossModule<
          "HuberLoss",
          "(str reduction='mean', float delta=1.0)", ["reduction", "delta"], [{
  if self.from_torch1:
    return F.huber_loss(input, target, reduction=self.reduction,
                        delta=self.delta)
  return F.huber_loss(input, target, reduction=self.reduction,
                      delta=self.delta, weight=None)
}]>;

def NLLLoss
    : OldLossModule<
          "NLLLoss",
          "(Any weight=None, bool? size_average=None, "
          "int ignore_index=-100, bool? reduce=None, str reduction='mean')",
          ["weight", "ignore_index", "size_average", "reduce", "reduction"], [{
  return F.nll_loss(input, target, weight=self.weight, size_average=None,
                    ignore_index=self.ignore_index, reduce=None,
                    reduction=self.reduction)
}]> {
  let Tensors = [Buffer<"weight", "init.weight">];
}

def NLLLoss2d
    : OldLossModule<
          "NLLLoss2d",
          "(Any weight=None, bool? size_average=None, "
          "int ignore_index=-100, bool? reduce=None, str reduction='mean')",
          ["weight", "ignore_index", "size_average", "reduce", "reduction"], [{
  return F.nll_loss(input, target, weight=self.weight, size_average=None,
                    ignore_index=self.ignore_index, reduce=None,
                    reduction=self.reduction)
}]> {
  let Tensors = [Buffer<"weight", "init.weight">];
}

def PoissonNLLLoss
    : OldLossModule<
          "PoissonNLLLoss",
          "(bool log_input=True, bool full=False, bool? size_average=None, "
          "float eps=1e-08, bool? reduce=None, str reduction='mean')",
          ["log_input", "full", "eps", "size_average", "reduce", "reduction"],
          [{
  return F.poisson_nll_loss(log_input, target, log_input=self.log_input,
                            full=self.full, size_average=None, eps=self.eps,
                            reduce=None, reduction=self.reduction)
}]> {
  let Forward = "(Tensor log_input, Tensor target)";
}

def GaussianNLLLoss
    : LossModule<"GaussianNLLLoss",
                 "(*, bool full=False, float eps=1e-06, str reduction='mean')",
                 ["full", "eps", "reduction"], [{
  return F.gaussian_nll_loss(input, target, var, full=self.full, eps=self.eps,
                             reduction=self.reduction)
}]> {
  let Forward = "(Tensor input, Tensor target, Tensor var)";
}

def KLDivLoss
    : OldLossModule<"KLDivLoss",
                    !strconcat("(", OldReduction, ", bool log_target=False)"),
                    ["size_average", "reduce", "reduction", "log_target"], [{
  return F.kl_div(input, target, size_average=None, reduce=None,
                  reduction=self.reduction, log_target=self.log_target)
}]>;

def BCELoss
    : OldLossModule<"BCELoss",
                    !strconcat("(Any weight=None, ", OldReduction, ")"),
                    ["weight", "size_average", "reduce", "reduction"], [{
  return F.binary_cross_entropy(input, target, weight=self.weight,
                                size_average=None, reduce=None,
                                reduction=self.reduction)
}]> {
  let Tensors = [Buffer<"weight", "init.weight">];
}

def BCEWithLogitsLoss
    : OldLossModule<
          "BCEWithLogitsLoss",
          !strconcat("(Any weight=None, ", OldReduction,
                     ", Any pos_weight=None)"),
          ["weight", "size_average", "reduce", "reduction", "pos_weight"], [{
  return F.binary_cross_entropy_with_logits(input, target, weight=self.weight,
                                            size_average=None, reduce=None,
                                            reduction=self.reduction,
                                            pos_weight=self.pos_weight)
}]> {
  let Tensors = [Buffer<"weight", "init.weight">,
                 Buffer<"pos_weight", "init.pos_weight">];
}

def CrossEntropyLoss
    : OldLossModule<
          "CrossEntropyLoss",
          "(Any weight=None, bool? size_average=None, "
          "int ignore_index=-100, bool? reduce=None, str reduction='mean', "
          "float label_smoothing=0.0)",
          ["weight", "ignore_index", "size_average", "reduce", "reduction",
           "label_smoothing"],
          [{
  return F.cross_entropy(input, target, weight=self.weight, size_average=None,
                         ignore_index=self.ignore_index, reduce=None,
                         reduction=self.reduction,
                         label_smoothing=self.label_smoothing)
}]> {
  let Tensors = [Buffer<"weight", "init.weight">];
}

def CTCLoss
    : LossModule<
          "CTCLoss",
          "(int blank=0, str reduction='mean', bool zero_infinity=False)",
          ["blank", "reduction", "zero_infinity"], [{
  return F.ctc_loss(log_probs, targets, input_lengths, target_lengths,
                    blank=self.blank, reduction=self.reduction,
                    zero_infinity=self.zero_infinity)
}]> {
  let Forward = "(Tensor log_probs, Tensor targets, Any input_lengths, Any "
                "target_lengths)";
}

def CosineEmbeddingLoss
    : OldLossModule<"CosineEmbeddingLoss",
                    !strconcat("(float margin=0.0, ", OldReduction, ")"),
                    ["margin", "size_average", "reduce", "reduction"], [{
  return F.cosine_embedding_loss(input1, input2, target, margin=self.margin,
                                 size_average=None, reduce=None,
                                 reduction=self.reduction)
}]> {
  let Forward = "(Tensor input1, Tensor input2, Tensor target)";
}

def HingeEmbeddingLoss
    : OldLossModule<"HingeEmbeddingLoss",
                    !strconcat("(float margin=1.0, ", OldReduction, ")"),
                    ["margin", "size_average", "reduce", "reduction"], [{
  return F.hinge_embedding_loss(input, target, margin=self.margin,
                                size_average=None, reduce=None,
                                reduction=self.reduction)
}]>;

def MarginRankingLoss
    : OldLossModule<"MarginRankingLoss",
                    !strconcat("(float margin=0.0, ", OldReduction, ")"),
                    ["margin", "size_average", "reduce", "reduction"], [{
  return F.margin_ranking_loss(input1, input2, target, margin=self.margin,
                               size_average=None, reduce=None,
                               reduction=self.reduction)
}]> {
  let Forward = "(Tensor input1, Tensor input2, Tensor target)";
}

def MultiLabelMarginLoss
    : OldLossModule<"MultiLabelMarginLoss", !strconcat("(", OldReduction, ")"),
                    ["size_average", "reduce", "reduction"], [{
  return F.multilabel_margin_loss(input, target, size_average=None,
                                  reduce=None, reduction=self.reduction)
}]>;

def MultiLabelSoftMarginLoss
    : OldLossModule<"MultiLabelSoftMarginLoss",
                    !strconcat("(Any weight=None, ", OldReduction, ")"),
                    ["weight", "size_average", "reduce", "reduction"], [{
  return F.multilabel_soft_margin_loss(input, target, weight=self.weight,
                                       size_average=None, reduce=None,
                                       reduction=self.reduction)
}]> {
  let Tensors = [Buffer<"weight", "init.weight">];
}

def MultiMarginLoss
    : OldLossModule<
          "MultiMarginLoss",
          !strconcat("(int p=1, float margin=1.0, Any weight=None, ",
                     OldReduction, ")"),
          ["p", "margin", "weight", "size_average", "reduce", "reduction"], [{
  return F.multi_margin_loss(input, target, p=self.p, margin=self.margin,
                             weight=self.weight, size_average=None,
                             reduce=None, reduction=self.reduction)
}]> {
  let Tensors = [Buffer<"weight", "init.weight">];
}

def SoftMarginLoss
    : OldLossModule<"SoftMarginLoss", !strconcat("(", OldReduction, ")"),
                    ["size_average", "reduce", "reduction"], [{
  return F.soft_margin_loss(input, target, size_average=None, reduce=None,
                            reduction=self.reduction)
}]>;

def TripletMarginLoss
    : OldLossModule<
          "TripletMarginLoss",
          !strconcat("(float margin=1.0, float p=2.0, float eps=1e-06, "
                     "bool swap=False, ",
                     OldReduction, ")"),
          ["margin", "p", "eps", "swap", "size_average", "reduce", "reduction"],
          [{
  return F.triplet_margin_loss(anchor, positive, negative, margin=self.margin,
                               p=self.p, eps=self.eps, swap=self.swap,
                               size_average=None, reduce=None,
                               reduction=self.reduction)
}]> {
  let Forward = "(Tensor anchor, Tensor positive, Tensor negative)";
}

def TripletMarginWithDistanceLoss
    : LossModule<
          "TripletMarginWithDistanceLoss",
          "(*, Any distance_function=None, float margin=1.0, bool swap=False, "
          "str reduction='mean')",
          ["distance_function", "margin", "swap", "reduction"], [{
  return F.triplet_margin_with_distance_loss(anchor, positive, negative,
      distance_function=self.distance_function, margin=self.margin,
                                             swap=self.swap,
                                             reduction=self.reduction)
}]> {
  let Forward = "(Tensor anchor, Tensor positive, Tensor negative)";
  let Tensors = [Param<"distance_function">];
}

// New in PyTorch 2.13.
def LinearCrossEntropyLoss
    : LossModule<"LinearCrossEntropyLoss",
                 "(int in_features, int num_classes, *, int[] out_features=(), "
                 "bool bias=False, Device? device=None, "
                 "ScalarType? dtype=None, str reduction='mean', "
                 "Any weight=None, int? ignore_index=None, "
                 "float label_smoothing=0.0, Any options=None)",
                 ["weight"], [{
  shape = tuple(self.out_features)
  weight = self.linear.weight.reshape(
      (self.num_classes,) + shape + (self.in_features,))
  bias = self.linear.bias
  if bias is not None:
    bias = bias.reshape((self.num_classes,) + shape)
  return F.linear_cross_entropy(
      input, weight, target, linear_bias=bias, weight=self.weight,
      reduction=self.reduction, ignore_index=self.ignore_index,
      label_smoothing=self.label_smoothing, options=self.options)
}]> {
  let Tensors = [Param<"linear.weight">, Param<"linear.bias", "init.bias">,
                 Buffer<"weight", "init.weight">];
}

def AdaptiveLogSoftmaxWithLoss
    : LossModule<"AdaptiveLogSoftmaxWithLoss",
                 "(int in_features, int n_classes, int[] cutoffs, "
                 "float div_value=4.0, bool head_bias=False)",
                 [], "", "torch.nn.modules.adaptive"> {
  let NoExpansion = "its steps depend on the values of the target";
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

def CosineSimilarity
    : TorchModule<"torch.nn.modules.distance", "CosineSimilarity",
                  "(int dim=1, float eps=1e-08)"> {
  let Forward = "(Tensor x1, Tensor x2)";
  let Hidden = ["dim", "eps"];
  let Expansion = [{
    return torch.cosine_similarity(x1, x2, self.dim, self.eps)
  }];
}

def PairwiseDistance
    : TorchModule<"torch.nn.modules.distance", "PairwiseDistance",
                  "(float p=2.0, float eps=1e-06, bool keepdim=False)"> {
  let Forward = "(Tensor x1, Tensor x2)";
  let Hidden = ["p", "eps", "keepdim"];
  let Expansion = [{
    return torch.pairwise_distance(x1, x2, self.p, self.eps, self.keepdim)
  }];
}

#endif // FX_IR_MODULESLOSS
