//===- FXParser.h - The reader of print(graph) ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what any version of torch.fx prints. Strings have no quotes there and
// may hold anything, so a line is read in one of two ways: straight on, as long
// as nothing is odd about it; or, from a piece of text whose end is known, by
// taking it apart from the outside. Both give the same where the first one
// works. Whatever the reading, printing it gives the same bytes.
//
// Each part is an object of its own, and knows only those that are below it:
//
//   FXParser         graphs: headers, nodes, what is returned
//   FXNodes          the line of a node
//   FXArguments      arguments, straight on
//   FXOddArguments   arguments, from the outside
//   FXPieces         where such a text falls apart
//   FXRepr           what Python prints with repr()
//   FXWords          what a bare word is
//   FXSchemas        what schemas say about an argument
//   FXOutput         values, names, messages, places
//   FXLines          which lines belong together
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXPARSER_H
#define FX_LIB_ASMPARSER_FXPARSER_H

#include "FXNodes.h"
#include "fx/AsmParser/Parser.h"

namespace fx::asmparser {

class FXParser {
public:
  FXParser(Context &Ctx, llvm::StringRef Text, DiagnosticEngine &Diags,
           const ParserOptions &Options);

  /// Reads the whole text. False when errors were reported.
  bool parse(std::vector<std::unique_ptr<GraphModule>> &Out);

private:
  void parseGraph(GraphModule &M);
  void parseParameters(llvm::StringRef Params);
  void addParameter(llvm::StringRef Text);
  void parseReturn(const char *LineBegin);
  bool isCutShort(llvm::StringRef Value);
  void reportNoHeader(const char *At);
  void reportNoOutput(const char *LastLine);

  ParserOptions Options;
  Context &Ctx;
  FXCursor In;
  FXLines Lines;
  FXOutput Out;
  FXNodes Nodes;
  Symbol OutputTarget;
  bool HasOutput = false;
  const Graph *CurrentGraph = nullptr;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXPARSER_H
