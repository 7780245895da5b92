//===- WeightStore.cpp - The bytes of weights -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/WeightStore.h"
#include "fx/IR/Context.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/ForeignFiles.h"
#include "fx/Interop/PT2Archive.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Interop/SavedWeights.h"
#include "fx/Interop/StateTables.h"
#include "fx/Interop/TorchSave.h"
#include "fx/Support/OutputTransaction.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

/// A file of records.
struct WeightStore::File {
  std::string Path;
  /// One of them, once it was opened.
  std::shared_ptr<const PT2Archive> Archive;
  std::unique_ptr<SafeTensors> Tensors;
  std::unique_ptr<SavedWeights> Weights;
  /// The text that names it; empty if none does.
  std::string NamedBy = {};
};

std::optional<DType> WeightStore::Place::dtype() const {
  if (Saved)
    return Saved->Type;
  return Tensor ? dtypeOf(Tensor->Type) : std::nullopt;
}

SmallVector<int64_t, 6> WeightStore::Place::sizes() const {
  if (Saved)
    return SmallVector<int64_t, 6>(Saved->Sizes);
  if (!Tensor)
    return {};
  return SmallVector<int64_t, 6>(Tensor->Shape.begin(), Tensor->Shape.end());
}

WeightStore::WeightStore() = default;
WeightStore::~WeightStore() = default;

WeightStore &WeightStore::of(GraphModule &M) {
  if (M.weightStore())
    return *M.weightStore();
  auto Store = std::make_shared<WeightStore>();
  StringRef Text;
  if (M.source())
    Text = M.source().name();
  for (StringRef Name : M.weightFiles()) {
    SmallString<128> Path;
    if (!sys::path::is_absolute(Name))
      Path = sys::path::parent_path(Text);
    sys::path::append(Path, Name);
    std::string Real = weightsOfText(Text, Path);
    if (Real != Path)
      Store->Pending.push_back(Real);
    Store->addFile(Real);
    Store->Files.back()->NamedBy = Text.str();
  }
  M.setWeightStore(Store);
  return *Store;
}

void WeightStore::addFile(StringRef Path) {
  std::lock_guard Guard(Lock);
  Files.push_back(
      std::make_unique<File>(File{Path.str(), nullptr, nullptr, nullptr}));
}

void WeightStore::addArchive(std::shared_ptr<const PT2Archive> Archive) {
  std::lock_guard Guard(Lock);
  Files.push_back(std::make_unique<File>(
      File{Archive->path().str(), std::move(Archive), nullptr, nullptr}));
}

std::shared_ptr<WeightStore> WeightStore::withFile(StringRef Path) const {
  auto Copy = std::make_shared<WeightStore>();
  {
    std::lock_guard Guard(Lock);
    // What this one has opened belongs to it, but for archives.
    for (const std::unique_ptr<File> &F : Files)
      Copy->Files.push_back(std::make_unique<File>(
          File{F->Path, F->Archive, nullptr, nullptr, F->NamedBy}));
    Copy->Pending = Pending;
    Copy->TakesState = TakesState;
    Copy->Added = Added;
  }
  Copy->addFile(Path);
  return Copy;
}

Error WeightStore::open(File &F) {
  if (F.Archive || F.Tensors || F.Weights)
    return Error::success();
  Expected<std::shared_ptr<MappedFile>> Map = MappedFile::open(F.Path);
  if (!Map && !F.NamedBy.empty() && !sys::fs::exists(F.Path)) {
    consumeError(Map.takeError());
    return makeFileError(diag::err_open_input, F.Path, "there is no such file")
        .note(diag::note_weights_named, SMLoc(), F.NamedBy);
  }
  if (!Map)
    return Map.takeError();
  if ((*Map)->bytes().starts_with("PK\x03\x04")) {
    Expected<std::unique_ptr<ZipReader>> Zip = ZipReader::open(*Map);
    if (!Zip)
      return Zip.takeError();
    if (SavedWeights::isSaved(**Zip))
      return SavedWeights::open(*Map).moveInto(F.Weights);
    Expected<std::unique_ptr<PT2Archive>> Archive =
        PT2Archive::open(std::move(*Zip));
    if (Archive)
      Archive = PT2Archive::upgrade(std::move(*Archive));
    if (!Archive)
      return Archive.takeError();
    F.Archive = std::move(*Archive);
    return Error::success();
  }
  if (std::string Foreign =
          describeMissingTensors(F.Path, (*Map)->bytes(), WantedFile::Weights);
      !Foreign.empty())
    return makeFileError(diag::err_open_input, F.Path, Foreign);
  return SafeTensors::open(*Map).moveInto(F.Tensors);
}

