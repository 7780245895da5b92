//===- TensorStore.cpp - The tensors of a module --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorStore.h"
#include "Devices.h"
#include "Exceptions.h"
#include "MappedWeights.h"
#include "RandomWeights.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/ProgramArchive.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Interop/WeightWriter.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/StringExtras.h"
#include <ATen/Functions.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

TensorStore::TensorStore(GraphModule &M, Options Opts)
    : M(M), Opts(std::move(Opts)) {}

TensorStore::~TensorStore() = default;

void TensorStore::set(StringRef Path, at::Tensor T) {
  std::unique_ptr<at::Tensor> &Place = Tensors[Path];
  if (Place)
    *Place = std::move(T);
  else
    Place = std::make_unique<at::Tensor>(std::move(T));
}

void TensorStore::dropPages(const at::Tensor &T) const {
  const c10::Storage &Memory = T.storage();
  ArrayRef<char> Bytes(static_cast<const char *>(Memory.data()),
                       Memory.nbytes());
  for (const MappedWeights *Mapped : {File.get(), OwnFile.get()})
    if (Mapped)
      Mapped->dropPages(Bytes);
}

void TensorStore::forEach(
    function_ref<void(StringRef Path, const at::Tensor &)> Fn) const {
  SmallVector<StringRef, 0> Paths(Tensors.keys());
  llvm::sort(Paths);
  for (StringRef Path : Paths)
    Fn(Path, *Tensors.find(Path)->second);
}

bool TensorStore::isTensor(StringRef Path) const {
  return Tensors.contains(Path) || M.state(Path);
}

