//===- WeightWriter.cpp - Saving the weights of modules -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/WeightWriter.h"
#include "fx/IR/Context.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Interop/SavedWeights.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Support/NearestWord.h"
#include "fx/Support/OutputTransaction.h"
#include "fx/Support/ZipReader.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace fx;
using namespace llvm;

namespace {
/// One record, and the state that names it.
struct Group {
  WeightStore *Store;
  std::string Record;
  SmallVector<std::pair<TensorAttr *, std::string>, 1> Members;
};

class WeightSaver {
public:
  WeightSaver(ArrayRef<GraphModule *> Modules, SaveWeightsOptions Opts)
      : Modules(Modules), Opts(Opts) {}
  Error run(StringRef Path);

private:
  void collect();
  Error add(Group &G);
  Error write(StringRef Path);
  Expected<std::string> freeName(WeightStore &Store, StringRef Name);

  ArrayRef<GraphModule *> Modules;
  SaveWeightsOptions Opts;
  std::vector<Group> Groups;
  SafeTensorsWriter Writer;
  StringSet<> Names;
};
} // namespace

void WeightSaver::collect() {
  StringMap<size_t> Places;
  for (GraphModule *M : Modules) {
    WeightStore &Store = WeightStore::of(*M);
    M->forEachState([&](TensorAttr &T, StringRef Path) {
      StringRef Record = recordOf(T, Path);
      if (Opts.OnlyAdded && !Store.isAdded(Record))
        return;
      auto [It, New] = Places.try_emplace(
          (Twine(uintptr_t(&Store)) + "\n" + Record).str(), Groups.size());
      if (New)
        Groups.push_back({&Store, Record.str(), {}});
      Groups[It->second].Members.push_back({&T, Path.str()});
    });
  }
}

Expected<std::string> WeightSaver::freeName(WeightStore &Store,
                                            StringRef Name) {
  std::string Free = Name.str();
  for (unsigned I = 1;; ++I) {
    bool IsFree = Names.insert(Free).second;
    if (IsFree && Opts.OnlyAdded) {
      // The files that stay are asked first.
      Expected<WeightStore::Place> Old = Store.find(Free);
      if (!Old)
        return Old.takeError();
      IsFree = !*Old || Old->IsAdded;
    }
    if (IsFree)
      return Free;
    Free = (Name + "_" + Twine(I)).str();
  }
}

/// The sizes of \p T where it is all of a record of \p Size bytes.
static std::optional<SmallVector<uint64_t, 6>> wholeRecord(const TensorAttr &T,
                                                           uint64_t Size) {
  TensorType Type = T.tensorType();
  if (!T.isTensor() || T.Pickled || !Type || !safeTypeOf(Type.dtype()) ||
      Type.fixedOffset() != 0)
    return std::nullopt;
  std::optional<SmallVector<int64_t, 6>> Sizes = Type.fixedSizes();
  if (!Sizes || any_of(*Sizes, [](int64_t N) { return N < 0; }))
    return std::nullopt;
  std::optional<uint64_t> Count = elementCount(*Sizes);
  if (!Count || *Count * elementSize(Type.dtype()) != Size)
    return std::nullopt;
  // Strides of what has one place do not matter.
  int64_t Stride = 1;
  for (size_t I = Sizes->size(); I-- && *Count && Type.hasStrides();) {
    if ((*Sizes)[I] != 1 && !(Type.strides()[I] == Argument(Stride)))
      return std::nullopt;
    Stride *= (*Sizes)[I];
  }
  return SmallVector<uint64_t, 6>(Sizes->begin(), Sizes->end());
}

Error WeightSaver::add(Group &G) {
  Expected<Payload> Bytes = G.Store->payload(G.Record);
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Size = Bytes->size();
  Context &Ctx = Modules.front()->context();
  // The tensor that gives the record its type and its name.
  SafeType Type = SafeType::U8;
  SmallVector<uint64_t, 6> Shape = {Size};
  StringRef Wanted = StringRef(G.Record).rsplit('/').second;
  if (Wanted.empty())
    Wanted = G.Record;
  for (auto &[T, Path] : G.Members)
    if (std::optional<SmallVector<uint64_t, 6>> Sizes = wholeRecord(*T, Size)) {
      Type = *safeTypeOf(T->tensorType().dtype());
      Shape = std::move(*Sizes);
      Wanted = Path;
      break;
    }
  Expected<std::string> Name = freeName(*G.Store, Wanted);
  if (!Name)
    return Name.takeError();
  if (Error E = Writer.add(*Name, Type, Shape, std::move(*Bytes)))
    return E;
  for (auto &[T, Path] : G.Members)
    T->Record = Path == *Name ? Symbol() : Ctx.intern(*Name);
  return Error::success();
}

