//===- Weights.cpp - Files of weights beside texts ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights.h"
#include "fx/IR/TensorGeometry.h"
#include "fx/Interop/PT2Archive.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Interop/UnlistedState.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Interop/WeightWriter.h"
#include "fx/Support/OutputTransaction.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

std::string fx::pathSeenFrom(StringRef File, StringRef Path) {
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

namespace {
class WeightPlacer {
public:
  WeightPlacer(ArrayRef<std::unique_ptr<InputFile>> Inputs, StringRef Path,
               OutputTransaction &Files, ArrayRef<std::string> Read)
      : Inputs(Inputs), Path(Path), Files(Files), Read(Read) {
    for (const std::unique_ptr<InputFile> &In : Inputs)
      for (const std::unique_ptr<GraphModule> &M : In->Modules)
        Modules.push_back(M.get());
  }
  Error run(WeightsMode Mode);

private:
  Error saveNew();
  Error save(StringRef File);
  Error link();
  void nameFiles();
  DiagnosticEngine &diags() { return Inputs.front()->Diags; }
  static bool isSourceOf(GraphModule *M, StringRef File);
  bool isKept(StringRef File) const;
  std::string chooseFile();

  ArrayRef<std::unique_ptr<InputFile>> Inputs;
  StringRef Path;
  OutputTransaction &Files;
  /// What flags name.
  ArrayRef<std::string> Read;
  SmallVector<GraphModule *, 4> Modules;
};
} // namespace

bool WeightPlacer::isSourceOf(GraphModule *M, StringRef File) {
  return M->weightStore() &&
         any_of(M->weightStore()->paths(), [&](StringRef Source) {
           return Source == File || sys::fs::equivalent(Source, File);
         });
}

/// Whether something else than the text that is replaced needs \p File.
bool WeightPlacer::isKept(StringRef File) const {
  auto IsFile = [&](StringRef Other) {
    return !Other.empty() && sys::fs::equivalent(Other, File);
  };
  return any_of(Read, IsFile) || any_of(Modules, [&](GraphModule *M) {
           StringRef Text = M->source() ? M->source().name() : StringRef();
           return isSourceOf(M, File) && !sys::fs::equivalent(Text, Path);
         });
}

/// Where the weights go, and a message if that is not the usual place.
std::string WeightPlacer::chooseFile() {
  std::string File =
      freeWeightsBeside(Path, [&](StringRef Each) { return isKept(Each); });
  if (std::string Usual = weightsBeside(Path); File != Usual)
    diags()
        .report(diag::remark_pass, SMLoc(), "weights",
                "'" + Usual +
                    "' is kept, as it is not of the text that was "
                    "here; the weights are in '" +
                    File + "'")
        .file(Path);
  return File;
}

Error WeightPlacer::save(StringRef File) {
  SmallVector<GraphModule *, 4> WithState;
  for (GraphModule *M : Modules) {
    bool Any = false;
    M->forEachState([&](TensorAttr &, StringRef) { Any = true; });
    // Trees that say nothing of records have none to copy.
    if (Any && (M->weightStore() || !M->weightFiles().empty()))
      WithState.push_back(M);
  }
  SaveWeightsOptions Opts;
  Opts.Files = &Files;
  return saveWeights(WithState, File, Opts);
}

/// Whether \p Path is one beside which there is no place for files.
static bool isStream(StringRef Path) {
  return Path == "/dev/stdout" || Path == "/dev/stderr" ||
         Path.starts_with("/dev/fd/") ||
         (sys::fs::exists(Path) && !sys::fs::is_regular_file(Path));
}

Error WeightPlacer::saveNew() {
  SmallVector<GraphModule *, 4> WithNew;
  for (GraphModule *M : Modules)
    if (hasUnsavedWeights(*M))
      WithNew.push_back(M);
  if (WithNew.empty())
    return Error::success();
  if (Path == "-" || isStream(Path)) {
    diags().report(diag::warn_weights_not_written, SMLoc());
    return Error::success();
  }
  std::string File = chooseFile();
  // A file that weights come from gets those that stay, too.
  if (any_of(Modules, [&](GraphModule *M) { return isSourceOf(M, File); }))
    return save(File);
  SaveWeightsOptions Opts;
  Opts.OnlyAdded = true;
  Opts.Files = &Files;
  return saveWeights(WithNew, File, Opts);
}

/// Gives each file of weights a name beside the text.
Error WeightPlacer::link() {
  for (GraphModule *M : Modules) {
    if (!M->weightStore())
      continue;
    std::vector<std::string> Names;
    auto Linked = std::make_shared<WeightStore>();
    for (StringRef Source : M->weightStore()->paths()) {
      SmallString<128> Target(sys::path::parent_path(Path));
      sys::path::append(Target, sys::path::filename(Source));
      if (!sys::fs::equivalent(Source, Target)) {
        // A name that is in use is not taken from its file.
        if (std::error_code EC = Files.link(Source, Target))
          return makeFileError(diag::err_weights_link, Source, Target.str(),
                               EC.message());
      }
      Names.push_back(std::string(Target));
      Linked->addFile(Target);
    }
    M->setWeightFiles(std::move(Names));
    M->setWeightStore(std::move(Linked));
  }
  return Error::success();
}

void WeightPlacer::nameFiles() {
  for (GraphModule *M : Modules) {
    if (!M->weightStore())
      continue;
    std::vector<std::string> Names;
    for (StringRef File : M->weightStore()->paths())
      // What came through a pipe has no name that a text could give.
      if (!isUnnamedInput(File))
        Names.push_back(pathSeenFrom(Path, File));
    M->setWeightFiles(std::move(Names));
  }
}

static bool isPiped(GraphModule *M) {
  return M->weightStore() && any_of(M->weightStore()->paths(), isUnnamedInput);
}

Error WeightPlacer::run(WeightsMode Mode) {
  for (GraphModule *M : Modules)
    if (!M->weightFiles().empty())
      (void)WeightStore::of(*M);
  // Who throws the text away wants no weights.
  if (Path == "/dev/null")
    return Error::success();
  // What came through a pipe is nowhere that a text could name.
  if (Mode == WeightsMode::Reference && Path != "-" && any_of(Modules, isPiped))
    Mode = WeightsMode::Copy;
  if (Mode != WeightsMode::Reference && Path == "-")
    return makeError(diag::err_weights_no_file, SMLoc());
  if (Mode == WeightsMode::Copy) {
    if (Error E = save(chooseFile()))
      return E;
  } else {
    // Linking leaves what is in no file.
    if (Error E = saveNew())
      return E;
    if (Mode == WeightsMode::Link)
      if (Error E = link())
        return E;
  }
  nameFiles();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Weights from elsewhere
//===----------------------------------------------------------------------===//

namespace {
/// A file that weights are taken from.
class GivenWeights {
public:
  Error open(Context &Ctx, StringRef Path);
  /// The elements of the state \p T at \p Path, none where the file lacks them.
  /// Errors say what is wrong.
  Expected<std::optional<TensorData>> find(const TensorAttr &T, StringRef Path);
  const std::shared_ptr<WeightStore> &store() const { return Store; }

private:
  std::shared_ptr<WeightStore> Store = std::make_shared<WeightStore>();
  /// Programs of an archive, whose tables give its records names.
  std::vector<std::unique_ptr<GraphModule>> Programs;
};
} // namespace

Error GivenWeights::open(Context &Ctx, StringRef Path) {
  Store->addFile(Path);
  return programsOf(Ctx, *Store).moveInto(Programs);
}

Expected<std::optional<TensorData>> GivenWeights::find(const TensorAttr &T,
                                                       StringRef Path) {
  for (const std::unique_ptr<GraphModule> &M : Programs)
    if (const TensorAttr *Theirs = M->state(Path); Theirs && Theirs->isTensor())
      return readState(*M, Path);
  for (StringRef Name : {Path, recordOf(T, Path)}) {
    Expected<WeightStore::Place> Place = Store->find(Name);
    if (!Place)
      return Place.takeError();
    std::optional<DType> Type = Place->dtype();
    if (!Type)
      continue;
    Expected<StringRef> Bytes = Store->read(Name);
    if (!Bytes)
      return Bytes.takeError();
    SmallVector<int64_t, 6> Sizes = Place->sizes();
    return TensorData::view(*Type, Sizes, contiguousStrides(Sizes), 0, *Bytes,
                            Store);
  }
  return std::nullopt;
}

/// Whether \p Data is what the module tree says of \p T.
static Error checkWeight(const TensorAttr &T, const TensorData &Data) {
  auto Text = [](DType Type, ArrayRef<int64_t> Sizes) {
    return (toString(Type) + " (" +
            join(map_range(Sizes, [](int64_t N) { return itostr(N); }), ", ") +
            ")")
        .str();
  };
  TensorType Type = T.tensorType();
  std::optional<SmallVector<int64_t, 6>> Sizes =
      Type ? Type.fixedSizes() : std::nullopt;
  if (!Sizes || (Type.dtype() == Data.dtype() &&
                 Data.sizes() == ArrayRef<int64_t>(*Sizes)))
    return Error::success();
  return createStringError("it is " + Text(Data.dtype(), Data.sizes()) +
                           " there, not " + Text(Type.dtype(), *Sizes));
}

/// Adds the state that a tree does not list, as print(module) shows it, with
/// the types that the files of weights say.
static Error listState(GraphModule &M, StringRef File) {
  UnlistedState Unlisted(M);
  std::string Lacking;
  if (Error E = Unlisted.listModules(&Lacking))
    return E;
  if (!Lacking.empty())
    return makeFileError(diag::err_weights_take, File, Lacking,
                         "it is not there; " + whyNoWeight(File, Lacking));
  std::vector<std::string> Fetched;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (const Node *N : G.findNodes(Opcode::GetAttr))
      if (std::string Path = StateEditor::pathOf(*N); !M.attribute(Path))
        Fetched.push_back(std::move(Path));
  });
  for (StringRef Path : Fetched) {
    Expected<TensorAttr *> T = Unlisted.list(Path, /*IsBuffer=*/false);
    if (!T)
      return T.takeError();
  }
  return Error::success();
}

