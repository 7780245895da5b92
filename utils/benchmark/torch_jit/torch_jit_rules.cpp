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

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/subgraph_rewrite.h>
#include <vector>

using namespace torch::jit;
using GraphPtr = std::shared_ptr<Graph>;
using Names = std::vector<std::string>;

static const char *const Others[] = {
    "abs",   "acos",       "acosh", "asin",   "asinh", "atan",  "atanh",
    "ceil",  "cos",        "cosh",  "erf",    "erfc",  "exp",   "exp2",
    "expm1", "floor",      "frac",  "lgamma", "log",   "log10", "log1p",
    "log2",  "reciprocal", "round", "rsqrt",  "sgn",   "sign",  "silu",
    "sin",   "sinh",       "sqrt",  "square", "tan",   "trunc"};
static const char *const Chain[] = {"relu", "tanh", "sigmoid"};

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

static double now() {
  timespec T;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return double(T.tv_sec) + double(T.tv_nsec) * 1e-9;
}

static size_t size(const GraphPtr &G) {
  return std::distance(G->nodes().begin(), G->nodes().end());
}

template <typename Make>
static void row(const char *Name, const std::vector<Names> &Patterns,
                size_t Count, size_t Expected, Make Build) {
  double Best = 1e30;
  size_t Applied = 0;
  for (int Round = 0; Round != 3; ++Round) {
    SubgraphRewriter R;
    for (const Names &Ops : Patterns)
      R.RegisterRewritePattern(text(Ops), text({"relu"}));
    GraphPtr G = Build();
    size_t Before = size(G);
    double Begin = now();
    R.runOnGraph(G);
    double Took = now() - Begin;
    Applied = Before - size(G);
    if (Round)
      Best = std::min(Best, Took);
  }
  if (Applied != Expected) {
    std::fprintf(stderr, "%s of %zu: %zu times, not %zu\n", Name, Count,
                 Applied, Expected);
    std::exit(1);
  }
  std::printf("{\"row\": \"%s\", \"n\": %zu, \"us\": %.6f, \"applied\": %zu}\n",
              Name, Count, Best / double(Count) * 1e6, Applied);
  std::fflush(stdout);
}

int main(int Argc, char **Argv) {
  std::vector<Names> Relu = {{"relu", "relu"}}, Hundred;
  for (size_t I = 0; I != 100; ++I)
    Hundred.push_back({Others[I / 3], Chain[(I + 2) % 3], Chain[I % 3]});
  for (int I = 1; I != Argc; ++I) {
    size_t N = std::strtoull(Argv[I], nullptr, 10);
    row("rules_none", Relu, N, 0, [=] { return relus(N, 0); });
    row("rules_half", Relu, N, (N / 3 + 1) / 2, [=] { return relus(N, 2); });
    row("rules_all", Relu, N, N / 3, [=] { return relus(N, 1); });
    row("rules_hundred", Hundred, N, 0,
        [=] { return make(N, [](size_t I) { return Chain[I % 3]; }); });
  }
  return 0;
}
