//===- LayeredGraph.cpp - Layers of nested boxes --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of Sugiyama's method. Two are simple here: the program's order says
// in which direction lines go, and the tree of modules says what stands
// together. An edge between blocks becomes a line in each block on its way,
// from port to port.
//
//===----------------------------------------------------------------------===//

#include "fx/Drawing/LayeredGraph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace fx;
using namespace llvm;

namespace {

/// A value in a block: where it comes from there, and who gets it.
struct Net {
  uint32_t Value;
  /// Boxes, and after them blocks, that get it; in no order.
  SmallVector<uint32_t, 2> Targets;
  bool Leaves = false;
};

/// One end of a line: an item, and the block whose port it is.
struct End {
  uint32_t Item = 0;
  uint32_t Block = LayerLine::NoPort;
};

/// A line of one block. Ports are not known before all blocks are sorted.
struct Line {
  uint32_t Value;
  End From, To;
};

/// All lines of one value in a block.
struct Bundle {
  uint32_t Value;
  End Source;
  SmallVector<End, 2> Targets, Chips;
};

/// The items of one block.
struct BlockItems {
  std::vector<LayerItem> Items;
  std::vector<Line> Lines;

  uint32_t add(LayerItem::ItemKind Kind, uint32_t Id, uint32_t Layer = 0) {
    Items.push_back({Kind, Id, Layer});
    return Items.size() - 1;
  }
};

/// The whole tree.
class LayeredGraphBuilder {
public:
  explicit LayeredGraphBuilder(const DrawingInput &In)
      : In(In), Boxes(In.BoxBlock.size()), Blocks(In.BlockParent.size()) {}

  LayeredGraph build();

private:
  bool isHidden(uint32_t Box) const {
    return !In.Hidden.empty() && In.Hidden[Box];
  }
  /// Boxes and blocks share one range of numbers.
  bool isBlock(uint32_t Ref) const { return Ref >= Boxes; }

  void findTree();
  void addEdges();
  void addEdge(uint32_t From, uint32_t To);
  Net &net(uint32_t Block, uint32_t Value);
  uint32_t around(uint32_t Box, uint32_t Block) const;
  void block(uint32_t Block);
  LayeredGraph join();

  const DrawingInput &In;
  uint32_t Boxes, Blocks;
  std::vector<uint32_t> Depth;
  /// For each block, its first box; Boxes if there is none.
  std::vector<uint32_t> First;
  /// For each block, the boxes and blocks in it.
  std::vector<std::vector<uint32_t>> Contents;
  /// For each block, its nets, in order of their values.
  std::vector<std::vector<Net>> Nets;
  /// For each box, then each block, its place in the block around it.
  std::vector<End> Ends;
  std::vector<BlockItems> Done;
};

/// Layers and lines of one block.
class LayerBuilder {
public:
  LayerBuilder(BlockItems &B, std::vector<Bundle> Bundles, uint32_t FirstOwn,
               uint32_t EndOwn, uint64_t MaxSpan)
      : B(B), Bundles(std::move(Bundles)), FirstOwn(FirstOwn), EndOwn(EndOwn),
        MaxSpan(MaxSpan) {}

  void run() {
    findLayers();
    addLines();
  }

private:
  void findLayers();
  void pushDown();
  void addLines();

  BlockItems &B;
  std::vector<Bundle> Bundles;
  /// What is neither the port of an input nor that of an output.
  uint32_t FirstOwn, EndOwn;
  uint64_t MaxSpan;
  std::vector<SmallVector<uint32_t, 2>> Below;
};

/// The order in the layers of one block.
class LayerSorter {
public:
  explicit LayerSorter(BlockItems &B);
  void run();

private:
  void sweep(bool Down);

  BlockItems &B;
  std::vector<std::vector<uint32_t>> Layers;
  std::vector<SmallVector<uint32_t, 2>> Above, Below;
  std::vector<uint32_t> Place;
  std::vector<float> Key;
};

} // namespace

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

/// Items are in an order in which all lines that are drawn go forward.
void LayerBuilder::pushDown() {
  for (uint32_t I = 0; I != EndOwn; ++I)
    for (uint32_t T : Below[I])
      B.Items[T].Layer = std::max(B.Items[T].Layer, B.Items[I].Layer + 1);
}

