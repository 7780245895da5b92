//===- PassBenchmark.cpp - Dead code and common subexpressions ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BenchmarkGraph.h"
#include "fx/Transforms/CSE.h"

using namespace fx;
using namespace fx::bench;

/// Every computation stands twice.
static void buildPairs(Graph &G, size_t Count) {
  Symbol Relu = G.context().intern("torch.ops.aten.relu.default");
  Symbol Add = G.context().intern("torch.ops.aten.add.Tensor");
  Node *Last = G.placeholder("x");
  for (size_t I = 0; I != Count / 3; ++I) {
    Node *A = G.createPlain(Opcode::CallFunction, Relu, {Last});
    Node *B = G.createPlain(Opcode::CallFunction, Relu, {Last});
    Last = G.createPlain(Opcode::CallFunction, Add, {A, B});
  }
  G.output(Last);
}

static void dce(benchmark::State &State) {
  Context Ctx;
  Graph G(Ctx);
  Symbol Add = Ctx.intern("torch.add");
  Node *X = G.placeholder("x");
  Node *Last = X;
  for (int64_t I = 0; I != State.range(0); ++I)
    Last = G.createPlain(Opcode::CallFunction, Add, {Last, X});
  G.output(Last);
  for (auto _ : State)
    State.SetIterationTime(seconds([&] {
      bool Changed = G.eliminateDeadCode();
      benchmark::DoNotOptimize(Changed);
    }));
}
BENCHMARK(dce)->Apply(sizes);

static void cse(benchmark::State &State) {
  Context Ctx;
  for (auto _ : State) {
    GraphModule M(Ctx);
    buildPairs(M.graph(), State.range(0));
    State.SetIterationTime(
        seconds([&] { eliminateCommonSubexpressions(M.graph()); }));
    if (M.graph().size() != size_t(State.range(0)) / 3 * 2 + 2)
      State.SkipWithError("not every pair was merged");
  }
}
BENCHMARK(cse)->Apply(sizes);
