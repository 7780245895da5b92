//===- Film.cpp - All nodes that a journal has had ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Film.h"
#include "Picture/ModuleFrames.h"
#include "Picture/NodeText.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"

using namespace fx;
using namespace llvm;

static constexpr uint32_t None = Film::None;

namespace {

class FilmBuilder {
public:
  FilmBuilder(JournalReader &R, const PictureOptions &Options, Film &F)
      : R(R), Options(Options), F(F) {}
  ~FilmBuilder() { forgetTree(); }
  Expected<bool> run(bool EveryStep, size_t MaxRows);

private:
  /// A node, by its index in the history.
  struct Life {
    uint32_t Graph = 0, Number = 0;
    /// All nodes of a graph that there ever were, in order.
    uint32_t Before = None, After = None;
    uint32_t Born = None, Gone = None;
    uint32_t Frame = None, Box = None;
    bool Hidden = false;
    /// The stop at which it was touched last.
    uint32_t TouchedAt = None;
    /// What the last row was made of.
    hash_code Seen = hash_code(0);
  };
  struct GraphState {
    uint32_t First = None, Last = None;
    /// Where it is drawn, and for what.
    uint32_t Frame = None, User = None;
  };

  uint32_t lifeOf(uint32_t Graph, const Node &N) const {
    return History->lifeOf(Graph, R.numberOf(Graph, N));
  }
  void link(uint32_t L, const Node &N);
  void unlink(uint32_t L);
  void take(const JournalEdit &E);
  void touch(uint32_t L);
  void stop(bool IsPassEnd);
  void addRow(uint32_t L);
  void readTree();
  void forgetTree();
  void placeNodes();
  void placeStragglers();
  void orderBoxes();
  void addEdges();
  Error addBlocks();
  void linkHistory();

  JournalReader &R;
  const PictureOptions &Options;
  Film &F;
  std::optional<JournalHistory> History;
  std::vector<Life> Lives;
  std::vector<GraphState> Graphs;
  uint32_t Stop = 0;

  /// The tree of modules, as it was at the end of the last pass that changed
  /// it; the graphs of the reader belong to it.
  std::unique_ptr<GraphModule> Tree;
  DenseMap<const Module *, uint32_t> GraphOf;
  uint32_t RootGraph = None;
  bool TreeChanged = true;

  /// Lives that the steps since the last stop touched.
  std::vector<uint32_t> Touched;
  ModuleFrames Frames;
  /// Indexed by row.
  std::vector<uint32_t> RowLife;
  std::vector<ViewNode> RowBoxes;
  std::vector<SmallVector<uint32_t, 4>> RowOperands;
  /// Outputs of nested graphs, and what runs them.
  std::vector<std::pair<uint32_t, uint32_t>> Results;
  DenseSet<std::pair<uint32_t, uint32_t>> KnownResults;
  std::vector<std::pair<uint32_t, uint32_t>> MovedLives;
  /// In the order of boxes.
  std::vector<uint32_t> Boxes;
};

} // namespace

//===----------------------------------------------------------------------===//
// One step after the other
//===----------------------------------------------------------------------===//

/// Puts \p L after what is before \p N now.
void FilmBuilder::link(uint32_t L, const Node &N) {
  Life &Of = Lives[L];
  GraphState &G = Graphs[Of.Graph];
  const Node *Before = N.prev();
  Of.Before = Before ? lifeOf(Of.Graph, *Before) : None;
  uint32_t &Next = Of.Before == None ? G.First : Lives[Of.Before].After;
  Of.After = std::exchange(Next, L);
  (Of.After == None ? G.Last : Lives[Of.After].Before) = L;
}

void FilmBuilder::unlink(uint32_t L) {
  const Life &Of = Lives[L];
  GraphState &G = Graphs[Of.Graph];
  (Of.Before == None ? G.First : Lives[Of.Before].After) = Of.After;
  (Of.After == None ? G.Last : Lives[Of.After].Before) = Of.Before;
}

