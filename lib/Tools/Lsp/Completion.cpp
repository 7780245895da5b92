//===- Completion.cpp - What can stand under the cursor -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"
#include "RuleNames.h"
#include "TestLines.h"
#include "fx/IR/Graph.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/IR/OpRegistry.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

/// More than anybody reads; the client asks again with the next key.
static constexpr size_t MaxItems = 200;

namespace {
/// Kinds of the protocol.
enum ItemKind {
  MethodItem = 2,
  FunctionItem = 3,
  FieldItem = 5,
  VariableItem = 6,
  ClassItem = 7,
  ModuleItem = 9,
  PropertyItem = 10,
  ValueItem = 12,
  KeywordItem = 14,
};

class Completer {
public:
  Completer(const Snapshot &S, const Environment &Env, size_t Offset);
  json::Value run();

private:
  void inRunLine(StringRef Run);
  void inComment(StringRef Before);
  void inRules(StringRef Before);
  void inGraph(StringRef Before);
  void inModules(StringRef Before);
  void targets(StringRef Before, StringRef Written);
  void values();
  void keywords(StringRef Before);
  void metadataKeys();
  void words();
  void members(bool Children);
  void passes();
  void passOptions(StringRef Pass);
  void add(StringRef Label, ItemKind Kind, StringRef Detail = {},
           StringRef Snippet = {});

  const Snapshot &S;
  const Environment &Env;
  size_t Offset;
  /// Begin of the word that is already written, up to the cursor.
  size_t Begin = 0;
  StringRef Prefix;
  json::Array Items;
  bool IsIncomplete = false;
};
} // namespace

/// What goes before the cursor of a word of these characters.
static StringRef wordBefore(StringRef Before, StringRef Signs) {
  size_t Begin = Before.size();
  while (Begin &&
         (isNameChar(Before[Begin - 1]) || Signs.contains(Before[Begin - 1])))
    --Begin;
  return Before.drop_front(Begin);
}

Completer::Completer(const Snapshot &S, const Environment &Env, size_t Offset)
    : S(S), Env(Env), Offset(Offset) {}

void Completer::add(StringRef Label, ItemKind Kind, StringRef Detail,
                    StringRef Snippet) {
  if (!Label.starts_with(Prefix))
    return;
  if (Items.size() >= MaxItems) {
    IsIncomplete = true;
    return;
  }
  json::Object Item{
      {"label", json::fixUTF8(Label)},
      {"kind", int(Kind)},
      {"textEdit",
       json::Object{
           {"range", S.Lines.toJSON(Begin, Offset)},
           {"newText", json::fixUTF8(Snippet.empty() ? Label : Snippet)}}}};
  if (!Detail.empty())
    Item["detail"] = json::fixUTF8(Detail);
  if (!Snippet.empty())
    Item["insertTextFormat"] = 2;
  Items.push_back(std::move(Item));
}

//===----------------------------------------------------------------------===//
// Comments
//===----------------------------------------------------------------------===//

void Completer::passes() {
  for (const PassRegistry::Entry &Entry : Env.Registry.entries())
    add(Entry.Info->Flag, FunctionItem, Entry.Info->Summary);
}

void Completer::passOptions(StringRef Pass) {
  const PassRegistry::Entry *Entry = Env.Registry.lookup(Pass);
  if (!Entry)
    return;
  for (const PassOptionInfo &O : Entry->Info->Options)
    add(O.Flag, PropertyItem, O.Description);
}

void Completer::inRunLine(StringRef Run) {
  Prefix = wordBefore(Run, "-");
  Begin = Offset - Prefix.size();
  StringRef Head = Run.drop_back(Prefix.size());
  // In the braces of a pass?
  size_t Open = Head.rfind('{');
  if (Open != StringRef::npos && !Head.drop_front(Open).contains('}')) {
    passOptions(wordBefore(Head.take_front(Open), "-"));
    return;
  }
  size_t Passes = Head.rfind("--passes=");
  if (Passes != StringRef::npos) {
    StringRef Rest = Head.drop_front(Passes);
    bool Inside =
        Rest.count('\'') == 1 || Rest.count('"') == 1 || !Rest.contains(' ');
    if (Inside)
      return passes();
  }
  if (Prefix.starts_with("-")) {
    size_t Dashes = Prefix.size() - Prefix.ltrim('-').size();
    Prefix = Prefix.drop_front(Dashes);
    Begin += Dashes;
    if (Dashes == 1)
      return;
    // The last tool that is named, if any.
    StringRef Tool = "fx-opt";
    for (StringRef Word : split(Head, ' '))
      if (Env.Options.contains(Word))
        Tool = Word;
    for (const std::string &Option : Env.Options.lookup(Tool)) {
      const PassRegistry::Entry *Entry = Env.Registry.lookup(Option);
      add(Option, Entry ? FunctionItem : PropertyItem,
          Entry ? StringRef(Entry->Info->Summary) : StringRef());
    }
    return;
  }
  for (StringRef Tool : Env.Options.keys())
    add(Tool, FunctionItem);
  for (StringRef Tool : {"FileCheck", "not"})
    add(Tool, FunctionItem);
}

