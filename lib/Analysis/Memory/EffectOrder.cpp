//===- EffectOrder.cpp - Which nodes must keep their order ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EffectOrder.h"
#include "fx/Analysis/MemoryAnalysis.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace fx;
using namespace llvm;

namespace {

constexpr uint32_t Nowhere = ~0u;

/// Goes over the nodes once and remembers who touched what last.
class EdgeFinder {
public:
  EdgeFinder(const Graph &G, ArrayRef<Node *> Nodes)
      : Nodes(Nodes), Memory(G) {}

  /// Appends the edges to the node at \p Place.
  void visit(uint32_t Place, std::vector<uint32_t> &Edges);

private:
  /// What happened to the memory of one group since it was written last.
  struct GroupState {
    uint32_t LastWriter = Nowhere;
    SmallVector<uint32_t, 2> Readers;
  };

  void read(uint32_t Group, uint32_t Place, std::vector<uint32_t> &Edges);
  void write(uint32_t Group, uint32_t Place, std::vector<uint32_t> &Edges);
  void follow(uint32_t &Last, uint32_t Place, std::vector<uint32_t> &Edges);
  void fetch(uint32_t Place, std::vector<uint32_t> &Edges);

  ArrayRef<Node *> Nodes;
  MemoryAnalysis Memory;
  EffectCache Effects;
  DenseMap<uint32_t, GroupState> Groups;
  uint32_t LastRandom = Nowhere, LastVisible = Nowhere;
  /// The last node that may change what every later one does.
  uint32_t Fence = Nowhere;
  /// What fetches state below a path, and the last call of the module there.
  StringMap<SmallVector<uint32_t, 2>> Fetches;
  StringMap<uint32_t> Called;
};

} // namespace

void EdgeFinder::read(uint32_t Group, uint32_t Place,
                      std::vector<uint32_t> &Edges) {
  GroupState &S = Groups[Group];
  if (S.LastWriter != Nowhere)
    Edges.push_back(S.LastWriter);
  if (S.Readers.empty() || S.Readers.back() != Place)
    S.Readers.push_back(Place);
}

void EdgeFinder::write(uint32_t Group, uint32_t Place,
                       std::vector<uint32_t> &Edges) {
  GroupState &S = Groups[Group];
  if (S.LastWriter != Nowhere)
    Edges.push_back(S.LastWriter);
  for (uint32_t Reader : S.Readers)
    if (Reader != Place)
      Edges.push_back(Reader);
  S.Readers.clear();
  S.LastWriter = Place;
}

void EdgeFinder::follow(uint32_t &Last, uint32_t Place,
                        std::vector<uint32_t> &Edges) {
  if (Last != Nowhere)
    Edges.push_back(Last);
  Last = Place;
}

/// A tensor is fetched, and not read: only a call of the module that has it may
/// give its name to another one.
void EdgeFinder::fetch(uint32_t Place, std::vector<uint32_t> &Edges) {
  StringRef Path = Nodes[Place]->targetText();
  while (Path.contains('.')) {
    Path = Path.rsplit('.').first;
    Fetches[Path].push_back(Place);
    if (auto Call = Called.find(Path); Call != Called.end())
      Edges.push_back(Call->second);
  }
}

void EdgeFinder::visit(uint32_t Place, std::vector<uint32_t> &Edges) {
  const Node &N = *Nodes[Place];
  if (N.isPlaceholder() || N.isOutput())
    return;
  if (N.isGetAttr())
    return fetch(Place, Edges);
  if (Memory.hasWriters()) {
    for (const Use &U : N.operandUses()) {
      const Node *Operand = N.graph().node(U.Value);
      if (Memory.isEverWritten(*Operand))
        read(Memory.group(*Operand), Place, Edges);
    }
    if (Memory.readsState(N))
      read(Memory.externalGroup(), Place, Edges);
  }
  bool IsFence = false;
  if (!Memory.isPure(N)) {
    EffectSummary E = Effects.get(N);
    // Whoever sees a check fail sees also what was written until then.
    bool IsVisible = E.SideEffect;
    if (E.Random)
      follow(LastRandom, Place, Edges);
    if (Memory.isWriter(N)) {
      MemoryAnalysis::WriteSet Set = Memory.writes(N);
      IsFence = Set.Global;
      for (uint32_t Group : Set.Groups) {
        write(Group, Place, Edges);
        IsVisible |= Group == Memory.externalGroup();
      }
    }
    if (IsVisible)
      follow(LastVisible, Place, Edges);
  }
  if (IsFence) {
    for (uint32_t I = Fence == Nowhere ? 0 : Fence; I != Place; ++I)
      if (!Nodes[I]->isPlaceholder() && !Nodes[I]->isGetAttr())
        Edges.push_back(I);
    if (N.isCallModule()) {
      SmallVector<uint32_t, 2> &Before = Fetches[N.targetText()];
      append_range(Edges, Before);
      Before.clear(); // Later calls come after this one.
      Called[N.targetText()] = Place;
    }
    Fence = Place;
  } else if (Fence != Nowhere) {
    Edges.push_back(Fence);
  }
}

EffectOrder::EffectOrder(const Graph &G, ArrayRef<Node *> Nodes) {
  EdgeFinder Finder(G, Nodes);
  Begins.reserve(Nodes.size() + 1);
  for (uint32_t I = 0; I != Nodes.size(); ++I) {
    Begins.push_back(Edges.size());
    Finder.visit(I, Edges);
  }
  Begins.push_back(Edges.size());
  if (Edges.empty())
    Begins.clear();
}