void FilmBuilder::take(const JournalEdit &E) {
  if (R.numGraphs() > Graphs.size())
    Graphs.resize(R.numGraphs());
  if (E.Kind == JournalEdit::Tree) {
    TreeChanged = true;
    return;
  }
  uint32_t L = History->lifeOf(E.Graph, E.Node);
  switch (E.Kind) {
  case JournalEdit::Made:
    Lives[L].Graph = E.Graph;
    Lives[L].Number = E.Node;
    link(L, *R.node(E.Graph, E.Node));
    break;
  case JournalEdit::Gone:
    Lives[L].Gone = Stop;
    // Nobody has seen it.
    if (Lives[L].Born == None)
      unlink(L);
    return;
  case JournalEdit::Moved:
    unlink(L);
    link(L, *R.node(E.Graph, E.Node));
    if (Lives[L].Born != None)
      MovedLives.push_back({L, Stop});
    return;
  default:
    break;
  }
  touch(L);
}

void FilmBuilder::touch(uint32_t L) {
  if (std::exchange(Lives[L].TouchedAt, Stop) != Stop)
    Touched.push_back(L);
}

void FilmBuilder::forgetTree() {
  for (uint32_t G = 0; G != R.numGraphs(); ++G)
    R.graph(G).setOwningModule(nullptr);
  Tree.reset();
  GraphOf.clear();
}

/// Reads the tree of modules, and says to all nodes whose names lead there
/// that it may be another one.
void FilmBuilder::readTree() {
  TreeChanged = false;
  Expected<std::unique_ptr<GraphModule>> M = R.module();
  if (!M) {
    // A pass has made something that is not a graph, as one may want to see.
    // The last tree stays; the first graph is that of the root.
    consumeError(M.takeError());
    if (RootGraph == None && R.numGraphs())
      RootGraph = 0;
    return;
  }
  forgetTree();
  Tree = std::move(*M);
  for (auto [G, Owner] : R.graphsOf(*Tree)) {
    R.graph(G).setOwningModule(Owner);
    GraphOf[Owner] = RootGraph = G;
    for (const Node *N : R.graph(G).nodes())
      if (N->isCallModule() || N->isGetAttr())
        touch(lifeOf(G, *N));
  }
}

/// What \p L is now, unless the last row says the same.
void FilmBuilder::addRow(uint32_t L) {
  Life &Of = Lives[L];
  if (Of.Gone != None)
    return;
  const Node &N = *R.node(Of.Graph, Of.Number);
  ViewNode V = describeNode(N);
  SmallVector<uint32_t, 4> Operands;
  hash_code Seen =
      hash_combine(unsigned(N.op()), N.targetId(), N.nameRef().Base,
                   N.nameRef().Suffix, N.specId(), N.type().id(),
                   N.hasMeta() ? N.meta().id() : 0, V.Title, V.Detail);
  for (unsigned I = 0; I != N.numOperands(); ++I) {
    const Node &Operand = *N.operand(I);
    Operands.push_back(lifeOf(Of.Graph, Operand));
    Seen = hash_combine(Seen, Operands.back(), Operand.nameRef().Base,
                        Operand.nameRef().Suffix);
  }
  if (Of.Born != None && Of.Seen == Seen)
    return;
  Of.Seen = Seen;
  if (Of.Born == None)
    Of.Born = Stop;
  // Passes make a node first, and say later that it is a parameter.
  Of.Hidden = isHidden(N, Options.StateNodes);
  F.Rows.addFacts(N);
  F.Details.add(N);
  F.RowStop.push_back(Stop);
  V.N = nullptr;
  RowLife.push_back(L);
  RowBoxes.push_back(std::move(V));
  llvm::sort(Operands);
  Operands.erase(llvm::unique(Operands), Operands.end());
  RowOperands.push_back(std::move(Operands));
}

void FilmBuilder::stop(bool IsPassEnd) {
  if (IsPassEnd && TreeChanged)
    readTree();
  llvm::sort(Touched);
  for (uint32_t L : Touched)
    addRow(L);
  Touched.clear();
  if (IsPassEnd)
    placeNodes();
  ++Stop;
}

//===----------------------------------------------------------------------===//
// Frames and order
//===----------------------------------------------------------------------===//

