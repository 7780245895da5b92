//===- RuleMatches.h - Files of the places where rules fit ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `rewrite{write-matches=F}` writes such a file, somebody edits it, and
// `rewrite{matches=F}` applies what it lists:
//
//   {"matches": [{"rule": "merge-permutes", "graph": "", "root": "b",
//                 "nodes": ["b", "a"], "refused": "..."}]}
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_RULEMATCHES_H
#define FX_LIB_TRANSFORMS_RULEMATCHES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace fx {

/// A place where a rule fits, by names.
struct MatchRecord {
  std::string Rule;
  /// The path of the graph's module; empty for that of the module itself.
  std::string Graph;
  std::string Root;
  /// All that the pattern covers, the root first.
  std::vector<std::string> Nodes;
  /// Why the rule would not be applied; empty where it would.
  std::string Refused;
  /// Whether it was applied now.
  bool Applied = false;
};

/// Replaces the file as a whole; `-` is the screen.
llvm::Error writeMatches(llvm::StringRef Path,
                         llvm::ArrayRef<MatchRecord> Matches);
/// Those of a file that are not refused. Each needs `rule` and `root`.
llvm::Expected<std::vector<MatchRecord>> readMatches(llvm::StringRef Path);

} // namespace fx

#endif // FX_LIB_TRANSFORMS_RULEMATCHES_H
