//===- NativeParts.h - Parts of rules in C++ --------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_NATIVEPARTS_H
#define FX_LIB_REWRITE_NATIVEPARTS_H

#include "RuleFunctions.h"
#include "fx/Rewrite/RewritePattern.h"

namespace fx::rewrite {

/// A function that was registered.
struct NativeFunction {
  std::string Name;
  FunctionInfo Info;
  RuleFunction Function;
};

/// Null for names and numbers that none has. Valid for good.
const NativeFunction *findNativeFunction(llvm::StringRef Name);
const NativeFunction *nativeFunction(FunctionId Id);
const RewritePattern *findRewritePattern(llvm::StringRef Rule);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_NATIVEPARTS_H
