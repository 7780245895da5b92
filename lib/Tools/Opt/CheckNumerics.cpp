//===- CheckNumerics.cpp - Whether passes keep what is computed -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckNumerics.h"
#include "Common/StateFile.h"
#include "Common/ToolOutput.h"
#include "Run/RunCompare.h"
#include "fx/IR/Printer.h"
#include "fx/Interop/WeightWriter.h"
#include "fx/Pass/Pass.h"
#include "fx/Pass/PassPipeline.h"
#include "fx/Support/OutputTransaction.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

NumericsChecker::~NumericsChecker() = default;

/// Paths of the state that the graph of \p M writes.
static std::vector<std::string> writtenState(GraphModule &M) {
  StateEditor State(M);
  std::vector<std::string> Paths;
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    if (T.isTensor() && !State.isConstant(Path))
      Paths.push_back(Path.str());
  });
  return Paths;
}

Expected<NumericsChecker::Sample> NumericsChecker::run(const GraphModule &M,
                                                       RunObserver *Observer,
                                                       ExampleSizes Sizes) {
  Expected<TorchBackend &> Backend = loadTorchBackend();
  if (!Backend)
    return Backend.takeError();
  Sample S;
  S.Sizes = Sizes;
  S.M = M.clone();
  Expected<std::unique_ptr<GraphRunner>> Runner =
      Backend->prepareRun(*S.M, Options.Run);
  if (!Runner)
    return Runner.takeError();
  S.Runner = std::move(*Runner);
  // Made again each time: a run may write to them.
  RunInputSource Source = Options.Inputs;
  Source.Sizes = Sizes;
  Expected<std::vector<RunValuePtr>> Inputs =
      makeRunInputs(*Backend, *S.M, S.Runner->inputs(), Source);
  if (!Inputs)
    return Inputs.takeError();
  S.Inputs = std::move(*Inputs);
  for (const RunInput &I : S.Runner->inputs())
    S.InputNames.push_back(I.Name);
  Backend->seed(Options.Inputs.Seed);
  S.Runner->setObserver(Observer);
  Expected<std::vector<RunValuePtr>> Outputs = S.Runner->run(S.Inputs);
  S.Runner->setObserver(nullptr);
  if (!Outputs)
    return Outputs.takeError();
  if (Runs)
    Runs->advance();
  S.Outputs = std::move(*Outputs);
  S.Written = writtenState(*S.M);
  return S;
}

/// Whether a caller of \p M chooses sizes.
static bool hasDynamicInputs(const GraphModule &M) {
  auto IsSymbolic = [](const Argument &A) {
    return A.kind() == ArgKind::SymExpr;
  };
  return any_of(runInputsOf(M), [&](const RunInput &Input) {
    const Argument *Val = Input.Placeholder->val();
    TensorType Type = Input.Placeholder->tensorType();
    return (Val && IsSymbolic(*Val)) ||
           (Type && any_of(Type.sizes(), IsSymbolic));
  });
}

/// A pass that bakes a size in is right with the sizes of the export.
void NumericsChecker::beginWithOtherSizes(const GraphModule &M) {
  if (!Options.Inputs.Specs.empty() || !Options.Inputs.File.empty() ||
      !hasDynamicInputs(M))
    return;
  // The program may need a multiple of something.
  for (ExampleSizes Sizes : {ExampleSizes::OneMore, ExampleSizes::Double}) {
    Expected<Sample> Other = run(M, nullptr, Sizes);
    if (Other) {
      Last.push_back(std::move(*Other));
      return;
    }
    consumeError(Other.takeError());
  }
}

Error NumericsChecker::begin(const GraphModule &M) {
  Last.clear();
  // Who asks without passes shows how far it is itself.
  if (Options.Mode != NumericsOptions::Off)
    Runs.emplace("runs to compare with");
  Expected<Sample> First = run(M, nullptr, ExampleSizes::AsExported);
  if (!First)
    return First.takeError();
  Last.push_back(std::move(*First));
  beginWithOtherSizes(M);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// The state at \p Path after the run, or null.
RunValuePtr NumericsChecker::stateOf(const Sample &S, StringRef Path) {
  if (!S.M->state(Path))
    return nullptr;
  Expected<RunValuePtr> Value = S.Runner->state(Path);
  if (Value)
    return std::move(*Value);
  consumeError(Value.takeError());
  return nullptr;
}

/// What else is in the memory of an output.
std::string NumericsChecker::memoryOf(const Sample &S, size_t Output) {
  TorchBackend &Backend = cantFail(loadTorchBackend());
  std::vector<std::string> Shared;
  auto Compare = [&](const RunValuePtr &Other, const Twine &Name) {
    if (Other && Backend.shareMemory(*S.Outputs[Output], *Other))
      Shared.push_back(Name.str());
  };
  for (size_t I = 0; I != S.Inputs.size(); ++I)
    Compare(S.Inputs[I], "input '" + S.InputNames[I] + "'");
  for (size_t I = 0; I != Output; ++I)
    Compare(S.Outputs[I], "output " + Twine(I));
  // Passes give weights other names.
  bool IsState = false;
  const GraphModule &M = *S.M;
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    if (!IsState && T.isTensor())
      if (RunValuePtr Value = stateOf(S, Path))
        IsState = Backend.shareMemory(*S.Outputs[Output], *Value);
  });
  if (IsState)
    Shared.push_back("a weight");
  return join(Shared, ", ");
}