Expected<const at::Tensor *> TensorStore::tensor(StringRef Path) {
  if (auto Known = Tensors.find(Path); Known != Tensors.end())
    return Known->second.get();
  Expected<at::Tensor> T = load(Path);
  if (!T)
    return T.takeError();
  const TensorAttr *Attr = M.state(Path);
  // Statistics are written to, which leaves cannot be.
  bool IsParameter =
      Attr ? Attr->Role == TensorAttr::Parameter : !Path.contains("running_");
  if (Opts.Gradients && IsParameter && (!Attr || Attr->RequiresGrad) &&
      (T->is_floating_point() || T->is_complex()))
    T->requires_grad_(true);
  set(Path, std::move(*T));
  return Tensors[Path].get();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

Error TensorStore::open() {
  if (Opened)
    return Error::success();
  if (!Opts.From.File.empty()) {
    auto Store = std::make_shared<WeightStore>();
    Store->addFile(Opts.From.File);
    // The tables of an archive give its records the names of the tree.
    ArchiveCtx = std::make_unique<Context>();
    Expected<std::vector<std::unique_ptr<GraphModule>>> Read =
        programsOf(*ArchiveCtx, *Store);
    if (!Read)
      return Read.takeError();
    Programs = std::move(*Read);
    File = std::make_unique<MappedWeights>(std::move(Store));
  }
  if (M.weightStore() || !M.weightFiles().empty()) {
    (void)WeightStore::of(M);
    (File ? OwnFile : File) = std::make_unique<MappedWeights>(M.weightStore());
  }
  Opened = true;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// One tensor
//===----------------------------------------------------------------------===//

static bool takeInts(const Argument &A, SmallVectorImpl<int64_t> &Values) {
  for (const Argument &Item : A.elements()) {
    if (!Item.isInt())
      return false;
    Values.push_back(Item.asInt());
  }
  return true;
}

namespace {
/// How a tensor lies in its record.
struct TensorView {
  DType Type = DType::Float32;
  SmallVector<int64_t, 4> Sizes, Strides;
  int64_t Offset = 0;
};
} // namespace

static void makeContiguous(TensorView &View) {
  int64_t Stride = 1;
  View.Strides.assign(View.Sizes.size(), 1);
  for (size_t I = View.Sizes.size(); I-- > 0;) {
    View.Strides[I] = Stride;
    Stride *= std::max<int64_t>(View.Sizes[I], 1);
  }
}

/// What the tree, or else the file, says.
static std::optional<TensorView> viewOf(const TensorAttr *Attr,
                                        const WeightRecord &Record) {
  TensorView View;
  ArrayRef<Argument> Facts;
  if (Attr && Attr->Type.kind() == ArgKind::TensorType)
    Facts = Attr->Type.elements();
  if (!Facts.empty()) {
    View.Type = Facts[0].asDType();
    if (!takeInts(Facts[1], View.Sizes))
      return std::nullopt;
    if (Facts.size() > 5 && Facts[5].isInt())
      View.Offset = Facts[5].asInt();
    if (Facts[2].isNone())
      makeContiguous(View);
    else if (!takeInts(Facts[2], View.Strides) ||
             View.Strides.size() != View.Sizes.size())
      return std::nullopt;
    return View;
  }
  if (!Record.Type)
    return std::nullopt;
  View.Type = *Record.Type;
  View.Sizes.assign(Record.Sizes.begin(), Record.Sizes.end());
  makeContiguous(View);
  return View;
}

/// Whether a record of safetensors is a storage that the tree lays a view on,
/// and no tensor.
static bool isStorage(const WeightRecord &Record) {
  return Record.Type == DType::UInt8 && Record.Sizes.size() == 1;
}

static std::string toText(const TensorView &View) {
  return (toString(View.Type) + " (" +
          join(map_range(View.Sizes, [](int64_t N) { return itostr(N); }),
               ", ") +
          ")")
      .str();
}

/// Bytes from the start of the record to the end of the last element; none if
/// that overflows or an extent is negative.
static std::optional<uint64_t> extentOf(const TensorView &View,
                                        uint64_t ElementSize) {
  constexpr uint64_t Limit = uint64_t(1) << 62;
  if (View.Offset < 0)
    return std::nullopt;
  uint64_t Last = uint64_t(View.Offset);
  for (size_t I = 0; I != View.Sizes.size(); ++I) {
    if (View.Sizes[I] < 0 || View.Strides[I] < 0)
      return std::nullopt;
    if (View.Sizes[I] == 0)
      return 0;
    uint64_t Steps = uint64_t(View.Sizes[I]) - 1;
    if (View.Strides[I] && Steps > Limit / uint64_t(View.Strides[I]))
      return std::nullopt;
    Last += Steps * uint64_t(View.Strides[I]);
    if (Last > Limit / 16)
      return std::nullopt;
  }
  return (Last + 1) * ElementSize;
}

/// \p Storage on \p Device: one copy for all the tensors that share it.
c10::Storage TensorStore::onDevice(const c10::Storage &Storage,
                                   c10::Device Device) {
  if (Device == Storage.device() || Device.is_meta())
    return Storage;
  c10::Storage &Copy = Copies[{Storage.unsafeGetStorageImpl(), Device.str()}];
  if (!Copy) {
    at::Tensor Bytes = at::empty({0}, c10::ScalarType::Byte);
    Bytes.set_(Storage, 0, {int64_t(Storage.nbytes())}, {1});
    Copy = Bytes.to(Device).storage();
  }
  return Copy;
}

static at::Tensor makeTensor(const TensorView &View, c10::ScalarType Type,
                             const c10::Storage &Storage) {
  at::Tensor T =
      at::empty({0}, at::TensorOptions().dtype(Type).device(Storage.device()));
  T.set_(Storage, View.Offset, View.Sizes, View.Strides);
  return T;
}

static bool isOnMeta(const TensorAttr &A) {
  TensorType Type = A.tensorType();
  return Type && Type.device().kind() == ArgKind::Device &&
         Type.device().str() == "meta";
}

/// What torch.save wrote of a plain tensor.
Expected<at::Tensor> TensorStore::loadPickled(GraphModule &From,
                                              StringRef Path) {
  Expected<TensorData> Data = readState(From, Path);
  if (!Data)
    return Data.takeError();
  std::optional<c10::ScalarType> Type = toTorch(Data->dtype());
  if (!Type)
    return makeError(diag::err_run_weight, SMLoc(), Path,
                     "this LibTorch has no " + toString(Data->dtype()));
  TensorData Dense = Data->contiguous();
  return catching([&] {
    ArrayRef<int64_t> Sizes = Dense.sizes();
    at::Tensor T = at::empty(at::IntArrayRef(Sizes.data(), Sizes.size()),
                             at::TensorOptions().dtype(*Type));
    memcpy(T.data_ptr(), Dense.bytes().data(), Dense.bytes().size());
    return T;
  });
}

Expected<at::Tensor> TensorStore::loadFrom(StringRef Path,
                                           const TensorAttr *Attr, bool IsOwn) {
  MappedWeights *File = IsOwn && OwnFile ? OwnFile.get() : this->File.get();
  auto Fail = [&](const Twine &What) -> Error {
    return makeError(diag::err_run_weight, SMLoc(), Path, What);
  };
  // What says where the bytes are, and how they lie there.
  GraphModule *From = IsOwn ? &M : nullptr;
  for (const std::unique_ptr<GraphModule> &Program : Programs)
    if (const TensorAttr *T = Program->state(Path); !From && T && T->isTensor())
      From = Program.get();
  const TensorAttr *Theirs = From ? From->state(Path) : nullptr;
  if (Theirs && Theirs->Pickled)
    return loadPickled(*From, Path);
  StringRef Name = Theirs ? recordOf(*Theirs, Path) : Path;
  // Archives number their records: those of another one are other state.
  StringRef Other =
      !From && Attr && Programs.empty() ? recordOf(*Attr, Path) : Path;
  Expected<const WeightRecord *> Record = File->find(Name);
  if (Record && !*Record && Name != Other) {
    Name = Other;
    Record = File->find(Name);
  }
  if (!Record)
    return Record.takeError();
  if (!*Record && !IsOwn && OwnFile && Attr && mayLack(M, *Attr))
    return loadFrom(Path, Attr, /*IsOwn=*/true);
  if (!*Record && !IsOwn)
    return makeFileError(diag::err_weights_take, Opts.From.File, Path,
                         "it is not there; " +
                             whyNoWeight(Opts.From.File, Path));
  if (!*Record && M.weightStore()->paths().empty())
    return makeError(diag::err_run_no_weights, SMLoc(), Path);
  if (!*Record)
    return Fail("the file of weights has no record '" + Name + "'");
  // A record has the type of the state that it is called after. Other state may
  // be a view of it.
  bool SaysItself = Name == Path && (*Record)->Type && !isStorage(**Record);
  std::optional<TensorView> View = viewOf(SaysItself ? nullptr
                                          : Theirs   ? Theirs
                                                     : Attr,
                                          **Record);
  if (!View)
    return Fail("its type and sizes are not known");
  std::optional<TensorView> Wanted = viewOf(Attr, **Record);
  if (Wanted && (View->Type != Wanted->Type || View->Sizes != Wanted->Sizes))
    return Fail("it is " + toText(*View) + " in the file of weights, not " +
                toText(*Wanted));
  std::optional<c10::ScalarType> Type = toTorch(View->Type);
  if (!Type)
    return Fail("this LibTorch has no " + toString(View->Type));
  std::optional<uint64_t> Bytes = extentOf(*View, c10::elementSize(*Type));
  // What is zeros for PyTorch then, has no elements at all on this device.
  if (Bytes && *Bytes != 0 && (*Record)->Storage.nbytes() == 0 && Theirs &&
      isOnMeta(*Theirs))
    return Fail("it is on the device meta, which has no elements; name a file "
                "of weights with --weights, or use --random-weights");
  // PyTorch loads zeros where nothing was written of a tensor with elements.
  if (Bytes && *Bytes != 0 && (*Record)->Storage.nbytes() == 0)
    return catching([&] {
      return at::zeros(at::IntArrayRef(View->Sizes.data(), View->Sizes.size()),
                       *Type);
    });
  if (!Bytes || *Bytes > (*Record)->Storage.nbytes())
    return Fail("its record has " + Twine((*Record)->Storage.nbytes()) +
                " bytes, fewer than its sizes and strides ask for");
  return catching([&] {
    return makeTensor(
        *View, *Type,
        onDevice((*Record)->Storage,
                 Attr ? deviceOf(Attr->tensorType()) : c10::kCPU));
  });
}

Expected<at::Tensor> TensorStore::makeUp(StringRef Path,
                                         const TensorAttr *Attr) {
  Expected<at::Tensor> T = catching(
      [&] { return randomWeight(M, Path, Attr, *Opts.From.RandomSeed); });
  if (!T)
    return makeError(diag::err_run_weight, SMLoc(), Path,
                     toString(T.takeError()));
  return T;
}

/// Random weights are for what a file lacks: \p Why stays an error where the
/// file that the user names has nothing of the model, such as one whose names
/// have a prefix.
Error TensorStore::checkAnyFits(Error Why) {
  if (AnyFits || Opts.From.File.empty()) {
    consumeError(std::move(Why));
    return Error::success();
  }
  bool AnyState = false;
  Error Failed = Error::success();
  M.forEachState([&](const TensorAttr &T, StringRef Path) {
    if (AnyFits || Failed || !T.isTensor())
      return;
    AnyState = true;
    for (StringRef Name : {Path, recordOf(T, Path)}) {
      Expected<const WeightRecord *> Record = File->find(Name);
      AnyFits |= Record && *Record;
      if (!Record)
        Failed = joinErrors(std::move(Failed), Record.takeError());
    }
    for (const std::unique_ptr<GraphModule> &Program : Programs)
      AnyFits |= Program->state(Path) != nullptr;
  });
  if (Failed) {
    consumeError(std::move(Why));
    return Failed;
  }
  // Trees that print(module) shows do not list their state.
  if (!AnyFits && AnyState)
    return Why;
  AnyFits = true;
  consumeError(std::move(Why));
  return Error::success();
}

Expected<at::Tensor> TensorStore::load(StringRef Path) {
  if (Error E = open())
    return E;
  const TensorAttr *Attr = M.state(Path);
  Expected<at::Tensor> T =
      File ? loadFrom(Path, Attr, Opts.From.File.empty())
           : makeError(diag::err_run_no_weights, SMLoc(), Path);
  AnyFits |= bool(T);
  if (!T && Opts.From.RandomSeed) {
    if (Error E = checkAnyFits(T.takeError()))
      return E;
    T = makeUp(Path, Attr);
  }
  c10::Device Device = Attr ? deviceOf(Attr->tensorType()) : c10::kCPU;
  if (!T || Device.is_cpu() || Device.is_meta())
    return T;
  return catching([&] { return T->to(Device); });
}
