//===- Names.cpp - Names of nodes, and where they are ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"
#include "RuleNames.h"
#include "TestLines.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Graph.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

static bool isName(const SyntaxMap::Token &T) {
  return T.Kind == SyntaxMap::Definition || T.Kind == SyntaxMap::Use;
}

/// The tokens of all lines of \p G.
static ArrayRef<SyntaxMap::Token> tokensOf(const Snapshot &S,
                                           const SyntaxMap::GraphRange &G) {
  const SyntaxMap &Map = S.Map;
  if (G.FirstLine == G.EndLine)
    return {};
  ArrayRef<SyntaxMap::Token> First = Map.tokensOf(G.FirstLine),
                             Last = Map.tokensOf(G.EndLine - 1);
  return ArrayRef(First.begin(), Last.end());
}

const SyntaxMap::Token *
fx::lsp::definitionOf(const Snapshot &S, const SyntaxMap::GraphRange &Graph,
                      StringRef Name) {
  for (const SyntaxMap::Token &T : tokensOf(S, Graph))
    if (T.Kind == SyntaxMap::Definition && S.Map.nameOf(T) == Name)
      return &T;
  return nullptr;
}

/// The lines around \p Offset.
static StringRef lineAround(const Snapshot &S, size_t Offset, size_t &Begin) {
  unsigned Line = S.Lines.lineOf(Offset);
  Begin = S.Lines.lineBegin(Line);
  return S.Lines.line(Line);
}

static bool isCheckComment(StringRef Line) {
  return !checkPrefixOf(Line).empty();
}

std::optional<NamePlace> fx::lsp::nameAt(const Snapshot &S, size_t Offset) {
  if (const SyntaxMap::GraphRange *G = S.Map.graphAt(uint32_t(Offset)))
    if (const SyntaxMap::Token *T = S.Map.tokenAt(uint32_t(Offset));
        T && isName(*T) && S.Map.lineAt(T->Begin))
      return NamePlace{T->Begin, T->end(), S.Map.nameOf(*T), G};
  size_t LineBegin;
  StringRef Line = lineAround(S, Offset, LineBegin);
  if (!isCheckComment(Line))
    return std::nullopt;
  size_t Column = std::min(Offset - LineBegin, Line.size());
  size_t Begin = Column;
  while (Begin && isClass(Line[Begin - 1], CC_Name))
    --Begin;
  if (Begin && Line[Begin - 1] == '%')
    --Begin;
  else if (Begin == Line.size() || Line[Begin] != '%')
    return std::nullopt;
  StringRef Name = Line.drop_front(Begin + 1).take_while(isNameChar);
  if (Name.empty())
    return std::nullopt;
  // The graph that has it; the first where none has.
  const SyntaxMap::GraphRange *Graph = nullptr;
  for (const SyntaxMap::GraphRange &G : S.Map.graphs())
    if (!Graph || definitionOf(S, G, Name)) {
      Graph = &G;
      if (definitionOf(S, G, Name))
        break;
    }
  if (!Graph)
    return std::nullopt;
  return NamePlace{LineBegin + Begin, LineBegin + Begin + 1 + Name.size(), Name,
                   Graph};
}

std::vector<NamePlace> fx::lsp::placesOf(const Snapshot &S,
                                         const NamePlace &Name) {
  std::vector<NamePlace> Places;
  for (const SyntaxMap::Token &T : tokensOf(S, *Name.Graph))
    if (isName(T) && S.Map.nameOf(T) == Name.Name)
      Places.push_back({T.Begin, T.end(), S.Map.nameOf(T), Name.Graph});
  // Comments that check a graph of this text may speak of any of them.
  std::string Written = ("%" + Name.Name).str();
  StringRef Text = S.text();
  for (size_t At = Text.find(Written); At != StringRef::npos;
       At = Text.find(Written, At + 1)) {
    size_t End = At + Written.size();
    if (End < Text.size() && isClass(Text[End], CC_Name))
      continue;
    size_t LineBegin;
    if (S.Map.lineAt(uint32_t(At)) ||
        !isCheckComment(lineAround(S, At, LineBegin)))
      continue;
    Places.push_back({At, End, Name.Name, Name.Graph});
  }
  llvm::sort(Places, [](const NamePlace &A, const NamePlace &B) {
    return A.Begin < B.Begin;
  });
  Places.erase(llvm::unique(Places,
                            [](const NamePlace &A, const NamePlace &B) {
                              return A.Begin == B.Begin;
                            }),
               Places.end());
  return Places;
}

