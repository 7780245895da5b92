//===- PassInfo.h - What TableGen says about a pass -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Constant data that `fx-tblgen -gen-pass-decls` writes for each pass, so that
/// help, pipelines and registration need no instance of it. Whoever registers a
/// pass at run time must keep the texts for as long as the registry knows it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASSINFO_H
#define FX_PASS_PASSINFO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fx {

/// One option of a pass.
struct PassOptionInfo {
  llvm::StringRef Flag;
  /// What stands for the value in help: `bool`, `selector`, `a|b|c`.
  llvm::StringRef ValueName;
  /// The text of the default; empty for lists.
  llvm::StringRef Default;
  llvm::StringRef Description;
  bool IsList;
  /// What it was called in the version before; empty: the same.
  llvm::StringRef OldFlag = {};
};

/// One pass.
struct PassInfo {
  llvm::StringRef Flag;
  llvm::StringRef Summary;
  /// Markdown.
  llvm::StringRef Description;
  llvm::StringRef Example;
  /// The option that `--flag=VALUE` sets; empty when there is none.
  llvm::StringRef FlagOption;
  llvm::ArrayRef<PassOptionInfo> Options;
  /// Names of the analyses that a changing run leaves valid.
  llvm::ArrayRef<llvm::StringLiteral> Preserved;
  /// Whether a second run right after the first changes nothing.
  bool Idempotent = true;
};

} // namespace fx

#endif // FX_PASS_PASSINFO_H
