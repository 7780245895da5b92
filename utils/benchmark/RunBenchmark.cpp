//===- RunBenchmark.cpp - Running, importing and tracing with LibTorch ----===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row is called NAME/PEER, so that peers of the same LibTorch are measured
// in the same process: `fx`, `boxed` (the dispatcher called with a stack, its
// operators looked up before), `jit`. The models are those that torch_run.py
// makes; FX_BENCHMARK_MODELS is their folder, and without it their rows are not
// there. One thread; time of the processor.
//
//===----------------------------------------------------------------------===//

#include "benchmark/benchmark.h"
#include "fx/AsmParser/Parser.h"
#include "fx/Torch/DispatchTracer.h"
#include "fx/Torch/Interpreter.h"
#include "fx/Torch/ScriptImport.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/jit.h>
#include <torch/version.h>

using namespace fx;
using c10::IValue;

/// torch_run.py has the same.
static constexpr int64_t ChainLength = 999;

static at::Tensor chainInput() { return at::full({4}, 0.5); }

static IValue valueOf(llvm::Expected<IValue> V) {
  if (V)
    return std::move(*V);
  llvm::errs() << toString(V.takeError()) << '\n';
  std::exit(1);
}

static std::unique_ptr<GraphModule>
moduleOf(llvm::Expected<std::unique_ptr<GraphModule>> M) {
  if (M)
    return std::move(*M);
  llvm::errs() << toString(M.takeError()) << '\n';
  std::exit(1);
}

//===----------------------------------------------------------------------===//
// A chain of operators on four numbers
//===----------------------------------------------------------------------===//

static void chainFX(benchmark::State &State) {
  Context Ctx;
  GraphModule M(Ctx);
  Graph &G = M.graph();
  Node *X = G.placeholder("x"), *Y = X;
  for (int64_t I = 0; I != ChainLength; I += 3) {
    Y = G.callFunction("operator.add", {Y, X});
    Y = G.callFunction("operator.mul", {Y, X});
    Y = G.callFunction("torch.relu", {Y});
  }
  G.output(Y);
  Interpreter I(M);
  at::Tensor In = chainInput();
  for (auto _ : State)
    benchmark::DoNotOptimize(valueOf(I.run({In})));
}

static void chainBoxed(benchmark::State &State) {
  auto Find = [](const char *Name, const char *Overload) {
    return c10::Dispatcher::singleton().findSchemaOrThrow(Name, Overload);
  };
  c10::OperatorHandle Add = Find("aten::add", "Tensor"),
                      Mul = Find("aten::mul", "Tensor"),
                      Relu = Find("aten::relu", "");
  at::Tensor X = chainInput();
  IValue One(1);
  torch::jit::Stack Stack;
  auto Take = [&] {
    IValue Result = std::move(Stack.back());
    Stack.pop_back();
    return Result;
  };
  for (auto _ : State) {
    c10::InferenceMode Guard;
    IValue Y = X;
    for (int64_t I = 0; I != ChainLength; I += 3) {
      Stack.push_back(std::move(Y));
      Stack.push_back(X);
      Stack.push_back(One);
      Add.callBoxed(Stack);
      Y = Take();
      Stack.push_back(std::move(Y));
      Stack.push_back(X);
      Mul.callBoxed(Stack);
      Y = Take();
      Stack.push_back(std::move(Y));
      Relu.callBoxed(Stack);
      Y = Take();
    }
    benchmark::DoNotOptimize(Y);
  }
}

static void chainJit(benchmark::State &State) {
  std::string Source = "def chain(x):\n    y = x\n";
  for (int64_t I = 0; I != ChainLength; I += 3)
    Source += "    y = torch.relu((y + x) * x)\n";
  Source += "    return y\n";
  std::shared_ptr<torch::jit::CompilationUnit> Unit =
      torch::jit::compile(Source);
  torch::jit::Function &Chain = Unit->get_function("chain");
  at::Tensor X = chainInput();
  c10::InferenceMode Guard;
  auto Run = [&] {
    torch::jit::Stack Stack{X};
    Chain.run(Stack);
    return Stack.back();
  };
  for (int Round = 0; Round != 3; ++Round)
    Run(); // It profiles, then it compiles.
  for (auto _ : State)
    benchmark::DoNotOptimize(Run());
}

//===----------------------------------------------------------------------===//
// A small network
//===----------------------------------------------------------------------===//

static std::string Models;

static std::string modelFile(llvm::StringRef Name) {
  llvm::SmallString<128> Path(Models);
  llvm::sys::path::append(Path, Name);
  return std::string(Path);
}

static at::Tensor image() { return at::ones({1, 3, 8, 8}); }

