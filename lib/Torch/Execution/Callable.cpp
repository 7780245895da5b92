//===- Callable.cpp - Binding calls to overloads --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callable.h"
#include "Formulas/Scripts.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <ATen/core/Tensor.h>
#include <ATen/core/jit_type.h>
#include <stdexcept>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;
using c10::TypeKind;

void torch_impl::fail(const Twine &Message) {
  throw std::runtime_error(Message.str());
}

void torch_impl::orThrow(Error E) {
  if (E)
    fail(toString(std::move(E)));
}

//===----------------------------------------------------------------------===//
// PyCall
//===----------------------------------------------------------------------===//

const IValue *PyCall::keyword(StringRef Name) const {
  for (const auto &[Key, Value] : Kwargs)
    if (Key == Name)
      return &Value;
  return nullptr;
}

const IValue *PyCall::find(unsigned I, StringRef Name) const {
  return I < Args.size() ? &Args[I] : keyword(Name);
}

const IValue &PyCall::get(unsigned I, StringRef Name) const {
  if (const IValue *V = find(I, Name))
    return *V;
  fail("missing argument '" + Name + "'");
}

IValue PyCall::getOr(unsigned I, StringRef Name, IValue Default) const {
  const IValue *V = find(I, Name);
  return V ? *V : Default;
}

void PyCall::atMost(unsigned Max) const {
  if (Args.size() + Kwargs.size() > Max)
    fail("it takes at most " + Twine(Max) + " arguments, not " +
         Twine(Args.size() + Kwargs.size()));
}

std::string torch_impl::describeArguments(const PyCall &Call) {
  std::string Text = "(";
  ListSeparator Comma;
  for (const IValue &V : Call.Args)
    (Text += StringRef(Comma)) += describe(V);
  for (const auto &[Key, V] : Call.Kwargs)
    ((Text += StringRef(Comma)) += (Key + "=").str()) += describe(V);
  return Text + ")";
}

//===----------------------------------------------------------------------===//
// Types of arguments
//===----------------------------------------------------------------------===//

static bool isNumber(const IValue &V) {
  return V.isInt() || V.isDouble() || V.isBool() || V.isComplexDouble();
}

static bool isScalarTensor(const IValue &V) {
  return V.isTensor() && V.toTensor().defined() && V.toTensor().dim() == 0;
}

/// The dtype that a type of Python stands for: `float` is torch.float64.
static std::optional<c10::ScalarType> dtypeOf(const PyValue &Object) {
  if (Object.Kind == PyValue::DType)
    return c10::ScalarType(Object.Number);
  if (Object.Kind != PyValue::Function)
    return std::nullopt;
  return StringSwitch<std::optional<c10::ScalarType>>(Object.Text)
      .Cases("float", "builtins.float", c10::ScalarType::Double)
      .Cases("int", "builtins.int", c10::ScalarType::Long)
      .Cases("bool", "builtins.bool", c10::ScalarType::Bool)
      .Default(std::nullopt);
}

static bool isKind(const IValue &V, PyValue::KindOf Kind) {
  return asPyValue(V, Kind) != nullptr;
}

