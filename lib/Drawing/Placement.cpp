//===- Placement.cpp - Coordinates of boxes in layers ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each item wants to stand where its neighbors above or below are in the mean.
// Order and distances in a layer are kept: the places closest to the wishes are
// found by pooling neighbors that would come too close, which is exact and
// linear. All in doubles, so that the viewer can do the same.
//
//===----------------------------------------------------------------------===//

#include "fx/Drawing/Placement.h"
#include <algorithm>

using namespace fx;

namespace {

/// Places the items of one block whose blocks inside are placed.
class BlockPlacer {
public:
  BlockPlacer(const LayeredGraph &L, const PlacementSizes &Sizes,
              const std::vector<bool> &Open, Placement &P, uint32_t Block)
      : L(L), Sizes(Sizes), Open(Open), P(P), Block(Block),
        Begin(L.FirstItem[Block]), End(L.FirstItem[Block + 1]) {}

  void run();

private:
  /// One end of a line, seen from the other.
  struct Neighbor {
    uint32_t Item;
    double Offset, OwnOffset;
  };

  void findSizes();
  void findRows();
  void findNeighbors();
  void wish(uint32_t First, uint32_t Last, bool Down);
  void pool(uint32_t First, uint32_t Last);
  void straighten();
  void closeColumns();

  double weight(uint32_t Item) const {
    return L.Items[Item].Kind == LayerItem::Bend ? 4 : 1;
  }

  const LayeredGraph &L;
  const PlacementSizes &Sizes;
  const std::vector<bool> &Open;
  Placement &P;
  uint32_t Block, Begin, End;
  /// Where layers begin, and the end.
  std::vector<uint32_t> Layers;
  /// For each item of this block, where its neighbors begin in Neighbors.
  std::vector<uint32_t> FirstAbove, FirstBelow;
  std::vector<Neighbor> Above, Below;
  std::vector<double> Wish;
};

} // namespace

double Placement::attach(const LayeredGraph &L, uint32_t Item, uint32_t Port,
                         const std::vector<bool> &Open) const {
  const Rect &R = Items[Item];
  if (Port == LayerLine::NoPort)
    return R.X + R.Width / 2;
  if (Open[L.Items[Item].Id])
    return R.X + Items[Port].X + Items[Port].Width / 2;
  return R.X + R.Width / 2;
}

void BlockPlacer::findSizes() {
  for (uint32_t I = Begin; I != End; ++I) {
    const LayerItem &Item = L.Items[I];
    Placement::Rect &R = P.Items[I];
    R = {};
    switch (Item.Kind) {
    case LayerItem::Box:
      R.Width = Sizes.Boxes[Item.Id].Width;
      R.Height = Sizes.Boxes[Item.Id].Height;
      break;
    case LayerItem::Block:
      R.Width = P.Blocks[Item.Id].Width;
      R.Height = P.Blocks[Item.Id].Height;
      break;
    case LayerItem::Bend:
      R.Width = PlaceBend;
      break;
    case LayerItem::InPort:
    case LayerItem::OutPort:
      R.Width = PlacePort;
      break;
    case LayerItem::Chip:
      R.Width = Sizes.Chips[Item.Id];
      R.Height = PlaceChip;
      break;
    }
    if (Layers.empty() || L.Items[I - 1].Layer != Item.Layer)
      Layers.push_back(I);
  }
  Layers.push_back(End);
}

/// Boxes stand at the top of their layer, chips at its bottom, and lines go
/// through all of it.
void BlockPlacer::findRows() {
  double Y = Block ? PlaceTitle : PlacePadding;
  for (size_t Layer = 0; Layer + 1 < Layers.size(); ++Layer) {
    double Height = 0;
    bool Ports = true;
    for (uint32_t I = Layers[Layer]; I != Layers[Layer + 1]; ++I) {
      Height = std::max(Height, P.Items[I].Height);
      Ports &= L.Items[I].Kind == LayerItem::InPort ||
               L.Items[I].Kind == LayerItem::OutPort;
    }
    if (Ports && Layer && L.Items[Layers[Layer]].Kind == LayerItem::OutPort)
      Y += PlacePadding - PlaceGapY;
    for (uint32_t I = Layers[Layer]; I != Layers[Layer + 1]; ++I) {
      Placement::Rect &R = P.Items[I];
      R.Y = Y;
      if (L.Items[I].Kind == LayerItem::Bend)
        R.Height = Height;
      else if (L.Items[I].Kind == LayerItem::Chip)
        R.Y = Y + Height - R.Height;
      P.Foot[I] = Y + Height;
    }
    Y += Height + (Ports && !Layer ? PlacePortGap : PlaceGapY);
  }
  if (Begin != End) {
    bool Leaves = L.Items[End - 1].Kind == LayerItem::OutPort;
    Y += Leaves ? -PlaceGapY : PlacePadding - PlaceGapY;
  }
  P.Blocks[Block].Height = Y;
}

