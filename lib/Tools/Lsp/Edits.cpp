//===- Edits.cpp - Changes of a text --------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"
#include "RuleNames.h"
#include "Transport.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Graph.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/IR/Printer.h"
#include "fx/Pass/PassManager.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

json::Value fx::lsp::editsOf(const Snapshot &S, ArrayRef<Edit> Edits) {
  json::Array All;
  for (const Edit &E : Edits)
    All.push_back(json::Object{{"range", S.Lines.toJSON(E.Begin, E.End)},
                               {"newText", json::fixUTF8(E.Text)}});
  return All;
}

json::Value fx::lsp::workspaceEdit(const Snapshot &S, ArrayRef<Edit> Edits) {
  return json::Object{{"changes", json::Object{{S.Uri, editsOf(S, Edits)}}}};
}

std::vector<Edit> fx::lsp::editsTo(const Snapshot &S, StringRef New) {
  StringRef Old = S.text();
  if (Old == New)
    return {};
  size_t First = 0, Limit = std::min(Old.size(), New.size());
  while (First < Limit && Old[First] == New[First])
    ++First;
  // At the beginning of a line, so that no character is cut.
  First = Old.take_front(First).rfind('\n') + 1;
  size_t Last = 0;
  while (Last < Limit - First &&
         Old[Old.size() - 1 - Last] == New[New.size() - 1 - Last])
    ++Last;
  size_t Break = Old.find('\n', Old.size() - Last);
  Last = Break == StringRef::npos ? 0 : Old.size() - Break - 1;
  return {
      {First, Old.size() - Last, New.slice(First, New.size() - Last).str()}};
}

//===----------------------------------------------------------------------===//
// Rename
//===----------------------------------------------------------------------===//

namespace {
/// A module or a tensor under the cursor, and where its name is there.
struct MemberName {
  const SyntaxMap::MemberRange *Member;
  size_t Begin, End;
};
} // namespace

/// The part of a target that is at \p Offset: `lin` of `lin.weight`.
static std::optional<MemberName> memberInTarget(const Snapshot &S,
                                                size_t Offset) {
  const SyntaxMap::Token *T = S.Map.tokenAt(uint32_t(Offset));
  std::optional<uint32_t> Line = S.Map.lineAt(uint32_t(Offset));
  const Node *N = Line ? S.Map.nodeOf(*Line) : nullptr;
  if (!T || T->Kind != SyntaxMap::Target || !N ||
      !(N->isCallModule() || N->isGetAttr()))
    return std::nullopt;
  StringRef Target = S.Map.textOf(*T);
  // In quotes there may be signs that stand for others.
  if (Target.starts_with("\""))
    return std::nullopt;
  size_t At = Offset - T->Begin;
  size_t End = std::min(Target.find('.', At), Target.size());
  size_t Begin = Target.take_front(End).rfind('.') + 1;
  std::string Base;
  if (const SyntaxMap::MemberRange *In = S.Map.memberAt(T->Begin))
    Base = S.Map.pathOf(*In);
  const SyntaxMap::MemberRange *M =
      memberOf(S, S.Map.graphAt(T->Begin)->Module,
               joinModulePath(Base, Target.take_front(End)));
  if (!M)
    return std::nullopt;
  return MemberName{M, T->Begin + Begin, T->Begin + End};
}

static std::optional<MemberName> memberNameAt(const Snapshot &S,
                                              size_t Offset) {
  if (std::optional<MemberName> InTarget = memberInTarget(S, Offset))
    return InTarget;
  const SyntaxMap::MemberRange *M = S.Map.memberAt(uint32_t(Offset));
  if (!M || M->Parent == SyntaxMap::NoParent || Offset < M->NameBegin ||
      Offset > M->NameBegin + M->NameSize)
    return std::nullopt;
  return MemberName{M, M->NameBegin, M->NameBegin + M->NameSize};
}

