//===- ExportModel.cpp - Plain graphs for archives ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportModel.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/IR/Context.h"
#include "fx/IR/Graph.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/ValueSpecParser.h"
#include "fx/Transforms/ExportProgram.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

namespace {

/// Finds the types of inputs.
class InputTypes {
public:
  InputTypes(GraphModule &M, const RunInputSource &Source,
             ExportOptions &Options)
      : M(M), Source(Source), Options(Options), Inputs(runInputsOf(M)) {}

  Error run();

private:
  Error takeFiles(ArrayRef<NamedValueSpec> Specs);
  Expected<size_t> placeOf(const NamedValueSpec &Spec);
  Argument typeOf(const ValueSpec &Spec);
  Symbol dimension(const ValueSpec::NamedSize &Named, int64_t Example);

  GraphModule &M;
  const RunInputSource &Source;
  ExportOptions &Options;
  std::vector<RunInput> Inputs;
  std::vector<bool> Taken;
};

} // namespace

/// The symbol of a size with a name.
Symbol InputTypes::dimension(const ValueSpec::NamedSize &Named,
                             int64_t Example) {
  auto It = find_if(Options.Dimensions, [&](const ExportDimension &D) {
    return D.Name == Named.Name;
  });
  if (It == Options.Dimensions.end()) {
    std::string Text = "s" + std::to_string(Options.Dimensions.size());
    Options.Dimensions.push_back(
        {Named.Name, M.context().intern(Text), Example, {}, {}});
    It = std::prev(Options.Dimensions.end());
  }
  if (Named.Min)
    It->Min = std::max(*Named.Min, It->Min.value_or(0));
  if (Named.Max)
    It->Max = std::min(*Named.Max, It->Max.value_or(INT64_MAX));
  return It->Text;
}

/// The `val` of what \p Spec makes.
Argument InputTypes::typeOf(const ValueSpec &Spec) {
  SmallVector<Argument, 6> Items;
  switch (Spec.Fill) {
  case ValueSpec::Number:
    return Spec.Scalar;
  case ValueSpec::List:
  case ValueSpec::Tuple:
    for (const ValueSpec &Item : Spec.Items)
      Items.push_back(typeOf(Item));
    return Spec.Fill == ValueSpec::List ? Argument::list(Items)
                                        : Argument::tuple(Items);
  case ValueSpec::Dict:
    for (size_t I = 0; I != Spec.Items.size(); ++I) {
      Items.push_back(Spec.Keys[I]);
      Items.push_back(typeOf(Spec.Items[I]));
    }
    return Argument::dict(Items);
  default:
    break;
  }
  for (int64_t Size : Spec.Sizes)
    Items.push_back(Argument(Size));
  for (const ValueSpec::NamedSize &Named : Spec.Named)
    Items[Named.Dim] =
        Argument::symExpr(dimension(Named, Spec.Sizes[Named.Dim]));
  return Argument::tensorType(Spec.Type, Argument::tuple(Items), Argument(),
                              Argument::device(M.context(), "cpu"));
}

/// The place of the input that \p Spec is for, as for a run.
Expected<size_t> InputTypes::placeOf(const NamedValueSpec &Spec) {
  std::vector<std::string> Names;
  size_t Number;
  bool HasNumber = !StringRef(Spec.Name).getAsInteger(10, Number);
  for (size_t I = 0; I != Inputs.size(); ++I) {
    if (Spec.Name.empty()
            ? !Taken[I]
            : Inputs[I].Name == Spec.Name || (HasNumber && Number == I))
      return I;
    Names.push_back(Inputs[I].Name);
  }
  if (Spec.Name.empty())
    return wrongInputCount(Names, Names.size(), Source.Specs.size());
  return makeError(diag::err_run_input, SMLoc(), Spec.Name,
                   "the model has no such input; its inputs are " +
                       join(Names, ", "));
}

/// Types of what is in files, which has to be read for that.
Error InputTypes::takeFiles(ArrayRef<NamedValueSpec> Specs) {
  bool HasFiles = !Source.File.empty() ||
                  any_of(Specs, [](auto &Spec) { return !Spec.File.empty(); });
  if (!HasFiles)
    return Error::success();
  Expected<TorchBackend &> Backend = loadTorchBackend();
  if (!Backend)
    return Backend.takeError();
  Expected<ExampleInputs> Examples =
      makeExampleInputs(*Backend, M.context(), Inputs, Source);
  if (!Examples)
    return Examples.takeError();
  for (size_t I = 0; I != Examples->Values.size(); ++I) {
    if (!Examples->Values[I])
      continue;
    Expected<Argument> Type =
        Backend->typeOf(M.context(), *Examples->Values[I]);
    if (!Type)
      return Type.takeError();
    Options.Inputs[Inputs[I].Name] = *Type;
    Taken[I] = !Source.File.empty();
  }
  return Error::success();
}

Error InputTypes::run() {
  Taken.assign(Inputs.size(), false);
  Expected<std::vector<NamedValueSpec>> Specs =
      parseValueSpecs(Source.Specs, M.context());
  if (!Specs)
    return Specs.takeError();
  if (Error E = takeFiles(*Specs))
    return E;
  std::vector<bool> HasSpec(Inputs.size());
  for (const NamedValueSpec &Spec : *Specs) {
    Expected<size_t> Place = placeOf(Spec);
    if (!Place)
      return Place.takeError();
    if (HasSpec[*Place])
      return makeError(diag::err_run_input, SMLoc(), Inputs[*Place].Name,
                       "it is given twice");
    Taken[*Place] = HasSpec[*Place] = true;
    if (Spec.File.empty())
      Options.Inputs[Inputs[*Place].Name] = typeOf(Spec.Value);
  }
  return Error::success();
}

/// Runs a call on random values, for what it is in operators.
static Expected<std::unique_ptr<GraphModule>> traceCall(GraphModule &Call) {
  Expected<TorchBackend &> Backend = loadTorchBackend();
  if (!Backend)
    return Backend.takeError();
  std::vector<RunValuePtr> Values;
  for (const RunInput &Input : runInputsOf(Call)) {
    std::optional<ValueSpec> Spec = defaultInput(Call, *Input.Placeholder);
    if (!Spec)
      return makeError(diag::err_run_no_default, *Input.Placeholder,
                       Input.Name);
    Expected<RunValuePtr> Value = Backend->makeValue(*Spec, Values.size());
    if (!Value)
      return Value.takeError();
    Values.push_back(std::move(*Value));
  }
  return Backend->traceOperators(Call, Values);
}

Error fx::exportModel(GraphModule &M, const RunInputSource &Source,
                      DiagnosticEngine &Diags) {
  ExportOptions Options;
  Options.Lowering.Trace = traceCall;
  if (Error E = InputTypes(M, Source, Options).run())
    return E;
  return exportProgram(M, Options, Diags);
}
