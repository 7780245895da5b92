//===- Picture.h - Draws a laid out graph as SVG ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_PICTURE_H
#define FX_LIB_TRANSLATE_PICTURE_H

#include "fx/Drawing/Placement.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace fx {

/// What a picture shows of boxes and blocks. Texts are valid UTF-8 of one line.
struct PictureTexts {
  struct Box {
    /// One of the classes of Viewer/svg.css: `linear`.
    llvm::StringRef Class;
    /// From top to bottom; the first is bold.
    llvm::SmallVector<std::string, 4> Lines;
    std::string Tooltip;
    /// Text of a chip.
    std::string Chip;
  };
  struct Block {
    std::string Title;
    /// Below the title where it is closed.
    std::string Contents;
    bool IsDashed = false;
  };
  std::vector<Box> Boxes;
  std::vector<Block> Blocks;
};

/// Longer lines of boxes and titles, and longer tooltips, are cut.
constexpr size_t MaxPictureLine = 40, MaxPictureTooltip = 400;

/// \name What texts take in a picture, in pixels
/// @{
PlacementSizes::Size boxSize(llvm::ArrayRef<llvm::StringRef> Lines);
double chipWidth(llvm::StringRef Text);
double titleWidth(llvm::StringRef Title);
/// @}

/// Writes a whole SVG.
void drawPicture(const LayeredGraph &L, const PlacementSizes &Sizes,
                 const std::vector<bool> &Open, const PictureTexts &Texts,
                 llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_LIB_TRANSLATE_PICTURE_H
