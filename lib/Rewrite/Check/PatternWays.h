//===- PatternWays.h - The ways in which a pattern may fit ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An example shows one way in which a pattern fits. Programs made of the
// pattern itself show the others: each operator of a set, each alternative, and
// plain inputs for whatever the values of the example are.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_PATTERNWAYS_H
#define FX_LIB_REWRITE_PATTERNWAYS_H

#include "Match/Matcher.h"
#include <deque>
#include <map>
#include <set>

namespace fx::rewrite {

/// A part of a pattern, and the number of one of the ways in which it fits.
using PatternWay = std::pair<PatternId, unsigned>;

/// The ways of all parts of \p Rule that have several.
std::vector<PatternWay> waysOf(const CompiledRule &Rule);
/// `'abs', 'neg' of '{sigmoid, abs, neg}(%x)'`; \p Ways are in order.
std::string describeWays(const CompiledRule &Rule,
                         llvm::ArrayRef<PatternWay> Ways);

/// How a pattern fitted once. What it has of the graph outlives the nodes.
class PatternFit {
public:
  /// \p Host, which may be null, knows which values are constants.
  PatternFit(const CompiledRule &Rule, Matcher &Match, RuleHost *Host);
  std::set<PatternWay> Ways;

  /// The pattern as a program near \p Example whose values are inputs; it fits
  /// as here but for \p Other, unless that is null. \p Unknown is the text of
  /// constants that this fit does not have. Nothing where it cannot be written.
  /// Texts are kept by \p Texts. \p Chains, unless null, gets what stands below
  /// each chain, which has no operator in it.
  std::optional<Clause>
  instantiate(RuleFile &File, const Clause &Example, const PatternWay *Other,
              llvm::StringRef Unknown, std::deque<std::string> &Texts,
              std::map<PatternId, const Expr *> *Chains = nullptr) const;

private:
  friend class PatternWriter;
  /// A value, by its number, or a constant, or several.
  struct Part {
    enum PartKind : uint8_t { Unknown, Input, Constant, List } Kind = Unknown;
    unsigned Number = 0;
    Argument Value;
    std::vector<Part> Items;
  };
  Part partOf(const Argument &A, RuleHost *Host);

  const CompiledRule &Rule;
  Context &Ctx;
  /// Indexed by slot.
  std::vector<Part> Slots;
  std::map<PatternId, unsigned> Taken;
  std::map<PatternId, Part> Any;
  struct Value {
    const Node *N;
    Argument Type;
    bool IsConstant;
  };
  std::vector<Value> Values;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_PATTERNWAYS_H
