//===- Reproducer.cpp - A test of a pass that fails -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reproducer.h"
#include "Bisect/PipelineChild.h"
#include "Common/StateFile.h"
#include "ReducedTest.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <unistd.h>

using namespace fx;
using namespace llvm;

/// Null while no pass runs. It does not change as long as it is here.
static std::atomic<const CrashReport *> CurrentCrash = nullptr;

/// Calls nothing but write(2).
static bool writeAll(int File, const char *At, size_t Left) {
  while (Left) {
    ssize_t Written = ::write(File, At, Left);
    if (Written <= 0)
      return false;
    At += Written;
    Left -= size_t(Written);
  }
  return true;
}

static void print(const std::string &Text) {
  writeAll(STDERR_FILENO, Text.data(), Text.size());
}

/// How the RUN line of the test begins: of a pass that dies, and of one that
/// was stopped before it ended.
static constexpr StringLiteral DyingRun = "// RUN: not --crash ";
static constexpr StringLiteral HangingRun = "// RUN: %exits 124 timeout 10 ";

/// The temporary file has no name, but is open still. \p Begin replaces its
/// first \p At bytes.
static bool copyFile(int From, const char *Target, StringRef Begin, off_t At) {
  int File = ::open(Target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (File == -1 || !writeAll(File, Begin.data(), Begin.size()))
    return false;
  static char Buffer[64 << 10];
  ssize_t Read;
  while ((Read = ::pread(From, Buffer, sizeof(Buffer), At)) > 0 &&
         writeAll(File, Buffer, size_t(Read)))
    At += Read;
  return ::close(File) == 0 && Read == 0;
}

/// Calls nothing that a handler of signals may not call.
static void report(bool IsStopped) {
  const CrashReport *Crash = CurrentCrash.load();
  if (!Crash)
    return;
  print(Crash->Tool);
  StringRef What = IsStopped ? "stopped " : "crashed ";
  writeAll(STDERR_FILENO, What.data(), What.size());
  print(Crash->Message);
  for (const CrashReport::File &F : Crash->Files) {
    bool OfHang = IsStopped && F.IsTest;
    if (!copyFile(F.From, F.Target.c_str(), OfHang ? HangingRun : "",
                  OfHang ? DyingRun.size() : 0)) {
      constexpr StringLiteral Text = "there is no reproducer: cannot write\n";
      writeAll(STDERR_FILENO, Text.data(), Text.size());
      return;
    }
  }
  print(Crash->Told);
}

static void reportCrash(void *) { report(/*IsStopped=*/false); }

static constexpr int StopSignals[] = {SIGHUP, SIGINT, SIGTERM};
static constexpr int CaughtSignals[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE,
                                        SIGBUS, SIGSEGV, SIGQUIT, SIGHUP,
                                        SIGINT, SIGTERM};
static struct sigaction HandlersOfLLVM[std::size(CaughtSignals)];

/// LLVM's handler returns, so that what has failed fails again. A signal that
/// was sent does not come again. It calls reportCrash(), but not for signals
/// that stop a program.
static void dieOfSentSignals(int Signal, siginfo_t *Info, void *) {
  if (is_contained(StopSignals, Signal))
    report(/*IsStopped=*/true);
  // This one takes all handlers away.
  HandlersOfLLVM[llvm::find(CaughtSignals, Signal) - CaughtSignals].sa_handler(
      Signal);
  if (Info->si_code <= 0)
    ::raise(Signal);
}

static void installHandlers() {
  // What abort() calls below prints; it is to be there until then.
  (void)errs();
  sys::AddSignalHandler(reportCrash, nullptr);
  for (auto [Signal, Old] : zip(CaughtSignals, HandlersOfLLVM)) {
    // One that nobody handles kills by itself.
    if (::sigaction(Signal, nullptr, &Old) || (Old.sa_flags & SA_SIGINFO) ||
        Old.sa_handler == SIG_DFL || Old.sa_handler == SIG_IGN)
      continue;
    struct sigaction New = Old;
    New.sa_flags |= SA_SIGINFO;
    // `timeout` sends its signal twice; the first one is to be told whole.
    if (is_contained(StopSignals, Signal)) {
      New.sa_flags &= ~(SA_RESETHAND | SA_NODEFER);
      for (int Other : StopSignals)
        ::sigaddset(&New.sa_mask, Other);
    }
    New.sa_sigaction = dieOfSentSignals;
    ::sigaction(Signal, &New, nullptr);
  }
  // A pass that ends the process is as bad as one that crashes.
  std::atexit([] {
    if (!CurrentCrash.load())
      return;
    constexpr StringLiteral Text = "fx-opt: error: a pass has called exit()\n";
    writeAll(STDERR_FILENO, Text.data(), Text.size());
    std::abort();
  });
}

Reproducer::Reproducer(const FXOptConfig &Config, const OddValues &Odd)
    : Config(Config), Odd(Odd) {
  static std::once_flag Once;
  std::call_once(Once, installHandlers);
}

Reproducer::~Reproducer() { CurrentCrash = nullptr; }

Error Reproducer::write(const FailureTest &Test, OutputTransaction &Files) {
  return writeStateText(
      *Before, *Input, Config.Reproducer, OutputForm::Native,
      [&](StringRef Text) { return testLines(Test, Config.Reproducer, Text); },
      Files);
}

Error Reproducer::keepForCrash(const FailureTest &Test) {
  if (Error E = write(Test, Files.emplace()))
    return E;
  if (Error E = Files->complete())
    return E;
  Crash.Files.clear();
  for (auto &[From, Target] : Files->pending()) {
    char Begin[DyingRun.size()];
    bool IsTest = ::pread(From, Begin, sizeof(Begin), 0) == sizeof(Begin) &&
                  StringRef(Begin, sizeof(Begin)) == DyingRun;
    Crash.Files.push_back({From, Target, IsTest});
  }
  Files->hide();
  return Error::success();
}

/// Prepares what the handler prints from now on.
void Reproducer::announce(const Twine &What, const GraphModule &M) {
  CurrentCrash = nullptr;
  Crash.Message.clear();
  raw_string_ostream OS(Crash.Message);
  Crash.Tool = Config.Tool + ": error: ";
  OS << What << ", run " << Runs << " of the pipeline, on the graph ";
  if (M.name())
    OS << '\'' << M.name().str() << "' ";
  OS << "of " << Config.Input << '\n';
  CurrentCrash = &Crash;
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
  CurrentCrash = nullptr;
  Crash.Told.clear();
  Crash.Files.clear();
  if (!Config.Reproducer.empty()) {
    Last = P.clone();
    Before = M.clone();
    FailureTest Test = pipelineTest(Config, candidateOf(P, M));
    Test.ExitCode = -1;
    if (Error E = keepForCrash(Test))
      Crash.Told = "there is no reproducer: " + toString(std::move(E)) + '\n';
    else
      Crash.Told = "'" + Config.Reproducer +
                   "' has the graph before the pass, and a RUN line\n";
  }
  announce("in pass '" + P.name() + "'", M);
}

/// The verifier is next, which may die of what the pass left.
void Reproducer::afterPass(const Pass &P, const GraphModule &M, bool) {
  announce("after pass '" + P.name() + "', while its result was checked", M);
}

void Reproducer::afterPipeline(const GraphModule &) {
  CurrentCrash = nullptr;
  Crash.Files.clear();
  // A failure is kept after this.
  Files.reset();
}

/// Whether \p After can be run, as \p Before can.
static bool runs(const NumericsOptions &Options, const GraphModule &Before,
                 const GraphModule &After) {
  NumericsChecker Checker(Options);
  Expected<std::string> Difference = "";
  if (Error E = Checker.begin(Before))
    consumeError(std::move(E));
  else
    Difference = Checker.probe(After);
  return !errorToBool(Difference.takeError());
}

void Reproducer::keep(DiagnosticEngine &Diags) {
  if (Config.Reproducer.empty() || !Last)
    return;
  // How the pass fails alone; what --check-numerics finds is not an error then.
  Candidate C = candidateOf(*Last, *Before);
  FailureTest Test = pipelineTest(Config, C);
  PassPipeline One;
  One.add(Last->clone());
  PipelineOutcome Outcome = runPipeline(Config, Odd, std::move(One), *C.M);
  Test.ExitCode = Outcome.ExitCode;
  Test.Message = withoutPlace(Outcome.Message);
  if (Outcome.Id.empty() && Config.Numerics.Mode != NumericsOptions::Off)
    Test = differenceTest(Config, Config.Numerics, candidateOf(*Last, *Before),
                          runs(Config.Numerics, *Before, *C.M));
  OutputTransaction Kept;
  Error E = write(Test, Kept);
  if (!E)
    E = Kept.commit();
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
