//===- ModulePaths.h - Modules of many nodes --------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Paths of modules for many nodes, looked up once for each stack. For a single
/// node, modulePath() of ModuleStack.h is enough.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_MODULEPATHS_H
#define FX_ANALYSIS_MODULEPATHS_H

#include "fx/IR/Graph.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace fx {

/// Answers modulePath() (ModuleStack.h) for many nodes of graphs that do not
/// change: most share their stacks with others.
class ModulePathCache {
public:
  /// Lives as long as this.
  std::optional<llvm::StringRef> of(const Node &N);

private:
  /// Paths that were found; keys are the addresses of the stacks' bytes.
  llvm::DenseMap<const void *, std::optional<llvm::StringRef>> Known;
  llvm::StringSet<> Paths;
};

} // namespace fx

#endif // FX_ANALYSIS_MODULEPATHS_H
