//===- PictureOptions.h - What pictures of graphs show ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The options that all pictures of graphs share: Dot.h, Svg.h and Html.h.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_PICTUREOPTIONS_H
#define FX_TRANSLATE_PICTUREOPTIONS_H

#include <string>
#include <vector>

namespace fx {

/// What a picture shows.
struct PictureOptions {
  /// Modules that are nested deeper are boxes without contents.
  unsigned Depth = ~0u;
  /// Globs over dotted paths; modules that match are boxes too.
  std::vector<std::string> Collapse;
  /// Draw parameters, buffers and constants as nodes of their own.
  bool StateNodes = false;
};

} // namespace fx

#endif // FX_TRANSLATE_PICTUREOPTIONS_H
