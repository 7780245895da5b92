//===- PT2Archive.cpp - What torch.export saves: the container ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/PT2Archive.h"
#include "PT2Names.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/NumPyFile.h"
#include "fx/Interop/TorchSave.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr StringLiteral ProgramSuffix = ".json";
static constexpr StringLiteral PickleSuffix = ".pt";

std::string pt2::programName(StringRef Model) {
  return (ModelsDir + Model + ProgramSuffix).str();
}
std::string pt2::sampleInputsName(StringRef Model) {
  return (SampleInputsDir + Model + PickleSuffix).str();
}
std::string pt2::weightsConfigName(StringRef Model) {
  return (WeightsDir + Model + "_weights_config.json").str();
}
std::string pt2::constantsConfigName(StringRef Model) {
  return (ConstantsDir + Model + "_constants_config.json").str();
}
std::string pt2::pickledWeightsName(StringRef Model) {
  return (WeightsDir + Model + PickleSuffix).str();
}
std::string pt2::pickledConstantsName(StringRef Model) {
  return (ConstantsDir + Model + PickleSuffix).str();
}

PT2Kind pt2::classify(StringRef Name) {
  if (Name.ends_with("/"))
    return PT2Kind::Other;
  if (Name.starts_with(pt2::WeightsDir))
    return PT2Kind::Weight;
  if (Name.starts_with(pt2::ConstantsDir))
    return PT2Kind::Constant;
  if (Name.starts_with(pt2::ModelsDir))
    return PT2Kind::Program;
  if (Name.starts_with(pt2::SampleInputsDir))
    return PT2Kind::SampleInputs;
  if (Name.starts_with(pt2::AOTInductorDir))
    return PT2Kind::AOTInductor;
  if (Name.starts_with(pt2::ExtraDir))
    return PT2Kind::Extra;
  if (Name.starts_with(pt2::ExecuTorchDir))
    return PT2Kind::ExecuTorch;
  return StringSwitch<PT2Kind>(Name)
      .Case(pt2::ArchiveFormat, PT2Kind::ArchiveFormat)
      .Case(pt2::ArchiveVersion, PT2Kind::ArchiveVersion)
      .Cases(pt2::Version, "version", PT2Kind::Version)
      .Case(pt2::ByteOrder, PT2Kind::ByteOrder)
      .Case(pt2::SerializationId, PT2Kind::SerializationId)
      .Default(PT2Kind::Other);
}

