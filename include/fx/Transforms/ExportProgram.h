//===- ExportProgram.h - Plain graphs become exported programs --*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Makes what torch.export would of a graph that torch.fx traced or that came
/// from TorchScript, without its Python code: modules become their calls,
/// calls become operators of ATen, state becomes placeholders, inputs and
/// outputs get specifications and trees.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_EXPORTPROGRAM_H
#define FX_TRANSFORMS_EXPORTPROGRAM_H

#include "fx/Decomposition/Lowering.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <vector>

namespace fx {

class DiagnosticEngine;

/// A size that callers may choose.
struct ExportDimension {
  /// What messages call it.
  std::string Name;
  /// What it is in the types of inputs: `s0`.
  Symbol Text;
  int64_t Example = 2;
  std::optional<int64_t> Min, Max;
};

/// What the program that is made looks like.
struct ExportOptions {
  /// The `val` of inputs by the targets of their placeholders: a TensorType, a
  /// number, containers of these. Inputs that are not here keep their `val`;
  /// those without one are their default.
  llvm::StringMap<Argument> Inputs;
  std::vector<ExportDimension> Dimensions;
  LoweringOptions Lowering;
};

/// Makes \p M, which has no program(), one. It is one of the dialect TRAINING:
/// calls that write go on doing so, and nothing is decomposed. The program
/// holds for all sizes: where a value would be another one for other examples
/// of a dimension, that is an error. Errors: err_export_input,
/// err_export_state, err_export_dimension, those of lowerToOperators; \p M is
/// of no use then.
llvm::Error exportProgram(GraphModule &M, const ExportOptions &Options,
                          DiagnosticEngine &Diags);

} // namespace fx

#endif // FX_TRANSFORMS_EXPORTPROGRAM_H
