//===- Programs.cpp - Archives of torch.export in and out -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "fx/AsmParser/Parser.h"
#include "fx/Interop/PT2Writer.h"
#include "fx/Interop/ProgramJSON.h"
#include "fx/Interop/StateTables.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// The model that torch.export.save writes, and torch.export.load reads.
static constexpr StringLiteral UsualModel = "model";

static StringRef modelName(const GraphModule &M) {
  return M.name() ? M.name().str() : StringRef(UsualModel);
}

static StringRef fileOf(const InputText &In) {
  return In.Source->getMemoryBuffer(In.BufferId)->getBufferIdentifier();
}

bool fx::isArchive(const InputText &In) {
  return fileOf(In).ends_with(".pt2") || In.text().starts_with("PK\x03\x04");
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Reads the tables of weights and constants. Of older generations, pickles
/// hold them.
static Error readTables(const PT2Archive &Archive, const PT2Model &Model,
                        GraphModule &M) {
  std::string Names[2];
  StateTableText Tables[2];
  for (unsigned I : {0, 1}) {
    const ZipEntry *Entry = I ? Model.ConstantsConfig : Model.WeightsConfig;
    if (!Entry || Model.PickledWeights || Model.PickledConstants)
      return Error::success();
    Expected<StringRef> Text = Archive.read(*Entry);
    if (!Text)
      return Text.takeError();
    Names[I] = (Archive.path() + ":" + Archive.name(*Entry)).str();
    Tables[I] = {Names[I], *Text};
  }
  return readStateTables(M, Tables[0], Tables[1]);
}

static Error readModel(InputText &In, const PT2Model &Model) {
  const PT2Archive &Archive = *In.Archive;
  Expected<StringRef> JSON = Archive.read(*Model.Program);
  if (!JSON)
    return JSON.takeError();
  std::string Record =
      (Archive.path() + ":" + Archive.name(*Model.Program)).str();
  Expected<std::unique_ptr<GraphModule>> M = readProgram(In.Ctx, *JSON, Record);
  if (!M)
    return M.takeError();
  if (Model.Name != UsualModel)
    (*M)->setName(In.Ctx.intern(Model.Name));
  (*M)->setWeights(Archive.path());
  if (Error E = readTables(Archive, Model, **M))
    return E;
  In.Modules.push_back(std::move(*M));
  return Error::success();
}

static Expected<std::unique_ptr<PT2Archive>> openBuffer(MemoryBufferRef Ref) {
  Expected<std::unique_ptr<ZipReader>> Zip =
      ZipReader::open(MappedFile::fromBuffer(
          MemoryBuffer::getMemBuffer(Ref, /*RequiresNullTerminator=*/false)));
  if (!Zip)
    return Zip.takeError();
  return PT2Archive::open(std::move(*Zip));
}

bool fx::readPrograms(InputText &In) {
  // Standard input is in memory already.
  bool HasFile = fileOf(In) != "<stdin>";
  Expected<std::unique_ptr<PT2Archive>> Archive =
      HasFile ? PT2Archive::open(fileOf(In))
              : openBuffer(
                    In.Source->getMemoryBuffer(In.BufferId)->getMemBufferRef());
  if (!Archive) {
    In.Diags.report(Archive.takeError());
    return false;
  }
  In.Archive = std::move(*Archive);
  bool Good = true;
  for (const PT2Model &Model : In.Archive->models())
    Good &= !In.Diags.report(readModel(In, Model));
  return Good;
}

bool fx::readModules(InputText &In, std::optional<InputKind> Kind) {
  if (Kind ? *Kind == InputKind::Archive : isArchive(In))
    return readPrograms(In);
  return parseModules(In.Ctx, In.Source, In.BufferId, In.Diags, In.Modules);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The archive that a text names, as seen from that text.
static std::string pathFromText(const InputText &In, StringRef Archive) {
  if (sys::path::is_absolute(Archive))
    return Archive.str();
  SmallString<128> Path(sys::path::parent_path(fileOf(In)));
  sys::path::append(Path, Archive);
  return std::string(Path);
}

static Error openSource(InputText &In) {
  if (In.Archive)
    return Error::success();
  const GraphModule &First = *In.Modules.front();
  if (First.weights().empty())
    return makeFileError(diag::err_program_no_archive, fileOf(In));
  Expected<std::unique_ptr<PT2Archive>> Archive =
      PT2Archive::open(pathFromText(In, First.weights()));
  if (!Archive)
    return Archive.takeError();
  In.Archive = std::move(*Archive);
  return Error::success();
}

namespace {
/// Which records stay in an archive, and which nobody needs any more.
class RecordUse {
public:
  explicit RecordUse(const PT2Archive &Archive) : Archive(Archive) {}
  /// A table of the archive; \p Stays if it will be there still.
  void noteOld(StateTable Table, const ZipEntry *Entry, bool Stays);
  void note(StateTable Table, StringRef Text) {
    for (const std::string &Record : recordsOf(Table, Text))
      New.insert(Record);
  }
  void dropUnused(PT2Writer &Writer) const {
    for (const auto &Record : Old)
      if (!New.contains(Record.getKey()))
        Writer.drop(Record.getKey());
  }

private:
  const PT2Archive &Archive;
  StringSet<> Old, New;
};
} // namespace

void RecordUse::noteOld(StateTable Table, const ZipEntry *Entry, bool Stays) {
  if (!Entry)
    return;
  Expected<StringRef> Text = Archive.read(*Entry);
  // What was damaged since it was read keeps its records.
  if (!Text)
    return consumeError(Text.takeError());
  for (const std::string &Record : recordsOf(Table, *Text))
    (Stays ? New : Old).insert(Record);
}

/// Writes the tables of all programs, and leaves out the records that none of
/// them names any more.
static void writeTables(InputText &In, PT2Writer &Writer) {
  RecordUse Use(*In.Archive);
  for (const PT2Model &Model : In.Archive->models()) {
    bool Stays = none_of(
        In.Modules, [&](const auto &M) { return modelName(*M) == Model.Name; });
    Use.noteOld(StateTable::Weights, Model.WeightsConfig, Stays);
    Use.noteOld(StateTable::Constants, Model.ConstantsConfig, Stays);
  }
  for (const std::unique_ptr<GraphModule> &M : In.Modules) {
    StringRef Model = modelName(*M);
    for (StateTable Table : {StateTable::Weights, StateTable::Constants}) {
      std::string Text;
      raw_string_ostream OS(Text);
      writeStateTable(*M, Table, OS);
      Use.note(Table, Text);
      Writer.set(Table == StateTable::Weights ? pt2::weightsConfigName(Model)
                                              : pt2::constantsConfigName(Model),
                 Payload::owned(std::move(Text)), Model);
    }
  }
  Use.dropUnused(Writer);
}

bool fx::writePrograms(InputText &In, StringRef Path) {
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    if (!M->program()) {
      In.Diags.report(diag::err_program_plain_graph, SMLoc()).file(fileOf(In));
      return false;
    }
  if (In.Diags.report(openSource(In)))
    return false;
  PT2Writer Writer(*In.Archive);
  bool Good = true;
  for (const std::unique_ptr<GraphModule> &M : In.Modules) {
    std::string JSON;
    raw_string_ostream OS(JSON);
    Good &= !In.Diags.report(writeProgram(*M, OS), M.get(), fileOf(In));
    Writer.set(pt2::programName(modelName(*M)), Payload::owned(std::move(JSON)),
               modelName(*M));
  }
  if (!Good)
    return false;
  if (In.Archive->generation() == PT2Archive::Generation::C)
    writeTables(In, Writer);
  return !In.Diags.report(Writer.write(Path));
}

/// A path that means the same from the folder of \p File, or an absolute one.
static std::string pathSeenFrom(StringRef File, StringRef Path) {
  StringRef Folder = sys::path::parent_path(File);
  if (File == "-")
    return Path.str();
  if (Folder == sys::path::parent_path(Path))
    return sys::path::filename(Path).str();
  if (sys::path::is_absolute(Path))
    return Path.str();
  SmallString<128> Absolute(Path);
  if (sys::fs::make_absolute(Absolute))
    return Path.str();
  return std::string(Absolute);
}

void fx::nameArchiveFrom(InputText &In, StringRef Path) {
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    if (M->program() && !M->weights().empty()) {
      std::string Archive =
          In.Archive ? M->weights().str() : pathFromText(In, M->weights());
      M->setWeights(pathSeenFrom(Path, Archive));
    }
}
