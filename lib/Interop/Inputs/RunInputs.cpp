//===- RunInputs.cpp - Inputs for runs of models --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/RunInputs.h"
#include "SavedInputs.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/ForeignFiles.h"
#include "fx/Interop/NumPyFile.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Interop/TorchSave.h"
#include "fx/Support/CharClass.h"
#include "fx/Support/MappedFile.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace fx;
using namespace llvm;

std::vector<RunInput> fx::runInputsOf(const GraphModule &M) {
  std::vector<RunInput> Result;
  for (const Node *N : M.graph().nodes()) {
    if (!N->isPlaceholder())
      continue;
    bool HasDefault = N->numArgs() != 0;
    if (M.program()) {
      std::optional<InputSpec> Spec = InputSpec::of(*N);
      HasDefault = Spec && Spec->Kind == InputSpec::ConstantInput;
      if (!Spec || (Spec->Kind != InputSpec::UserInput && !HasDefault))
        continue;
    }
    Result.push_back({N->targetText().str(), N, HasDefault});
  }
  return Result;
}

Error fx::wrongInputCount(ArrayRef<std::string> Names, size_t Needed,
                          size_t Given, bool AllOrNeeded) {
  std::string Count = std::to_string(Needed);
  if (Needed != Names.size())
    Count += (AllOrNeeded || Needed + 1 == Names.size() ? " or " : " to ") +
             std::to_string(Names.size());
  return makeError(diag::err_run_input_count, SMLoc(), Count,
                   Names.empty() ? "the model takes none" : join(Names, ", "),
                   Given);
}

namespace {

class InputMaker {
public:
  InputMaker(TorchBackend &Backend, Context &Ctx, ArrayRef<RunInput> Inputs,
             const RunInputSource &Source, const GraphModule *M)
      : Backend(Backend), Ctx(Ctx), Inputs(Inputs), Source(Source), M(M),
        Values(Inputs.size()), HasSpec(Inputs.size()),
        NamedSizes(Inputs.size()) {}

  Error takeFile();
  Error takeArrays();
  Error takeSaved(std::shared_ptr<const MappedFile> File);
  Error takeSpecs();
  Error takeDefaults();
  bool isEmpty() const {
    return none_of(Values, [](const RunValuePtr &V) { return bool(V); });
  }
  std::vector<RunValuePtr> take() { return std::move(Values); }
  const std::vector<bool> &namedSizes() const { return NamedSizes; }

private:
  std::optional<size_t> find(StringRef Name) const;
  std::string names() const {
    return join(map_range(Inputs, [](const RunInput &I) { return I.Name; }),
                ", ");
  }
  Error wrongCount(size_t Given) const;
  /// The error for an unknown name in \p File, if that has a name.
  Error noSuchInput(StringRef Name, StringRef File = "") const {
    DiagnosticBuilder B =
        makeError(diag::err_run_input, SMLoc(), Name,
                  "the model has no such input; its inputs are " + names());
    if (!File.empty())
      B.file(File);
    return B;
  }
  Expected<RunValuePtr> read(const SafeTensors &File, const SafeTensor &T);
  Expected<RunValuePtr> read(const NumPyArray &Array);
  Error put(size_t Place, ValueSpec Spec);
  Error putNamed(StringRef Name, RunValuePtr Value);
  Error putLists();
  Error takeArray(size_t Place, StringRef Path);
  Error takeSavedOne(size_t Place, StringRef Path);
  Error takeSpec(const NamedValueSpec &Spec);

  TorchBackend &Backend;
  Context &Ctx;
  ArrayRef<RunInput> Inputs;
  const RunInputSource &Source;
  /// The model that will run, if it is there already.
  const GraphModule *M;
  std::vector<RunValuePtr> Values;
  /// For each input, the items of lists that putNamed() was given.
  std::map<size_t, std::map<size_t, RunValuePtr>> Lists;
  /// Which of them a SPEC has given.
  std::vector<bool> HasSpec;
  /// Which of them have a size that callers choose.
  std::vector<bool> NamedSizes;
};

} // namespace

/// What torch.export calls the input at the place \p Name of nested ones:
/// `batch['ids']` and `batch.ids` are batch_ids.
static std::string placeholderOf(StringRef Name) {
  std::string Result;
  for (char C : Name)
    if (isNameChar(C))
      Result += toLower(C);
    else if (!Result.empty() && Result.back() != '_')
      Result += '_';
  return StringRef(Result).rtrim('_').str();
}

