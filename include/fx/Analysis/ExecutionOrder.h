//===- ExecutionOrder.h - Modules and parameters as they are used -*- C++ -*-=//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In which order a graph calls modules and uses parameters, as sharded data
/// parallelism needs it (PyTorch: _ExecOrderTracer of torch.distributed.fsdp).
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_EXECUTIONORDER_H
#define FX_ANALYSIS_EXECUTIONORDER_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace fx {

class GraphModule;

/// What the graph of a module shows; graphs of submodules are not entered.
///
/// Calls of modules that are not leaves are seen in the metadata
/// `nn_module_stack`. A graph without it shows only leaves and parameters: then
/// a module is taken to be called when the first leaf below it is called or a
/// parameter of it is used, and to go on until that happens outside it, so that
/// calls of it that follow each other look like one. Parameters of leaves are
/// those in the module tree, or those that their class has; a get_attr of
/// something that the tree does not know counts as a parameter.
class ExecutionOrder {
public:
  static constexpr llvm::StringLiteral AnalysisName = "execution-order";
  ExecutionOrder() = default;
  explicit ExecutionOrder(GraphModule &M);

  /// Parameters that are used together.
  struct Usage {
    /// Path of the module that was called, or whose own code uses them.
    std::string Module;
    /// Relative to Module where that was called; from the root otherwise.
    std::vector<std::string> Parameters;
  };
  /// A module and what its last call used.
  struct ModuleUsages {
    std::string Module;
    std::vector<Usage> Usages;
  };

  /// Paths of modules, one for each call, in the order of the calls; the root,
  /// whose path is empty, comes first.
  std::vector<std::string> ModuleCalls;
  /// Paths of parameters in the order of their first use.
  std::vector<std::string> Parameters;
  /// In the order of the first calls.
  std::vector<ModuleUsages> Usages;

  void print(llvm::raw_ostream &OS) const;
};

} // namespace fx

#endif // FX_ANALYSIS_EXECUTIONORDER_H
