//===- ViewMarks.cpp - Views that are conjugated or negated ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ViewMarks.h"
#include "fx/IR/Graph.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

namespace {
enum class Step {
  End,
  Keep,
  Unsure,
  Conj,
  Neg,
  Real,
  Imag,
  ResolveConj,
  ResolveNeg
};
} // namespace

static StringRef nameOf(const Node &N) {
  if (StringRef Attribute = attributeOf(N); !Attribute.empty())
    return Attribute;
  const OpTarget *Target = N.opTarget();
  return Target ? Target->op().name() : StringRef();
}

static Step stepOf(const Node &N) {
  if (N.isGetItem())
    return Step::Keep;
  return StringSwitch<Step>(nameOf(N))
      .Cases("_conj", "conj", "adjoint", "mH", "H", Step::Conj)
      .Case("_neg_view", Step::Neg)
      .Case("real", Step::Real)
      .Case("imag", Step::Imag)
      .Case("resolve_conj", Step::ResolveConj)
      .Case("resolve_neg", Step::ResolveNeg)
      .Cases("alias", "detach", "lift_fresh", "positive", Step::Keep)
      .Cases("select", "slice", "narrow", "unbind", "split", Step::Keep)
      .Cases("split_with_sizes", "chunk", "tensor_split", "unfold", Step::Keep)
      .Cases("view", "view_as", "as_strided", "diagonal", Step::Keep)
      .Cases("view_as_real", "expand", "expand_as", "broadcast_to", Step::Keep)
      .Cases("permute", "transpose", "t", "T", "mT", Step::Keep)
      .Cases("movedim", "swapaxes", "swapdims", "unflatten", Step::Keep)
      .Cases("squeeze", "unsqueeze", "_unsafe_view", Step::Keep)
      // The operand itself, or a copy.
      .Cases("contiguous", "to", "reshape", "reshape_as", "flatten", "ravel",
             Step::Unsure)
      .Cases("type_as", "cpu", "_reshape_alias", Step::Unsure)
      .Default(Step::End);
}

std::optional<ViewMarks> fx::viewMarks(const Node &N) {
  SmallVector<const Node *, 8> Chain;
  for (const Node *At = &N; At && stepOf(*At) != Step::End;
       At = At->numArgs() != 0 ? At->arg(0).asNode() : nullptr)
    Chain.push_back(At);
  ViewMarks Marks;
  for (const Node *At : reverse(Chain)) {
    const Node *Operand = At->numArgs() != 0 ? At->arg(0).asNode() : nullptr;
    TensorType Type = Operand ? Operand->tensorType() : TensorType();
    Step S = stepOf(*At);
    bool OfComplex = is_contained({Step::Conj, Step::Real, Step::Imag}, S);
    if (OfComplex && !Type)
      return std::nullopt;
    if (OfComplex && !isComplexType(Type.dtype()))
      continue;
    switch (S) {
    case Step::Conj:
      Marks.Conjugated = !Marks.Conjugated;
      break;
    case Step::Neg:
      Marks.Negated = !Marks.Negated;
      break;
    case Step::Real:
      Marks.Conjugated = false;
      break;
    case Step::Imag:
      Marks.Negated = Marks.Negated != Marks.Conjugated;
      Marks.Conjugated = false;
      break;
    case Step::ResolveConj:
      if (Marks.Conjugated)
        Marks = ViewMarks();
      break;
    case Step::ResolveNeg:
      if (Marks.Negated)
        Marks = ViewMarks();
      break;
    case Step::Unsure:
      if (Marks.Conjugated || Marks.Negated)
        return std::nullopt;
      break;
    case Step::Keep:
    case Step::End:
      break;
    }
  }
  return Marks;
}