const SyntaxMap::MemberRange *
fx::lsp::memberOf(const Snapshot &S, uint32_t Module, StringRef Path) {
  for (const SyntaxMap::MemberRange &M : S.Map.members())
    if (M.Module == Module && M.Parent != SyntaxMap::NoParent &&
        Path.ends_with(
            S.slice(M.NameBegin, M.NameBegin + M.NameSize).trim('"')) &&
        S.Map.pathOf(M) == Path)
      return &M;
  return nullptr;
}

const PassInfo *fx::lsp::passAt(const Snapshot &S, const Environment &Env,
                                size_t Offset) {
  size_t LineBegin;
  StringRef Line = lineAround(S, Offset, LineBegin);
  if (runText(Line).empty())
    return nullptr;
  auto IsPart = [](char C) { return isAlnum(C) || C == '-' || C == '_'; };
  size_t Begin = std::min(Offset - LineBegin, Line.size());
  while (Begin && IsPart(Line[Begin - 1]))
    --Begin;
  StringRef Word = Line.drop_front(Begin).take_while(IsPart).ltrim('-');
  const PassRegistry::Entry *Entry = Env.Registry.lookup(Word);
  return Entry ? Entry->Info : nullptr;
}

//===----------------------------------------------------------------------===//
// Definition, references, highlights
//===----------------------------------------------------------------------===//

static json::Value location(const Snapshot &S, size_t Begin, size_t End) {
  return json::Object{{"uri", S.Uri}, {"range", S.Lines.toJSON(Begin, End)}};
}

static json::Value locationIn(StringRef Uri, unsigned Line) {
  json::Object Place{{"line", Line}, {"character", 0}};
  return json::Object{{"uri", Uri.str()},
                      {"range", json::Object{{"start", json::Object(Place)},
                                             {"end", std::move(Place)}}}};
}

/// The heading of a page that explains \p Pass.
static json::Value passPage(const PassInfo &Pass, const Environment &Env) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFile(Env.DocsFolder + "/Passes.md");
  if (Env.DocsFolder.empty() || !Text)
    return nullptr;
  unsigned Number = 0;
  for (StringRef Line : split((*Text)->getBuffer(), '\n')) {
    if (Line.starts_with("#") && Line.contains(Pass.Flag) &&
        Line.trim("# `-") == Pass.Flag)
      return locationIn(uriOf(Env.DocsFolder + "/Passes.md"), Number);
    ++Number;
  }
  return nullptr;
}

/// `File "/home/me/net.py", line 12, in forward` in a string, the last one
/// before \p Offset or on it.
static json::Value pythonFile(StringRef Text) {
  static const Regex Form("File \\\\?\"([^\"\\]+)\\\\?\", line ([0-9]+)");
  SmallVector<StringRef, 3> Match, Last;
  for (StringRef Rest = Text; Form.match(Rest, &Match);
       Rest = Rest.drop_front(size_t(Match[0].end() - Rest.begin())))
    Last = Match;
  unsigned Line;
  if (Last.empty() || Last[2].getAsInteger(10, Line) || !Line ||
      !sys::fs::exists(Last[1]))
    return nullptr;
  return locationIn(uriOf(Last[1]), Line - 1);
}

/// Places of a name in a file of rules; the definition comes first.
static std::vector<std::pair<size_t, size_t>> rulePlaces(const Snapshot &S,
                                                         size_t Offset) {
  std::optional<RuleName> Name = ruleNameAt(S, Offset);
  return Name ? rulePlacesOf(S, *Name)
              : std::vector<std::pair<size_t, size_t>>();
}

