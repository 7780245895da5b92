//===- JournalBenchmark.cpp - The cost of recording and replaying ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BenchmarkGraph.h"
#include "fx/Journal/JournalReader.h"
#include "fx/Journal/JournalWriter.h"

using namespace fx;
using namespace fx::bench;

/// Records the work of the benchmark `rewrite`, also with a step for each node;
/// the time of it and the bytes that it takes.
static double record(GraphModule &M, JournalMemory &Bytes, size_t &Written,
                     bool NamesSteps = false) {
  JournalWriter Journal(M, "{}", Bytes);
  Journal.beginPass("turn");
  size_t Before = Bytes.bytes().size();
  double Seconds = seconds([&] {
    rewriteAll(M.graph(), [&](Node &New) {
      if (NamesSteps)
        Journal.endStep(llvm::StringRef(New.name()), "turned");
    });
  });
  Journal.endPass(JournalWriter::Ending::Changed);
  Journal.finish();
  Written = Bytes.bytes().size() - Before;
  return Seconds;
}

/// `rewrite` with a listener that writes a journal to memory.
static void journalOf(benchmark::State &State, bool NamesSteps) {
  Context Ctx;
  size_t Written = 0;
  for (auto _ : State) {
    GraphModule M(Ctx);
    buildChain(M.graph(), State.range(0));
    JournalMemory Bytes;
    State.SetIterationTime(record(M, Bytes, Written, NamesSteps));
  }
  State.counters["bytes"] = double(Written) / double(State.range(0));
}
static void journal(benchmark::State &State) { journalOf(State, false); }
BENCHMARK(journal)->Apply(sizes);
static void journal_steps(benchmark::State &State) { journalOf(State, true); }
BENCHMARK(journal_steps)->Apply(sizes);

/// Reads a journal from its first state to its last one.
static void replay(benchmark::State &State) {
  Context Ctx;
  GraphModule M(Ctx);
  buildChain(M.graph(), State.range(0));
  JournalMemory Bytes;
  size_t Written = 0;
  record(M, Bytes, Written);
  for (auto _ : State) {
    Context Other;
    auto Reader = JournalReader::read(
        Other, llvm::MemoryBuffer::getMemBuffer(Bytes.bytes(), "journal",
                                                /*RequiresNullTerminator=*/
                                                false));
    if (!Reader) {
      State.SkipWithError(llvm::toString(Reader.takeError()).c_str());
      return;
    }
    bool Failed = false;
    State.SetIterationTime(seconds([&] {
      if (llvm::Error E = (*Reader)->goTo((*Reader)->numSteps())) {
        llvm::consumeError(std::move(E));
        Failed = true;
      }
    }));
    if (Failed)
      State.SkipWithError("the journal is damaged");
  }
}
BENCHMARK(replay)->Apply(sizes);