/// Gives new nodes and graphs their frames.
void FilmBuilder::placeNodes() {
  if (RootGraph == None)
    return;
  Graphs[RootGraph].Frame = 0;
  std::vector<uint32_t> Work = {RootGraph};
  DenseSet<uint32_t> Done = {RootGraph};
  while (!Work.empty()) {
    uint32_t G = Work.back();
    Work.pop_back();
    NodeMap<unsigned> Place = Frames.place(R.graph(G), Graphs[G].Frame);
    auto Enter = [&](const Node &From, const Node &User) {
      const Module *M = nestedGraph(From);
      auto It = M ? GraphOf.find(M) : GraphOf.end();
      if (It == GraphOf.end())
        return;
      GraphState &Inner = Graphs[It->second];
      uint32_t L = lifeOf(G, User);
      if (Inner.Frame == None) {
        Inner.Frame = Frames.addFrame(Place.lookup(&User), M->path(), "",
                                      &R.graph(It->second));
        Inner.User = L;
      }
      if (const Node *Out = R.graph(It->second).outputNode()) {
        std::pair<uint32_t, uint32_t> Edge = {lifeOf(It->second, *Out), L};
        if (KnownResults.insert(Edge).second)
          Results.push_back(Edge);
      }
      if (Done.insert(It->second).second)
        Work.push_back(It->second);
    };
    for (const Node *N : R.graph(G).nodes()) {
      Life &Of = Lives[lifeOf(G, *N)];
      if (Of.Frame == None)
        Of.Frame = Place.lookup(N);
      if (N->isCallModule())
        Enter(*N, *N);
      for (unsigned I = 0; I != N->numOperands(); ++I)
        if (N->operand(I)->isGetAttr())
          Enter(*N->operand(I), *N);
    }
  }
}

/// Nodes that were gone when the pass that made them ended stand with those
/// before them.
void FilmBuilder::placeStragglers() {
  for (const GraphState &G : Graphs) {
    uint32_t Frame = G.Frame;
    for (uint32_t L = G.First; L != None && Frame != None; L = Lives[L].After)
      Frame = Lives[L].Frame = Lives[L].Frame == None ? Frame : Lives[L].Frame;
  }
}

/// Numbers boxes in the order of the program; nested graphs stand before what
/// runs them first.
void FilmBuilder::orderBoxes() {
  DenseMap<uint32_t, SmallVector<uint32_t, 1>> Nested;
  for (auto [I, G] : enumerate(Graphs))
    if (G.User != None)
      Nested[G.User].push_back(I);
  std::vector<uint32_t> Stack;
  if (RootGraph != None)
    Stack.push_back(Graphs[RootGraph].First);
  while (!Stack.empty()) {
    uint32_t L = Stack.back();
    if (L == None) {
      Stack.pop_back();
      continue;
    }
    if (auto It = Nested.find(L); It != Nested.end() && !It->second.empty()) {
      uint32_t G = It->second.front();
      It->second.erase(It->second.begin());
      Stack.push_back(Graphs[G].First);
      continue;
    }
    Life &Of = Lives[L];
    Stack.back() = Of.After;
    if (Of.Born == None || Of.Frame == None)
      continue;
    Of.Box = Boxes.size();
    Boxes.push_back(L);
  }
}

//===----------------------------------------------------------------------===//
// The picture
//===----------------------------------------------------------------------===//

void FilmBuilder::addEdges() {
  DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> Index;
  auto Edge = [&](uint32_t From, uint32_t To) {
    auto [It, New] = Index.try_emplace({From, To}, F.View.Input.Edges.size());
    if (New)
      F.View.Input.Edges.push_back({From, To});
    return It->second;
  };
  for (auto [L, Operands] : zip(RowLife, RowOperands)) {
    F.FirstEdge.push_back(F.RowEdges.size());
    F.RowBox.push_back(Lives[L].Box);
    if (Lives[L].Box == None)
      continue;
    for (uint32_t Operand : Operands)
      if (Lives[Operand].Box != None)
        F.RowEdges.push_back(Edge(Lives[Operand].Box, Lives[L].Box));
  }
  F.FirstEdge.push_back(F.RowEdges.size());
  F.NumOperandEdges = F.View.Input.Edges.size();
  for (auto [From, To] : Results)
    if (Lives[From].Box != None && Lives[To].Box != None)
      Edge(Lives[From].Box, Lives[To].Box);
}

