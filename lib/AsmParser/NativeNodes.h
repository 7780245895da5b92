//===- NativeNodes.h - Graphs and nodes in native text ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_NATIVENODES_H
#define FX_LIB_ASMPARSER_NATIVENODES_H

#include "NativeValues.h"

namespace fx::asmparser {

class NativeNodes {
public:
  NativeNodes(Context &Ctx, NativeLexer &In, GraphBuilder &Builder,
              NativeValues &Values)
      : Ctx(Ctx), In(In), Builder(Builder), Values(Values), Args(Values.args()),
        OutputTarget(Ctx.intern("output")) {}

  /// Reads `graph():` and its lines, at the word; \p Module is its number among
  /// those of the text. After a nested graph the reader is at the brace that
  /// ends it.
  bool parseGraph(Graph &G, uint32_t Module, bool Nested);

private:
  bool parseNode(const char *LineBegin);
  bool parseNodeLine(GraphBuilder::Line &L);
  bool parseHead(GraphBuilder::Line &L, std::vector<llvm::StringRef> &Users);
  bool parseType(Symbol &Type);
  bool parseCounts(GraphBuilder::Line &L, std::vector<llvm::StringRef> &Users);
  bool parseUserList(std::vector<llvm::StringRef> &Users);
  bool parseOperation(GraphBuilder::Line &L);
  bool parseTarget(Symbol &Target);
  bool parseArguments(Opcode Op);
  bool parseKwargs();
  bool parseMeta(uint32_t &Meta);
  bool parseReturn(const char *LineBegin);

  Context &Ctx;
  NativeLexer &In;
  GraphBuilder &Builder;
  NativeValues &Values;
  ArgSpecBuilder &Args;
  Symbol OutputTarget;
  /// The last metadata that was read and its text: neighbors often share it.
  llvm::StringRef LastMetaText;
  uint32_t LastMeta = 0;
  /// Its tokens in the map.
  size_t LastMetaTokens = 0, LastMetaTokensEnd = 0;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_NATIVENODES_H