void Completer::inComment(StringRef Before) {
  StringRef Comment = Before.ltrim().drop_front(2).ltrim();
  Prefix = wordBefore(Comment, "-");
  Begin = Offset - Prefix.size();
  // Names in lines that check a graph.
  if (Comment.contains(':')) {
    if (Comment.drop_back(Prefix.size()).ends_with("%"))
      values();
    return;
  }
  if (Prefix.size() != Comment.size())
    return;
  for (StringRef Word :
       {"RUN: ", "CHECK: ", "CHECK-NEXT: ", "CHECK-SAME: ", "CHECK-NOT: ",
        "CHECK-DAG: ", "CHECK-LABEL: ", "CHECK-EMPTY:", "REQUIRES: ",
        "UNSUPPORTED: ", "XFAIL: ", "expected-error@+1 {{",
        "expected-warning@+1 {{", "expected-note@+1 {{",
        "expected-remark@+1 {{"})
    add(Word, KeywordItem);
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {
struct Spellings {
  std::vector<StringRef> Functions, Methods;
};
} // namespace

/// Every name of an operator that the tables have, sorted.
static const Spellings &allSpellings() {
  static const Spellings All = [] {
    Spellings Result;
    forEachDeclaredOp([&](const OpInfo &Op) {
      for (const OpSpelling &Spelling : Op.spellings())
        (Spelling.Kind == TargetKind::Method ? Result.Methods
                                             : Result.Functions)
            .push_back(Spelling.Name);
    });
    for (std::vector<StringRef> *Names : {&Result.Functions, &Result.Methods}) {
      llvm::sort(*Names);
      Names->erase(llvm::unique(*Names), Names->end());
    }
    return Result;
  }();
  return All;
}

/// `](args = (${1:input}, ${2:other}), kwargs = {})`.
static std::string argumentSnippet(const OpTarget &Target) {
  std::string Text = Target.name().str() + "](args = (";
  ArrayRef<OpSchema> Overloads = Target.overloads();
  unsigned Count = 0;
  if (!Overloads.empty())
    for (const SchemaParam &P : Overloads.front().params()) {
      if (!P.isRequired() || P.Kind == ParamKind::KeywordOnly)
        break;
      if (Count)
        Text += ", ";
      Text += "${" + utostr(++Count) + ":";
      if (P.Type.isTensorLike() && !P.Type.isList())
        Text += "%";
      Text += P.Name.str() + "}";
    }
  if (!Count)
    Text += "$1";
  Text += Count == 1 ? ",), kwargs = {})" : "), kwargs = {})";
  return Text;
}

void Completer::targets(StringRef Before, StringRef Written) {
  Prefix = Written;
  Begin = Offset - Written.size();
  StringRef Line = S.Lines.line(S.Lines.lineOf(Offset));
  bool IsAlone = Line.drop_front(Before.size()).trim().empty();
  if (Before.contains("call_module[") || Before.contains("get_attr[")) {
    members(Before.contains("call_module["));
    return;
  }
  bool Methods = Before.contains("call_method[");
  if (!Methods && !Before.contains("call_function["))
    return;
  const std::vector<StringRef> &Names =
      Methods ? allSpellings().Methods : allSpellings().Functions;
  for (auto It = llvm::lower_bound(Names, Prefix);
       It != Names.end() && It->starts_with(Prefix); ++It) {
    if (Items.size() >= MaxItems) {
      IsIncomplete = true;
      break;
    }
    const OpTarget *Target = Methods ? lookupMethod(*It) : lookupFunction(*It);
    if (!Target)
      continue;
    std::string Detail;
    raw_string_ostream OS(Detail);
    if (!Target->overloads().empty())
      Target->overloads().front().print(OS);
    add(*It, Methods ? MethodItem : FunctionItem, Detail,
        IsAlone ? argumentSnippet(*Target) : "");
  }
}

/// Names that are defined above the cursor.
void Completer::values() {
  const SyntaxMap::GraphRange *G = S.Map.graphAt(uint32_t(Offset));
  // A comment speaks of any.
  bool InGraph = G != nullptr;
  for (const SyntaxMap::GraphRange &Graph : S.Map.graphs()) {
    if (InGraph && &Graph != G)
      continue;
    // The nearest first.
    for (uint32_t I = Graph.EndLine; I-- != Graph.FirstLine;) {
      // Only what is above.
      if (InGraph &&
          S.Lines.lineOf(S.Map.lines()[I].Begin) >= S.Lines.lineOf(Offset))
        continue;
      for (const SyntaxMap::Token &T : S.Map.tokensOf(I)) {
        if (T.Kind != SyntaxMap::Definition)
          continue;
        const Node *N = S.Map.nodeOf(I);
        if (S.Map.nameOf(T).starts_with(Prefix))
          add(S.Map.nameOf(T), VariableItem, N ? N->targetText() : StringRef());
        break;
      }
      if (Items.size() >= MaxItems) {
        IsIncomplete = true;
        return;
      }
    }
  }
}

void Completer::members(bool Children) {
  const SyntaxMap::GraphRange *G = S.Map.graphAt(uint32_t(Offset));
  for (const SyntaxMap::MemberRange &M : S.Map.members())
    if (M.Parent != SyntaxMap::NoParent && M.IsChild == Children &&
        (!G || G->Module == M.Module))
      add(S.Map.pathOf(M), Children ? ModuleItem : FieldItem,
          S.slice(M.Begin, M.End).split('\n').first.trim());
}

/// Parameters of the operator of this line.
void Completer::keywords(StringRef Before) {
  StringRef Target = Before.split("target=").second.take_until(
      [](char C) { return C == ']'; });
  bool IsMethod = Before.contains("call_method[");
  const OpTarget *Op = IsMethod ? lookupMethod(Target) : lookupFunction(Target);
  if (!Op)
    return;
  std::vector<StringRef> Seen;
  for (const OpSchema &Schema : Op->overloads())
    for (const SchemaParam &P : Schema.params()) {
      if (P.Kind == ParamKind::PositionalOnly || P.isVariadic() ||
          is_contained(Seen, P.Name))
        continue;
      Seen.push_back(P.Name);
      std::string Detail;
      raw_string_ostream OS(Detail);
      P.Type.print(OS);
      if (P.HasDefault)
        OS << " = " << P.Default;
      add(P.Name, PropertyItem, Detail, (P.Name + ": $1").str());
    }
}

void Completer::metadataKeys() {
  for (StringRef Key : {"val", "tensor_meta", "nn_module_stack", "stack_trace",
                        "source_fn_stack", "torch_fn", "from_node", "tag",
                        "custom", "original_aten", "seq_nr"})
    add(Key, PropertyItem, "", (Key + ": $1").str());
}

void Completer::words() {
  for (StringRef Word : {"None",
                         "True",
                         "False",
                         "torch.float16",
                         "torch.bfloat16",
                         "torch.float32",
                         "torch.float64",
                         "torch.int8",
                         "torch.uint8",
                         "torch.int16",
                         "torch.int32",
                         "torch.int64",
                         "torch.bool",
                         "torch.complex64",
                         "torch.complex128",
                         "torch.strided",
                         "torch.sparse_coo",
                         "torch.contiguous_format",
                         "torch.preserve_format",
                         "torch.channels_last",
                         "torch.channels_last_3d"})
    add(Word, ValueItem);
  add("device", FunctionItem, "", "device(\"${1:cpu}\")");
  add("tensor", FunctionItem, "",
      "tensor(${1:torch.float32}, (${2:2, 3}), None, None)");
  add("slice", FunctionItem, "", "slice(${1:None}, ${2:None}, ${3:None})");
  add("sym", FunctionItem, "", "sym(\"${1:s0}\")");
}

/// Whether the cursor is after an open bracket \p Open, not in quotes.
static bool isInside(StringRef Text, char Open, char Close) {
  int Depth = 0;
  bool Quoted = false;
  for (char C : Text) {
    if (C == '"')
      Quoted = !Quoted;
    if (Quoted)
      continue;
    Depth += C == Open;
    Depth -= C == Close;
  }
  return Depth > 0;
}

void Completer::inGraph(StringRef Before) {
  StringRef Word = wordBefore(Before, ".*-");
  StringRef Head = Before.drop_back(Word.size());
  if (Head.ends_with("[target="))
    return targets(Before, Word);
  Prefix = wordBefore(Before, "");
  Begin = Offset - Prefix.size();
  if (Before.drop_back(Prefix.size()).ends_with("%"))
    return values();
  if (Head.ends_with(" = ") && !Head.contains("](")) {
    Prefix = Word;
    Begin = Offset - Word.size();
    for (StringRef Op : {"call_function", "call_method", "call_module"})
      add(Op, KeywordItem, "",
          (Op + "[target=${1}](args = (${2}), kwargs = {})").str());
    for (StringRef Op : {"get_attr", "placeholder"})
      add(Op, KeywordItem, "", (Op + "[target=${1}]").str());
    return;
  }
  if (Head.trim().empty()) {
    add("return", KeywordItem);
    return;
  }
  if (Head.ends_with("{") || Head.ends_with(", ")) {
    size_t Kwargs = Head.rfind("kwargs = {");
    if (Kwargs != StringRef::npos) {
      StringRef Rest = Head.drop_front(Kwargs);
      if (!Rest.contains(')') || isInside(Rest, '{', '}')) {
        if (Rest.contains("})"))
          return metadataKeys();
        return keywords(Before);
      }
    }
    if (Head.rtrim().ends_with("{") && Head.contains("]"))
      return metadataKeys();
  }
  Prefix = Word;
  Begin = Offset - Word.size();
  if (isInside(Head, '(', ')') || Head.contains(": "))
    words();
}

void Completer::inModules(StringRef Before) {
  StringRef Word = wordBefore(Before, ".");
  Prefix = Word;
  Begin = Offset - Word.size();
  StringRef Head = Before.drop_back(Word.size());
  if (Head.trim().empty()) {
    for (StringRef Keyword : {"module", "weights", "torch", "program", "graph"})
      add(Keyword, KeywordItem);
    return;
  }
  if (!Head.rtrim().ends_with("="))
    return words();
  for (StringRef Role : {"parameter", "buffer", "constant"})
    add(Role, KeywordItem, "", (Role + "(${1:torch.float32}, (${2}))").str());
  forEachModuleClass([&](const ModuleInfo &Info) {
    std::string Detail;
    raw_string_ostream OS(Detail);
    Info.constructor().print(OS);
    add(Info.name(), ClassItem, Detail);
  });
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

void Completer::inRules(StringRef Before) {
  Prefix = wordBefore(Before, "%$");
  Begin = Offset - Prefix.size();
  if (Prefix.starts_with("%") || Prefix.starts_with("$")) {
    std::vector<StringRef> Seen;
    for (const RuleItem &Item : ruleItems(S.text())) {
      if (Offset < Item.Begin || Offset > Item.End)
        continue;
      StringRef Body = S.slice(Item.Begin, Item.End);
      for (size_t At = Body.find(Prefix.front()); At != StringRef::npos;
           At = Body.find(Prefix.front(), At + 1)) {
        StringRef Name = Body.substr(
            At, 1 + Body.drop_front(At + 1).take_while(isNameChar).size());
        if (Name.size() < 2 || Item.Begin + At == Begin ||
            is_contained(Seen, Name))
          continue;
        Seen.push_back(Name);
        add(Name, VariableItem);
      }
    }
    return;
  }
  for (StringRef Word :
       {"rule",   "define", "set",      "use",      "match",      "where",
        "with",   "let",    "metadata", "example",  "example no", "giving",
        "update", "each",   "exact",    "rounding", "finite",     "O1",
        "O2",     "O3",     "phase"})
    add(Word, KeywordItem);
  for (const RuleItem &Item : ruleItems(S.text()))
    if (Item.Keyword != "rule")
      add(Item.Name, FunctionItem, Item.Keyword);
  forEachDeclaredOp([&](const OpInfo &Op) {
    if (Op.name().starts_with(Prefix))
      add(Op.name(), FunctionItem, Op.summary());
  });
}

json::Value Completer::run() {
  unsigned Number = S.Lines.lineOf(Offset);
  StringRef Before = S.slice(S.Lines.lineBegin(Number), Offset);
  if (StringRef Run = runText(Before); !Run.empty() || Before.ends_with("RUN:"))
    inRunLine(Run);
  else if (Before.ltrim().starts_with("//"))
    inComment(Before);
  else if (S.Kind == FileKind::Rules)
    inRules(Before);
  else if (S.Map.graphAt(uint32_t(Offset)) || Before.ltrim().starts_with("%"))
    inGraph(Before);
  else
    inModules(Before);
  return json::Object{{"isIncomplete", IsIncomplete},
                      {"items", std::move(Items)}};
}

json::Value fx::lsp::completion(const Snapshot &S, const Environment &Env,
                                size_t Offset) {
  return Completer(S, Env, std::min(Offset, S.text().size())).run();
}
