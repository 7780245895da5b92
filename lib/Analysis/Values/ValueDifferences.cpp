//===- ValueDifferences.cpp - How values differ ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/Printer.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

/// Whether what \p A says may have a remainder.
static bool divides(const Argument &A) {
  return A.kind() == ArgKind::SymExpr &&
         (A.symbol().str().contains("//") || A.symbol().str().contains("Mod("));
}

bool fx::sameDims(DimsRef A, DimsRef B, SymbolicMath &Math, bool ByExample) {
  return A.size() == B.size() && all_of(zip(A, B), [&](auto P) {
           auto &[X, Y] = P;
           return Math.equal(X, Y) ||
                  (ByExample && (divides(X) || divides(Y)) && Math.hasHint(X) &&
                   Math.hasHint(Y) && Math.hint(X) == Math.hint(Y));
         });
}

std::string fx::compareValues(const Argument &Stored, const Argument &Inferred,
                              SymbolicMath &Math, bool ByExample) {
  if (Stored == Inferred)
    return "";
  TensorValue A(Stored), B(Inferred);
  auto Differ = [&](StringRef What, const Argument &X, const Argument &Y) {
    return (What + " " + toText(X, Math.context()) + ", not " +
            toText(Y, Math.context()))
        .str();
  };
  if (A && B) {
    if (A.dtype() != B.dtype())
      return Differ("its dtype is", B.dtype(), A.dtype());
    if (!sameDims(A.sizes(), B.sizes(), Math, ByExample))
      return Differ("its sizes are", Argument::tuple(B.sizes()),
                    Argument::tuple(A.sizes()));
    if (A.layout() != B.layout())
      return Differ("its layout is", B.layout(), A.layout());
    // Strides of a tensor without elements lead nowhere; PyTorch's own differ
    // where `out=` has such a one.
    bool IsEmpty = any_of(A.sizes(), [](const Dim &Size) {
      return SymbolicMath::isInt(Size, 0);
    });
    if (A.layout() == Layout::Strided && !IsEmpty &&
        !sameDims(A.strides(), B.strides(), Math, ByExample))
      return Differ("its strides are", Argument::tuple(B.strides()),
                    Argument::tuple(A.strides()));
    if (!(A.device() == B.device()))
      return Differ("its device is", B.device(), A.device());
    return "";
  }
  if (Stored.isSequence() && Inferred.isSequence()) {
    if (Stored.size() != Inferred.size())
      return ("it has " + Twine(Inferred.size()) + " parts, not " +
              Twine(Stored.size()))
          .str();
    for (size_t I = 0; I != Stored.size(); ++I)
      if (std::string Why =
              compareValues(Stored[I], Inferred[I], Math, ByExample);
          !Why.empty())
        return ("in part " + Twine(I) + " " + Why).str();
    return "";
  }
  // Archives hold no types of elements: torch.export writes no result at all.
  if (Stored.isNone() && Inferred.kind() == ArgKind::DType)
    return "";
  if (Math.equal(Stored, Inferred))
    return "";
  return Differ("it is", Inferred, Stored);
}
