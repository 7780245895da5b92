//===- LspFlags.h - The options of fx-lsp -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_LSP_LSPFLAGS_H
#define FX_LIB_TOOLS_LSP_LSPFLAGS_H

#include "Opt/FXOptConfig.h"

namespace fx {

struct LspConfig {
  FXOptConfig Options;
  /// The folder of the pages; empty: where they are installed.
  std::string Docs;
};

void addLspFlags(CommandLine &Flags, LspConfig &Config);

} // namespace fx

#endif // FX_LIB_TOOLS_LSP_LSPFLAGS_H
