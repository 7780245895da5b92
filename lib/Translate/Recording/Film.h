//===- Film.h - All nodes that a journal has had ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A journal as one picture: every node that there was at some time has a box,
/// in one layout, so that nothing changes places from one step to the next. At
/// each time only some boxes show, and what a box says changes with rows.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_FILM_H
#define FX_LIB_TRANSLATE_FILM_H

#include "Page/PageData.h"
#include "fx/Journal/JournalHistory.h"

namespace fx {

struct Film {
  static constexpr uint32_t None = ~0u;

  /// Steps of the journal where the film stops; the first is 0, the input.
  std::vector<size_t> Stops;

  /// Boxes, blocks and layers. The edges of rows come first, then those from
  /// the outputs of nested graphs to what runs them.
  GraphView View;
  /// \name By box
  /// @{
  std::vector<uint32_t> Born; ///< A stop.
  std::vector<uint32_t> Gone; ///< A stop, or None.
  /// Boxes whose nodes this one comes from.
  std::vector<std::vector<uint32_t>> From;
  /// @}

  /// \name By row: what a node was from one stop on
  /// @{
  std::vector<uint32_t> RowBox, RowStop;
  std::vector<uint32_t> FirstEdge; ///< And one more.
  /// @}
  std::vector<uint32_t> RowEdges; ///< Edges of View from operands.
  size_t NumOperandEdges = 0;

  /// Boxes that moved, and when.
  std::vector<std::pair<uint32_t, uint32_t>> Moves;

  StringTable Strings;
  NodeColumns Rows{Strings};
  NodeDetails Details;
};

/// Goes through \p R. Without \p EveryStep the film stops at the ends of passes
/// alone. False if there are more than \p MaxRows rows, with \p F half made.
/// Fails where the journal is damaged, or a glob of \p Options is malformed.
llvm::Expected<bool> makeFilm(JournalReader &R, const PictureOptions &Options,
                              bool EveryStep, size_t MaxRows, Film &F);

} // namespace fx

#endif // FX_LIB_TRANSLATE_FILM_H
