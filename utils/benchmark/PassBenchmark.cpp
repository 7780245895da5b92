//===- PassBenchmark.cpp - Passes over whole graphs -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BenchmarkGraph.h"
#include "fx/Analysis/Partition.h"
#include "fx/Transforms/CSE.h"
#include "fx/Transforms/Outlining.h"

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

/// Blocks of a hundred nodes with four tags in turn; a node of each block has
/// none.
static std::vector<uint32_t> tagBlocks(const Graph &G) {
  std::vector<uint32_t> Tags(G.idBound(), Partition::None);
  size_t I = 0;
  for (Node *N : G.nodes()) {
    size_t Place = I++;
    if (Place % 100)
      Tags[N->id()] = Place / 100 % 4;
  }
  return Tags;
}

static Partition partitionBlocks(const Graph &G,
                                 const std::vector<uint32_t> &Tags) {
  return {G, 4, [&](const Node &N) { return Tags[N.id()]; }};
}

static void partition(benchmark::State &State) {
  Context Ctx;
  Graph G(Ctx);
  buildPairs(G, State.range(0));
  for (auto _ : State) {
    size_t Parts = 0;
    State.SetIterationTime(seconds([&] {
      std::vector<uint32_t> Tags = tagBlocks(G);
      Parts = partitionBlocks(G, Tags).parts().size();
    }));
    if (Parts < size_t(State.range(0)) / 100)
      State.SkipWithError("there are too few parts");
  }
}
BENCHMARK(partition)->Apply(sizes);

static void outline(benchmark::State &State) {
  Context Ctx;
  for (auto _ : State) {
    GraphModule M(Ctx);
    buildPairs(M.graph(), State.range(0));
    std::vector<uint32_t> Tags = tagBlocks(M.graph());
    Partition Parts = partitionBlocks(M.graph(), Tags);
    OutlineOptions Options;
    Options.NameOf = [](size_t I) { return "part_" + std::to_string(I); };
    Options.Kept = [](size_t, const std::string &) {};
    OutlineResult Result;
    State.SetIterationTime(
        seconds([&] { Result = outlineParts(M, Parts, Options); }));
    if (Result.Outlined != Parts.parts().size())
      State.SkipWithError("not every part was outlined");
  }
}
BENCHMARK(outline)->Apply(sizes);