/// The place of the input called \p Name, or that number.
std::optional<size_t> InputMaker::find(StringRef Name) const {
  for (size_t I = 0; I != Inputs.size(); ++I)
    if (Inputs[I].Name == Name)
      return I;
  size_t Place;
  if (!Name.getAsInteger(10, Place) && Place < Inputs.size())
    return Place;
  if (M && M->program() && Name.find_first_of(".[") != StringRef::npos)
    for (size_t I = 0; I != Inputs.size(); ++I)
      if (Inputs[I].Name == placeholderOf(Name))
        return I;
  return std::nullopt;
}

Error InputMaker::wrongCount(size_t Given) const {
  std::vector<std::string> Names;
  for (const RunInput &I : Inputs)
    Names.push_back(I.Name);
  return wrongInputCount(
      Names, size_t(count_if(Inputs, [](auto &I) { return !I.HasDefault; })),
      Given);
}

Expected<RunValuePtr> InputMaker::read(const SafeTensors &File,
                                       const SafeTensor &T) {
  std::optional<DType> Type = dtypeOf(T.Type);
  if (!Type)
    return makeError(diag::err_run_input, SMLoc(), T.Name,
                     "PyTorch has no type " + toString(T.Type));
  TensorBytes Bytes;
  Bytes.Type = *Type;
  Bytes.Sizes.assign(T.Shape.begin(), T.Shape.end());
  Bytes.Bytes = File.bytes(T);
  return Backend.makeTensor(Bytes);
}

/// Checks \p Spec against a type that a program was exported with, before so
/// many elements are made. What may be of several sizes the run checks.
static Error checkSizes(const RunInput &Input, const ValueSpec &Spec) {
  TensorType Type =
      Input.Placeholder ? Input.Placeholder->tensorType() : TensorType();
  if (Spec.Fill >= ValueSpec::Number || !Type ||
      Type.sizes().size() != Spec.Sizes.size())
    return Error::success();
  for (auto [Dim, Size] : enumerate(Spec.Sizes))
    if (const Argument &Wanted = Type.sizes()[Dim];
        Wanted.isInt() && Wanted.asInt() != Size)
      return makeError(diag::err_run_input, SMLoc(), Input.Name,
                       "dimension " + Twine(Dim) + " is " + Twine(Size) +
                           " and must be " + Twine(Wanted.asInt()));
  return Error::success();
}

Error InputMaker::put(size_t Place, ValueSpec Spec) {
  if (M && M->program())
    if (Error E = checkSizes(Inputs[Place], Spec))
      return E;
  Spec.Meta = Source.Meta;
  // What is sparse in the model is sparse here: kernels of dense tensors may
  // be others, or none.
  const Node *Placeholder = Inputs[Place].Placeholder;
  if (TensorType Type = Placeholder ? Placeholder->tensorType() : TensorType())
    Spec.Form = Type.layout();
  Expected<RunValuePtr> V = Backend.makeValue(Spec, Source.Seed + Place);
  if (!V)
    return makeError(diag::err_run_input, SMLoc(), Inputs[Place].Name,
                     toString(V.takeError()));
  Values[Place] = std::move(*V);
  return Error::success();
}

/// Takes the input \p Name of the file, or the item of one: `images.0`.
Error InputMaker::putNamed(StringRef Name, RunValuePtr Value) {
  auto [List, Index] = Name.rsplit('.');
  size_t Item;
  if (std::optional<size_t> Place = find(Name)) {
    Values[*Place] = std::move(Value);
  } else if (Place = find(List);
             Place && !Index.empty() && !Index.getAsInteger(10, Item)) {
    Lists[*Place][Item] = std::move(Value);
  } else {
    return noSuchInput(Name, Source.File);
  }
  return Error::success();
}

/// Makes lists of the items that came.
Error InputMaker::putLists() {
  for (auto &[Place, Items] : Lists) {
    std::vector<RunValuePtr> List;
    for (auto &[Index, Item] : Items) {
      if (Index != List.size())
        return makeFileError(
            diag::err_run_input, Source.File, Inputs[Place].Name,
            "item " + Twine(List.size()) + " of the list is missing");
      List.push_back(std::move(Item));
    }
    Values[Place] = Backend.makeList(List);
  }
  return Error::success();
}

