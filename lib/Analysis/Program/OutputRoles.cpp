//===- OutputRoles.cpp - What outputs of a program are for ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/OutputRoles.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Graph.h"

using namespace fx;

namespace {
struct Roles {
  bool IsResult = false, IsWritten = false;
};
} // namespace

static Roles rolesOf(const Node &N) {
  Roles Result;
  const Node *Output = nullptr;
  for (const Node *User : N.users())
    if (User->isOutput())
      Output = User;
  auto Specs = Output ? outputSpecsOf(*Output) : std::nullopt;
  if (!Specs || Output->numArgs() == 0)
    return Result;
  Argument Values = Output->arg(0);
  if (!Values.isSequence())
    return Result;
  for (size_t I = 0; I != Values.size() && I != Specs->size(); ++I)
    if (Values[I].asNode() == &N)
      ((*Specs)[I].isUser() ? Result.IsResult : Result.IsWritten) = true;
  return Result;
}

bool fx::haveDifferentRoles(const Node &A, const Node &B) {
  // Most nodes have none, and B may have many users.
  Roles Left = rolesOf(A);
  if (!Left.IsResult && !Left.IsWritten)
    return false;
  Roles Right = rolesOf(B);
  return (Left.IsResult && !Left.IsWritten && Right.IsWritten) ||
         (Right.IsResult && !Right.IsWritten && Left.IsWritten);
}

bool fx::isWrittenAtEnd(const Node &Placeholder) {
  std::optional<InputSpec> Input =
      Placeholder.isPlaceholder() ? InputSpec::of(Placeholder) : std::nullopt;
  const Node *Output = Input ? Placeholder.graph().outputNode() : nullptr;
  auto Specs = Output ? outputSpecsOf(*Output) : std::nullopt;
  if (!Specs)
    return false;
  for (const OutputSpec &Spec : *Specs)
    if (Spec.Kind == OutputSpec::UserInputMutation
            ? Spec.Target.str() == Placeholder.targetText()
            : Spec.isStateMutation() && Spec.Target == Input->Target)
      return true;
  return false;
}
