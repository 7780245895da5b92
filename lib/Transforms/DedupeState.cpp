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
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
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

/// A record that may be merged with others of its size.
struct Candidate {
  std::string Record;
  /// What tells it from records of the same bytes: which table it is in.
  TensorAttr::RoleKind Role;
  DType Type;
};
} // namespace

/// Records whose bytes are equal become one. Bytes are read only of records of
/// which there is another one of the same size and type.
Expected<bool> DedupeState::mergeRecords(GraphModule &M, StateEditor &State) {
  WeightStore &Store = WeightStore::of(M);
  MapVector<StringRef, Candidate> Candidates;
  StringSet<> Excluded;
  std::vector<std::pair<TensorAttr *, std::string>> All;
  M.forEachState(
      [&](TensorAttr &T, StringRef Path) { All.push_back({&T, Path.str()}); });
  for (auto &[T, Path] : All) {
    StringRef Record = recordOf(*T, Path);
    if (T->Pickled || T->Type.kind() != ArgKind::TensorType ||
        !State.isConstant(Path) || State.isReturned(Path))
      Excluded.insert(Record);
    else
      Candidates.insert(
          {Record, {Record.str(), T->Role, T->Type.elements()[0].asDType()}});
  }
  // By size, type and role.
  std::map<std::tuple<uint64_t, DType, TensorAttr::RoleKind>,
           std::vector<const Candidate *>>
      Classes;
  for (const auto &[Record, C] : Candidates) {
    if (Excluded.contains(Record))
      continue;
    Expected<WeightStore::Place> Place = Store.find(Record);
    if (!Place)
      return Place.takeError();
    if (!*Place)
      continue;
    Expected<Payload> Bytes = Store.payload(Record);
    if (!Bytes)
      return Bytes.takeError();
    Classes[{Bytes->size(), C.Type, C.Role}].push_back(&C);
  }
  StringMap<std::string> Replaced;
  for (const auto &[Key, Class] : Classes) {
    if (Class.size() < 2 || std::get<0>(Key) == 0)
      continue;
    DenseMap<uint64_t, std::vector<std::pair<StringRef, StringRef>>> ByHash;
    for (const Candidate *C : Class) {
      Expected<StringRef> Bytes = Store.read(C->Record);
      if (!Bytes)
        return Bytes.takeError();
      auto &Same = ByHash[xxh3_64bits(*Bytes) >> 1];
      auto First = find_if(
          Same, [&](const auto &Known) { return Known.second == *Bytes; });
      if (First != Same.end())
        Replaced[C->Record] = First->first.str();
      else
        Same.push_back({C->Record, *Bytes});
    }
  }
  for (auto &[T, Path] : All) {
    auto It = Replaced.find(recordOf(*T, Path));
    if (It == Replaced.end())
      continue;
    T->Record = M.context().intern(It->second);
    ++NumTied;
  }
  return !Replaced.empty();
}

/// One placeholder is enough for what is the same in all respects.
bool DedupeState::mergePlaceholders(GraphModule &M, StateEditor &State) {
  DenseMap<std::pair<Symbol, TensorAttr::RoleKind>, std::vector<Node *>> Known;
  bool Changed = false;
  for (Node *N : M.graph().nodes()) {
    if (!N->isPlaceholder())
      continue;
    std::string Path = StateEditor::pathOf(*N);
    const TensorAttr *T = Path.empty() ? nullptr : M.state(Path);
    if (!T || !T->isTensor() || !T->Record || !State.isConstant(Path) ||
        State.isReturned(Path))
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
    N->replaceAllUsesWith(*It);
    if (M.graph().eraseNode(N)) {
      ++NumMerged;
      Changed = true;
    }
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
