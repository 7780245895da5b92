//===- FXNodes.h - Nodes of print(graph) ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the line of a node, and those after it that belong to its strings.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXNODES_H
#define FX_LIB_ASMPARSER_FXNODES_H

#include "FXArguments.h"
#include "FXOddArguments.h"

namespace fx::asmparser {

class FXNodes {
public:
  FXNodes(Context &Ctx, FXCursor &In, FXOutput &Out)
      : In(In), Out(Out), Builder(Out.Builder), Args(Out.Args),
        Lines(Out.Lines), Schemas(Ctx, Out.Args), Words(Out, Schemas),
        Repr(Out, Words), Arguments(In, Out, Schemas, Words),
        OddArguments(Out, Schemas, Words, Repr) {}

  /// Begins a graph; \p NamedParameters: its header names the placeholders.
  void beginGraph(bool NamedParameters) {
    OldTorch = false;
    HasParameters = NamedParameters;
  }
  /// Reads a node, from its percent sign to the end of its last line.
  bool parse(const char *LineBegin);
  /// Adds what the graph returns.
  void addReturned(llvm::StringRef Text) {
    Repr.addPrinted(Text, /*IsReturn=*/true);
  }
  /// Whether some node was printed by an old version of torch.fx.
  bool isOldTorch() const { return OldTorch; }

private:
  bool parseNode(GraphBuilder::Line &L);
  bool parseHead(GraphBuilder::Line &L);
  bool parseTypedHead(GraphBuilder::Line &L);
  bool parseOpcode(GraphBuilder::Line &L);
  bool finishSimpleNode(GraphBuilder::Line &L);
  bool finishCall(GraphBuilder::Line &L);
  bool finishOddCall(GraphBuilder::Line &L, const char *AfterOpcode);
  void define(const GraphBuilder::Line &L);

  FXCursor &In;
  FXOutput &Out;
  GraphBuilder &Builder;
  ArgSpecBuilder &Args;
  const FXLines &Lines;
  FXSchemas Schemas;
  FXWords Words;
  FXRepr Repr;
  FXArguments Arguments;
  FXOddArguments OddArguments;
  bool OldTorch = false;
  bool HasParameters = false;
  std::optional<Argument> Val; ///< From a type with tensor metadata.
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXNODES_H