std::string NumericsChecker::sharingDifference(const Sample &Before,
                                               const Sample &After) {
  for (size_t I = 0; I != After.Outputs.size(); ++I) {
    std::string Old = memoryOf(Before, I), New = memoryOf(After, I);
    if (Old == New)
      continue;
    auto Describe = [](StringRef Others) {
      return Others.empty() ? std::string("memory of its own")
                            : ("the memory of " + Others).str();
    };
    return ("output " + Twine(I) + " had " + Describe(Old) + ", and now has " +
            Describe(New))
        .str();
  }
  return "";
}

CompareOptions NumericsChecker::tolerance() const {
  CompareOptions Tolerance;
  Tolerance.Rtol = Options.Rtol;
  Tolerance.Atol = Options.Atol;
  return Tolerance;
}

void NumericsChecker::differences(const Sample &Before, const Sample &After,
                                  function_ref<bool(std::string)> Take) {
  TorchBackend &Backend = cantFail(loadTorchBackend());
  // Whether that was enough.
  auto Compare = [&](const RunValuePtr &A, const RunValuePtr &B,
                     const Twine &What) {
    if (!A || !B)
      return false;
    std::string D = Backend.compare(*B, *A, tolerance()).Difference;
    return !D.empty() && Take((What + ": " + D).str());
  };
  if (Before.Outputs.size() != After.Outputs.size()) {
    Take(("it returned " + Twine(Before.Outputs.size()) +
          " values, and now returns " + Twine(After.Outputs.size()))
             .str());
    return;
  }
  for (size_t I = 0; I != After.Outputs.size(); ++I)
    if (Compare(Before.Outputs[I], After.Outputs[I], "output " + Twine(I)))
      return;
  for (size_t I = 0; I != After.Inputs.size() && I != Before.Inputs.size(); ++I)
    if (Compare(Before.Inputs[I], After.Inputs[I],
                "what it writes to input '" + After.InputNames[I] + "'"))
      return;
  std::vector<std::string> Paths = Before.Written;
  Paths.insert(Paths.end(), After.Written.begin(), After.Written.end());
  llvm::sort(Paths);
  Paths.erase(llvm::unique(Paths), Paths.end());
  for (const std::string &Path : Paths)
    if (Compare(stateOf(Before, Path), stateOf(After, Path),
                "what it leaves in '" + Path + "'"))
      return;
  if (std::string D = sharingDifference(Before, After); !D.empty())
    Take(std::move(D));
}