void LayerBuilder::findLayers() {
  Below.resize(B.Items.size());
  std::vector<bool> HasAbove(B.Items.size());
  for (const Bundle &N : Bundles)
    for (End T : N.Targets) {
      Below[N.Source.Item].push_back(T.Item);
      HasAbove[T.Item] = true;
    }
  // The first layer is that of ports, if there are any.
  for (uint32_t I = FirstOwn; I != EndOwn; ++I)
    B.Items[I].Layer = FirstOwn != 0;
  // A chip stands in the layer above its user.
  for (const Bundle &N : Bundles)
    for (End T : N.Chips)
      B.Items[T.Item].Layer = std::max(B.Items[T.Item].Layer, 1u);
  pushDown();
  uint32_t Last = 0;
  for (uint32_t I = 0; I != EndOwn; ++I)
    Last = std::max(Last, B.Items[I].Layer);
  for (uint32_t I = EndOwn; I != B.Items.size(); ++I)
    B.Items[I].Layer = Last + 1;
  // What has nothing above it stands close to its first user.
  for (uint32_t I = EndOwn; I-- > FirstOwn;) {
    if (HasAbove[I] || Below[I].empty())
      continue;
    uint32_t Layer = ~0u;
    for (uint32_t T : Below[I])
      Layer = std::min(Layer, B.Items[T].Layer - 1);
    B.Items[I].Layer = std::max(B.Items[I].Layer, Layer);
  }
}

/// Lines through more than one layer bend there; all lines of a value share
/// one chain of bends.
void LayerBuilder::addLines() {
  for (Bundle &N : Bundles) {
    uint32_t Top = B.Items[N.Source.Item].Layer;
    SmallVector<uint32_t, 8> Chain;
    for (End T : N.Targets) {
      uint32_t Span = B.Items[T.Item].Layer - Top;
      if (Span > MaxSpan) {
        N.Chips.push_back(T);
        continue;
      }
      while (Chain.size() + 1 < Span) {
        uint32_t Bend = B.add(LayerItem::Bend, N.Value, Top + Chain.size() + 1);
        B.Lines.push_back(
            {N.Value, Chain.empty() ? N.Source : End{Chain.back()}, {Bend}});
        Chain.push_back(Bend);
      }
      B.Lines.push_back(
          {N.Value, Span == 1 ? N.Source : End{Chain[Span - 2]}, T});
    }
    for (End T : N.Chips) {
      uint32_t Layer = B.Items[T.Item].Layer - 1;
      B.Lines.push_back({N.Value, {B.add(LayerItem::Chip, N.Value, Layer)}, T});
    }
  }
}

//===----------------------------------------------------------------------===//
// Order in layers
//===----------------------------------------------------------------------===//

LayerSorter::LayerSorter(BlockItems &B)
    : B(B), Above(B.Items.size()), Below(B.Items.size()), Place(B.Items.size()),
      Key(B.Items.size()) {
  for (auto [At, I] : enumerate(B.Items)) {
    if (I.Layer >= Layers.size())
      Layers.resize(I.Layer + 1);
    Place[At] = Layers[I.Layer].size();
    Layers[I.Layer].push_back(At);
  }
  for (const Line &L : B.Lines) {
    Below[L.From.Item].push_back(L.To.Item);
    Above[L.To.Item].push_back(L.From.Item);
  }
}

/// Sorts by the mean place of the neighbors above or below; ties keep their
/// order.
void LayerSorter::sweep(bool Down) {
  for (size_t I = 0; I != Layers.size(); ++I) {
    std::vector<uint32_t> &Layer = Layers[Down ? I : Layers.size() - 1 - I];
    if (Layer.size() < 2)
      continue;
    for (uint32_t Item : Layer) {
      ArrayRef<uint32_t> Neighbors = Down ? Above[Item] : Below[Item];
      float Sum = 0;
      for (uint32_t N : Neighbors)
        Sum += float(Place[N]);
      Key[Item] = Neighbors.empty() ? float(Place[Item])
                                    : Sum / float(Neighbors.size());
    }
    std::stable_sort(Layer.begin(), Layer.end(),
                     [&](uint32_t A, uint32_t B) { return Key[A] < Key[B]; });
    for (auto [At, Item] : enumerate(Layer))
      Place[Item] = At;
  }
}