Expected<WeightStore::Place> WeightStore::find(StringRef Record) {
  std::lock_guard Guard(Lock);
  Place P;
  if (Added.contains(Record)) {
    P.IsAdded = true;
    return P;
  }
  for (const std::unique_ptr<File> &F : Files) {
    if (Error E = open(*F))
      return E;
    if (F->Archive && F->Archive->find(Record)) {
      P.Archive = F->Archive.get();
      return P;
    }
    if (F->Tensors)
      if (const SafeTensor *T = F->Tensors->findTied(Record)) {
        P.File = F->Tensors.get();
        P.Tensor = T;
        return P;
      }
    if (F->Weights)
      if (const SavedTensor *T = F->Weights->find(Record)) {
        P.Weights = F->Weights.get();
        P.Saved = T;
        return P;
      }
  }
  return P;
}

std::string WeightStore::identityOf(StringRef Record) {
  Expected<Place> P = find(Record);
  if (!P) {
    consumeError(P.takeError());
    return Record.str();
  }
  if (P->Saved && !P->Saved->Bytes.empty())
    return (Twine(uintptr_t(P->Saved->Bytes.data())) + " in memory").str();
  // Tensors without elements share nothing, wherever they are.
  if (!P->Tensor || P->Tensor->Size == 0)
    return Record.str();
  return (Twine(P->Tensor->Offset) + " in " + Twine(uintptr_t(P->File))).str();
}

static Error noRecord(StringRef Record) {
  return makeError(diag::err_state_no_record, SMLoc(), Record);
}

Expected<StringRef> WeightStore::read(StringRef Record) {
  Expected<Place> P = find(Record);
  if (!P)
    return P.takeError();
  if (P->Archive)
    return P->Archive->read(*P->Archive->find(Record));
  if (P->File)
    return P->File->bytes(*P->Tensor);
  if (P->Saved)
    return P->Saved->Bytes;
  std::lock_guard Guard(Lock);
  if (P->IsAdded)
    return Added.find(Record)->second.Bytes;
  return noRecord(Record);
}

Expected<Payload> WeightStore::payload(StringRef Record) {
  Expected<Place> P = find(Record);
  if (!P)
    return P.takeError();
  if (P->File)
    return Payload::range(P->File->range(*P->Tensor));
  if (P->Archive) {
    const ZipEntry &Entry = *P->Archive->find(Record);
    if (Entry.Method == ZipEntry::Stored) {
      Expected<FileRange> Range = P->Archive->zip().storedRange(Entry);
      if (!Range)
        return Range.takeError();
      return Payload::range(*Range);
    }
  }
  Expected<StringRef> Bytes = read(Record);
  if (!Bytes)
    return Bytes.takeError();
  return Payload::reference(*Bytes);
}

Expected<std::string> WeightStore::add(StringRef Name, std::string Bytes) {
  std::string Free = Name.str();
  for (unsigned I = 1;; ++I) {
    Expected<Place> P = find(Free);
    if (!P)
      return P.takeError();
    if (!*P) {
      // Others may have been faster.
      std::lock_guard Guard(Lock);
      auto [It, New] = Added.try_emplace(Free);
      if (New) {
        It->second.Own = std::make_shared<std::string>(std::move(Bytes));
        It->second.Bytes = *It->second.Own;
        return Free;
      }
    }
    Free = (Name + "_" + Twine(I)).str();
  }
}

bool WeightStore::lend(StringRef Name, StringRef Bytes) {
  std::lock_guard Guard(Lock);
  return Added.try_emplace(Name, AddedRecord{nullptr, Bytes}).second;
}

bool WeightStore::isAdded(StringRef Record) const {
  std::lock_guard Guard(Lock);
  return Added.contains(Record);
}

std::vector<std::string> WeightStore::paths() const {
  std::lock_guard Guard(Lock);
  std::vector<std::string> Paths;
  for (const std::unique_ptr<File> &F : Files)
    Paths.push_back(F->Path);
  return Paths;
}