std::string NumericsChecker::difference(const Sample &Before,
                                        const Sample &After) {
  std::string First;
  differences(Before, After, [&](std::string D) {
    First = std::move(D);
    return true;
  });
  return First;
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

static void addFlag(std::string &Command, StringRef Flag, StringRef Value) {
  Command += " --" + Flag.str() + "=" + shellWord(Value);
}

/// The command line that runs \p Pipeline again, with every flag that matters.
static std::string commandFor(const NumericsOptions &Options,
                              StringRef Pipeline) {
  std::string Command = "fx-opt " + shellWord(Options.Reproducer);
  for (const auto &[Flag, Value] : Options.OtherFlags)
    addFlag(Command, Flag, Value);
  addFlag(Command, "passes", Pipeline);
  Command += " --check-numerics";
  for (const std::string &Spec : Options.Inputs.Specs)
    addFlag(Command, "input", Spec);
  if (!Options.Inputs.File.empty())
    addFlag(Command, "inputs", Options.Inputs.File);
  if (Options.Run.Weights.RandomSeed)
    addFlag(Command, "random-weights",
            std::to_string(*Options.Run.Weights.RandomSeed));
  NumericsOptions Default;
  if (Options.Rtol != Default.Rtol)
    addFlag(Command, "rtol", formatv("{0:e}", Options.Rtol).str());
  if (Options.Atol != Default.Atol)
    addFlag(Command, "atol", formatv("{0:e}", Options.Atol).str());
  return Command;
}

Expected<std::string> NumericsChecker::writeReproducer(StringRef Pipeline) {
  const std::string &Path = Options.Reproducer;
  std::unique_ptr<GraphModule> M = Last.front().M->clone();
  OutputTransaction Files;
  if (Path != "/dev/null" && hasUnsavedWeights(*M)) {
    SaveWeightsOptions Opts;
    Opts.Files = &Files;
    if (Error E = saveWeights({M.get()}, freeWeightsBeside(Path), Opts))
      return E;
  }
  std::string Command = commandFor(Options, Pipeline);
  if (Error E = writeOutput(Files, Path, [&](raw_ostream &OS) {
        OS << "// " << Command << '\n';
        printModule(*M, OS, PrintFormat::Native);
      }))
    return E;
  if (Error E = Files.commit())
    return E;
  return Command;
}

Error NumericsChecker::report(const GraphModule &After, StringRef What,
                              bool IsOnePass, const Sample &Before,
                              StringRef Difference) {
  TorchBackend &Backend = cantFail(loadTorchBackend());
  DiagnosticBuilder Report =
      makeError(diag::err_numerics_differ, SMLoc(), What, Difference);
  // Once more, with the values of all nodes.
  RunComparison Nodes(Backend, tolerance());
  std::optional<RunComparison::Difference> Part;
  Expected<Sample> First = run(*Before.M, &Nodes.first(), Before.Sizes);
  if (First) {
    Expected<Sample> Second = run(After, &Nodes.second(), Before.Sizes);
    if (Second)
      Part = Nodes.difference();
    else
      consumeError(Second.takeError());
  } else {
    consumeError(First.takeError());
  }
  if (Part) {
    std::string Where = StringRef(Part->Node).ltrim('%').str();
    if (Part->Other != Part->Node)
      Where += " (before " + Part->Other + ")";
    Report.note(diag::note_numerics_node, SMLoc(), Where, Part->text());
  } else {
    Report.note(diag::note_numerics_no_node, SMLoc());
  }
  if (!IsOnePass)
    Report.note(diag::note_numerics_each, SMLoc());
  Expected<std::string> Command = writeReproducer(What);
  if (!Command) {
    Report.note(diag::note_pass, SMLoc(),
                "'--numerics-file=FILE' says where to write the module before "
                "the pass");
    return joinErrors(Error(Report), Command.takeError());
  }
  Report.note(diag::note_numerics_reproducer, SMLoc(), Options.Reproducer);
  return Report;
}

/// What a message says of the sizes that show a difference.
static StringRef describe(ExampleSizes Sizes) {
  return Sizes == ExampleSizes::AsExported
             ? ""
             : ", with other sizes than those of the export";
}

Expected<std::string> NumericsChecker::probe(const GraphModule &M) {
  assert(!Last.empty() && "begin() has run");
  for (const Sample &Before : Last) {
    Expected<Sample> Now = run(M, nullptr, Before.Sizes);
    if (!Now)
      return Now.takeError();
    if (std::string D = difference(Before, *Now); !D.empty())
      return D + describe(Before.Sizes).str();
  }
  return "";
}

Expected<std::vector<std::string>>
NumericsChecker::probeAll(const GraphModule &M) {
  assert(!Last.empty() && "begin() has run");
  std::vector<std::string> All;
  for (const Sample &Before : Last) {
    Expected<Sample> Now = run(M, nullptr, Before.Sizes);
    if (!Now)
      return Now.takeError();
    differences(Before, *Now, [&](std::string D) {
      All.push_back(D + describe(Before.Sizes).str());
      return false;
    });
  }
  return All;
}

Error NumericsChecker::check(const GraphModule &M, StringRef What,
                             bool IsOnePass) {
  for (Sample &Before : Last) {
    Expected<Sample> Now = run(M, nullptr, Before.Sizes);
    if (!Now)
      return makeError(diag::err_numerics_run, SMLoc(), What,
                       toString(Now.takeError()) +
                           describe(Before.Sizes).str());
    if (std::string D = difference(Before, *Now); !D.empty())
      return report(M, What, IsOnePass, Before,
                    D + describe(Before.Sizes).str());
    Before = std::move(*Now);
  }
  return Error::success();
}

Error NumericsChecker::checkModule(const Pass &P, const GraphModule &M) {
  if (Options.Mode != NumericsOptions::Each)
    return Error::success();
  PassPipeline One;
  One.add(P.clone());
  std::string Text;
  raw_string_ostream OS(Text);
  One.print(OS);
  return check(M, Text, /*IsOnePass=*/true);
}

Error NumericsChecker::finish(const GraphModule &M, StringRef Pipeline) {
  auto Ended = make_scope_exit([&] { Runs.reset(); });
  if (Options.Mode != NumericsOptions::End)
    return Error::success();
  return check(M, Pipeline, /*IsOnePass=*/false);
}
