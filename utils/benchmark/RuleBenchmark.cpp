//===- RuleBenchmark.cpp - Rewrite rules over whole graphs ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graphs and the rules are those of rules_torch.py, torch_jit_rules.cpp
// and mlir_rules.cpp, which measure peers; utils/benchmark/rules makes one
// table.
//
//===----------------------------------------------------------------------===//

#include "BenchmarkGraph.h"
#include "RuleRows.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Rewrite/RuleParser.h"
#include "fx/Rewrite/RuleSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace fx::bench;
using llvm::ArrayRef;
using llvm::StringRef;

static constexpr StringRef ReluRule = "rule relu-of-relu : exact {\n"
                                      "  match relu(relu(%x))\n"
                                      "  with relu(%x)\n}\n";
/// Eight nodes, of which one uses a value twice.
static constexpr StringRef GeluRule =
    "rule gelu : rounding {\n"
    "  match %x * 0.5 * (tanh((%x ** 3 * 0.044715 + %x) * 0.79788456) + 1)\n"
    "  with gelu(%x, approximate=\"tanh\")\n}\n";

static constexpr StringRef SumRule =
    "rule sums : exact {\n"
    "  match %z = %x + number($a) + number($b)\n"
    "  where dtype(%x) == torch.int64 and dtype(%z) == dtype(%x)\n"
    "  where abs($a) < 1073741824 and abs($b) < 1073741824\n"
    "  with %x + ($a + $b)\n}\n";

/// \p Count rules of depth 3, none of which fits the chain.
static std::string rulesThatFail(size_t Count) {
  std::string Text = "fxr 1\n";
  for (size_t I = 0; I != Count; ++I) {
    auto [Inner, Middle, Root] = opsThatFail(I);
    Text += ("rule r" + llvm::Twine(I) + " : exact {\n  match " + Root + "(" +
             Middle + "(" + Inner + "(%x)))\n  with %x\n}\n")
                .str();
  }
  return Text;
}

namespace {
/// A graph of calls on one type.
class Builder {
public:
  explicit Builder(Graph &G, DType T = DType::Float32)
      : G(G), Ctx(G.context()) {
    Argument Sizes[] = {Argument(int64_t(4)), Argument(int64_t(8))};
    Argument Strides[] = {Argument(int64_t(8)), Argument(int64_t(1))};
    Val = Argument::tensorType(T, Argument::tuple(Sizes),
                               Argument::tuple(Strides),
                               Argument::device(Ctx, "cpu"));
    X = G.placeholder("x");
    X->setVal(Val);
  }
  Node *call(StringRef Op, ArrayRef<Argument> Args) {
    Node *N = G.callFunction(("torch.ops.aten." + Op).str(), Args);
    N->setVal(Val);
    return N;
  }
  Node *unary(StringRef Op, Node *Of) {
    return call((Op + ".default").str(), {Of});
  }

  Node *X;

private:
  Graph &G;
  Context &Ctx;
  Argument Val;
};
} // namespace

/// Triples of calls: relu, relu and sin where the pair is there, else relu, sin
/// and sin. Of each \p Period triples the first has it; 0 is none.
static void buildRelus(Graph &G, size_t Count, size_t Period) {
  Builder B(G);
  Node *Last = B.X;
  for (size_t I = 0; I != Count / 3; ++I) {
    Last = B.unary("relu", Last);
    Last = B.unary(Period && I % Period == 0 ? "relu" : "sin", Last);
    Last = B.unary("sin", Last);
  }
  G.output(Last);
}
static void buildChainOfThree(Graph &G, size_t Count) {
  Builder B(G);
  Node *Last = B.X;
  for (size_t I = 0; I != Count; ++I)
    Last = B.unary(ChainOps[I % 3], Last);
  G.output(Last);
}
static void buildGelus(Graph &G, size_t Count) {
  Builder B(G);
  Node *X = B.X;
  for (size_t I = 0; I != Count / 8; ++I) {
    Node *Half = B.call("mul.Tensor", {X, 0.5});
    Node *Cube = B.call("pow.Tensor_Scalar", {X, int64_t(3)});
    Node *Small = B.call("mul.Tensor", {Cube, 0.044715});
    Node *Sum = B.call("add.Tensor", {Small, X});
    Node *Scaled = B.call("mul.Tensor", {Sum, 0.79788456});
    Node *One = B.call("add.Tensor", {B.unary("tanh", Scaled), int64_t(1)});
    X = B.call("mul.Tensor", {Half, One});
  }
  G.output(X);
}
/// A relu that others use, which are relu and sin in turn.
static void buildFan(Graph &G, size_t Count) {
  Builder B(G);
  Node *Inner = B.unary("relu", B.X);
  llvm::SmallVector<Argument, 0> Results;
  for (size_t I = 0; I != Count / 2; ++I)
    Results.push_back(B.unary("sin", B.unary("relu", Inner)));
  G.output(Argument::list(Results));
}
/// Sums of integers with a constant, which become one.
static void buildSums(Graph &G, size_t Count) {
  Builder B(G, DType::Int64);
  Node *Last = B.X;
  for (size_t I = 0; I != Count; ++I)
    Last = B.call("add.Tensor", {Last, int64_t(I % 7 + 1)});
  G.output(Last);
}

