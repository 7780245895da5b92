//===- NativeParser.h - The reader of native text ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A descent over the bytes of the buffer, without a token in between: one pass,
// nothing allocated per node but the node. The grammar is that of
// docs/LangRef.md; functions that read a part of it return false after they
// have reported what is wrong, and the caller goes on at the next line.
//
// Each part is an object of its own, and knows only those that are below it:
//
//   NativeParser    the file: versions, headers, programs, graphs
//   NativeModules   module trees
//   NativeNodes     graphs and their lines
//   NativeValues    values
//   NativeLexer     characters, words, strings, messages
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_NATIVEPARSER_H
#define FX_LIB_ASMPARSER_NATIVEPARSER_H

#include "NativeModules.h"

namespace fx::asmparser {

/// The newest version of native text.
constexpr unsigned NativeVersion = 1;

class NativeParser {
public:
  /// \p Map is filled, or null.
  NativeParser(Context &Ctx, llvm::StringRef Text, DiagnosticEngine &Diags,
               SyntaxMap *Map = nullptr);

  /// Reads the whole text. False when errors were reported.
  bool parse(std::vector<std::unique_ptr<GraphModule>> &Out);

private:
  bool parseHeader();
  bool parseVersion();
  bool parseItem();
  bool parseProgram();
  bool finishProgram();
  bool parseModuleHeader();
  GraphModule &pending();
  /// The number of the module that is read.
  uint32_t index() const { return uint32_t(Modules->size()); }

  Context &Ctx;
  NativeLexer In;
  GraphBuilder Builder;
  NativeValues Values;
  NativeNodes Nodes;
  NativeModules Trees;
  /// What an exported program has besides its graph, which comes after it.
  struct ProgramAttribute {
    const char *At;
    Symbol Name;
    Argument Value;
  };
  std::vector<ProgramAttribute> ProgramAttributes;
  const char *ProgramAt = nullptr;
  /// The module whose graph comes next, once something of it was read.
  std::unique_ptr<GraphModule> Pending;
  std::vector<std::unique_ptr<GraphModule>> *Modules = nullptr;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_NATIVEPARSER_H