Error WeightSaver::write(StringRef Path) {
  SafeTensorsWriter::Options WriterOpts{Opts.ShareBlocks};
  if (!Opts.Files)
    return Writer.write(Path, WriterOpts);
  Expected<OutputFile *> Out = Opts.Files->createWeights(Path);
  if (!Out)
    return Out.takeError();
  if (Opts.ShareBlocks)
    (*Out)->shareBlocks();
  return Writer.write(**Out, WriterOpts);
}

Error WeightSaver::run(StringRef Path) {
  collect();
  for (Group &G : Groups)
    if (Error E = add(G))
      return E;
  Writer.setMetadata("format", "pt");
  if (Error E = write(Path))
    return E;
  auto Saved = std::make_shared<WeightStore>();
  Saved->addFile(Path);
  // Others may share the stores of these modules: copies that somebody writes
  // while the originals go on.
  DenseMap<WeightStore *, std::shared_ptr<WeightStore>> Extended;
  for (GraphModule *M : Modules) {
    if (Opts.OnlyAdded) {
      std::shared_ptr<WeightStore> &Store = Extended[M->weightStore().get()];
      if (!Store)
        Store = M->weightStore()->withFile(Path);
      M->setWeightStore(Store);
      M->addWeightFile(Path);
      continue;
    }
    M->setWeightFiles({Path.str()});
    M->setWeightStore(Saved);
  }
  return Error::success();
}

Error fx::saveWeights(ArrayRef<GraphModule *> Modules, StringRef Path,
                      SaveWeightsOptions Opts) {
  return Modules.empty() ? Error::success()
                         : WeightSaver(Modules, Opts).run(Path);
}

bool fx::hasUnsavedWeights(GraphModule &M) {
  if (!M.weightStore())
    return false;
  bool Any = false;
  M.forEachState([&](TensorAttr &T, StringRef Path) {
    Any |= M.weightStore()->isAdded(recordOf(T, Path));
  });
  return Any;
}

//===----------------------------------------------------------------------===//
// Names beside a text
//===----------------------------------------------------------------------===//

std::string fx::weightsBeside(StringRef Text) {
  SmallString<128> File(Text);
  if (Text.ends_with(".fx.txt"))
    File.resize(File.size() - StringRef(".txt").size());
  sys::path::replace_extension(File, "safetensors");
  return std::string(File);
}

/// Whether \p Line of a text, a graph in JSON or a Python class names the file
/// of weights \p Name, as those that write them do.
static bool namesWeights(StringRef Line, StringRef Name) {
  Line = Line.rtrim("\r");
  auto Is = [&](StringRef Word, StringRef Quote) {
    return Word.consume_front(Quote) && Word.consume_back(Quote) &&
           Word == Name;
  };
  if (Line.consume_front("weights "))
    return Is(Line, "\"");
  Line = Line.ltrim();
  if (Line.consume_front("STATE_FILE = "))
    return Line.contains(("'" + Name + "')").str());
  Line.consume_back(",");
  return Is(Line, "\"");
}

