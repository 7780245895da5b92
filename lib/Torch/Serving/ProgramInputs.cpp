//===- ProgramInputs.cpp - What a program demands of its inputs -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramInputs.h"
#include "Devices.h"
#include "Python/PyValue.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/SymbolicExpr.h"
#include "fx/IR/TensorType.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/core/Tensor.h>
#include <c10/core/Layout.h>
#include <cmath>
#include <sstream>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// What is demanded
//===----------------------------------------------------------------------===//

namespace {

/// A size or a number of an input.
struct Place {
  unsigned Input = 0;
  std::optional<unsigned> Dimension;
};

/// A symbol, and the input that gives it its value.
struct SizeSymbol {
  std::string Name;
  std::optional<Place> From;
};

/// An expression of symbols.
struct SizeExpr {
  fx::Symbol Text;
  /// The symbol, if it is no more than that.
  std::optional<unsigned> Sole;
  std::optional<SymbolicExpr> Parsed;
};

/// What a size has to be: a number, or an expression.
struct WantedSize {
  Place Where;
  std::optional<int64_t> Fixed;
  SizeExpr Expr;
};

struct WantedRange {
  const RangeConstraint *Range;
  SizeExpr Expr;
};

/// What is known of the values of symbols in one run.
using SymbolValues = std::vector<std::optional<int64_t>>;

} // namespace

struct ProgramInputChecks::Impl {
  const ExportedProgram &Program;
  std::vector<ProgramInput> Inputs;
  std::vector<SizeSymbol> Symbols;
  StringMap<unsigned> SymbolIndex;
  /// One type for each input, in their order.
  std::vector<TensorType> Types;
  std::vector<std::vector<WantedSize>> Sizes;
  /// None where an input is not a constant, or one that is not compared.
  std::vector<std::optional<IValue>> Constants;
  std::vector<WantedRange> Ranges;

  Impl(const ExportedProgram &Program, std::vector<ProgramInput> Inputs);
  SizeExpr expression(fx::Symbol Text);
  void addSize(Place Where, const Argument &Wanted);

  std::string placeOf(const Place &P) const;
  std::string wantedType(unsigned Input) const;
  Error mismatch(const Place &P, int64_t Found, const Twine &Wanted) const;
  std::string sourceOf(const SizeExpr &E) const;
  std::optional<int64_t> evaluate(const SizeExpr &E,
                                  const SymbolValues &Values) const;

  bool isInteger(unsigned Input) const;
  Error checkValue(unsigned Input, const IValue &V, SymbolValues &Values) const;
  Error checkConstant(unsigned Input, const IValue &Found) const;
  Error checkSize(const WantedSize &Size, int64_t Found,
                  SymbolValues &Values) const;
  Error checkExpressions(ArrayRef<IValue> Given,
                         const SymbolValues &Values) const;
  Error checkRanges(const SymbolValues &Values) const;
  Error checkGuards(ArrayRef<IValue> Given) const;
};

/// \p Constant as what a user gives, if that has a value to compare.
static std::optional<IValue> comparable(const Argument &Constant) {
  Expected<IValue> V = pyConstant(Constant);
  if (!V) {
    consumeError(V.takeError());
    return std::nullopt;
  }
  if (V->isNone() || V->isBool() || V->isInt() || V->isDouble() ||
      V->isString())
    return std::move(*V);
  return std::nullopt;
}

ProgramInputChecks::Impl::Impl(const ExportedProgram &Program,
                               std::vector<ProgramInput> Given)
    : Program(Program), Inputs(std::move(Given)), Types(Inputs.size()),
      Sizes(Inputs.size()), Constants(Inputs.size()) {
  for (unsigned I = 0; I != Inputs.size(); ++I) {
    if (const Argument *Constant = Inputs[I].Constant) {
      Constants[I] = comparable(*Constant);
      continue;
    }
    const Argument *Val = Inputs[I].Placeholder->val();
    if (!Val)
      continue;
    Types[I] = TensorType(*Val);
    if (!Types[I]) {
      if (Val->isInt() || Val->kind() == ArgKind::SymExpr)
        addSize({I, std::nullopt}, *Val);
      continue;
    }
    ArrayRef<Argument> Dimensions = Types[I].sizes();
    for (unsigned D = 0; D != Dimensions.size(); ++D)
      addSize({I, D}, Dimensions[D]);
  }
  for (const RangeConstraint &Range : Program.Ranges)
    Ranges.push_back({&Range, expression(Range.Text)});
}

