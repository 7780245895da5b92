//===- RuleFromGraph.h - A rule to start from -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Writes rewrite rules for parts of graphs: a start that a person edits, or a
/// rule that replaces one graph by another.
///
//===----------------------------------------------------------------------===//

#ifndef FX_REWRITE_RULEFROMGRAPH_H
#define FX_REWRITE_RULEFROMGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace fx {
class Graph;
class GraphModule;
class Node;
} // namespace fx

namespace fx::rewrite {

/// What stands on a way from one of \p First to \p Last, both included, in the
/// order of the graph. Fails where \p Last does not depend on each of \p First.
/// O(nodes between them).
llvm::Expected<std::vector<Node *>> nodesBetween(llvm::ArrayRef<Node *> First,
                                                 Node &Last);

/// The text of a file with one rule that matches \p Nodes, calls of \p G in its
/// order, the last of which is the root. What they use is captured, and the
/// result is what is there: the rule is a start, to be edited. It has an
/// example where the types of what is captured can be written down. Fails where
/// the language has no pattern for a node.
llvm::Expected<std::string> ruleFrom(GraphModule &M, Graph &G,
                                     llvm::ArrayRef<Node *> Nodes);

/// What a rule says besides its graphs.
struct RuleHeader {
  std::string Name;
  /// What comes after the name, such as `rounding, inference`.
  std::string Attributes;
  /// Conditions.
  std::vector<std::string> Where;
  /// Lines of the page.
  std::vector<std::string> Page;
};

/// The text of a file with one rule that replaces what the graph \p Pattern
/// computes by what \p Result does. Placeholders of one name are one value;
/// those whose `val` is a number stand for constants. Each graph returns one
/// value. Fails where the language has no pattern for a node, or the rule is
/// wrong.
llvm::Expected<std::string> ruleFrom(const RuleHeader &Header,
                                     GraphModule &Pattern, GraphModule &Result);

} // namespace fx::rewrite

#endif // FX_REWRITE_RULEFROMGRAPH_H
