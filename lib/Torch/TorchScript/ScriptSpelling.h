//===- ScriptSpelling.h - How Python wrote an operator ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TorchScript has one operator where Python has several ways to call it:
// `x + y`, torch.add(x, y), x.add(y). Which one it was is taken from the source
// text, which archives hold; without it the usual one is.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTSPELLING_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTSPELLING_H

#include "ScriptValue.h"
#include "llvm/ADT/ArrayRef.h"
#include <torch/csrc/jit/ir/ir.h>

namespace fx::torch_impl {

/// How a call is written.
struct Spelling {
  Opcode Op = Opcode::CallFunction;
  std::string Target;
  /// It is one of Python's operators.
  bool IsOperator = false;
  /// `x += y`.
  bool IsAugmented = false;
};

Spelling spellingOf(Context &Ctx, const torch::jit::Node *N,
                    llvm::ArrayRef<ScriptValue> In);
/// Whether Python's function takes the tensors of a list one by one.
bool takesSeveral(llvm::StringRef Target);
/// Whether the source says `x.size()` and not `x.shape`.
bool isMethodSize(const torch::jit::Node *N);
/// Whether an operator for indices was written as `x[...]`.
bool isSubscript(const torch::jit::Node *N);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTSPELLING_H
