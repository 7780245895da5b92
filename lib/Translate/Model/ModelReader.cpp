//===- ModelReader.cpp - Reading whatever holds models --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/Parser.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/IR/Verifier.h"
#include "fx/Interop/ForeignFiles.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Translate/GraphJSON.h"
#include "fx/Translate/InputFile.h"
#include "fx/Translate/LoadModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

static StringRef fileOf(const InputFile &In) {
  return In.Source->getMemoryBuffer(In.BufferId)->getBufferIdentifier();
}

bool fx::isArchive(const InputFile &In) {
  return fileOf(In).ends_with(".pt2") || In.text().starts_with("PK\x03\x04");
}

/// No text begins with a brace.
static bool isJSON(const InputFile &In) {
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

bool fx::readPrograms(InputFile &In) {
  bool HasFile = !isUnnamedInput(fileOf(In));
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
  In.NumModules = In.Archive->models().size();
  for (const auto &[Number, Model] : enumerate(In.Archive->models())) {
    if (In.Only && Number != *In.Only)
      continue;
    Expected<std::unique_ptr<GraphModule>> M =
        readProgram(In.Ctx, In.Archive, Model);
    if (!M) {
      Good &= !In.Diags.report(M.takeError());
      continue;
    }
    (*M)->setSource({In.Source, In.BufferId});
    In.Modules.push_back(std::move(*M));
  }
  return Good;
}

/// Whether an archive holds TorchScript: the records of its code say so.
static bool isScript(const InputFile &In) {
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

static Expected<std::unique_ptr<GraphModule>> importScript(InputFile &In) {
  // LibTorch opens it by its name.
  if (isUnnamedInput(fileOf(In)))
    return createStringError("it comes through a pipe; give a file");
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

bool fx::readScript(InputFile &In) {
  Expected<std::unique_ptr<GraphModule>> M = importScript(In);
  if (!M)
    return !In.Diags.report(makeFileError(diag::err_script_import, fileOf(In),
                                          toString(M.takeError())));
  (*M)->setSource({In.Source, In.BufferId});
  In.Modules.push_back(std::move(*M));
  return true;
}

static bool readJSON(InputFile &In) {
  if (In.Diags.report(readGraphJSON(In.Ctx, In.text(), fileOf(In), In.Modules)))
    return false;
  // Weights are beside the file.
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    M->setSource({In.Source, In.BufferId});
  return true;
}

InputKind fx::kindOf(const InputFile &In) {
  return isJSON(In)       ? InputKind::JSON
         : !isArchive(In) ? InputKind::Text
         : isScript(In)   ? InputKind::Script
                          : InputKind::Archive;
}

/// What a text is that is called like an archive; empty for what may be one.
static StringRef describeText(StringRef Bytes) {
  Bytes = Bytes.ltrim();
  while (Bytes.starts_with("//"))
    Bytes = Bytes.split('\n').second.ltrim();
  if (Bytes.starts_with("fx 1"))
    return "this is text of fx-opt, not an archive; call it .fx";
  if (Bytes.starts_with("graph():") || Bytes.starts_with("graph(%"))
    return "this is a graph as torch.fx prints it, not an archive; call it "
           ".fx.txt";
  return "";
}

bool fx::readModules(InputFile &In, std::optional<InputKind> Kind) {
  if (!Kind)
    Kind = kindOf(In);
  if (*Kind == InputKind::Script)
    return readScript(In);
  if (*Kind == InputKind::JSON)
    return readJSON(In);
  if (*Kind == InputKind::Text && In.text().starts_with("PK\x03\x04")) {
    In.Diags
        .report(diag::err_open_input, SMLoc(),
                "this is an archive, and was to be read as text; leave --from "
                "out")
        .file(fileOf(In));
    return false;
  }
  // A file that is called .pt2 may be something else.
  bool IsZip = *Kind == InputKind::Archive && In.text().starts_with("PK");
  if (std::string Foreign = describeForeignFile(fileOf(In), In.text());
      !IsZip && !Foreign.empty()) {
    In.Diags.report(diag::err_open_input, SMLoc(), Foreign).file(fileOf(In));
    return false;
  }
  if (*Kind == InputKind::Archive && !IsZip)
    if (StringRef Text = describeText(In.text()); !Text.empty()) {
      In.Diags.report(diag::err_open_input, SMLoc(), Text).file(fileOf(In));
      return false;
    }
  if (*Kind == InputKind::Archive)
    return readPrograms(In);
  ParserOptions Options;
  Options.AllowNoOutput = In.AllowNoOutput;
  return parseModules(In.Ctx, In.Source, In.BufferId, In.Diags, In.Modules,
                      Options);
}

/// Modules that name the same files of weights open them once.
static void shareWeightStores(InputFile &In) {
  StringMap<std::shared_ptr<WeightStore>> Stores;
  for (const std::unique_ptr<GraphModule> &M : In.Modules) {
    if (M->weightFiles().empty())
      continue;
    std::shared_ptr<WeightStore> &Store = Stores[join(M->weightFiles(), "\n")];
    if (Store) {
      M->setWeightStore(Store);
      continue;
    }
    for (StringRef File : WeightStore::of(*M).pending())
      In.Diags.report(diag::warn_weights_pending, SMLoc(), File)
          .file(In.Source->getMemoryBuffer(In.BufferId)->getBufferIdentifier());
    Store = M->weightStore();
  }
}

bool fx::readModel(InputFile &In, std::optional<InputKind> Kind) {
  if (!readModules(In, Kind))
    return false;
  if (!In.NumModules) {
    In.NumModules = In.Modules.size();
    if (In.Only && *In.Only < In.NumModules) {
      std::swap(In.Modules.front(), In.Modules[*In.Only]);
      In.Modules.resize(1);
    }
  }
  shareWeightStores(In);
  if (!In.Modules.empty())
    return true;
  In.Diags
      .report(isArchive(In) ? diag::err_no_program : diag::err_no_module,
              SMLoc())
      .file(In.Source->getMemoryBuffer(In.BufferId)->getBufferIdentifier());
  return false;
}

bool fx::verifyRead(InputFile &In, OddValues *Odd) {
  bool Valid = true;
  for (const std::unique_ptr<GraphModule> &M : In.Modules) {
    // A text that was written by hand need not say what new nodes compute.
    Valid &= verify(*M, In.Diags) &&
             !In.Diags.report(completeProgram(*M), M->source()) &&
             verifyProgram(*M, In.Diags, Odd);
    if (In.Archive)
      Valid &= !In.Diags.report(checkRecords(*In.Archive, *M));
  }
  return Valid;
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

/// The message as text alone, which says where: errors travel far from the
/// buffers that places are in.
static Diagnostic withPlace(Diagnostic D, const SourceMgr &Source,
                            StringRef Path) {
  std::string Where = D.File.empty() ? Path.str() : D.File;
  const SourceMgr &SM = D.Source ? *D.Source : Source;
  if (unsigned Buffer =
          D.Place.Loc.isValid() ? SM.FindBufferContainingLoc(D.Place.Loc) : 0) {
    auto [Line, Column] = SM.getLineAndColumn(D.Place.Loc, Buffer);
    Where = (SM.getMemoryBuffer(Buffer)->getBufferIdentifier() + ":" +
             Twine(Line) + ":" + Twine(Column))
                .str();
  }
  if (!Where.empty())
    D.Text = Where + ": " + D.Text;
  D.Place.Loc = SMLoc();
  D.Range = SMRange();
  D.File.clear();
  D.Source = nullptr;
  D.OwnedSource = nullptr;
  for (Note &N : D.Notes)
    N.Place.Loc = SMLoc();
  return D;
}

Error fx::aboutFile(Error E, StringRef Path, const GraphModule *M) {
  return handleErrors(
      std::move(E),
      [&](DiagnosticError &Info) -> Error {
        Diagnostic D = Info.take();
        if (M)
          D.resolve(M->source());
        return make_error<DiagnosticError>(
            withPlace(std::move(D), SourceMgr(), Path));
      },
      [&](const ErrorInfoBase &Info) -> Error {
        return createStringError(Path.empty()
                                     ? Info.message()
                                     : (Path + ": " + Info.message()).str());
      });
}

Expected<std::vector<std::unique_ptr<GraphModule>>>
fx::loadModels(Context &Ctx, StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
  if (!Text)
    return aboutFile(Text.takeError(), Path);
  InputFile In(std::move(*Text), &Ctx);
  Error Failures = Error::success();
  In.Diags.setHandler([&](const Diagnostic &D) {
    if (D.Sev == Severity::Error)
      Failures = joinErrors(
          std::move(Failures),
          make_error<DiagnosticError>(withPlace(D, *In.Source, Path)));
  });
  // Who returns false has reported an error.
  if (readModel(In, std::nullopt))
    verifyRead(In);
  if (Failures)
    return Failures;
  return std::move(In.Modules);
}

StringRef fx::nameAmongModels(const GraphModule &M) {
  return M.program() ? modelName(M) : M.name().str();
}

Expected<std::unique_ptr<GraphModule>>
fx::loadModel(Context &Ctx, StringRef Path, StringRef Name) {
  Expected<std::vector<std::unique_ptr<GraphModule>>> All =
      loadModels(Ctx, Path);
  if (!All)
    return All.takeError();
  for (std::unique_ptr<GraphModule> &M : *All)
    if (Name.empty() || nameAmongModels(*M) == Name)
      return std::move(M);
  SmallVector<StringRef, 4> Names;
  for (const std::unique_ptr<GraphModule> &M : *All)
    if (StringRef Known = nameAmongModels(*M); !Known.empty())
      Names.push_back(Known);
  // Texts of errors have no notes.
  std::string Text = toString(
      aboutFile(makeFileError(diag::err_run_no_model, Path, Name), Path));
  if (!Names.empty())
    Text += "; its models are " + join(Names, ", ");
  return createStringError(Text);
}
