//===- PythonModule.h - Graphs as Python source -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A file of Python that needs nothing but torch: a class of modules for each
/// graph, with submodules constructed, parameters and buffers declared, their
/// values read from the archive or the file of weights that the module names,
/// and `forward`.
///
/// Of an exported program `forward` takes the arguments of the model that was
/// exported, nested as they were, and writes back what the program changes. It
/// checks neither guards nor ranges.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_PYTHONMODULE_H
#define FX_TRANSLATE_PYTHONMODULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
}

namespace fx {

class GraphModule;

/// Writes \p Modules, whose files of weights are named as seen from the file
/// that is written. What Python cannot express is an error: symbolic
/// expressions as arguments, a signature that does not fit the graph. Linear in
/// the size of the modules.
llvm::Error writePythonModule(llvm::ArrayRef<const GraphModule *> Modules,
                              llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_TRANSLATE_PYTHONMODULE_H
