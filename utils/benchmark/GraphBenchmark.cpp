//===- GraphBenchmark.cpp - Creating, walking, editing and copying --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BenchmarkGraph.h"
#include "fx/Tracing/Tracer.h"

using namespace fx;
using namespace fx::bench;

static void create(benchmark::State &State) {
  Context Ctx;
  for (auto _ : State) {
    std::unique_ptr<Graph> G;
    State.SetIterationTime(seconds([&] {
      G = std::make_unique<Graph>(Ctx);
      buildChain(*G, State.range(0));
    }));
    State.counters["bytes"] = double(G->memoryUsage()) / State.range(0);
  }
}
BENCHMARK(create)->Apply(sizes);

/// Through the general door, with a constant and a keyword argument.
static void create_general(benchmark::State &State) {
  Context Ctx;
  Symbol Add = Ctx.intern("torch.add"), Alpha = Ctx.intern("alpha");
  for (auto _ : State) {
    Graph G(Ctx);
    Node *Last = G.placeholder("x");
    State.SetIterationTime(seconds([&] {
      for (int64_t I = 0; I != State.range(0); ++I)
        Last = G.callFunction(Add, {Last, 1.0}, {{Alpha, 2}});
    }));
  }
}
BENCHMARK(create_general)->Apply(sizes);

static void iterate(benchmark::State &State) {
  Context Ctx;
  Graph G(Ctx);
  buildChain(G, State.range(0));
  for (auto _ : State)
    State.SetIterationTime(seconds([&] {
      uint64_t Sum = 0;
      for (Node *N : G.nodes())
        for (unsigned I = 0, E = N->numOperands(); I != E; ++I)
          Sum += reinterpret_cast<uintptr_t>(N->operand(I));
      benchmark::DoNotOptimize(Sum);
    }));
}
BENCHMARK(iterate)->Apply(sizes);

static void replace_uses(benchmark::State &State) {
  Context Ctx;
  Graph G(Ctx);
  buildChain(G, State.range(0));
  Node *From = G.front(), *To = G.placeholder("y");
  for (auto _ : State) {
    State.SetIterationTime(seconds([&] { From->replaceAllUsesWith(To); }));
    std::swap(From, To);
  }
}
BENCHMARK(replace_uses)->Apply(sizes);

static void rewrite(benchmark::State &State) {
  Context Ctx;
  for (auto _ : State) {
    Graph G(Ctx);
    buildChain(G, State.range(0));
    State.SetIterationTime(seconds([&] { rewriteAll(G, [](Node &) {}); }));
  }
}
BENCHMARK(rewrite)->Apply(sizes);

static void copy(benchmark::State &State) {
  Context Ctx;
  Graph G(Ctx);
  buildChain(G, State.range(0));
  for (auto _ : State) {
    std::unique_ptr<Graph> Copy;
    State.SetIterationTime(seconds([&] { Copy = G.clone(); }));
    benchmark::DoNotOptimize(Copy);
  }
}
BENCHMARK(copy)->Apply(sizes);

/// Code over proxies.
static void trace(benchmark::State &State) {
  int64_t Count = State.range(0);
  for (auto _ : State) {
    Context Ctx;
    size_t Size = 0;
    State.SetIterationTime(seconds([&] {
      auto M = symbolicTrace(Ctx, function({"x"}, [=](Proxy X) -> TraceValue {
                               Proxy Y = X;
                               for (int64_t I = 0; I != Count; ++I)
                                 Y = Y + X;
                               return Y;
                             }));
      Size = M ? (*M)->graph().size() : 0;
      llvm::consumeError(M.takeError());
    }));
    if (Size != size_t(Count) + 2)
      State.SkipWithError("the program was not traced");
  }
}
BENCHMARK(trace)->Apply(sizes);