/// `%x`, or a module or tensor, under the cursor.
static std::optional<std::pair<size_t, size_t>> renamedAt(const Snapshot &S,
                                                          size_t Offset) {
  if (S.Kind == FileKind::Rules) {
    std::optional<RuleName> Name = ruleNameAt(S, Offset);
    if (!Name)
      return std::nullopt;
    return std::pair(Name->End - Name->word().size(), Name->End);
  }
  if (std::optional<NamePlace> Name = nameAt(S, Offset))
    return std::pair(Name->End - Name->Name.size(), Name->End);
  std::optional<MemberName> Member = memberNameAt(S, Offset);
  if (!Member)
    return std::nullopt;
  return std::pair(Member->Begin, Member->End);
}

Expected<json::Value> fx::lsp::prepareRename(const Snapshot &S, size_t Offset) {
  std::optional<std::pair<size_t, size_t>> Range = renamedAt(S, Offset);
  if (!Range)
    return nullptr;
  return S.Lines.toJSON(Range->first, Range->second);
}

/// Where the signature of the program names \p Name, as a string.
static std::vector<std::pair<size_t, size_t>>
signaturePlaces(const Snapshot &S, const SyntaxMap::GraphRange &G,
                StringRef Name) {
  std::vector<std::pair<size_t, size_t>> Places;
  // Before the graph, and after the one before it.
  size_t Begin = 0;
  for (const SyntaxMap::GraphRange &Other : S.Map.graphs())
    if (Other.Module < G.Module)
      Begin = std::max<size_t>(Begin, Other.End);
  for (const SyntaxMap::Token &T : S.Map.tokens())
    if (T.Begin >= Begin && T.end() <= G.Begin && T.Kind == SyntaxMap::String &&
        S.Map.textOf(T) == ("\"" + Name + "\"").str())
      Places.emplace_back(T.Begin + 1, T.end() - 1);
  return Places;
}

static Error signatureError(StringRef Name) {
  return requestError(
      RequestFailed,
      "the signature of the program names '" + Name +
          "'; the setting renameSignature lets it be renamed there too");
}

static Expected<std::vector<Edit>> renameNode(const Snapshot &S,
                                              const Environment &Env,
                                              const NamePlace &Name,
                                              StringRef NewName) {
  // torch.fx lets this one pass, Python does not.
  if (!isIdentifier(NewName) || Namespace::isIllegal(NewName) ||
      NewName == "None")
    return requestError(InvalidParams,
                        "'" + NewName + "' cannot be the name of a node");
  if (definitionOf(S, *Name.Graph, NewName))
    return requestError(InvalidParams,
                        "there is a node '%" + NewName + "' already");
  // Which of several graphs with that name a comment checks is not known.
  bool IsAmbiguous =
      count_if(S.Map.graphs(), [&](const SyntaxMap::GraphRange &G) {
        return definitionOf(S, G, Name.Name) != nullptr;
      }) > 1;
  std::vector<Edit> Edits;
  for (const NamePlace &P : placesOf(S, Name))
    if (!IsAmbiguous || S.Map.lineAt(uint32_t(P.Begin)))
      Edits.push_back({P.End - Name.Name.size(), P.End, NewName.str()});
  const GraphModule *M = Name.Graph->Module < S.Modules.size()
                             ? S.Modules[Name.Graph->Module].get()
                             : nullptr;
  if (!M || !M->program() || Name.Graph->G != &M->graph())
    return Edits;
  std::vector<std::pair<size_t, size_t>> Places =
      signaturePlaces(S, *Name.Graph, Name.Name);
  if (!Places.empty() && !Env.RenameSignature)
    return signatureError(Name.Name);
  for (auto [Begin, End] : Places)
    Edits.push_back({Begin, End, NewName.str()});
  return Edits;
}

/// Whether the string \p T of a signature is the path of state or of a module:
/// `("parameter", "conv.weight")`, `("conv", ...)` of what is called.
static bool isPathOfSignature(const Snapshot &S, const SyntaxMap::Token &T) {
  StringRef Before = S.text().take_front(T.Begin);
  StringRef Tuple =
      Before.drop_front(std::min(Before.rfind('('), Before.size()));
  if (!Tuple.consume_front("("))
    return false;
  if (Tuple.trim().empty())
    return !S.text().drop_front(T.end()).ltrim(", ").starts_with("\"");
  StringRef Kind = Tuple.ltrim();
  if (!Kind.consume_front("\""))
    return false;
  Kind = Kind.split('"').first;
  return any_of(ArrayRef<StringRef>{"parameter", "buffer", "constant", "custom",
                                    "gradient"},
                [&](StringRef Word) { return Kind.contains(Word); });
}