void BlockPlacer::findNeighbors() {
  llvm::ArrayRef<LayerLine> Lines = L.lines(Block);
  uint32_t Count = End - Begin;
  FirstAbove.assign(Count + 1, 0);
  FirstBelow.assign(Count + 1, 0);
  for (const LayerLine &Line : Lines) {
    ++FirstBelow[Line.From - Begin + 1];
    ++FirstAbove[Line.To - Begin + 1];
  }
  for (uint32_t I = 0; I != Count; ++I) {
    FirstAbove[I + 1] += FirstAbove[I];
    FirstBelow[I + 1] += FirstBelow[I];
  }
  Above.resize(Lines.size());
  Below.resize(Lines.size());
  std::vector<uint32_t> NextAbove = FirstAbove, NextBelow = FirstBelow;
  for (const LayerLine &Line : Lines) {
    double From = P.attach(L, Line.From, Line.FromPort, Open);
    double To = P.attach(L, Line.To, Line.ToPort, Open);
    Below[NextBelow[Line.From - Begin]++] = {Line.To, To, From};
    Above[NextAbove[Line.To - Begin]++] = {Line.From, From, To};
  }
}

/// Where the items of a layer would stand if the others let them.
void BlockPlacer::wish(uint32_t First, uint32_t Last, bool Down) {
  Wish.resize(Last - First);
  for (uint32_t I = First; I != Last; ++I) {
    const std::vector<uint32_t> &At = Down ? FirstAbove : FirstBelow;
    const std::vector<Neighbor> &All = Down ? Above : Below;
    uint32_t From = At[I - Begin], To = At[I - Begin + 1];
    double Sum = 0;
    for (uint32_t N = From; N != To; ++N)
      Sum += P.Items[All[N].Item].X + All[N].Offset - All[N].OwnOffset;
    Wish[I - First] = From == To ? P.Items[I].X : Sum / (To - From);
  }
}

/// The places closest to the wishes in which order and distances are kept.
void BlockPlacer::pool(uint32_t First, uint32_t Last) {
  struct Pool {
    double Value, Weight;
    uint32_t Begin;
  };
  std::vector<Pool> Pools;
  double Offset = 0;
  for (uint32_t I = First; I != Last; ++I) {
    Pool Next = {Wish[I - First] - Offset, weight(I), I};
    while (!Pools.empty() && Pools.back().Value > Next.Value) {
      const Pool &B = Pools.back();
      Next.Value = (Next.Value * Next.Weight + B.Value * B.Weight) /
                   (Next.Weight + B.Weight);
      Next.Weight += B.Weight;
      Next.Begin = B.Begin;
      Pools.pop_back();
    }
    Pools.push_back(Next);
    Offset += P.Items[I].Width + PlaceGapX;
  }
  Offset = 0;
  size_t At = 0;
  for (uint32_t I = First; I != Last; ++I) {
    if (At + 1 < Pools.size() && Pools[At + 1].Begin == I)
      ++At;
    P.Items[I].X = Pools[At].Value + Offset;
    Offset += P.Items[I].Width + PlaceGapX;
  }
}

