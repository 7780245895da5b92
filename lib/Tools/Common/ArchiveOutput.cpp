//===- ArchiveOutput.cpp - Archives of torch.export out -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArchiveOutput.h"
#include "ExportModel.h"
#include "fx/Analysis/ProgramVerifier.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/Interop/PT2Writer.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

static StringRef fileOf(const InputFile &In) {
  return In.Source->getMemoryBuffer(In.BufferId)->getBufferIdentifier();
}

Error fx::loadTorchLibraries(ArrayRef<std::string> Paths) {
  if (Paths.empty())
    return Error::success();
  Expected<TorchBackend &> Backend = loadTorchBackend();
  if (!Backend)
    return Backend.takeError();
  for (const std::string &Path : Paths)
    if (Error E = Backend->loadLibrary(Path))
      return makeFileError(diag::err_open_input, Path,
                           "the library cannot be loaded: " +
                               toString(std::move(E)));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Opens the archive that a text names, whose payloads go on.
static Error openSource(InputFile &In) {
  if (In.Archive)
    return Error::success();
  GraphModule &First = *In.Modules.front();
  if (First.weightFiles().empty()) {
    // Nothing is needed where --weights has given the bytes of all state.
    WeightStore &Store = WeightStore::of(First);
    bool IsMissing = false;
    for (const Node *N : First.graph().nodes()) {
      std::string Path = StateEditor::pathOf(*N);
      const TensorAttr *T = Path.empty() ? nullptr : First.state(Path);
      IsMissing |=
          !Path.empty() &&
          (!T || (T->isTensor() && !Store.isAdded(recordOf(*T, Path))));
    }
    if (!IsMissing)
      return Error::success();
    return makeFileError(diag::err_program_no_archive, fileOf(In));
  }
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
static Error checkCompiledCode(const InputFile &In, PT2Writer &Writer,
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

/// The programs of \p In, and copies of its plain graphs that became programs,
/// which \p Owner keeps. None when errors were reported.
static SmallVector<GraphModule *, 1>
modelsOf(InputFile &In, std::vector<std::unique_ptr<GraphModule>> &Owner) {
  SmallVector<GraphModule *, 1> Programs;
  for (const std::unique_ptr<GraphModule> &M : In.Modules) {
    if (M->program()) {
      Programs.push_back(M.get());
      continue;
    }
    GraphModule &Copy = *Owner.emplace_back(M->clone());
    if (In.Diags.report(exportModel(Copy, In.Examples, In.Diags), M->source(),
                        fileOf(In)) ||
        !verifyProgramAgain(Copy, In.Diags, OddValues()))
      return {};
    Programs.push_back(&Copy);
  }
  return Programs;
}

/// Warns of what passes have noted at nodes of \p M and archives do not keep.
static void warnOfMetadata(GraphModule &M, DiagnosticEngine &Diags) {
  struct Dropped {
    Symbol Key;
    const Node *First;
    size_t Others;
  };
  SmallVector<Dropped, 2> All;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (const Node *N : G.nodes())
      for (const KwArg &E : N->meta().entries()) {
        if (keepsMetadata(E))
          continue;
        auto *It =
            find_if(All, [&](const Dropped &D) { return D.Key == E.Name; });
        if (It == All.end())
          All.push_back({E.Name, N, 0});
        else
          ++It->Others;
      }
  });
  for (const Dropped &D : All)
    Diags
        .report(diag::warn_meta_not_written, *D.First, D.Key.str(), *D.First,
                D.Others ? formatv(" and of {0} other{1}", D.Others,
                                   D.Others == 1 ? "" : "s")
                               .str()
                         : std::string())
        .in(M.source());
}

/// Writes one program of an archive with several: with the name that
/// torch.export.save gives, so that it can be loaded like any other.
static bool writeAlone(InputFile &In, const GraphModule &M, StringRef Path) {
  std::unique_ptr<GraphModule> Copy = M.clone();
  Copy->setName(Symbol());
  PT2Writer Writer(PT2Writer::rootFor(Path));
  if (In.Diags.report(packState({Copy.get()}, Writer, nullptr), M.source(),
                      fileOf(In)))
    return false;
  if (const ZipEntry *Samples =
          In.Archive ? In.Archive->find(pt2::sampleInputsName(modelName(M)))
                     : nullptr)
    Writer.set(pt2::sampleInputsName(modelName(*Copy)), *In.Archive, *Samples);
  packProgram(*Copy, Writer);
  return !In.Diags.report(Writer.write(Path), fileOf(In));
}

bool fx::writePrograms(InputFile &In, StringRef Path,
                       ProgramWriteOptions Options) {
  std::vector<std::unique_ptr<GraphModule>> Owner;
  SmallVector<GraphModule *, 1> Modules = modelsOf(In, Owner);
  // What was not a program has no archive that it came from.
  if (Modules.empty() || (Owner.empty() && In.Diags.report(openSource(In))))
    return false;
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    if (M->program())
      warnOfMetadata(*M, In.Diags);
  if (In.Only && In.NumModules > 1)
    return writeAlone(In, *Modules.front(), Path);
  PT2Writer Writer =
      In.Archive ? PT2Writer(*In.Archive) : PT2Writer(PT2Writer::rootFor(Path));
  if (In.Diags.report(packState(Modules, Writer, In.Archive.get()),
                      Modules.front()->source(), fileOf(In)))
    return false;
  for (GraphModule *M : Modules)
    packProgram(*M, Writer);
  if (In.Archive &&
      In.Diags.report(checkCompiledCode(In, Writer, Options.DropCode)))
    return false;
  return !In.Diags.report(Writer.write(Path, {Options.LinkWeights}),
                          fileOf(In));
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

Expected<bool> fx::sameStateBytes(GraphModule &M, GraphModule &Other,
                                  StringRef Path) {
  StringRef Bytes[2];
  for (unsigned I : {0, 1}) {
    GraphModule &Of = I ? Other : M;
    Expected<StringRef> Read =
        WeightStore::of(Of).read(recordOf(*Of.state(Path), Path));
    if (!Read)
      return Read.takeError();
    Bytes[I] = *Read;
  }
  return Bytes[0] == Bytes[1];
}

Expected<std::optional<StructuralDifference>>
fx::findWeightDifference(GraphModule &M, GraphModule &Other) {
  std::optional<StructuralDifference> Result;
  Error Failure = Error::success();
  M.forEachState([&](const TensorAttr &, StringRef Path) {
    if (Result || Failure || !Other.state(Path))
      return;
    Expected<bool> Same = sameStateBytes(M, Other, Path);
    if (!Same)
      Failure = joinErrors(std::move(Failure), Same.takeError());
    else if (!*Same)
      Result = StructuralDifference{
          "", "", ("the bytes of '" + Path + "' differ").str()};
  });
  if (Failure)
    return Failure;
  return Result;
}
