//===- BenchmarkGraph.h - Graphs to measure with ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every benchmark is called NAME/N for a graph of N nodes and reports seconds
// an iteration, which utils/benchmark/run divides by N. Set-up is not timed:
// where an iteration uses its graph up the time is taken by hand.
//
//===----------------------------------------------------------------------===//

#ifndef FX_UTILS_BENCHMARK_BENCHMARKGRAPH_H
#define FX_UTILS_BENCHMARK_BENCHMARKGRAPH_H

#include "benchmark/benchmark.h"
#include "fx/IR/Module.h"
#include <ctime>

namespace fx::bench {

/// A chain of \p Count binary nodes over one placeholder that all of them use.
inline void buildChain(Graph &G, size_t Count) {
  Symbol Add = G.context().intern("operator.add");
  Node *X = G.placeholder("x");
  Node *Last = X;
  for (size_t I = 0; I != Count; ++I)
    Last = G.createPlain(Opcode::CallFunction, Add, {Last, X});
  G.output(Last);
}

/// Seconds of processor time that \p Fn takes, page faults included: all work
/// here has one thread, and other processes disturb this clock least.
template <typename Callback> double seconds(Callback Fn) {
  auto Now = [] {
    timespec T;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
    return double(T.tv_sec) + double(T.tv_nsec) * 1e-9;
  };
  double Begin = Now();
  Fn();
  return Now() - Begin;
}

/// 10 thousand to 10 million nodes; every size is measured at least twice, and
/// the first round, which warms the memory, is not counted.
inline void sizes(benchmark::internal::Benchmark *B) {
  for (int64_t N = 10'000; N <= 10'000'000; N *= 10)
    B->Arg(N);
  B->UseManualTime()->MinWarmUpTime(0.01)->Unit(benchmark::kMillisecond);
}

} // namespace fx::bench

#endif // FX_UTILS_BENCHMARK_BENCHMARKGRAPH_H