static bool fits(const IValue &V, const c10::Type &Type,
                 std::optional<int32_t> N, bool Strict) {
  switch (Type.kind()) {
  case TypeKind::TensorType:
    return V.isTensor() || (!Strict && isNumber(V));
  case TypeKind::OptionalType:
    return V.isNone() ||
           fits(V, *Type.castRaw<c10::OptionalType>()->getElementType(), N,
                Strict);
  case TypeKind::NumberType:
    return isNumber(V) || (!Strict && isScalarTensor(V));
  case TypeKind::IntType:
  case TypeKind::SymIntType: {
    if (V.isInt())
      return true;
    const PyValue *Object = asPyValue(V);
    return !Strict && (V.isBool() || isScalarTensor(V) ||
                       (Object && Object->Kind <= PyValue::MemoryFormat));
  }
  case TypeKind::FloatType:
    return V.isDouble() || V.isInt() ||
           (!Strict && (V.isBool() || isScalarTensor(V)));
  case TypeKind::ComplexType:
    return isNumber(V);
  case TypeKind::BoolType:
    return V.isBool() || (!Strict && (V.isInt() || isScalarTensor(V)));
  case TypeKind::StringType:
    return V.isString();
  case TypeKind::DeviceObjType:
    return V.isDevice() || V.isString() || (!Strict && V.isInt());
  case TypeKind::ScalarTypeType: {
    const PyValue *Object = asPyValue(V);
    return Object && dtypeOf(*Object);
  }
  case TypeKind::LayoutType:
    return isKind(V, PyValue::Layout);
  case TypeKind::MemoryFormatType:
    return isKind(V, PyValue::MemoryFormat);
  case TypeKind::QSchemeType:
    return isKind(V, PyValue::Function);
  case TypeKind::ListType: {
    const c10::Type &Element = *Type.castRaw<c10::ListType>()->getElementType();
    if (!isSequence(V))
      return N && !V.isNone() && fits(V, Element, std::nullopt, Strict);
    for (size_t I = 0, E = lengthOf(V); I != E; ++I)
      if (!fits(itemOf(V, I), Element, std::nullopt, /*Strict=*/false))
        return false;
    return true;
  }
  case TypeKind::DictType:
    return V.isGenericDict();
  case TypeKind::TupleType:
    return isSequence(V);
  case TypeKind::UnionType:
    return any_of(Type.containedTypes(), [&](const c10::TypePtr &Member) {
      return fits(V, *Member, N, Strict);
    });
  case TypeKind::NoneType:
    return V.isNone();
  case TypeKind::GeneratorType:
    return V.isGenerator();
  case TypeKind::AnyType:
    return true;
  default:
    return V.isObject() || V.isCapsule();
  }
}

bool torch_impl::fitsParameter(const IValue &V, const c10::Argument &Param,
                               bool Strict) {
  std::optional<int32_t> N;
  if (Param.N())
    N = *Param.N();
  return fits(V, *Param.real_type(), N, Strict);
}

static constexpr StringLiteral QSchemes[] = {
    "torch.per_tensor_affine", "torch.per_channel_affine",
    "torch.per_tensor_symmetric", "torch.per_channel_symmetric",
    "torch.per_channel_affine_float_qparams"};

