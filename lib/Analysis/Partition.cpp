//===- Partition.cpp - Parts of graphs that run as one call ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/Partition.h"
#include "Memory/EffectOrder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

namespace fx {

/// Nodes are places in the order of the graph here. A unit is what runs
/// together: nodes that may become a part, or one node without a tag.
class PartFinder {
public:
  PartFinder(Partition &Result, const Graph &G, PartitionOptions Options)
      : Result(Result), Options(Options), Nodes(nodesOf(G)), Effects(G, Nodes),
        PlaceOf(G.idBound(), None) {
    for (auto [I, N] : enumerate(Nodes))
      PlaceOf[N->id()] = I;
  }

  void run(uint32_t NumTags, function_ref<uint32_t(const Node &)> TagOf);

private:
  static constexpr uint32_t None = Partition::None;

  static std::vector<Node *> nodesOf(const Graph &G) {
    std::vector<Node *> Nodes;
    Nodes.reserve(G.size());
    for (Node *N : G.nodes())
      Nodes.push_back(N);
    return Nodes;
  }

  /// The \p I-th place that stays before \p Place, None after the last.
  uint32_t before(uint32_t Place, uint32_t I) const {
    ArrayRef<Use> Operands = Nodes[Place]->operandUses();
    if (I < Operands.size())
      return PlaceOf[Operands[I].Value];
    ArrayRef<uint32_t> Others = Effects.before(Place);
    I -= Operands.size();
    return I < Others.size() ? Others[I] : None;
  }
  template <typename Callback>
  void forEachBefore(uint32_t Place, Callback Visit) const {
    for (const Use &U : Nodes[Place]->operandUses())
      Visit(PlaceOf[U.Value]);
    for (uint32_t P : Effects.before(Place))
      Visit(P);
  }

  uint32_t firstOf(uint32_t Unit) const {
    return Unit < NumUnits ? First[Unit] : Unit - NumUnits;
  }
  uint32_t nextIn(uint32_t Unit, uint32_t Place) const {
    return Unit < NumUnits ? Next[Place] : None;
  }
  bool hasTag(uint32_t Place) const { return Unit[Place] < NumUnits; }

  void setUnits(uint32_t Count);
  void findParts();
  bool sortUnits();
  void visitUnit(uint32_t Root);
  bool isReady(uint32_t Unit) const;
  void finishComponent(uint32_t Unit);
  void splitByLevels();
  std::vector<uint32_t> findLevels() const;
  void joinLevels(std::vector<uint32_t> &Level) const;
  void splitPieces();
  bool dropSmall();
  void store(ArrayRef<uint32_t> TagOfPlace);

  Partition &Result;
  PartitionOptions Options;
  std::vector<Node *> Nodes;
  EffectOrder Effects;
  std::vector<uint32_t> PlaceOf; ///< Indexed by node id.

  /// \name By place
  /// @{
  std::vector<uint32_t> Unit; ///< Those below NumUnits have tags.
  std::vector<uint32_t> Next; ///< The next node of the same unit.
  /// @}
  uint32_t NumUnits = 0;
  std::vector<uint32_t> First; ///< Indexed by unit with a tag.

  /// \name Tarjan's strongly connected components, by unit
  /// @{
  std::vector<uint32_t> Index, Low, Component;
  std::vector<uint32_t> Stack;
  uint32_t NumVisited = 0;
  uint32_t NumComponents = 0;
  std::vector<uint32_t> Sorted; ///< Units; operands come first.
  /// @}
};

} // namespace fx

/// Makes lists of the nodes of units with tags, of which there are \p Count.
void PartFinder::setUnits(uint32_t Count) {
  // Nodes of their own are numbered after the units with tags.
  for (uint32_t I = 0; I != Unit.size(); ++I)
    Unit[I] = Unit[I] < NumUnits ? Unit[I] : Count + I;
  NumUnits = Count;
  First.assign(Count, None);
  Next.resize(Unit.size());
  for (uint32_t I = Unit.size(); I-- > 0;)
    if (hasTag(I))
      Next[I] = std::exchange(First[Unit[I]], I);
}

//===----------------------------------------------------------------------===//
// The order of units
//===----------------------------------------------------------------------===//

