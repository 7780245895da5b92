//===- Programs.cpp - Archives of torch.export in and out -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "fx/AsmParser/Parser.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Pass/TorchBackend.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

static StringRef fileOf(const InputText &In) {
  return In.Source->getMemoryBuffer(In.BufferId)->getBufferIdentifier();
}

bool fx::isArchive(const InputText &In) {
  return fileOf(In).ends_with(".pt2") || In.text().starts_with("PK\x03\x04");
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

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
  for (const PT2Model &Model : In.Archive->models()) {
    Expected<std::unique_ptr<GraphModule>> M =
        readProgram(In.Ctx, In.Archive, Model);
    if (M)
      In.Modules.push_back(std::move(*M));
    else
      Good &= !In.Diags.report(M.takeError());
  }
  return Good;
}

/// Whether an archive holds TorchScript: the records of its code say so.
static bool isScript(const InputText &In) {
  Expected<std::unique_ptr<ZipReader>> Zip =
      ZipReader::open(MappedFile::fromBuffer(MemoryBuffer::getMemBuffer(
          In.Source->getMemoryBuffer(In.BufferId)->getMemBufferRef(),
          /*RequiresNullTerminator=*/false)));
  if (!Zip) {
    consumeError(Zip.takeError());
    return false;
  }
  return any_of((*Zip)->entries(), [](const ZipEntry &Entry) {
    StringRef Below = Entry.Name.split('/').second;
    return Below.starts_with("code/") && Below.ends_with(".py");
  });
}

bool fx::readScript(InputText &In) {
  Expected<TorchBackend &> Backend = loadTorchBackend();
  Expected<std::unique_ptr<GraphModule>> M =
      Backend ? Backend->importScript(In.Ctx, fileOf(In), In.ExampleInputs)
              : Backend.takeError();
  if (!M)
    return !In.Diags.report(makeFileError(diag::err_script_import, fileOf(In),
                                          toString(M.takeError())));
  In.Modules.push_back(std::move(*M));
  return true;
}

bool fx::readModules(InputText &In, std::optional<InputKind> Kind) {
  if (!Kind)
    Kind = !isArchive(In) ? InputKind::Text
           : isScript(In) ? InputKind::Script
                          : InputKind::Archive;
  if (*Kind == InputKind::Script)
    return readScript(In);
  if (*Kind == InputKind::Archive)
    return readPrograms(In);
  return parseModules(In.Ctx, In.Source, In.BufferId, In.Diags, In.Modules);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Opens the archive that a text names, whose payloads go on.
static Error openSource(InputText &In) {
  if (In.Archive)
    return Error::success();
  GraphModule &First = *In.Modules.front();
  if (First.weightFiles().empty())
    return makeFileError(diag::err_program_no_archive, fileOf(In));
  Expected<std::vector<std::shared_ptr<const PT2Archive>>> Archives =
      WeightStore::of(First).archives();
  if (!Archives)
    return Archives.takeError();
  if (!Archives->empty())
    In.Archive = Archives->front();
  return Error::success();
}

bool fx::writePrograms(InputText &In, StringRef Path, bool LinkWeights) {
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    if (!M->program()) {
      In.Diags.report(diag::err_program_plain_graph, SMLoc()).file(fileOf(In));
      return false;
    }
  if (In.Diags.report(openSource(In)))
    return false;
  PT2Writer Writer =
      In.Archive ? PT2Writer(*In.Archive) : PT2Writer(PT2Writer::rootFor(Path));
  SmallVector<GraphModule *, 1> Modules;
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    Modules.push_back(M.get());
  bool Good = true;
  if (!In.Archive || In.Archive->generation() == PT2Archive::Generation::C)
    Good = !In.Diags.report(packState(Modules, Writer, In.Archive.get()),
                            Modules.front(), fileOf(In));
  for (GraphModule *M : Modules)
    Good &= !In.Diags.report(packProgram(*M, Writer), M, fileOf(In));
  return Good && !In.Diags.report(Writer.write(Path, {LinkWeights}));
}