/// Where the signature of the program names \p Path, or what is below it.
static std::vector<std::pair<size_t, size_t>>
signaturePathPlaces(const Snapshot &S, uint32_t Module, StringRef Path) {
  std::vector<std::pair<size_t, size_t>> Places;
  const GraphModule *M =
      Module < S.Modules.size() ? S.Modules[Module].get() : nullptr;
  if (!M || !M->program())
    return Places;
  size_t Begin = 0, End = 0;
  for (const SyntaxMap::GraphRange &G : S.Map.graphs()) {
    if (G.Module < Module)
      Begin = std::max<size_t>(Begin, G.End);
    if (G.Module == Module)
      End = std::max<size_t>(End, G.End);
  }
  for (const SyntaxMap::Token &T : S.Map.tokens()) {
    if (T.Begin < Begin || T.end() > End || T.Kind != SyntaxMap::String)
      continue;
    StringRef Text = S.Map.textOf(T);
    if (!Text.consume_front("\"") || !Text.consume_front(Path) ||
        (!Text.starts_with("\"") && !Text.starts_with(".")) ||
        !isPathOfSignature(S, T))
      continue;
    Places.emplace_back(T.Begin + 1, T.Begin + 1 + Path.size());
  }
  return Places;
}

/// The class that gives the tensor \p M at \p Path its name; empty where it
/// is free, as in a torch.nn.Module.
static StringRef classThatNames(const Snapshot &S,
                                const SyntaxMap::MemberRange &M,
                                StringRef Path) {
  if (M.IsChild || M.Module >= S.Modules.size() || !Path.contains('.'))
    return {};
  const Module *Owner = S.Modules[M.Module]->submodule(Path.rsplit('.').first);
  if (!Owner || !Owner->className())
    return {};
  StringRef Class = Owner->className().str();
  bool Names = Class != "torch.nn.Module" && lookupModuleClass(Class);
  return Names ? Class : StringRef();
}

/// The part \p OldSize long at the end of \p Path where the target \p T names
/// that or what is below it; \p Base is the module of the graph.
static std::optional<size_t> endInTarget(const Snapshot &S,
                                         const SyntaxMap::Token &T,
                                         StringRef Base, StringRef Path,
                                         size_t OldSize) {
  StringRef Target = S.Map.textOf(T);
  // Paths of members are as they are written, without the quotes.
  bool IsQuoted = Target.consume_front("\"");
  if (IsQuoted)
    Target.consume_back("\"");
  std::string Whole = joinModulePath(Base, Target);
  // `layer1.0.conv`, and what is below it.
  if (Whole != Path && !StringRef(Whole).starts_with((Path + ".").str()))
    return std::nullopt;
  size_t Skipped = Whole.size() - Target.size();
  if (Path.size() - OldSize < Skipped)
    return std::nullopt;
  return T.Begin + IsQuoted + Path.size() - Skipped;
}

