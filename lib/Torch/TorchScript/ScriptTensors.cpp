//===- ScriptTensors.cpp - Tensors of imported TorchScript ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScriptTensors.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/MapVector.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

static const void *storageOf(const at::Tensor &T) {
  return T.storage().unsafeGetStorageImpl();
}

/// Whether its elements are in memory of the CPU one by one.
static bool isPlain(const at::Tensor &T) {
  return T.layout() == c10::kStrided && T.device().is_cpu() &&
         !T.is_quantized() && !T.is_conj() && !T.is_neg() && T.has_storage();
}

static std::string bytes(const void *Data, size_t Size) {
  return std::string(static_cast<const char *>(Data), Size);
}

//===----------------------------------------------------------------------===//
// Storing
//===----------------------------------------------------------------------===//

namespace {
class TensorStorer {
public:
  TensorStorer(GraphModule &M) : M(M), Store(WeightStore::of(M)) {}

  /// Gives \p A, which stands at \p Path, the bytes and the layout of \p T.
  Error store(TensorAttr &A, const std::string &Path, const at::Tensor &T);

private:
  GraphModule &M;
  WeightStore &Store;
  /// Keys are storages, or tensors that are not stored as they are.
  DenseMap<const void *, Symbol> Records;
};
} // namespace

Error TensorStorer::store(TensorAttr &A, const std::string &Path,
                          const at::Tensor &T) {
  at::Tensor Stored = T.detach();
  if (Stored.layout() != at::kStrided)
    return createStringError("the tensor '" + Path +
                             "' is sparse; the state of a module is dense: "
                             "convert it with to_dense()");
  bool Plain = isPlain(Stored);
  if (!Plain)
    Stored = Stored.cpu().resolve_conj().resolve_neg().contiguous();
  Symbol &Record =
      Records[Plain ? storageOf(T)
                    : static_cast<const void *>(T.unsafeGetTensorImpl())];
  if (!Record) {
    Expected<std::string> Added = Store.add(
        Path, Plain ? bytes(Stored.storage().data(), Stored.storage().nbytes())
                    : bytes(Stored.data_ptr(), Stored.nbytes()));
    if (!Added)
      return Added.takeError();
    Record = M.context().intern(*Added);
  }
  // A record is called like its place unless something says otherwise.
  A.Record = Record.str() == Path ? Symbol() : Record;
  A.Type = typeOfTensor(M.context(), Stored);
  return Error::success();
}

Error torch_impl::storeTensors(GraphModule &M, const ScriptTree &Tree,
                               const StringMap<ScriptConstant> &Constants) {
  TensorStorer Storer(M);
  Error Result = Error::success();
  M.root().walk([&](Module &Sub, StringRef Path) {
    auto Script = Tree.ScriptOf.find(&Sub);
    for (const TensorAttr &Attr : Sub.tensors()) {
      std::string Name = Attr.Name.str().str();
      std::string Full = joinModulePath(Path, Name);
      at::Tensor Value;
      if (auto It = Constants.find(Full); It != Constants.end())
        Value = It->second.Value;
      else if (Script != Tree.ScriptOf.end() && Script->second.hasattr(Name))
        Value = Script->second.attr(Name).toTensor();
      if (Value.defined() && !Result)
        Result = Storer.store(*Sub.tensor(Name), Full, Value);
    }
  });
  return Result;
}

DenseSet<const void *>
torch_impl::findChanging(GraphModule &M, const ScriptTree &Tree,
                         const DenseSet<const void *> &Folded) {
  DenseSet<const void *> Changing;
  if (Folded.empty())
    return Changing;
  StateEditor State(M);
  for (const auto &[Impl, Place] : Tree.TensorAt) {
    const auto *Tensor = static_cast<const c10::TensorImpl *>(Impl);
    if (!Tensor->has_storage())
      continue;
    const void *Storage = Tensor->storage().unsafeGetStorageImpl();
    if (Folded.contains(Storage) && M.state(Place.Path) &&
        !State.isFixed(Place.Path))
      Changing.insert(Storage);
  }
  return Changing;
}

//===----------------------------------------------------------------------===//
// Copies for runs
//===----------------------------------------------------------------------===//

/// Whether it shows all of its storage, each element once.
static bool showsStorage(const at::Tensor &T) {
  return T.is_non_overlapping_and_dense() && T.storage_offset() == 0 &&
         T.nbytes() == T.storage().nbytes();
}

