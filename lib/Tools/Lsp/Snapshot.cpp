//===- Snapshot.cpp - What is known of one version of a file --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Snapshot.h"
#include "fx/Analysis/ProgramVerifier.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Verifier.h"
#include "fx/Rewrite/RuleLoader.h"
#include "fx/Rewrite/RuleParser.h"
#include "fx/Rewrite/RuleSet.h"
#include "fx/Support/CharClass.h"
#include "fx/Support/NearestWord.h"
#include "fx/Transforms/RuleFolding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

std::string Environment::page(StringRef Name, StringRef Anchor) const {
  if (DocsFolder.empty())
    return "";
  std::string File = DocsFolder + "/" + Name.str();
  if (!sys::fs::exists(File))
    return "";
  return uriOf(File) + (Anchor.empty() ? "" : "#" + Anchor.str());
}

static FileKind kindOf(StringRef Uri) {
  return Uri.ends_with(".fxr") ? FileKind::Rules : FileKind::Graph;
}

Snapshot::Snapshot(std::string NewUri, int64_t Version, SharedText NewContents)
    : Uri(std::move(NewUri)), Version(Version), Kind(kindOf(Uri)),
      Path(lsp::pathOf(Uri)), Contents(std::move(NewContents)),
      Ctx(std::make_unique<Context>()), Source(std::make_shared<SourceMgr>()),
      Text(*Contents), Lines(Text) {
  std::string Name = Path.empty() ? Uri : Path;
  Source->AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(Text, Name, /*RequiresNullTerminator=*/false),
      SMLoc());
}

// Modules go before the context that they are in.
Snapshot::~Snapshot() {
  Inferred.reset();
  Scratch.clear();
  Modules.clear();
}

bool Snapshot::isOurs(SMLoc Loc) const {
  std::less_equal<const char *> NotAfter;
  return Loc.isValid() && NotAfter(Text.begin(), Loc.getPointer()) &&
         NotAfter(Loc.getPointer(), Text.end());
}

/// The end of the word at \p Begin of \p Text, for messages without a range.
static size_t wordEnd(StringRef Text, size_t Begin) {
  size_t I = Begin;
  if (I < Text.size() && Text[I] == '%')
    ++I;
  while (I < Text.size() && isDottedNameChar(Text[I]))
    ++I;
  return I == Begin && I < Text.size() && Text[I] != '\n' ? I + 1 : I;
}

void Snapshot::take(const Diagnostic &D) {
  PlacedMessage M;
  M.Sev = D.Sev;
  M.Id = diag::name(D.Id).str();
  M.Text = D.Text;
  auto Place = [&](SMLoc Loc, SMRange Range, size_t &Begin, size_t &End) {
    if (isOurs(Range.Start) && isOurs(Range.End)) {
      Begin = Range.Start.getPointer() - Text.begin();
      End = Range.End.getPointer() - Text.begin();
      return true;
    }
    if (!isOurs(Loc))
      return false;
    Begin = Loc.getPointer() - Text.begin();
    // The place of a node is that of its line, before the indentation.
    while (Begin < Text.size() && (Text[Begin] == ' ' || Text[Begin] == '\t'))
      ++Begin;
    End = wordEnd(Text, Begin);
    return true;
  };
  if (!Place(D.Place.Loc, D.Range, M.Begin, M.End))
    M.End = Text.find('\n') == StringRef::npos ? Text.size() : Text.find('\n');
  for (const Note &N : D.Notes) {
    PlacedMessage::Related R{M.Begin, M.End, N.Text};
    Place(N.Place.Loc, {}, R.Begin, R.End);
    M.Notes.push_back(std::move(R));
  }
  addFixes(D, M);
  Messages.push_back(std::move(M));
}

