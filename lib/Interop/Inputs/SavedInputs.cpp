//===- SavedInputs.cpp - Inputs that torch.save wrote ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SavedInputs.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/PT2Archive.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Interop/TorchSave.h"
#include "fx/Interop/WeightStore.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

namespace {

class SavedInputReader {
public:
  SavedInputReader(std::shared_ptr<TorchSaveFile> File, TorchBackend &Backend,
                   Context &Ctx, bool Leaves)
      : File(std::move(File)), Backend(Backend), Ctx(Ctx), Leaves(Leaves) {}

  Expected<std::vector<SavedInput>> read();

private:
  Error addItems(PickleValue Items);
  Error addEntries(PickleValue Dict, bool Named);
  Error addNested(StringRef Name, PickleValue V);
  Error add(StringRef Name, PickleValue V);
  Expected<RunValuePtr> make(PickleValue V);
  Expected<RunValuePtr> makeTensor(const PickleTensor &T);
  Error bad(const Twine &Why) const {
    return makeFileError(diag::err_saved_input, File->zip().file().path(), Why);
  }

  std::shared_ptr<TorchSaveFile> File;
  TorchBackend &Backend;
  Context &Ctx;
  bool Leaves;
  std::vector<SavedInput> Result;
};

} // namespace

static bool isSequence(PickleValue V) {
  return V.kind() == PickleKind::Tuple || V.kind() == PickleKind::List;
}

Expected<RunValuePtr> SavedInputReader::makeTensor(const PickleTensor &T) {
  const PickleStorage &S = File->storages()[T.Storage];
  Expected<const ZipEntry *> Entry = File->record(S);
  if (!Entry)
    return Entry.takeError();
  Expected<StringRef> Bytes = File->zip().read(**Entry);
  if (!Bytes)
    return Bytes.takeError();
  StoredTensor Stored;
  Stored.Type = T.Type;
  Stored.Sizes = T.Sizes.vec();
  Stored.Strides = T.Strides.vec();
  Stored.Offset = T.Offset;
  Stored.Storage = *Bytes;
  return Backend.makeTensor(Stored);
}

Expected<RunValuePtr> SavedInputReader::make(PickleValue V) {
  ValueSpec Spec;
  Spec.Fill = ValueSpec::Number;
  switch (V.kind()) {
  case PickleKind::Tensor:
    return makeTensor(V.asTensor());
  case PickleKind::Tuple:
  case PickleKind::List: {
    std::vector<RunValuePtr> Items;
    for (size_t I = 0; I != V.size(); ++I) {
      Expected<RunValuePtr> Item = make(V[I]);
      if (!Item)
        return Item.takeError();
      Items.push_back(std::move(*Item));
    }
    return Backend.makeList(Items);
  }
  case PickleKind::None:
    break;
  case PickleKind::Bool:
    Spec.Scalar = V.asBool();
    break;
  case PickleKind::Int:
    Spec.Scalar = V.asInt();
    break;
  case PickleKind::Float:
    Spec.Scalar = V.asFloat();
    break;
  case PickleKind::String:
    Spec.Scalar = Argument::string(Ctx, V.asString());
    break;
  case PickleKind::Complex:
    Spec.Scalar = Argument::complex(V[0].asFloat(), V[1].asFloat());
    break;
  case PickleKind::DType:
    Spec.Scalar = V.asDType();
    break;
  case PickleKind::Layout:
    Spec.Scalar = V.asLayout();
    break;
  case PickleKind::Device:
    Spec.Scalar = Argument::device(Ctx, V.asString());
    break;
  case PickleKind::Dict:
    return bad("there is a dictionary inside; only exported programs take one");
  case PickleKind::BigInt:
  case PickleKind::Bytes:
  case PickleKind::Storage:
  case PickleKind::Callable:
    return bad("there is a value of a kind that models do not take");
  }
  return Backend.makeValue(Spec, /*Seed=*/0);
}

