//===- StatePatterns.h - Which state a pass is about ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_STATEPATTERNS_H
#define FX_LIB_TRANSFORMS_STATEPATTERNS_H

#include "fx/IR/Module.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <string>
#include <vector>

namespace fx {

class DiagnosticEngine;

/// The option `state`: globs over the dotted names of state; none: all.
class StatePatterns {
public:
  /// \p Pass is for the message.
  static llvm::Expected<StatePatterns> parse(llvm::ArrayRef<std::string> Globs,
                                             llvm::StringRef Pass);
  bool match(llvm::StringRef Path) const;
  /// Warns of each glob that fits no state of \p M.
  void warnUnmatched(const GraphModule &M, DiagnosticEngine &Diags) const;

private:
  /// With their texts, which are those of the option.
  std::vector<std::pair<llvm::StringRef, llvm::GlobPattern>> Globs;
};

/// Modules of which any state may be used, as graphs call or fetch them as a
/// whole and they have no graph.
class WholeModules {
public:
  explicit WholeModules(GraphModule &M);
  /// Whether the state at \p Path is part of one.
  bool cover(llvm::StringRef Path) const;

private:
  llvm::StringSet<> Paths;
};

/// The dotted names of the state that placeholders and get_attr nodes of any
/// graph name; O(nodes).
llvm::StringSet<> namedState(GraphModule &M);

} // namespace fx

#endif // FX_LIB_TRANSFORMS_STATEPATTERNS_H
