//===- Dot.h - Graphs as pictures -------------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Graphviz's language. One picture shows all modules; what belongs to a module
/// of the original model stands in a frame, which is known from
/// `nn_module_stack`, from the targets of call_module, and, for nodes that
/// nothing says anything about, from their neighbors.
///
/// Parameters, buffers and constants are lines in the boxes of the nodes that
/// use them: drawn as nodes they would hide the picture.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_DOT_H
#define FX_TRANSLATE_DOT_H

#include "fx/Translate/PictureOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
}

namespace fx {

class GraphModule;

/// Writes one digraph that shows \p Modules. Fails on a malformed glob. Linear
/// in the number of nodes, and of modules that they come from.
llvm::Error writeDot(llvm::ArrayRef<const GraphModule *> Modules,
                     llvm::raw_ostream &OS, const PictureOptions &Options = {});

} // namespace fx

#endif // FX_TRANSLATE_DOT_H
