//===- Terms.cpp - Computes what rules say of constants -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terms.h"
#include "RuleFunctions.h"
#include "fx/IR/FormulaArith.h"
#include "fx/IR/Printer.h"
#include "fx/Rewrite/RuleSyntax.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// Items that a list may have, so that a rule cannot ask for much memory.
static constexpr size_t MaxListItems = 4096;
/// Those of comprehensions within each other together.
static constexpr size_t MaxComprehensionItems = 1 << 18;

std::nullopt_t TermEvaluator::unknown(const Twine &Reason) {
  if (Why.empty())
    Why = Reason.str();
  return std::nullopt;
}

static bool isSymbolic(const Argument &A) {
  return A.kind() == ArgKind::SymExpr;
}
static bool isNumber(const Argument &A) {
  return A.isInt() || A.isFloat() || A.isBool() || isSymbolic(A);
}

Argument TermEvaluator::raise(const Argument &A) const {
  if (!A.containsNode())
    return A;
  return A.mapNodes([](Node *N) -> Argument {
    const Argument *Val = N->val();
    return Val && isNumber(*Val) ? *Val : Argument(N);
  });
}

std::optional<TensorType> TermEvaluator::tensor(const Argument &A) {
  if (A.isNone())
    return unknown("a value that is not given has no type");
  Node *N = A.asNode();
  if (!N)
    return unknown("a constant has no type of a tensor");
  if (TensorType T = N->tensorType())
    return T;
  return unknown("the type of %" + N->name() +
                 " is not known; run infer-values before");
}

