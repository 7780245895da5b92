//===- Svg.h - Graphs as pictures -------------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A picture without Graphviz: modules are frames (`nn_module_stack`, targets
/// of call_module), and the boxes in them stand in layers from top to bottom.
/// Light and dark as the reader has it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_SVG_H
#define FX_TRANSLATE_SVG_H

#include "fx/Translate/PictureOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
}

namespace fx {

class GraphModule;

/// Writes \p Modules as one picture. The same modules give the same bytes.
/// Fails when a glob of \p Options is malformed.
llvm::Error writeSvg(llvm::ArrayRef<const GraphModule *> Modules,
                     llvm::raw_ostream &OS, const PictureOptions &Options = {});

} // namespace fx

#endif // FX_TRANSLATE_SVG_H
