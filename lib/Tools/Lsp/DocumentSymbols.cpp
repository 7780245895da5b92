//===- DocumentSymbols.cpp - Outlines, folding, and kinds of words --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"
#include "RuleNames.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

namespace {
/// Kinds of the protocol.
enum SymbolKind {
  FileSymbol = 1,
  ModuleSymbol = 2,
  NamespaceSymbol = 3,
  ClassSymbol = 5,
  FieldSymbol = 8,
  FunctionSymbol = 12,
  VariableSymbol = 13,
  ConstantSymbol = 14,
};
} // namespace

/// Lists of more are of no use, and slow.
static constexpr size_t MaxSymbols = 10000;

namespace {
/// Writes a list of symbols in symbols.
class SymbolWriter {
public:
  SymbolWriter(const Snapshot &S, raw_ostream &OS) : S(S), J(OS) {}
  void write();

private:
  struct Symbol {
    StringRef Name;
    SymbolKind Kind;
    size_t Begin, End, NameBegin, NameEnd;
    StringRef Detail;
  };
  /// With what \p Children writes inside.
  void add(const Symbol &New, function_ref<void()> Children = nullptr);
  void range(StringRef Key, size_t Begin, size_t End);
  void member(size_t &Next);
  void graph(const SyntaxMap::GraphRange &G);

  const Snapshot &S;
  json::OStream J;
  size_t Count = 0;
};
} // namespace

void SymbolWriter::range(StringRef Key, size_t Begin, size_t End) {
  auto Place = [&](StringRef Name, size_t Offset) {
    Position P = S.Lines.position(Offset);
    J.attributeObject(Name, [&] {
      J.attribute("line", P.Line);
      J.attribute("character", P.Column);
    });
  };
  J.attributeObject(Key, [&] {
    Place("start", Begin);
    Place("end", End);
  });
}

void SymbolWriter::add(const Symbol &New, function_ref<void()> Children) {
  J.object([&] {
    J.attribute("name",
                New.Name.empty() ? "(no name)" : json::fixUTF8(New.Name));
    J.attribute("kind", int(New.Kind));
    range("range", New.Begin, New.End);
    range("selectionRange", New.NameBegin, New.NameEnd);
    if (!New.Detail.empty())
      J.attribute("detail", json::fixUTF8(New.Detail.take_front(200)));
    if (Children)
      J.attributeArray("children", Children);
  });
}

/// A member with those inside, from \p Next on.
void SymbolWriter::member(size_t &Next) {
  ArrayRef<SyntaxMap::MemberRange> Members = S.Map.members();
  size_t This = Next++;
  const SyntaxMap::MemberRange &M = Members[This];
  bool IsHeader = M.Parent == SyntaxMap::NoParent;
  size_t End = M.Begin + S.slice(M.Begin, M.End).rtrim().size();
  StringRef Name = S.slice(M.NameBegin, M.NameBegin + M.NameSize).trim('"');
  StringRef Line = S.slice(M.Begin, M.End).split('\n').first;
  add({IsHeader && Name.empty() ? "module" : Name,
       IsHeader    ? NamespaceSymbol
       : M.IsChild ? ModuleSymbol
                   : FieldSymbol,
       M.Begin, End, M.NameBegin, M.NameBegin + M.NameSize,
       Line.split('=').second.trim().rtrim('{').rtrim()},
      [&] {
        while (Next < Members.size() && Members[Next].Parent == This)
          member(Next);
      });
}

void SymbolWriter::graph(const SyntaxMap::GraphRange &G) {
  size_t End = G.Begin + S.slice(G.Begin, G.End).rtrim().size();
  add({"graph", FunctionSymbol, G.Begin, End, G.Begin, G.Begin + 5, {}}, [&] {
    for (uint32_t I = G.FirstLine; I != G.EndLine && Count < MaxSymbols; ++I) {
      ArrayRef<SyntaxMap::Token> Tokens = S.Map.tokensOf(I);
      if (Tokens.empty() || Tokens.front().Kind != SyntaxMap::Definition)
        continue;
      const SyntaxMap::Token &T = Tokens.front();
      const Node *N = S.Map.nodeOf(I);
      ++Count;
      unsigned Last = S.Lines.lineOf(Tokens.back().end());
      size_t LineEnd = S.Lines.lineBegin(Last) + S.Lines.line(Last).size();
      add({S.Map.textOf(T), VariableSymbol, T.Begin, LineEnd, T.Begin, T.end(),
           N ? N->targetText() : StringRef()});
    }
  });
}

