//===- OpsActivation.td - Activations and dropout ----------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSACTIVATION
#define FX_IR_OPSACTIVATION

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

def ReluOp : Op<"relu", [Fn<"torch.nn.functional.relu",
                            ["(Tensor input, bool inplace=False) -> Tensor"],
                            ["writes input if inplace",
                             "aliases input if inplace"]>]> {
  let Summary = "The larger of an element and zero";
  let Pointwise = true;
  let Laws = [Idempotent<>];
}

def Relu6Op : Op<"relu6", [Fn<"torch.nn.functional.relu6",
                              ["(Tensor input, bool inplace=False) -> Tensor"],
                              ["writes input if inplace",
                               "aliases input if inplace"]>]> {
  let Summary = "An element clamped to 0 .. 6";
  let Pointwise = true;
  let Laws = [Idempotent<>, FixedBy<"relu">];
}

def EluOp
    : Op<"elu",
         [Fn<"torch.nn.functional.elu",
             ["(Tensor input, float alpha=1.0, bool inplace=False) -> Tensor"],
             ["writes input if inplace", "aliases input if inplace"]>]> {
  let Summary = "Exponential linear unit";
  let Pointwise = true;
}

def SeluOp : Op<"selu", [Fn<"torch.nn.functional.selu",
                            ["(Tensor input, bool inplace=False) -> Tensor"],
                            ["writes input if inplace",
                             "aliases input if inplace"]>]> {
  let Summary = "Scaled exponential linear unit";
  let Pointwise = true;
}

def CeluOp
    : Op<"celu",
         [Fn<"torch.nn.functional.celu",
             ["(Tensor input, float alpha=1.0, bool inplace=False) -> Tensor"],
             ["writes input if inplace", "aliases input if inplace"]>]> {
  let Summary = "Continuously differentiable exponential linear unit";
  let Pointwise = true;
}

def GeluOp : Op<"gelu"> {
  let Summary = "Gaussian error linear unit";
  let Pointwise = true;
}

def GluOp : Op<"glu", [Fn<"torch.nn.functional.glu", ["(Tensor input, int "
                                                      "dim=-1) -> Tensor"]>]> {
  let Summary = "One half of a dimension gates the other";
}

def SiluOp : Op<"silu", [Fn<"torch.nn.functional.silu",
                            ["(Tensor input, bool inplace=False) -> Tensor"],
                            ["writes input if inplace",
                             "aliases input if inplace"]>]> {
  let Summary = "x * sigmoid(x)";
  let Pointwise = true;
}

def MishOp : Op<"mish", [Fn<"torch.nn.functional.mish",
                            ["(Tensor input, bool inplace=False) -> Tensor"],
                            ["writes input if inplace",
                             "aliases input if inplace"]>]> {
  let Summary = "x * tanh(softplus(x))";
  let Pointwise = true;
}

def HardtanhOp
    : Op<"hardtanh", [Fn<"torch.nn.functional.hardtanh",
                         ["(Tensor input, float min_val=-1.0, float "
                          "max_val=1.0, bool inplace=False) -> Tensor"],
                         ["writes input if inplace",
                          "aliases input if inplace"]>]> {
  let Summary = "An element clamped to min_val .. max_val";
  let Pointwise = true;
}

def HardsigmoidOp
    : Op<"hardsigmoid", [Fn<"torch.nn.functional.hardsigmoid",
                            ["(Tensor input, bool inplace=False) -> Tensor"],
                            ["writes input if inplace",
                             "aliases input if inplace"]>]> {
  let Summary = "A piecewise linear sigmoid";
  let Pointwise = true;
  let Laws = [FixedBy<"relu">];
}

def HardswishOp
    : Op<"hardswish", [Fn<"torch.nn.functional.hardswish",
                          ["(Tensor input, bool inplace=False) -> Tensor"],
                          ["writes input if inplace",
                           "aliases input if inplace"]>]> {
  let Summary = "x * hardsigmoid(x)";
  let Pointwise = true;
}

