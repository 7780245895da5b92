//===- PythonProgram.h - What a program adds to the code of its graph -*- C++
//-*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_PYTHONPROGRAM_H
#define FX_LIB_TRANSLATE_PYTHONPROGRAM_H

#include "PythonFile.h"

namespace fx {

class GraphModule;

/// Writes `def forward` of \p M, which has a program(): arguments as the
/// original model had them, taken apart; what is written to buffers, inputs
/// and gradients; the result, put together. \p StateText gives the expression
/// of a state by its name.
llvm::Error
writeProgramForward(PythonFile &File, const GraphModule &M,
                    llvm::raw_ostream &OS,
                    llvm::function_ref<std::string(llvm::StringRef)> StateText);

} // namespace fx

#endif // FX_LIB_TRANSLATE_PYTHONPROGRAM_H
