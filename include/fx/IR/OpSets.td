//===- OpSets.td - Operators that have something in common -*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules name these sets (docs/RuleLanguage.md), and C++ asks OpInfo::isIn. The
// set `pointwise` is not here: an operator says that of itself.
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSETS
#define FX_IR_OPSETS

include "fx/IR/OpBase.td"

/// The elements of the operand in another shape or order, or some of them; a
/// view where it can be one.
def Views : OpSet<"views",
    ["view", "reshape", "permute", "transpose", "t", "expand", "unsqueeze",
     "squeeze", "flatten", "unflatten", "slice", "select", "contiguous",
     "movedim", "view_as", "narrow", "diagonal", "_unsafe_view", "unfold",
     "expand_as"]>;

/// Views whose sizes, strides and offset say which elements they have.
def Strided : OpSet<"strided",
    ["view", "permute", "transpose", "t", "expand", "unsqueeze", "squeeze",
     "slice", "select", "narrow", "movedim", "view_as", "diagonal", "unfold",
     "expand_as", "unflatten"]>;

/// Views whatever they are given, or the operand itself where they do nothing
/// to it.
def Sharing : OpSet<"sharing",
    ["view", "permute", "transpose", "t", "expand", "unsqueeze", "squeeze",
     "slice", "select", "narrow", "movedim", "view_as", "diagonal", "unfold",
     "expand_as", "unflatten", "alias", "as_strided", "chunk", "detach",
     "imag", "real", "split", "split_with_sizes", "tensor_split",
     "unbind", "view_as_complex", "view_as_real", "alpha_dropout", "dropout",
     "dropout1d", "dropout2d", "dropout3d", "feature_alpha_dropout",
     "feature_dropout"]>;

/// The operand in another type, or itself where it has that.
def Casts : OpSet<"casts",
    ["to", "_to_copy", "type", "type_as", "to_float", "to_double", "to_half",
     "to_bfloat16", "to_int", "to_long", "to_short", "to_bool"]>;

/// A call may give its operand back, the very tensor and not another one in the
/// same memory.
def ReturnsOperand : OpSet<"returns-operand",
    ["to", "type", "type_as", "to_float", "to_double", "to_half",
     "to_bfloat16", "to_int", "to_long", "to_short", "to_bool", "to_cpu",
     "to_cuda", "contiguous", "flatten", "dropout", "alpha_dropout",
     "feature_dropout", "feature_alpha_dropout", "positive", "conj",
     "conj_physical", "resolve_conj", "resolve_neg", "real", "lift_fresh",
     "atleast_1d", "atleast_2d", "atleast_3d", "sum_to_size"]>;

def Reductions : OpSet<"reductions",
    ["sum", "mean", "prod", "amax", "amin", "max", "min", "any", "all", "var",
     "argmax", "argmin", "logsumexp", "std", "norm"]>;

/// Results are other ones with each call.
def Random : OpSet<"random",
    ["rand", "randn", "randint", "rand_like", "randn_like", "bernoulli",
     "dropout", "multinomial", "normal", "randperm", "poisson",
     "feature_dropout"]>;

/// Autograd saves the result, which may not be written then.
def SavesResult : OpSet<"saves-result",
    ["exp", "exp2", "expm1", "sigmoid", "tanh", "tan", "sqrt", "rsqrt", "relu",
     "reciprocal", "softmax", "log_softmax", "logsumexp", "prod", "amax",
     "amin", "norm", "logcumsumexp", "std", "pow", "cumprod", "_softmax",
     "elu", "selu", "celu", "scaled_dot_product_attention"]>;

/// Besides views, autograd saves no operand of them, so that these may be
/// written before gradients are computed. (Of a product with a number it does
/// not, either.)
def SavesNoOperand : OpSet<"saves-no-operand",
    ["add", "sub", "rsub", "neg", "sum", "mean", "cat", "stack", "clone", "to",
     "type", "type_as", "to_float", "to_double", "to_half", "to_bfloat16",
     "split", "split_with_sizes", "chunk", "unbind", "getitem", "flip", "roll",
     "repeat", "cumsum", "constant_pad_nd", "detach", "alias", "exp", "exp2",
     "expm1", "sigmoid", "tanh", "tan", "sqrt", "rsqrt", "relu", "reciprocal",
     "softmax", "log_softmax", "zeros_like", "ones_like", "full_like",
     "empty_like", "size", "dim", "numel", "eq", "ne", "lt", "le", "gt", "ge",
     "argmax", "argmin", "where", "masked_fill", "gather", "index_select"]>;

#endif // FX_IR_OPSETS
