//===- CheckLines.h - Lines for FileCheck -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_UPDATE_CHECKLINES_H
#define FX_LIB_TOOLS_UPDATE_CHECKLINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace fx {

/// \p Text as FileCheck matches it as it is.
std::string checkText(llvm::StringRef Text);

struct CheckLineStyle {
  /// What each line begins with, before the prefix.
  llvm::StringRef Leader;
  llvm::StringRef Prefix;
  /// Names of nodes become variables.
  bool AnyName = false;
  /// FileCheck runs with --match-full-lines.
  bool WholeLines = false;
  /// Names that are not variables: FileCheck would take `[[CHECK:` for a line.
  llvm::ArrayRef<std::string> Prefixes;
  /// Paths in these folders lose them.
  llvm::ArrayRef<std::string> Folders;
};

/// Lines that accept \p Output of a tool: without numbers of users, metadata,
/// places of weights, and lines of places in files.
std::string checkLines(llvm::StringRef Output, const CheckLineStyle &Style);

} // namespace fx

#endif // FX_LIB_TOOLS_UPDATE_CHECKLINES_H