static bool liesLike(const at::Tensor &A, const at::Tensor &B) {
  return A.sizes() == B.sizes() && A.strides() == B.strides() &&
         A.storage_offset() == B.storage_offset();
}

/// Nodes of a graph whose values are in one storage.
using Group = SmallVector<std::pair<Node *, at::Tensor>, 2>;

/// A new constant beside that at \p Path: the storage as a vector.
static std::string addWhole(GraphModule &M, const std::string &Path,
                            const at::Tensor &Whole) {
  auto [Prefix, Name] = StringRef(Path).rsplit('.');
  if (Name.empty())
    std::swap(Prefix, Name);
  Module &Owner = *M.submodule(Prefix);
  TensorAttr A = *Owner.tensor(Name);
  std::string Free = (Name + "_storage").str();
  while (Owner.tensor(Free) || Owner.child(Free))
    Free += '_';
  A.Record = M.context().intern(recordOf(A, Path));
  A.Name = M.context().intern(Free);
  A.Type = typeOfTensor(M.context(), Whole);
  Owner.addTensor(A);
  return joinModulePath(Prefix, Free);
}

static Argument listOf(c10::IntArrayRef Values) {
  SmallVector<Argument, 6> Items;
  for (int64_t V : Values)
    Items.push_back(Argument(V));
  return Argument::list(Items);
}

static void copyGroup(GraphModule &M, Graph &G, const Group &Nodes) {
  auto [First, Whole] = Nodes.front();
  auto Same = [&, W = Whole](const auto &Entry) {
    return Entry.second.scalar_type() == W.scalar_type();
  };
  if (!all_of(Nodes, Same))
    return;
  Node *Original = First;
  InsertionGuard At = G.insertingBefore(First->next());
  if (!showsStorage(Whole)) {
    int64_t Size = Whole.storage().nbytes() / Whole.element_size();
    Whole =
        at::empty({0}, Whole.options()).set_(Whole.storage(), 0, {Size}, {1});
    std::string Target = First->targetText().str();
    auto [Prefix, Name] = StringRef(Target).rsplit('.');
    std::string Path = addWhole(M, StateEditor::pathOf(*First), Whole);
    StringRef Added = StringRef(Path).rsplit('.').second;
    if (Added.empty())
      Added = Path;
    Original =
        G.getAttr(Name.empty() ? Added.str() : (Prefix + "." + Added).str());
  }
  Node *Copy = G.callMethod("clone", Argument(Original));
  // Two tensors of one layout are two for whoever gets them.
  DenseMap<const c10::TensorImpl *, Node *> Shows;
  bool HasWhole = false;
  for (auto [N, Value] : Nodes) {
    Node *&Shown = Shows[Value.unsafeGetTensorImpl()];
    if (!Shown && !HasWhole && liesLike(Value, Whole)) {
      Shown = Copy;
      HasWhole = true;
    }
    if (!Shown) {
      InsertionGuard Here = G.insertingBefore(N == First ? Copy->next() : N);
      Argument Args[] = {Argument(Copy), listOf(Value.sizes()),
                         listOf(Value.strides()),
                         Argument(int64_t(Value.storage_offset()))};
      Shown = G.callFunction("torch.as_strided", Args);
    }
    N->replaceAllUsesWith(Shown, [&](Node *User) { return User != Copy; });
    if (N != Original)
      G.eraseNode(N);
  }
}

void torch_impl::copyForRuns(GraphModule &M,
                             const StringMap<ScriptConstant> &Constants) {
  StateEditor State(M);
  SmallVector<std::pair<Graph *, Group>, 4> Groups;
  M.forEachGraph([&](Graph &G, StringRef) {
    MapVector<const void *, Group> ByStorage;
    for (Node *N : G.nodes()) {
      if (!N->isGetAttr())
        continue;
      std::string Path = StateEditor::pathOf(*N);
      auto It = Constants.find(Path);
      if (It != Constants.end() && It->second.MadeByRuns &&
          isPlain(It->second.Value) && !State.isFixed(Path))
        ByStorage[storageOf(It->second.Value)].push_back({N, It->second.Value});
    }
    for (auto &Entry : ByStorage)
      Groups.push_back({&G, std::move(Entry.second)});
  });
  for (auto &[G, Nodes] : Groups)
    copyGroup(M, *G, Nodes);
}
