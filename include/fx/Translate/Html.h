//===- Html.h - Graphs as a page to look at ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// One file that a browser shows without asking anybody for anything: the
/// picture of Svg.h to zoom and fold, a tree of modules, search by selectors,
/// details of nodes, and quantities as colors. See docs/Viewer.md.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_HTML_H
#define FX_TRANSLATE_HTML_H

#include "fx/Translate/Overlay.h"
#include "fx/Translate/PictureOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace fx {

class JournalReader;
struct DiffTextOptions;
struct ModelDiff;

/// What a page shows.
struct PageOptions {
  /// The modules that are open at first, and whether state has boxes.
  PictureOptions Picture;
  /// Title of the page.
  std::string Title;
  /// Besides those that the types of values give.
  std::vector<Overlay> Overlays;
};

/// Writes \p Modules as one page. The same modules and options give the same
/// bytes. Fails when a glob is malformed, or an overlay names no node.
llvm::Error writeHtml(llvm::ArrayRef<const GraphModule *> Modules,
                      llvm::raw_ostream &OS, const PageOptions &Options);

/// Writes \p Before and \p After as one page, side by side, with what differs
/// marked; \p Diffs has a difference for each two.
llvm::Error writeDiffHtml(llvm::ArrayRef<const GraphModule *> Before,
                          llvm::ArrayRef<const GraphModule *> After,
                          llvm::ArrayRef<ModelDiff> Diffs,
                          llvm::raw_ostream &OS,
                          const DiffTextOptions &Options);

/// Which steps of a journal its film shows.
enum class FilmSteps : uint8_t {
  Auto, ///< All, unless there are very many.
  All,
  Passes,
};

/// Writes what \p R has recorded as one page, step by step; \p R is at its end
/// then. Fails when the journal is damaged, or a glob is malformed.
llvm::Error writeFilm(JournalReader &R, llvm::raw_ostream &OS,
                      const PageOptions &Options, FilmSteps Steps);

} // namespace fx

#endif // FX_TRANSLATE_HTML_H