/// Takes the files that are gone from what the text of \p M names: new weights
/// need nothing of them.
static void dropLostFiles(GraphModule &M) {
  std::vector<std::string> Kept, Paths = WeightStore::of(M).paths();
  // What came from an archive, or was made, has no such names.
  if (Paths.size() != M.weightFiles().size())
    return;
  for (const auto &[Name, Path] : zip_equal(M.weightFiles(), Paths))
    if (sys::fs::exists(Path))
      Kept.push_back(Name);
  if (Kept.size() == M.weightFiles().size())
    return;
  M.setWeightFiles(std::move(Kept));
  M.setWeightStore(nullptr);
}

static Error takeWeightsOf(GraphModule &M, GivenWeights &Source,
                           StringRef File) {
  dropLostFiles(M);
  SmallVector<std::string, 32> Paths;
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    if (T.isTensor())
      Paths.push_back(Path.str());
  });
  if (Paths.empty()) {
    M.setWeightFiles({File.str()});
    M.setWeightStore(Source.store());
    return listState(M, File);
  }
  // State of one memory stays one.
  StringMap<std::string> Taken;
  for (StringRef Path : Paths) {
    TensorAttr &T = *M.state(Path);
    auto [It, IsNew] = Taken.try_emplace(memoryOf(M, T, Path), Path.str());
    if (const TensorAttr *First = IsNew ? nullptr : M.state(It->second);
        First && First->tensorType() == T.tensorType()) {
      T.Record = M.context().intern(recordOf(*First, It->second));
      continue;
    }
    Expected<std::optional<TensorData>> Data = Source.find(T, Path);
    if (Data && !*Data && mayLack(M, T))
      continue;
    if (Data && !*Data)
      return makeFileError(diag::err_weights_take, File, Path,
                           "it is not there; " + whyNoWeight(File, Path));
    Error Wrong = Data ? checkWeight(T, **Data) : Data.takeError();
    if (Wrong)
      return makeFileError(diag::err_weights_take, File, Path,
                           toString(std::move(Wrong)));
    if (Error E = writeState(M, Path, **Data))
      return E;
  }
  return Error::success();
}

bool fx::takeWeights(InputFile &In, StringRef Path) {
  if (Path.empty())
    return true;
  GivenWeights Source;
  if (In.Diags.report(Source.open(In.Ctx, Path), Path))
    return false;
  for (const std::unique_ptr<GraphModule> &M : In.Modules)
    if (In.Diags.report(takeWeightsOf(*M, Source, Path), M->source(), Path))
      return false;
  return true;
}

bool fx::placeWeights(ArrayRef<std::unique_ptr<InputFile>> Inputs,
                      StringRef Path, WeightsMode Mode,
                      OutputTransaction &Files, ArrayRef<std::string> Read) {
  if (Inputs.empty())
    return true;
  return !Inputs.front()->Diags.report(
      WeightPlacer(Inputs, Path, Files, Read).run(Mode));
}