PT2Kind pt2::classify(StringRef Name, StringRef Model) {
  if (Name == weightsConfigName(Model))
    return PT2Kind::WeightsConfig;
  if (Name == constantsConfigName(Model))
    return PT2Kind::ConstantsConfig;
  if (Name == pickledWeightsName(Model) || Name == pickledConstantsName(Model))
    return PT2Kind::PickledState;
  return classify(Name);
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

/// Fills an archive, and checks what PyTorch's loader checks.
class PT2Archive::Opener {
public:
  explicit Opener(PT2Archive &A) : A(A), Zip(*A.Zip) {}

  Error run() {
    if (Zip.entries().empty())
      return notProgram("it is empty");
    A.Kinds.assign(Zip.entries().size(), PT2Kind::Other);
    if (Zip.find("serialized_exported_program.json"))
      return openFlat();
    if (Error E = findRoot())
      return E;
    if (Error E = checkVersions())
      return E;
    if (Error E = findModels())
      return E;
    return checkExtraFiles();
  }

private:
  Error notProgram(const Twine &Why) const {
    return makeFileError(diag::err_archive_not_program, A.path(), Why);
  }
  Error badRecord(const ZipEntry &Entry, const Twine &What) const {
    return makeFileError(diag::err_archive_record, A.path(), Entry.Name, What);
  }
  Error demand(StringRef Name, const ZipEntry *&Entry) const {
    Entry = A.find(Name);
    if (Entry)
      return Error::success();
    return makeFileError(diag::err_archive_no_record, A.path(),
                         A.Root.empty() ? Name.str()
                                        : (A.Root + "/" + Name).str());
  }
  void mark(const ZipEntry *Entry, PT2Kind Kind) {
    if (Entry)
      A.Kinds[Entry - Zip.entries().data()] = Kind;
  }

  Error openFlat();
  StringRef whatIsPickled() const;
  Error findRoot();
  Error checkVersions();
  Error findModels();
  Error findModel(const ZipEntry &Program);
  Error checkExtraFiles();

  PT2Archive &A;
  const ZipReader &Zip;
};

/// Generation A. The oldest files called their pickles .json, and had no
/// constants and sample inputs.
Error PT2Archive::Opener::openFlat() {
  A.Gen = Generation::A;
  const ZipEntry *Version;
  if (Error E = demand("version", Version))
    return E;
  mark(Version, PT2Kind::Version);

  PT2Model Model;
  Model.Name = "model";
  auto FindPickle = [&](StringRef Stem, const ZipEntry *&Entry) {
    Entry = A.find((Stem + ".json").str());
    if (!Entry)
      Entry = A.find((Stem + ".pt").str());
    mark(Entry, PT2Kind::PickledState);
  };
  if (Error E = demand("serialized_exported_program.json", Model.Program))
    return E;
  FindPickle("serialized_state_dict", Model.PickledWeights);
  if (!Model.PickledWeights)
    return demand("serialized_state_dict.pt", Model.PickledWeights);
  FindPickle("serialized_constants", Model.PickledConstants);
  Model.SampleInputs = A.find("serialized_example_inputs.pt");
  mark(Model.Program, PT2Kind::Program);
  mark(Model.SampleInputs, PT2Kind::SampleInputs);
  A.Models.push_back(Model);
  for (const ZipEntry &Entry : Zip.entries())
    if (Entry.Name.starts_with("extra_files/") && !Entry.isFolder())
      mark(&Entry, PT2Kind::Extra);
  return checkExtraFiles();
}

/// What torch.save wrote: a module with its class, or plain values.
StringRef PT2Archive::Opener::whatIsPickled() const {
  Expected<StringRef> Pickle = A.read(*A.find("data.pkl"));
  bool IsModule = Pickle && Pickle->contains("_modules");
  consumeError(Pickle.takeError());
  return IsModule ? "it is a module that torch.save pickled, which fx-opt does "
                    "not run; save it with torch.export.save (.pt2) or "
                    "torch.jit.save (.pt)"
                  : "it holds values that torch.save pickled, and no graph; "
                    "give a graph here, and this file by --weights=FILE or "
                    "fx-run --inputs=FILE";
}

/// The root is the first folder of the first record; all records are in it.
Error PT2Archive::Opener::findRoot() {
  StringRef First = Zip.entries().front().Name;
  size_t Slash = First.find('/');
  if (isNumPyArchive(Zip))
    return notProgram(
        "it holds NumPy arrays (numpy.savez); give it as weights "
        "by --weights=FILE, or as inputs by fx-run --inputs=FILE");
  if (Slash == StringRef::npos || Zip.find(pt2::ArchiveFormat))
    return notProgram("its records are in no common folder");
  A.Root = First.take_front(Slash);
  for (const ZipEntry &Entry : Zip.entries())
    if (!Entry.Name.starts_with(A.Root) || Entry.Name.size() == Slash ||
        Entry.Name[Slash] != '/')
      return badRecord(Entry, "it is not in the folder '" +
                                  detail::diagArgument(A.Root) +
                                  "' of the others");
  if (A.find(pt2::ArchiveFormat))
    return Error::success();
  if (A.find("constants.pkl"))
    return notProgram("it is a TorchScript archive (torch.jit.save)");
  if (A.find("data.pkl"))
    return notProgram(whatIsPickled());
  const ZipEntry *Format;
  return demand(pt2::ArchiveFormat, Format);
}

Error PT2Archive::Opener::checkVersions() {
  const ZipEntry *Entry;
  if (Error E = demand(pt2::ArchiveFormat, Entry))
    return E;
  Expected<StringRef> Text = A.read(*Entry);
  if (!Text)
    return Text.takeError();
  if (*Text != "pt2")
    return badRecord(*Entry, "it says '" + detail::diagArgument(*Text) +
                                 "' instead of 'pt2'");

  if (Error E = demand(pt2::ArchiveVersion, Entry))
    return E;
  if (!(Text = A.read(*Entry)))
    return Text.takeError();
  if (*Text != "0")
    return badRecord(*Entry, "version '" + detail::diagArgument(*Text) +
                                 "' of the archive is not known, only '0'");

  // The version of PyTorch's container; old ones have it in another place.
  Entry = A.find(pt2::Version);
  if (!Entry)
    Entry = A.find("version");
  if (!Entry)
    return demand(pt2::Version, Entry);
  if (!(Text = A.read(*Entry)))
    return Text.takeError();
  unsigned Version;
  if (Text->trim().getAsInteger(10, Version) || Version < 1 || Version > 10)
    return badRecord(*Entry, "version '" + detail::diagArgument(Text->trim()) +
                                 "' of the container is not one of 1 to 10");

  if (const ZipEntry *Order = A.find(pt2::ByteOrder)) {
    if (!(Text = A.read(*Order)))
      return Text.takeError();
    A.BigEndian = Text->trim() == "big";
  }
  return Error::success();
}

Error PT2Archive::Opener::findModels() {
  ArrayRef<ZipEntry> Entries = Zip.entries();
  for (size_t I = 0, E = Entries.size(); I != E; ++I)
    A.Kinds[I] = pt2::classify(A.name(Entries[I]));
  bool Pickled = false;
  for (const ZipEntry &Entry : Entries) {
    if (A.kind(Entry) != PT2Kind::Program)
      continue;
    if (Error E = findModel(Entry))
      return E;
    Pickled |= A.Models.back().PickledWeights != nullptr;
  }
  if (Pickled)
    A.Gen = Generation::B;
  return Error::success();
}

Error PT2Archive::Opener::findModel(const ZipEntry &Program) {
  PT2Model Model;
  Model.Program = &Program;
  Model.Name = A.name(Program).drop_front(pt2::ModelsDir.size());
  // PyTorch takes everything in this folder for a program.
  if (!Model.Name.consume_back(ProgramSuffix) || Model.Name.empty())
    return badRecord(Program, "it is not a program, yet among the programs");
  if (Error E = demand(pt2::sampleInputsName(Model.Name), Model.SampleInputs))
    return E;

  auto FindState = [&](const std::string &Pickle, const std::string &Config,
                       PT2Kind Kind, const ZipEntry *&Pickled,
                       const ZipEntry *&Table) -> Error {
    Pickled = A.find(Pickle);
    Table = A.find(Config);
    mark(Pickled, PT2Kind::PickledState);
    mark(Table, Kind);
    return Pickled ? Error::success() : demand(Config, Table);
  };
  if (Error E =
          FindState(pt2::pickledWeightsName(Model.Name),
                    pt2::weightsConfigName(Model.Name), PT2Kind::WeightsConfig,
                    Model.PickledWeights, Model.WeightsConfig))
    return E;
  if (Error E = FindState(pt2::pickledConstantsName(Model.Name),
                          pt2::constantsConfigName(Model.Name),
                          PT2Kind::ConstantsConfig, Model.PickledConstants,
                          Model.ConstantsConfig))
    return E;
  A.Models.push_back(Model);
  return Error::success();
}

/// PyTorch decodes all of them.
Error PT2Archive::Opener::checkExtraFiles() {
  for (const ZipEntry &Entry : Zip.entries()) {
    if (A.kind(Entry) != PT2Kind::Extra)
      continue;
    Expected<StringRef> Text = A.read(Entry);
    if (!Text)
      return Text.takeError();
    if (!json::isUTF8(*Text))
      return badRecord(Entry, "it is not UTF-8 text, as extra files must be");
  }
  return Error::success();
}

PT2Archive::PT2Archive(std::unique_ptr<ZipReader> Zip) : Zip(std::move(Zip)) {}
PT2Archive::~PT2Archive() = default;

Expected<std::unique_ptr<PT2Archive>>
PT2Archive::open(std::unique_ptr<ZipReader> Zip) {
  std::unique_ptr<PT2Archive> Archive(new PT2Archive(std::move(Zip)));
  if (Error E = Opener(*Archive).run())
    return E;
  return Archive;
}

Expected<std::unique_ptr<PT2Archive>> PT2Archive::open(StringRef Path,
                                                       ZipLimits Limits) {
  Expected<std::unique_ptr<ZipReader>> Zip = ZipReader::open(Path, Limits);
  if (!Zip)
    return Zip.takeError();
  Expected<std::unique_ptr<PT2Archive>> Archive = open(std::move(*Zip));
  return Archive ? upgrade(std::move(*Archive)) : std::move(Archive);
}

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

StringRef PT2Archive::name(const ZipEntry &Entry) const {
  return Root.empty() ? Entry.Name : Entry.Name.drop_front(Root.size() + 1);
}

StringRef PT2Archive::originalName(const ZipEntry &Entry) const {
  if (!Old)
    return name(Entry);
  StringRef Name = Zip->originalName(Entry);
  if (!Old->Root.empty() && Name.starts_with((Old->Root + "/").str()))
    Name = Name.drop_front(Old->Root.size() + 1);
  else if (Name == Entry.Name)
    return name(Entry);
  return Name;
}

const ZipEntry *PT2Archive::find(StringRef Name) const {
  if (Root.empty())
    return Zip->find(Name);
  SmallString<128> Path(Root);
  Path += '/';
  Path += Name;
  return Zip->find(Path);
}

const PT2Model *PT2Archive::findModel(StringRef Name) const {
  for (const PT2Model &Model : Models)
    if (Model.Name == Name)
      return &Model;
  return nullptr;
}

Expected<StringRef> PT2Archive::read(StringRef Name) const {
  if (const ZipEntry *Entry = find(Name))
    return Zip->read(*Entry);
  return makeFileError(diag::err_archive_no_record, path(), Name);
}
