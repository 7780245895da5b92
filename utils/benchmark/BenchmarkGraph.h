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
#include <algorithm>
#include <ctime>
#include <sys/mman.h>
#include <unistd.h>

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

/// Makes a node in place of each call of \p G, and erases the old one; \p Made
/// is called with the new one.
template <typename Callback> void rewriteAll(Graph &G, Callback Made) {
  Symbol Mul = G.context().intern("operator.mul");
  for (Node *N : G.nodes()) {
    if (!N->isCallFunction())
      continue;
    InsertionGuard Guard = G.insertingBefore(N);
    Node *New = G.createPlain(Opcode::CallFunction, Mul,
                              {N->operand(0), N->operand(1)});
    N->replaceAllUsesWith(New);
    G.eraseNode(N);
    Made(*New);
  }
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

/// Once in a process, touches as much memory as the work on a graph of that
/// size needs and gives it back: a virtual machine may have to ask its host for
/// memory first, which takes longer than the work.
inline void warmMemory(const benchmark::State &State) {
  static size_t Warm = 0;
  constexpr size_t BytesPerNode = 500;
  size_t Bytes = State.range(0) * BytesPerNode;
  size_t Page = sysconf(_SC_PAGESIZE);
  Bytes = std::min(Bytes, sysconf(_SC_AVPHYS_PAGES) * Page / 2);
  if (Bytes <= Warm)
    return;
  Warm = Bytes;
  void *P = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (P == MAP_FAILED)
    return;
  madvise(P, Bytes, MADV_HUGEPAGE);
  for (size_t I = 0; I < Bytes; I += Page)
    static_cast<volatile char *>(P)[I] = 1;
  munmap(P, Bytes);
}

/// 10 thousand to 10 million nodes; the first round is not counted.
inline void sizes(benchmark::internal::Benchmark *B) {
  for (int64_t N = 10'000; N <= 10'000'000; N *= 10)
    B->Arg(N);
  B->Setup(warmMemory);
  B->UseManualTime()->MinWarmUpTime(0.01)->Unit(benchmark::kMillisecond);
}

} // namespace fx::bench

#endif // FX_UTILS_BENCHMARK_BENCHMARKGRAPH_H