json::Value fx::lsp::definition(const Snapshot &S, const Environment &Env,
                                size_t Offset) {
  if (S.Kind == FileKind::Rules) {
    std::vector<std::pair<size_t, size_t>> Places = rulePlaces(S, Offset);
    return Places.empty()
               ? json::Value(nullptr)
               : location(S, Places.front().first, Places.front().second);
  }
  if (std::optional<NamePlace> Name = nameAt(S, Offset)) {
    const SyntaxMap::Token *T = definitionOf(S, *Name->Graph, Name->Name);
    return T ? location(S, T->Begin, T->end()) : json::Value(nullptr);
  }
  if (const PassInfo *Pass = passAt(S, Env, Offset))
    return passPage(*Pass, Env);
  const SyntaxMap::Token *T = S.Map.tokenAt(uint32_t(Offset));
  std::optional<uint32_t> Line = S.Map.lineAt(uint32_t(Offset));
  if (!T || !Line)
    return nullptr;
  if (T->Kind == SyntaxMap::String)
    return pythonFile(S.Map.textOf(*T));
  const Node *N = S.Map.nodeOf(*Line);
  if (T->Kind != SyntaxMap::Target || !N ||
      !(N->isCallModule() || N->isGetAttr()))
    return nullptr;
  const SyntaxMap::GraphRange *G = S.Map.graphAt(T->Begin);
  // Targets of a nested graph are below the module it belongs to.
  std::string Base;
  if (const SyntaxMap::MemberRange *In = S.Map.memberAt(T->Begin))
    Base = S.Map.pathOf(*In);
  // As long as there is a member for it: state of a leaf may have no line.
  std::string Path = joinModulePath(Base, N->targetText());
  for (StringRef Part = Path; !Part.empty(); Part = Part.rsplit('.').first) {
    if (const SyntaxMap::MemberRange *M = memberOf(S, G->Module, Part))
      return location(S, M->NameBegin, M->NameBegin + M->NameSize);
    if (!Part.contains('.'))
      break;
  }
  return nullptr;
}

json::Value fx::lsp::references(const Snapshot &S, size_t Offset,
                                bool WithDefinition) {
  json::Array All;
  if (S.Kind == FileKind::Rules) {
    for (auto [Begin, End] : rulePlaces(S, Offset))
      All.push_back(location(S, Begin, End));
    return All;
  }
  std::optional<NamePlace> Name = nameAt(S, Offset);
  if (!Name) {
    // A member's places are the nodes that call or read it.
    const SyntaxMap::MemberRange *M = S.Map.memberAt(uint32_t(Offset));
    if (!M || M->Parent == SyntaxMap::NoParent || Offset < M->NameBegin ||
        Offset > M->NameBegin + M->NameSize)
      return nullptr;
    std::string Path = S.Map.pathOf(*M);
    for (const SyntaxMap::GraphRange &G : S.Map.graphs())
      if (G.Module == M->Module)
        for (const SyntaxMap::Token &T : tokensOf(S, G))
          if (T.Kind == SyntaxMap::Target && S.Map.textOf(T) == Path)
            All.push_back(location(S, T.Begin, T.end()));
    return All;
  }
  const SyntaxMap::Token *Definition =
      definitionOf(S, *Name->Graph, Name->Name);
  for (const NamePlace &P : placesOf(S, *Name))
    if (WithDefinition || !Definition || P.Begin != Definition->Begin)
      All.push_back(location(S, P.Begin, P.End));
  return All;
}

json::Value fx::lsp::highlights(const Snapshot &S, size_t Offset) {
  if (S.Kind == FileKind::Rules) {
    json::Array All;
    for (auto [Begin, End] : rulePlaces(S, Offset))
      All.push_back(
          json::Object{{"range", S.Lines.toJSON(Begin, End)}, {"kind", 2}});
    return All;
  }
  std::optional<NamePlace> Name = nameAt(S, Offset);
  if (!Name)
    return nullptr;
  const SyntaxMap::Token *Definition =
      definitionOf(S, *Name->Graph, Name->Name);
  json::Array All;
  for (const NamePlace &P : placesOf(S, *Name)) {
    bool Writes = Definition && P.Begin == Definition->Begin;
    All.push_back(json::Object{{"range", S.Lines.toJSON(P.Begin, P.End)},
                               {"kind", Writes ? 3 : 2}});
  }
  return All;
}
