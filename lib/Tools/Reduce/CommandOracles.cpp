//===- CommandOracles.cpp - Commands that say whether a program fails -----===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bisect/PipelineChild.h"
#include "Common/StateFile.h"
#include "ReduceOracle.h"
#include "ReducedTest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace fx;
using namespace llvm;

namespace {

/// Runs a command on the file of a candidate.
class CommandOracle : public ReduceOracle {
public:
  explicit CommandOracle(const ReduceContext &Context) : Context(Context) {}
  bool isParallel() const override { return true; }
  std::string whyNotTried() const override { return NotTried; }
  bool hasHung() const override { return HasHung; }
  std::unique_ptr<Trial> start(const Candidate &C) override {
    return std::make_unique<CommandTrial>(*this, C);
  }

protected:
  /// `{}` stands for the file.
  virtual std::string commandFor(const Candidate &C) const = 0;
  /// The signature of what a command has done and said.
  virtual std::string judge(int ExitCode, StringRef Output) = 0;

  ReduceContext Context;
  /// Why the last trial found nothing.
  std::string NotTried;

private:
  /// Most that a command may take; 0: as long as it takes.
  unsigned limit() const {
    return Seconds
               ? Seconds
               : Context.Config.Bisect.Seconds.value_or(Context.FirstSeconds);
  }

  bool HasHung = false;
  /// After the first one; 0: not known yet.
  unsigned Seconds = 0;

  class CommandTrial final : public Trial {
  public:
    CommandTrial(CommandOracle &Owner, const Candidate &C) : Owner(Owner) {
      OutputForm Form = Owner.Context.Config.form();
      SmallString<128> Path;
      if (std::error_code EC =
              sys::fs::createTemporaryFile("fx-reduce", "txt", Path)) {
        fail("cannot write '" + Path + "': " + EC.message());
        return;
      }
      Output = std::string(Path);
      OutputRemover.emplace(Output);
      if (std::error_code EC =
              sys::fs::createTemporaryFile("fx-reduce", endingOf(Form), Path)) {
        fail("cannot write '" + Path + "': " + EC.message());
        return;
      }
      std::string File(Path);
      Remover.emplace(File);
      if (Error E = writeState(*C.M, Owner.Context.Origin, File, Form)) {
        fail(toString(std::move(E)));
        return;
      }
      Begin = secondsNow();
      Process.emplace(Owner.commandFor(C), File, Output);
      if (!Process->isStarted())
        fail("cannot start /bin/sh");
    }
    std::string finish() override {
      if (!Process || !Process->isStarted())
        return "";
      unsigned Limit = Owner.limit();
      std::optional<int> Code = Process->wait(Limit);
      Owner.HasHung = !Code;
      if (!Code) {
        fail("the command has not ended after " + Twine(Limit) + " s");
        return "";
      }
      if (!Owner.Seconds)
        Owner.Seconds = limitAfter(secondsNow() - Begin);
      ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
          MemoryBuffer::getFile(Output);
      return Owner.judge(*Code, Text ? (*Text)->getBuffer() : "");
    }

  private:
    void fail(const Twine &Why) { Owner.NotTried = Why.str(); }

    CommandOracle &Owner;
    std::string Output;
    std::optional<StateRemover> OutputRemover, Remover;
    double Begin = 0;
    std::optional<ShellProcess> Process;
  };
};

/// What \p Output of a program says in one line: the first error, else what
/// comes last.
StringRef mainLineOf(StringRef Output) {
  StringRef Last;
  for (StringRef Rest = Output; !Rest.empty();) {
    auto [Line, After] = Rest.split('\n');
    Rest = After;
    Line = Line.trim();
    if (Line.contains_insensitive("error:"))
      return Line;
    if (!Line.empty())
      Last = Line;
  }
  return Last;
}

/// A command of the user.
class TestOracle final : public CommandOracle {
public:
  TestOracle(const ReduceContext &Context, StringRef Command)
      : CommandOracle(Context), Shell(Command) {}
  StringRef name() const override { return "test"; }
  FailureTest test(const Candidate &) override {
    FailureTest Test;
    Test.Line = commandInTest(Shell, flagsOfRuns(Context.Config),
                              Context.Config.Output);
    return Test;
  }

private:
  std::string commandFor(const Candidate &) const override {
    return Shell.Command;
  }
  std::string judge(int ExitCode, StringRef Output) override {
    if (ExitCode == 0)
      return "the test says so";
    // With these a shell says that it found nothing to run.
    if (ExitCode == 126 || ExitCode == 127)
      NotTried = "the command cannot be run";
    else if (ExitCode < 0)
      NotTried = "the command died of a signal";
    else
      NotTried = "the command exits with " + itostr(ExitCode) + ", not with 0";
    if (StringRef Said = mainLineOf(Output); !Said.empty())
      NotTried += "; it says: " + Said.str();
    return "";
  }

