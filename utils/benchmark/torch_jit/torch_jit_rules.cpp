//===- torch_jit_rules.cpp - SubgraphRewriter on the work of RuleBenchmark ===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch-jit-rules-benchmark SIZE...: prints one JSON object a line, as
// rules_torch.py does: microseconds of processor time per node, the best of two
// rounds after a warm-up. A hundred patterns are a hundred walks over the
// graph, for that is the interface.
//
//===----------------------------------------------------------------------===//

#include "../RuleRows.h"
#include <functional>
#include <memory>
#include <string>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/subgraph_rewrite.h>
#include <vector>

using namespace torch::jit;
using namespace fx::bench;
using GraphPtr = std::shared_ptr<Graph>;
using Names = std::vector<std::string>;

/// A graph of calls, the innermost first.
static std::string text(const Names &Ops) {
  std::string Text = "graph(%v0):\n";
  for (size_t I = 0; I != Ops.size(); ++I)
    Text += "  %v" + std::to_string(I + 1) + " = aten::" + Ops[I] + "(%v" +
            std::to_string(I) + ")\n";
  return Text + "  return (%v" + std::to_string(Ops.size()) + ")\n";
}

static GraphPtr make(size_t Count,
                     const std::function<std::string(size_t)> &OpAt) {
  auto G = std::make_shared<Graph>();
  Value *Last = G->addInput();
  for (size_t I = 0; I != Count; ++I)
    Last = G->insertNode(
                G->create(Symbol::fromQualString("aten::" + OpAt(I)), {Last}))
               ->output();
  G->registerOutput(Last);
  return G;
}

static GraphPtr relus(size_t Count, size_t Period) {
  return make(Count / 3 * 3, [=](size_t I) {
    bool IsPair = Period && I / 3 % Period == 0;
    return I % 3 == 0 || (I % 3 == 1 && IsPair) ? "relu" : "sin";
  });
}

static size_t size(const GraphPtr &G) {
  return std::distance(G->nodes().begin(), G->nodes().end());
}

template <typename Make>
static void row(const char *Name, const std::vector<Names> &Patterns,
                size_t Count, size_t Expected, Make Build) {
  measureRow(Name, Count, Expected, [&](size_t &Applied) {
    SubgraphRewriter R;
    for (const Names &Ops : Patterns)
      R.RegisterRewritePattern(text(Ops), text({"relu"}));
    GraphPtr G = Build();
    size_t Before = size(G);
    double Begin = processorSeconds();
    R.runOnGraph(G);
    double Took = processorSeconds() - Begin;
    Applied = Before - size(G);
    return Took;
  });
}

int main(int Argc, char **Argv) {
  std::vector<Names> Relu = {{"relu", "relu"}}, Hundred;
  for (size_t I = 0; I != 100; ++I) {
    auto Ops = opsThatFail(I);
    Hundred.emplace_back(Ops.begin(), Ops.end());
  }
  for (int I = 1; I != Argc; ++I) {
    size_t N = std::strtoull(Argv[I], nullptr, 10);
    row("rules_none", Relu, N, 0, [=] { return relus(N, 0); });
    row("rules_half", Relu, N, (N / 3 + 1) / 2, [=] { return relus(N, 2); });
    row("rules_all", Relu, N, N / 3, [=] { return relus(N, 1); });
    row("rules_hundred", Hundred, N, 0,
        [=] { return make(N, [](size_t I) { return ChainOps[I % 3]; }); });
  }
  return 0;
}
