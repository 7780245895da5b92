//===- Terms.h - Computes what rules say of constants -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_TERMS_H
#define FX_LIB_REWRITE_TERMS_H

#include "Compile/Program.h"
#include "fx/Analysis/SymbolicMath.h"
#include "fx/IR/Graph.h"
#include "fx/Rewrite/RuleHost.h"
#include "llvm/ADT/Twine.h"

namespace fx::rewrite {

/// What one name of a rule stands for in a match.
struct Binding {
  enum BindingState : uint8_t { Unbound, NotGiven, Given } State = Unbound;
  /// A node, a constant, or a List of them.
  Argument Value;
  /// The number of dimensions that a constant counts in, if it is one and that
  /// is known.
  std::optional<int64_t> Rank = std::nullopt;
};

/// What is known of memory where a match is.
class MatchPlace {
public:
  virtual ~MatchPlace() = default;
  /// The memory of \p N is not read after the match, and nobody outside of the
  /// graph has it.
  virtual bool isDead(const Node &N) = 0;
  /// A call of the graph made the memory of \p N, and nobody outside gets it.
  virtual bool isFresh(const Node &N) = 0;
  /// Nothing uses \p N after the match.
  virtual bool isLastUse(const Node &N) = 0;
};

/// Computes terms over the bindings of one match. Three-valued: what is not
/// known is neither true nor false, and reason() says what it is about.
class TermEvaluator {
public:
  TermEvaluator(Context &Ctx, SymbolicMath &Math) : Ctx(Ctx), Math(Math) {}

  /// Who knows the state of the graph; nothing is constant without.
  void setHost(RuleHost *NewHost) { Host = NewHost; }
  RuleHost *host() const { return Host; }
  void setPlace(MatchPlace *NewPlace) { Place = NewPlace; }
  MatchPlace *place() const { return Place; }

  void setMatch(const CompiledRule &Rule, llvm::ArrayRef<Binding> NewBindings) {
    R = &Rule;
    Bindings = NewBindings;
    Why.clear();
    NumItems = 0;
  }
  Context &context() const { return Ctx; }
  SymbolicMath &math() const { return Math; }

  std::optional<Argument> evaluate(const Term &T);
  /// Whether \p T is surely true.
  bool holds(const Term &T);
  /// Why something is not known; empty when everything was.
  const std::string &reason() const { return Why; }
  std::nullopt_t unknown(const llvm::Twine &Reason);

  /// \name Values
  /// @{
  /// A node that is a number as what is known of it; others as they are.
  Argument raise(const Argument &A) const;
  /// The type of a tensor.
  std::optional<TensorType> tensor(const Argument &A);
  /// A op B, symbolic or not.
  std::optional<Argument> compute(llvm::StringRef Sign, const Argument &A,
                                  const Argument &B);
  /// `A Sign B`, whether it is known; of lists item by item.
  std::optional<bool> compare(llvm::StringRef Sign, const Argument &A,
                              const Argument &B);
  std::optional<bool> equal(const Argument &A, const Argument &B);
  std::optional<int64_t> integer(const Argument &A);
  /// @}

private:
  std::optional<Argument> evaluateList(const Term &T);
  std::optional<Argument> evaluateCompare(const Term &T);
  std::optional<Argument> evaluateLogic(const Term &T);
  std::optional<Argument> evaluateIndex(const Term &T);
  std::optional<Argument> evaluateComprehension(const Term &T);
  std::optional<Argument> evaluateFunction(const Term &T);
  std::optional<bool> truth(const Term &T);

  Context &Ctx;
  SymbolicMath &Math;
  RuleHost *Host = nullptr;
  MatchPlace *Place = nullptr;
  const CompiledRule *R = nullptr;
  llvm::ArrayRef<Binding> Bindings;
  llvm::SmallVector<Argument, 2> Items;
  std::string Why;
  /// Items that comprehensions have gone through for this match.
  size_t NumItems = 0;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_TERMS_H
