//===- ProgramBenchmark.cpp - Archives of torch.export --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BenchmarkGraph.h"
#include "BenchmarkProgram.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Interop/ProgramJSON.h"
#include "fx/Interop/StateTables.h"
#include "fx/Transforms/CSE.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

using namespace fx;
using namespace fx::bench;
using namespace llvm;

static Argument floats(Context &Ctx, bool RequiresGrad) {
  return Argument::tensorType(DType::Float32, Argument::tuple({4, 8}),
                              Argument::tuple({8, 1}),
                              Argument::device(Ctx, "cpu"), RequiresGrad);
}

/// The program of writeProgramFile.
static std::unique_ptr<GraphModule> buildProgram(Context &Ctx, size_t Count) {
  auto M = std::make_unique<GraphModule>(Ctx);
  ExportedProgram &P = M->makeProgram();
  P.OpsetVersion = {{Ctx.intern("aten"), 10}};
  P.TorchVersion = Ctx.intern("2.13.0+cpu");
  P.Verifiers = {Ctx.intern("TRAINING")};
  ModuleCall Root;
  Root.HasSignature = true;
  Root.Path = Ctx.intern("");
  StringRef Leaf = "{\"type\": null, \"context\": null, \"children_spec\": []}";
  Root.InSpec = Ctx.intern(
      ("[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", "
       "\"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": "
       "\"null\", \"children_spec\": [" +
       Leaf +
       "]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", "
       "\"children_spec\": []}]}]")
          .str());
  Root.OutSpec = Ctx.intern(("[1, " + Leaf + "]").str());
  Root.ArgNames.emplace({Ctx.intern("x")});
  P.ModuleCalls.push_back(Root);
  P.noteModuleCalls();

  TensorAttr Weight;
  Weight.Type = floats(Ctx, false);
  Weight.Record = Ctx.intern("data/weights/weight_0");
  M->addState("weight", Weight);
  M->setTreeKind(GraphModule::TreeKind::Closed);

  Graph &G = M->graph();
  Node *Parameter = G.placeholder("p_weight"), *X = G.placeholder("x");
  InputSpec Spec;
  Spec.Kind = InputSpec::Parameter;
  Spec.Target = Ctx.intern("weight");
  Parameter->setMeta("input_spec", Spec.toArgument(Ctx));
  Parameter->setMeta("val", floats(Ctx, true));
  X->setMeta("input_spec", InputSpec().toArgument(Ctx));
  X->setMeta("val", floats(Ctx, false));
  Symbol Add = Ctx.intern("torch.ops.aten.add.Tensor");
  Symbol Relu = Ctx.intern("torch.ops.aten.relu.default");
  Node *Last = X;
  for (size_t I = 0; I != Count; ++I) {
    bool Even = I % 2 == 0;
    Last = Even ? G.callFunction(Add, {Last, Parameter})
                : G.callFunction(Relu, {Last});
    std::string Line = std::to_string(I / 4), Layer = std::to_string(I / 16);
    Last->setMeta("val", floats(Ctx, false));
    Last->setMeta("stack_trace",
                  Argument::string(
                      Ctx, "File \"/home/user/model.py\", line " + Line +
                               ", in forward\n    x = self.layer(x)\n  File "
                               "\"/home/user/layers.py\", line " +
                               Layer + ", in forward\n    return x + self.w"));
    Last->setMeta(
        "nn_module_stack",
        Argument::string(Ctx, "L__self__,,model.Net;L__self__layers." + Layer +
                                  ",layers." + Layer + ",layers.Layer"));
    Last->setMeta("torch_fn",
                  Argument::string(Ctx, Even ? "add_1;method_descriptor.add"
                                             : "relu_1;function.relu"));
  }
  Node *Output = G.output(Argument::tuple({Last}));
  Output->setMeta("output_specs",
                  Argument::tuple({OutputSpec().toArgument(Ctx)}));
  return M;
}

/// Writes \p M as the only program of an archive, with its tables.
static Error save(const GraphModule &M, PT2Writer &Writer, StringRef Path) {
  std::string Weights, Constants;
  raw_string_ostream WOS(Weights), COS(Constants);
  writeStateTable(M, StateTable::Weights, WOS);
  writeStateTable(M, StateTable::Constants, COS);
  Writer.set(pt2::weightsConfigName("model"),
             Payload::owned(std::move(Weights)));
  Writer.set(pt2::constantsConfigName("model"),
             Payload::owned(std::move(Constants)));
  packProgram(M, Writer);
  return Writer.write(Path);
}

Error bench::writeProgramFile(StringRef Path, size_t Count) {
  Context Ctx;
  std::unique_ptr<GraphModule> M = buildProgram(Ctx, Count);
  PT2Writer Writer(PT2Writer::rootFor(Path));
  Writer.set("data/weights/weight_0",
             Payload::owned(std::string(4 * 8 * 4, 0)));
  Writer.set(pt2::sampleInputsName("model"), Payload::owned(""));
  return save(*M, Writer, Path);
}