/// A frame is a block if it has more than one node at some time.
Error FilmBuilder::addBlocks() {
  // For each stop, frames that have one node more or less.
  std::vector<std::vector<std::pair<uint32_t, bool>>> Changes(F.Stops.size());
  for (uint32_t L : Boxes) {
    const Life &Of = Lives[L];
    if (Of.Hidden)
      continue;
    Changes[Of.Born].push_back({Of.Frame, true});
    if (Of.Gone != None)
      Changes[Of.Gone].push_back({Of.Frame, false});
  }
  std::vector<uint32_t> Count(Frames.frames().size()), Most(Count.size());
  for (const auto &AtStop : Changes)
    for (bool Coming : {false, true})
      for (auto [Frame, Comes] : AtStop)
        for (uint32_t At = Frame; Comes == Coming; At = Frames[At].Parent) {
          Count[At] += Comes ? 1 : -1;
          Most[At] = std::max(Most[At], Count[At]);
          if (!At)
            break;
        }
  Expected<FrameBlocks> Blocks = fx::addBlocks(Frames, Most, Options, F.View);
  if (!Blocks)
    return Blocks.takeError();
  for (uint32_t L : Boxes) {
    F.View.Input.BoxBlock.push_back(Blocks->Block[Lives[L].Frame]);
    F.View.Input.Hidden.push_back(Lives[L].Hidden);
  }
  for (auto [L, V] : zip(RowLife, RowBoxes)) {
    if (Lives[L].Box != None)
      addLeaf(Frames, Lives[L].Frame, *Blocks, V);
    F.Rows.addBox(V);
  }
  uint32_t Shown = std::max(1u, Most[0]);
  F.View.Input.Stretch = divideCeil(Boxes.size(), Shown);
  F.View.Layers = makeLayers(F.View.Input);
  return Error::success();
}

void FilmBuilder::linkHistory() {
  for (uint32_t L : Boxes) {
    F.Born.push_back(Lives[L].Born);
    F.Gone.push_back(Lives[L].Gone);
    std::vector<uint32_t> &From = F.From.emplace_back();
    for (uint32_t Other : History->lives()[L].From)
      if (Lives[Other].Box != None)
        From.push_back(Lives[Other].Box);
  }
  for (auto [L, At] : MovedLives)
    if (Lives[L].Box != None)
      F.Moves.push_back({Lives[L].Box, At});
}

Expected<bool> FilmBuilder::run(bool EveryStep, size_t MaxRows) {
  Expected<JournalHistory> Known = JournalHistory::of(R);
  if (!Known)
    return Known.takeError();
  History = std::move(*Known);
  Lives.resize(History->lives().size());
  Graphs.resize(R.numGraphs());
  for (uint32_t G = 0; G != R.numGraphs(); ++G)
    for (const Node *N : R.graph(G).nodes())
      take({JournalEdit::Made, G, R.numberOf(G, *N)});
  F.Stops.push_back(0);
  stop(/*IsPassEnd=*/true);
  while (R.step() != R.numSteps()) {
    if (Error E = R.next([&](const JournalEdit &Edit) { take(Edit); }))
      return E;
    size_t Step = R.step();
    bool IsPassEnd =
        Step == R.numSteps() || &R.passOf(Step) != &R.passOf(Step + 1);
    if (!EveryStep && !IsPassEnd)
      continue;
    F.Stops.push_back(Step);
    stop(IsPassEnd);
    if (RowLife.size() > MaxRows)
      return false;
  }
  placeStragglers();
  orderBoxes();
  addEdges();
  if (Error E = addBlocks())
    return E;
  linkHistory();
  return true;
}

Expected<bool> fx::makeFilm(JournalReader &R, const PictureOptions &Options,
                            bool EveryStep, size_t MaxRows, Film &F) {
  return FilmBuilder(R, Options, F).run(EveryStep, MaxRows);
}
