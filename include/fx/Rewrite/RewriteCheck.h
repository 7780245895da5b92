//===- RewriteCheck.h - Rewrites run while they are made --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What a pattern matched and what replaces it, cut out of the graph and run on
/// the same values (docs/CheckingRules.md, --check-rewrites).
///
//===----------------------------------------------------------------------===//

#ifndef FX_REWRITE_REWRITECHECK_H
#define FX_REWRITE_REWRITECHECK_H

#include "fx/Execution/TorchRun.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace fx {
class SymbolicMath;
class TorchBackend;
} // namespace fx

namespace fx::rewrite {

struct CheckedRun;
struct CompiledRule;
class RuleHost;

/// Pass its address as RewriteOptions::Check. It is valid while nothing but
/// that rewriting edits the graph.
class RewriteCheck {
public:
  /// Checks the first \p PerRule rewrites of each rule.
  explicit RewriteCheck(TorchBackend &Torch, uint64_t PerRule = UINT64_MAX);
  ~RewriteCheck();

  /// What \p N had in a run of the whole model: taken instead of random values
  /// where each operand of a rewrite has such a value. What rewrites make gets
  /// its own.
  void setValue(const Node &N, RunValuePtr Value);

  /// Both sides of a rewrite: \p Roots are replaced by \p News, which are made
  /// of \p Created. All are in the graph.
  struct Sides {
    GraphModule &M;
    llvm::ArrayRef<Node *> Matched, Created, Roots, News;
    /// May be null.
    RuleHost *Host = nullptr;
    SymbolicMath &Math;
  };
  /// How the results of \p S differ by more than \p Rule allows; empty where
  /// they do not, or nothing could be run.
  std::string run(const CompiledRule &Rule, const Sides &S);
  /// The left side, with the values of constants: what a file needs to show a
  /// difference again. \p HostOf makes the host of a module. Null where an
  /// operand has no type.
  std::unique_ptr<GraphModule>
  leftSide(const Sides &S,
           llvm::function_ref<std::unique_ptr<RuleHost>(GraphModule &)> HostOf);

  uint64_t numChecked() const { return NumChecked; }
  /// Rewrites of a rule so far.
  uint64_t numSeen(llvm::StringRef Rule) const { return Seen.lookup(Rule); }
  /// Rewrites that could not be run, by rule: how many, and why the first.
  struct Unchecked {
    uint64_t Count = 0;
    std::string Why;
  };
  const std::map<std::string, Unchecked> &unchecked() const { return Missed; }

private:
  struct Capture;
  /// Fills \p Captures with what \p S needs; why that cannot be, or nothing.
  std::string findCaptures(const Sides &S, std::vector<Capture> &Captures);
  std::string describe(const Sides &S, Node &N, Capture &C);
  llvm::Expected<std::vector<RunValuePtr>>
  makeValues(const CompiledRule &Rule, llvm::ArrayRef<Capture> Captures,
             unsigned Round);
  std::string runSides(const CompiledRule &Rule, const Sides &S,
                       std::string &Why);
  CheckedRun runExactly(Context &Ctx, GraphRunner &Runner,
                        std::vector<RunValuePtr> Given);

  TorchBackend &Torch;
  uint64_t PerRule;
  llvm::DenseMap<const Node *, RunValuePtr> Values;
  bool HasValues = false;
  llvm::StringMap<uint64_t> Seen;
  uint64_t NumChecked = 0;
  std::map<std::string, Unchecked> Missed;
};

} // namespace fx::rewrite

#endif // FX_REWRITE_REWRITECHECK_H
