//===- Programs.cpp - Archives of torch.export in and out -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "ForeignFiles.h"
#include "Weights.h"
#include "fx/AsmParser/Parser.h"
#include "fx/Interop/PT2Writer.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Pass/TorchBackend.h"
#include "fx/Translate/GraphJSON.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
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

/// No text begins with a brace.
static bool isJSON(const InputText &In) {
  return fileOf(In).ends_with(".json") || In.text().ltrim().starts_with("{");
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// How many bytes a record needs for a tensor in it; none where that cannot be
/// told.
static std::optional<uint64_t> neededBytes(const TensorAttr &T) {
  TensorType Type = T.tensorType();
  if (T.Pickled || !Type || !Type.isStrided())
    return std::nullopt;
  ArrayRef<Argument> Sizes = Type.sizes(), Strides = Type.strides();
  int64_t Last = Type.fixedOffset().value_or(0);
  if (Strides.size() != Sizes.size())
    return std::nullopt;
  for (auto [Size, Stride] : zip(Sizes, Strides)) {
    if (!Size.isInt() || !Stride.isInt())
      return std::nullopt;
    if (Size.asInt() == 0)
      return 0;
    int64_t Reach;
    if (MulOverflow(Size.asInt() - 1, Stride.asInt(), Reach) ||
        AddOverflow(Last, Reach, Last))
      return UINT64_MAX;
  }
  return Last < 0 ? UINT64_MAX
                  : SaturatingMultiply<uint64_t>(uint64_t(Last) + 1,
                                                 itemSize(Type.dtype()));
}

/// PyTorch takes a record of 0 bytes for zeros, and writes such for tensors
/// that were fake when it exported. It fails in the middle of loading when one
/// is too short.
Error fx::checkRecords(const PT2Archive &Archive, const GraphModule &M) {
  Error Result = Error::success();
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    std::optional<uint64_t> Needed = T.Record ? neededBytes(T) : std::nullopt;
    if (!Needed || Result)
      return;
    const ZipEntry *Entry = Archive.find(T.Record.str());
    if (!Entry)
      Result =
          makeFileError(diag::err_archive_no_record, Archive.path(), T.Record);
    else if (Entry->Size != 0 && Entry->Size < *Needed)
      Result = makeFileError(diag::err_archive_short_record, Archive.path(),
                             T.Record, Entry->Size, Path, *Needed);
  });
  return Result;
}

static Expected<std::unique_ptr<PT2Archive>> openBuffer(MemoryBufferRef Ref) {
  Expected<std::unique_ptr<ZipReader>> Zip =
      ZipReader::open(MappedFile::fromBuffer(
          MemoryBuffer::getMemBuffer(Ref, /*RequiresNullTerminator=*/false)));
  if (!Zip)
    return Zip.takeError();
  Expected<std::unique_ptr<PT2Archive>> Archive =
      PT2Archive::open(std::move(*Zip));
  return Archive ? PT2Archive::upgrade(std::move(*Archive))
                 : std::move(Archive);
}

