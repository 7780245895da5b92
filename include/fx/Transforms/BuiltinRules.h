//===- BuiltinRules.h - Rules that come with fx-opt -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The texts of the rewrite rules in lib/Transforms/Rules, which are part of
/// the library.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_BUILTINRULES_H
#define FX_TRANSFORMS_BUILTINRULES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fx {

/// One file of lib/Transforms/Rules.
struct BuiltinRules {
  llvm::StringLiteral Name, Text;
};

/// All files, sorted by name.
llvm::ArrayRef<BuiltinRules> builtinRules();

} // namespace fx

#endif // FX_TRANSFORMS_BUILTINRULES_H
