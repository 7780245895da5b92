//===- SyntaxMap.cpp - Where a text says what -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/SyntaxMap.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

void SyntaxMap::begin(StringRef NewText) {
  Text = NewText;
  // More than nearly all texts have: what is not used costs nothing, and
  // nothing is to be moved.
  Tokens.reserve(Text.size() / 16);
  Lines.reserve(Text.size() / 64);
}

/// The last one of \p Range that begins at or before \p Offset, or its end.
template <typename RangeT>
static auto lastBefore(const RangeT &Range, uint32_t Offset) {
  auto It = partition_point(
      Range, [&](const auto &Part) { return Part.Begin <= Offset; });
  return It == Range.begin() ? Range.end() : std::prev(It);
}

ArrayRef<SyntaxMap::Token> SyntaxMap::tokensOf(uint32_t I) const {
  uint32_t First = Lines[I].FirstToken;
  uint32_t Last =
      I + 1 < Lines.size() ? Lines[I + 1].FirstToken : uint32_t(Tokens.size());
  return ArrayRef(Tokens).slice(First, Last - First);
}

const SyntaxMap::Token *SyntaxMap::tokenAt(uint32_t Offset) const {
  auto It = lastBefore(Tokens, Offset);
  if (It == Tokens.end())
    return nullptr;
  if (It->Begin == Offset && It != Tokens.begin()) {
    // Where two tokens touch, a name is preferred.
    auto Before = std::prev(It);
    if (Before->end() == Offset && It->Size == 0)
      return &*Before;
  }
  return Offset <= It->end() ? &*It : nullptr;
}

const SyntaxMap::GraphRange *SyntaxMap::graphAt(uint32_t Offset) const {
  // Nested graphs come before the one they belong to, and overlap none.
  auto It = lastBefore(Graphs, Offset);
  return It == Graphs.end() || Offset > It->End ? nullptr : &*It;
}

std::optional<uint32_t> SyntaxMap::lineAt(uint32_t Offset) const {
  const GraphRange *Range = graphAt(Offset);
  if (!Range)
    return std::nullopt;
  auto It = lastBefore(Lines, Offset);
  if (It == Lines.end())
    return std::nullopt;
  uint32_t I = uint32_t(It - Lines.begin());
  if (I < Range->FirstLine || I >= Range->EndLine)
    return std::nullopt;
  return I;
}

const SyntaxMap::MemberRange *SyntaxMap::memberAt(uint32_t Offset) const {
  auto It = lastBefore(Members, Offset);
  if (It == Members.end())
    return nullptr;
  const MemberRange *M = &*It;
  while (Offset > M->End) {
    if (M->Parent == NoParent)
      return nullptr;
    M = &Members[M->Parent];
  }
  return M;
}

std::string SyntaxMap::pathOf(const MemberRange &M) const {
  if (M.Parent == NoParent)
    return "";
  std::string Path = pathOf(Members[M.Parent]);
  if (!Path.empty())
    Path += '.';
  StringRef Name = Text.substr(M.NameBegin, M.NameSize);
  if (Name.size() >= 2 && Name.front() == '"')
    Name = Name.drop_front().drop_back();
  return Path += Name;
}

Node *SyntaxMap::nodeOf(uint32_t I) const {
  if (!Lines[I].NodeId)
    return nullptr;
  auto It = partition_point(
      Graphs, [&](const GraphRange &G) { return G.EndLine <= I; });
  if (It == Graphs.end() || I < It->FirstLine || !It->G)
    return nullptr;
  return It->G->node(Lines[I].NodeId);
}

void SyntaxMap::repeat(size_t First, size_t Last, uint32_t Distance) {
  for (size_t I = First; I != Last; ++I) {
    Token T = Tokens[I];
    T.Begin += Distance;
    Tokens.push_back(T);
  }
}

void SyntaxMap::beginGraph(const Graph &G, uint32_t Module, const char *At) {
  uint32_t First = uint32_t(Lines.size());
  Graphs.push_back({offset(At), offset(At), First, First, Module, &G});
}

void SyntaxMap::endGraph(const char *At) {
  GraphRange &Range = Graphs.back();
  Range.End = offset(At);
  Range.EndLine = uint32_t(Lines.size());
  // A reader that looks at a line from the outside may meet its parts in
  // another order.
  uint32_t First = Range.FirstLine < Lines.size()
                       ? Lines[Range.FirstLine].FirstToken
                       : uint32_t(Tokens.size());
  auto Part = MutableArrayRef(Tokens).drop_front(First);
  auto IsBefore = [](const Token &A, const Token &B) {
    return A.Begin < B.Begin;
  };
  if (!llvm::is_sorted(Part, IsBefore))
    llvm::stable_sort(Part, IsBefore);
}

void SyntaxMap::forgetModule(uint32_t Module) {
  for (GraphRange &Range : Graphs)
    if (Range.Module == Module)
      Range.G = nullptr;
}

void SyntaxMap::beginMember(const char *At, const char *NameBegin,
                            const char *NameEnd, uint32_t Module) {
  uint32_t Parent = Open.empty() ? NoParent : Open.back();
  Open.push_back(uint32_t(Members.size()));
  Members.push_back({offset(At), uint32_t(Text.size()), offset(NameBegin),
                     uint32_t(NameEnd - NameBegin), Parent, Module, false});
}

void SyntaxMap::endMember(const char *At) {
  Members[Open.back()].End = offset(At);
  Open.pop_back();
}
