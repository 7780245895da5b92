//===- ProgramDiff.h - Whether two programs mean the same -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Compares what two exported programs mean to their user. IR/Structural.h
/// compares graphs.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_PROGRAMDIFF_H
#define FX_ANALYSIS_PROGRAMDIFF_H

#include "fx/IR/Structural.h"
#include <string>
#include <utility>
#include <vector>

namespace fx {

class ExportedProgram;
struct TensorAttr;

/// The first thing in which the programs of \p A and \p B differ for the user
/// who runs them: the graphs call other operators, with other arguments or in
/// another order; values, signature, state and what of it shares memory, ranges
/// of symbols, guards, dialect, the way inputs and outputs nest. Names of
/// nodes, metadata such as stack traces, versions and names of records do not
/// count, nor does the order of state. They may be of two contexts. O(nodes +
/// state).
std::optional<StructuralDifference> findProgramDifference(const GraphModule &A,
                                                          const GraphModule &B);

/// A piece of state and where it is.
struct StatePlace {
  /// Dotted path.
  std::string Path;
  const TensorAttr *Tensor;
  /// The first path in the same record; empty where this is the first.
  std::string SharedWith;

  /// What a text adds to the role: ` without gradient`, ` that is not saved`.
  llvm::StringRef remark() const;
};

/// The state of \p M in the order of the paths; the order of the tree says
/// nothing. O(n log n).
std::vector<StatePlace> stateByPath(const GraphModule &M);

/// What counts of a program besides graphs and state, as names and texts: its
/// dialect, ranges, guards, and how inputs and outputs nest.
std::vector<std::pair<std::string, std::string>>
programFacts(const ExportedProgram &P);

} // namespace fx

#endif // FX_ANALYSIS_PROGRAMDIFF_H
