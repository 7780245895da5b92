//===- Reproducer.cpp - A test of a pass that fails -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reproducer.h"
#include "PipelineChild.h"
#include "ReducedTest.h"
#include "StateFile.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <mutex>
#include <unistd.h>

using namespace fx;
using namespace llvm;

/// What the handler prints; null while no pass runs. The text does not change
/// as long as it is here.
static std::atomic<const std::string *> CrashMessage = nullptr;

/// Calls nothing but write(2).
static void printCrashMessage(void *) {
  const std::string *Text = CrashMessage.load();
  if (!Text)
    return;
  const char *At = Text->data();
  size_t Left = Text->size();
  while (Left) {
    ssize_t Written = ::write(STDERR_FILENO, At, Left);
    if (Written <= 0)
      return;
    At += Written;
    Left -= size_t(Written);
  }
}

Reproducer::Reproducer(const FXOptConfig &Config, const OddValues &Odd)
    : Config(Config), Odd(Odd) {
  static std::once_flag Once;
  std::call_once(Once,
                 [] { sys::AddSignalHandler(printCrashMessage, nullptr); });
}

Reproducer::~Reproducer() { CrashMessage = nullptr; }

Error Reproducer::write(const FailureTest &Test) {
  return writeState(*Before, *Input, Config.Reproducer, OutputForm::Native,
                    testLines(Test));
}

/// Prepares what the handler prints from now on.
void Reproducer::announce(const Twine &What, const GraphModule &M) {
  CrashMessage = nullptr;
  Message.clear();
  raw_string_ostream OS(Message);
  OS << Config.Tool << ": error: crashed " << What << ", run " << Runs
     << " of the pipeline, on the graph ";
  if (M.name())
    OS << '\'' << M.name().str() << "' ";
  OS << "of " << Config.Input << '\n' << Told;
  CrashMessage = &Message;
}

static Candidate candidateOf(const Pass &P, const GraphModule &M) {
  Candidate C;
  C.M = M.clone();
  raw_string_ostream OS(C.Passes.emplace_back());
  P.print(OS);
  return C;
}

void Reproducer::beforePass(const Pass &P, const GraphModule &M) {
  ++Runs;
  Told.clear();
  CrashMessage = nullptr;
  if (!Config.Reproducer.empty()) {
    Last = P.clone();
    Before = M.clone();
    FailureTest Test = pipelineTest(Config, candidateOf(P, M));
    Test.ExitCode = -1;
    if (Error E = write(Test))
      Told = "there is no reproducer: " + toString(std::move(E)) + '\n';
    else
      Told = "'" + Config.Reproducer +
             "' has the graph before the pass, and a RUN line\n";
  }
  announce("in pass '" + P.name() + "'", M);
}

/// The verifier is next, which may die of what the pass left.
void Reproducer::afterPass(const Pass &P, const GraphModule &M, bool) {
  announce("after pass '" + P.name() + "', while its result was checked", M);
}

void Reproducer::afterPipeline(const GraphModule &) {
  CrashMessage = nullptr;
  // A failure is kept after this.
  if (!Config.Reproducer.empty() && Last)
    StateRemover Remover(Config.Reproducer);
}

void Reproducer::keep(DiagnosticEngine &Diags) {
  if (Config.Reproducer.empty() || !Last)
    return;
  // How the pass fails alone; what --check-numerics finds is no error then.
  Candidate C = candidateOf(*Last, *Before);
  FailureTest Test = pipelineTest(Config, C);
  PassPipeline One;
  One.add(Last->clone());
  PipelineOutcome Outcome = runPipeline(Config, Odd, std::move(One), *C.M);
  Test.ExitCode = Outcome.ExitCode;
  Test.Message = withoutPlace(Outcome.Message);
  if (Outcome.Id.empty() && Config.Numerics.Mode != NumericsOptions::Off)
    Test = differenceTest(Config, Config.Numerics, candidateOf(*Last, *Before));
  Error E = write(Test);
  if (!E)
    E = runTest(Test, Config.Reproducer);
  if (E)
    Diags.report(diag::warn_pass, SMLoc(), "reproducer", toString(std::move(E)))
        .file(Config.Input);
  else
    Diags
        .report(diag::remark_pass, SMLoc(), "reproducer",
                "'" + Config.Reproducer +
                    "' has the graph before the pass, and a RUN line")
        .file(Config.Input);
}
