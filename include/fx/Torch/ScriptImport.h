//===- ScriptImport.h - TorchScript becomes graphs --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Evaluates a TorchScript module symbolically, so that the graph is the one
/// that torch.fx's trace of the Python model gives: calls of torch.nn's modules
/// stay calls, constants, attributes, `self.training`, branches and loops over
/// module lists are gone.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TORCH_SCRIPTIMPORT_H
#define FX_TORCH_SCRIPTIMPORT_H

#include "fx/Tracing/Tracer.h"
#include <ATen/core/ivalue.h>

namespace torch::jit {
struct Module;
}

namespace fx {

/// How TorchScript is imported.
struct ScriptImportOptions {
  /// Example inputs for the first parameters. With them, conditions and loops
  /// that depend on shapes or values are decided as they are for these inputs,
  /// and parameters after them that have defaults are fixed to those; without,
  /// they are errors, as in torch.fx.
  std::vector<c10::IValue> Inputs;
  /// Which of Inputs have sizes that callers of the graph choose; none where it
  /// is shorter. What the examples decide about these is asserted in the graph.
  std::vector<bool> NamedSizes;
  /// Whose hooks are used; null: those of Tracer.
  Tracer *T = nullptr;
};

/// The TorchScript module in file \p Path. Fails when the file is not a
/// TorchScript archive, or needs operators that are not loaded.
llvm::Expected<torch::jit::Module> loadScript(llvm::StringRef Path);

/// The graph of `forward` of the module in file \p Path, with the tree of its
/// modules: classes, constructor arguments and tensors, whose bytes are in the
/// module's WeightStore. A module of torch.nn whose class is not a formula gets
/// a graph of its own where it can be traced. Fails when the file is not a
/// TorchScript archive, when it needs operators that are not loaded, and, with
/// file and line of the Python source, for what cannot be traced.
llvm::Expected<std::unique_ptr<GraphModule>>
importScript(Context &Ctx, llvm::StringRef Path,
             ScriptImportOptions Options = {});

/// The same for a module in memory.
llvm::Expected<std::unique_ptr<GraphModule>>
importScript(Context &Ctx, const torch::jit::Module &M,
             ScriptImportOptions Options = {});

} // namespace fx

#endif // FX_TORCH_SCRIPTIMPORT_H