/// Whether all that a node without a tag needs is done.
bool PartFinder::isReady(uint32_t U) const {
  bool Ready = U >= NumUnits;
  if (Ready)
    forEachBefore(U - NumUnits,
                  [&](uint32_t P) { Ready &= Component[Unit[P]] != None; });
  return Ready;
}

/// Takes \p Root and what was visited after it from the stack.
void PartFinder::finishComponent(uint32_t Root) {
  uint32_t Last;
  do {
    Last = Stack.back();
    Stack.pop_back();
    Component[Last] = NumComponents;
    Sorted.push_back(Last);
  } while (Last != Root);
  ++NumComponents;
}

void PartFinder::visitUnit(uint32_t Root) {
  struct Frame {
    uint32_t Unit, Place, Edge;
  };
  std::vector<Frame> Frames;
  auto Enter = [&](uint32_t U) {
    Index[U] = Low[U] = NumVisited++;
    Stack.push_back(U);
    Frames.push_back({U, firstOf(U), 0});
  };
  Enter(Root);
  while (!Frames.empty()) {
    Frame &F = Frames.back();
    uint32_t Operand = before(F.Place, F.Edge++);
    if (Operand == None) {
      F.Place = nextIn(F.Unit, F.Place);
      F.Edge = 0;
      if (F.Place != None)
        continue;
      uint32_t Done = F.Unit;
      Frames.pop_back();
      if (!Frames.empty())
        Low[Frames.back().Unit] = std::min(Low[Frames.back().Unit], Low[Done]);
      if (Low[Done] == Index[Done])
        finishComponent(Done);
      continue;
    }
    uint32_t To = Unit[Operand];
    if (Index[To] == None)
      Enter(To);
    else if (Component[To] == None)
      Low[F.Unit] = std::min(Low[F.Unit], Index[To]);
  }
}

