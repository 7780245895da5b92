//===- Placement.h - Coordinates of boxes in layers -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Where the items of a layout are drawn when some blocks are open. The viewer
/// does the same again whenever a block is opened:
/// lib/Translate/Viewer/place.js has the same steps in the same order, so that
/// both give the same numbers.
///
//===----------------------------------------------------------------------===//

#ifndef FX_DRAWING_PLACEMENT_H
#define FX_DRAWING_PLACEMENT_H

#include "fx/Drawing/LayeredGraph.h"

namespace fx {

/// Sizes of what is drawn, in pixels.
struct PlacementSizes {
  struct Size {
    double Width = 0, Height = 0;
  };
  /// Size of each box, and of each block when it is closed.
  std::vector<Size> Boxes, Blocks;
  /// Width of the chips of each box.
  std::vector<double> Chips;
  /// Width of the title of each open block, so that it is not cut.
  std::vector<double> Titles;
};

/// \name Distances, in pixels
/// @{
constexpr double PlaceGapX = 18, PlaceGapY = 26, PlacePadding = 14,
                 PlaceTitle = 26, PlaceBend = 8, PlacePort = 10,
                 PlacePortGap = 16, PlaceChip = 16;
constexpr unsigned PlacePasses = 8;
/// @}

/// Coordinates of the items, in those of the block they are in.
struct Placement {
  struct Rect {
    double X = 0, Y = 0, Width = 0, Height = 0;
  };
  /// Place of each item. Items of blocks that are not open are not placed.
  std::vector<Rect> Items;
  /// For each item, where its layer ends. A line leaves the item straight down
  /// to there, so that it does not cross a tall neighbor.
  std::vector<double> Foot;
  /// Size of each block; the closed ones keep the size that they were given.
  std::vector<PlacementSizes::Size> Blocks;

  /// Where a line leaves or meets the item \p Item: its middle, or a port of a
  /// block. In the coordinates of the block that the item is in.
  double attach(const LayeredGraph &L, uint32_t Item, uint32_t Port,
                const std::vector<bool> &Open) const;
};

/// Places what is in open blocks. \p Open is by block; block 0 is open.
Placement place(const LayeredGraph &L, const PlacementSizes &Sizes,
                const std::vector<bool> &Open);

} // namespace fx

#endif // FX_DRAWING_PLACEMENT_H
