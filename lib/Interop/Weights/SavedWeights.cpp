//===- SavedWeights.cpp - Files of named tensors --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/SavedWeights.h"
#include "fx/IR/NodeDiagnostic.h"

using namespace fx;
using namespace llvm;

bool SavedWeights::isSaved(const ZipReader &File) {
  if (File.entries().empty())
    return false;
  if (isNumPyArchive(File))
    return true;
  StringRef Root =
      File.entries().front().Name.take_until([](char C) { return C == '/'; });
  return File.find((Root + "/data.pkl").str()) &&
         !File.find((Root + "/constants.pkl").str());
}

Error SavedWeights::add(StringRef Name, const PickleTensor &T) {
  Expected<const ZipEntry *> Entry =
      Saved->record(Saved->storages()[T.Storage]);
  if (!Entry)
    return Entry.takeError();
  Expected<StringRef> Storage = Saved->zip().read(**Entry);
  if (!Storage)
    return Storage.takeError();
  Expected<TensorData> Data =
      TensorData::view(T.Type, T.Sizes, T.Strides, T.Offset, *Storage,
                       /*Owner=*/nullptr);
  if (!Data)
    return makeFileError(diag::err_saved_weights, file().path(),
                         "'" + Name + "': " + toString(Data.takeError()));
  SavedTensor &Result = Tensors[Name];
  Result.Type = T.Type;
  Result.Sizes = T.Sizes;
  uint64_t Size = elementSize(T.Type);
  if (Data->isContiguous()) {
    Result.Bytes = Storage->substr(T.Offset * Size, Data->numElements() * Size);
    return Error::success();
  }
  Copies.push_back(Data->contiguous().compact());
  Result.Bytes = Copies.back().bytes();
  return Error::success();
}

Error SavedWeights::addAll(PickleValue Dict) {
  for (size_t I = 0; I != Dict.size(); ++I) {
    auto [Key, Value] = Dict.entry(I);
    if (Key.kind() == PickleKind::String && Value.kind() == PickleKind::Tensor)
      if (Error E = add(Key.asString(), Value.asTensor()))
        return E;
  }
  return Error::success();
}

Error SavedWeights::readTorch() {
  if (Error E = TorchSaveFile::open(File).moveInto(Saved))
    return E;
  PickleValue Root = Saved->root();
  auto Bad = [&] {
    return makeFileError(diag::err_saved_weights, file().path(),
                         "a dictionary of tensors is expected, as "
                         "torch.save(model.state_dict(), path) writes it");
  };
  if (Root.kind() != PickleKind::Dict)
    return Bad();
  if (Error E = addAll(Root))
    return E;
  for (size_t I = 0; Tensors.empty() && I != Root.size(); ++I) {
    auto [Key, Value] = Root.entry(I);
    if (Key.kind() == PickleKind::String && Value.kind() == PickleKind::Dict &&
        is_contained({"state_dict", "model_state_dict", "model"},
                     Key.asString()))
      if (Error E = addAll(Value))
        return E;
  }
  if (Tensors.empty() && Root.size())
    return Bad();
  return Error::success();
}

Error SavedWeights::readNumPy(std::unique_ptr<ZipReader> Zip) {
  if (Error E = readNumPyArchive(std::move(Zip)).moveInto(Arrays))
    return E;
  for (const NumPyArray &A : Arrays)
    Tensors[A.Name] = {A.Type, A.Sizes, A.Bytes};
  return Error::success();
}

Expected<std::unique_ptr<SavedWeights>>
SavedWeights::open(std::shared_ptr<const MappedFile> File) {
  Expected<std::unique_ptr<ZipReader>> Zip = ZipReader::open(File);
  if (!Zip)
    return Zip.takeError();
  std::unique_ptr<SavedWeights> Result(new SavedWeights(std::move(File)));
  if (Error E = isNumPyArchive(**Zip) ? Result->readNumPy(std::move(*Zip))
                                      : Result->readTorch())
    return E;
  return Result;
}

const SavedTensor *SavedWeights::find(StringRef Name) const {
  auto It = Tensors.find(Name);
  return It == Tensors.end() ? nullptr : &It->second;
}
