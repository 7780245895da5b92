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
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace fx {

/// Refuses rewrites, each given as `RUN:WHAT@NODE`: in that run of a pass, the
/// rewrite that says WHAT of the node NODE.
class RewriteSkipper final : public PassInstrumentation {
public:
  explicit RewriteSkipper(const std::vector<std::string> &Skipped);

  bool refusesRewrite(const Pass &P, llvm::StringRef At,
                      llvm::StringRef What) override;
  void beforePass(const Pass &P, const GraphModule &M) override;
  /// An error where a pass did not come to a rewrite that was to be refused.
  llvm::Error check() const;

private:
  /// Whether each of them was refused.
  llvm::StringMap<bool> Skipped;
  unsigned Run = 0;
};

} // namespace fx

#endif // FX_LIB_TOOLS_BISECT_REWRITESKIPPER_H
