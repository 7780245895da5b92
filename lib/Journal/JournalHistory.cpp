//===- JournalHistory.cpp - What became of nodes --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Journal/JournalHistory.h"
#include "JournalReaderImpl.h"
#include "fx/Analysis/ModuleStack.h"

using namespace fx;
using namespace fx::journal;
using namespace llvm;

namespace fx {

/// Goes through the events once, without applying them.
class HistoryBuilder {
public:
  HistoryBuilder(const JournalReader::Impl &R, JournalHistory &H)
      : R(R), Lives(H.Lives), Numbers(H.Numbers) {}
  void run();
  /// Says of the nodes of the input where they come from; the reader is there.
  void describeInput();

private:
  using Life = JournalHistory::Life;
  uint32_t lifeOf(const Event &E, uint32_t Number) const {
    return Numbers[E.Graph][Number];
  }
  void note(const Event &E);
  void nameNode(const Event &E, uint32_t I);
  void link(uint32_t From, uint32_t To);
  void closeStep();
  SmallVector<uint32_t, 4> sources() const;

  const JournalReader::Impl &R;
  std::vector<Life> &Lives;
  std::vector<std::vector<uint32_t>> &Numbers;
  size_t Step = 0;
  /// What the step did so far.
  std::vector<uint32_t> Made, Erased;
  std::vector<std::pair<uint32_t, uint32_t>> Replaced;
  /// Who had a name last, and before this step.
  using NameParts = std::pair<uint32_t, uint32_t>;
  DenseMap<NameParts, uint32_t> Named, NamedBefore;
};

} // namespace fx

void HistoryBuilder::nameNode(const Event &E, uint32_t I) {
  NameParts Name = {E.NameBase, E.NameSuffix};
  auto [It, New] = Named.try_emplace(Name, I);
  if (New)
    return;
  NamedBefore.try_emplace(Name, It->second);
  It->second = I;
}

void HistoryBuilder::link(uint32_t From, uint32_t To) {
  if (From == To || is_contained(Lives[To].From, From))
    return;
  Lives[To].From.push_back(From);
  Lives[From].Into.push_back(To);
}

/// What nodes that the step made, and that replace nothing, come from.
SmallVector<uint32_t, 4> HistoryBuilder::sources() const {
  SmallVector<uint32_t, 4> Sources;
  auto Add = [&](uint32_t I) {
    if (Lives[I].MadeBy != Step && !is_contained(Sources, I))
      Sources.push_back(I);
  };
  // A whole pass as one step says nothing about single nodes.
  constexpr size_t MaxSources = 64;
  if (Replaced.size() <= MaxSources)
    for (auto [Old, New] : Replaced)
      Add(Old);
  if (Sources.empty() && Erased.size() <= MaxSources)
    for (uint32_t I : Erased)
      Add(I);
  // A node that the step made may have the name of what it was made of.
  NameParts Place = {R.Steps[Step].NameBase, R.Steps[Step].NameSuffix};
  for (const auto *Names : {&NamedBefore, &Named})
    if (auto It = Names->find(Place); Sources.empty() && It != Names->end())
      Add(It->second);
  return Sources;
}

void HistoryBuilder::closeStep() {
  if (Step) {
    SmallVector<uint32_t, 4> Sources = sources();
    for (auto [Old, New] : Replaced)
      link(Old, New);
    for (uint32_t I : Made)
      if (Lives[I].From.empty() && Lives[I].GoneBy != Step)
        for (uint32_t From : Sources)
          link(From, I);
  }
  Made.clear();
  Erased.clear();
  Replaced.clear();
  NamedBefore.clear();
}

void HistoryBuilder::note(const Event &E) {
  switch (E.Kind) {
  case EventKind::Frame:
    if (E.Flags == NewGraph)
      Numbers.emplace_back(1);
    return;
  case EventKind::Pass:
  case EventKind::Step:
  case EventKind::Meta:
  case EventKind::Users:
    return;
  case EventKind::Create: {
    uint32_t I = Lives.size();
    Numbers[E.Graph].push_back(I);
    Life &L = Lives.emplace_back();
    L.Name = R.name(E.NameBase, E.NameSuffix);
    L.Target = R.string(E.Target).str();
    L.MadeBy = Step;
    if (!Step)
      L.InputName = L.Name;
    nameNode(E, I);
    Made.push_back(I);
    return;
  }
  default:
    break;
  }
  uint32_t I = lifeOf(E, E.Node);
  Life &L = Lives[I];
  if (E.Kind == EventKind::Erase) {
    L.GoneBy = Step;
    // Passes rename what they are about to erase.
    if (!L.MadeBy)
      L.Name = L.InputName;
    Erased.push_back(I);
    return;
  }
  if (E.Kind == EventKind::Replace) {
    Replaced.push_back({I, lifeOf(E, E.Other)});
    return;
  }
  if (E.Kind == EventKind::Name) {
    L.Name = R.name(E.NameBase, E.NameSuffix);
    nameNode(E, I);
  }
  if (E.Kind == EventKind::Target)
    L.Target = R.string(E.Target).str();
  if (L.MadeBy != Step && (L.ChangedBy.empty() || L.ChangedBy.back() != Step))
    L.ChangedBy.push_back(Step);
}

void HistoryBuilder::run() {
  EventCursor Cursor(R.Blocks, R.Tables.Sizes);
  auto IsPast = [&] {
    Position Here = Cursor.position(), End = R.Steps[Step].End;
    return std::tie(Here.Block, Here.Offset) > std::tie(End.Block, End.Offset);
  };
  Event E;
  // What is after the last step has no effect.
  while (Cursor.next(E)) {
    while (IsPast()) {
      closeStep();
      if (++Step == R.Steps.size())
        return;
    }
    note(E);
  }
  closeStep();
}

void HistoryBuilder::describeInput() {
  for (size_t G = 0; G != R.State.numGraphs(); ++G)
    for (uint32_t Number = 1; Number <= R.State.numNodes(G); ++Number) {
      const Node *N = R.State.node(G, Number);
      if (!N)
        continue;
      Life &L = Lives[Numbers[G][Number]];
      L.Module = modulePath(*N).value_or("");
      L.Source = sourceLine(*N);
    }
}

Expected<JournalHistory> JournalHistory::of(JournalReader &R) {
  if (Error E = R.goTo(0))
    return E;
  JournalHistory H;
  HistoryBuilder Builder(*R.I, H);
  Builder.run();
  Builder.describeInput();
  return H;
}

std::optional<uint32_t> JournalHistory::find(StringRef Name) const {
  Name.consume_front("%");
  std::optional<uint32_t> Last;
  for (uint32_t I = Lives.size(); I-- != 0;) {
    if (Lives[I].Name != Name)
      continue;
    if (!Lives[I].GoneBy)
      return I;
    if (!Last)
      Last = I;
  }
  return Last;
}
