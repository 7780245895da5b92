//===- TextBenchmark.cpp - Printing, parsing and verifying ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BenchmarkGraph.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Structural.h"
#include "fx/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::bench;

namespace {
/// Throws everything away and counts it.
class NullStream : public llvm::raw_ostream {
public:
  NullStream() { SetBufferSize(1 << 16); }
  ~NullStream() override { flush(); }

private:
  void write_impl(const char *, size_t Size) override { Count += Size; }
  uint64_t current_pos() const override { return Count; }
  uint64_t Count = 0;
};
} // namespace

static void print(benchmark::State &State, PrintFormat Format) {
  Context Ctx;
  GraphModule M(Ctx);
  buildChain(M.graph(), State.range(0));
  for (auto _ : State)
    State.SetIterationTime(seconds([&] {
      NullStream OS;
      printModule(M, OS, Format);
    }));
}
BENCHMARK_CAPTURE(print, fx, PrintFormat::FX)->Apply(sizes);
BENCHMARK_CAPTURE(print, native, PrintFormat::Native)->Apply(sizes);
BENCHMARK_CAPTURE(print, python, PrintFormat::Python)->Apply(sizes);

static void parse(benchmark::State &State, PrintFormat Format) {
  std::string Text;
  {
    Context Ctx;
    GraphModule M(Ctx);
    buildChain(M.graph(), State.range(0));
    llvm::raw_string_ostream OS(Text);
    printModule(M, OS, Format);
  }
  for (auto _ : State) {
    Context Ctx;
    auto Source = std::make_shared<llvm::SourceMgr>();
    unsigned Id = Source->AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(Text, "text"), llvm::SMLoc());
    DiagnosticEngine Diags(Source.get());
    std::vector<std::unique_ptr<GraphModule>> Modules;
    bool Ok = true;
    State.SetIterationTime(
        seconds([&] { Ok = parseModules(Ctx, Source, Id, Diags, Modules); }));
    if (!Ok || Modules.size() != 1 ||
        Modules[0]->graph().size() != size_t(State.range(0)) + 2)
      State.SkipWithError("the text was not read");
  }
  State.counters["text"] = double(Text.size()) / State.range(0);
}
BENCHMARK_CAPTURE(parse, fx, PrintFormat::FX)->Apply(sizes);
BENCHMARK_CAPTURE(parse, native, PrintFormat::Native)->Apply(sizes);

static void verify(benchmark::State &State) {
  Context Ctx;
  GraphModule M(Ctx);
  buildChain(M.graph(), State.range(0));
  DiagnosticEngine Diags;
  for (auto _ : State) {
    bool Ok = true;
    State.SetIterationTime(seconds([&] { Ok = fx::verify(M, Diags); }));
    if (!Ok)
      State.SkipWithError("the graph is not valid");
  }
}
BENCHMARK(verify)->Apply(sizes);

static void structural_hash(benchmark::State &State) {
  Context Ctx;
  GraphModule M(Ctx);
  buildChain(M.graph(), State.range(0));
  for (auto _ : State)
    State.SetIterationTime(
        seconds([&] { benchmark::DoNotOptimize(structuralHash(M)); }));
}
BENCHMARK(structural_hash)->Apply(sizes);