  ShellTest Shell;
};

/// fx-opt with a flag after the passes.
class FlagOracle : public CommandOracle {
public:
  FlagOracle(const ReduceContext &Context, StringRef Rule, std::string Flag)
      : CommandOracle(Context), Rule(Rule), Flag(std::move(Flag)) {}
  FailureTest test(const Candidate &C) override {
    FailureTest Test = pipelineTest(Context.Config, C);
    Test.Words.push_back(Flag);
    return Test;
  }

protected:
  std::string commandFor(const Candidate &C) const override {
    FailureTest Test = pipelineTest(Context.Config, C);
    Test.Words.push_back(Flag);
    return shellWord(siblingTool("fx-opt")) + " {} " +
           shellCommand(Test.Words) + " -o /dev/null";
  }

  /// The name; a place in the graph may have been given with it.
  StringRef rule() const { return StringRef(Rule).split('@').first; }

private:
  std::string Rule;
  std::string Flag;
};

class FiresOracle final : public FlagOracle {
public:
  FiresOracle(const ReduceContext &Context, StringRef Rule)
      : FlagOracle(Context, Rule, ("--expect-fire=" + Rule).str()) {}
  StringRef name() const override { return "fires"; }

private:
  std::string judge(int ExitCode, StringRef Output) override {
    if (ExitCode == 0)
      return ("rule " + rule() + " is applied").str();
    // What comes before is the name of a file that is gone.
    StringRef Line = mainLineOf(Output);
    NotTried = Line.substr(Line.find("error: ")).str();
    return "";
  }
};

class RefusesOracle final : public FlagOracle {
public:
  RefusesOracle(const ReduceContext &Context, StringRef Rule)
      : FlagOracle(Context, Rule, ("--explain-rule=" + Rule).str()) {}
  StringRef name() const override { return "refuses"; }
  bool needsPasses() const override { return false; }
  FailureTest test(const Candidate &C) override {
    FailureTest Test = FlagOracle::test(C);
    Test.Severity = "remark";
    std::unique_ptr<Trial> Last = start(C);
    (void)Last->finish();
    Test.Message = Nearest;
    return Test;
  }

private:
  std::string judge(int ExitCode, StringRef Output) override {
    if (ExitCode)
      return "";
    // The first is the one that fits best.
    std::string Begin = ("remark: rule '" + rule() + "' ").str();
    StringRef Rest = Output.substr(Output.find(Begin));
    StringRef Line = Rest.split('\n').first.drop_front(
        std::min(Rest.size(), StringRef("remark: ").size()));
    if (Line.empty() || Line.contains("it matches here"))
      return "";
    // How many others there are is not how it fails.
    Line = Line.split("; likewise at ").first;
    Nearest = Line.str();
    return withoutNames(Line, /*Digits=*/true);
  }

  /// What was said of the last candidate.
  std::string Nearest;
};

} // namespace

std::unique_ptr<ReduceOracle> fx::createTestOracle(const ReduceContext &Context,
                                                   StringRef Command) {
  return std::make_unique<TestOracle>(Context, Command);
}

std::unique_ptr<ReduceOracle>
fx::createFiresOracle(const ReduceContext &Context, StringRef Rule) {
  return std::make_unique<FiresOracle>(Context, Rule);
}

std::unique_ptr<ReduceOracle>
fx::createRefusesOracle(const ReduceContext &Context, StringRef Rule) {
  return std::make_unique<RefusesOracle>(Context, Rule);
}