/// Equal blocks one below the other, each of which ends a bit further to the
/// right than it begins, would make a picture as wide as it is long. Layers are
/// moved as a whole, by what the layers around them have in the mean.
void BlockPlacer::straighten() {
  size_t Count = Layers.size() - 1;
  std::vector<double> Left(Count), Right(Count), Sum(Count + 1);
  double Widest = 0;
  auto FindWidth = [&](const std::vector<double> &Shift) {
    double First = Left[0] - Shift[0], Last = Right[0] - Shift[0];
    for (size_t L = 0; L != Count; ++L) {
      First = std::min(First, Left[L] - Shift[L]);
      Last = std::max(Last, Right[L] - Shift[L]);
    }
    return Last - First;
  };
  for (size_t At = 0; At != Count; ++At) {
    const Placement::Rect &A = P.Items[Layers[At]];
    const Placement::Rect &B = P.Items[Layers[At + 1] - 1];
    Left[At] = A.X;
    Right[At] = B.X + B.Width;
    Widest = std::max(Widest, Right[At] - Left[At]);
    Sum[At + 1] = Sum[At] + (Left[At] + Right[At]) / 2;
  }
  std::vector<double> Shift(Count);
  if (Count == 0 || FindWidth(Shift) <= 2 * Widest)
    return;
  for (size_t Around : {size_t(16), size_t(0)}) {
    for (size_t At = 0; At != Count; ++At) {
      size_t Half = std::min({Around, At, Count - 1 - At});
      Shift[At] = (Sum[At + Half + 1] - Sum[At - Half]) / double(2 * Half + 1);
    }
    if (FindWidth(Shift) <= 2 * Widest)
      break;
  }
  for (size_t At = 0; At != Count; ++At)
    for (uint32_t I = Layers[At]; I != Layers[At + 1]; ++I)
      P.Items[I].X -= Shift[At];
}

/// Columns that nothing stands in, and the margin at the left.
void BlockPlacer::closeColumns() {
  std::vector<uint32_t> ByX(End - Begin);
  for (uint32_t I = Begin; I != End; ++I)
    ByX[I - Begin] = I;
  std::sort(ByX.begin(), ByX.end(), [&](uint32_t A, uint32_t B) {
    return P.Items[A].X != P.Items[B].X ? P.Items[A].X < P.Items[B].X : A < B;
  });
  double Shift = 0, Right = 0;
  bool IsFirst = true;
  for (uint32_t I : ByX) {
    Placement::Rect &R = P.Items[I];
    if (IsFirst)
      Shift = R.X - PlacePadding;
    else if (R.X - Shift > Right + PlaceGapX)
      Shift = R.X - Right - PlaceGapX;
    IsFirst = false;
    R.X -= Shift;
    Right = std::max(Right, R.X + R.Width);
  }
  double Width = std::max(Right + PlacePadding, Sizes.Titles[Block]);
  // What is narrower than the title stands in the middle.
  double Middle = (Width - Right - PlacePadding) / 2;
  for (uint32_t I = Begin; I != End; ++I)
    P.Items[I].X += Middle;
  P.Blocks[Block].Width = Width;
}

void BlockPlacer::run() {
  findSizes();
  findRows();
  // While all X are 0, what attach() gives is where lines meet an item.
  findNeighbors();
  for (size_t Layer = 0; Layer + 1 < Layers.size(); ++Layer) {
    double X = 0;
    for (uint32_t I = Layers[Layer]; I != Layers[Layer + 1]; ++I) {
      P.Items[I].X = X;
      X += P.Items[I].Width + PlaceGapX;
    }
  }
  std::vector<double> Before(End - Begin);
  size_t Count = Layers.size() - 1;
  for (unsigned Pass = 0; Pass != PlacePasses; ++Pass) {
    for (uint32_t I = Begin; I != End; ++I)
      Before[I - Begin] = P.Items[I].X;
    bool Down = Pass % 2 == 0;
    for (size_t At = 0; At != Count; ++At) {
      size_t Layer = Down ? At : Count - 1 - At;
      wish(Layers[Layer], Layers[Layer + 1], Down);
      pool(Layers[Layer], Layers[Layer + 1]);
    }
  }
  for (uint32_t I = Begin; I != End; ++I)
    P.Items[I].X = (P.Items[I].X + Before[I - Begin]) / 2;
  straighten();
  closeColumns();
}

Placement fx::place(const LayeredGraph &L, const PlacementSizes &Sizes,
                    const std::vector<bool> &Open) {
  Placement P;
  P.Items.resize(L.Items.size());
  P.Foot.resize(L.Items.size());
  P.Blocks = Sizes.Blocks;
  // Blocks have higher numbers than the ones around them.
  for (uint32_t B = L.FirstItem.size() - 1; B-- > 0;)
    if (Open[B])
      BlockPlacer(L, Sizes, Open, P, B).run();
  return P;
}
