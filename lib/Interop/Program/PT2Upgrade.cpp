//===- PT2Upgrade.cpp - Older archives as those of generation C -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SchemaNames.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/PT2Writer.h"
#include "fx/Interop/TorchSave.h"
#include "fx/Support/JSONText.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

using Parts = std::vector<ZipReader::Part>;

//===----------------------------------------------------------------------===//
// One table
//===----------------------------------------------------------------------===//

namespace {
/// Makes the table of generation C, and its records, from a pickled state.
class StateUpgrade {
public:
  /// Records are \p Prefix with numbers from \p Next on.
  StateUpgrade(const TorchSaveFile &File, StringRef Prefix, unsigned &Next,
               Parts &Records)
      : File(File), Prefix(Prefix), Next(Next), Records(Records) {}

  Expected<std::string> makeTable();

private:
  struct Entry {
    StringRef Name;
    const PickleTensor *T;
  };

  Error error(const Twine &What) const {
    return makeFileError(diag::err_archive_record, File.zip().file().path(),
                         "data.pkl", What);
  }
  Error collect();
  void writeEntry(TextBuffer &Out, const Entry &E, StringRef Record) const;

  const TorchSaveFile &File;
  StringRef Prefix;
  unsigned &Next;
  Parts &Records;
  /// As PyTorch groups them: by storage and type, in the order of the first.
  MapVector<std::pair<unsigned, unsigned>, SmallVector<Entry, 1>> Groups;
};
} // namespace

Error StateUpgrade::collect() {
  PickleValue Root = File.root();
  if (Root.kind() != PickleKind::Dict)
    return error("it holds no dictionary of tensors");
  StringSet<> Names;
  for (size_t I = 0, E = Root.size(); I != E; ++I) {
    auto [Key, Value] = Root.entry(I);
    if (Key.kind() != PickleKind::String)
      return error("it holds a name that is not a string");
    StringRef Name = Key.asString();
    if (!Names.insert(Name).second)
      return error("'" + Name + "' comes twice");
    if (Value.kind() != PickleKind::Tensor)
      return error("'" + Name + "' is not a tensor");
    const PickleTensor &T = Value.asTensor();
    if (!numberOf(T.Type))
      return error("'" + Name + "' is of " + toString(T.Type) +
                   ", which exported programs cannot hold");
    Groups[{T.Storage, unsigned(T.Type)}].push_back({Name, &T});
  }
  return Error::success();
}

/// As PyTorch 2.13 writes it.
void StateUpgrade::writeEntry(TextBuffer &Out, const Entry &E,
                              StringRef Record) const {
  const PickleTensor &T = *E.T;
  auto Ints = [&](ArrayRef<int64_t> Numbers) {
    ListSeparator Comma;
    for (int64_t Number : Numbers) {
      Out << StringRef(Comma) << "{\"as_int\": ";
      writeJSONInt(Out, Number);
      Out << '}';
    }
  };
  auto [Device, Index] = File.storages()[T.Storage].Device.split(':');
  writeJSONString(Out, E.Name);
  Out << ": {\"path_name\": ";
  writeJSONString(Out, Record);
  Out << ", \"is_param\": ";
  writeJSONBool(Out, T.IsParameter);
  Out << ", \"use_pickle\": false, \"tensor_meta\": {\"dtype\": "
      << uint32_t(numberOf(T.Type)) << ", \"sizes\": [";
  Ints(T.Sizes);
  Out << "], \"requires_grad\": ";
  writeJSONBool(Out, T.RequiresGrad);
  Out << ", \"device\": {\"type\": ";
  writeJSONString(Out, Device);
  Out << ", \"index\": " << (Index.empty() ? StringRef("null") : Index)
      << "}, \"strides\": [";
  Ints(T.Strides);
  Out << "], \"storage_offset\": {\"as_int\": ";
  writeJSONInt(Out, T.Offset);
  Out << "}, \"layout\": " << uint32_t(numberOf(Layout::Strided)) << "}}";
}

Expected<std::string> StateUpgrade::makeTable() {
  if (Error E = collect())
    return E;
  TextBuffer Out;
  Out << "{\"config\": {";
  ListSeparator Comma;
  for (const auto &[Key, Entries] : Groups) {
    const PickleStorage &S = File.storages()[Key.first];
    Expected<const ZipEntry *> Record = File.record(S);
    if (!Record)
      return Record.takeError();
    if (S.numBytes() % itemSize(DType(Key.second)))
      return error("storage '" + S.Key + "' holds no whole number of " +
                   toString(DType(Key.second)));
    std::string Name = (Prefix + Twine(Next++)).str();
    Records.push_back({Name, &File.zip(), *Record});
    for (const Entry &E : Entries) {
      Out << StringRef(Comma);
      writeEntry(Out, E, StringRef(Name).rsplit('/').second);
    }
  }
  Out << "}}";
  return Out.text().str();
}

//===----------------------------------------------------------------------===//
// The archive
//===----------------------------------------------------------------------===//

namespace {
class ArchiveUpgrade {
public:
  ArchiveUpgrade(const PT2Archive &A,
                 std::vector<std::unique_ptr<TorchSaveFile>> &States);

  Expected<Parts> run();

private:
  void keep(StringRef Name, const ZipEntry *Entry) {
    if (Entry)
      All.push_back({Root + Name.str(), &A.zip(), Entry});
  }
  void addText(StringRef Name, StringRef Text) {
    All.push_back({Root + Name.str(), nullptr, nullptr, Text.str()});
  }
  Error addTable(StringRef Name, StringRef Prefix, unsigned &Next,
                 const ZipEntry *Pickled, const ZipEntry *Table);
  Error addModel(const PT2Model &Model);
  unsigned firstFree(StringRef Prefix) const;

