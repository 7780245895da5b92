//===- PlacementTest.cpp - Tests of layers and coordinates ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Drawing/Placement.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace fx;

namespace {

PlacementSizes sizesOf(const DrawingInput &In, unsigned Seed = 0) {
  std::mt19937 Random(Seed);
  PlacementSizes S;
  for (size_t I = 0; I != In.BoxBlock.size(); ++I) {
    S.Boxes.push_back(
        {double(40 + Random() % 200), double(25 + Random() % 40)});
    S.Chips.push_back(60);
  }
  for (size_t I = 0; I != In.BlockParent.size(); ++I) {
    S.Blocks.push_back({120, 44});
    S.Titles.push_back(I ? 120 : 0);
  }
  return S;
}

/// A random graph: blocks in blocks, boxes that mostly use what is close.
DrawingInput randomInput(unsigned Seed) {
  std::mt19937 Random(Seed);
  DrawingInput In;
  unsigned Blocks = 1 + Random() % 8, Boxes = Random() % 60;
  In.BlockParent.push_back(0);
  for (unsigned B = 1; B != Blocks; ++B)
    In.BlockParent.push_back(Random() % B);
  for (unsigned I = 0; I != Boxes; ++I) {
    In.BoxBlock.push_back(Random() % 3 && I ? In.BoxBlock[I - 1]
                                            : Random() % Blocks);
    In.Hidden.push_back(Random() % 12 == 0);
    for (unsigned E = Random() % 4; I && E != 0; --E)
      In.Edges.push_back(
          {Random() % 3 ? I - 1 - Random() % std::min(I, 4u) : Random() % I,
           I});
  }
  return In;
}

uint32_t valueOf(const LayeredGraph &L, const LayerLine &Line) {
  return L.Items[Line.FromPort == LayerLine::NoPort ? Line.From : Line.FromPort]
      .Id;
}

/// Every edge is drawn: from the box there is a way down over lines, ports and
/// chips of its value.
void checkEdges(const DrawingInput &In, const LayeredGraph &L) {
  auto IsHidden = [&](uint32_t B) {
    return !In.Hidden.empty() && In.Hidden[B];
  };
  for (auto [From, To] : In.Edges) {
    if (IsHidden(From) || IsHidden(To))
      continue;
    bool Found = std::any_of(L.Lines.begin(), L.Lines.end(),
                             [&, F = From, T = To](const LayerLine &Line) {
                               const LayerItem &End = L.Items[Line.To];
                               return End.Kind == LayerItem::Box &&
                                      End.Id == T && valueOf(L, Line) == F;
                             });
    EXPECT_TRUE(Found) << From << " -> " << To;
  }
}

void checkPlaces(const LayeredGraph &L, const Placement &P,
                 const std::vector<bool> &Open) {
  for (uint32_t B = 0; B != Open.size(); ++B) {
    if (!Open[B])
      continue;
    double Widest = 0;
    for (uint32_t I = L.FirstItem[B]; I != L.FirstItem[B + 1]; ++I) {
      const Placement::Rect &R = P.Items[I];
      EXPECT_GE(R.X, PlacePadding - 1e-6);
      EXPECT_GE(R.Y, 0);
      EXPECT_LE(R.X + R.Width, P.Blocks[B].Width - PlacePadding + 1e-6);
      EXPECT_LE(R.Y + R.Height, P.Blocks[B].Height + 1e-6);
      uint32_t First = I;
      while (First > L.FirstItem[B] &&
             L.Items[First - 1].Layer == L.Items[I].Layer)
        --First;
      Widest = std::max(Widest, R.X + R.Width - P.Items[First].X);
      if (I == L.FirstItem[B])
        continue;
      const Placement::Rect &Before = P.Items[I - 1];
      if (L.Items[I - 1].Layer == L.Items[I].Layer)
        EXPECT_GE(R.X, Before.X + Before.Width + PlaceGapX - 1e-6);
      else
        EXPECT_GT(R.Y, Before.Y + Before.Height);
    }
    EXPECT_LE(P.Blocks[B].Width,
              std::max(120.0, 2 * Widest + 2 * PlacePadding + 1e-6));
  }
  for (const LayerLine &Line : L.Lines)
    EXPECT_EQ(L.Items[Line.From].Layer + 1, L.Items[Line.To].Layer);
}

TEST(PlacementTest, RandomGraphs) {
  for (unsigned Seed = 0; Seed != 2000; ++Seed) {
    DrawingInput In = randomInput(Seed);
    LayeredGraph L = makeLayers(In);
    checkEdges(In, L);
    std::vector<bool> Open(In.BlockParent.size(), true);
    PlacementSizes Sizes = sizesOf(In, Seed);
    checkPlaces(L, place(L, Sizes, Open), Open);
    std::mt19937 Random(Seed);
    for (size_t B = 1; B != Open.size(); ++B)
      Open[B] = Random() % 2;
    checkPlaces(L, place(L, Sizes, Open), Open);
    if (testing::Test::HasFailure())
      FAIL() << "seed " << Seed;
  }
}

TEST(PlacementTest, ValuesGoThroughPorts) {
  DrawingInput In;
  In.BlockParent = {0, 0, 1};
  In.BoxBlock = {0, 2, 0};
  In.Edges = {{0, 1}, {1, 2}};
  LayeredGraph L = makeLayers(In);
  auto Kinds = [&](uint32_t B) {
    std::vector<LayerItem::ItemKind> Result;
    for (const LayerItem &I : L.items(B))
      Result.push_back(I.Kind);
    return Result;
  };
  using enum LayerItem::ItemKind;
  EXPECT_EQ(Kinds(0), (std::vector<LayerItem::ItemKind>{Box, Block, Box}));
  EXPECT_EQ(Kinds(1),
            (std::vector<LayerItem::ItemKind>{InPort, Block, OutPort}));
  EXPECT_EQ(Kinds(2), (std::vector<LayerItem::ItemKind>{InPort, Box, OutPort}));
  ASSERT_EQ(L.lines(0).size(), 2u);
  EXPECT_EQ(L.Items[L.lines(0)[0].ToPort].Kind, InPort);
  EXPECT_EQ(L.Items[L.lines(0)[1].FromPort].Kind, OutPort);
}

TEST(PlacementTest, BlocksThatUseOneAnother) {
  DrawingInput In;
  In.BlockParent = {0, 0, 0};
  In.BoxBlock = {1, 2, 1};
  In.Edges = {{0, 1}, {1, 2}};
  LayeredGraph L = makeLayers(In);
  // The way back is a chip above the first block.
  ASSERT_EQ(L.items(0).size(), 3u);
  EXPECT_EQ(L.items(0)[0].Kind, LayerItem::Chip);
  EXPECT_EQ(L.items(0)[0].Id, 1u);
  EXPECT_EQ(L.items(0)[1].Kind, LayerItem::Block);
}

TEST(PlacementTest, ManyUsersAndLongLinesAreChips) {
  DrawingInput In;
  In.BlockParent = {0};
  In.BoxBlock.assign(60, 0);
  for (uint32_t I = 1; I != 60; ++I) {
    In.Edges.push_back({0, I});
    In.Edges.push_back({I - 1, I});
  }
  LayeredGraph L = makeLayers(In);
  size_t Chips =
      std::count_if(L.Items.begin(), L.Items.end(), [](const LayerItem &I) {
        return I.Kind == LayerItem::Chip && I.Id == 0;
      });
  EXPECT_EQ(Chips, 58u);
}

TEST(PlacementTest, LongChainOfCrookedBlocksStaysNarrow) {
  DrawingInput In;
  In.BlockParent = {0};
  // Each block gets its value at the left and gives it away at the right.
  for (uint32_t B = 1; B != 400; ++B) {
    In.BlockParent.push_back(0);
    uint32_t First = In.BoxBlock.size();
    for (unsigned I = 0; I != 6; ++I) {
      In.BoxBlock.push_back(B);
      if (First + I)
        In.Edges.push_back({First + I - 1, First + I});
    }
    for (unsigned I = 0; I != 3; ++I)
      In.Edges.push_back({First, First + 5 - I});
  }
  LayeredGraph L = makeLayers(In);
  std::vector<bool> Open(In.BlockParent.size(), true);
  Placement P = place(L, sizesOf(In), Open);
  double Widest = 0;
  for (size_t B = 1; B != P.Blocks.size(); ++B)
    Widest = std::max(Widest, P.Blocks[B].Width);
  EXPECT_LE(P.Blocks[0].Width, 2 * Widest + 2 * PlacePadding);
}

TEST(PlacementTest, DeepAndEmpty) {
  EXPECT_TRUE(makeLayers({{}, {0}, {}, {}}).Items.empty());
  DrawingInput In;
  for (uint32_t B = 0; B != 3000; ++B)
    In.BlockParent.push_back(B ? B - 1 : 0);
  In.BoxBlock = {0, 2999};
  In.Edges = {{0, 1}};
  LayeredGraph L = makeLayers(In);
  EXPECT_EQ(L.Lines.size(), 3000u);
  std::vector<bool> Open(3000, true);
  EXPECT_GT(place(L, sizesOf(In), Open).Blocks[0].Height, 3000 * PlaceTitle);
}

} // namespace