bool fx::readPrograms(InputText &In) {
  // What is in memory already has a name such as `<stdin>`.
  bool HasFile = !(fileOf(In).starts_with("<") && fileOf(In).ends_with(">"));
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
    if (!M) {
      Good &= !In.Diags.report(M.takeError());
      continue;
    }
    (*M)->setSource(In.Source, In.BufferId);
    In.Modules.push_back(std::move(*M));
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

static Expected<std::unique_ptr<GraphModule>> importScript(InputText &In) {
  Expected<TorchBackend &> Backend = loadTorchBackend();
  if (!Backend)
    return Backend.takeError();
  auto MakeExamples = [&](ArrayRef<RunInput> Inputs) {
    return makeExampleInputs(*Backend, In.Ctx, Inputs, In.Examples);
  };
  bool HasExamples = !In.Examples.Specs.empty() || !In.Examples.File.empty();
  return Backend->importScript(
      In.Ctx, fileOf(In),
      HasExamples ? TorchBackend::ExampleMaker(MakeExamples) : nullptr);
}

Error fx::loadTorchLibraries(ArrayRef<std::string> Paths) {
  if (Paths.empty())
    return Error::success();
  Expected<TorchBackend &> Backend = loadTorchBackend();
  if (!Backend)
    return Backend.takeError();
  for (const std::string &Path : Paths)
    if (Error E = Backend->loadLibrary(Path))
      return makeFileError(diag::err_plugin_load, Path, toString(std::move(E)));
  return Error::success();
}

bool fx::readScript(InputText &In) {
  Expected<std::unique_ptr<GraphModule>> M = importScript(In);
  if (!M)
    return !In.Diags.report(makeFileError(diag::err_script_import, fileOf(In),
                                          toString(M.takeError())));
  In.Modules.push_back(std::move(*M));
  return true;
}

static bool readJSON(InputText &In) {
  if (In.Diags.report(readGraphJSON(In.Ctx, In.text(), fileOf(In), In.Modules)))
    return false;
  // Weights are beside the file.
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    M->setSource(In.Source, In.BufferId);
  return true;
}

InputKind fx::kindOf(const InputText &In) {
  return isJSON(In)       ? InputKind::JSON
         : !isArchive(In) ? InputKind::Text
         : isScript(In)   ? InputKind::Script
                          : InputKind::Archive;
}

bool fx::readModules(InputText &In, std::optional<InputKind> Kind) {
  if (!Kind)
    Kind = kindOf(In);
  if (*Kind == InputKind::Script)
    return readScript(In);
  if (*Kind == InputKind::Archive)
    return readPrograms(In);
  if (*Kind == InputKind::JSON)
    return readJSON(In);
  if (std::string Foreign = describeForeignFile(fileOf(In), In.text());
      !Foreign.empty()) {
    In.Diags.report(diag::err_open_input, SMLoc(), Foreign).file(fileOf(In));
    return false;
  }
  ParserOptions Options;
  Options.AllowNoOutput = In.AllowNoOutput;
  return parseModules(In.Ctx, In.Source, In.BufferId, In.Diags, In.Modules,
                      Options);
}

bool fx::readModel(InputText &In, std::optional<InputKind> Kind) {
  if (!readModules(In, Kind))
    return false;
  shareWeightStores(In);
  if (!In.Modules.empty())
    return true;
  In.Diags.report(diag::err_no_module, SMLoc())
      .file(In.Source->getMemoryBuffer(In.BufferId)->getBufferIdentifier());
  return false;
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

/// Code that was compiled from a program which has changed since would run
/// instead of it.
static Error checkCompiledCode(const InputText &In, PT2Writer &Writer,
                               bool Drop) {
  const PT2Archive &Archive = *In.Archive;
  for (const ZipEntry &Entry : Archive.entries()) {
    if (Archive.kind(Entry) != PT2Kind::AOTInductor)
      continue;
    StringRef Name = Archive.name(Entry);
    auto IsOf = [&](const auto &M) {
      return Name.drop_front(pt2::AOTInductorDir.size())
          .starts_with((modelName(*M) + "/").str());
    };
    auto M = find_if(In.Modules, IsOf);
    if (M == In.Modules.end())
      continue;
    StringRef Model = modelName(**M);
    bool IsSame = true;
    for (const std::string &Part :
         {pt2::programName(Model), pt2::weightsConfigName(Model),
          pt2::constantsConfigName(Model)})
      IsSame &= Writer.isUnchanged(Part);
    if (IsSame)
      continue;
    if (!Drop)
      return makeFileError(diag::err_program_stale_code, Archive.path(),
                           Archive.originalName(Entry), Model);
    Writer.drop(Name);
  }
  return Error::success();
}

bool fx::writePrograms(InputText &In, StringRef Path,
                       ProgramWriteOptions Options) {
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
  if (In.Diags.report(packState(Modules, Writer, In.Archive.get()),
                      Modules.front(), fileOf(In)))
    return false;
  for (GraphModule *M : Modules)
    packProgram(*M, Writer);
  if (In.Archive &&
      In.Diags.report(checkCompiledCode(In, Writer, Options.DropCode)))
    return false;
  return !In.Diags.report(Writer.write(Path, {Options.LinkWeights}),
                          /*M=*/nullptr, fileOf(In));
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

Expected<std::optional<StructuralDifference>>
fx::findWeightDifference(GraphModule &M, GraphModule &Other) {
  std::optional<StructuralDifference> Result;
  Error Failure = Error::success();
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    const TensorAttr *O = Other.state(Path);
    if (Result || Failure || !O)
      return;
    StringRef Bytes[2];
    for (unsigned I : {0, 1}) {
      Expected<StringRef> Read =
          WeightStore::of(I ? Other : M).read(recordOf(I ? *O : T, Path));
      if (!Read) {
        Failure = joinErrors(std::move(Failure), Read.takeError());
        return;
      }
      Bytes[I] = *Read;
    }
    if (Bytes[0] != Bytes[1])
      Result = StructuralDifference{
          "", "", ("the bytes of '" + Path + "' differ").str()};
  });
  if (Failure)
    return Failure;
  return Result;
}
