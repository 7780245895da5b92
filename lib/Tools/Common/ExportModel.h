//===- ExportModel.h - Plain graphs for archives --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_EXPORTMODEL_H
#define FX_LIB_TOOLS_COMMON_EXPORTMODEL_H

#include "fx/IR/Module.h"
#include "fx/Interop/RunInputs.h"

namespace fx {

class DiagnosticEngine;

/// Makes \p M, a graph of torch.fx, an exported program whose inputs have the
/// types of what \p Source describes (fx/Transforms/ExportProgram.h). LibTorch
/// is loaded where a function is Python code, or inputs are files. Errors:
/// those of exportProgram and makeRunInputs.
llvm::Error exportModel(GraphModule &M, const RunInputSource &Source,
                        DiagnosticEngine &Diags);

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_EXPORTMODEL_H