/// A module or a tensor, in the tree and in targets.
static Expected<std::vector<Edit>> renameMember(const Snapshot &S,
                                                const Environment &Env,
                                                const SyntaxMap::MemberRange &M,
                                                StringRef NewName) {
  if (NewName.empty() || !all_of(NewName, isNameChar))
    return requestError(InvalidParams,
                        "'" + NewName + "' cannot be the name of a module");
  std::string Path = S.Map.pathOf(M);
  StringRef Parent = StringRef(Path).contains('.')
                         ? StringRef(Path).rsplit('.').first
                         : StringRef();
  std::string New = (Parent + (Parent.empty() ? "" : ".") + NewName).str();
  if (memberOf(S, M.Module, New))
    return requestError(InvalidParams, "there is '" + New + "' already");
  if (StringRef Class = classThatNames(S, M, Path); !Class.empty())
    return requestError(RequestFailed, "the class " + Class + " gives '" +
                                           Path + "' its name");
  std::vector<std::pair<size_t, size_t>> Signature =
      signaturePathPlaces(S, M.Module, Path);
  if (!Signature.empty() && !Env.RenameSignature)
    return signatureError(Path);
  StringRef Written = S.slice(M.NameBegin, M.NameBegin + M.NameSize);
  size_t OldSize = Written.trim('"').size();
  // As the printer writes names of modules: `0` has quotes there.
  std::vector<Edit> Edits = {
      {M.NameBegin, M.NameBegin + M.NameSize,
       isIdentifier(NewName) ? NewName.str() : ("\"" + NewName + "\"").str()}};
  for (auto [Begin, End] : Signature)
    Edits.push_back({End - OldSize, End, NewName.str()});
  for (const SyntaxMap::GraphRange &G : S.Map.graphs()) {
    if (G.Module != M.Module)
      continue;
    std::string Base;
    if (const SyntaxMap::MemberRange *In = S.Map.memberAt(G.Begin))
      Base = S.Map.pathOf(*In);
    for (uint32_t I = G.FirstLine; I != G.EndLine; ++I) {
      const Node *N = S.Map.nodeOf(I);
      if (!N || !(N->isCallModule() || N->isGetAttr()))
        continue;
      for (const SyntaxMap::Token &T : S.Map.tokensOf(I)) {
        if (T.Kind != SyntaxMap::Target)
          continue;
        if (std::optional<size_t> End = endInTarget(S, T, Base, Path, OldSize))
          Edits.push_back({*End - OldSize, *End, NewName.str()});
      }
    }
  }
  return Edits;
}

Expected<json::Value> fx::lsp::rename(const Snapshot &S, const Environment &Env,
                                      size_t Offset, StringRef NewName) {
  NewName.consume_front("%");
  if (S.Kind == FileKind::Rules) {
    std::optional<RuleName> Name = ruleNameAt(S, Offset);
    if (!Name)
      return requestError(RequestFailed, "there is no name here");
    NewName.consume_front("$");
    if (!isIdentifier(NewName))
      return requestError(InvalidParams, "'" + NewName + "' is not a name");
    StringRef Sign = Name->Text.drop_back(Name->word().size());
    std::string Whole = (Sign + NewName).str();
    RuleName Taken = *Name;
    Taken.Text = Whole;
    if (NewName != Name->word() && !rulePlacesOf(S, Taken).empty())
      return requestError(InvalidParams, "there is '" + Whole + "' already");
    std::vector<Edit> Edits;
    for (auto [Begin, End] : rulePlacesOf(S, *Name))
      Edits.push_back({End - Name->word().size(), End, NewName.str()});
    return workspaceEdit(S, Edits);
  }
  Expected<std::vector<Edit>> Edits = std::vector<Edit>();
  if (std::optional<NamePlace> Name = nameAt(S, Offset))
    Edits = renameNode(S, Env, *Name, NewName);
  else if (std::optional<MemberName> Member = memberNameAt(S, Offset))
    Edits = renameMember(S, Env, *Member->Member, NewName);
  else
    Edits = requestError(RequestFailed, "there is no name here");
  if (!Edits)
    return Edits.takeError();
  return workspaceEdit(S, *Edits);
}

//===----------------------------------------------------------------------===//
// Formatting
//===----------------------------------------------------------------------===//

/// Lines that say something, each with its place.
static std::vector<std::pair<size_t, StringRef>>
meaningfulLines(StringRef All) {
  std::vector<std::pair<size_t, StringRef>> Lines;
  for (size_t At = 0; At < All.size();) {
    StringRef Line = All.drop_front(At).split('\n').first;
    StringRef Word = Line.trim(" \t\r");
    // Files that were joined have several versions.
    if (!Word.empty() && !Word.starts_with("//") && !Word.starts_with("fx "))
      Lines.emplace_back(At, Line.rtrim('\r'));
    At += Line.size() + 1;
  }
  return Lines;
}

