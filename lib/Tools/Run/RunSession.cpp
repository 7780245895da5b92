//===- RunSession.cpp - One run of fx-run ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunSession.h"
#include "Common/ToolOutput.h"
#include "Opt/FXOptSession.h"
#include "Opt/FXOptSetup.h"
#include "RunCompare.h"
#include "RunProfile.h"
#include "RunRecording.h"
#include "fx/IR/TensorType.h"
#include "fx/IR/Verifier.h"
#include "fx/Interop/RunInputs.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Translate/LoadModel.h"
#include "fx/Translate/Recording.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

ExitCode RunSession::fail(Model &Of, Error E) {
  if (Of.In) {
    Of.In->Diags.report(Of.M ? resolveErrors(std::move(E), Of.M->source())
                             : std::move(E),
                        Of.File);
    return ExitFailure;
  }
  DiagnosticEngine Diags;
  Diags.setColors(Config.Base.Colors);
  Diags.setShowIds(Config.Base.ShowDiagnosticIds);
  Diags.report(std::move(E), Of.File);
  return ExitFailure;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

bool RunSession::read(Model &Into, StringRef File, bool IsOther) {
  Into.File = File.str();
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(File);
  if (!Text) {
    fail(Into, Text.takeError());
    return false;
  }
  Into.In = std::make_unique<InputFile>(std::move(*Text));
  Into.In->Diags.setColors(Config.Base.Colors);
  Into.In->Diags.setShowIds(Config.Base.ShowDiagnosticIds);
  if (!readInput(*Into.In, Config.Base, IsOther))
    return false;
  SmallVector<StringRef, 4> Names;
  for (const std::unique_ptr<GraphModule> &M : Into.In->Modules) {
    StringRef Name = nameAmongModels(*M);
    if (Config.Model.empty() || Name == Config.Model) {
      Into.M = M.get();
      break;
    }
    if (!Name.empty())
      Names.push_back(Name);
  }
  if (!Into.M) {
    DiagnosticBuilder B =
        Into.In->Diags.report(diag::err_run_no_model, SMLoc(), Config.Model);
    B.file(File);
    if (!Names.empty())
      B.note(diag::note_run_models, SMLoc(), join(Names, ", "));
    return false;
  }
  return Config.Base.NoVerify || verify(*Into.M, Into.In->Diags);
}

bool RunSession::checkOutputs(Model &Of) {
  std::vector<FlagFile> Outputs;
  for (const FlagFile &File : {FlagFile{"--outputs", Config.OutputsFile},
                               FlagFile{"--overlay", Config.OverlayFile},
                               FlagFile{"--record", Config.Record}})
    if (!File.Path.empty())
      Outputs.push_back(File);
  if (Outputs.empty())
    return true;
  std::vector<std::string> Inputs = otherInputs(Config.Base);
  Inputs.insert(Inputs.end(), {Config.Base.Input, Config.Compare});
  for (const std::unique_ptr<GraphModule> &M : Of.In->Modules)
    append_range(Inputs, weightFilesOf(*M));
  return checkNotRead(Config.Base.Tool, Outputs, Inputs, Of.In->Diags) &&
         checkDistinct(Config.Base.Tool, Outputs, Of.In->Diags);
}

bool RunSession::prepare(Model &Of) {
  RunOptions Options;
  Options.Weights = {Config.Base.WeightsFile, Config.RandomWeights};
  Expected<std::unique_ptr<GraphRunner>> Runner =
      Backend->prepareRun(*Of.M, Options);
  if (!Runner) {
    fail(Of, Runner.takeError());
    return false;
  }
  Of.Runner = std::move(*Runner);
  return true;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

Expected<std::vector<RunValuePtr>> RunSession::makeInputs(Model &Of) {
  return makeRunInputs(*Backend, *Of.M, Of.Runner->inputs(), inputs());
}

raw_ostream &RunSession::report() const {
  return Config.OutputsFile == "-" ? errs() : outs();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Expected<std::vector<RunValuePtr>>
RunSession::runOften(Model &Of, ArrayRef<RunValuePtr> Inputs) {
  using Clock = std::chrono::steady_clock;
  RunProfile Profile;
  std::vector<double> Times;
  std::vector<RunValuePtr> Outputs;
  // A run before those that count binds calls and warms caches.
  bool Profiles = Config.Profile || !Config.OverlayFile.empty();
  unsigned Extra = Config.Repeat > 1 || Profiles ? 1 : 0;
  for (unsigned I = 0; I != Config.Repeat + Extra; ++I) {
    Backend->seed(inputs().Seed);
    if (Profiles && I >= Extra)
      Of.Runner->setObserver(&Profile);
    Clock::time_point Start = Clock::now();
    Expected<std::vector<RunValuePtr>> Result = Of.Runner->run(Inputs);
    double Seconds =
        std::chrono::duration<double>(Clock::now() - Start).count();
    if (!Result)
      return Result;
    // Later runs write to the same inputs and state, which may be results.
    if (I == 0)
      for (const RunValuePtr &Output : *Result)
        Outputs.push_back(Config.Repeat + Extra > 1 ? Backend->copyOf(Output)
                                                    : Output);
    if (I >= Extra)
      Times.push_back(Seconds);
  }
  Of.Runner->setObserver(nullptr);
  if (Config.Profile)
    Profile.print(report(), Config.Repeat);
  if (!Config.OverlayFile.empty())
    if (Error E = writeOverlay(Profile.overlay(Config.Repeat)))
      return E;
  if (Config.Repeat > 1) {
    llvm::sort(Times);
    report() << formatv(
        "{0} runs: {1:f1} us at least, {2:f1} us in the middle\n", Times.size(),
        Times.front() * 1e6, Times[Times.size() / 2] * 1e6);
  }
  return Outputs;
}

Error RunSession::writeOutputs(ArrayRef<RunValuePtr> Outputs,
                               DiagnosticEngine &Diags) {
  SafeTensorsWriter Writer;
  for (size_t I = 0; I != Outputs.size(); ++I) {
    Expected<std::optional<TensorBytes>> Bytes =
        Backend->bytesOf(*Backend->asTensor(Outputs[I]));
    if (!Bytes)
      return makeFileError(diag::err_safetensors_tensor, Config.OutputsFile, I,
                           toString(Bytes.takeError()));
    // The format has tensors alone, and not of all types.
    std::optional<SafeType> Type =
        *Bytes ? safeTypeOf((*Bytes)->Type) : std::nullopt;
    if (!Type) {
      Diags
          .report(diag::warn_output_not_written, SMLoc(), I,
                  Backend->describe(*Outputs[I]))
          .file(Config.OutputsFile);
      continue;
    }
    SmallVector<uint64_t, 4> Shape((*Bytes)->Sizes.begin(),
                                   (*Bytes)->Sizes.end());
    if (Error E = Writer.add(std::to_string(I), *Type, Shape,
                             Payload::owned((*Bytes)->Bytes.str())))
      return E;
  }
  Expected<OutputFile *> File = Files.create(Config.OutputsFile);
  return File ? Writer.write(**File) : File.takeError();
}

Error RunSession::writeOverlay(const Overlay &O) {
  Expected<OutputFile *> File = Files.create(Config.OverlayFile);
  if (!File)
    return File.takeError();
  std::string Text;
  raw_string_ostream OS(Text);
  printOverlay(O, OS);
  return (*File)->write(Text);
}

/// Draws a run of its own.
Error RunSession::record(Model &Of) {
  Expected<std::vector<RunValuePtr>> Inputs = makeInputs(Of);
  if (!Inputs)
    return Inputs.takeError();
  RunOptions Options;
  Options.Weights = {Config.Base.WeightsFile, Config.RandomWeights};
  Backend->seed(inputs().Seed);
  Expected<Recording> R = Backend->record(*Of.M, *Inputs, Options, "");
  if (!R)
    return R.takeError();
  return writeRecording(*R, Files, Config.Record, Config.Depth);
}

/// The types of floating-point numbers that the weights of \p M have.
static std::vector<DType> floatTypesOf(GraphModule &M) {
  std::vector<DType> Types;
  M.forEachState([&](const TensorAttr &T, StringRef) {
    TensorType Type = T.tensorType();
    if (Type && isFloatType(Type.dtype()) && !is_contained(Types, Type.dtype()))
      Types.push_back(Type.dtype());
  });
  return Types;
}

/// The type that \p I takes, if it is known and one of floating-point numbers.
static std::optional<DType> floatTypeOf(const RunInput &I) {
  const Argument *Val = I.Placeholder ? I.Placeholder->val() : nullptr;
  TensorType T = Val ? TensorType(*Val) : TensorType();
  return T && isFloatType(T.dtype()) ? std::optional(T.dtype()) : std::nullopt;
}

/// The inputs of the model that \p First is compared with: of its own, for the
/// first model may write to those that it gets. Where types may differ, they
/// are \p Inputs in the types of the second model.
Expected<std::vector<RunValuePtr>>
RunSession::makeOtherInputs(Model &First, ArrayRef<RunValuePtr> Inputs,
                            Model &Second) {
  if (!Config.Tolerance.AnyFloat)
    return makeInputs(Second);
  Expected<std::vector<RunValuePtr>> Others = makeInputs(First);
  if (!Others)
    return Others;
  ArrayRef<RunInput> Wanted = Second.Runner->inputs();
  for (size_t I = 0; I != Others->size() && I != Wanted.size(); ++I) {
    std::optional<DType> Type = floatTypeOf(Wanted[I]);
    if (!Type || !(*Others)[I])
      continue;
    Expected<RunValuePtr> V = Backend->asFloat((*Others)[I], *Type);
    if (!V)
      return V.takeError();
    (*Others)[I] = std::move(*V);
  }
  return Others;
}

/// Runs both models with their nodes watched.
ExitCode RunSession::compare(Model &First, ArrayRef<RunValuePtr> Inputs) {
  Model Second;
  if (!read(Second, Config.Compare, /*IsOther=*/true))
    return ExitFailure;
  if (!checkOutputs(Second))
    return ExitUsage;
  if (!prepare(Second))
    return ExitFailure;
  CompareOptions Tolerance = Config.Tolerance;
  Tolerance.AnyFloatFlag = "--any-dtype";
  if (Tolerance.AnyFloat)
    for (GraphModule *M : {First.M, Second.M})
      append_range(Tolerance.Computed, floatTypesOf(*M));
  RunComparison Comparison(*Backend, Tolerance);
  if (Config.CompareNodes || !Config.OverlayFile.empty())
    Comparison.measureAll();
  Expected<std::vector<RunValuePtr>> Others =
      makeOtherInputs(First, Inputs, Second);
  if (!Others)
    return fail(Second, Others.takeError());
  std::vector<RunValuePtr> Outputs[2];
  Model *Models[2] = {&First, &Second};
  for (unsigned I : {0, 1}) {
    Models[I]->Runner->setObserver(I ? &Comparison.second()
                                     : &Comparison.first());
    Backend->seed(inputs().Seed);
    Expected<std::vector<RunValuePtr>> Result =
        Models[I]->Runner->run(I ? ArrayRef(*Others) : Inputs);
    Models[I]->Runner->setObserver(nullptr);
    if (!Result)
      return fail(*Models[I], Result.takeError());
    Outputs[I] = std::move(*Result);
  }
  if (Config.OnMeasured) {
    Config.OnMeasured(Comparison.distances());
  } else if (Config.CompareNodes) {
    Comparison.printTable(outs(), *Config.CompareNodes);
    // Messages come after it.
    outs().flush();
  }
  if (!Config.OverlayFile.empty()) {
    if (Error E = writeOverlay(
            errorOverlay(Comparison.distances(), /*OfAfter=*/false)))
      return fail(First, std::move(E));
    if (Error E = Files.commit())
      return fail(First, std::move(E));
  }
  DiagnosticEngine &Diags = First.In->Diags;
  if (Outputs[0].size() != Outputs[1].size()) {
    Diags
        .report(diag::err_run_compare_outputs, SMLoc(), First.File, Second.File,
                Outputs[0].size(), Outputs[1].size())
        .file(Config.Base.Tool);
    return ExitInvalid;
  }
  std::string Where, What;
  for (size_t I = 0; I != Outputs[0].size() && Where.empty(); ++I) {
    ValueComparison C =
        Backend->compare(*Outputs[1][I], *Outputs[0][I], Tolerance);
    if (!C.Equal) {
      Where = "output " + std::to_string(I);
      What = C.Difference;
    }
  }
  // Values on the way may differ as long as the outputs do not.
  if (Where.empty() && Config.OnMeasured)
    return ExitDone;
  if (Where.empty()) {
    auto Counted = [](size_t Count, StringRef Noun) {
      return formatv("{0} {1}{2}", Count, Noun, Count == 1 ? "" : "s").str();
    };
    outs() << First.File << " and " << Second.File
           << " agree: " << Counted(Outputs[0].size(), "output") << ", "
           << Counted(Comparison.numCompared(), "value")
           << " of nodes compared\n";
    return ExitDone;
  }
  if (std::optional<RunComparison::Difference> D = Comparison.difference()) {
    Where = D->Node;
    if (D->Other != D->Node)
      Where += " (" + D->Other + " in '" + First.File + "')";
    What = D->text();
  }
  Diags
      .report(diag::err_run_compare, SMLoc(), Second.File, First.File, Where,
              What)
      .file(Config.Base.Tool);
  return ExitInvalid;
}

ExitCode RunSession::run() {
  Model M;
  if (!read(M, Config.Base.Input, /*IsOther=*/false))
    return ExitFailure;
  if (!checkOutputs(M))
    return ExitUsage;
  Expected<TorchBackend &> Loaded = loadTorchBackend();
  if (!Loaded)
    return fail(M, Loaded.takeError());
  Backend = &*Loaded;
  if (Config.Threads)
    Backend->setThreads(Config.Threads);
  if (!prepare(M))
    return ExitFailure;
  Expected<std::vector<RunValuePtr>> Inputs = makeInputs(M);
  if (!Inputs)
    return fail(M, Inputs.takeError());
  if (!Config.Compare.empty())
    return compare(M, *Inputs);
  if (!Config.Record.empty())
    if (Error E = record(M))
      return fail(M, std::move(E));
  Expected<std::vector<RunValuePtr>> Outputs = runOften(M, *Inputs);
  if (!Outputs)
    return fail(M, Outputs.takeError());
  if (!Config.OutputsFile.empty())
    if (Error E = writeOutputs(*Outputs, M.In->Diags))
      return fail(M, std::move(E));
  if (Error E = Files.commit())
    return fail(M, std::move(E));
  for (size_t I = 0; I != Outputs->size(); ++I)
    report() << I << ": " << Backend->describe(*(*Outputs)[I]) << '\n';
  return ExitDone;
}
