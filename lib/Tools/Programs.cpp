//===- Programs.cpp - Archives of torch.export in and out -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "fx/Interop/PT2Writer.h"
#include "fx/Interop/ProgramJSON.h"
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
  In.Modules.push_back(std::move(*M));
  return Error::success();
}

bool fx::readPrograms(InputText &In) {
  Expected<std::unique_ptr<PT2Archive>> Archive = PT2Archive::open(fileOf(In));
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
  return Good && !In.Diags.report(Writer.write(Path));
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
