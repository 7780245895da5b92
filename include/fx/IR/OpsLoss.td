//===- OpsLoss.td - Losses and distances -------------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSLOSS
#define FX_IR_OPSLOSS

include "fx/IR/OpBase.td"

def L1LossOp
    : Op<"l1_loss", [Fn<"torch.nn.functional.l1_loss",
                        ["(Tensor input, Tensor target, bool? "
                         "size_average=None, bool? reduce=None, str "
                         "reduction='mean', Tensor? weight=None) -> Tensor"]>]>;

def MseLossOp : Op<"mse_loss",
                   [Fn<"torch.nn.functional.mse_loss",
                       ["(Tensor input, Tensor target, bool? "
                        "size_average=None, bool? reduce=None, str "
                        "reduction='mean', Tensor? weight=None) -> Tensor"]>]>;

def SmoothL1LossOp : Op<"smooth_l1_loss",
                        [Fn<"torch.nn.functional.smooth_l1_loss",
                            ["(Tensor input, Tensor target, bool? "
                             "size_average=None, bool? reduce=None, str "
                             "reduction='mean', float beta=1.0) -> Tensor"]>]>;

def HuberLossOp : Op<"huber_loss",
                     [Fn<"torch.nn.functional.huber_loss",
                         ["(Tensor input, Tensor target, str reduction='mean', "
                          "float delta=1.0, Tensor? weight=None) -> Tensor"]>]>;

def NllLossOp : Op<"nll_loss",
                   [Fn<"torch.nn.functional.nll_loss",
                       ["(Tensor input, Tensor target, Tensor? weight=None, "
                        "bool? size_average=None, int ignore_index=-100, bool? "
                        "reduce=None, str reduction='mean') -> Tensor"]>]> {
  let Aten = ["nll_loss_nd"];
}

def BinaryCrossEntropyOp
    : Op<"binary_cross_entropy",
         [Fn<"torch.nn.functional.binary_cross_entropy",
             ["(Tensor input, Tensor target, Tensor? weight=None, bool? "
              "size_average=None, bool? reduce=None, str reduction='mean') -> "
              "Tensor"]>]>;

def BinaryCrossEntropyWithLogitsOp
    : Op<"binary_cross_entropy_with_logits",
         [Fn<"torch.nn.functional.binary_cross_entropy_with_logits",
             ["(Tensor input, Tensor target, Tensor? weight=None, bool? "
              "size_average=None, bool? reduce=None, str reduction='mean', "
              "Tensor? pos_weight=None) -> Tensor"]>]>;

def CrossEntropyOp
    : Op<"cross_entropy",
         [Fn<"torch.nn.functional.cross_entropy",
             ["(Tensor input, Tensor target, Tensor? weight=None, bool? "
              "size_average=None, int ignore_index=-100, bool? reduce=None, "
              "str reduction='mean', float label_smoothing=0.0) -> Tensor"]>]> {
  let Aten = ["cross_entropy_loss"];
}

def KlDivOp : Op<"kl_div",
                 [Fn<"torch.nn.functional.kl_div",
                     ["(Tensor input, Tensor target, bool? size_average=None, "
                      "bool? reduce=None, str reduction='mean', bool "
                      "log_target=False) -> Tensor"]>]>;

def PoissonNllLossOp
    : Op<"poisson_nll_loss",
         [Fn<"torch.nn.functional.poisson_nll_loss",
             ["(Tensor input, Tensor target, bool log_input=True, bool "
              "full=False, bool? size_average=None, float eps=1e-08, bool? "
              "reduce=None, str reduction='mean') -> Tensor"]>]>;

def GaussianNllLossOp
    : Op<"gaussian_nll_loss",
         [Fn<"torch.nn.functional.gaussian_nll_loss",
             ["(Tensor input, Tensor target, Any var, bool full=False, float "
              "eps=1e-06, str reduction='mean') -> Tensor"]>]>;

def CtcLossOp
    : Op<"ctc_loss",
         [Fn<"torch.nn.functional.ctc_loss",
             ["(Tensor log_probs, Tensor targets, Any input_lengths, Any "
              "target_lengths, int blank=0, str reduction='mean', bool "
              "zero_infinity=False) -> Tensor"]>]>;

