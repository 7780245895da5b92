//===- TestPasses.cpp - Passes that test the pass manager -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/Parser.h"
#include "fx/IR/ModuleInfo.h"
#include "fx/IR/OpRegistry.h"
#include "fx/Pass/Pass.h"
#include "fx/Pass/PassPlugin.h"
#include "fx/Transforms/ModuleInlining.h"
#include "llvm/Support/GlobPattern.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <unistd.h>

using namespace fx;

namespace {
#include "TestPasses.h.inc"
#define GEN_PASS_DEF_TESTANALYSIS
#define GEN_PASS_DEF_TESTBREAK
#define GEN_PASS_DEF_TESTCLAIM
#define GEN_PASS_DEF_TESTCOUNT
#define GEN_PASS_DEF_TESTDENY
#define GEN_PASS_DEF_TESTFAIL
#define GEN_PASS_DEF_TESTERASE
#define GEN_PASS_DEF_TESTFLIP
#define GEN_PASS_DEF_TESTINLINE
#define GEN_PASS_DEF_TESTOPTIONS
#define GEN_PASS_DEF_TESTPARSE
#define GEN_PASS_DEF_TESTPLANT
#define GEN_PASS_DEF_TESTSWAP
#define GEN_PASS_DEF_TESTHANG
#define GEN_PASS_DEF_TESTDAMAGE
#define GEN_PASS_DEF_TESTMOODY
#define GEN_PASS_DEF_TESTPRESERVE
#define GEN_PASS_DEF_TESTWARN
#include "TestPasses.cpp.inc"

struct TestOptions : impl::TestOptionsBase<TestOptions> {
  llvm::Expected<bool> run(GraphModule &) override { return false; }
};

struct TestDeny : impl::TestDenyBase<TestDeny> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    Module.graph().front()->setMeta("tag", 1);
    return false;
  }
};

struct TestClaim : impl::TestClaimBase<TestClaim> {
  llvm::Expected<bool> run(GraphModule &) override { return true; }
};

struct TestBreak : impl::TestBreakBase<TestBreak> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    Graph &G = Module.graph();
    G.front()->prepend(G.outputNode());
    return true;
  }
};

struct TestErase : impl::TestEraseBase<TestErase> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    Graph &G = Module.graph();
    G.eraseNode(G.front());
    return false;
  }
};

struct TestFlip : impl::TestFlipBase<TestFlip> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    Node *First = Module.graph().front();
    if (First->meta("flip"))
      First->eraseMeta("flip");
    else
      First->setMeta("flip", true);
    return true;
  }
};

struct TestCount : impl::TestCountBase<TestCount> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    Node *Output = Module.graph().outputNode();
    const Argument *Old = Output->meta(Key.get());
    int64_t Count = Old && Old->isInt() ? Old->asInt() : 0;
    ++NumRuns;
    if (Count >= int64_t(Limit.get()))
      return false;
    Output->setMeta(Key.get(), Count + 1);
    ++NumSteps;
    return true;
  }
};

struct TestFail : impl::TestFailBase<TestFail> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    const Node &First = *Module.graph().front();
    switch (How.get()) {
    case HowKind::Text:
      return llvm::createStringError("this pass always fails");
    case HowKind::Node:
      return error(First, "this node is wrong")
          .note(diag::note_pass, First, "another one is right");
    case HowKind::NewNode:
      return error(*Module.graph().placeholder("new"), "this node is wrong");
    case HowKind::Report:
    case HowKind::ReportAndChange:
      diags().report(diag::err_pass, First, name(), "a first mistake");
      diags().report(diag::err_pass, First, name(), "a second one");
      return How.get() == HowKind::ReportAndChange;
    case HowKind::ReportText:
      diags().report(llvm::createStringError("this has no id"),
                     Module.source());
      return false;
    }
    return false;
  }
};

