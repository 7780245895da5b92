//===- TestLines.h - RUN lines and CHECK lines ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_LSP_TESTLINES_H
#define FX_LIB_TOOLS_LSP_TESTLINES_H

#include "llvm/ADT/StringRef.h"

namespace fx::lsp {

/// What stands after `RUN:`; empty: it is no such line.
llvm::StringRef runText(llvm::StringRef Line);
/// The pipeline after `--passes`, which is `=` and words maybe in quotes.
llvm::StringRef pipelineAfter(llvm::StringRef Flag);
/// `CHECK` of `// CHECK-NEXT: ...`; empty for other lines.
llvm::StringRef checkPrefixOf(llvm::StringRef Line);

} // namespace fx::lsp

#endif // FX_LIB_TOOLS_LSP_TESTLINES_H