  const PT2Archive &A;
  std::vector<std::unique_ptr<TorchSaveFile>> &States;
  /// With its slash.
  std::string Root;
  unsigned NextWeight, NextConstant;
  Parts All;
};
} // namespace

ArchiveUpgrade::ArchiveUpgrade(
    const PT2Archive &A, std::vector<std::unique_ptr<TorchSaveFile>> &States)
    : A(A), States(States), NextWeight(firstFree(pt2::WeightPrefix)),
      NextConstant(firstFree(pt2::TensorPrefix)) {
  StringRef Name = A.root().empty() ? PT2Writer::rootFor(A.path()) : A.root();
  Root = (Name.empty() ? "archive" : Name.str()) + "/";
}

/// Records of that prefix keep their names.
unsigned ArchiveUpgrade::firstFree(StringRef Prefix) const {
  unsigned Free = 0, Number;
  for (const ZipEntry &Entry : A.entries()) {
    StringRef Digits = A.name(Entry);
    if (Digits.consume_front(Prefix) && !Digits.getAsInteger(10, Number) &&
        Number < UINT32_MAX / 2)
      Free = std::max(Free, Number + 1);
  }
  return Free;
}

Error ArchiveUpgrade::addTable(StringRef Name, StringRef Prefix, unsigned &Next,
                               const ZipEntry *Pickled, const ZipEntry *Table) {
  // Nothing, if there are 0 bytes.
  if (!Pickled || !Pickled->Size) {
    if (Table)
      keep(Name, Table);
    else
      addText(Name, "{\"config\": {}}");
    return Error::success();
  }
  Expected<FileRange> Range = A.zip().storedRange(*Pickled);
  Expected<StringRef> Bytes = A.read(*Pickled);
  if (!Range || !Bytes)
    return joinErrors(Range.takeError(), Bytes.takeError());
  std::string Path = (A.path() + ":" + A.name(*Pickled)).str();
  std::shared_ptr<const MappedFile> File =
      Pickled->Method == ZipEntry::Stored
          ? MappedFile::slice(A.zip().sharedFile(), Range->Offset, Range->Size,
                              Path)
          : MappedFile::fromBuffer(MemoryBuffer::getMemBuffer(
                *Bytes, Path, /*RequiresNullTerminator=*/false));
  Expected<std::unique_ptr<TorchSaveFile>> State =
      TorchSaveFile::open(std::move(File));
  if (!State)
    return State.takeError();
  Expected<std::string> Text =
      StateUpgrade(**State, Root + Prefix.str(), Next, All).makeTable();
  if (!Text)
    return Text.takeError();
  States.push_back(std::move(*State));
  addText(Name, *Text);
  return Error::success();
}

Error ArchiveUpgrade::addModel(const PT2Model &Model) {
  if (Error E = addTable(pt2::weightsConfigName(Model.Name), pt2::WeightPrefix,
                         NextWeight, Model.PickledWeights, Model.WeightsConfig))
    return E;
  if (Error E =
          addTable(pt2::constantsConfigName(Model.Name), pt2::TensorPrefix,
                   NextConstant, Model.PickledConstants, Model.ConstantsConfig))
    return E;
  keep(pt2::programName(Model.Name), Model.Program);
  if (Model.SampleInputs)
    keep(pt2::sampleInputsName(Model.Name), Model.SampleInputs);
  else
    addText(pt2::sampleInputsName(Model.Name), "");
  return Error::success();
}

Expected<Parts> ArchiveUpgrade::run() {
  for (const PT2Model &Model : A.models())
    if (Error E = addModel(Model))
      return E;
  // What stays as it is; of generation A under another name.
  bool IsFlat = A.generation() == PT2Archive::Generation::A;
  for (const ZipEntry &Entry : A.entries()) {
    StringRef Name = A.name(Entry);
    PT2Kind Kind = A.kind(Entry);
    if (Kind == PT2Kind::PickledState || Name.empty() ||
        (IsFlat && (Kind == PT2Kind::Program || Kind == PT2Kind::Version ||
                    Kind == PT2Kind::SampleInputs)))
      continue;
    if (IsFlat && Name.consume_front("extra_files/"))
      keep((pt2::ExtraDir + Name).str(), &Entry);
    else
      keep(Name, &Entry);
  }
  if (IsFlat) {
    addText(pt2::ArchiveFormat, "pt2");
    addText(pt2::ArchiveVersion, "0");
    addText(pt2::Version, "6\n");
    addText(pt2::ByteOrder, "little");
    addText(pt2::SerializationId, "");
  }
  return std::move(All);
}

Expected<std::unique_ptr<PT2Archive>>
PT2Archive::upgrade(std::unique_ptr<PT2Archive> Old) {
  if (Old->generation() == Generation::C)
    return Old;
  std::vector<std::unique_ptr<TorchSaveFile>> States;
  Expected<Parts> All = ArchiveUpgrade(*Old, States).run();
  if (!All)
    return All.takeError();
  Expected<std::unique_ptr<PT2Archive>> New =
      open(ZipReader::compose(Old->zip().sharedFile(), std::move(*All)));
  if (!New)
    return New;
  (*New)->Gen = Old->generation();
  (*New)->Old = std::move(Old);
  (*New)->States = std::move(States);
  return New;
}
