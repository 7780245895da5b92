//===- Emitter.h - Makes the nodes of a result ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_EMITTER_H
#define FX_LIB_REWRITE_EMITTER_H

#include "CallRecipes.h"
#include "Match/Terms.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/OpOverloads.h"

namespace fx::rewrite {

/// Makes what a result says, at the insertion point of the graph, in the
/// spelling of the root: overloads of operators for a root that is one, else
/// what typed builders use.
class Emitter {
public:
  /// \p IsProgram: nodes are called as torch.export does, `add`, not
  /// `add_tensor`.
  Emitter(Graph &G, TermEvaluator &Terms, bool IsProgram)
      : G(G), Terms(Terms), IsProgram(IsProgram) {}
  /// What gives new nodes their types, which folding asks for.
  void setInference(ValueInference &New) { Inference = &New; }

  /// Forgets the nodes of the last result. \p Overloads: no Python functions.
  void begin(llvm::ArrayRef<Binding> NewBindings, bool Overloads) {
    Bindings = NewBindings;
    UseOverloads = Overloads;
    Created.clear();
    States.clear();
    Updates.clear();
    Operators.clear();
    Remembered.clear();
    Why.clear();
  }
  /// The value of \p T; nothing when it cannot be made, reason() says why.
  std::optional<Argument> emit(const Term &T);
  /// A call of \p Op, or of \p Only alone. \p Args in the order of the
  /// operator, or by the names that Names has.
  std::optional<OverloadCall> overloadOf(const OpTarget &Function,
                                         llvm::ArrayRef<Argument> Args,
                                         llvm::ArrayRef<llvm::StringRef> Names);
  std::optional<Argument> call(const OpInfo &Op, const OpTarget *Only,
                               llvm::ArrayRef<Argument> Args,
                               llvm::ArrayRef<llvm::StringRef> Names);
  llvm::ArrayRef<Node *> created() const { return Created; }
  /// New state, by the host.
  llvm::ArrayRef<Node *> states() const { return States; }
  /// Calls that were matched, and what stands for them with other arguments.
  llvm::ArrayRef<std::pair<Node *, Node *>> updates() const { return Updates; }
  /// Erases what nothing uses but for \p Kept: what only folds were made of.
  void dropUnused(llvm::ArrayRef<Node *> Kept);
  /// The `val` of \p N, which was made here. Functions have that of the
  /// operator that they stand for.
  llvm::Expected<Argument> infer(Node *N, ValueInference &Inference);
  /// The `val` of \p N, be it a call that writes its first operand.
  static llvm::Expected<Argument> inferCall(Node &N, ValueInference &Inference);
  /// Gives the nodes that were made their values, as far as they have none.
  llvm::Error inferCreated();
  /// Item \p I of what \p Tuple, which was made here, returns.
  Node *item(Node *Tuple, unsigned I);
  /// Erases what was made, which nothing uses yet.
  void undo();
  /// \p N is among what was made and goes.
  void drop(Node *N);
  const std::string &reason() const { return Why; }

private:
  std::optional<Argument> emitCall(const Term &T);
  std::optional<Argument> emitKnown(const Term &T, const OpInfo &Op,
                                    const OpTarget *Only,
                                    llvm::ArrayRef<Argument> Args);
  std::optional<Argument> emitConstant(const Term &T);
  std::optional<Argument> emitUpdate(const Term &T);
  std::optional<Argument> emitChain(const Term &T);
  std::optional<Argument> emitFold(const Term &T);
  /// Symbolic sizes in \p A as nodes.
  std::optional<Argument> lower(const Argument &A);
  Node *inputOfSize(const Argument &Wanted);
  Node *findSize(Symbol Text);
  Node *makeSize(Node *Of, unsigned Dim, const Argument &Value);
  Node *build(const OverloadCall &Call, llvm::StringRef Name = {});
  void noteOperator(Node *N);
  std::optional<Argument> fail(const llvm::Twine &Reason) {
    Why = Reason.str();
    return std::nullopt;
  }

  Graph &G;
  TermEvaluator &Terms;
  llvm::ArrayRef<Binding> Bindings;
  bool IsProgram;
  bool UseOverloads = false;

  ValueInference *Inference = nullptr;
  /// Made when a size is looked for; inputs stay while rules are applied.
  std::optional<llvm::DenseMap<Symbol, Node *>> InputsOfSizes;
  llvm::SmallVector<Node *, 8> Created;
  llvm::SmallVector<Node *, 2> States;
  llvm::SmallVector<std::pair<Node *, Node *>, 1> Updates;
  /// What functions among these stand for.
  llvm::DenseMap<const Node *, OverloadCall> Operators;
  /// What the last call was named; empty: by its target.
  llvm::StringRef NameOfLast;
  CallRecipes Recipes;
  /// What was made from a recipe, or has become one.
  llvm::SmallVector<std::pair<const Node *, CallRecipe *>, 4> Remembered;
  std::string Why;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_EMITTER_H