/// Reads \p Text; null with an error of \p State.
static std::unique_ptr<rewrite::RuleSet> load(Context &Ctx, StringRef Text,
                                              DiagnosticEngine &Diags) {
  auto Source = std::make_shared<llvm::SourceMgr>();
  unsigned Id = Source->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(Text, "rules"), llvm::SMLoc());
  auto Rules = std::make_unique<rewrite::RuleSet>(Ctx);
  std::unique_ptr<rewrite::RuleFile> File =
      rewrite::parseRules(Source, Id, Diags);
  if (!File || !Rules->add(std::move(File), Diags) || !Rules->finish(Diags))
    return nullptr;
  return Rules;
}

template <typename Build>
static void applyRules(benchmark::State &State, StringRef Text, Build Make,
                       size_t Expected) {
  Context Ctx;
  DiagnosticEngine Diags;
  auto Rules = load(Ctx, Text, Diags);
  if (!Rules) {
    State.SkipWithError("the rules are wrong");
    return;
  }
  auto All = llvm::cantFail(Rules->select({}));
  for (auto _ : State) {
    GraphModule M(Ctx);
    Make(M.graph(), State.range(0));
    uint64_t Applied = 0;
    State.SetIterationTime(seconds([&] {
      rewrite::RewriteOptions Options;
      Applied = Rules->apply(All, M.graph(), M, Options, Diags);
    }));
    State.counters["applied"] = double(Applied);
    if (Applied != Expected)
      State.SkipWithError(
          ("applied " + std::to_string(Applied) + " times").c_str());
  }
}

static std::string alone(StringRef Rule) { return ("fxr 1\n" + Rule).str(); }

static void rules_none(benchmark::State &State) {
  applyRules(
      State, alone(ReluRule), [](Graph &G, size_t N) { buildRelus(G, N, 0); },
      0);
}
BENCHMARK(rules_none)->Apply(sizes);
static void rules_half(benchmark::State &State) {
  applyRules(
      State, alone(ReluRule), [](Graph &G, size_t N) { buildRelus(G, N, 2); },
      (size_t(State.range(0)) / 3 + 1) / 2);
}
BENCHMARK(rules_half)->Apply(sizes);
static void rules_all(benchmark::State &State) {
  applyRules(
      State, alone(ReluRule), [](Graph &G, size_t N) { buildRelus(G, N, 1); },
      size_t(State.range(0)) / 3);
}
BENCHMARK(rules_all)->Apply(sizes);
static void rules_gelu(benchmark::State &State) {
  applyRules(State, alone(GeluRule), buildGelus, size_t(State.range(0)) / 8);
}
BENCHMARK(rules_gelu)->Apply(sizes);
static void rules_fan(benchmark::State &State) {
  applyRules(State, alone(ReluRule), buildFan, size_t(State.range(0)) / 2);
}
BENCHMARK(rules_fan)->Apply(sizes);
static void rules_sums(benchmark::State &State) {
  applyRules(State, alone(SumRule), buildSums, size_t(State.range(0)) - 1);
}
BENCHMARK(rules_sums)->Apply(sizes);
static void rules_hundred(benchmark::State &State) {
  applyRules(State, rulesThatFail(100), buildChainOfThree, 0);
}
BENCHMARK(rules_hundred)->Apply(sizes);
static void rules_thousand(benchmark::State &State) {
  applyRules(State, rulesThatFail(1000), buildChainOfThree, 0);
}
BENCHMARK(rules_thousand)->Apply(sizes);

/// Reads and compiles as many rules from text.
static void rules_load(benchmark::State &State) {
  std::string Text = rulesThatFail(State.range(0));
  for (auto _ : State) {
    Context Ctx;
    DiagnosticEngine Diags;
    std::unique_ptr<rewrite::RuleSet> Rules;
    State.SetIterationTime(seconds([&] { Rules = load(Ctx, Text, Diags); }));
    if (!Rules)
      State.SkipWithError("the rules are wrong");
  }
}
BENCHMARK(rules_load)
    ->Arg(100)
    ->Arg(1000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
