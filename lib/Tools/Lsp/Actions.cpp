//===- Actions.cpp - Hints and actions ------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"
#include "fx/IR/Graph.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

/// Limit of one answer: more is not on a screen.
static constexpr uint32_t MaxHintedLines = 1000;

static bool isOn(const json::Object &Settings, StringRef Name) {
  return Settings.getBoolean(Name).value_or(true);
}

static json::Object hint(const Snapshot &S, size_t At, const Twine &Label,
                         int Kind) {
  return json::Object{{"position", S.Lines.toJSON(At)},
                      {"label", json::fixUTF8(Label.str())},
                      {"kind", Kind},
                      {"paddingLeft", Kind == 1}};
}

/// What positional arguments are called, by the overloads that fit; empty where
/// those do not agree, as nodes fit everywhere.
static SmallVector<StringRef, 8> positionalNames(const Node &N,
                                                 const OpTarget &Op) {
  SmallVector<Argument, 4> Args = N.args();
  SmallVector<KwArg, 4> Kwargs = N.kwargs();
  SmallVector<StringRef, 8> Names;
  bool IsFirst = true;
  for (const OpSchema &Schema : Op.overloads()) {
    BoundCall Call;
    if (bindCall(Schema, Op.bindOptions(), {Args, Kwargs}, Call))
      continue;
    SmallVector<StringRef, 8> Own(Args.size());
    for (unsigned I = 0; I != Call.size(); ++I)
      if (const BoundSlot &Slot = Call.slot(I);
          Slot.Kind == BoundSlot::Positional && Slot.Index < Own.size())
        Own[Slot.Index] = Schema.params()[I].Name;
    if (std::exchange(IsFirst, false)) {
      Names = std::move(Own);
      continue;
    }
    for (auto [Name, Other] : zip(Names, Own))
      if (Name != Other)
        Name = "";
  }
  return Names;
}

/// Names of the parameters before positional arguments that are nodes or
/// literals of their own: the arguments at the outermost level.
static void parameterHints(const Snapshot &S, uint32_t I, const Node &N,
                           json::Array &Hints) {
  const OpTarget *Op = N.opTarget();
  if (!Op || Op->overloads().empty())
    return;
  SmallVector<StringRef, 8> Names = positionalNames(N, *Op);
  size_t Line = S.Map.lines()[I].Begin;
  StringRef Text = S.text().drop_front(Line).split('\n').first;
  size_t At = Text.find("(args = (");
  if (At == StringRef::npos)
    return;
  At += StringRef("(args = (").size();
  unsigned Depth = 0, Index = 0;
  bool Begins = true, Quoted = false;
  for (; At < Text.size() && Index < Names.size(); ++At) {
    char C = Text[At];
    if (Begins && C != ' ' && C != ')') {
      if (Index && !Names[Index].empty())
        Hints.push_back(hint(S, Line + At, Names[Index] + "=", 2));
      Begins = false;
    }
    if (C == '"' && Text[At - 1] != '\\')
      Quoted = !Quoted;
    if (Quoted)
      continue;
    if (C == '(' || C == '[' || C == '{')
      ++Depth;
    else if (C == ')' || C == ']' || C == '}') {
      if (!Depth--)
        break;
    } else if (C == ',' && !Depth) {
      ++Index;
      Begins = true;
    }
  }
}

/// `f32[2, 3]` of `tensor(torch.float32, (2, 3), ...)`.
static std::string shortType(StringRef Value) {
  StringRef Rest = Value;
  if (!Rest.consume_front("tensor(torch."))
    return Value.take_front(60).str();
  auto [DType, Shape] = Rest.split(", (");
  size_t Close = Shape.find("), ");
  if (Close == StringRef::npos)
    Close = Shape.find(')');
  StringRef Sizes = Shape.take_front(Close).trim(" ,");
  return (DType + "[" + Sizes + "]").str();
}