/// What is in \p V, by the names that torch.export gives the placeholders of an
/// argument \p Name (torch/_export/utils.py, placeholder_naming_pass): `x_a`,
/// `x_b_0`.
Error SavedInputReader::addNested(StringRef Name, PickleValue V) {
  for (size_t I = 0; I != V.size(); ++I) {
    std::string Part = utostr(I);
    PickleValue Item = V;
    if (isSequence(V)) {
      Item = V[I];
    } else {
      auto [Key, Value] = V.entry(I);
      Item = Value;
      if (Key.kind() == PickleKind::Int)
        Part = itostr(Key.asInt());
      else if (Key.kind() == PickleKind::String)
        Part = Key.asString().lower();
      else
        return bad("a key of the dictionary '" + Name +
                   "' is neither a string nor an integer");
      for (char &C : Part)
        C = isAlnum(C) ? C : '_';
    }
    if (Error E = add((Name + "_" + Part).str(), Item))
      return E;
  }
  return Error::success();
}

Error SavedInputReader::add(StringRef Name, PickleValue V) {
  if (Leaves && (isSequence(V) || V.kind() == PickleKind::Dict)) {
    if (!Name.empty())
      return addNested(Name, V);
    return isSequence(V) ? addItems(V) : addEntries(V, /*Named=*/false);
  }
  Expected<RunValuePtr> Value = make(V);
  if (!Value)
    return Value.takeError();
  Result.push_back({Name.str(), std::move(*Value)});
  return Error::success();
}

Error SavedInputReader::addItems(PickleValue Items) {
  for (size_t I = 0; I != Items.size(); ++I)
    if (Error E = add("", Items[I]))
      return E;
  return Error::success();
}

/// The entries of \p Dict, as inputs of their names or one after the other, as
/// torch.utils._pytree flattens it.
Error SavedInputReader::addEntries(PickleValue Dict, bool Named) {
  for (size_t I = 0; I != Dict.size(); ++I) {
    auto [Key, Value] = Dict.entry(I);
    if (Named && Key.kind() != PickleKind::String)
      return bad("a key of the dictionary is not the name of an input");
    if (Error E = add(Named ? Key.asString() : StringRef(), Value))
      return E;
  }
  return Error::success();
}

Expected<std::vector<SavedInput>> SavedInputReader::read() {
  PickleValue Root = File->root();
  Error E = Error::success();
  if (Root.kind() == PickleKind::Tuple && Root.size() == 2 &&
      isSequence(Root[0]) && Root[1].kind() == PickleKind::Dict) {
    E = addItems(Root[0]);
    if (!E)
      E = addEntries(Root[1], /*Named=*/!Leaves);
  } else if (isSequence(Root)) {
    E = addItems(Root);
  } else if (Root.kind() == PickleKind::Dict) {
    E = addEntries(Root, /*Named=*/true);
  } else {
    E = add("", Root);
  }
  if (E)
    return E;
  return std::move(Result);
}

Expected<std::vector<SavedInput>>
fx::readSavedInputs(std::shared_ptr<const MappedFile> File,
                    TorchBackend &Backend, Context &Ctx, bool Leaves) {
  Expected<std::unique_ptr<TorchSaveFile>> Saved =
      TorchSaveFile::open(std::move(File));
  if (!Saved)
    return Saved.takeError();
  return SavedInputReader(std::move(*Saved), Backend, Ctx, Leaves).read();
}

Expected<std::shared_ptr<const MappedFile>>
fx::findSampleInputs(const GraphModule &M) {
  const PT2Archive *Found = nullptr;
  std::string Name;
  if (M.program() && M.weightStore()) {
    Expected<std::vector<std::shared_ptr<const PT2Archive>>> Archives =
        M.weightStore()->archives();
    if (!Archives)
      return Archives.takeError();
    Name = pt2::sampleInputsName(modelName(M));
    for (const std::shared_ptr<const PT2Archive> &A : *Archives)
      if (const ZipEntry *Entry = A->find(Name); !Found && Entry && Entry->Size)
        Found = A.get();
  }
  if (!Found)
    return makeError(diag::err_no_sample_inputs, SMLoc());
  const ZipEntry &Entry = *Found->find(Name);
  std::string Path = (Found->path() + ":" + Found->name(Entry)).str();
  if (Entry.Method == ZipEntry::Stored) {
    Expected<FileRange> Range = Found->zip().storedRange(Entry);
    if (!Range)
      return Range.takeError();
    return MappedFile::slice(Found->zip().sharedFile(), Range->Offset,
                             Range->Size, Path);
  }
  Expected<StringRef> Bytes = Found->read(Entry);
  if (!Bytes)
    return Bytes.takeError();
  return MappedFile::fromBuffer(MemoryBuffer::getMemBufferCopy(*Bytes, Path));
}
