//===- ValueText.h - Types and values in a few letters ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_VALUETEXT_H
#define FX_LIB_TRANSLATE_VALUETEXT_H

#include "fx/IR/Argument.h"
#include <string>

namespace fx {

class Node;

/// What is known of a value, as `val` has it: `f32[8, s77]`, `sym(s77*2)`,
/// `(f32[8], i64[8])`, `3`; the device follows where it is not the CPU and
/// \p WithDevice says so. Empty when nothing is known.
std::string valueText(const Context &Ctx, const Argument &Val,
                      bool WithDevice = false);
/// The same of what \p N computes: its `val`, else its `tensor_meta`.
std::string valueText(const Node &N, bool WithDevice = false);

/// The part of a target that people call an operator by: `conv2d` of
/// `torch.ops.aten.conv2d.default`, `add` of `operator.add`; overloads other
/// than `default` stay (`add.Tensor`) where \p WithOverload says so.
std::string operatorName(llvm::StringRef Target, bool WithOverload = false);

/// The last part of a dotted name.
inline llvm::StringRef lastName(llvm::StringRef Dotted) {
  return Dotted.substr(Dotted.rfind('.') + 1);
}

/// `1 node`, `2 nodes`.
std::string counted(uint64_t Count, llvm::StringRef Noun);

} // namespace fx

#endif // FX_LIB_TRANSLATE_VALUETEXT_H
