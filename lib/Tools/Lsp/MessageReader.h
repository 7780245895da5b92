//===- MessageReader.h - JSON with long strings -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_LSP_MESSAGEREADER_H
#define FX_LIB_TOOLS_LSP_MESSAGEREADER_H

#include "llvm/Support/JSON.h"

namespace fx::lsp {

/// What json::parse() gives, sooner where \p Text is for the most part one
/// string, as it is where an editor opens a file. Recurses on the nesting.
llvm::Expected<llvm::json::Value> parseMessage(llvm::StringRef Text);

} // namespace fx::lsp

#endif // FX_LIB_TOOLS_LSP_MESSAGEREADER_H
