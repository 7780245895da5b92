//===- RewriteKeeper.h - Makes single rewrites alone ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_BISECT_REWRITEKEEPER_H
#define FX_LIB_TOOLS_BISECT_REWRITEKEEPER_H

#include "fx/Pass/PassInstrumentation.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <string>
#include <vector>

namespace fx {

class PassPipeline;

/// Lets a pipeline do what it is told, and nothing else. Each item is `PASS`,
/// the number of a pass of the pipeline, `PASS:WHAT@NODE`: in each run of that
/// pass, the rewrite that says WHAT of the node NODE; or `PASS:`: what the pass
/// does without asking.
class RewriteKeeper final : public PassInstrumentation {
public:
  /// The passes of \p Pipeline outlive this.
  RewriteKeeper(const PassPipeline &Pipeline, llvm::ArrayRef<std::string> Kept);

  bool skipsPass(const Pass &P, const GraphModule &M) override;
  bool refusesRewrite(const Pass &P, const RewritePlace &At,
                      llvm::StringRef What) override;
  /// An error where an item names no pass of the pipeline.
  llvm::Error check() const;
  /// An error where a pass did not come to a rewrite that was to be kept; after
  /// the run.
  llvm::Error checkKept() const;

  static std::string item(unsigned Pass);
  static std::string item(unsigned Pass, llvm::StringRef At,
                          llvm::StringRef What);
  /// Numbers of the passes of \p Pipeline, those of groups included: 1, 2, ...
  static llvm::DenseMap<const Pass *, unsigned>
  numberPasses(const PassPipeline &Pipeline);

private:
  llvm::DenseMap<const Pass *, unsigned> Numbers;
  /// The items, and whether a pass came to their rewrites.
  std::map<std::string, bool> Kept;
  /// Indexed by number: whether a pass runs, and whether it keeps all its
  /// rewrites.
  std::vector<bool> Runs, IsWhole;
  std::string Unknown;
};

} // namespace fx

#endif // FX_LIB_TOOLS_BISECT_REWRITEKEEPER_H