Expected<std::vector<std::shared_ptr<const PT2Archive>>>
WeightStore::archives() {
  std::lock_guard Guard(Lock);
  std::vector<std::shared_ptr<const PT2Archive>> Archives;
  for (const std::unique_ptr<File> &F : Files) {
    if (Error E = open(*F))
      return E;
    if (F->Archive)
      Archives.push_back(F->Archive);
  }
  return Archives;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

StringRef fx::recordOf(const TensorAttr &T, StringRef Path) {
  return T.Record ? T.Record.str() : Path;
}

std::string fx::memoryOf(GraphModule &M, const TensorAttr &T, StringRef Path) {
  return WeightStore::of(M).identityOf(recordOf(T, Path));
}

namespace {
/// Reads one tensor.
class StateReader {
public:
  StateReader(GraphModule &M, StringRef Path)
      : M(M), Store(WeightStore::of(M)), Path(Path) {}
  Expected<TensorData> read();

private:
  Expected<TensorData> readPickled(const TensorAttr &T);
  Error bad(const Twine &Why) {
    return makeError(diag::err_state_bytes, SMLoc(), Path, Why);
  }
  Expected<TensorData> check(Expected<TensorData> D) {
    return D ? std::move(D) : bad(toString(D.takeError()));
  }

  GraphModule &M;
  WeightStore &Store;
  StringRef Path;
};
} // namespace

/// What torch.save wrote of a plain tensor.
Expected<TensorData> StateReader::readPickled(const TensorAttr &T) {
  StringRef Record = recordOf(T, Path);
  Expected<StringRef> Bytes = Store.read(Record);
  if (!Bytes)
    return Bytes.takeError();
  Expected<std::unique_ptr<TorchSaveFile>> Saved =
      TorchSaveFile::open(MappedFile::fromBuffer(MemoryBuffer::getMemBuffer(
          *Bytes, Record, /*RequiresNullTerminator=*/false)));
  if (!Saved)
    return bad("they are pickled, and no plain tensor: " +
               toString(Saved.takeError()));
  PickleValue Root = (*Saved)->root();
  if (Root.kind() != PickleKind::Tensor)
    return bad("what is pickled is not a tensor");
  const PickleTensor &Tensor = Root.asTensor();
  Expected<const ZipEntry *> Entry =
      (*Saved)->record((*Saved)->storages()[Tensor.Storage]);
  if (!Entry)
    return bad(toString(Entry.takeError()));
  Expected<StringRef> Elements = (*Saved)->zip().read(**Entry);
  if (!Elements)
    return bad(toString(Elements.takeError()));
  // The record is part of what the store keeps.
  using Owners =
      std::pair<std::shared_ptr<WeightStore>, std::unique_ptr<TorchSaveFile>>;
  SmallVector<int64_t, 6> Sizes(Tensor.Sizes), Strides(Tensor.Strides);
  DType Type = Tensor.Type;
  int64_t Offset = Tensor.Offset;
  auto Owner = std::make_shared<Owners>(M.weightStore(), std::move(*Saved));
  return check(
      TensorData::view(Type, Sizes, Strides, Offset, *Elements, Owner));
}

Expected<TensorData> StateReader::read() {
  const TensorAttr *T = M.state(Path);
  if (!T)
    return makeError(diag::err_state_missing, SMLoc(), Path);
  if (!T->isTensor())
    return bad("it is an object, which only PyTorch can read");
  if (T->Pickled)
    return readPickled(*T);
  StringRef Record = recordOf(*T, Path);
  Expected<WeightStore::Place> Place = Store.find(Record);
  if (!Place)
    return Place.takeError();
  if (Place->Archive && Place->Archive->isBigEndian())
    return bad("the archive was written by a big-endian machine");
  Expected<StringRef> Bytes = Store.read(Record);
  if (!Bytes)
    return Bytes.takeError();
  // The owner keeps files and added records alive.
  std::shared_ptr<const void> Owner = M.weightStore();
  TensorType Type = T->tensorType();
  if (!Type) {
    std::optional<DType> Stored = Place->dtype();
    if (!Stored)
      return bad("their type is not known");
    SmallVector<int64_t, 6> Sizes = Place->sizes();
    return check(TensorData::view(*Stored, Sizes, contiguousStrides(Sizes), 0,
                                  *Bytes, Owner));
  }
  if (!Type.isStrided())
    return bad("the tensor is not strided");
  auto Sizes = Type.fixedSizes(), Strides = Type.fixedStrides();
  std::optional<int64_t> Offset = Type.fixedOffset();
  if (!Sizes || !Strides || !Offset)
    return bad("sizes, strides or offset are not numbers");
  return check(
      TensorData::view(Type.dtype(), *Sizes, *Strides, *Offset, *Bytes, Owner));
}

Expected<TensorData> fx::readState(GraphModule &M, StringRef Path) {
  return StateReader(M, Path).read();
}

/// \p Data as the tensor of type \p Old lies in its memory, if that is
/// possible.
static TensorData laidOutAs(const TensorType &Old, const TensorData &Data) {
  auto Sizes = Old.fixedSizes(), Strides = Old.fixedStrides();
  if (!Data.isContiguous() || !Old.hasStrides() || !Sizes || !Strides ||
      *Sizes != Data.sizes())
    return Data;
  Expected<TensorData> Same = Data.withStrides(*Strides);
  if (Same)
    return std::move(*Same);
  consumeError(Same.takeError());
  return Data;
}

Error fx::writeState(GraphModule &M, StringRef Path, const TensorData &Data) {
  TensorAttr *T = M.state(Path);
  if (!T || !T->isTensor())
    return makeError(diag::err_state_missing, SMLoc(), Path);
  TensorData New = laidOutAs(T->tensorType(), Data);
  Expected<std::string> Record =
      WeightStore::of(M).add(Path, New.storage().str());
  if (!Record)
    return Record.takeError();
  keepStateOrder(M);
  T->Record = M.context().intern(*Record);
  T->Type = New.type(M.context(), T->tensorType().device());
  T->Pickled = false;
  return Error::success();
}