struct TestPlant : impl::TestPlantBase<TestPlant> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    Graph &G = Module.graph();
    uint64_t Count = 0;
    for (Node *N : G.nodes()) {
      // Of a graph of torch.fx, and of an exported program.
      llvm::StringRef Sum = N->targetText();
      if (!N->isCallFunction() ||
          (Sum != "torch.add" && Sum != "torch.ops.aten.add.Tensor"))
        continue;
      if (!Silent && !mayRewrite(*N, "turned"))
        continue;
      bool IsWrong = ++Count == At;
      if (IsWrong && How.get() == HowKind::Crash)
        std::abort();
      if (IsWrong && How.get() == HowKind::Raise)
        std::raise(SIGFPE);
      if (IsWrong && How.get() == HowKind::Exit)
        std::exit(0);
      if (IsWrong && How.get() == HowKind::Quit)
        ::_exit(0);
      if (IsWrong && How.get() == HowKind::Error)
        return error(*N, "this sum is the wrong one");
      if (IsWrong && How.get() == HowKind::Grow)
        for (std::vector<std::string> All;;)
          All.emplace_back(1 << 20, 'x');
      if (IsWrong && How.get() == HowKind::Loop)
        for (;;) {
          N->setArgs({N->arg(1), N->arg(0)});
          rewrote(*N, N->name(), "turned");
        }
      InsertionGuard Point = G.insertingBefore(N);
      llvm::StringRef What = IsWrong && How.get() == HowKind::Value  ? "sub"
                             : IsWrong && How.get() == HowKind::Type ? "eq"
                                                                     : "add";
      size_t Place = Sum.rfind("add");
      std::string Target =
          (Sum.take_front(Place) + What + Sum.drop_front(Place + 3)).str();
      Node *New = G.callFunction(Target, {N->arg(1), N->arg(0)});
      N->replaceAllUsesWith(New);
      std::string Name = N->name();
      G.eraseNode(N);
      if (IsWrong && How.get() == HowKind::Invalid)
        G.front()->prepend(New);
      if (!Silent)
        rewrote(Name, "turned");
    }
    return Count != 0;
  }
};

struct TestSwap : impl::TestSwapBase<TestSwap> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    bool Changed = false;
    for (Node *N : Module.graph().nodes()) {
      if (!N->isCallFunction() || N->targetText() != "torch.add")
        continue;
      Argument First = N->arg(0), Second = N->arg(1);
      N->updateArg(0, Second);
      N->updateArg(1, First);
      Changed = true;
    }
    return Changed;
  }
};

struct TestHang : impl::TestHangBase<TestHang> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    for (Node *N : Module.graph().nodes())
      while (N->isCallFunction() && N->targetText() == Target.get())
        std::this_thread::sleep_for(std::chrono::seconds(1));
    return false;
  }
};

struct TestMoody : impl::TestMoodyBase<TestMoody> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    static unsigned NumRuns = 0;
    std::vector<Node *> Sums;
    for (Node *N : Module.graph().nodes())
      if (N->isCallFunction() && N->targetText() == "torch.add")
        Sums.push_back(N);
    if (Sums.empty())
      return false;
    Sums[NumRuns++ % Sums.size()]->setTarget("torch.sub");
    return true;
  }
};

struct TestDamage : impl::TestDamageBase<TestDamage> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    Graph &G = Module.graph();
    llvm::Expected<llvm::GlobPattern> Glob =
        llvm::GlobPattern::create(Target.get());
    if (!Glob)
      return Glob.takeError();
    uint64_t Count = 0;
    for (Node *N : G.nodes()) {
      if (!N->isCall() || !Glob->match(N->targetText()) || ++Count != At)
        continue;
      switch (How.get()) {
      case HowKind::Crash:
        std::abort();
      case HowKind::Error:
        return error(*N, "this call is the wrong one");
      case HowKind::Invalid:
        G.front()->prepend(N);
        return true;
      case HowKind::Alias:
        N->replaceAllUsesWith(N->allInputNodes().front());
        G.eraseNode(N);
        return true;
      case HowKind::Value:
      case HowKind::Nan:
      case HowKind::Inf:
        break;
      }
      bool IsAten = N->targetText().starts_with("torch.ops.aten.");
      double Factor = How.get() == HowKind::Nan   ? NAN
                      : How.get() == HowKind::Inf ? INFINITY
                                                  : 1.25;
      InsertionGuard Point = G.insertingAfter(N);
      Node *New = G.callFunction(
          IsAten ? "torch.ops.aten.mul.Tensor" : "torch.mul", {N, Factor});
      N->replaceAllUsesWith(New, [&](Node *User) { return User != New; });
      return true;
    }
    return false;
  }
};

