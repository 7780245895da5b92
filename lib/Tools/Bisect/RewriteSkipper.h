//===- RewriteSkipper.h - Leaves single rewrites out ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_BISECT_REWRITESKIPPER_H
#define FX_LIB_TOOLS_BISECT_REWRITESKIPPER_H

#include "fx/Pass/PassInstrumentation.h"
#include <string>
#include <vector>

namespace fx {

/// Refuses rewrites, each given as `RUN:WHAT@NODE`: from that run of a pass on,
/// the rewrite that says WHAT of the node NODE. The pass would make it in the
/// next round of a group else, or where it runs again.
class RewriteSkipper final : public PassInstrumentation {
public:
  explicit RewriteSkipper(const std::vector<std::string> &Skipped);
  /// Whether \p Text has the form that is given.
  static bool isItem(llvm::StringRef Text);

  bool refusesRewrite(const Pass &P, const RewritePlace &At,
                      llvm::StringRef What) override;
  void afterRewrite(const Pass &P, const GraphModule &M, const RewritePlace &At,
                    llvm::StringRef What) override;
  void beforePass(const Pass &P, const GraphModule &M) override;
  /// An error where a pass did not come to a rewrite that was to be refused, or
  /// did not ask.
  llvm::Error check() const;

private:
  struct Item {
    unsigned Run = 0;
    std::string What, At; ///< `relu`, or `branch/relu`.
    bool WasRefused = false;
    /// It was made, as the pass did not ask.
    bool WasMade = false;
    /// Which node it was, and the pass that was refused.
    const Graph *Owner = nullptr;
    uint32_t Serial = 0;
    std::string Pass;
  };
  static bool isAgain(const Item &I, const Pass &P, const RewritePlace &At);

  std::vector<Item> Items;
  unsigned Run = 0;
};

} // namespace fx

#endif // FX_LIB_TOOLS_BISECT_REWRITESKIPPER_H
