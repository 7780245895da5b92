//===- GraphBuilder.cpp - Nodes as a text names them ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"
#include "fx/IR/NearestNode.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

void GraphBuilder::begin(Graph &NewGraph) {
  G = &NewGraph;
  Names.clear();
  Counts.clear();
  Unresolved.clear();
  UserOrders.clear();
}

void GraphBuilder::addUnresolved(ArgSpecBuilder &B, NameTable::Key K,
                                 const char *Begin, const char *End) {
  B.addPlain(ArgKind::None);
  Unresolved.push_back({K, Begin, End});
}

void GraphBuilder::noteUse(const char *Begin, const char *End) {
  if (Begin != TextBegin && Begin[-1] == '%')
    --Begin;
  Map->add(SyntaxMap::Use, Begin, End);
}

void GraphBuilder::defineOpaque(Line L) {
  Map->setOpaque();
  if (!L.NameBegin || L.NameBegin == L.NameEnd ||
      isClass(*L.NameBegin, CC_Digit) ||
      find({L.NameBegin, size_t(L.NameEnd - L.NameBegin)}))
    return;
  L.Op = Opcode::CallFunction;
  L.Target = Symbols.intern("opaque");
  L.NumUsers = NoCount;
  define(L, ArgSpecBuilder());
}

const char *GraphBuilder::place(const Node &N) const {
  const char *Cur = TextBegin + N.loc() - 1;
  while (*Cur == ' ' || *Cur == '\t')
    ++Cur;
  return Cur;
}

void GraphBuilder::reportRedefinition(const Line &L, uint32_t First) {
  StringRef Text(L.NameBegin, L.NameEnd - L.NameBegin);
  DiagnosticBuilder D =
      Report.error(diag::err_redefinition, L.NameBegin - 1, Text);
  D.range(makeRange(L.NameBegin - 1, L.NameEnd));
  if (First)
    D.note(diag::note_defined_here,
           SMLoc::getFromPointer(place(*G->node(First))));
}

Node *GraphBuilder::define(const Line &L, const ArgSpecBuilder &B) {
  Name N;
  NameTable::Key K{};
  if (LLVM_LIKELY(L.NameBegin)) {
    K = Names.key(L.NameBegin, L.NameEnd);
    if (uint32_t First = Names.lookup(K); LLVM_UNLIKELY(First)) {
      reportRedefinition(L, First);
      return nullptr;
    }
    N = Names.name(K);
    if (LLVM_UNLIKELY(!G->names().claim(N))) {
      reportRedefinition(L, 0);
      return nullptr;
    }
  } else {
    N = G->names().createNameFor(L.Target, TargetNaming::Path);
    StringRef Text = Symbols.context().symbol(N.Base).str();
    K = Names.key(Text.begin(), Text.end());
    K.Suffix = N.Suffix;
  }
  Node *New = G->createNamed(L.Op, L.Target, B, N, L.Type);
  New->setLoc(uint32_t(L.Begin - TextBegin) + 1);
  Names.set(K, New->id());
  // Some ids are never given to nodes.
  Counts.resize(New->id(), NoCount);
  Counts.push_back(L.NumUsers);
  if (LLVM_UNLIKELY(Map != nullptr))
    Map->setNode(New->id());
  return New;
}

void GraphBuilder::finish() {
  applyUserOrders();
  // A name that is not defined would make wrong numbers follow.
  if (Unresolved.empty() && !Report.numErrors())
    checkCounts();
  else
    reportUnresolved();
  G = nullptr;
}

void GraphBuilder::reportUnresolved() {
  for (const UnresolvedName &U : Unresolved) {
    if (Report.hopeless())
      return;
    StringRef Text(U.Begin, U.End - U.Begin);
    // In FX's dialect there may be no `%` before it.
    const char *At = U.Begin;
    if (At != TextBegin && At[-1] == '%')
      --At;
    if (uint32_t Id = Names.lookup(U.Key)) {
      Report.error(diag::err_used_before_definition, At, Text)
          .range(makeRange(At, U.End))
          .note(diag::note_defined_here,
                SMLoc::getFromPointer(place(*G->node(Id))));
      continue;
    }
    DiagnosticBuilder D = Report.error(diag::err_undefined_name, At, Text);
    D.range(makeRange(At, U.End));
    if (std::string Near = nearestNode(*G, Text); !Near.empty())
      D.note(diag::note_did_you_mean, SMLoc(), "%" + Near);
    else if (!HasQuotes)
      D.note(diag::note_quote_string, SMLoc(), Text);
  }
}

void GraphBuilder::applyUserOrders() {
  for (const UserOrder &O : UserOrders) {
    SmallVector<Node *, 8> Users;
    bool Known = true;
    for (StringRef Text : O.Users) {
      Node *User = find(Text);
      Known &= User != nullptr;
      Users.push_back(User);
    }
    if (!O.Users.empty() && !(Known && O.N->setUserOrder(Users)))
      Report.error(diag::err_user_order, O.Users.front().data() - 1, *O.N)
          .range(makeRange(O.Users.front().data() - 1, O.Users.back().end()));
  }
}

void GraphBuilder::checkCounts() {
  for (uint32_t Id = 0; Id < Counts.size(); ++Id) {
    if (Counts[Id] == NoCount)
      continue;
    const Node *N = G->node(Id);
    unsigned Count = N->numUsers();
    if (LLVM_LIKELY(Count == Counts[Id]))
      continue;
    Report.warning(diag::warn_user_count, place(*N), *N, Count,
                   Count == 1 ? "" : "s", Counts[Id]);
  }
}