void Snapshot::addFixes(const Diagnostic &D, PlacedMessage &M) const {
  auto Replace = [&](const Twine &Title, const Twine &New) {
    M.Fixes.push_back({Title.str(), {{M.Begin, M.End, New.str()}}});
  };
  for (const Note &N : D.Notes) {
    if (N.Id != diag::note_did_you_mean)
      continue;
    // "did you mean 'relu'?"
    StringRef Word = StringRef(N.Text).split('\'').second.rsplit('\'').first;
    if (!Word.empty())
      Replace("Replace by '" + Word + "'", Word);
  }
  switch (D.Id) {
  case diag::err_undefined_name: {
    // The nearest name of the graph.
    const SyntaxMap::GraphRange *G = Map.graphAt(uint32_t(M.Begin));
    std::vector<StringRef> Names;
    for (uint32_t I = G ? G->FirstLine : 0; G && I != G->EndLine; ++I)
      for (const SyntaxMap::Token &T : Map.tokensOf(I))
        if (T.Kind == SyntaxMap::Definition && T.Begin < M.Begin &&
            Names.size() < 2000)
          Names.push_back(Map.nameOf(T));
    StringRef Wrong = Text.slice(M.Begin, M.End).ltrim('%');
    if (StringRef Nearest = nearestWord(Wrong, Names); !Nearest.empty())
      Replace("Replace by '%" + Nearest + "'", "%" + Nearest);
    break;
  }
  case diag::warn_user_count: {
    std::optional<uint32_t> I = Map.lineAt(uint32_t(M.Begin));
    const Node *N = I ? Map.nodeOf(*I) : nullptr;
    if (!N)
      break;
    for (const SyntaxMap::Token &T : Map.tokensOf(*I))
      if (T.Kind == SyntaxMap::Count)
        M.Fixes.push_back(
            {"Write the number of users",
             {{T.Begin, T.end(), "num_users=" + utostr(N->numUsers())}}});
    break;
  }
  case diag::err_expected: {
    // "expected ')'"
    StringRef Sign = StringRef(D.Text).split('\'').second;
    if (Sign.size() == 2 && Sign[1] == '\'')
      M.Fixes.push_back({("Insert '" + Sign.take_front(1) + "'").str(),
                         {{M.Begin, M.Begin, Sign.take_front(1).str()}}});
    break;
  }
  default:
    break;
  }
}

void Snapshot::read(const Environment &Env) {
  if (Kind == FileKind::Rules)
    readRules();
  else
    readGraph(Env);
  checkTestLines(*this, Env, Messages);
  llvm::stable_sort(Messages,
                    [](const PlacedMessage &A, const PlacedMessage &B) {
                      return A.Begin < B.Begin;
                    });
}

void Snapshot::readGraph(const Environment &Env) {
  DiagnosticEngine Diags(Source.get());
  Diags.setErrorLimit(0);
  Diags.setHandler([this](const Diagnostic &D) { take(D); });
  ParserOptions Options;
  Options.Map = &Map;
  IsGood = parseModules(*Ctx, Source, 1, Diags, Modules, Options);
  // Native text begins with its version.
  StringRef Rest = Text;
  while (true) {
    Rest = Rest.ltrim();
    if (!Rest.starts_with("//"))
      break;
    Rest = Rest.split('\n').second;
  }
  IsNative = Rest.starts_with("fx ");
  verifyModules();
}

/// Those that read well; the verifier knows nothing of opaque nodes.
void Snapshot::verifyModules() {
  DiagnosticEngine Diags(Source.get());
  Diags.setErrorLimit(200);
  for (const auto &[Number, M] : enumerate(Modules)) {
    bool IsWhole = all_of(Map.graphs(), [&](const SyntaxMap::GraphRange &G) {
      if (G.Module != Number)
        return true;
      return none_of(Messages, [&](const PlacedMessage &Message) {
        return Message.Sev == Severity::Error && Message.Begin >= G.Begin &&
               Message.Begin <= G.End;
      });
    });
    if (!IsWhole)
      continue;
    Diags.setHandler([&](const Diagnostic &D) {
      Diagnostic Copy = D;
      Copy.resolve(M->source());
      take(Copy);
    });
    // As the tools do, of each stage what the one before leaves.
    if (verify(*M, Diags) && !Diags.report(completeProgram(*M), M->source()))
      (void)verifyProgram(*M, Diags);
  }
}

void Snapshot::readRules() {
  DiagnosticEngine Diags(Source.get());
  Diags.setErrorLimit(0);
  Diags.setHandler([this](const Diagnostic &D) { take(D); });
  Rules = rewrite::parseRules(Source, 1, Diags);
  if (!Rules)
    return;
  // What is wrong in a file that is used is shown where the first one is named.
  Diags.setHandler([this](const Diagnostic &D) {
    Diagnostic Shown = D;
    SMLoc Loc = D.Place.Loc;
    if (unsigned Other = Loc.isValid() && !isOurs(Loc)
                             ? Source->FindBufferContainingLoc(Loc)
                             : 0;
        Other && !Rules->Uses.empty()) {
      Shown.Place.Loc = SMLoc::getFromPointer(Rules->Uses.front().Loc);
      Shown.Range = SMRange();
      Shown.Text =
          (Source->getMemoryBuffer(Other)->getBufferIdentifier() + ":" +
           Twine(Source->getLineAndColumn(Loc).first) + ": " + D.Text)
              .str();
    }
    take(Shown);
  });
  // The set takes the tree, so it gets one of its own.
  rewrite::RuleLoader Loader(Source, Diags);
  rewrite::RuleLoader::Files Files;
  IsGood = Loader.readBuffer(1, Files);
  rewrite::RuleSet Set(*Ctx);
  Set.setHost(makeRuleHost);
  for (std::unique_ptr<rewrite::RuleFile> &File : Files)
    IsGood &= Set.add(std::move(File), Diags);
  IsGood = IsGood && Set.finish(Diags);
  if (IsGood)
    Set.checkExamples(Diags);
}