static void runNet(benchmark::State &State, GraphModule &M,
                   InterpreterOptions Options) {
  Interpreter I(M, std::move(Options));
  at::Tensor In = image();
  for (int Round = 0; Round != 3; ++Round)
    valueOf(I.run({In}));
  for (auto _ : State)
    benchmark::DoNotOptimize(valueOf(I.run({In})));
}

static void netFX(benchmark::State &State) {
  Context Ctx;
  std::unique_ptr<GraphModule> M =
      moduleOf(importScript(Ctx, modelFile("net32.pt")));
  runNet(State, *M, {});
}

/// What `fx-opt --fuse-conv-bn` made of it: torch::jit::freeze does the same.
static void netFused(benchmark::State &State) {
  Context Ctx;
  auto Text = llvm::MemoryBuffer::getFile(modelFile("net32.fused.fx"));
  if (!Text)
    return State.SkipWithError("there is no net32.fused.fx");
  std::unique_ptr<GraphModule> M =
      moduleOf(parseModule(Ctx, (*Text)->getBuffer()));
  InterpreterOptions Options;
  Options.Weights.File = modelFile("net32.fused.safetensors");
  runNet(State, *M, std::move(Options));
}

static void netJit(benchmark::State &State, bool Frozen) {
  torch::jit::Module M = torch::jit::load(modelFile("net32.pt"));
  M.eval();
  if (Frozen)
    M = torch::jit::freeze(M);
  c10::InferenceMode Guard;
  at::Tensor In = image();
  for (int Round = 0; Round != 3; ++Round)
    M.forward({In});
  for (auto _ : State)
    benchmark::DoNotOptimize(M.forward({In}));
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

static void importFX(benchmark::State &State, const char *Name) {
  for (auto _ : State) {
    Context Ctx;
    benchmark::DoNotOptimize(moduleOf(importScript(Ctx, modelFile(Name))));
  }
}

static void importJit(benchmark::State &State, const char *Name) {
  for (auto _ : State) {
    torch::jit::Module M = torch::jit::load(modelFile(Name));
    M.eval();
    benchmark::DoNotOptimize(torch::jit::freeze(M));
  }
}

//===----------------------------------------------------------------------===//
// Tracing of C++ code
//===----------------------------------------------------------------------===//

static at::Tensor chain(at::Tensor X) {
  at::Tensor Y = X;
  for (int64_t I = 0; I != ChainLength; I += 3)
    Y = at::relu((Y + X) * X);
  return Y;
}

static void traceFX(benchmark::State &State) {
  IValue In = chainInput();
  for (auto _ : State) {
    Context Ctx;
    llvm::Expected<DispatchTrace> Trace = traceDispatched(
        Ctx, TraceRoot(), In, [&] { return IValue(chain(In.toTensor())); });
    if (!Trace || Trace->Module->graph().size() != ChainLength + 2) {
      llvm::consumeError(Trace.takeError());
      return State.SkipWithError("the code was not traced");
    }
  }
}

static void traceJit(benchmark::State &State) {
  torch::jit::Stack In{chainInput()};
  for (auto _ : State) {
    auto Trace = torch::jit::tracer::trace(
        In,
        [](torch::jit::Stack S) -> torch::jit::Stack {
          return {chain(S.front().toTensor())};
        },
        [](const torch::autograd::Variable &) { return std::string(); });
    benchmark::DoNotOptimize(Trace);
  }
}

int main(int Argc, char **Argv) {
  using benchmark::RegisterBenchmark;
  at::set_num_threads(1);
  RegisterBenchmark("chain/fx", chainFX);
  RegisterBenchmark("chain/boxed", chainBoxed);
  RegisterBenchmark("chain/jit", chainJit);
  RegisterBenchmark("trace_dispatch/fx", traceFX);
  RegisterBenchmark("trace_dispatch/jit", traceJit);
  if (const char *Folder = std::getenv("FX_BENCHMARK_MODELS")) {
    Models = Folder;
    RegisterBenchmark("net32/fx", netFX);
    RegisterBenchmark("net32/jit", netJit, false);
    RegisterBenchmark("net32_fused/fx", netFused);
    RegisterBenchmark("net32_fused/jit", netJit, true);
    for (const char *Name : {"resnet50", "transformer24"}) {
      std::string Row = std::string("import_") + Name, File = Name;
      File += ".pt";
      RegisterBenchmark((Row + "/fx").c_str(), [File](benchmark::State &S) {
        importFX(S, File.c_str());
      })->Unit(benchmark::kMillisecond);
      RegisterBenchmark((Row + "/jit").c_str(), [File](benchmark::State &S) {
        importJit(S, File.c_str());
      })->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::AddCustomContext("libtorch", TORCH_VERSION);
  benchmark::Initialize(&Argc, Argv);
  if (benchmark::ReportUnrecognizedArguments(Argc, Argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
