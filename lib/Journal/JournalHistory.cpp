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
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

using namespace fx;
using namespace fx::journal;
using namespace llvm;

namespace fx {

/// Goes through the events once, without applying them.
class HistoryBuilder {
public:
  HistoryBuilder(const JournalReader::Impl &R, JournalHistory &H)
      : R(R), H(H), Lives(H.Lives), Numbers(H.Numbers) {}
  void run();
  /// Says of the nodes of the input where they come from; the reader is there.
  void describeInput();

private:
  using Life = JournalHistory::Life;
  static constexpr uint32_t None = UINT32_MAX;

  /// What a name means over time.
  struct NameUse {
    uint32_t Now = None;
    uint32_t BeforeStep = None, BeforePass = None;
    /// When those two were noted.
    size_t Step = 0, Pass = 0;
  };

  uint32_t lifeOf(const Event &E, uint32_t Number) const {
    return Numbers[E.Graph][Number];
  }
  void note(const Event &E);
  void nameNode(const Event &E, uint32_t I);
  void beginPass();
  void endPass();
  void link(uint32_t From, uint32_t To);
  void linkMade();
  void closeStep();
  void linkMoved();
  uint32_t place(uint32_t Graph) const;
  SmallVector<uint32_t, 4> sources(uint32_t Graph) const;

  const JournalReader::Impl &R;
  JournalHistory &H;
  std::vector<Life> &Lives;
  std::vector<std::vector<uint32_t>> &Numbers;
  size_t Step = 0, Pass = 0;
  size_t PassBegan = 0; ///< The step before it.
  /// What the step did so far.
  std::vector<uint32_t> Made, Erased;
  std::vector<std::pair<uint32_t, uint32_t>> Replaced;
  /// Graph, and the two parts of the name.
  using NameKey = std::pair<uint32_t, std::pair<uint32_t, uint32_t>>;
  DenseMap<NameKey, NameUse> Named;
  /// Old names of what the pass has renamed.
  DenseMap<uint32_t, std::string> OldNames;
  /// Old targets of what the pass has made another call.
  MapVector<uint32_t, std::string> OldTargets;
  size_t OldGraphs = 0; ///< Graphs that there were before the pass.
  /// What the pass made in new graphs, and took out of the old ones.
  std::vector<uint32_t> Moved, ErasedByPass;
  /// In a pass that names no rewrites: what else a step made, which a later one
  /// may put in the place of something.
  std::vector<std::pair<uint32_t, SmallVector<uint32_t, 4>>> Loose;
};

} // namespace fx

void HistoryBuilder::nameNode(const Event &E, uint32_t I) {
  NameUse &Use = Named[{E.Graph, {E.NameBase, E.NameSuffix}}];
  if (Use.Step != Step)
    Use.BeforeStep = Use.Now;
  if (Use.Pass != Pass)
    Use.BeforePass = Use.Now;
  Use.Step = Step;
  Use.Pass = Pass;
  Use.Now = I;
}

void HistoryBuilder::link(uint32_t From, uint32_t To) {
  if (From == To || is_contained(Lives[To].From, From))
    return;
  Lives[To].From.push_back(From);
  Lives[From].Into.push_back(To);
}

/// Where the pass took nodes out of a graph to make another one of them. It may
/// have left a node in the place of one, which keeps its identity and its name.
void HistoryBuilder::linkMoved() {
  if (Moved.empty())
    return;
  StringMap<std::pair<uint32_t, StringRef>> Old;
  for (auto &[I, Target] : OldTargets)
    if (auto It = OldNames.find(I); Lives[I].Graph < OldGraphs)
      Old[It == OldNames.end() ? Lives[I].Name : It->second] = {I, Target};
  for (uint32_t I : ErasedByPass)
    Old[Lives[I].Name] = {I, Lives[I].Target};
  for (uint32_t I : Moved) {
    auto It = Old.find(Lives[I].Name);
    if (It != Old.end() && It->second.second == Lives[I].Target)
      link(It->second.first, I);
  }
}

