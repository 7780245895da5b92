//===- HtmlPage.h - The parts of a page -------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_HTMLPAGE_H
#define FX_LIB_TRANSLATE_HTMLPAGE_H

#include "PageData.h"
#include "fx/Translate/Html.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fx {

/// What a page has of the models that one picture shows.
struct PageSide {
  /// JSON.
  std::string Index;
  /// Packed.
  std::string Data, Details;
  /// `3 nodes in 1 module`.
  std::string Contents;
};

/// Fails as writeHtml() does. \p AddColumns may add more.
llvm::Expected<PageSide>
makePageSide(llvm::ArrayRef<const GraphModule *> Modules,
             const PageOptions &Options,
             llvm::function_ref<void(const GraphView &, Columns &)> AddColumns =
                 nullptr);

/// The JSON of a picture without overlays.
std::string pageIndex(const PageOptions &Options, const Columns &C,
                      const Columns &Details);

/// More that a page has: JSON for one of its scripts.
struct PageExtra {
  /// `fx-compare` for Viewer/compare.js, `fx-film` for Viewer/film.js.
  llvm::StringRef Id;
  llvm::StringRef JSON;
};

/// Writes the page that shows \p Sides, one or two.
void writePage(llvm::raw_ostream &OS, llvm::StringRef Title,
               llvm::ArrayRef<PageSide> Sides, PageExtra Extra = {});

} // namespace fx

#endif // FX_LIB_TRANSLATE_HTMLPAGE_H