def LeakyReluOp
    : Op<"leaky_relu", [Fn<"torch.nn.functional.leaky_relu",
                           ["(Tensor input, float negative_slope=0.01, bool "
                            "inplace=False) -> Tensor"],
                           ["writes input if inplace",
                            "aliases input if inplace"]>]> {
  let Summary = "Elements below zero are multiplied by negative_slope";
  let Pointwise = true;
}

def PreluOp : Op<"prelu"> { let Summary = "leaky_relu with a learned slope"; }

def RreluOp
    : Op<"rrelu", [Fn<"torch.nn.functional.rrelu",
                      ["(Tensor input, float lower=0.125, float "
                       "upper=0.3333333333333333, bool training=False, bool "
                       "inplace=False) -> Tensor"],
                      ["writes input if inplace", "aliases input if inplace",
                       "random if training"]>]> {
  let Summary = "leaky_relu with a random slope";
  let Effects = ["random if training"];
}

def HardshrinkOp : Op<"hardshrink"> {
  let Summary = "Zero where the magnitude is at most lambd";
  let Pointwise = true;
}

def SoftshrinkOp : Op<"softshrink"> {
  let Summary = "Magnitudes reduced by lambd";
  let Pointwise = true;
}

def TanhshrinkOp
    : Op<"tanhshrink",
         [Fn<"torch.nn.functional.tanhshrink", ["(Tensor input) -> Tensor"]>]> {
  let Summary = "x - tanh(x)";
  let Pointwise = true;
}

def SoftsignOp
    : Op<"softsign",
         [Fn<"torch.nn.functional.softsign", ["(Tensor input) -> Tensor"]>]> {
  let Summary = "x / (1 + |x|)";
  let Pointwise = true;
  let Inverses = [Inverse<
      "input", [{ return torch.div(result, 1 - torch.abs(result)) }]>];
}

def SoftplusOp : Op<"softplus"> {
  let Summary = "log(1 + exp(beta * x)) / beta";
  let Pointwise = true;
}

def ThresholdOp
    : Op<"threshold",
         [Fn<"torch.nn.functional._threshold",
             ["(Tensor input, float threshold, float value, bool "
              "inplace=False) -> Tensor"],
             ["writes input if inplace", "aliases input if inplace"]>,
          Fn<"torch.nn.functional.threshold",
             ["(Tensor input, float threshold, float value, bool "
              "inplace=False) -> Tensor"],
             ["writes input if inplace", "aliases input if inplace"]>]> {
  let Summary = "Elements not above threshold become value";
  let Pointwise = true;
}

def LogSigmoidOp : Op<"log_sigmoid"> {
  let Summary = "log(sigmoid(x))";
  let Pointwise = true;
}

def SigmoidOp
    : Op<"sigmoid",
         [Fn<"torch.nn.functional.sigmoid", ["(Tensor input) -> Tensor"]>]> {
  let Summary = "1 / (1 + exp(-x))";
  let Aten = ["sigmoid", "special_expit"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.logit(result) }]>];
  let Laws = [FixedBy<"relu">];
}

def LogitOp : Op<"logit"> {
  let Summary = "log(x / (1 - x))";
  let Aten = ["logit", "special_logit"];
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.sigmoid(result) }]>];
}