/// The node that the step is of. Where it has no number, its name must not have
/// gone from one node to another since the pass began.
uint32_t HistoryBuilder::place(uint32_t Graph) const {
  const journal::Step &S = R.Steps[Step];
  if (!S.isRewrite())
    return None;
  if (S.Node)
    return Numbers[S.Graph][S.Node];
  auto It = Named.find({Graph, {S.NameBase, S.NameSuffix}});
  if (!S.NameBase || It == Named.end())
    return None;
  const NameUse &Use = It->second;
  uint32_t I = Use.Step == Step ? Use.BeforeStep : Use.Now;
  uint32_t First = Use.Pass == Pass ? Use.BeforePass : Use.Now;
  if (First != None && Lives[First].GoneBy && Lives[First].GoneBy <= PassBegan)
    First = None;
  bool IsThere = I != None && (!Lives[I].GoneBy || Lives[I].GoneBy == Step);
  return IsThere && (First == None || First == I) ? I : None;
}

/// What nodes of \p Graph that the step made, and that replace nothing, come
/// from.
SmallVector<uint32_t, 4> HistoryBuilder::sources(uint32_t Graph) const {
  SmallVector<uint32_t, 4> Sources;
  auto Add = [&](uint32_t I) {
    if (Lives[I].MadeBy != Step && Lives[I].Graph == Graph &&
        !is_contained(Sources, I))
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
  if (Sources.empty())
    if (uint32_t I = place(Graph); I != None)
      Add(I);
  return Sources;
}

void HistoryBuilder::linkMade() {
  for (auto [Old, New] : Replaced)
    link(Old, New);
  bool NamesRewrites = R.Passes[R.Steps[Step].Pass].NamesRewrites;
  std::optional<uint32_t> Graph;
  SmallVector<uint32_t, 4> Sources;
  for (uint32_t I : Made) {
    if (!Lives[I].From.empty() || Lives[I].GoneBy == Step)
      continue;
    if (Lives[I].Graph >= OldGraphs) {
      Moved.push_back(I);
      continue;
    }
    if (Graph != Lives[I].Graph)
      Sources = sources(Lives[I].Graph);
    Graph = Lives[I].Graph;
    if (!NamesRewrites)
      Loose.push_back({I, Sources});
    else
      for (uint32_t From : Sources)
        link(From, I);
  }
}

void HistoryBuilder::closeStep() {
  if (Step)
    linkMade();
  for (uint32_t I : Erased)
    if (Lives[I].Graph < OldGraphs)
      ErasedByPass.push_back(I);
  Made.clear();
  Erased.clear();
  Replaced.clear();
}

void HistoryBuilder::beginPass() {
  endPass();
  ++Pass;
  PassBegan = Step ? Step - 1 : 0;
  OldGraphs = Numbers.size();
}

void HistoryBuilder::endPass() {
  for (const auto &[I, Sources] : Loose)
    if (Lives[I].From.empty())
      for (uint32_t From : Sources)
        link(From, I);
  linkMoved();
  Loose.clear();
  Moved.clear();
  ErasedByPass.clear();
  OldNames.clear();
  OldTargets.clear();
}

void HistoryBuilder::note(const Event &E) {
  switch (E.Kind) {
  case EventKind::Frame:
    if (E.Flags == NewGraph)
      Numbers.emplace_back(1);
    if (E.Flags == NewText && Step &&
        (H.TreeSteps.empty() || H.TreeSteps.back() != Step))
      H.TreeSteps.push_back(Step);
    return;
  case EventKind::Pass:
    if (E.Flags == PassBegin)
      beginPass();
    return;
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
    L.Graph = E.Graph;
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
    else if (auto It = OldNames.find(I); It != OldNames.end())
      L.Name = It->second;
    Erased.push_back(I);
    return;
  }
  if (E.Kind == EventKind::Replace) {
    Replaced.push_back({I, lifeOf(E, E.Other)});
    return;
  }
  if (E.Kind == EventKind::Name) {
    OldNames.try_emplace(I, L.Name);
    L.Name = R.name(E.NameBase, E.NameSuffix);
    nameNode(E, I);
  }
  if (E.Kind == EventKind::Target) {
    std::string Old = std::exchange(L.Target, R.string(E.Target).str());
    OldTargets.insert({I, std::move(Old)});
  }
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
  endPass();
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

/// Says which modules have the graphs, and ends the lives in those that none
/// has any more.
Error JournalHistory::placeGraphs(JournalReader &R) {
  Paths.resize(Numbers.size());
  if (Numbers.size() < 2)
    return Error::success();
  std::vector<bool> IsThere(Numbers.size()), IsNamed(Numbers.size());
  auto Look = [&] {
    IsThere.assign(Numbers.size(), false);
    for (uint32_t G : R.I->State.graphsInOrder())
      IsThere[G] = true;
  };
  // Where a graph is in the result counts more than where it was.
  for (size_t Step : {R.numSteps(), size_t(0)}) {
    if (Error E = R.goTo(Step))
      return E;
    Expected<std::unique_ptr<GraphModule>> M = R.module();
    if (!M) {
      // Between two edits a graph need not be valid.
      consumeError(M.takeError());
      continue;
    }
    for (auto [G, Owner] : R.graphsOf(**M)) {
      if (!IsNamed[G])
        Paths[G] = Owner->path();
      IsNamed[G] = true;
    }
  }
  for (size_t G = 1; G != Paths.size(); ++G)
    if (!IsNamed[G])
      Paths[G] = "graph " + utostr(G);
  // The reader is at the input: a graph goes when the tree no longer has it.
  std::vector<bool> WasThere(Numbers.size());
  Look();
  WasThere = IsThere;
  for (size_t Step : TreeSteps) {
    if (Error E = R.goTo(Step))
      return E;
    Look();
    for (size_t G = 0; G != Numbers.size(); ++G)
      if (WasThere[G] && !IsThere[G])
        for (uint32_t I : ArrayRef(Numbers[G]).drop_front())
          if (!Lives[I].GoneBy)
            Lives[I].GoneBy = Step;
    WasThere = IsThere;
  }
  return R.goTo(0);
}

Expected<JournalHistory> JournalHistory::of(JournalReader &R) {
  if (Error E = R.goTo(0))
    return E;
  JournalHistory H;
  HistoryBuilder Builder(*R.I, H);
  Builder.run();
  Builder.describeInput();
  if (Error E = H.placeGraphs(R))
    return E;
  return H;
}

std::string JournalHistory::nameOf(uint32_t I) const {
  const Life &L = Lives[I];
  const std::string &Path = Paths[L.Graph];
  return Path.empty() ? L.Name : Path + "/" + L.Name;
}

std::vector<uint32_t> JournalHistory::find(StringRef Name) const {
  Name.consume_front("%");
  std::optional<StringRef> Path;
  if (Name.contains('/'))
    std::tie(Path, Name) =
        std::pair(Name.rsplit('/').first, Name.rsplit('/').second);
  std::vector<uint32_t> Found, Gone;
  std::vector<bool> Seen(Paths.size());
  for (uint32_t I = Lives.size(); I-- != 0;) {
    const Life &L = Lives[I];
    if (L.Name != Name || (Path && *Path != Paths[L.Graph]))
      continue;
    if (!L.GoneBy)
      Found.push_back(I);
    else if (!Seen[L.Graph])
      Gone.push_back(I);
    Seen[L.Graph] = true;
  }
  if (Found.empty())
    Found = std::move(Gone);
  sort(Found, [&](uint32_t A, uint32_t B) {
    return std::pair(Lives[A].Graph, A) < std::pair(Lives[B].Graph, B);
  });
  return Found;
}