Error InputMaker::takeArrays() {
  Expected<std::vector<NumPyArray>> Arrays = readNumPyFile(Source.File);
  if (!Arrays)
    return Arrays.takeError();
  for (const NumPyArray &Array : *Arrays) {
    Expected<RunValuePtr> V = read(Array);
    if (!V)
      return V.takeError();
    // An .npy file has one array, without a name: the first input. numpy.savez
    // calls arrays without a name arr_0, arr_1, ...
    StringRef Name = Array.Name;
    if (Name.empty())
      Name = "0";
    else if (!find(Name) && find(Name.substr(4)))
      Name.consume_front("arr_");
    if (Error E = putNamed(Name, std::move(*V)))
      return E;
  }
  return putLists();
}

/// What torch.save wrote, and torch.export with it.
Error InputMaker::takeSaved(std::shared_ptr<const MappedFile> File) {
  std::string Path = File->path().str();
  Expected<std::vector<SavedInput>> Saved = readSavedInputs(
      std::move(File), Backend, Ctx, /*Leaves=*/M && M->program());
  if (!Saved)
    return Saved.takeError();
  size_t Next = 0;
  for (SavedInput &I : *Saved) {
    std::optional<size_t> Place =
        I.Name.empty() ? std::optional<size_t>(Next++) : find(I.Name);
    if (!Place)
      return noSuchInput(I.Name, Path);
    if (*Place >= Values.size())
      return makeFileError(diag::err_run_input_count, Path, Inputs.size(),
                           names(), Saved->size());
    Values[*Place] = std::move(I.Value);
  }
  return Error::success();
}

Error InputMaker::takeFile() {
  if (Source.File.empty())
    return Error::success();
  if (Source.File == "sample") {
    if (!M)
      return makeError(diag::err_no_sample_inputs, SMLoc());
    Expected<std::shared_ptr<const MappedFile>> Sample = findSampleInputs(*M);
    return Sample ? takeSaved(std::move(*Sample)) : Sample.takeError();
  }
  if (isNumPyName(Source.File))
    return takeArrays();
  Expected<std::shared_ptr<MappedFile>> Opened = MappedFile::open(Source.File);
  if (!Opened)
    return Opened.takeError();
  StringRef Bytes = (*Opened)->bytes();
  if (StringRef(Source.File).ends_with(".pt2"))
    return makeFileError(
        diag::err_open_input, Source.File,
        "it has a program; inputs are in .safetensors, .npy, .npz and .pt "
        "files, and --inputs=sample takes those that the program was exported "
        "with");
  if (Bytes.starts_with("PK"))
    return takeSaved(std::move(*Opened));
  if (std::string Foreign =
          describeMissingTensors(Source.File, Bytes, WantedFile::Inputs);
      !Foreign.empty())
    return makeFileError(diag::err_open_input, Source.File, Foreign);
  Expected<std::unique_ptr<SafeTensors>> File = SafeTensors::open(*Opened);
  if (!File)
    return File.takeError();
  for (const SafeTensor &T : (*File)->tensors()) {
    Expected<RunValuePtr> V = read(**File, T);
    if (!V)
      return V.takeError();
    if (Error E = putNamed(T.Name, std::move(*V)))
      return E;
  }
  return putLists();
}

static bool hasNamedSize(const ValueSpec &Spec) {
  return !Spec.Named.empty() || any_of(Spec.Items, hasNamedSize);
}

Error InputMaker::takeSpec(const NamedValueSpec &Spec) {
  std::optional<size_t> Place;
  if (!Spec.Name.empty()) {
    Place = find(Spec.Name);
  } else {
    for (size_t I = 0; I != Values.size() && !Place; ++I)
      if (!Values[I])
        Place = I;
  }
  if (!Place && Spec.Name.empty()) {
    auto Free = find_if(HasSpec, [](bool Has) { return !Has; });
    if (Source.File.empty() || Free == HasSpec.end())
      return wrongCount(Source.Specs.size());
    StringRef Name = Inputs[Free - HasSpec.begin()].Name;
    return makeError(diag::err_run_input, SMLoc(), Name,
                     "--inputs=" + Source.File + " gives it; --input=" + Name +
                         "=SPEC replaces it");
  }
  if (!Place)
    return noSuchInput(Spec.Name);
  // One of --inputs is replaced; of --input, both were meant.
  if (HasSpec[*Place])
    return makeError(diag::err_run_input, SMLoc(), Inputs[*Place].Name,
                     "it is given twice");
  HasSpec[*Place] = true;
  NamedSizes[*Place] = hasNamedSize(Spec.Value);
  if (Spec.File.empty())
    return put(*Place, Spec.Value);
  if (isNumPyName(Spec.File))
    return takeArray(*Place, Spec.File);
  if (isTorchSaveName(Spec.File))
    return takeSavedOne(*Place, Spec.File);
  Expected<std::unique_ptr<SafeTensors>> File = SafeTensors::open(Spec.File);
  if (!File)
    return File.takeError();
  const SafeTensor *T = (*File)->tensors().size() == 1
                            ? &(*File)->tensors().front()
                            : (*File)->find(Inputs[*Place].Name);
  if (!T)
    return makeFileError(diag::err_run_input, Spec.File, Inputs[*Place].Name,
                         "the file has several tensors, none of that name");
  Expected<RunValuePtr> V = read(**File, *T);
  if (!V)
    return V.takeError();
  Values[*Place] = std::move(*V);
  return Error::success();
}

