//===- Parser.h - Reading the text form -------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Reads both text forms that docs/LangRef.md describes: native text, which is
/// exact, and what torch.fx prints as `print(graph)`, which is not. What cannot
/// be read is reported, line by line; nothing here stops at the first mistake,
/// throws, or recurses on the size of a graph.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ASMPARSER_PARSER_H
#define FX_ASMPARSER_PARSER_H

#include "fx/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"

namespace fx {

class DiagnosticEngine;
class SyntaxMap;

/// What parse() accepts.
struct ParserOptions {
  enum DialectKind {
    Auto,   ///< Native when the text begins with `fx VERSION`, else FX.
    Native, ///< Without its first line `fx 1` it is an error.
    FX,
  };
  DialectKind Dialect = Auto;
  /// Take a print(graph) that ends without `return`. A text that was cut short
  /// between two lines looks like that.
  bool AllowNoOutput = false;
  /// Filled with places, if not null; an empty one. Lines that do not parse
  /// are then opaque nodes of the graphs that are read.
  SyntaxMap *Map = nullptr;
};

/// Reads the modules of buffer \p BufferId of \p Source and appends them to
/// \p Out. The buffer needs no NUL at its end. Modules keep \p Source alive;
/// the locations of their nodes point into it. False when errors were
/// reported to \p Diags; modules that could be read are then still appended,
/// without the lines that could not, for tools that only look.
/// O(bytes).
bool parseModules(Context &Ctx, std::shared_ptr<llvm::SourceMgr> Source,
                  unsigned BufferId, DiagnosticEngine &Diags,
                  std::vector<std::unique_ptr<GraphModule>> &Out,
                  const ParserOptions &Options = {});

/// Reads one module from text in memory, which is copied: for tests and small
/// tools. The error holds every message.
llvm::Expected<std::unique_ptr<GraphModule>>
parseModule(Context &Ctx, llvm::StringRef Text,
            const ParserOptions &Options = {});

} // namespace fx

#endif // FX_ASMPARSER_PARSER_H
