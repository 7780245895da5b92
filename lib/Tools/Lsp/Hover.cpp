//===- Hover.cpp - What is said of a thing under the cursor ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"
#include "RuleNames.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Graph.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/Printer.h"
#include "fx/Support/CharClass.h"
#include "fx/Transforms/BuiltinRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

/// Long ones help nobody.
static constexpr unsigned MaxUsersShown = 8;
static constexpr size_t MaxTextShown = 4000;

static json::Value markdown(const Snapshot &S, StringRef Text, size_t Begin,
                            size_t End) {
  return json::Object{
      {"contents",
       json::Object{{"kind", "markdown"},
                    {"value", json::fixUTF8(Text.take_front(MaxTextShown))}}},
      {"range", S.Lines.toJSON(Begin, End)}};
}

static std::string argumentText(const Argument &A, const Context &Ctx) {
  std::string Text = toText(A, Ctx);
  if (Text.size() > 400)
    Text = Text.substr(0, 400) + "...";
  return Text;
}

/// Rules that come with fx-opt and name the operator in what they match.
static std::vector<std::string> rulesAbout(StringRef Op) {
  std::vector<std::string> Names;
  for (const BuiltinRules &File : builtinRules()) {
    for (const RuleItem &Item : ruleItems(File.Text)) {
      if (Item.Keyword != "rule")
        continue;
      StringRef Body = File.Text.slice(Item.Begin, Item.End);
      // Before the examples.
      Body = Body.take_front(Body.find("\n  example"));
      for (size_t At = Body.find(Op); At != StringRef::npos;
           At = Body.find(Op, At + 1)) {
        bool IsWord = At && !isAlnum(Body[At - 1]) &&
                      !StringRef("_-%$").contains(Body[At - 1]) &&
                      (At + Op.size() == Body.size() ||
                       (!isAlnum(Body[At + Op.size()]) &&
                        !StringRef("_-").contains(Body[At + Op.size()])));
        if (!IsWord)
          continue;
        Names.push_back(Item.Name.str());
        break;
      }
    }
  }
  return Names;
}

static StringRef effectName(EffectRule::RuleKind Kind) {
  switch (Kind) {
  case EffectRule::Writes:
    return "writes to";
  case EffectRule::Aliases:
    return "may share memory with";
  case EffectRule::Random:
    return "draws random numbers";
  case EffectRule::SideEffect:
    return "has an effect that no value shows";
  case EffectRule::Opaque:
    return "unknown effects";
  }
  return "";
}

static void describeOp(const OpTarget &Target, raw_ostream &OS) {
  const OpInfo &Op = Target.op();
  OS << "**" << Op.name() << "**";
  if (!Op.summary().empty())
    OS << ": " << Op.summary();
  OS << "\n\n```\n";
  for (const OpSchema &Schema : Target.overloads().take_front(6)) {
    OS << Target.name();
    Schema.print(OS);
    OS << '\n';
  }
  OS << "```\n";
  for (const EffectRule &E : Target.effectRules())
    OS << "\n- " << effectName(E.Kind)
       << (E.Param.empty() ? "" : " `" + E.Param.str() + "`");
  for (const OpSchema &Schema : Target.overloads().take_front(1))
    for (const SchemaParam &P : Schema.params())
      if (P.Type.Written)
        OS << "\n- writes to `" << P.Name << '`';
  if (Op.isPointwise())
    OS << "\n- pointwise";
  if (Op.isCommutative())
    OS << "\n- commutative";
  if (!Target.valueRule().empty())
    OS << "\n- rule of values: `" << Target.valueRule() << '`';
  if (!Op.inverses().empty())
    OS << "\n- `--invert` knows an inverse";
  if (std::vector<std::string> Rules = rulesAbout(Op.name()); !Rules.empty())
    OS << "\n- rules: `" << join(ArrayRef(Rules).take_front(12), "`, `") << '`'
       << (Rules.size() > 12 ? ", ..." : "");
  OS << '\n';
}

