//===- Adapters.cpp - Python's parameters, an operator's arguments --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Adapters.h"

using namespace fx::torch_impl;

#define POOL(N)                                                                \
  {"torch.nn.functional.max_pool" #N "d",                                      \
   "(Tensor input, int[" #N "] kernel_size, int[" #N "] stride, int[" #N       \
   "] padding=0, int[" #N "] dilation=1, bool ceil_mode=False, "               \
   "bool return_indices=False) -> Tensor",                                     \
   "aten::max_pool" #N "d", "",                                                \
   "input, kernel_size, stride, padding, dilation, ceil_mode"},                \
      {"torch.nn.functional.max_pool" #N "d",                                  \
       "(Tensor input, int[" #N "] kernel_size, Generator? stride=None, "      \
       "int[" #N "] padding=0, int[" #N "] dilation=1, "                       \
       "bool ceil_mode=False, bool return_indices=False) -> Tensor",           \
       "aten::max_pool" #N "d", "",                                            \
       "input, kernel_size, [], padding, dilation, ceil_mode"},                \
      {"torch.nn.functional.adaptive_avg_pool" #N "d",                         \
       "(Tensor input, int[" #N "] output_size) -> Tensor",                    \
       "aten::adaptive_avg_pool" #N "d", "", "input, output_size"}

#define DROPOUT(NAME, OP, TRAINING)                                            \
  {"torch.nn.functional." NAME,                                                \
   "(Tensor input, float p=0.5, bool training=" TRAINING                       \
   ", bool inplace=False) -> Tensor",                                          \
   "aten::" OP, "aten::" OP "_", "input, p, training"}

#define ACTIVATION(NAME)                                                       \
  {"torch.nn.functional." NAME,                                                \
   "(Tensor input, bool inplace=False) -> Tensor", "aten::" NAME,              \
   "aten::" NAME "_", "input"}

// `Generator?` stands for None alone, which schemas have no type for.
static const Adapter Table[] = {
    ACTIVATION("relu"),
    ACTIVATION("relu6"),
    ACTIVATION("selu"),
    ACTIVATION("silu"),
    ACTIVATION("mish"),
    ACTIVATION("hardswish"),
    ACTIVATION("hardsigmoid"),
    {"torch.nn.functional.hardtanh",
     "(Tensor input, float min_val=-1.0, float max_val=1.0, "
     "bool inplace=False) -> Tensor",
     "aten::hardtanh", "aten::hardtanh_", "input, min_val, max_val"},
    {"torch.nn.functional.elu",
     "(Tensor input, float alpha=1.0, bool inplace=False) -> Tensor",
     "aten::elu", "aten::elu_", "input, alpha, 1, 1"},
    {"torch.nn.functional.celu",
     "(Tensor input, float alpha=1.0, bool inplace=False) -> Tensor",
     "aten::celu", "aten::celu_", "input, alpha"},
    {"torch.nn.functional.leaky_relu",
     "(Tensor input, float negative_slope=0.01, bool inplace=False) -> Tensor",
     "aten::leaky_relu", "aten::leaky_relu_", "input, negative_slope"},
    {"torch.nn.functional.rrelu",
     "(Tensor input, float lower=0.125, float upper=0.3333333333333333, "
     "bool training=False, bool inplace=False) -> Tensor",
     "aten::rrelu", "aten::rrelu_", "input, lower, upper, training, None"},
    {"torch.nn.functional.threshold",
     "(Tensor input, Scalar threshold, Scalar value, bool inplace=False) -> "
     "Tensor",
     "aten::threshold", "aten::threshold_", "input, threshold, value"},
    {"torch.nn.functional._threshold",
     "(Tensor input, Scalar threshold, Scalar value, bool inplace=False) -> "
     "Tensor",
     "aten::threshold", "aten::threshold_", "input, threshold, value"},
    {"torch.nn.functional.glu", "(Tensor input, int dim=-1) -> Tensor",
     "aten::glu", "", "input, dim"},
    {"torch.nn.functional.sigmoid", "(Tensor input) -> Tensor", "aten::sigmoid",
     "", "input"},
    {"torch.nn.functional.tanh", "(Tensor input) -> Tensor", "aten::tanh", "",
     "input"},
    {"torch.nn.functional.softmax",
     "(Tensor input, int dim, int _stacklevel=3, ScalarType? dtype=None) -> "
     "Tensor",
     "aten::softmax.int", "", "input, dim, dtype"},
    {"torch.nn.functional.log_softmax",
     "(Tensor input, int dim, int _stacklevel=3, ScalarType? dtype=None) -> "
     "Tensor",
     "aten::log_softmax.int", "", "input, dim, dtype"},
    DROPOUT("dropout", "dropout", "True"),
    DROPOUT("alpha_dropout", "alpha_dropout", "False"),
    DROPOUT("feature_alpha_dropout", "feature_alpha_dropout", "False"),
    DROPOUT("dropout1d", "feature_dropout", "True"),
    DROPOUT("dropout2d", "feature_dropout", "True"),
    DROPOUT("dropout3d", "feature_dropout", "True"),
    {"torch.nn.functional.batch_norm",
     "(Tensor input, Tensor? running_mean, Tensor? running_var, "
     "Tensor? weight=None, Tensor? bias=None, bool training=False, "
     "float momentum=0.1, float eps=1e-05) -> Tensor",
     "aten::batch_norm", "",
     "input, weight, bias, running_mean, running_var, training, momentum, eps, "
     "True"},
    {"torch.nn.functional.instance_norm",
     "(Tensor input, Tensor? running_mean=None, Tensor? running_var=None, "
     "Tensor? weight=None, Tensor? bias=None, bool use_input_stats=True, "
     "float momentum=0.1, float eps=1e-05) -> Tensor",
     "aten::instance_norm", "",
     "input, weight, bias, running_mean, running_var, use_input_stats, "
     "momentum, eps, True"},
    {"torch.nn.functional.layer_norm",
     "(Tensor input, int[] normalized_shape, Tensor? weight=None, "
     "Tensor? bias=None, float eps=1e-05) -> Tensor",
     "aten::layer_norm", "",
     "input, normalized_shape, weight, bias, eps, True"},
    {"torch.nn.functional.group_norm",
     "(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, "
     "float eps=1e-05) -> Tensor",
     "aten::group_norm", "", "input, num_groups, weight, bias, eps, True"},
    {"torch.nn.functional.embedding",
     "(Tensor input, Tensor weight, Generator? padding_idx=None, "
     "Generator? max_norm=None, float norm_type=2.0, "
     "bool scale_grad_by_freq=False, bool sparse=False) -> Tensor",
     "aten::embedding", "", "weight, input, -1, scale_grad_by_freq, sparse"},
    POOL(1),
    POOL(2),
    POOL(3),
    {"torch.nn.functional.pad",
     "(Tensor input, int[] pad, str mode='constant', float? value=None) -> "
     "Tensor",
     "aten::pad", "", "input, pad, mode, value"},
    {"torch.nn.functional.unfold",
     "(Tensor input, int[2] kernel_size, int[2] dilation=1, int[2] padding=0, "
     "int[2] stride=1) -> Tensor",
     "aten::im2col", "", "input, kernel_size, dilation, padding, stride"},
    {"torch.nn.functional.fold",
     "(Tensor input, int[2] output_size, int[2] kernel_size, int[2] "
     "dilation=1, "
     "int[2] padding=0, int[2] stride=1) -> Tensor",
     "aten::col2im", "",
     "input, output_size, kernel_size, dilation, padding, stride"},
    {"torch.functional.cdist",
     "(Tensor x1, Tensor x2, float p=2.0, Generator? compute_mode=None) -> "
     "Tensor",
     "aten::cdist", "", "x1, x2, p, None"},
    {"torch.functional.split",
     "(Tensor tensor, int split_size_or_sections, int dim=0) -> Tensor[]",
     "aten::split.Tensor", "", "tensor, split_size_or_sections, dim"},
    {"torch.functional.split",
     "(Tensor tensor, int[] split_size_or_sections, int dim=0) -> Tensor[]",
     "aten::split_with_sizes", "", "tensor, split_size_or_sections, dim"},
};

llvm::ArrayRef<Adapter> fx::torch_impl::adapters() { return Table; }
