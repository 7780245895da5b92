//===- OpInverse.cpp - Undoing a call ---------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/OpInverse.h"
#include "fx/IR/Effects.h"
#include "fx/IR/Formula.h"
#include "fx/IR/Graph.h"
#include "fx/IR/OpBinding.h"

using namespace fx;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

/// What formulas call a parameter: receivers are `input`.
static StringRef formulaName(const SchemaParam &Param) {
  return Param.Name == "self" ? "input" : Param.Name;
}

/// The parameter that Operand was given for, if it stands nowhere else.
static Expected<unsigned> findOperand(const Node &Call, const BoundCall &Bound,
                                      const Node &Operand) {
  std::optional<unsigned> Found;
  for (unsigned I = 0, E = Bound.size(); I != E; ++I) {
    const Argument *Given = Bound.given(I);
    if (!Given)
      continue;
    bool Occurs = false;
    Given->forEachNode([&](Node *N) { Occurs |= N == &Operand; });
    if (!Occurs)
      continue;
    if (Found || !Given->isNode())
      return llvm::createStringError("'" + Operand.name() +
                                     "' is not one argument of its own");
    Found = I;
  }
  if (!Found)
    return llvm::createStringError("'" + Operand.name() +
                                   "' is not an argument of it");
  return *Found;
}

static Expected<const InverseRule *> findRule(const OpTarget &Target,
                                              StringRef Param) {
  const InverseRule *Rule = nullptr;
  for (const InverseRule &Candidate : Target.op().inverses()) {
    if (Candidate.Param != Param)
      continue;
    if (Candidate.Spelling == Target.name())
      return &Candidate;
    if (Candidate.Spelling.empty())
      Rule = &Candidate;
  }
  if (!Rule)
    return llvm::createStringError("'" + Target.name() +
                                   "' has no inverse for '" + Param + "'");
  return Rule;
}

static Error checkEffects(const Node &Call) {
  if (!getEffects(Call).isRemovable())
    return llvm::createStringError("'" + Call.targetText() +
                                   "' does more than compute its result");
  return Error::success();
}

Expected<Argument>
fx::invertCall(Graph &Into, const Node &Call, const Node &Operand,
               const Argument &Result,
               llvm::function_ref<Expected<Argument>(Node *)> Map) {
  Expected<BoundCall> Bound = bindCall(Call);
  if (!Bound)
    return Bound.takeError();
  Expected<unsigned> At = findOperand(Call, *Bound, Operand);
  if (!At)
    return At.takeError();
  if (Error E = checkEffects(Call))
    return E;
  llvm::ArrayRef<SchemaParam> Params = Bound->schema().params();
  Expected<const InverseRule *> Rule =
      findRule(*Call.opTarget(), formulaName(Params[*At]));
  if (!Rule)
    return Rule.takeError();

  Context &Ctx = Into.context();
  SmallVector<FormulaLocal, 8> Locals = {{"result", Result}};
  for (unsigned I = 0, E = Bound->size(); I != E; ++I) {
    if (I == *At)
      continue;
    Error Failed = Error::success();
    Argument Value = Bound->value(Ctx, I).mapNodes([&](Node *N) {
      if (!Map || Failed)
        return Argument(N);
      Expected<Argument> Mapped = Map(N);
      if (Mapped)
        return *Mapped;
      Failed = Mapped.takeError();
      return Argument(N);
    });
    if (Failed)
      return Failed;
    Locals.push_back({formulaName(Params[I]), Value});
  }

  FormulaHost Host;
  SmallVector<Node *, 4> Created;
  Expected<Argument> Value =
      evaluateFormula((*Rule)->Formula, Into, Locals, Host, Created);
  if (Value)
    return Value;
  for (Node *N : llvm::reverse(Created))
    Into.eraseNode(N);
  return llvm::createStringError("inverse of '" + Call.targetText() +
                                 "': " + llvm::toString(Value.takeError()));
}
