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

#include "fx/IR/Module.h"
#include "fx/Layout/Placement.h"
#include "fx/Translate/Svg.h"

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
  /// Operator or class; name of the node; arguments that are no nodes, or what
  /// a module was constructed with; type of the value. Only the first is never
  /// empty.
  std::string Title, Label, Detail, Type;
  /// The module it comes from, if there is no block for that.
  std::string Leaf;
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
  LayoutInput Input;
  GraphLayout Layers;
  PlacementSizes Sizes;
  /// By block: what the options say.
  std::vector<bool> Open;

  /// The lines in a box, from top to bottom.
  llvm::SmallVector<llvm::StringRef, 4> lines(uint32_t Node) const;
};

/// Fails when one of the globs of \p Options is none.
llvm::Expected<GraphView>
viewModels(llvm::ArrayRef<const GraphModule *> Modules,
           const PictureOptions &Options);

/// \p Text as valid UTF-8 without control characters; cut after \p Most
/// characters, if it is longer.
std::string lineOfText(llvm::StringRef Text, size_t Most = ~size_t(0));
/// What a chip that stands for the value of \p N says.
std::string chipText(const Node &N);

} // namespace fx

#endif // FX_LIB_TRANSLATE_GRAPHVIEW_H