//===----------------------------------------------------------------------===//
// Inferred values
//===----------------------------------------------------------------------===//

const std::vector<std::unique_ptr<GraphModule>> &Snapshot::scratch() const {
  if (Scratch.empty())
    for (const std::unique_ptr<GraphModule> &M : Modules)
      Scratch.push_back(M->clone());
  return Scratch;
}

struct Snapshot::Inference {
  /// For each graph of the map, in order.
  struct State {
    std::unique_ptr<ValueInference> Engine;
    Graph *G = nullptr;
    Node *Next = nullptr;
    bool HasBegun = false;
  };
  std::vector<State> Graphs;
  /// Keys are names: clones have nodes of other ids.
  StringMap<std::string> Values;
};

/// How long a request may infer; the next one goes on.
static constexpr std::chrono::milliseconds InferenceTime(20);

std::string Snapshot::inferredValue(uint32_t I) const {
  const Node *N = Map.nodeOf(I);
  if (!N || !IsGood)
    return "";
  const SyntaxMap::GraphRange *Range = Map.graphAt(Map.lines()[I].Begin);
  // Graphs of submodules have no clone that is easily found.
  if (!Range || Range->Module >= Modules.size() ||
      Range->G != &Modules[Range->Module]->graph())
    return "";
  if (!Inferred) {
    Inferred = std::make_unique<Inference>();
    Inferred->Graphs.resize(Modules.size());
  }
  Inference::State &S = Inferred->Graphs[Range->Module];
  GraphModule &M = *scratch()[Range->Module];
  if (!S.HasBegun) {
    S.HasBegun = true;
    S.G = &M.graph();
    S.Engine = std::make_unique<ValueInference>(*S.G, &M);
    S.Next = S.G->front();
  }
  std::string Key = utostr(Range->Module) + "%" + N->name();
  auto Deadline = std::chrono::steady_clock::now() + InferenceTime;
  for (unsigned Count = 0; S.Next; ++Count) {
    if (Count % 16 == 15 && std::chrono::steady_clock::now() > Deadline)
      break;
    if (Inferred->Values.contains(Key))
      break;
    Node &Current = *S.Next;
    S.Next = Current.next();
    if (!Current.val() && !Current.isPlaceholder() && !Current.isOutput())
      consumeError(S.Engine->inferAndSet(Current, M));
    std::string Value =
        Current.val() ? toText(*Current.val(), *Ctx) : std::string();
    Inferred->Values[utostr(Range->Module) + "%" + Current.name()] =
        std::move(Value);
  }
  return Inferred->Values.lookup(Key);
}

//===----------------------------------------------------------------------===//
// For the client
//===----------------------------------------------------------------------===//

static int severityNumber(Severity Sev) {
  switch (Sev) {
  case Severity::Error:
    return 1;
  case Severity::Warning:
    return 2;
  default:
    return 3;
  }
}

json::Value fx::lsp::diagnosticsOf(const Snapshot &S, const Environment &Env) {
  json::Array All;
  std::string Page =
      Env.page(S.Kind == FileKind::Rules ? "RuleLanguage.md" : "LangRef.md");
  for (const PlacedMessage &M : S.Messages) {
    json::Object D{{"range", S.Lines.toJSON(M.Begin, M.End)},
                   {"severity", severityNumber(M.Sev)},
                   {"code", M.Id},
                   {"source", "fx"},
                   {"message", json::fixUTF8(M.Text)}};
    if (!Page.empty())
      D["codeDescription"] = json::Object{{"href", Page}};
    if (M.Unnecessary)
      D["tags"] = json::Array{1};
    if (!M.Notes.empty()) {
      json::Array Notes;
      for (const PlacedMessage::Related &R : M.Notes)
        Notes.push_back(json::Object{
            {"location",
             json::Object{{"uri", S.Uri},
                          {"range", S.Lines.toJSON(R.Begin, R.End)}}},
            {"message", json::fixUTF8(R.Text)}});
      D["relatedInformation"] = std::move(Notes);
    }
    All.push_back(std::move(D));
  }
  return json::Object{
      {"uri", S.Uri}, {"version", S.Version}, {"diagnostics", std::move(All)}};
}
