//===- DedupeState.cpp - Tying equal weights ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_DEDUPESTATE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct DedupeState : impl::DedupeStateBase<DedupeState> {
  Expected<bool> run(GraphModule &M) override;

private:
  bool mergePlaceholders(GraphModule &M, StateEditor &State);
  Expected<bool> mergeRecords(GraphModule &M, StateEditor &State);
};

/// A record and the state in it.
struct Group {
  std::string Record;
  std::vector<TensorAttr *> Members;
  bool IsTieable = true;
};

/// What distinguishes records of the same bytes: which table they are in, and
/// what else ties of theirs would have to agree on.
struct Kind {
  uint64_t Size;
  TensorAttr::RoleKind Role;
  DType Type;
  bool IsPersistent, RequiresGrad;
  auto operator<=>(const Kind &) const = default;
};
} // namespace

/// The kind of the group, whose record has \p Size bytes; none where its
/// members are of several.
static std::optional<Kind> kindOf(const Group &G, uint64_t Size) {
  std::optional<Kind> Result;
  for (const TensorAttr *T : G.Members) {
    Kind K{Size, T->Role, T->tensorType().dtype(), T->Persistent,
           T->RequiresGrad};
    if (Result && *Result != K)
      return std::nullopt;
    Result = K;
  }
  return Result;
}

/// Records whose bytes are equal become one. Bytes are read only of records of
/// which there is another one of the same kind.
Expected<bool> DedupeState::mergeRecords(GraphModule &M, StateEditor &State) {
  WeightStore &Store = WeightStore::of(M);
  std::vector<Group> Groups;
  StringMap<size_t> Places;
  M.forEachState([&](TensorAttr &T, StringRef Path) {
    auto [It, IsNew] = Places.try_emplace(memoryOf(M, T, Path), Groups.size());
    if (IsNew)
      Groups.push_back({recordOf(T, Path).str(), {}});
    Group &G = Groups[It->second];
    G.Members.push_back(&T);
    G.IsTieable = G.IsTieable && T.isTensor() && !T.Pickled &&
                  T.Type.kind() == ArgKind::TensorType && State.isFixed(Path);
  });
  std::map<Kind, std::vector<Group *>> Classes;
  for (Group &G : Groups) {
    if (!G.IsTieable)
      continue;
    Expected<WeightStore::Place> Place = Store.find(G.Record);
    if (!Place)
      return Place.takeError();
    if (!*Place)
      continue;
    Expected<Payload> Bytes = Store.payload(G.Record);
    if (!Bytes)
      return Bytes.takeError();
    if (std::optional<Kind> K = kindOf(G, Bytes->size()); K && K->Size)
      Classes[*K].push_back(&G);
  }
  bool Changed = false;
  for (const auto &[Key, Class] : Classes) {
    if (Class.size() < 2)
      continue;
    DenseMap<uint64_t, std::vector<std::pair<Group *, StringRef>>> ByHash;
    for (Group *G : Class) {
      Expected<StringRef> Bytes = Store.read(G->Record);
      if (!Bytes)
        return Bytes.takeError();
      auto &Same = ByHash[xxh3_64bits(*Bytes) >> 1];
      auto First = find_if(
          Same, [&](const auto &Known) { return Known.second == *Bytes; });
      if (First == Same.end()) {
        Same.push_back({G, *Bytes});
        continue;
      }
      Changed = true;
      for (TensorAttr *T : G->Members) {
        T->Record = M.context().intern(First->first->Record);
        ++NumTied;
      }
    }
  }
  return Changed;
}

/// One placeholder is enough for what is the same in all respects. What
/// PyTorch's state dictionary has a key for keeps its own, without users: the
/// keys of a module that PyTorch makes are the names of its inputs.
bool DedupeState::mergePlaceholders(GraphModule &M, StateEditor &State) {
  DenseMap<std::pair<Symbol, TensorAttr::RoleKind>, std::vector<Node *>> Known;
  bool Changed = false;
  for (Node *N : M.graph().nodes()) {
    if (!N->isPlaceholder())
      continue;
    std::string Path = StateEditor::pathOf(*N);
    const TensorAttr *T = Path.empty() ? nullptr : M.state(Path);
    if (!T || !T->isTensor() || !T->Record || !State.isFixed(Path))
      continue;
    std::vector<Node *> &Same = Known[{T->Record, T->Role}];
    auto It = find_if(Same, [&](Node *O) {
      const TensorAttr &Other = *M.state(StateEditor::pathOf(*O));
      return Other.Type == T->Type && Other.RequiresGrad == T->RequiresGrad &&
             Other.Persistent == T->Persistent;
    });
    if (It == Same.end()) {
      Same.push_back(N);
      continue;
    }
    bool Merged = N->hasUsers();
    N->replaceAllUsesWith(*It);
    if (!StateEditor::isInStateDict(*T))
      Merged |= M.graph().eraseNode(N);
    NumMerged += Merged;
    Changed |= Merged;
  }
  return Changed;
}

Expected<bool> DedupeState::run(GraphModule &M) {
  StateEditor State(M);
  Expected<bool> Changed = mergeRecords(M, State);
  if (!Changed)
    return Changed;
  if (M.program())
    *Changed |= mergePlaceholders(M, State);
  return Changed;
}
