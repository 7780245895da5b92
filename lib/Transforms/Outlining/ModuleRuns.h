//===- ModuleRuns.h - Where the nodes of a module stand ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_MODULERUNS_H
#define FX_LIB_TRANSFORMS_MODULERUNS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace fx {

class Graph;

/// The calls of modules that nodes come from, by the keys of their stacks.
/// torch.export.unflatten makes a call of each run of nodes, so that a module
/// whose nodes no longer stand together is called twice, each time as a whole.
class ModuleRuns {
public:
  /// Looks at \p G before nodes move.
  explicit ModuleRuns(const Graph &G) { count(G, Before); }

  /// Takes the calls out of the stacks of nodes whose nodes stood together and
  /// do so no longer, in \p Graphs taken together.
  void cut(llvm::ArrayRef<Graph *> Graphs) const;

private:
  /// The number of runs, by key.
  using Counts = llvm::StringMap<unsigned>;
  static void count(const Graph &G, Counts &Runs);

  Counts Before;
};

} // namespace fx

#endif // FX_LIB_TRANSFORMS_MODULERUNS_H
