//===- SymbolicNodes.cpp - Nodes that compute symbolic sizes --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// The operation that a function of SymPy or PyTorch is, on any number of
/// operands for the first ones.
static std::optional<SymbolicMath::Operation> operationOf(StringRef Function) {
  return StringSwitch<std::optional<SymbolicMath::Operation>>(Function)
      .Case("Add", SymbolicMath::Add)
      .Case("Mul", SymbolicMath::Mul)
      .Case("Max", SymbolicMath::Max)
      .Case("Min", SymbolicMath::Min)
      .Cases("FloorDiv", "CleanDiv", SymbolicMath::FloorDiv)
      .Cases("Mod", "PythonMod", SymbolicMath::Mod)
      .Cases("Pow", "PowByNatural", SymbolicMath::Pow)
      .Case("IntTrueDiv", SymbolicMath::TrueDiv)
      .Case("Equality", SymbolicMath::Eq)
      .Case("Unequality", SymbolicMath::Ne)
      .Case("StrictLessThan", SymbolicMath::Lt)
      .Case("LessThan", SymbolicMath::Le)
      .Case("StrictGreaterThan", SymbolicMath::Gt)
      .Case("GreaterThan", SymbolicMath::Ge)
      .Default(std::nullopt);
}

Dim Engine::computeExpr(const SymbolicExpr &Expr, const SymbolicExpr::Node &N) {
  switch (N.Kind) {
  case SymbolicExpr::Symbol:
    return Argument::symExpr(Ctx.intern(N.Text));
  case SymbolicExpr::Integer:
    return N.Value;
  case SymbolicExpr::Float:
    return N.Real;
  case SymbolicExpr::Bool:
    return N.Value != 0;
  case SymbolicExpr::Call:
    break;
  }
  std::optional<SymbolicMath::Operation> Op = operationOf(N.Text);
  if (!Op || N.NumOperands < 2)
    return Argument();
  Dim Result = computeExpr(Expr, Expr.operand(N, 0));
  for (unsigned I = 1; I != N.NumOperands; ++I) {
    Dim Next = computeExpr(Expr, Expr.operand(N, I));
    if (Result.isNone() || Next.isNone())
      return Argument();
    Result = compute(*Op, Result, Next);
  }
  return Result;
}

Argument Engine::computeText(Symbol Text) {
  ExportedProgram *Program = M.program();
  if (Program && !Program->symbolic(Text))
    math().explain(Argument::symExpr(Text), *Program);
  const SymbolicInfo *Info = Program ? Program->symbolic(Text) : nullptr;
  std::optional<SymbolicExpr> Expr =
      Info ? SymbolicExpr::parse(Info->Source.str()) : std::nullopt;
  if (Expr && Expr->root().Kind == SymbolicExpr::Call &&
      !computeExpr(*Expr, Expr->root()).isNone())
    if (Node *N = symbolNode(Text))
      return Argument(N);
  fail("no node computes the symbolic size '" + Text.str() + "'");
  return Argument();
}

Argument Engine::toFloat(const Argument &A) {
  Argument Val = math().toFloat(raise(A));
  if (Val.kind() != ArgKind::SymExpr)
    return Val;
  if (ExportedProgram *Program = M.program())
    math().explain(Val, *Program);
  return emitSymbolic("torch.sym_float", {A}, Val);
}

Argument Engine::logicalNot(const Argument &A) {
  Argument Val = math().logicalNot(raise(A));
  if (Val.kind() != ArgKind::SymExpr || symbolNode(Val.symbol()))
    return Val;
  if (ExportedProgram *Program = M.program())
    math().explain(Val, *Program);
  return emitSymbolic("torch.sym_not", {A}, Val);
}

bool Engine::isInteger(const Argument &A) const {
  const SymbolicInfo *Info =
      M.program() ? M.program()->symbolic(A.symbol()) : nullptr;
  return Info && Info->Type == SymbolicInfo::Int;
}