Expected<json::Value> fx::lsp::formatting(const Snapshot &S) {
  // What the checker of rules finds has a form all the same.
  if (S.Kind == FileKind::Rules ? !S.Rules : !S.IsGood)
    return requestError(RequestFailed,
                        "a file with mistakes cannot be formatted");
  std::string Text;
  raw_string_ostream OS(Text);
  if (S.Kind == FileKind::Rules) {
    rewrite::printRules(*S.Rules, OS);
    return editsOf(S, editsTo(S, Text));
  }
  if (!S.IsNative)
    return requestError(RequestFailed,
                        "only native text has a form of its own");
  // The verifier has completed the modules, so they are printed as they are
  // written: nodes one by one, and the rest as a whole where each line of it
  // has a partner.
  for (const std::unique_ptr<GraphModule> &M : S.Modules)
    printModule(*M, OS, PrintFormat::Native);
  std::vector<std::pair<size_t, StringRef>> Old = meaningfulLines(S.text()),
                                            New = meaningfulLines(Text);
  std::vector<Edit> Edits;
  if (Old.size() != New.size())
    return requestError(RequestFailed, "the file leaves something out that "
                                       "fx-opt would write; format it with "
                                       "fx-opt FILE -o FILE");
  for (auto [Before, After] : zip(Old, New))
    if (Before.second != After.second)
      Edits.push_back({Before.first, Before.first + Before.second.size(),
                       After.second.str()});
  return editsOf(S, Edits);
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

Expected<std::vector<Edit>> fx::lsp::editsOfPass(const Snapshot &S,
                                                 const Environment &Env,
                                                 StringRef Text) {
  if (!S.IsGood || S.Kind != FileKind::Graph)
    return requestError(RequestFailed, "the file has mistakes");
  Expected<PassPipeline> Pipeline = parsePassPipeline(Text, Env.Registry);
  if (!Pipeline)
    return Pipeline.takeError();
  PassManager Manager(std::move(*Pipeline));
  std::vector<Edit> Edits;
  for (const auto &[Number, Original] : enumerate(S.Modules)) {
    std::unique_ptr<GraphModule> M = Original->clone();
    std::string Wrong;
    DiagnosticEngine Diags;
    Diags.setHandler([&](const Diagnostic &D) {
      if (D.Sev == Severity::Error && Wrong.empty())
        Wrong = D.Text;
    });
    PassResult Result = Manager.run(*M, Diags);
    if (Result == PassResult::Failed || Result == PassResult::Invalid)
      return requestError(RequestFailed, Wrong);
    StringMap<const Node *> New;
    for (const Node *N : M->graph().nodes())
      New[N->name()] = N;
    for (const SyntaxMap::GraphRange &G : S.Map.graphs()) {
      if (G.Module != Number || G.G != &Original->graph())
        continue;
      if (New.size() != G.G->size())
        return requestError(RequestFailed, "the pass adds or removes nodes");
      for (uint32_t I = G.FirstLine; I != G.EndLine; ++I) {
        const Node *N = S.Map.nodeOf(I);
        ArrayRef<SyntaxMap::Token> Tokens = S.Map.tokensOf(I);
        if (!N || N->isOutput() || Tokens.empty())
          continue;
        const Node *Changed = New.lookup(N->name());
        if (!Changed)
          return requestError(RequestFailed, "the pass adds or removes nodes");
        std::string Before, After;
        raw_string_ostream BeforeOS(Before), AfterOS(After);
        PrintFormat Format = S.IsNative ? PrintFormat::Native : PrintFormat::FX;
        printNode(*N, BeforeOS, Format);
        printNode(*Changed, AfterOS, Format);
        if (Before == After)
          continue;
        unsigned Line = S.Lines.lineOf(Tokens.front().Begin);
        size_t Begin = Tokens.front().Begin;
        size_t End = S.Lines.lineBegin(Line) + S.Lines.line(Line).size();
        Edits.push_back({Begin, End, StringRef(After).trim().str()});
      }
    }
  }
  return Edits;
}
