//===- LayeredGraph.h - Layers of nested boxes ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The order in which a graph is drawn: boxes stand in blocks, blocks in
/// blocks, and what is in a block stands in layers from top to bottom, so that
/// lines go downwards. That order does not depend on which blocks are open;
/// coordinates (Placement.h) do.
///
/// Boxes are numbered in the order of the program, and lines go from lower to
/// higher numbers. A line that cannot go down (two blocks that use one another)
/// is a chip: a small box with the name of the value above its user. So is one
/// that would be very long, and those of a value that very many use.
///
//===----------------------------------------------------------------------===//

#ifndef FX_DRAWING_LAYEREDGRAPH_H
#define FX_DRAWING_LAYEREDGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace fx {

/// What is to be drawn.
struct DrawingInput {
  /// For each box, the block that it stands in.
  std::vector<uint32_t> BoxBlock;
  /// For each block, the one around it, which has a lower number. Block 0 is
  /// around everything.
  std::vector<uint32_t> BlockParent;
  /// From a box to one that uses its value. Duplicates are harmless.
  std::vector<std::pair<uint32_t, uint32_t>> Edges;
  /// Boxes that are not drawn; may be empty. Their edges are ignored.
  std::vector<bool> Hidden;
  /// How many more layers and users than in one picture there are, where the
  /// boxes are those of many: so much longer and wider may lines be.
  uint32_t Stretch = 1;
};

/// One thing in a layer.
struct LayerItem {
  enum ItemKind : uint8_t {
    Box,     ///< Id is a box.
    Block,   ///< Id is a block.
    Bend,    ///< A line goes through this layer. Id is the box it begins at.
    InPort,  ///< The value of box Id enters the block here.
    OutPort, ///< The value of box Id, which is inside, leaves the block here.
    Chip,    ///< Stands for a line from box Id that is not drawn.
  };
  ItemKind Kind = Box;
  uint32_t Id = 0;
  uint32_t Layer = 0;
};

/// A line between neighboring layers of a block.
struct LayerLine {
  static constexpr uint32_t NoPort = ~0u;
  /// Items.
  uint32_t From = 0, To = 0;
  /// Where an end is a block: the item inside that is its port.
  uint32_t FromPort = NoPort, ToPort = NoPort;
};

/// The layers of all blocks.
struct LayeredGraph {
  /// A value that more items of a block use is drawn as chips.
  static constexpr unsigned MaxFan = 32;
  /// A line through more layers is a chip.
  static constexpr unsigned MaxSpan = 40;
  /// How often layers are sorted by their neighbors.
  static constexpr unsigned Sweeps = 4;

  /// Block after block; in each by layer, then from left to right. A block
  /// without boxes is nowhere.
  std::vector<LayerItem> Items;
  /// For each block, where its items begin; one more entry is the end.
  std::vector<uint32_t> FirstItem;
  /// Block after block; in each by the item where they begin.
  std::vector<LayerLine> Lines;
  std::vector<uint32_t> FirstLine;

  llvm::ArrayRef<LayerItem> items(uint32_t Block) const {
    return llvm::ArrayRef(Items).slice(FirstItem[Block],
                                       FirstItem[Block + 1] - FirstItem[Block]);
  }
  llvm::ArrayRef<LayerLine> lines(uint32_t Block) const {
    return llvm::ArrayRef(Lines).slice(FirstLine[Block],
                                       FirstLine[Block + 1] - FirstLine[Block]);
  }
};

/// Finds layers and orders. The same input gives the same result. Linear but
/// for the sorts of layers, and the depth of blocks for edges between them.
LayeredGraph makeLayers(const DrawingInput &Input);

} // namespace fx

#endif // FX_DRAWING_LAYEREDGRAPH_H