/// Returns whether no unit needs itself through others.
bool PartFinder::sortUnits() {
  size_t Count = NumUnits + Nodes.size();
  Index.assign(Count, None);
  Low.assign(Count, None);
  Component.assign(Count, None);
  NumComponents = 0;
  Sorted.clear();
  NumVisited = 0;
  for (uint32_t U : Unit) {
    if (Index[U] != None)
      continue;
    if (!isReady(U)) {
      visitUnit(U);
      continue;
    }
    Index[U] = NumVisited++;
    Stack.push_back(U);
    finishComponent(U);
  }
  return NumComponents == Sorted.size();
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// The least level of each place: 0 but in a cycle of units.
std::vector<uint32_t> PartFinder::findLevels() const {
  std::vector<uint32_t> Level(Nodes.size(), 0);
  for (uint32_t I = 0; I != Nodes.size(); ++I) {
    uint32_t Mine = 0;
    forEachBefore(I, [&](uint32_t P) {
      // Nodes without tags need not be told from each other.
      bool Rises = hasTag(P) != hasTag(I) || (hasTag(I) && Unit[P] != Unit[I]);
      if (Component[Unit[P]] == Component[Unit[I]])
        Mine = std::max(Mine, Level[P] + Rises);
    });
    Level[I] = Mine;
  }
  return Level;
}

/// Any level is right that never falls along an edge and rises where tags
/// differ. Takes nodes to the level of their first user with the same tag,
/// where that is one.
void PartFinder::joinLevels(std::vector<uint32_t> &Level) const {
  // The highest level that the users of a node allow, and the lowest among
  // those with its tag.
  std::vector<uint32_t> Limit(Nodes.size(), None), SameTag(Nodes.size(), None);
  for (uint32_t I = Nodes.size(); I-- > 0;) {
    if (Limit[I] != None && (!hasTag(I) || SameTag[I] == Limit[I]))
      Level[I] = Limit[I];
    forEachBefore(I, [&](uint32_t P) {
      if (Component[Unit[P]] != Component[Unit[I]])
        return;
      bool Same = hasTag(I) ? Unit[P] == Unit[I] : !hasTag(P);
      Limit[P] = std::min(Limit[P], Level[I] - !Same);
      if (Same)
        SameTag[P] = std::min(SameTag[P], Level[I]);
    });
  }
}

/// Makes a unit of each level of a tag that needs itself.
void PartFinder::splitByLevels() {
  std::vector<uint32_t> Level = findLevels();
  joinLevels(Level);
  DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> Numbers;
  std::vector<uint32_t> New(Unit.size(), None);
  for (uint32_t I = 0; I != Unit.size(); ++I)
    if (hasTag(I))
      New[I] = Numbers.try_emplace({Unit[I], Level[I]}, Numbers.size())
                   .first->second;
  Unit = std::move(New);
  NumUnits = Numbers.size();
  setUnits(NumUnits);
}

//===----------------------------------------------------------------------===//
// Pieces, small parts
//===----------------------------------------------------------------------===//

/// Makes a unit of each piece of a unit that no edge connects with the others.
/// There is no way between two of them by other units either, since no unit
/// needs itself.
void PartFinder::splitPieces() {
  IntEqClasses Pieces(Nodes.size());
  for (uint32_t I = 0; I != Nodes.size(); ++I)
    if (hasTag(I))
      forEachBefore(I, [&](uint32_t P) {
        if (Unit[P] == Unit[I])
          Pieces.join(P, I);
      });
  DenseMap<uint32_t, uint32_t> Numbers;
  for (uint32_t I = 0; I != Nodes.size(); ++I)
    Unit[I] = hasTag(I)
                  ? Numbers.try_emplace(Pieces.findLeader(I), Numbers.size())
                        .first->second
                  : None;
  NumUnits = Numbers.size();
  setUnits(NumUnits);
}

/// Takes tags from units that are too small; returns whether there were any.
bool PartFinder::dropSmall() {
  std::vector<size_t> Size(NumUnits);
  for (uint32_t U : Unit)
    if (U < NumUnits)
      ++Size[U];
  bool Any = false;
  for (uint32_t &U : Unit)
    if (U < NumUnits && Size[U] < Options.MinNodes) {
      U = None;
      Any = true;
    }
  if (Any)
    setUnits(NumUnits);
  return Any;
}

void PartFinder::findParts() {
  if (!sortUnits())
    splitByLevels();
  if (Options.SplitIndependent)
    splitPieces();
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

void PartFinder::store(ArrayRef<uint32_t> TagOfPlace) {
  Result.PartOfId.assign(PlaceOf.size(), None);
  Result.Order.reserve(Nodes.size());
  for (uint32_t U : Sorted) {
    uint32_t Place = firstOf(U);
    if (U < NumUnits)
      Result.Parts.push_back({TagOfPlace[Place], {}});
    for (; Place != None; Place = nextIn(U, Place)) {
      Node *N = Nodes[Place];
      Result.Order.push_back(N);
      if (U >= NumUnits)
        continue;
      Result.PartOfId[N->id()] = Result.Parts.size() - 1;
      Result.Parts.back().Nodes.push_back(N);
    }
  }
}

void PartFinder::run(uint32_t NumTags,
                     function_ref<uint32_t(const Node &)> TagOf) {
  std::vector<uint32_t> Tag(Nodes.size(), None);
  for (uint32_t I = 0; I != Nodes.size(); ++I)
    if (Nodes[I]->isCall())
      if (uint32_t T = TagOf(*Nodes[I]); T < NumTags)
        Tag[I] = T;
  Unit = Tag;
  NumUnits = NumTags;
  setUnits(NumTags);
  findParts();
  // Without the nodes of small parts there may be fewer cycles, and larger
  // parts.
  if (Options.MinNodes > 1 && dropSmall()) {
    for (uint32_t I = 0; I != Nodes.size(); ++I) {
      if (!hasTag(I))
        Tag[I] = None;
      Unit[I] = Tag[I];
    }
    NumUnits = NumTags;
    setUnits(NumTags);
    findParts();
    dropSmall();
  }
  bool IsSorted = sortUnits();
  assert(IsSorted && "a part needs itself");
  (void)IsSorted;
  store(Tag);
}

Partition::Partition(const Graph &G, uint32_t NumTags,
                     function_ref<uint32_t(const Node &)> TagOf,
                     PartitionOptions Options) {
  PartFinder(*this, G, Options).run(NumTags, TagOf);
}
