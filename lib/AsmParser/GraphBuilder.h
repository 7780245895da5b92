//===- GraphBuilder.h - Nodes as a text names them --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What both readers do with a line once they have understood it: resolve names,
// make the node, and at the end of the graph check what only the whole shows.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_GRAPHBUILDER_H
#define FX_LIB_ASMPARSER_GRAPHBUILDER_H

#include "Reporter.h"
#include "fx/AsmParser/SyntaxMap.h"
#include "fx/IR/Graph.h"
#include "fx/IR/NameTable.h"

namespace fx::asmparser {

class GraphBuilder {
public:
  /// Locations are offsets from \p TextBegin. \p HasQuotes: strings of the text
  /// have quotes, so that no name is taken for one. \p Map is filled, or null.
  GraphBuilder(SymbolCache &Symbols, Reporter &Report, const char *TextBegin,
               bool HasQuotes, SyntaxMap *Map)
      : Symbols(Symbols), Report(Report), TextBegin(TextBegin),
        HasQuotes(HasQuotes), Map(Map), Names(Symbols) {}

  void begin(Graph &NewGraph);

  /// Adds a reference to the node called [Begin, End) to \p B: an operand, or
  /// None for a name that is not defined yet, which finish() reports.
  void addReference(ArgSpecBuilder &B, const char *Begin, const char *End) {
    if (LLVM_UNLIKELY(Map != nullptr))
      noteUse(Begin, End);
    NameTable::Key K = Names.key(Begin, End);
    if (uint32_t Id = Names.lookup(K); LLVM_LIKELY(Id)) {
      B.addNode(G->node(Id));
      return;
    }
    addUnresolved(B, K, Begin, End);
  }
  /// How many references are not defined yet; a reader that takes a line back
  /// drops those that came since.
  size_t unresolvedMark() const { return Unresolved.size(); }
  void dropUnresolved(size_t Mark) { Unresolved.resize(Mark); }
  /// The node called \p Text, or null.
  Node *find(llvm::StringRef Text) {
    return G->node(Names.lookup(Names.key(Text.begin(), Text.end())));
  }

  /// What a line says besides its arguments.
  struct Line {
    const char *Begin;     ///< Begin of the line, for the node's location.
    const char *NameBegin; ///< Null: the name is made from the target.
    const char *NameEnd;
    Opcode Op;
    Symbol Target;
    Symbol Type;
    /// The number of users as written.
    uint32_t NumUsers = NoCount;
  };
  static constexpr uint32_t NoCount = ~0u;
  /// Makes the node; null when its name is taken, which is reported.
  Node *define(const Line &L, const ArgSpecBuilder &B);
  /// Reads the line of a node with \p Parse. One that does not parse has a node
  /// for maps all the same, if its name is known.
  template <typename ParseFn>
  bool parseLine(const char *LineBegin, ParseFn Parse) {
    Line L;
    L.Begin = LineBegin;
    if (LLVM_UNLIKELY(Map != nullptr))
      Map->beginLine(LineBegin);
    if (LLVM_LIKELY(Parse(L)))
      return true;
    if (Map)
      defineOpaque(L);
    return false;
  }
  /// Keeps an order of users until the graph is whole: names with their places.
  void setUsers(Node *N, std::vector<llvm::StringRef> Users) {
    UserOrders.push_back({N, std::move(Users)});
  }

  /// Reports names that were never defined and wrong numbers of users.
  void finish();

private:
  void defineOpaque(Line L);
  void addUnresolved(ArgSpecBuilder &B, NameTable::Key K, const char *Begin,
                     const char *End);
  void noteUse(const char *Begin, const char *End);
  void reportRedefinition(const Line &L, uint32_t First);
  void reportUnresolved();
  void applyUserOrders();
  void checkCounts();
  /// Where a node's line begins, after its indentation.
  const char *place(const Node &N) const;

  SymbolCache &Symbols;
  Reporter &Report;
  const char *TextBegin;
  bool HasQuotes;
  SyntaxMap *Map;
  NameTable Names;
  Graph *G = nullptr;
  /// The number of users that the text gives, indexed by node id.
  std::vector<uint32_t> Counts;
  struct UnresolvedName {
    NameTable::Key Key;
    const char *Begin, *End;
  };
  std::vector<UnresolvedName> Unresolved;
  struct UserOrder {
    Node *N;
    std::vector<llvm::StringRef> Users;
  };
  std::vector<UserOrder> UserOrders;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_GRAPHBUILDER_H