SizeExpr ProgramInputChecks::Impl::expression(fx::Symbol Text) {
  SizeExpr E;
  E.Text = Text;
  StringRef Sole = Text.str();
  if (const SymbolicInfo *Info = Program.symbolic(Text)) {
    E.Parsed = SymbolicExpr::parse(Info->Source.str());
    if (!E.Parsed || E.Parsed->root().Kind != SymbolicExpr::Symbol)
      return E;
    Sole = E.Parsed->root().Text;
  }
  auto [It, IsNew] = SymbolIndex.try_emplace(Sole, unsigned(Symbols.size()));
  if (IsNew)
    Symbols.push_back({Sole.str(), std::nullopt});
  E.Sole = It->second;
  return E;
}

void ProgramInputChecks::Impl::addSize(Place Where, const Argument &Wanted) {
  WantedSize Size;
  Size.Where = Where;
  if (Wanted.isInt()) {
    Size.Fixed = Wanted.asInt();
  } else if (Wanted.kind() == ArgKind::SymExpr) {
    Size.Expr = expression(Wanted.symbol());
    if (Size.Expr.Sole && !Symbols[*Size.Expr.Sole].From)
      Symbols[*Size.Expr.Sole].From = Where;
  }
  Sizes[Where.Input].push_back(std::move(Size));
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// `float32`
static std::string dtypeName(c10::ScalarType Type) {
  std::optional<DType> Known = fromTorch(Type);
  StringRef Name = Known ? toString(*Known) : c10::toString(Type);
  Name.consume_front("torch.");
  return Name.str();
}

static std::string dimensionText(const Place &P) {
  return P.Dimension ? "dimension " + std::to_string(*P.Dimension) : "it";
}

std::string ProgramInputChecks::Impl::placeOf(const Place &P) const {
  std::string Name = "'" + Inputs[P.Input].Name + "'";
  return P.Dimension ? dimensionText(P) + " of " + Name : Name;
}

/// `f32[s31, 8]`
std::string ProgramInputChecks::Impl::wantedType(unsigned Input) const {
  std::string Text = shortName(Types[Input].dtype()).str() + "[";
  ListSeparator Comma;
  for (const WantedSize &Size : Sizes[Input]) {
    (Text += StringRef(Comma)) += Size.Fixed       ? std::to_string(*Size.Fixed)
                                  : Size.Expr.Text ? Size.Expr.Text.str().str()
                                                   : "?";
  }
  return Text + "]";
}

Error ProgramInputChecks::Impl::mismatch(const Place &P, int64_t Found,
                                         const Twine &Wanted) const {
  return makeError(diag::err_run_input, SMLoc(), Inputs[P.Input].Name,
                   dimensionText(P) + " is " + Twine(Found) + " and must be " +
                       Wanted);
}

/// Where the symbols of an expression come from: `s17 is dimension 0 of 'y'`.
std::string ProgramInputChecks::Impl::sourceOf(const SizeExpr &E) const {
  std::string Text;
  ListSeparator Comma;
  SmallVector<unsigned, 4> Named;
  auto Add = [&](unsigned I) {
    if (!Symbols[I].From || is_contained(Named, I))
      return;
    Named.push_back(I);
    ((Text += StringRef(Comma)) += Symbols[I].Name + " is ") +=
        placeOf(*Symbols[I].From);
  };
  if (E.Sole)
    Add(*E.Sole);
  else if (E.Parsed)
    for (const SymbolicExpr::Node &N : E.Parsed->nodes())
      if (N.Kind == SymbolicExpr::Symbol)
        if (auto Known = SymbolIndex.find(N.Text); Known != SymbolIndex.end())
          Add(Known->second);
  return Text;
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

std::optional<int64_t>
ProgramInputChecks::Impl::evaluate(const SizeExpr &E,
                                   const SymbolValues &Values) const {
  if (E.Sole)
    return Values[*E.Sole];
  if (!E.Parsed)
    return std::nullopt;
  return E.Parsed->evaluate([&](StringRef Name) -> std::optional<int64_t> {
    auto Known = SymbolIndex.find(Name);
    return Known == SymbolIndex.end() ? std::nullopt : Values[Known->second];
  });
}

/// Compares with a number or gives a symbol its value; expressions have to wait
/// until all have theirs.
Error ProgramInputChecks::Impl::checkSize(const WantedSize &Size, int64_t Found,
                                          SymbolValues &Values) const {
  if (Size.Fixed) {
    if (*Size.Fixed != Found)
      return mismatch(Size.Where, Found, Twine(*Size.Fixed));
    return Error::success();
  }
  if (!Size.Expr.Sole)
    return Error::success();
  std::optional<int64_t> &Known = Values[*Size.Expr.Sole];
  if (!Known)
    Known = Found;
  if (*Known == Found)
    return Error::success();
  const SizeSymbol &S = Symbols[*Size.Expr.Sole];
  return mismatch(Size.Where, Found,
                  Twine(*Known) + ", as " + placeOf(*S.From) + " (" + S.Name +
                      ")");
}

/// `float 0.1`, with as many digits as tell it from other numbers.
static std::string constantText(const IValue &V) {
  if (!V.isDouble())
    return describe(V);
  std::string Text;
  for (unsigned Digits : {6, 15, 17}) {
    Text.clear();
    raw_string_ostream(Text) << format("%.*g", Digits, V.toDouble());
    double Read;
    if (!StringRef(Text).getAsDouble(Read) && Read == V.toDouble())
      break;
  }
  return "float " + Text;
}

/// Whether the graph, which has the value in it, is right for \p Found: as
/// Python compares types and values, but nan is nan.
Error ProgramInputChecks::Impl::checkConstant(unsigned Input,
                                              const IValue &Found) const {
  if (!Constants[Input])
    return Error::success();
  const IValue &Wanted = *Constants[Input];
  bool IsSame =
      (Wanted.isNone() && Found.isNone()) ||
      (Wanted.isBool() && Found.isBool() &&
       Wanted.toBool() == Found.toBool()) ||
      (Wanted.isInt() && Found.isInt() && Wanted.toInt() == Found.toInt()) ||
      (Wanted.isString() && Found.isString() &&
       Wanted.toStringRef() == Found.toStringRef());
  if (Wanted.isDouble() && Found.isDouble()) {
    double A = Wanted.toDouble(), B = Found.toDouble();
    IsSame = A == B || (std::isnan(A) && std::isnan(B));
  }
  if (IsSame)
    return Error::success();
  return makeError(diag::err_run_input, SMLoc(), Inputs[Input].Name,
                   "it is " + constantText(Found) + " and must be " +
                       constantText(Wanted) +
                       ", with which the program was exported");
}

/// Whether an input that is a number is an integer.
bool ProgramInputChecks::Impl::isInteger(unsigned Input) const {
  const Argument &Val = *Inputs[Input].Placeholder->val();
  const SymbolicInfo *Info =
      Val.kind() == ArgKind::SymExpr ? Program.symbolic(Val.symbol()) : nullptr;
  return !Info || Info->Type == SymbolicInfo::Int;
}

Error ProgramInputChecks::Impl::checkValue(unsigned Input, const IValue &V,
                                           SymbolValues &Values) const {
  auto Fail = [&](const Twine &Text) -> Error {
    return makeError(diag::err_run_input, SMLoc(), Inputs[Input].Name, Text);
  };
  if (Inputs[Input].Constant)
    return checkConstant(Input, V);
  const std::vector<WantedSize> &Wanted = Sizes[Input];
  const TensorType &Type = Types[Input];
  if (!Type) {
    if (Wanted.empty())
      return Error::success();
    if (V.isInt())
      return checkSize(Wanted.front(), V.toInt(), Values);
    // Python's numbers convert; the graph and its guards are for integers.
    if (V.isTensor() || isInteger(Input))
      return Fail("it is " + describe(V) + " and must be an integer");
    return Error::success();
  }
  if (!V.isTensor() || !V.toTensor().defined())
    return Fail("it is " + describe(V) + " and must be a tensor, " +
                wantedType(Input));
  const at::Tensor &T = V.toTensor();
  std::optional<c10::ScalarType> DType = toTorch(Type.dtype());
  if (DType && T.scalar_type() != *DType)
    return Fail("its dtype is " + dtypeName(T.scalar_type()) + " and must be " +
                dtypeName(*DType) + "; it is " + describe(V) + ", not " +
                wantedType(Input));
  // The graph has the kernels and the strides of its layout.
  if (Type.isStrided() && T.layout() != c10::kStrided) {
    std::ostringstream Layout;
    Layout << T.layout();
    return Fail("its layout is " + StringRef(Layout.str()).lower() +
                " and must be strided");
  }
  // A program of the meta device runs where its weights are.
  if (Type.device().kind() == ArgKind::Device && !deviceOf(Type).is_meta() &&
      deviceOf(Type).type() != T.device().type())
    return Fail("its device is " + T.device().str() + " and must be " +
                Type.device().str());
  if (size_t(T.dim()) != Wanted.size())
    return Fail("it has " + Twine(T.dim()) +
                (T.dim() == 1 ? " dimension" : " dimensions") +
                " and must have " + Twine(Wanted.size()) + "; it is " +
                describe(V) + ", not " + wantedType(Input));
  for (const WantedSize &Size : Wanted)
    if (Error E = checkSize(Size, T.size(*Size.Where.Dimension), Values))
      return E;
  return Error::success();
}

Error ProgramInputChecks::Impl::checkExpressions(
    ArrayRef<IValue> Given, const SymbolValues &Values) const {
  for (const std::vector<WantedSize> &OfInput : Sizes)
    for (const WantedSize &Size : OfInput) {
      const IValue &V = Given[Size.Where.Input];
      if (!Size.Expr.Parsed || Size.Expr.Sole ||
          !(Size.Where.Dimension ? V.isTensor() : V.isInt()))
        continue;
      std::optional<int64_t> Wanted = evaluate(Size.Expr, Values);
      int64_t Found = Size.Where.Dimension
                          ? V.toTensor().size(*Size.Where.Dimension)
                          : V.toInt();
      if (!Wanted || *Wanted == Found)
        continue;
      return mismatch(Size.Where, Found,
                      Size.Expr.Text.str() + ", which is " + Twine(*Wanted) +
                          ": " + sourceOf(Size.Expr));
    }
  return Error::success();
}

Error ProgramInputChecks::Impl::checkRanges(const SymbolValues &Values) const {
  for (const WantedRange &W : Ranges) {
    const RangeConstraint &Range = *W.Range;
    std::optional<int64_t> Value = evaluate(W.Expr, Values);
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
    // The size that the range is about, if there is one.
    for (const std::vector<WantedSize> &OfInput : Sizes)
      for (const WantedSize &Size : OfInput)
        if (!Size.Fixed && Size.Expr.Text == Range.Text)
          return mismatch(Size.Where, *Value,
                          Wanted + " (" + Range.Text.str() + ")");
    return makeError(diag::err_run_range, SMLoc(), Range.Text, *Value, Wanted);
  }
  return Error::success();
}

Error ProgramInputChecks::Impl::checkGuards(ArrayRef<IValue> Given) const {
  auto ValueOf = [&](const GuardOperand &Operand) -> std::optional<double> {
    size_t Place = Inputs.size();
    StringRef Name = Operand.Name;
    if (!Name.consume_front("flat_args_") || Name.getAsInteger(10, Place))
      Place = find_if(Inputs,
                      [&](const ProgramInput &I) {
                        return I.Placeholder->targetText() == Operand.Name;
                      }) -
              Inputs.begin();
    if (Place >= Given.size())
      return std::nullopt;
    const IValue &V = Given[Place];
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

ProgramInputChecks::ProgramInputChecks(const ExportedProgram &Program,
                                       std::vector<ProgramInput> Inputs)
    : I(std::make_unique<const Impl>(Program, std::move(Inputs))) {}

ProgramInputChecks::~ProgramInputChecks() = default;

Error ProgramInputChecks::check(ArrayRef<IValue> Values) const {
  SymbolValues Symbols(I->Symbols.size());
  for (unsigned Input = 0; Input != Values.size(); ++Input)
    if (Error E = I->checkValue(Input, Values[Input], Symbols))
      return E;
  if (Error E = I->checkExpressions(Values, Symbols))
    return E;
  if (Error E = I->checkRanges(Symbols))
    return E;
  return I->checkGuards(Values);
}