static Expected<std::unique_ptr<GraphModule>> load(Context &Ctx,
                                                   const PT2Archive &Archive) {
  const PT2Model &Model = Archive.models().front();
  Expected<StringRef> JSON = Archive.read(*Model.Program);
  Expected<StringRef> Weights = Archive.read(*Model.WeightsConfig);
  Expected<StringRef> Constants = Archive.read(*Model.ConstantsConfig);
  for (Expected<StringRef> *Text : {&JSON, &Weights, &Constants})
    if (!*Text)
      return Text->takeError();
  Expected<std::unique_ptr<GraphModule>> M =
      parseProgramJSON(Ctx, *JSON, "program");
  if (!M)
    return M.takeError();
  if (Error E = readStateTables(**M, {"weights", *Weights},
                                {"constants", *Constants}))
    return E;
  return M;
}

namespace {
/// An archive in a temporary file, and another one to write.
class Files {
public:
  explicit Files(size_t Count) {
    if (sys::fs::createTemporaryFile("fx-benchmark", "pt2", Source) ||
        sys::fs::createTemporaryFile("fx-benchmark", "pt2", Target))
      return;
    Good = !errorToBool(writeProgramFile(Source, Count));
  }
  ~Files() {
    sys::fs::remove(Source);
    sys::fs::remove(Target);
  }
  SmallString<128> Source, Target;
  bool Good = false;
};
} // namespace

/// Opens an archive and builds its program, state and all.
static void pt2_load(benchmark::State &State) {
  Files F(State.range(0));
  bool Good = F.Good;
  for (auto _ : State) {
    Context Ctx;
    std::unique_ptr<GraphModule> M;
    State.SetIterationTime(seconds([&] {
      Expected<std::unique_ptr<PT2Archive>> A = PT2Archive::open(F.Source);
      Expected<std::unique_ptr<GraphModule>> Loaded =
          A ? load(Ctx, **A) : A.takeError();
      Good &= bool(Loaded);
      if (Loaded)
        M = std::move(*Loaded);
      else
        consumeError(Loaded.takeError());
    }));
    Good &= M && M->graph().size() == size_t(State.range(0)) + 3;
  }
  if (!Good)
    State.SkipWithError("the program was not read");
}

static void programSizes(benchmark::internal::Benchmark *B) {
  for (int64_t N : {5'000, 100'000})
    B->Arg(N);
  B->Setup(warmMemory);
  B->UseManualTime()->MinWarmUpTime(0.01)->Unit(benchmark::kMillisecond);
}
BENCHMARK(pt2_load)->Apply(programSizes);

/// Writes a program that is in memory into a copy of its archive.
static void pt2_save(benchmark::State &State) {
  Files F(State.range(0));
  bool Good = F.Good;
  Context Ctx;
  Expected<std::unique_ptr<PT2Archive>> A = PT2Archive::open(F.Source);
  Expected<std::unique_ptr<GraphModule>> M = A ? load(Ctx, **A) : A.takeError();
  if (!M) {
    consumeError(M.takeError());
    return State.SkipWithError("the program was not read");
  }
  // Changed, so that it cannot be copied.
  (*M)->graph().outputNode()->prev()->eraseMeta("torch_fn");
  for (auto _ : State)
    State.SetIterationTime(seconds([&] {
      PT2Writer Writer(**A);
      Good &= !errorToBool(save(**M, Writer, F.Target));
    }));
  if (!Good)
    State.SkipWithError("the program was not written");
}
BENCHMARK(pt2_save)->Apply(programSizes);

/// What `fx-opt in.pt2 --cse --dce -o out.pt2` does.
static void pt2_edit(benchmark::State &State) {
  Files F(State.range(0));
  bool Good = F.Good;
  for (auto _ : State) {
    Context Ctx;
    State.SetIterationTime(seconds([&] {
      Expected<std::unique_ptr<PT2Archive>> A = PT2Archive::open(F.Source);
      Expected<std::unique_ptr<GraphModule>> M =
          A ? load(Ctx, **A) : A.takeError();
      if (!M) {
        consumeError(M.takeError());
        Good = false;
        return;
      }
      eliminateCommonSubexpressions((*M)->graph());
      (*M)->graph().eliminateDeadCode();
      PT2Writer Writer(**A);
      Good &= !errorToBool(save(**M, Writer, F.Target));
    }));
  }
  if (!Good)
    State.SkipWithError("the program was not edited");
}
BENCHMARK(pt2_edit)->Apply(programSizes);

/// `fx-benchmark --program=N FILE` writes a program for the peers.
int main(int Argc, char **Argv) {
  StringRef Flag = Argc == 3 ? Argv[1] : "";
  size_t Count = 0;
  if (Flag.consume_front("--program=") && !Flag.getAsInteger(10, Count)) {
    Error E = writeProgramFile(Argv[2], Count);
    if (!E)
      return 0;
    errs() << toString(std::move(E)) << '\n';
    return 1;
  }
  benchmark::Initialize(&Argc, Argv);
  if (benchmark::ReportUnrecognizedArguments(Argc, Argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