Expected<RunValuePtr> InputMaker::read(const NumPyArray &Array) {
  TensorBytes Bytes;
  Bytes.Type = Array.Type;
  Bytes.Sizes = Array.Sizes;
  Bytes.Bytes = Array.Bytes;
  Bytes.Owner = Array.Owner;
  return Backend.makeTensor(Bytes);
}

/// The only array of a file, or the one with the name of the input.
Error InputMaker::takeArray(size_t Place, StringRef Path) {
  Expected<std::vector<NumPyArray>> Arrays = readNumPyFile(Path);
  if (!Arrays)
    return Arrays.takeError();
  for (const NumPyArray &Array : *Arrays)
    if (Arrays->size() == 1 || Array.Name == Inputs[Place].Name)
      return read(Array).moveInto(Values[Place]);
  return makeFileError(diag::err_run_input, Path, Inputs[Place].Name,
                       "the file has several arrays, none of that name");
}

/// The only value that torch.save wrote, or the one with the name of the input.
Error InputMaker::takeSavedOne(size_t Place, StringRef Path) {
  Expected<std::shared_ptr<MappedFile>> File = MappedFile::open(Path);
  if (!File)
    return File.takeError();
  Expected<std::vector<SavedInput>> Saved =
      readSavedInputs(std::move(*File), Backend, Ctx, /*Leaves=*/false);
  if (!Saved)
    return Saved.takeError();
  for (SavedInput &I : *Saved)
    if (Saved->size() == 1 || I.Name == Inputs[Place].Name) {
      Values[Place] = std::move(I.Value);
      return Error::success();
    }
  return makeFileError(diag::err_run_input, Path, Inputs[Place].Name,
                       Saved->empty() ? "the file has no values"
                                      : "the file has several values, none of "
                                        "that name");
}

Error InputMaker::takeSpecs() {
  Expected<std::vector<NamedValueSpec>> Specs =
      parseValueSpecs(Source.Specs, Ctx);
  if (!Specs)
    return Specs.takeError();
  for (const NamedValueSpec &Spec : *Specs)
    if (Error E = takeSpec(Spec))
      return E;
  return Error::success();
}

Error InputMaker::takeDefaults() {
  for (size_t I = 0; I != Values.size(); ++I) {
    if (Values[I] || Inputs[I].HasDefault)
      continue;
    std::optional<ValueSpec> Spec =
        defaultInput(*M, *Inputs[I].Placeholder, Source.Sizes);
    if (!Spec)
      return makeError(diag::err_run_no_default, *Inputs[I].Placeholder,
                       Inputs[I].Name);
    if (Error E = put(I, *Spec))
      return E;
  }
  return Error::success();
}

Expected<std::vector<RunValuePtr>>
fx::makeRunInputs(TorchBackend &Backend, const GraphModule &M,
                  ArrayRef<RunInput> Inputs, const RunInputSource &Source) {
  InputMaker Maker(Backend, M.context(), Inputs, Source, &M);
  if (Error E = Maker.takeFile())
    return E;
  // Random values are not what who names a file wants.
  if (!Source.File.empty() && !Inputs.empty() && Maker.isEmpty())
    return makeFileError(diag::err_saved_input, Source.File,
                         "there is no value in this file");
  if (Error E = Maker.takeSpecs())
    return E;
  if (Error E = Maker.takeDefaults())
    return E;
  return Maker.take();
}

Expected<ExampleInputs> fx::makeExampleInputs(TorchBackend &Backend,
                                              Context &Ctx,
                                              ArrayRef<RunInput> Inputs,
                                              const RunInputSource &Source) {
  InputMaker Maker(Backend, Ctx, Inputs, Source, /*M=*/nullptr);
  if (Error E = Maker.takeFile())
    return E;
  if (Error E = Maker.takeSpecs())
    return E;
  return ExampleInputs{Maker.take(), Maker.namedSizes()};
}