def TanhOp
    : Op<"tanh",
         [Fn<"torch.nn.functional.tanh", ["(Tensor input) -> Tensor"]>]> {
  let Summary = "Hyperbolic tangent";
  let Pointwise = true;
  let Inverses = [Inverse<"input", [{ return torch.arctanh(result) }]>];
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

def SoftmaxOp
    : Op<"softmax", [Fn<"torch.nn.functional.softmax",
                        ["(Tensor input, int? dim=None, int _stacklevel=3, "
                         "ScalarType? dtype=None) -> Tensor"]>]> {
  let Summary = "Exponentials that add up to one";
  let Aten = ["softmax", "special_softmax"];
  let Laws = [FixedBy<"relu", "", "1">];
}

def InternalSoftmaxOp : Op<"_softmax"> {
  let Summary = "What softmax calls";
  let CppName = "InternalSoftmax";
  let Laws = [FixedBy<"relu", "", "1, False">];
}

def LogSoftmaxOp
    : Op<"log_softmax", [Fn<"torch.nn.functional.log_softmax",
                            ["(Tensor input, int? dim=None, int _stacklevel=3, "
                             "ScalarType? dtype=None) -> Tensor"]>]> {
  let Summary = "log(softmax(x))";
  let Aten = ["log_softmax", "special_log_softmax"];
}

def SoftminOp
    : Op<"softmin", [Fn<"torch.nn.functional.softmin",
                        ["(Tensor input, int? dim=None, int _stacklevel=3, "
                         "ScalarType? dtype=None) -> Tensor"]>]> {
  let Summary = "softmax(-x)";
}

def GumbelSoftmaxOp
    : Op<"gumbel_softmax", [Fn<"torch.nn.functional.gumbel_softmax",
                               ["(Tensor logits, float tau=1, bool hard=False, "
                                "float eps=1e-10, int dim=-1) -> Tensor"],
                               ["random"]>]> {
  let Summary = "Softmax of noisy logits";
}

//===----------------------------------------------------------------------===//
// Dropout
//===----------------------------------------------------------------------===//

// Without training, and with p=0, the result is the input itself.

def DropoutOp
    : Op<"dropout", [Fn<"torch.nn.functional.dropout",
                        ["(Tensor input, float p=0.5, bool training=True, bool "
                         "inplace=False) -> Tensor"],
                        ["writes input if inplace",
                         "aliases input if inplace"]>]> {
  let Summary = "Random elements become zero";
  let Effects = ["random if training", "random if train", "aliases input"];
}

def Dropout1dOp
    : Op<"dropout1d", [Fn<"torch.nn.functional.dropout1d",
                          ["(Tensor input, float p=0.5, bool training=True, "
                           "bool inplace=False) -> Tensor"],
                          ["writes input if inplace",
                           "aliases input if inplace"]>]> {
  let Summary = "Random channels become zero";
  let Effects = ["random if training", "random if train", "aliases input"];
}

def Dropout2dOp
    : Op<"dropout2d", [Fn<"torch.nn.functional.dropout2d",
                          ["(Tensor input, float p=0.5, bool training=True, "
                           "bool inplace=False) -> Tensor"],
                          ["writes input if inplace",
                           "aliases input if inplace"]>]> {
  let Summary = "Random channels become zero";
  let Effects = ["random if training", "random if train", "aliases input"];
}

def Dropout3dOp
    : Op<"dropout3d", [Fn<"torch.nn.functional.dropout3d",
                          ["(Tensor input, float p=0.5, bool training=True, "
                           "bool inplace=False) -> Tensor"],
                          ["writes input if inplace",
                           "aliases input if inplace"]>]> {
  let Summary = "Random channels become zero";
  let Effects = ["random if training", "random if train", "aliases input"];
}

def AlphaDropoutOp
    : Op<"alpha_dropout", [Fn<"torch.nn.functional.alpha_dropout",
                              ["(Tensor input, float p=0.5, bool "
                               "training=False, bool inplace=False) -> Tensor"],
                              ["writes input if inplace",
                               "aliases input if inplace"]>]> {
  let Summary = "Dropout that keeps mean and variance";
  let Effects = ["random if training", "random if train", "aliases input"];
}

def FeatureAlphaDropoutOp
    : Op<"feature_alpha_dropout",
         [Fn<"torch.nn.functional.feature_alpha_dropout",
             ["(Tensor input, float p=0.5, bool training=False, bool "
              "inplace=False) -> Tensor"],
             ["writes input if inplace", "aliases input if inplace"]>]> {
  let Summary = "Dropout that keeps mean and variance";
  let Effects = ["random if training", "random if train", "aliases input"];
}

def FeatureDropoutOp : Op<"feature_dropout"> {
  let Summary = "Random channels become zero";
  let Effects = ["random if train", "aliases input"];
}

def NativeDropoutOp : Op<"native_dropout"> {
  let Summary = "Dropout that returns its mask too";
  let Effects = ["random if train"];
}

#endif // FX_IR_OPSACTIVATION