struct TestParse : impl::TestParseBase<TestParse> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    ParserOptions Options;
    llvm::StringRef Text = "graph():\n    return 1\n"
                           "graph():\n    return 2\n";
    if (What.get() == WhatKind::NoVersion)
      Options.Dialect = ParserOptions::Native;
    if (What.get() == WhatKind::BadLine)
      Text = "fx 1\ngraph():\n    %a\n    %b : = ?\n    return 1\n";
    auto Parsed = parseModule(Module.context(), Text, Options);
    return Parsed ? llvm::Expected<bool>(false) : Parsed.takeError();
  }
};

struct TestInline : impl::TestInlineBase<TestInline> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    llvm::Expected<ModulePattern> All = ModulePattern::parse("*");
    if (!All)
      return All.takeError();
    InlineModulesOptions Options;
    Options.Modules = *All;
    Options.Recursive = true;
    Options.MaxNodes = Limit;
    return inlineModules(Module, Options, diags()).Calls != 0;
  }
};

struct TestWarn : impl::TestWarnBase<TestWarn> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    const Node &First = *Module.graph().front();
    warning(First, "this node is strange")
        .note(diag::note_pass, DiagnosticPlace(), "but not wrong");
    remark({}, "there are " + llvm::Twine(Module.graph().size()) + " nodes");
    return false;
  }
};

struct SizeAnalysis {
  static constexpr llvm::StringLiteral AnalysisName = "test-size";
  explicit SizeAnalysis(GraphModule &Module) : Size(Module.graph().size()) {}
  size_t Size;
};

struct TwiceAnalysis {
  static constexpr llvm::StringLiteral AnalysisName = "test-twice";
  TwiceAnalysis(GraphModule &, AnalysisManager &Analyses)
      : Twice(2 * Analyses.get<SizeAnalysis>().Size) {}
  size_t Twice;
};

struct TestAnalysis : impl::TestAnalysisBase<TestAnalysis> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    NumSize += getCachedAnalysis<SizeAnalysis>() == nullptr;
    NumTwice += getCachedAnalysis<TwiceAnalysis>() == nullptr;
    if (getAnalysis<TwiceAnalysis>().Twice != 2 * Module.graph().size())
      return llvm::createStringError("the analysis is stale");
    if (!Change)
      return false;
    switch (Keep.get()) {
    case KeepKind::None:
      break;
    case KeepKind::Size:
      preserve<SizeAnalysis>();
      break;
    case KeepKind::Twice:
      preserve<TwiceAnalysis>();
      break;
    case KeepKind::All:
      preserveAll();
      break;
    }
    Module.graph().outputNode()->setMeta("changed", true);
    return true;
  }
};

struct TestPreserve : impl::TestPreserveBase<TestPreserve> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    Node *Output = Module.graph().outputNode();
    if (Output->meta("changed"))
      return false;
    Output->setMeta("changed", true);
    return true;
  }
};
} // namespace

#include "TestModules.h.inc"
#include "TestOps.h.inc"

FX_PASS_PLUGIN("test-passes", "1.0", [](PluginHost &Host) {
  registerTestPasses(Host.passes());
  Host.addOps(TestOps);
  Host.addModuleClasses(TestModules);
})
