//===- ProgramInputs.cpp - What a program demands of its inputs -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramInputs.h"
#include "PyValue.h"
#include "fx/IR/Diagnostic.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/SymbolicExpr.h"
#include "llvm/ADT/StringMap.h"
#include <ATen/core/Tensor.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

namespace {

class InputChecker {
public:
  InputChecker(const ExportedProgram &Program, ArrayRef<ProgramInput> Inputs)
      : Program(Program), Inputs(Inputs) {}

  Error run();

private:
  /// One size or number with the expression that it has to equal.
  struct Equation {
    const ProgramInput *Input;
    std::optional<size_t> Dimension;
    int64_t Value;
    fx::Symbol Text;
  };

  Error collect(const ProgramInput &Input);
  Error addSize(const ProgramInput &Input, std::optional<size_t> Dimension,
                const Argument &Expected, int64_t Value);
  Error mismatch(const ProgramInput &Input, std::optional<size_t> Dimension,
                 int64_t Value, const Twine &Wanted) const;
  /// The value of an expression of the program by its text.
  std::optional<int64_t> evaluate(fx::Symbol Text) const;
  Error checkRanges() const;
  Error checkGuards() const;

  const ExportedProgram &Program;
  ArrayRef<ProgramInput> Inputs;
  StringMap<int64_t> Symbols;
  std::vector<Equation> Equations;
};

} // namespace

Error InputChecker::mismatch(const ProgramInput &Input,
                             std::optional<size_t> Dimension, int64_t Value,
                             const Twine &Wanted) const {
  std::string What =
      Dimension ? "dimension " + std::to_string(*Dimension) : "it";
  return makeError(diag::err_run_input, SMLoc(),
                   Input.Placeholder->targetText(),
                   What + " is " + Twine(Value) + " and must be " + Wanted);
}

/// The name of the symbol that \p Text is, if it is no more than one.
static std::optional<StringRef> soleSymbol(const ExportedProgram &Program,
                                           fx::Symbol Text) {
  const SymbolicInfo *Info = Program.symbolic(Text);
  if (!Info)
    return Text.str();
  std::optional<SymbolicExpr> Expr = SymbolicExpr::parse(Info->Source.str());
  if (Expr && Expr->root().Kind == SymbolicExpr::Symbol)
    return Expr->root().Text;
  return std::nullopt;
}

Error InputChecker::addSize(const ProgramInput &Input,
                            std::optional<size_t> Dimension,
                            const Argument &Expected, int64_t Value) {
  if (Expected.isInt()) {
    if (Expected.asInt() != Value)
      return mismatch(Input, Dimension, Value, Twine(Expected.asInt()));
    return Error::success();
  }
  if (Expected.kind() != ArgKind::SymExpr)
    return Error::success();
  if (std::optional<StringRef> Symbol =
          soleSymbol(Program, Expected.symbol())) {
    auto [Known, IsNew] = Symbols.try_emplace(*Symbol, Value);
    if (!IsNew && Known->second != Value)
      return mismatch(Input, Dimension, Value,
                      Twine(Known->second) + ", the size " + *Symbol +
                          " of another input");
    return Error::success();
  }
  Equations.push_back({&Input, Dimension, Value, Expected.symbol()});
  return Error::success();
}

Error InputChecker::collect(const ProgramInput &Input) {
  const Argument *Val = Input.Placeholder->val();
  if (!Val)
    return Error::success();
  const IValue &V = *Input.Value;
  if (TensorType Type{*Val}) {
    if (!V.isTensor())
      return makeError(diag::err_run_input, SMLoc(),
                       Input.Placeholder->targetText(),
                       "it is " + describe(V) + " and must be a tensor");
    const at::Tensor &T = V.toTensor();
    ArrayRef<Argument> Sizes = Type.sizes();
    if (size_t(T.dim()) != Sizes.size())
      return makeError(diag::err_run_input, SMLoc(),
                       Input.Placeholder->targetText(),
                       "it has " + Twine(T.dim()) +
                           " dimensions and must have " + Twine(Sizes.size()));
    for (size_t I = 0; I != Sizes.size(); ++I)
      if (Error E = addSize(Input, I, Sizes[I], T.size(int64_t(I))))
        return E;
    return Error::success();
  }
  if (V.isInt())
    return addSize(Input, std::nullopt, *Val, V.toInt());
  return Error::success();
}