def CosineEmbeddingLossOp
    : Op<"cosine_embedding_loss",
         [Fn<"torch.nn.functional.cosine_embedding_loss",
             ["(Tensor input1, Tensor input2, Tensor target, float margin=0.0, "
              "bool? size_average=None, bool? reduce=None, str "
              "reduction='mean') -> Tensor"]>]>;

def HingeEmbeddingLossOp
    : Op<"hinge_embedding_loss",
         [Fn<"torch.nn.functional.hinge_embedding_loss",
             ["(Tensor input, Tensor target, float margin=1.0, bool? "
              "size_average=None, bool? reduce=None, str reduction='mean') -> "
              "Tensor"]>]>;

def MarginRankingLossOp
    : Op<"margin_ranking_loss",
         [Fn<"torch.nn.functional.margin_ranking_loss",
             ["(Tensor input1, Tensor input2, Tensor target, float margin=0.0, "
              "bool? size_average=None, bool? reduce=None, str "
              "reduction='mean') -> Tensor"]>]>;

def MultilabelMarginLossOp
    : Op<"multilabel_margin_loss",
         [Fn<"torch.nn.functional.multilabel_margin_loss",
             ["(Tensor input, Tensor target, bool? size_average=None, bool? "
              "reduce=None, str reduction='mean') -> Tensor"]>]>;

def MultilabelSoftMarginLossOp
    : Op<"multilabel_soft_margin_loss",
         [Fn<"torch.nn.functional.multilabel_soft_margin_loss",
             ["(Tensor input, Tensor target, Tensor? weight=None, bool? "
              "size_average=None, bool? reduce=None, str reduction='mean') -> "
              "Tensor"]>]>;

def MultiMarginLossOp
    : Op<"multi_margin_loss",
         [Fn<"torch.nn.functional.multi_margin_loss",
             ["(Tensor input, Tensor target, int p=1, float margin=1.0, "
              "Tensor? weight=None, bool? size_average=None, bool? "
              "reduce=None, str reduction='mean') -> Tensor"]>]>;

def SoftMarginLossOp
    : Op<"soft_margin_loss",
         [Fn<"torch.nn.functional.soft_margin_loss",
             ["(Tensor input, Tensor target, bool? size_average=None, bool? "
              "reduce=None, str reduction='mean') -> Tensor"]>]>;

def TripletMarginLossOp
    : Op<"triplet_margin_loss",
         [Fn<"torch.nn.functional.triplet_margin_loss",
             ["(Tensor anchor, Tensor positive, Tensor negative, float "
              "margin=1.0, float p=2, float eps=1e-06, bool swap=False, bool? "
              "size_average=None, bool? reduce=None, str reduction='mean') -> "
              "Tensor"]>]>;

def TripletMarginWithDistanceLossOp
    : Op<"triplet_margin_with_distance_loss",
         [Fn<"torch.nn.functional.triplet_margin_with_distance_loss",
             ["(Tensor anchor, Tensor positive, Tensor negative, *, Any "
              "distance_function=None, float margin=1.0, bool swap=False, str "
              "reduction='mean') -> Tensor"]>]>;

def LinearCrossEntropyOp
    : Op<"linear_cross_entropy",
         [Fn<"torch.nn.functional.linear_cross_entropy",
             ["(Tensor input, Tensor linear_weight, Tensor target, *, Tensor? "
              "linear_bias=None, Tensor? weight=None, str reduction='mean', "
              "int? ignore_index=None, float label_smoothing=0.0, Any "
              "options=None) -> Tensor"]>]>;

def NllLossPlainOp : Op<"nll_loss_plain"> { let Aten = ["nll_loss"]; }

def NllLoss2dOp : Op<"nll_loss2d">;

def CosineSimilarityOp : Op<"cosine_similarity">;

def PairwiseDistanceOp : Op<"pairwise_distance">;

def PdistOp : Op<"pdist">;

#endif // FX_IR_OPSLOSS
