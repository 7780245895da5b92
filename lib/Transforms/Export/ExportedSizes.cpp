//===- ExportedSizes.cpp - Sizes that callers choose ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportedSizes.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Graph.h"
#include "fx/IR/SideTables.h"
#include "fx/IR/SymbolicExpr.h"
#include "fx/Support/Diagnostic.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace fx;
using namespace llvm;

/// Up to as many sizes are all tried.
static constexpr int64_t MaxTried = 4096;

namespace {
/// Numbers for the dimensions of a program.
class OtherExample {
public:
  OtherExample(const ExportedProgram &P) : P(P) {}

  void set(const ExportDimension &D, int64_t Value) {
    Values[D.Text.str()] = Value;
    Text += (Text.empty() ? "" : ", ") + D.Name + " = " + std::to_string(Value);
  }
  StringRef text() const { return Text; }

  /// What an expression is; nothing where it depends on anything else.
  std::optional<int64_t> evaluate(const SymbolicExpr &Expr) const {
    return Expr.evaluate([&](StringRef Name) -> std::optional<int64_t> {
      auto It = Values.find(Name);
      return It == Values.end() ? std::nullopt
                                : std::optional<int64_t>(It->second);
    });
  }

  /// \p Val with numbers; nothing where it depends on anything else.
  std::optional<Argument> fix(const Argument &Val) const {
    if (Val.kind() == ArgKind::SymExpr) {
      const SymbolicInfo *Info = P.symbolic(Val.symbol());
      std::optional<SymbolicExpr> Expr =
          Info && Info->Type == SymbolicInfo::Int
              ? SymbolicExpr::parse(Info->Source.str())
              : std::nullopt;
      std::optional<int64_t> Number =
          Expr ? evaluate(*Expr) : std::optional<int64_t>();
      return Number ? std::optional<Argument>(*Number) : std::nullopt;
    }
    if (!Val.isAggregate())
      return Val;
    SmallVector<Argument, 8> Items;
    for (const Argument &Item : Val.elements()) {
      std::optional<Argument> Fixed = fix(Item);
      if (!Fixed)
        return std::nullopt;
      Items.push_back(*Fixed);
    }
    return Argument::aggregate(Val.kind(), Val.symbol(), Items);
  }

private:
  const ExportedProgram &P;
  StringMap<int64_t> Values;
  std::string Text;
};

class SizeChecks {
public:
  SizeChecks(GraphModule &M, ArrayRef<ExportDimension> Dimensions)
      : M(M), Program(*M.program()), Dimensions(Dimensions) {}

  Error checkValues();
  Error checkAssertions();

private:
  OtherExample scaled(unsigned Scale, unsigned More) const;
  Error checkValues(const OtherExample &Example, bool IsGiven);
  bool tried(const ExportDimension &D, SmallVectorImpl<int64_t> &Sizes) const;
  Error checkAssertion(Node &Assert, const SymbolicExpr &Condition);

