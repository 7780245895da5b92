//===- CheckedRewrites.cpp - Runs the rewrites of a pass ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedRewrites.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/Interop/RunInputs.h"
#include "fx/Interop/WeightWriter.h"
#include "fx/Rewrite/RuleLibrary.h"
#include "fx/Support/OutputTransaction.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

Expected<std::unique_ptr<CheckedRewrites>>
CheckedRewrites::make(GraphModule &M, const Options &Opts,
                      DiagnosticEngine &Diags) {
  Expected<TorchBackend &> Torch = loadTorchBackend();
  if (!Torch)
    return Torch.takeError();
  std::unique_ptr<CheckedRewrites> New(
      new CheckedRewrites(M, Opts, Diags, *Torch));
  if (!Opts.Inputs.empty())
    if (Error E = New->runModel(*Torch))
      return E;
  return New;
}

namespace {
/// Keeps what the nodes of a copy of a module gave, as values of the nodes of
/// the module.
class ModelObserver final : public RunObserver {
public:
  ModelObserver(GraphModule &M, RewriteCheck &Check) : Check(Check) {
    M.forEachGraph([&](Graph &G, StringRef Path) { Graphs[Path] = &G; });
  }
  void after(const RunEvent &E, function_ref<RunValuePtr()> Value) override {
    auto It = Graphs.find(E.Path);
    if (!E.Inner && It != Graphs.end())
      if (const Node *N = It->second->findByName(E.N.name()))
        Check.setValue(*N, Value());
  }

private:
  RewriteCheck &Check;
  StringMap<Graph *> Graphs;
};
} // namespace

Error CheckedRewrites::runModel(TorchBackend &Torch) {
  std::unique_ptr<GraphModule> Copy = M.clone();
  RunOptions Running;
  Running.Weights.RandomSeed = 0;
  Expected<std::unique_ptr<GraphRunner>> Runner =
      Torch.prepareRun(*Copy, Running);
  if (!Runner)
    return Runner.takeError();
  RunInputSource Source;
  Source.Specs = Opts.Inputs;
  Expected<std::vector<RunValuePtr>> Values =
      makeRunInputs(Torch, *Copy, (*Runner)->inputs(), Source);
  if (!Values)
    return Values.takeError();
  for (auto [Input, Value] : zip((*Runner)->inputs(), *Values))
    if (const Node *N = M.graph().findByName(Input.Placeholder->name());
        N && Value)
      Check.setValue(*N, Value);
  ModelObserver Observer(M, Check);
  Torch.seed(0);
  (*Runner)->setObserver(&Observer);
  Expected<std::vector<RunValuePtr>> Results = (*Runner)->run(*Values);
  (*Runner)->setObserver(nullptr);
  return Results ? Error::success() : Results.takeError();
}

void CheckedRewrites::watch(RewriteOptions &Rewriting) {
  Rewriting.Check = &Check;
  Rewriting.Differs = [this](StringRef Rule, const Node &Root,
                             StringRef Difference, GraphModule *Left) {
    report(Rule, Root, Difference, Left);
  };
}

/// The command that applies \p Rule to what is written.
std::string CheckedRewrites::commandFor(StringRef Rule) const {
  std::string Command;
  raw_string_ostream OS(Command);
  auto Word = [&](StringRef Text) {
    OS << ' ';
    sys::printArg(OS, Text, /*Quote=*/false);
  };
  OS << "fx-opt";
  Word(Opts.File);
  forEachRuleText([&](StringRef Name, StringRef) {
    // Those of plugins are not files.
    if (sys::fs::exists(Name))
      Word(("--load-rules=" + Name).str());
  });
  OS << " --passes='infer-values{partial},rewrite{only=" << Rule << " check=-1";
  if (!Opts.RuleFiles.empty())
    OS << " rules={" << join(Opts.RuleFiles, ",") << '}';
  OS << (Opts.Inference ? " inference}'" : "}'");
  return Command;
}

Error CheckedRewrites::write(GraphModule &Left, StringRef Rule) const {
  OutputTransaction Files;
  if (hasUnsavedWeights(Left)) {
    SaveWeightsOptions Saving;
    Saving.Files = &Files;
    if (Error E = saveWeights({&Left}, freeWeightsBeside(Opts.File), Saving))
      return E;
  }
  Expected<OutputFile *> File = Files.create(Opts.File);
  if (!File)
    return File.takeError();
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "// " << commandFor(Rule) << '\n';
  printModule(Left, OS, PrintFormat::Native);
  if (Error E = (*File)->write(Text))
    return E;
  return Files.commit();
}

void CheckedRewrites::report(StringRef Rule, const Node &Root,
                             StringRef Difference, GraphModule *Left) {
  DiagnosticBuilder Report =
      Diags.report(diag::err_rules_differs, Root, Rule, Difference);
  Report.in(M.source());
  if (!Left)
    return;
  if (Error E = write(*Left, Rule))
    Report.note(diag::note_pass, SMLoc(), toString(std::move(E)));
  else
    Report.note(diag::note_rules_reproducer, SMLoc(), Opts.File);
}

uint64_t CheckedRewrites::finish() {
  for (const auto &[Rule, Missed] : Check.unchecked())
    Diags.report(diag::warn_rules_unchecked, DiagnosticPlace(), Missed.Count,
                 Check.numSeen(Rule), Rule, Missed.Why);
  return Check.numChecked();
}
