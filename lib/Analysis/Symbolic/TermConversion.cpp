//===- TermConversion.cpp - Terms from and to expressions -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace fx;
using namespace fx::detail;
using namespace llvm;

using Term = SymbolicTable::Term;

/// The integer that TruncToInt(\p T) is for sizes, which floats hold exactly:
/// of `2.0*ToFloat(s0)`, as PyTorch scales images; null for others.
static Term truncated(SymbolicTable &Table, Term T) {
  auto Inner = [](Term X) {
    return X && X->Kind == SymbolicTerm::Call && X->Name == "ToFloat"
               ? X->Operands[0]
               : nullptr;
  };
  if (Term Whole = Inner(T))
    return Whole;
  if (!T || T->Kind != SymbolicTerm::Product || T->Operands.size() != 2)
    return nullptr;
  constexpr double Most = 1 << 20;
  for (unsigned I : {0, 1}) {
    Term Factor = T->Operands[I], Whole = Inner(T->Operands[1 - I]);
    double Value;
    if (Whole && Factor->Kind == SymbolicTerm::Other && Factor->IsFloat &&
        to_float(Factor->Name, Value) && Value == std::trunc(Value) &&
        std::abs(Value) < Most)
      return Table.product({Table.integer(int64_t(Value)), Whole});
  }
  return nullptr;
}

Term SymbolicTable::fromExpr(const SymbolicExpr &E) {
  // Operands are before the nodes that use them.
  std::vector<Term> Done(E.nodes().size());
  Term Last = nullptr;
  for (auto [I, N] : enumerate(E.nodes())) {
    SmallVector<Term, 8> Operands;
    for (unsigned K = 0; K != N.NumOperands; ++K)
      Operands.push_back(Done[&E.operand(N, K) - E.nodes().data()]);
    Term T = nullptr;
    switch (N.Kind) {
    case SymbolicExpr::Symbol:
      T = symbol(N.Text, N.Source);
      break;
    case SymbolicExpr::Integer:
      T = integer(N.Value);
      break;
    case SymbolicExpr::Float:
      T = real(N.Real, N.Source);
      break;
    case SymbolicExpr::Bool:
      T = other(N.Text, N.Source, false, true);
      break;
    case SymbolicExpr::Call:
      if (N.Text == "Add")
        T = sum(Operands);
      else if (N.Text == "Mul")
        T = product(Operands);
      else if (N.Text == "Pow" && Operands.size() == 2 && Operands[1] &&
               Operands[1]->Kind == SymbolicTerm::Integer &&
               Operands[1]->Value > 0)
        T = power(Operands[0], Operands[1]->Value);
      else if (N.Text != "TruncToInt" || Operands.size() != 1 ||
               !(T = truncated(*this, Operands[0])))
        T = call(N.Text, Operands);
      break;
    }
    Done[I] = T;
    if (&N == &E.root())
      Last = T;
  }
  return Last;
}

void SymbolicTable::print(Term T, std::string &Out) const {
  auto List = [&](StringRef Name, ArrayRef<Term> Operands) {
    (Out += Name) += '(';
    for (auto [I, O] : enumerate(Operands)) {
      if (I)
        Out += ", ";
      print(O, Out);
    }
    Out += ')';
  };
  switch (T->Kind) {
  case SymbolicTerm::Integer:
    Out += "Integer(" + std::to_string(T->Value) + ")";
    break;
  case SymbolicTerm::Symbol:
  case SymbolicTerm::Other:
    Out += T->Source;
    break;
  case SymbolicTerm::Sum:
    List("Add", T->Operands);
    break;
  case SymbolicTerm::Product: {
    const SymbolicTerm *Head = T->Operands[0];
    if (Head->Kind != SymbolicTerm::Integer || Head->Value >= -1) {
      List("Mul", T->Operands);
      break;
    }
    // SymPy takes the sign out of a negative number.
    Out += "Mul(Integer(-1), Integer(" +
           std::to_string(-uint64_t(Head->Value)) + ")";
    for (Term O : T->Operands.drop_front()) {
      Out += ", ";
      print(O, Out);
    }
    Out += ')';
    break;
  }
  case SymbolicTerm::Power:
    Out += "Pow(";
    print(T->Operands[0], Out);
    Out += ", Integer(" + std::to_string(T->Value) + "))";
    break;
  case SymbolicTerm::Call:
    List(T->Name, T->Operands);
    break;
  }
}