void LayerSorter::run() {
  for (unsigned S = 0; S != LayeredGraph::Sweeps; ++S)
    sweep(S % 2 == 0);
  std::vector<LayerItem> Sorted;
  Sorted.reserve(B.Items.size());
  for (ArrayRef<uint32_t> Layer : Layers)
    for (uint32_t Item : Layer) {
      Place[Item] = Sorted.size();
      Sorted.push_back(B.Items[Item]);
    }
  B.Items = std::move(Sorted);
  for (Line &L : B.Lines) {
    L.From.Item = Place[L.From.Item];
    L.To.Item = Place[L.To.Item];
  }
  llvm::sort(B.Lines, [](const Line &A, const Line &B) {
    return std::tuple(A.From.Item, A.To.Item, A.Value) <
           std::tuple(B.From.Item, B.To.Item, B.Value);
  });
}

//===----------------------------------------------------------------------===//
// Blocks and what goes between them
//===----------------------------------------------------------------------===//

void LayeredGraphBuilder::findTree() {
  Depth.assign(Blocks, 0);
  First.assign(Blocks, Boxes);
  Contents.resize(Blocks);
  Nets.resize(Blocks);
  for (uint32_t B = 1; B < Blocks; ++B)
    Depth[B] = Depth[In.BlockParent[B]] + 1;
  for (uint32_t Box = 0; Box != Boxes; ++Box) {
    if (isHidden(Box))
      continue;
    uint32_t B = In.BoxBlock[Box];
    Contents[B].push_back(Box);
    First[B] = std::min(First[B], Box);
  }
  for (uint32_t B = Blocks; B-- > 1;) {
    if (First[B] == Boxes)
      continue;
    uint32_t Parent = In.BlockParent[B];
    First[Parent] = std::min(First[Parent], First[B]);
    Contents[Parent].push_back(Boxes + B);
  }
  auto FirstBox = [&](uint32_t Ref) {
    return isBlock(Ref) ? First[Ref - Boxes] : Ref;
  };
  for (std::vector<uint32_t> &C : Contents)
    llvm::sort(C, [&](uint32_t A, uint32_t B) {
      return std::pair(FirstBox(A), A) < std::pair(FirstBox(B), B);
    });
}

/// \p Value is none before the last one.
Net &LayeredGraphBuilder::net(uint32_t Block, uint32_t Value) {
  std::vector<Net> &All = Nets[Block];
  if (All.empty() || All.back().Value != Value)
    All.push_back({Value, {}, false});
  return All.back();
}

/// Adds a line to each block between two boxes: up to the one around both, and
/// down again.
void LayeredGraphBuilder::addEdge(uint32_t From, uint32_t To) {
  uint32_t Up = In.BoxBlock[From], Down = In.BoxBlock[To], Target = To;
  while (Up != Down) {
    if (Depth[Up] >= Depth[Down]) {
      net(Up, From).Leaves = true;
      Up = In.BlockParent[Up];
    } else {
      net(Down, From).Targets.push_back(Target);
      Target = Boxes + Down;
      Down = In.BlockParent[Down];
    }
  }
  net(Up, From).Targets.push_back(Target);
}

/// In order of the values.
void LayeredGraphBuilder::addEdges() {
  auto IsDrawn = [&](std::pair<uint32_t, uint32_t> Edge) {
    auto [From, To] = Edge;
    return From != To && !isHidden(From) && !isHidden(To);
  };
  std::vector<uint32_t> Next(Boxes + 1);
  for (auto Edge : In.Edges)
    if (IsDrawn(Edge))
      ++Next[Edge.first + 1];
  for (uint32_t Box = 0; Box != Boxes; ++Box)
    Next[Box + 1] += Next[Box];
  std::vector<std::pair<uint32_t, uint32_t>> Sorted(Next[Boxes]);
  for (auto Edge : In.Edges)
    if (IsDrawn(Edge))
      Sorted[Next[Edge.first]++] = Edge;
  for (auto [From, To] : Sorted)
    addEdge(From, To);
}

/// What stands in \p Block for \p Box: itself, or a block around it. Boxes +
/// Blocks if the box is elsewhere.
uint32_t LayeredGraphBuilder::around(uint32_t Box, uint32_t Block) const {
  uint32_t Ref = Box, B = In.BoxBlock[Box];
  while (Depth[B] > Depth[Block]) {
    Ref = Boxes + B;
    B = In.BlockParent[B];
  }
  return B == Block ? Ref : Boxes + Blocks;
}

