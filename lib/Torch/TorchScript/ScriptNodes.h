//===- ScriptNodes.h - Nodes of TorchScript's IR ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTNODES_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTNODES_H

#include <string>
#include <torch/csrc/jit/ir/ir.h>

namespace fx::torch_impl {

/// The Python source that \p N came from, as far as the archive has it.
std::string sourceText(const torch::jit::Node *N);
/// `file.py:12`, or a name for code without source.
std::string sourcePlace(const torch::jit::Node *N);

/// Whether \p N was written by torch.jit.trace, which knows the lines that
/// called it and not their text.
bool isTraced(const torch::jit::Node *N);

/// Whether \p N is given nothing but what an operator of Python takes: in a
/// trace, `x // 2` is a division with a rounding mode.
bool takesOperands(const torch::jit::Node *N);

/// Equal for what came from the same piece of source.
std::string sourceKey(const torch::jit::Node *N);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTNODES_H