static void describeClass(const ModuleInfo &Info, raw_ostream &OS) {
  OS << "**" << Info.name() << "**\n\n```\n" << Info.shownName();
  Info.constructor().print(OS);
  OS << "\nforward";
  Info.forward().print(OS);
  OS << "\n```\n";
  for (const ModuleTensorInfo &T : Info.tensors())
    OS << "\n- " << (T.IsBuffer ? "buffer" : "parameter") << " `" << T.Name
       << '`';
  if (!Info.whyNoExpansion().empty())
    OS << "\n- has no formula: " << Info.whyNoExpansion();
  else if (!Info.expansion().empty())
    OS << "\n- `--lower-modules` and `--inline-module` know its formula";
  OS << '\n';
}

static void describePass(const PassInfo &Pass, raw_ostream &OS) {
  OS << "**--" << Pass.Flag << "**: " << Pass.Summary << "\n\n"
     << Pass.Description << '\n';
  for (const PassOptionInfo &O : Pass.Options)
    OS << "\n- `" << O.Flag << "`: " << O.Description
       << (O.Default.empty() ? "" : " (default: `" + O.Default.str() + "`)");
  OS << '\n';
}

/// The last frame of a stack trace, and what stands there.
static std::string lastFrame(StringRef Trace) {
  size_t At = Trace.rfind("File \"");
  return At == StringRef::npos ? "" : Trace.substr(At).rtrim().str();
}

static void describeNode(const Snapshot &S, uint32_t Line, const Node &N,
                         raw_ostream &OS) {
  OS << "**%" << N.name() << "** = " << toString(N.op()) << " `"
     << N.targetText() << "`\n";
  if (const Argument *Val = N.val())
    OS << "\n- type: `" << argumentText(*Val, S.context()) << "`";
  else if (std::string Value = S.inferredValue(Line); !Value.empty())
    OS << "\n- type, inferred: `" << Value << '`';
  if (N.type())
    OS << "\n- annotation: `" << N.type().str() << '`';
  unsigned Count = N.numUsers();
  OS << "\n- " << Count << (Count == 1 ? " user" : " users");
  unsigned Shown = 0;
  StringRef Separator = ": ";
  for (Node *User : N.users()) {
    if (++Shown > MaxUsersShown) {
      OS << ", ...";
      break;
    }
    OS << Separator << "`%" << User->name() << '`';
    Separator = ", ";
  }
  if (std::optional<std::string> Path = modulePath(N))
    OS << "\n- module: `" << (Path->empty() ? "(root)" : *Path) << '`';
  if (const Argument *Trace = N.meta().lookup("stack_trace");
      Trace && Trace->isString())
    if (std::string Frame = lastFrame(Trace->symbol().str()); !Frame.empty())
      OS << "\n\n```python\n" << Frame << "\n```";
  OS << '\n';
}

static StringRef aboutKey(StringRef Key) {
  return StringSwitch<StringRef>(Key)
      .Case("val", "the value: type, sizes, strides and device of a tensor, or "
                   "a number")
      .Case("tensor_meta", "what shape-prop stores of a tensor")
      .Case("nn_module_stack", "the modules that were running, outermost first")
      .Case("stack_trace", "where in the Python source the node was made")
      .Case("source_fn_stack", "the functions of the source it comes from")
      .Case("torch_fn", "the function of PyTorch it comes from")
      .Case("from_node", "the nodes that it was made of")
      .Case("tag", "a tag that tag-nodes or partition gave")
      .Case("custom", "what the user attached")
      .Case("original_aten", "the operator before decomposition")
      .Case("seq_nr", "its number in the recording of autograd")
      .Default("");
}