/// Whether what is in the file \p Text names the weights \p File beside it.
static bool isNamedBy(StringRef Text, StringRef File) {
  // A pipe would be read away.
  if (!sys::fs::is_regular_file(Text))
    return false;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Old =
      MemoryBuffer::getFile(Text, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  StringRef Name = sys::path::filename(File);
  for (StringRef Rest = Old ? (*Old)->getBuffer() : ""; !Rest.empty();) {
    auto [Line, After] = Rest.split('\n');
    if (namesWeights(Line, Name))
      return true;
    Rest = After;
  }
  return false;
}

std::string fx::freeWeightsBeside(StringRef Text,
                                  function_ref<bool(StringRef)> IsKept) {
  std::string Usual = weightsBeside(Text);
  StringRef Stem = Usual;
  Stem.consume_back(".safetensors");
  std::string File = Usual;
  for (unsigned I = 1;; ++I) {
    // A link that leads nowhere is somebody's, too.
    sys::fs::file_status Status;
    bool Exists = !sys::fs::status(File, Status, /*Follow=*/false);
    if (!Exists || (isNamedBy(Text, File) && !(IsKept && IsKept(File))))
      return File;
    File = (Stem + "." + Twine(I) + ".safetensors").str();
  }
}

//===----------------------------------------------------------------------===//
// What a file lacks
//===----------------------------------------------------------------------===//

/// Whether \p M was read from an archive with code, TorchScript.
static bool isFromScript(const GraphModule &M) {
  Expected<std::shared_ptr<MappedFile>> File =
      MappedFile::open(M.source() ? M.source().name() : StringRef());
  if (!File) {
    consumeError(File.takeError());
    return false;
  }
  Expected<std::unique_ptr<ZipReader>> Zip = ZipReader::open(std::move(*File));
  if (!Zip) {
    consumeError(Zip.takeError());
    return false;
  }
  return any_of((*Zip)->entries(), [](const ZipEntry &Entry) {
    return StringRef(Entry.Name).split('/').second.starts_with("code/");
  });
}

/// Whether \p Name is that of a buffer of torch.nn, all of which are
/// persistent.
static bool isStatistic(StringRef Name) {
  return Name.starts_with("running_") || Name == "num_batches_tracked";
}

bool fx::mayLack(const GraphModule &M, const TensorAttr &T) {
  if (T.Role != TensorAttr::Buffer)
    return T.Role == TensorAttr::Constant;
  return !T.Persistent || (!isStatistic(T.Name.str()) && isFromScript(M));
}

/// What the tensors in \p Path are called, sorted; nothing if it cannot be
/// read.
static Expected<std::vector<std::string>> namesIn(StringRef Path) {
  std::vector<std::string> Names;
  Expected<std::shared_ptr<MappedFile>> File = MappedFile::open(Path);
  if (!File)
    return File.takeError();
  if (!(*File)->bytes().starts_with("PK")) {
    Expected<std::unique_ptr<SafeTensors>> Tensors = SafeTensors::open(*File);
    if (!Tensors)
      return Tensors.takeError();
    for (const SafeTensor &T : (*Tensors)->tensors())
      Names.push_back(T.Name.str());
  } else if (Expected<std::unique_ptr<SavedWeights>> Saved =
                 SavedWeights::open(*File)) {
    for (StringRef Name : (*Saved)->names())
      Names.push_back(Name.str());
  } else {
    consumeError(Saved.takeError());
    WeightStore Store;
    Store.addFile(Path);
    Context Ctx;
    Expected<std::vector<std::unique_ptr<GraphModule>>> Programs =
        programsOf(Ctx, Store);
    if (!Programs)
      return Programs.takeError();
    for (const std::unique_ptr<GraphModule> &M : *Programs)
      M->forEachState([&](const TensorAttr &, StringRef State) {
        Names.push_back(State.str());
      });
  }
  llvm::sort(Names);
  return Names;
}

/// Whether \p Long is \p Short after the prefix that it gets, with its dot.
static bool takePrefix(StringRef Long, StringRef Short, StringRef &Prefix) {
  if (!Long.consume_back(Short) || !Long.ends_with("."))
    return false;
  Prefix = Long;
  return true;
}

std::string fx::whyNoWeight(StringRef File, StringRef Path) {
  Expected<std::vector<std::string>> Names = namesIn(File);
  if (!Names || Names->empty()) {
    consumeError(Names.takeError());
    return "the file has no tensors that have names";
  }
  StringRef Prefix;
  for (StringRef Name : *Names)
    if (takePrefix(Name, Path, Prefix))
      return ("the file has '" + Name + "'; save it without the prefix '" +
              Prefix + "'")
          .str();
  for (StringRef Name : *Names)
    if (takePrefix(Path, Name, Prefix))
      return ("the file has '" + Name + "'; save it with the prefix '" +
              Prefix + "'")
          .str();
  SmallVector<StringRef, 32> Words(Names->begin(), Names->end());
  if (StringRef Near = nearestWord(Path, Words); !Near.empty())
    return ("the file has '" + Near + "'").str();
  constexpr size_t Shown = 3;
  std::string Text =
      "the file has '" +
      join(ArrayRef(*Names).take_front(std::min(Shown, Names->size())),
           "', '") +
      "'";
  if (Names->size() > Shown)
    Text += " and " + utostr(Names->size() - Shown) + " more";
  return Text;
}
