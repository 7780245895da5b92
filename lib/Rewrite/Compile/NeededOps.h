//===- NeededOps.h - Operators without which no rule fits -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph has few of the operators that the rules of fx-opt name. Those of
// which it, or a result of another rule, lacks an operator need not be
// compiled, which takes longer than to run them all on a small graph.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_NEEDEDOPS_H
#define FX_LIB_REWRITE_NEEDEDOPS_H

#include "Program.h"
#include "llvm/ADT/DenseSet.h"

namespace fx::rewrite {

/// Appends groups of operators: where \p Def fits, there is one of each. What
/// the text does not say plainly (definitions, sets, choices) gives none.
void findNeededOps(const RuleDef &Def, RuleFile &File, OpGroups &Needed);

/// The operators that a graph may have while rules run.
class PossibleOps {
public:
  /// Those that \p G has, and that any rule may make.
  explicit PossibleOps(const Graph &G);
  /// And those that \p Rule makes.
  void addResults(const CompiledRule &Rule);
  bool mayFit(const CompiledRule &Rule) const;

private:
  llvm::DenseSet<const OpInfo *> Ops;
  /// Not all of them are known.
  bool AreAll = false;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_NEEDEDOPS_H