static json::Value hoverToken(const Snapshot &S, const SyntaxMap::Token &T,
                              std::optional<uint32_t> Line) {
  std::string Text;
  raw_string_ostream OS(Text);
  StringRef Word = S.Map.textOf(T);
  const Node *N = Line ? S.Map.nodeOf(*Line) : nullptr;
  switch (T.Kind) {
  case SyntaxMap::Target:
    if (!N)
      return nullptr;
    if (const OpTarget *Op = N->opTarget()) {
      describeOp(*Op, OS);
    } else if (N->isCallModule() || N->isGetAttr()) {
      OS << "`" << N->targetText() << "` of the module tree";
      const SyntaxMap::GraphRange *G = S.Map.graphAt(T.Begin);
      if (const auto *M = memberOf(S, G->Module, N->targetText())) {
        StringRef Definition =
            S.slice(M->Begin, M->End).split('\n').first.trim();
        OS << "\n\n```\n" << Definition << "\n```\n";
      }
    } else {
      OS << "`" << N->targetText() << "` is not known to fx-opt";
    }
    break;
  case SyntaxMap::Class:
    if (const ModuleInfo *Info = lookupModuleClass(Word.trim('"')))
      describeClass(*Info, OS);
    break;
  case SyntaxMap::Key:
    if (StringRef About = aboutKey(Word.trim('"')); !About.empty())
      OS << "**" << Word << "**: " << About;
    else if (const OpTarget *Op = N ? N->opTarget() : nullptr) {
      for (const OpSchema &Schema : Op->overloads())
        if (std::optional<unsigned> I = Schema.findParam(Word)) {
          const SchemaParam &P = Schema.params()[*I];
          OS << "`";
          P.Type.print(OS);
          OS << " " << P.Name << (P.HasDefault ? "=" + P.Default.str() : "")
             << "` of `" << Op->name() << '`';
          break;
        }
    }
    break;
  case SyntaxMap::Opcode:
    if (Line && N)
      describeNode(S, *Line, *N, OS);
    break;
  default:
    break;
  }
  return Text.empty() ? json::Value(nullptr)
                      : markdown(S, Text, T.Begin, T.end());
}

static json::Value hoverRules(const Snapshot &S, size_t Offset) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (std::optional<RuleName> Name = ruleNameAt(S, Offset)) {
    std::vector<std::pair<size_t, size_t>> Places = rulePlacesOf(S, *Name);
    if (Places.empty())
      return nullptr;
    StringRef Line = S.Lines.line(S.Lines.lineOf(Places.front().first));
    OS << "`" << Name->Text << "`, " << Places.size()
       << (Places.size() == 1 ? " place" : " places") << "\n\n```\n"
       << Line.trim() << "\n```\n";
    return markdown(S, Text, Name->Begin, Name->End);
  }
  StringRef All = S.text();
  size_t Begin = std::min(Offset, All.size());
  while (Begin && isDottedNameChar(All[Begin - 1]))
    --Begin;
  StringRef Word = All.drop_front(Begin).take_while(isDottedNameChar);
  const OpInfo *Op = Word.empty() ? nullptr : lookupOp(Word);
  if (!Op)
    return nullptr;
  if (const OpTarget *Target = lookupFunction(Op->builderFunction())) {
    describeOp(*Target, OS);
    return markdown(S, Text, Begin, Begin + Word.size());
  }
  for (const OpSpelling &Spelling : Op->spellings())
    if (Spelling.Kind == TargetKind::Function)
      if (const OpTarget *Target = lookupFunction(Spelling.Name)) {
        describeOp(*Target, OS);
        return markdown(S, Text, Begin, Begin + Word.size());
      }
  return nullptr;
}

json::Value fx::lsp::hover(const Snapshot &S, const Environment &Env,
                           size_t Offset) {
  if (S.Kind == FileKind::Rules)
    return hoverRules(S, Offset);
  std::string Text;
  raw_string_ostream OS(Text);
  if (std::optional<NamePlace> Name = nameAt(S, Offset)) {
    const SyntaxMap::Token *T = definitionOf(S, *Name->Graph, Name->Name);
    std::optional<uint32_t> Line = T ? S.Map.lineAt(T->Begin) : std::nullopt;
    const Node *N = Line ? S.Map.nodeOf(*Line) : nullptr;
    if (N && S.Map.lines()[*Line].Opaque)
      OS << "**%" << Name->Name << "**: its line has a mistake";
    else if (N)
      describeNode(S, *Line, *N, OS);
    else
      OS << "**%" << Name->Name << "** is not defined";
    return markdown(S, Text, Name->Begin, Name->End);
  }
  if (const PassInfo *Pass = passAt(S, Env, Offset)) {
    describePass(*Pass, OS);
    return markdown(S, Text, Offset, Offset);
  }
  const SyntaxMap::Token *T = S.Map.tokenAt(uint32_t(Offset));
  return T ? hoverToken(S, *T, S.Map.lineAt(uint32_t(Offset)))
           : json::Value(nullptr);
}