json::Value fx::lsp::inlayHints(const Snapshot &S, const json::Object &Settings,
                                size_t Begin, size_t End) {
  json::Array Hints;
  for (const SyntaxMap::GraphRange &G : S.Map.graphs()) {
    if (G.End < Begin || G.Begin > End)
      continue;
    uint32_t Shown = 0;
    for (uint32_t I = G.FirstLine; I != G.EndLine && Shown < MaxHintedLines;
         ++I) {
      size_t Line = S.Map.lines()[I].Begin;
      const Node *N = S.Map.nodeOf(I);
      if (Line + 1 < Begin || Line > End || !N || N->isOutput() ||
          S.Map.lines()[I].Opaque)
        continue;
      ++Shown;
      ArrayRef<SyntaxMap::Token> Tokens = S.Map.tokensOf(I);
      if (Tokens.empty())
        continue;
      if (Settings.getBoolean("order").value_or(false))
        Hints.push_back(
            hint(S, Tokens.front().Begin, Twine(I - G.FirstLine) + ":", 2));
      if (isOn(Settings, "types") && !N->val())
        if (std::string Value = S.inferredValue(I); !Value.empty())
          Hints.push_back(
              hint(S, Tokens.front().end(), ": " + shortType(Value), 1));
      if (isOn(Settings, "parameters"))
        parameterHints(S, I, *N, Hints);
    }
  }
  return Hints;
}

json::Value fx::lsp::codeActions(const Snapshot &S, size_t Begin, size_t End) {
  json::Array Actions;
  for (const PlacedMessage &M : S.Messages) {
    if (M.Begin > End || M.End < Begin)
      continue;
    for (const Fix &F : M.Fixes)
      Actions.push_back(json::Object{
          {"title", json::fixUTF8(F.Title)},
          {"kind", "quickfix"},
          {"diagnostics",
           json::Array{json::Object{{"range", S.Lines.toJSON(M.Begin, M.End)},
                                    {"message", json::fixUTF8(M.Text)},
                                    {"code", M.Id},
                                    {"source", "fx"}}}},
          {"edit", workspaceEdit(S, F.Edits)}});
  }
  std::vector<Edit> Counts;
  for (const PlacedMessage &M : S.Messages)
    if (M.Id == "warn_user_count")
      for (const Fix &F : M.Fixes)
        append_range(Counts, F.Edits);
  if (Counts.size() > 1)
    Actions.push_back(json::Object{{"title", "Write all numbers of users"},
                                   {"kind", "source.fixAll.fx"},
                                   {"edit", workspaceEdit(S, Counts)}});
  auto Command = [&](StringRef Title, StringRef Kind, StringRef Name,
                     json::Array Arguments) {
    Actions.push_back(json::Object{
        {"title", Title},
        {"kind", Kind},
        {"command", json::Object{{"title", Title},
                                 {"command", Name},
                                 {"arguments", std::move(Arguments)}}}});
  };
  if (S.Kind == FileKind::Graph && S.IsGood && !S.Modules.empty()) {
    Command("Write the types of values", "refactor.rewrite", "fx.applyPass",
            json::Array{S.Uri, "infer-values"});
    Command("Normalize arguments", "refactor.rewrite", "fx.applyPass",
            json::Array{S.Uri, "normalize-args"});
  }
  StringRef Text = S.text();
  if (Text.contains("RUN:") && Text.contains("FileCheck"))
    Command("Write CHECK lines", "source.fx.updateChecks", "fx.updateChecks",
            json::Array{S.Uri});
  if (Text.contains("RUN:") && Text.contains("--verify-diagnostics"))
    Command("Write expected-error comments", "source.fx.updateDiagnostics",
            "fx.updateDiagnostics", json::Array{S.Uri});
  if (Text.contains("RUN:"))
    Command("Run the RUN lines", "source.fx.run", "fx.run", json::Array{S.Uri});
  return Actions;
}