  GraphModule &M;
  ExportedProgram &Program;
  ArrayRef<ExportDimension> Dimensions;
  /// What no rule computes for the example itself, it cannot for others.
  NodeSet AsFound;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Each dimension is \p Scale times what it was and \p More, and a little more
/// for each, so that those which were equal are not.
OtherExample SizeChecks::scaled(unsigned Scale, unsigned More) const {
  OtherExample Result(Program);
  for (auto [I, D] : enumerate(Dimensions)) {
    int64_t Value;
    if (MulOverflow(D.Example, int64_t(Scale + I * (Scale - 1)), Value) ||
        AddOverflow(Value, int64_t(More + More * I), Value))
      Value = D.Example;
    if (D.Max && Value > *D.Max)
      Value = More && D.Example == *D.Max ? std::max<int64_t>(*D.Max - 1, 2)
                                          : *D.Max;
    if (D.Min)
      Value = std::max(Value, *D.Min);
    Result.set(D, Value);
  }
  return Result;
}

/// The message of \p E, and whether it says that a call can never be computed.
static std::pair<std::string, bool> describe(Error E) {
  std::string Text;
  bool IsMismatch = false;
  handleAllErrors(
      std::move(E),
      [&](const DiagnosticError &D) {
        Text = D.diagnostic().Text;
        IsMismatch = D.diagnostic().Id == diag::err_value_mismatch;
      },
      [&](const ErrorInfoBase &Other) { Text = Other.message(); });
  return {Text, IsMismatch};
}

Error SizeChecks::checkValues(const OtherExample &Example, bool IsGiven) {
  std::unique_ptr<GraphModule> Copy = M.clone();
  ValueInference Inference(Copy->graph(), Copy.get());
  Inference.math().allowFresh(false);
  for (auto [N, Other] : zip(M.graph().nodes(), Copy->graph().nodes())) {
    const Argument *Val = N->val();
    std::optional<Argument> Fixed =
        Val ? Example.fix(*Val) : std::optional<Argument>();
    if (!Fixed)
      continue;
    Other->setVal(*Fixed);
    if (!N->isCall())
      continue;
    Expected<Argument> Is = Inference.infer(*Other);
    auto [Why, IsMismatch] =
        Is ? std::pair(compareValues(*Fixed, *Is, Inference.math()), false)
           : describe(Is.takeError());
    if (IsGiven && IsMismatch)
      return makeError(diag::err_export_example, *N, Why, Example.text());
    if (IsGiven && !Why.empty())
      AsFound.insert(N);
    if (!Why.empty() && !AsFound.contains(N))
      return makeError(diag::err_export_dimension, *N, N->name(),
                       Example.text(), Why);
  }
  return Error::success();
}

Error SizeChecks::checkValues() {
  if (Error E = checkValues(scaled(1, 0), /*IsGiven=*/true))
    return E;
  // The last are not multiples of the example.
  for (auto [Scale, More] : {std::pair(2, 0), {3, 0}, {1, 1}})
    if (Error E = checkValues(scaled(Scale, More), /*IsGiven=*/false))
      return E;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

/// Finds sizes to try for \p D; returns whether these are all. As for PyTorch,
/// 0 and 1 are sizes of their own: they count where the limits name them.
bool SizeChecks::tried(const ExportDimension &D,
                       SmallVectorImpl<int64_t> &Sizes) const {
  int64_t Min = D.Min.value_or(2);
  if (D.Max && *D.Max - Min < MaxTried) {
    for (int64_t Size = Min; Size <= *D.Max; ++Size)
      Sizes.push_back(Size);
    return D.Min.has_value();
  }
  auto Try = [&](int64_t Size) {
    if (Size >= Min && (!D.Max || Size <= *D.Max))
      Sizes.push_back(Size);
  };
  for (int64_t Size = Min; Size < Min + 64; ++Size)
    Try(Size);
  for (unsigned Power = 6; Power != 40; ++Power)
    for (int64_t More : {-1, 0, 1})
      Try((int64_t(1) << Power) + More);
  for (int64_t Factor : {1, 2, 3})
    for (int64_t More : {-1, 0, 1})
      Try(D.Example * Factor + More);
  if (D.Max)
    Try(*D.Max);
  return false;
}

/// Erases \p N, and the numbers that only it uses.
static void eraseWithNumbers(Node &N) {
  NodeWorklist Pending;
  Pending.push(&N);
  while (Node *Next = Pending.pop()) {
    if (!Next->isCall() || Next->hasUsers())
      continue;
    for (Node *Operand : Next->allInputNodes())
      if (Operand->val() && Operand->val()->kind() == ArgKind::SymExpr)
        Pending.push(Operand);
    Next->graph().eraseNode(Next);
  }
}

/// Looks for sizes for which \p Condition is false. Each dimension has all of
/// its sizes while the others have those of the example; then all are as small
/// and as large as they can be.
Error SizeChecks::checkAssertion(Node &Assert, const SymbolicExpr &Condition) {
  SmallVector<const ExportDimension *, 4> Used;
  for (const ExportDimension &D : Dimensions)
    if (any_of(Condition.nodes(), [&](const SymbolicExpr::Node &N) {
          return N.Kind == SymbolicExpr::Symbol && N.Text == D.Text.str();
        }))
      Used.push_back(&D);
  std::string Holds;
  for (const ExportDimension *D : Used)
    Holds += (Holds.empty() ? "" : ", ") + D->Name + " = " +
             std::to_string(D->Example);
  bool Proved = Used.size() == 1;
  auto Try =
      [&](function_ref<int64_t(const ExportDimension &)> SizeOf) -> Error {
    OtherExample Example(Program);
    for (const ExportDimension *D : Used)
      Example.set(*D, SizeOf(*D));
    std::optional<int64_t> Is = Example.evaluate(Condition);
    Proved &= Is.has_value();
    if (Is && !*Is)
      return makeError(diag::err_export_assertion, Assert, Holds,
                       Example.text(), Assert.arg(1).str());
    return Error::success();
  };
  for (const ExportDimension *Varied : Used) {
    SmallVector<int64_t, 64> Sizes;
    Proved &= tried(*Varied, Sizes);
    for (int64_t Size : Sizes)
      if (Error E = Try([&](const ExportDimension &D) {
            return &D == Varied ? Size : D.Example;
          }))
        return E;
  }
  if (Error E = Try([](const ExportDimension &D) { return D.Min.value_or(2); }))
    return E;
  if (Error E = Try(
          [](const ExportDimension &D) { return D.Max.value_or(D.Example); }))
    return E;
  if (Proved)
    eraseWithNumbers(Assert);
  return Error::success();
}

Error SizeChecks::checkAssertions() {
  for (Node *N : M.graph().nodes()) {
    if (!N->isCall() || N->numArgs() < 2 || !N->arg(1).isString() ||
        N->targetText() != "torch.ops.aten._assert_scalar.default")
      continue;
    const Argument *Val =
        N->arg(0).isNode() ? N->arg(0).asNode()->val() : nullptr;
    const SymbolicInfo *Info = Val && Val->kind() == ArgKind::SymExpr
                                   ? Program.symbolic(Val->symbol())
                                   : nullptr;
    std::optional<SymbolicExpr> Condition =
        Info ? SymbolicExpr::parse(Info->Source.str()) : std::nullopt;
    if (!Condition)
      continue;
    if (Error E = checkAssertion(*N, *Condition))
      return E;
  }
  return Error::success();
}

Error fx::checkExportedSizes(GraphModule &M,
                             ArrayRef<ExportDimension> Dimensions) {
  if (Dimensions.empty())
    return Error::success();
  SizeChecks Checks(M, Dimensions);
  if (Error E = Checks.checkValues())
    return E;
  return Checks.checkAssertions();
}