void torch_impl::convertForParameter(IValue &V, const c10::Argument &Param) {
  if (const PyValue *Object = asPyValue(V)) {
    if (std::optional<c10::ScalarType> Type = dtypeOf(*Object))
      V = int64_t(*Type);
    else if (Object->Kind <= PyValue::MemoryFormat)
      V = Object->Number;
    else if (const auto *Found = find(QSchemes, Object->Text);
             Found != std::end(QSchemes))
      V = int64_t(Found - QSchemes);
    return;
  }
  if (V.isInt() && Param.type()->kind() == TypeKind::BoolType) {
    V = V.toInt() != 0;
    return;
  }
  std::optional<int32_t> N;
  if (Param.N())
    N = *Param.N();
  orThrow(convertTo(V, *Param.type(), N));
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

const c10::FunctionSchema &Overload::operatorSchema() const {
  return Op ? Op->schema() : *Schema;
}

const c10::FunctionSchema &Binding::schema() const {
  return Callee->Op ? op().schema() : *Callee->Schema;
}

/// NumPy's names, which PyTorch's own functions take.
static StringRef numpyName(StringRef Param) {
  return StringSwitch<StringRef>(Param)
      .Case("dim", "axis")
      .Case("keepdim", "keepdims")
      .Cases("self", "input", "x")
      .Case("other", "x2")
      .Case("min", "a_min")
      .Case("max", "a_max")
      .Default("");
}

/// Whether the keyword \p Given names \p Param.
static bool namesParameter(StringRef Given, StringRef Param, bool IsOperator) {
  if (Given == Param)
    return true;
  if (Param == "self" && Given == "input")
    return true;
  return !IsOperator && Given == numpyName(Param);
}

namespace {

/// Tries to bind one call to one overload.
class Binder {
public:
  Binder(const Callable &Target, const Overload &Callee, const PyCall &Call)
      : Target(Target), Callee(Callee), Call(Call), Schema(*Callee.Schema) {}

  /// Fills \p B; false with why() where it does not fit.
  bool run(Binding &B, bool Strict);
  std::string why() const { return Why; }

private:
  bool refuse(const Twine &Reason) {
    Why = Reason.str();
    return false;
  }
  bool matchPositional();
  bool matchKeywords(Binding &B);
  bool checkTypes(bool Strict);
  const IValue &given(const ArgSource &S) const {
    return S.Kind == ArgSource::Keyword ? Call.Kwargs[S.Index].second
                                        : Call.Args[S.Index];
  }
  bool fillDefaults();
  bool checkUnmapped();
  void finish(Binding &B);

  const Callable &Target;
  const Overload &Callee;
  const PyCall &Call;
  const c10::FunctionSchema &Schema;
  std::string Why;
  SmallVector<std::optional<ArgSource>, 8> Slots;
};

} // namespace

static bool isIntList(const c10::Type &Type) {
  if (const auto *Optional = Type.castRaw<c10::OptionalType>())
    return isIntList(*Optional->getElementType());
  const auto *List = Type.castRaw<c10::ListType>();
  return List && (List->getElementType()->kind() == TypeKind::IntType ||
                  List->getElementType()->kind() == TypeKind::SymIntType);
}

bool Binder::matchPositional() {
  const std::vector<c10::Argument> &Params = Schema.arguments();
  unsigned NumPositional =
      count_if(Params, [](const c10::Argument &P) { return !P.kwarg_only(); });
  Slots.assign(Params.size(), std::nullopt);
  // `x.view(2, 3)`: the only positional parameter takes them all.
  unsigned First = Target.IsMethod ? 1 : 0;
  if (!Target.IsOperator && NumPositional == First + 1 &&
      Call.Args.size() > First && isIntList(*Params[First].type()) &&
      !isSequence(Call.Args[First]) &&
      (Call.Args[First].isInt() || isScalarTensor(Call.Args[First]))) {
    for (unsigned I = 0; I != First; ++I)
      Slots[I] = ArgSource{ArgSource::Positional, I, {}};
    Slots[First] = ArgSource{ArgSource::Rest, First, {}};
    return true;
  }
  if (Call.Args.size() > NumPositional)
    return refuse("it takes " + Twine(NumPositional) +
                  (NumPositional == 1 ? " positional argument, not "
                                      : " positional arguments, not ") +
                  Twine(Call.Args.size()));
  for (unsigned I = 0; I != Call.Args.size(); ++I)
    Slots[I] = ArgSource{ArgSource::Positional, I, {}};
  return true;
}

bool Binder::matchKeywords(Binding &B) {
  const std::vector<c10::Argument> &Params = Schema.arguments();
  for (unsigned K = 0; K != Call.Kwargs.size(); ++K) {
    StringRef Name = Call.Kwargs[K].first;
    auto Param = find_if(Params, [&](const c10::Argument &P) {
      return namesParameter(Name, P.name(), Target.IsOperator);
    });
    if (Param == Params.end()) {
      const IValue &Value = Call.Kwargs[K].second;
      if (Name == "requires_grad" && Value.isBool()) {
        B.RequiresGrad = Value.toBool();
        continue;
      }
      // What Python's function takes besides, left out.
      if (Value.isNone() && (Name == "out" || Name == "generator" ||
                             Name == "names" || Name == "memory_format"))
        continue;
      return refuse("it has no parameter '" + Name + "'");
    }
    std::optional<ArgSource> &Slot = Slots[Param - Params.begin()];
    if (Slot)
      return refuse("argument '" + Name + "' is given twice");
    Slot = ArgSource{ArgSource::Keyword, K, {}};
  }
  return true;
}

bool Binder::checkTypes(bool Strict) {
  for (auto [Param, Slot] : zip(Schema.arguments(), Slots)) {
    if (!Slot)
      continue;
    if (Slot->Kind == ArgSource::Rest) {
      for (const IValue &V : ArrayRef(Call.Args).drop_front(Slot->Index))
        if (!V.isInt() && !isScalarTensor(V))
          return refuse("argument '" + StringRef(Param.name()) + "' is " +
                        describe(V) + " and must be int");
      continue;
    }
    if (!fitsParameter(given(*Slot), Param, Strict))
      return refuse("argument '" + StringRef(Param.name()) + "' is " +
                    describe(given(*Slot)) + " and must be " +
                    Param.real_type()->annotation_str());
  }
  return true;
}

bool Binder::fillDefaults() {
  for (auto [Param, Slot] : zip(Schema.arguments(), Slots)) {
    if (Slot)
      continue;
    if (Param.default_value())
      Slot = ArgSource{ArgSource::Constant, 0, *Param.default_value()};
    // PyTorch's own functions leave out optional ones without a default.
    else if (Param.type()->kind() == TypeKind::OptionalType &&
             Param.kwarg_only())
      Slot = ArgSource{ArgSource::Constant, 0, IValue()};
    else
      return refuse("missing argument '" + StringRef(Param.name()) + "'");
  }
  return true;
}

/// A parameter that the operator does not get must be False.
bool Binder::checkUnmapped() {
  if (Callee.Mapping.empty())
    return true;
  const std::vector<c10::Argument> &Params = Schema.arguments();
  for (unsigned I = 0; I != Params.size(); ++I) {
    const ArgSource &Slot = *Slots[I];
    const IValue &V =
        Slot.Kind == ArgSource::Constant ? Slot.Value : given(Slot);
    if (!V.isBool() || !V.toBool() ||
        (Params[I].name() == "inplace" && Callee.InPlace) ||
        any_of(Callee.Mapping, [&](const ArgSource &S) {
          return S.Kind == ArgSource::Positional && S.Index == I;
        }))
      continue;
    return refuse("argument '" + StringRef(Params[I].name()) +
                  "' must be False");
  }
  return true;
}

/// From Python's parameters to those of the operator.
void Binder::finish(Binding &B) {
  B.Callee = &Callee;
  const std::vector<c10::Argument> &Params = Schema.arguments();
  for (auto [Param, Slot] : zip(Params, Slots))
    if (Param.name() == "inplace" && Callee.InPlace) {
      const IValue &V =
          Slot->Kind == ArgSource::Constant ? Slot->Value : given(*Slot);
      B.InPlace = V.isBool() && V.toBool();
    }
  if (Callee.Mapping.empty()) {
    for (std::optional<ArgSource> &Slot : Slots)
      B.Sources.push_back(std::move(*Slot));
    return;
  }
  size_t Size = B.op().schema().arguments().size();
  for (const ArgSource &S : ArrayRef(Callee.Mapping).take_front(Size))
    B.Sources.push_back(S.Kind == ArgSource::Constant ? S : *Slots[S.Index]);
}

bool Binder::run(Binding &B, bool Strict) {
  if (!matchPositional() || !matchKeywords(B) || !checkTypes(Strict) ||
      !fillDefaults() || !checkUnmapped())
    return false;
  finish(B);
  return true;
}

bool Callable::usesHandler(const PyCall &Call) const {
  if (!Handler)
    return false;
  if (When == HandlerEntry::WithIndices)
    return wantsIndices(Name, Call);
  return When == HandlerEntry::Always || Call.Args.empty() ||
         !Call.Args.front().isTensor();
}

Binding Callable::bind(const PyCall &Call) const {
  const IValue *Out = Call.keyword("out");
  bool WantsOut = Out && !Out->isNone();
  // Formulas have one form for both.
  auto IsLeftOut = [&](const Overload &O) {
    return !IsOperator && O.IsOut != WantsOut &&
           !(O.Script && O.Schema->argumentIndexWithName("out"));
  };
  for (bool Strict : {true, false})
    for (const Overload &O : Overloads) {
      if (IsLeftOut(O))
        continue;
      Binding B;
      if (Binder(*this, O, Call).run(B, Strict))
        return B;
    }
  std::string Reasons;
  ListSeparator Semicolon("; ");
  for (const Overload &O : Overloads) {
    if (IsLeftOut(O))
      continue;
    Binding B;
    Binder Trial(*this, O, Call);
    Trial.run(B, /*Strict=*/false);
    raw_string_ostream(Reasons)
        << StringRef(Semicolon) << c10::toString(*O.Schema) << ": "
        << Trial.why();
  }
  fail("no overload takes " + describeArguments(Call) + ": " + Reasons);
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

void torch_impl::callOperator(const c10::OperatorHandle &Op,
                              torch::jit::Stack &Stack) {
  const c10::FunctionSchema &Schema = Op.schema();
  if (LLVM_LIKELY(Schema.returns().size() < 2) || !Schema.is_mutable()) {
    Op.callBoxed(Stack);
    return;
  }
  std::vector<IValue> Kept(Stack.end() - Schema.arguments().size(),
                           Stack.end());
  Op.callBoxed(Stack);
}

void Binding::call(torch::jit::Stack &Stack) const {
  if (Callee->Script)
    Callee->Script->run(Stack);
  else
    callOperator(op(), Stack);
}

IValue torch_impl::takeResults(torch::jit::Stack &Stack, size_t Count) {
  if (Count == 1) {
    IValue Result = std::move(Stack.back());
    Stack.pop_back();
    return Result;
  }
  if (Count == 0)
    return IValue();
  std::vector<IValue> Results(std::make_move_iterator(Stack.end() - Count),
                              std::make_move_iterator(Stack.end()));
  Stack.resize(Stack.size() - Count);
  return makeTuple(std::move(Results));
}

IValue Callable::operator()(PyCall &Call) const {
  if (usesHandler(Call)) {
    Call.Target = Name;
    return Handler(Call);
  }
  if (Overloads.empty())
    fail("'" + StringRef(Name) + "' does not take " + describeArguments(Call));
  Binding B = bind(Call);
  torch::jit::Stack Stack;
  const std::vector<c10::Argument> &Params = B.schema().arguments();
  Stack.reserve(Params.size());
  for (auto [Source, Param] : zip(B.Sources, Params)) {
    switch (Source.Kind) {
    case ArgSource::Constant:
      Stack.push_back(Source.Value);
      continue;
    case ArgSource::Positional:
      Stack.push_back(Call.Args[Source.Index]);
      break;
    case ArgSource::Keyword:
      Stack.push_back(Call.Kwargs[Source.Index].second);
      break;
    case ArgSource::Rest:
      Stack.push_back(makeList(ArrayRef(Call.Args).drop_front(Source.Index)));
      break;
    }
    convertForParameter(Stack.back(), Param);
  }
  B.call(Stack);
  IValue Result = takeResults(Stack, B.schema().returns().size());
  if (B.RequiresGrad && Result.isTensor())
    Result.toTensor().requires_grad_(true);
  return Result;
}

static IValue callByName(StringRef Name, bool IsMethod, ArrayRef<IValue> Args) {
  const Callable *Target = lookupCallable(Name, IsMethod);
  if (!Target)
    fail("this LibTorch has no '" + Name + "'");
  PyCall Call;
  Call.Args.assign(Args.begin(), Args.end());
  return (*Target)(Call);
}

IValue torch_impl::callFunction(StringRef Name, ArrayRef<IValue> Args) {
  return callByName(Name, /*IsMethod=*/false, Args);
}

IValue torch_impl::callMethod(StringRef Name, ArrayRef<IValue> Args) {
  return callByName(Name, /*IsMethod=*/true, Args);
}
