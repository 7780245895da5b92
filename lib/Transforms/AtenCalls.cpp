//===- AtenCalls.cpp - Python's functions as operators --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtenCalls.h"
#include "fx/IR/Effects.h"
#include "fx/IR/Graph.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpOverloads.h"

using namespace fx;
using namespace llvm;

static bool isTensor(const Argument &A) {
  return A.isNode() && A.asNode()->tensorType();
}

/// Whether the memory of \p N may be that of an input or of state.
static bool mayBeFromOutside(const Node *N) {
  while (N && N->isCall()) {
    Effects E = getEffects(*N);
    if (E.Unknown)
      return true;
    if (E.Aliases.empty())
      return false;
    N = E.Aliases.front();
  }
  return true;
}

bool fx::makeAtenCall(Node &N) {
  if (!N.isCallFunction() && !N.isCallMethod())
    return false;
  const OpTarget *From = N.opTarget();
  if (!From || From->isOperatorOverload())
    return false;
  // That sets a flag, and writes no memory as its schema says.
  if (From->op().name() == "requires_grad_")
    return false;
  // `copy_` and others that have no form without a write: as methods they may
  // write to what a graph of torch.fx cannot return.
  if (N.isCallMethod() && From->op().name().ends_with("_") &&
      !From->op().functionalForm() &&
      (N.numArgs() == 0 || mayBeFromOutside(N.arg(0).asNode())))
    return false;
  // Python's operators take numbers too.
  if (N.targetText().starts_with("operator.") &&
      (N.numArgs() == 0 || !isTensor(N.arg(0)) ||
       (N.numArgs() > 1 && N.arg(1).isNode() && !isTensor(N.arg(1)))))
    return false;
  SmallVector<Argument, 6> Args(N.args());
  SmallVector<KwArg, 4> Kwargs(N.kwargs());
  std::optional<OverloadCall> Call =
      chooseOverload(N.context(), *From, {Args, Kwargs});
  if (!Call)
    return false;
  // Functions that leave indices out have operators of the same name.
  std::optional<BoundCall> Bound = tryBindCall(N);
  if (Bound &&
      Bound->schema().returns().size() != Call->Schema->returns().size())
    return false;
  // Operators return lists and plain tuples, Python's functions tuples and
  // named ones. Their elements are the same.
  if (Call->Schema->returnsSequence() &&
      !all_of(N.users(), [](const Node *User) {
        return User->isGetItem() && User->arg(1).isInt();
      }))
    return false;
  // Operators return types of elements as numbers, Python's functions as
  // torch.dtype.
  for (const SchemaReturn &Return : Call->Schema->returns())
    if (Return.Type.Kind == SchemaKind::DType)
      return false;
  Call->assignTo(N);
  return true;
}