std::optional<int64_t> TermEvaluator::integer(const Argument &A) {
  Argument Value = raise(A);
  if (Value.isInt())
    return Value.asInt();
  if (Value.isBool())
    return Value.asBool();
  return unknown("an integer is not known");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static std::optional<SymbolicMath::Operation> operationOf(StringRef Sign) {
  return StringSwitch<std::optional<SymbolicMath::Operation>>(Sign)
      .Case("+", SymbolicMath::Add)
      .Case("-", SymbolicMath::Sub)
      .Case("*", SymbolicMath::Mul)
      .Case("/", SymbolicMath::TrueDiv)
      .Case("//", SymbolicMath::FloorDiv)
      .Case("%", SymbolicMath::Mod)
      .Case("**", SymbolicMath::Pow)
      .Case("==", SymbolicMath::Eq)
      .Case("!=", SymbolicMath::Ne)
      .Case("<", SymbolicMath::Lt)
      .Case("<=", SymbolicMath::Le)
      .Case(">", SymbolicMath::Gt)
      .Case(">=", SymbolicMath::Ge)
      .Default(std::nullopt);
}

std::optional<Argument>
TermEvaluator::compute(StringRef Sign, const Argument &A, const Argument &B) {
  if (isSymbolic(A) || isSymbolic(B)) {
    std::optional<SymbolicMath::Operation> Op = operationOf(Sign);
    if (Op && isNumber(A) && isNumber(B))
      if (Argument Value = Math.apply(*Op, A, B); !Value.isNone())
        return Value;
    return unknown("'" + Sign + "' of a symbolic size is not known");
  }
  Expected<Argument> Value = formula::foldBinary(Ctx, Sign, A, B);
  if (Value)
    return *Value;
  return unknown(toString(Value.takeError()));
}

std::optional<bool> TermEvaluator::equal(const Argument &A, const Argument &B) {
  return compare("==", A, B);
}

/// Whether all items are equal; unknown where that depends on one of them.
static std::optional<bool> compareItems(TermEvaluator &E, const Argument &A,
                                        const Argument &B) {
  if (A.size() != B.size())
    return false;
  std::optional<bool> Result = true;
  for (size_t I = 0; I != A.size(); ++I) {
    std::optional<bool> Same = E.equal(A[I], B[I]);
    if (Same == false)
      return false;
    if (!Same)
      Result = std::nullopt;
  }
  return Result;
}

std::optional<bool> TermEvaluator::compare(StringRef Sign, const Argument &A,
                                           const Argument &B) {
  if (Sign == "!=" || Sign == "not in") {
    std::optional<bool> Same = compare(Sign == "!=" ? "==" : "in", A, B);
    return Same ? std::optional(!*Same) : Same;
  }
  if (Sign == "in") {
    if (!B.isSequence())
      return unknown("'in' takes a list");
    std::optional<bool> Result = false;
    for (size_t I = 0; I != B.size(); ++I) {
      std::optional<bool> Same = equal(A, B[I]);
      if (Same == true)
        return true;
      if (!Same)
        Result = std::nullopt;
    }
    return Result;
  }
  if (Sign == "==" && A.isSequence() && B.isSequence())
    return compareItems(*this, A, B);
  if ((isSymbolic(A) || isSymbolic(B)) && isNumber(A) && isNumber(B)) {
    if (Sign == "==" && Math.equal(A, B))
      return true;
    if (std::optional<bool> Known = Math.decide(*operationOf(Sign), A, B))
      return Known;
    std::string Text;
    raw_string_ostream OS(Text);
    auto Print = [&](const Argument &N) {
      if (isSymbolic(N))
        OS << N.str();
      else
        printArgument(N, Ctx, OS);
    };
    OS << "whether ";
    Print(A);
    OS << ' ' << Sign << ' ';
    Print(B);
    OS << " is not known";
    return unknown(Text);
  }
  Expected<bool> Holds = formula::foldComparison(Sign, A, B);
  if (Holds)
    return *Holds;
  return unknown(toString(Holds.takeError()));
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

bool TermEvaluator::holds(const Term &T) { return truth(T) == true; }

std::optional<bool> TermEvaluator::truth(const Term &T) {
  std::optional<Argument> Value = evaluate(T);
  if (!Value)
    return std::nullopt;
  if (isSymbolic(*Value))
    return unknown("whether " + Value->str() + " holds is not known");
  Expected<bool> Holds = formula::truth(*Value);
  if (Holds)
    return *Holds;
  return unknown(toString(Holds.takeError()));
}

std::optional<Argument> TermEvaluator::evaluate(const Term &T) {
  switch (T.Kind) {
  case Term::Literal:
    return T.Value;
  case Term::Spread:
    return evaluate(*T.Kids[0]);
  case Term::Ref: {
    const Binding &B = Bindings[T.SlotOf];
    if (B.State != Binding::Given)
      return Argument();
    return R->Slots[T.SlotOf].IsValue ? B.Value : raise(B.Value);
  }
  case Term::Item:
    return Items[T.ItemOf];
  case Term::List:
    return evaluateList(T);
  case Term::Unary: {
    std::optional<Argument> Of = evaluate(*T.Kids[0]);
    if (!Of)
      return Of;
    if (isSymbolic(*Of))
      return compute("-", Argument(0), *Of);
    Expected<Argument> Value = formula::foldUnary(T.Sign, *Of);
    if (Value)
      return *Value;
    return unknown(toString(Value.takeError()));
  }
  case Term::Binary: {
    std::optional<Argument> A = evaluate(*T.Kids[0]);
    std::optional<Argument> B = A ? evaluate(*T.Kids[1]) : std::nullopt;
    return B ? compute(T.Sign, *A, *B) : std::nullopt;
  }
  case Term::Compare:
    return evaluateCompare(T);
  case Term::And:
  case Term::Or:
    return evaluateLogic(T);
  case Term::Not: {
    std::optional<bool> Of = truth(*T.Kids[0]);
    return Of ? std::optional(Argument(!*Of)) : std::nullopt;
  }
  case Term::Conditional: {
    std::optional<bool> If = truth(*T.Kids[1]);
    return If ? evaluate(*T.Kids[*If ? 0 : 2]) : std::nullopt;
  }
  case Term::Index:
  case Term::Slice:
    return evaluateIndex(T);
  case Term::Comprehension:
    return evaluateComprehension(T);
  case Term::Function:
    return evaluateFunction(T);
  case Term::Call:
  case Term::Update:
  case Term::Chain:
  case Term::Fold:
    break;
  }
  return unknown("an operator has no value here");
}

std::optional<Argument> TermEvaluator::evaluateList(const Term &T) {
  SmallVector<Argument, 6> Values;
  for (const Term *Kid : T.Kids) {
    std::optional<Argument> Value = evaluate(*Kid);
    if (!Value)
      return Value;
    // `[*a for ..]` is a list in a list only where a comprehension stands.
    if (Kid->Kind == Term::Comprehension && T.Kids.size() == 1)
      return Value;
    if (Kid->Kind == Term::Spread && Value->isSequence()) {
      append_range(Values, Value->elements());
      continue;
    }
    Values.push_back(*Value);
  }
  return Argument::list(Values);
}

std::optional<Argument> TermEvaluator::evaluateCompare(const Term &T) {
  std::optional<Argument> Left = evaluate(*T.Kids[0]);
  bool Unknown = !Left;
  for (size_t I = 0; I != T.Signs.size(); ++I) {
    std::optional<Argument> Right = evaluate(*T.Kids[I + 1]);
    if (Left && Right) {
      std::optional<bool> Holds = compare(T.Signs[I], *Left, *Right);
      if (Holds == false)
        return Argument(false);
      Unknown |= !Holds;
    }
    Unknown |= !Right;
    Left = Right;
  }
  return Unknown ? std::nullopt : std::optional(Argument(true));
}

std::optional<Argument> TermEvaluator::evaluateLogic(const Term &T) {
  bool Decides = T.Kind == Term::Or;
  std::optional<bool> A = truth(*T.Kids[0]);
  if (A == Decides)
    return Argument(Decides);
  std::optional<bool> B = truth(*T.Kids[1]);
  if (B == Decides)
    return Argument(Decides);
  if (A && B)
    return Argument(!Decides);
  return std::nullopt;
}

std::optional<Argument> TermEvaluator::evaluateIndex(const Term &T) {
  std::optional<Argument> Of = evaluate(*T.Kids[0]);
  if (!Of)
    return Of;
  if (T.Kind == Term::Index) {
    std::optional<Argument> I = evaluate(*T.Kids[1]);
    if (!I)
      return I;
    Expected<Argument> Item = formula::foldItem(*Of, *I);
    if (Item)
      return *Item;
    return unknown(toString(Item.takeError()));
  }
  if (!Of->isSequence())
    return unknown("only a list has a part");
  int64_t Size = Of->size(), Bounds[2] = {0, Size};
  for (unsigned I = 0; I != 2; ++I) {
    if (!T.Kids[I + 1])
      continue;
    std::optional<Argument> Value = evaluate(*T.Kids[I + 1]);
    std::optional<int64_t> Number = Value ? integer(*Value) : std::nullopt;
    if (!Number)
      return std::nullopt;
    int64_t At = *Number < 0 ? *Number + Size : *Number;
    Bounds[I] = std::clamp<int64_t>(At, 0, Size);
  }
  if (Bounds[0] >= Bounds[1])
    return Argument::list({});
  SmallVector<Argument, 6> Part;
  for (int64_t I = Bounds[0]; I != Bounds[1]; ++I)
    Part.push_back((*Of)[I]);
  return Argument::list(Part);
}

std::optional<Argument> TermEvaluator::evaluateComprehension(const Term &T) {
  std::optional<Argument> List = evaluate(*T.Kids[1]);
  if (!List)
    return List;
  if (!List->isSequence() || List->size() > MaxListItems)
    return unknown("'for' takes a list of limited length");
  SmallVector<Argument, 8> Values;
  Items.resize(std::max<size_t>(Items.size(), T.ItemOf + 1));
  for (size_t I = 0; I != List->size(); ++I) {
    if (++NumItems > MaxComprehensionItems)
      return unknown("'for' goes through too many items");
    Items[T.ItemOf] = (*List)[I];
    if (T.Kids[2]) {
      std::optional<bool> Keep = truth(*T.Kids[2]);
      if (!Keep)
        return std::nullopt;
      if (!*Keep)
        continue;
    }
    std::optional<Argument> Value = evaluate(*T.Kids[0]);
    if (!Value)
      return Value;
    Values.push_back(*Value);
  }
  return Argument::list(Values);
}

std::optional<Argument> TermEvaluator::evaluateFunction(const Term &T) {
  SmallVector<Argument, 3> Args;
  for (const Term *Kid : T.Kids) {
    // Whether a name stands for anything is the question itself.
    if (T.Fn == FunctionId::Given) {
      Argument Of = Kid->Kind == Term::Ref    ? Bindings[Kid->SlotOf].Value
                    : Kid->Kind == Term::Item ? Items[Kid->ItemOf]
                                              : Argument();
      bool IsRef = Kid->Kind == Term::Ref;
      if (IsRef && !R->Slots[Kid->SlotOf].IsValue)
        return Argument(Bindings[Kid->SlotOf].State == Binding::Given);
      // Whether a list has anything that is given.
      if (Of.isSequence() && IsRef && R->Slots[Kid->SlotOf].IsList)
        return Argument(any_of(Of.elements(),
                               [](const Argument &A) { return !A.isNone(); }));
      return Argument(!Of.isNone());
    }
    std::optional<Argument> Value = evaluate(*Kid);
    if (!Value)
      return Value;
    Args.push_back(*Value);
  }
  return callFunction(*this, T.Fn, Args);
}