void SymbolWriter::write() {
  J.array([&] {
    if (S.Kind == FileKind::Rules)
      for (const RuleItem &Item : ruleItems(S.text()))
        add({Item.Name,
             Item.Keyword == "rule"  ? FunctionSymbol
             : Item.Keyword == "set" ? ConstantSymbol
                                     : ClassSymbol,
             Item.Begin,
             Item.Begin + S.slice(Item.Begin, Item.End).rtrim().size(),
             Item.NameBegin, Item.NameEnd, Item.Keyword});
    for (size_t Next = 0; Next < S.Map.members().size();)
      member(Next);
    for (const SyntaxMap::GraphRange &G : S.Map.graphs())
      graph(G);
  });
}

std::string fx::lsp::documentSymbols(const Snapshot &S) {
  std::string Text;
  raw_string_ostream OS(Text);
  SymbolWriter(S, OS).write();
  return Text;
}

//===----------------------------------------------------------------------===//
// The workspace
//===----------------------------------------------------------------------===//

/// A request answers in a moment, however large the folder is.
static constexpr unsigned MaxFilesLookedAt = 5000;
static constexpr size_t MaxFound = 200;

json::Value fx::lsp::workspaceSymbols(StringRef Root, StringRef Query) {
  json::Array Found;
  auto Add = [&](StringRef Name, SymbolKind Kind, StringRef Path,
                 unsigned Line) {
    if (Found.size() >= MaxFound || !Name.contains_insensitive(Query))
      return;
    json::Object Place{{"line", Line}, {"character", 0}};
    Found.push_back(json::Object{
        {"name", json::fixUTF8(Name)},
        {"kind", int(Kind)},
        {"location",
         json::Object{{"uri", uriOf(Path)},
                      {"range", json::Object{{"start", json::Object(Place)},
                                             {"end", std::move(Place)}}}}}});
  };
  std::error_code EC;
  unsigned Count = 0;
  for (sys::fs::recursive_directory_iterator
           It(Root, EC, /*follow_symlinks=*/false),
       End;
       It != End && !EC && Count < MaxFilesLookedAt; It.increment(EC)) {
    ++Count;
    StringRef Path = It->path(), Name = sys::path::filename(Path);
    if (Name.starts_with(".") || Name.starts_with("build")) {
      It.no_push();
      continue;
    }
    if (Name.ends_with(".fx") || Name.ends_with(".fx.txt"))
      Add(Name, FileSymbol, Path, 0);
    if (!Name.ends_with(".fxr"))
      continue;
    Add(Name, FileSymbol, Path, 0);
    ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Path);
    if (!Text || (*Text)->getBufferSize() > rewrite::MaxRuleFileBytes)
      continue;
    StringRef Rules = (*Text)->getBuffer();
    for (const RuleItem &Item : ruleItems(Rules))
      Add(Item.Name, FunctionSymbol, Path,
          unsigned(Rules.take_front(Item.Begin).count('\n')));
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Folding and selection
//===----------------------------------------------------------------------===//

json::Value fx::lsp::foldingRanges(const Snapshot &S) {
  json::Array Ranges;
  auto Add = [&](size_t Begin, size_t End) {
    unsigned First = S.Lines.lineOf(Begin),
             Last = S.Lines.lineOf(Begin + S.slice(Begin, End).rtrim().size());
    if (Last > First)
      Ranges.push_back(json::Object{{"startLine", First}, {"endLine", Last}});
  };
  if (S.Kind == FileKind::Rules)
    for (const RuleItem &Item : ruleItems(S.text()))
      Add(Item.Begin, Item.End);
  for (const SyntaxMap::MemberRange &M : S.Map.members())
    Add(M.Begin, M.End);
  for (const SyntaxMap::GraphRange &G : S.Map.graphs())
    Add(G.Begin, G.End);
  return Ranges;
}

json::Value fx::lsp::selectionRange(const Snapshot &S, size_t Offset) {
  // From the outside: all, graph or modules, line, word.
  std::vector<std::pair<size_t, size_t>> Ranges = {{0, S.text().size()}};
  auto Add = [&](size_t Begin, size_t End) {
    if (std::pair(Begin, End) != Ranges.back() &&
        Begin >= Ranges.back().first && End <= Ranges.back().second)
      Ranges.emplace_back(Begin, End);
  };
  std::vector<const SyntaxMap::MemberRange *> Members;
  for (const SyntaxMap::MemberRange *M = S.Map.memberAt(uint32_t(Offset)); M;
       M = M->Parent == SyntaxMap::NoParent ? nullptr
                                            : &S.Map.members()[M->Parent])
    Members.push_back(M);
  for (const SyntaxMap::MemberRange *M : reverse(Members))
    Add(M->Begin, M->End);
  if (const SyntaxMap::GraphRange *G = S.Map.graphAt(uint32_t(Offset)))
    Add(G->Begin, G->End);
  unsigned Line = S.Lines.lineOf(Offset);
  size_t Begin = S.Lines.lineBegin(Line);
  Add(Begin, Begin + S.Lines.line(Line).size());
  if (const SyntaxMap::Token *T = S.Map.tokenAt(uint32_t(Offset)))
    Add(T->Begin, T->end());
  json::Value Result = nullptr;
  for (auto [First, Last] : Ranges) {
    json::Object Range{{"range", S.Lines.toJSON(First, Last)}};
    if (Result.kind() != json::Value::Null)
      Range["parent"] = std::move(Result);
    Result = std::move(Range);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Semantic tokens
//===----------------------------------------------------------------------===//

static constexpr StringLiteral TokenTypes[] = {
    "variable", "keyword", "function", "type",
    "property", "string",  "number",   "class"};

json::Value fx::lsp::semanticTokensLegend() {
  json::Array Types;
  for (StringRef Type : TokenTypes)
    Types.push_back(Type);
  return json::Object{{"tokenTypes", std::move(Types)},
                      {"tokenModifiers", json::Array{"definition"}}};
}

/// Editors ask for the part that is shown; who asks for all of a long file gets
/// no more.
static constexpr unsigned MaxTokens = 100000;

static WordRange::KindTy typeOf(unsigned Kind) {
  switch (Kind) {
  case SyntaxMap::Definition:
  case SyntaxMap::Use:
    return WordRange::Variable;
  case SyntaxMap::Opcode:
  case SyntaxMap::Keyword:
    return WordRange::Keyword;
  case SyntaxMap::Target:
    return WordRange::Function;
  case SyntaxMap::Type:
  case SyntaxMap::Word:
    return WordRange::Type;
  case SyntaxMap::Key:
  case SyntaxMap::Member:
  case SyntaxMap::Count:
    return WordRange::Property;
  case SyntaxMap::String:
    return WordRange::String;
  case SyntaxMap::Number:
    return WordRange::Number;
  default:
    return WordRange::Class;
  }
}

namespace {
/// Writes words in order, each with the distance to the one before.
class TokenWriter {
public:
  TokenWriter(const Snapshot &S, raw_ostream &OS) : S(S), OS(OS) {}
  bool isFull() const { return Count >= MaxTokens; }
  void add(const WordRange &Word);

private:
  const Snapshot &S;
  raw_ostream &OS;
  unsigned Line = 0, LastLine = 0, LastColumn = 0, Count = 0;
  size_t LastBegin = 0;
};
} // namespace

void TokenWriter::add(const WordRange &Word) {
  // Most are on the line of the one before.
  while (Line + 1 < S.Lines.numLines() &&
         S.Lines.lineBegin(Line + 1) <= Word.Begin)
    ++Line;
  unsigned Column = Line == LastLine && Count
                        ? LastColumn + unitsOf(S.slice(LastBegin, Word.Begin))
                        : unitsOf(S.slice(S.Lines.lineBegin(Line), Word.Begin));
  LastBegin = Word.Begin;
  OS << (Count++ ? "," : "") << Line - LastLine << ','
     << (Line == LastLine ? Column - LastColumn : Column) << ','
     << unitsOf(S.slice(Word.Begin, Word.End)) << ',' << unsigned(Word.Kind)
     << ',' << unsigned(Word.IsDefinition);
  LastLine = Line;
  LastColumn = Column;
}

std::string fx::lsp::semanticTokens(const Snapshot &S, size_t Begin,
                                    size_t End) {
  std::string Text = "{\"data\":[";
  raw_string_ostream OS(Text);
  TokenWriter Writer(S, OS);
  if (S.Kind == FileKind::Rules)
    for (const WordRange &Word : ruleWords(S.text()))
      if (Word.End >= Begin && Word.Begin < End && !Writer.isFull())
        Writer.add(Word);
  ArrayRef<SyntaxMap::Token> Tokens = S.Map.tokens();
  const auto *It = llvm::partition_point(
      Tokens, [&](const SyntaxMap::Token &T) { return T.end() < Begin; });
  size_t LastEnd = 0;
  for (; It != Tokens.end() && It->Begin < End && !Writer.isFull(); ++It) {
    // A word and what it begins, or strings of two lines, which none has.
    if (It->Begin < LastEnd || !It->Size || S.Map.textOf(*It).contains('\n'))
      continue;
    LastEnd = It->end();
    Writer.add({It->Begin, It->end(), typeOf(It->Kind),
                It->Kind == SyntaxMap::Definition});
  }
  OS << "]}";
  return Text;
}
