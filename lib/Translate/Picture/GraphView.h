//===- GraphView.h - What pictures of models show ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// All nodes of some models with their texts, in blocks that are the modules
/// they come from, laid out. The picture (Svg.h) and the page (Html.h) are made
/// from it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_GRAPHVIEW_H
#define FX_LIB_TRANSLATE_GRAPHVIEW_H

#include "fx/Drawing/Placement.h"
#include "fx/IR/Module.h"
#include "fx/Translate/PictureOptions.h"

namespace fx {

/// Decides the color of a box.
enum class BoxKind : uint8_t {
  Input,
  State,
  Output,
  Linear,     ///< Convolutions, matrix products, attention, embeddings.
  Norm,       ///< Normalizations.
  Activation, ///< Activations, and softmax.
  Pool,       ///< Pools and reductions.
  Shape,      ///< What moves elements and computes nothing.
  Other,
};
/// `input`, `linear`, ...
llvm::StringRef toString(BoxKind K);

/// A node and what its box says. Texts are valid UTF-8 of one line.
struct ViewNode {
  const Node *N = nullptr;
  BoxKind Kind = BoxKind::Other;
  /// Operator or class; name of the node; arguments that are not nodes, or what
  /// a module was constructed with; type of the value. Only the first is never
  /// empty.
  std::string Title, Label, Detail, Type;
  /// The module it comes from, if there is no block for that.
  std::string Leaf;

  /// The lines in the box, from top to bottom.
  llvm::SmallVector<llvm::StringRef, 4> lines() const;
};

/// A module, a model or a nested graph.
struct ViewBlock {
  /// Dotted path, and class without its module; may be empty.
  std::string Path, Class;
  /// A graph that an operator is given.
  bool IsGraph = false;
  /// Nodes that are drawn in it and in blocks inside.
  uint32_t Nodes = 0;

  /// The title of its frame.
  std::string title() const;
  /// `3 nodes`: the second line of the box of a block that is closed.
  std::string contents() const;
};

struct GraphView {
  std::vector<ViewNode> Nodes;
  std::vector<ViewBlock> Blocks;
  DrawingInput Input;
  LayeredGraph Layers;
  PlacementSizes Sizes;
  /// What the options say about each block.
  std::vector<bool> Open;
};

/// Fails when a glob of \p Options is malformed.
llvm::Expected<GraphView>
viewModels(llvm::ArrayRef<const GraphModule *> Modules,
           const PictureOptions &Options);

/// What the box of \p N says, without a leaf.
ViewNode describeNode(const Node &N);
/// Whether \p N has no box: state, unless \p StateNodes, and what names a
/// graph.
bool isHidden(const Node &N, bool StateNodes);

class ModuleFrames;

/// Which frames are blocks.
struct FrameBlocks {
  /// For each frame, the block of the nodes in it.
  std::vector<uint32_t> Block;
  /// For each frame, whether that block is its own.
  std::vector<bool> IsOwn;
};
/// Adds to \p View a block for each frame that has more than one node, and for
/// graphs. \p NumNodes is by frame: nodes that are drawn in it and in frames
/// inside. Fails as viewModels() does.
llvm::Expected<FrameBlocks> addBlocks(const ModuleFrames &Frames,
                                      llvm::ArrayRef<uint32_t> NumNodes,
                                      const PictureOptions &Options,
                                      GraphView &View);
/// Says in the box of \p V which module it comes from, if its frame \p Frame is
/// no block.
void addLeaf(const ModuleFrames &Frames, unsigned Frame,
             const FrameBlocks &Blocks, ViewNode &V);

/// \p Text as valid UTF-8 without control characters; cut after \p Most
/// characters, if it is longer.
std::string lineOfText(llvm::StringRef Text, size_t Most = ~size_t(0));
/// What a chip that stands for the value of \p N says.
std::string chipText(const Node &N);

} // namespace fx

#endif // FX_LIB_TRANSLATE_GRAPHVIEW_H