std::optional<int64_t> InputChecker::evaluate(fx::Symbol Text) const {
  auto ValueOf = [&](StringRef Name) -> std::optional<int64_t> {
    auto Known = Symbols.find(Name);
    if (Known == Symbols.end())
      return std::nullopt;
    return Known->second;
  };
  const SymbolicInfo *Info = Program.symbolic(Text);
  if (!Info)
    return ValueOf(Text.str());
  std::optional<SymbolicExpr> Expr = SymbolicExpr::parse(Info->Source.str());
  return Expr ? Expr->evaluate(ValueOf) : std::nullopt;
}

Error InputChecker::checkRanges() const {
  for (const RangeConstraint &Range : Program.Ranges) {
    std::optional<int64_t> Value = evaluate(Range.Text);
    if (!Value)
      continue;
    if ((!Range.Min || *Value >= *Range.Min) &&
        (!Range.Max || *Value <= *Range.Max))
      continue;
    std::string Wanted;
    if (Range.Min)
      Wanted = "at least " + std::to_string(*Range.Min);
    if (Range.Max)
      Wanted += (Wanted.empty() ? "at most " : " and at most ") +
                std::to_string(*Range.Max);
    return makeError(diag::err_run_range, SMLoc(), Range.Text, *Value, Wanted);
  }
  return Error::success();
}

Error InputChecker::checkGuards() const {
  auto ValueOf = [&](const GuardOperand &Operand) -> std::optional<double> {
    const ProgramInput *Input = nullptr;
    StringRef Name = Operand.Name;
    size_t Place;
    if (Name.consume_front("flat_args_") && !Name.getAsInteger(10, Place)) {
      if (Place < Inputs.size())
        Input = &Inputs[Place];
    } else {
      Input = find_if(Inputs, [&](const ProgramInput &I) {
        return I.Placeholder->targetText() == Operand.Name;
      });
      if (Input == Inputs.end())
        Input = nullptr;
    }
    if (!Input)
      return std::nullopt;
    const IValue &V = *Input->Value;
    if (Operand.Dimension && V.isTensor() && *Operand.Dimension >= 0 &&
        *Operand.Dimension < V.toTensor().dim())
      return double(V.toTensor().size(*Operand.Dimension));
    if (!Operand.Dimension && V.isInt())
      return double(V.toInt());
    if (!Operand.Dimension && V.isDouble())
      return V.toDouble();
    return std::nullopt;
  };
  for (fx::Symbol Guard : Program.GuardsCode) {
    std::optional<bool> Holds = evaluateGuard(Guard.str(), ValueOf);
    if (Holds && !*Holds)
      return makeError(diag::err_run_guard, SMLoc(), Guard);
  }
  return Error::success();
}

Error InputChecker::run() {
  for (const ProgramInput &Input : Inputs)
    if (Error E = collect(Input))
      return E;
  for (const Equation &E : Equations) {
    std::optional<int64_t> Wanted = evaluate(E.Text);
    if (Wanted && *Wanted != E.Value)
      return mismatch(*E.Input, E.Dimension, E.Value,
                      E.Text.str() + ", which is " + Twine(*Wanted));
  }
  if (Error E = checkRanges())
    return E;
  return checkGuards();
}

Error torch_impl::checkProgramInputs(const ExportedProgram &Program,
                                     ArrayRef<ProgramInput> Inputs) {
  return InputChecker(Program, Inputs).run();
}