void LayeredGraphBuilder::block(uint32_t Block) {
  BlockItems &B = Done[Block];
  std::vector<Bundle> Bundles;
  Bundles.reserve(Nets[Block].size());
  for (const Net &N : Nets[Block]) {
    Bundles.push_back({N.Value, {}, {}, {}});
    if (around(N.Value, Block) == Boxes + Blocks)
      Bundles.back().Source = {B.add(LayerItem::InPort, N.Value)};
  }
  uint32_t FirstOwn = B.Items.size();
  for (uint32_t Ref : Contents[Block])
    Ends[Ref] = isBlock(Ref)
                    ? End{B.add(LayerItem::Block, Ref - Boxes), Ref - Boxes}
                    : End{B.add(LayerItem::Box, Ref)};
  uint32_t EndOwn = B.Items.size();
  for (auto [N, Lines] : zip(Nets[Block], Bundles)) {
    if (uint32_t Ref = around(N.Value, Block); Ref != Boxes + Blocks)
      Lines.Source = Ends[Ref];
    llvm::sort(N.Targets);
    N.Targets.erase(llvm::unique(N.Targets), N.Targets.end());
    for (uint32_t Ref : N.Targets) {
      End T = Ends[Ref];
      // Blocks that use one another: one of the lines would go upwards.
      if (T.Item != Lines.Source.Item)
        (T.Item > Lines.Source.Item ? Lines.Targets : Lines.Chips).push_back(T);
    }
    llvm::sort(Lines.Targets, [](End A, End B) { return A.Item < B.Item; });
    if (N.Leaves)
      Lines.Targets.push_back({B.add(LayerItem::OutPort, N.Value)});
    if (Lines.Targets.size() > uint64_t(LayeredGraph::MaxFan) * In.Stretch) {
      Lines.Chips.append(Lines.Targets.begin() + 1, Lines.Targets.end());
      Lines.Targets.truncate(1);
    }
  }
  LayerBuilder(B, std::move(Bundles), FirstOwn, EndOwn,
               uint64_t(LayeredGraph::MaxSpan) * In.Stretch)
      .run();
  LayerSorter(B).run();
}

/// One list of all blocks, with ports.
LayeredGraph LayeredGraphBuilder::join() {
  LayeredGraph Result;
  DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> InPorts, OutPorts;
  for (uint32_t Block = 0; Block != Blocks; ++Block) {
    uint32_t Begin = Result.Items.size();
    Result.FirstItem.push_back(Begin);
    llvm::append_range(Result.Items, Done[Block].Items);
    for (uint32_t I = Begin; I != Result.Items.size(); ++I) {
      const LayerItem &Item = Result.Items[I];
      if (Item.Kind == LayerItem::InPort)
        InPorts[{Block, Item.Id}] = I;
      else if (Item.Kind == LayerItem::OutPort)
        OutPorts[{Block, Item.Id}] = I;
    }
  }
  Result.FirstItem.push_back(Result.Items.size());
  auto Port = [](const auto &Ports, End E, uint32_t Value) {
    if (E.Block == LayerLine::NoPort)
      return LayerLine::NoPort;
    return Ports.lookup({E.Block, Value});
  };
  for (uint32_t Block = 0; Block != Blocks; ++Block) {
    Result.FirstLine.push_back(Result.Lines.size());
    uint32_t Begin = Result.FirstItem[Block];
    for (const Line &L : Done[Block].Lines)
      Result.Lines.push_back({Begin + L.From.Item, Begin + L.To.Item,
                              Port(OutPorts, L.From, L.Value),
                              Port(InPorts, L.To, L.Value)});
  }
  Result.FirstLine.push_back(Result.Lines.size());
  return Result;
}

LayeredGraph LayeredGraphBuilder::build() {
  findTree();
  addEdges();
  Ends.resize(Boxes + Blocks);
  Done.resize(Blocks);
  for (uint32_t B = 0; B != Blocks; ++B)
    block(B);
  return join();
}

LayeredGraph fx::makeLayers(const DrawingInput &Input) {
  return LayeredGraphBuilder(Input).build();
}
