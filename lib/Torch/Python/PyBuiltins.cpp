//===- PyBuiltins.cpp - Python's built-in functions -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution/Handlers.h"
#include "llvm/ADT/StringSwitch.h"
#include <ATen/Functions.h>
#include <cmath>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

bool torch_impl::isTrue(const IValue &V) {
  if (V.isBool())
    return V.toBool();
  if (V.isInt())
    return V.toInt() != 0;
  if (V.isDouble())
    return V.toDouble() != 0;
  if (V.isNone())
    return false;
  if (V.isTensor())
    return V.toTensor().is_nonzero();
  if (V.isString())
    return !V.toStringRef().empty();
  if (isSequence(V))
    return lengthOf(V) != 0;
  if (V.isGenericDict())
    return !V.toGenericDict().empty();
  return true;
}

int64_t torch_impl::toInteger(const IValue &V) {
  if (V.isInt())
    return V.toInt();
  if (V.isBool())
    return V.toBool();
  if (V.isTensor())
    return V.toTensor().item().toLong();
  if (V.isDouble()) {
    double D = V.toDouble();
    if (!(std::fabs(D) < 0x1p63))
      fail("cannot convert " + describe(V) + " to an integer of 64 bits");
    return int64_t(D);
  }
  if (V.isString()) {
    int64_t Number;
    if (!StringRef(V.toStringRef()).trim().getAsInteger(10, Number))
      return Number;
  }
  fail(describe(V) + " is not an integer");
}

double torch_impl::toFloat(const IValue &V) {
  if (V.isDouble())
    return V.toDouble();
  if (V.isTensor())
    return V.toTensor().item().toDouble();
  if (V.isString()) {
    double Number;
    if (!StringRef(V.toStringRef()).trim().getAsDouble(Number))
      return Number;
    fail(describe(V) + " is not a number");
  }
  return double(toInteger(V));
}

std::optional<c10::ScalarType> torch_impl::toScalarType(const IValue &V) {
  const PyValue *Object = asPyValue(V);
  if (!Object)
    return std::nullopt;
  if (Object->Kind == PyValue::DType)
    return c10::ScalarType(Object->Number);
  return StringSwitch<std::optional<c10::ScalarType>>(Object->Text)
      .Cases("float", "builtins.float", c10::ScalarType::Double)
      .Cases("int", "builtins.int", c10::ScalarType::Long)
      .Cases("bool", "builtins.bool", c10::ScalarType::Bool)
      .Default(std::nullopt);
}

bool torch_impl::areEqual(const IValue &A, const IValue &B) {
  const PyValue *L = asPyValue(A), *R = asPyValue(B);
  if (L || R)
    return L && R && L->Kind == R->Kind && L->Number == R->Number &&
           L->Text == R->Text && L->Data == R->Data;
  if (isSequence(A) && isSequence(B)) {
    if (lengthOf(A) != lengthOf(B))
      return false;
    for (size_t I = 0, E = lengthOf(A); I != E; ++I)
      if (!areEqual(itemOf(A, I), itemOf(B, I)))
        return false;
    return true;
  }
  auto IsNumber = [](const IValue &V) {
    return V.isInt() || V.isDouble() || V.isBool();
  };
  if (IsNumber(A) && IsNumber(B)) {
    if (A.isDouble() || B.isDouble())
      return toFloat(A) == toFloat(B);
    return toInteger(A) == toInteger(B);
  }
  // A device is compared with its name.
  if (A.isDevice() && B.isString())
    return A.toDevice() == c10::Device(B.toStringRef());
  if (B.isDevice() && A.isString())
    return areEqual(B, A);
  if (A.isString() && B.isString())
    return A.toStringRef() == B.toStringRef();
  if (A.isNone() || B.isNone())
    return A.isNone() && B.isNone();
  if (A.isDevice() && B.isDevice())
    return A.toDevice() == B.toDevice();
  if (A.isComplexDouble() && B.isComplexDouble())
    return A.toComplexDouble() == B.toComplexDouble();
  if (A.isTensor() && B.isTensor())
    return A.toTensor().is_same(B.toTensor());
  return false;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static IValue sizesOf(c10::IntArrayRef Sizes) {
  std::vector<IValue> Items(Sizes.begin(), Sizes.end());
  return makeTuple(std::move(Items));
}

static std::optional<IValue> tensorAttribute(const at::Tensor &T,
                                             StringRef Name) {
  using Getter = IValue (*)(const at::Tensor &);
  auto Get =
      StringSwitch<Getter>(Name)
          .Case("shape", [](const at::Tensor &T) { return sizesOf(T.sizes()); })
          .Case("dtype",
                [](const at::Tensor &T) { return makeDType(T.scalar_type()); })
          .Case("device",
                [](const at::Tensor &T) { return IValue(T.device()); })
          .Case("layout",
                [](const at::Tensor &T) {
                  return makeEnumerator(PyValue::Layout, int64_t(T.layout()));
                })
          .Case("ndim", [](const at::Tensor &T) { return IValue(T.dim()); })
          .Case("T", [](const at::Tensor &T) { return IValue(T.numpy_T()); })
          .Case("mT", [](const at::Tensor &T) { return IValue(T.mT()); })
          .Case("H", [](const at::Tensor &T) { return IValue(T.matrix_H()); })
          .Case("mH", [](const at::Tensor &T) { return IValue(T.mH()); })
          .Case("real", [](const at::Tensor &T) { return IValue(at::real(T)); })
          .Case("imag", [](const at::Tensor &T) { return IValue(at::imag(T)); })
          .Case("data", [](const at::Tensor &T) { return IValue(T.detach()); })
          .Case("grad",
                [](const at::Tensor &T) {
                  return T.grad().defined() ? IValue(T.grad()) : IValue();
                })
          .Case("requires_grad",
                [](const at::Tensor &T) { return IValue(T.requires_grad()); })
          .Case("is_leaf",
                [](const at::Tensor &T) { return IValue(T.is_leaf()); })
          .Case("is_cuda",
                [](const at::Tensor &T) { return IValue(T.is_cuda()); })
          .Case("is_cpu",
                [](const at::Tensor &T) { return IValue(T.is_cpu()); })
          .Case("is_meta",
                [](const at::Tensor &T) { return IValue(T.is_meta()); })
          .Case("is_sparse",
                [](const at::Tensor &T) { return IValue(T.is_sparse()); })
          .Case("is_quantized",
                [](const at::Tensor &T) { return IValue(T.is_quantized()); })
          .Case("is_mkldnn",
                [](const at::Tensor &T) { return IValue(T.is_mkldnn()); })
          .Case("is_nested",
                [](const at::Tensor &T) { return IValue(T.is_nested()); })
          .Case("itemsize",
                [](const at::Tensor &T) { return IValue(T.element_size()); })
          .Case("nbytes",
                [](const at::Tensor &T) {
                  return IValue(int64_t(T.numel() * T.element_size()));
                })
          .Default(nullptr);
  if (!Get)
    return std::nullopt;
  return Get(T);
}

static std::optional<IValue> dtypeAttribute(c10::ScalarType Type,
                                            StringRef Name) {
  if (Name == "is_floating_point")
    return IValue(c10::isFloatingType(Type));
  if (Name == "is_complex")
    return IValue(c10::isComplexType(Type));
  if (Name == "itemsize")
    return IValue(int64_t(c10::elementSize(Type)));
  return std::nullopt;
}

static std::optional<IValue> deviceAttribute(c10::Device Device,
                                             StringRef Name) {
  if (Name == "type")
    return IValue(c10::DeviceTypeName(Device.type(), /*lower_case=*/true));
  if (Name == "index")
    return Device.has_index() ? IValue(int64_t(Device.index())) : IValue();
  return std::nullopt;
}

std::optional<IValue> torch_impl::attributeOf(const IValue &V, StringRef Name) {
  if (V.isTensor())
    if (auto Found = tensorAttribute(V.toTensor(), Name))
      return Found;
  if (const PyValue *Object = asPyValue(V, PyValue::DType))
    return dtypeAttribute(c10::ScalarType(Object->Number), Name);
  if (V.isDevice())
    return deviceAttribute(V.toDevice(), Name);
  if (V.isTuple())
    if (const auto &Schema = V.toTupleRef().type()->schema())
      for (size_t I = 0; I != Schema->arguments().size(); ++I)
        if (Schema->arguments()[I].name() == Name)
          return itemOf(V, I);
  // Results of torch.max and the like.
  if (V.isTuple() && lengthOf(V) == 2)
    if (Name == "values" || Name == "indices")
      return itemOf(V, Name == "indices");
  if (lookupCallable(Name, /*IsMethod=*/true)) {
    auto Method = c10::make_intrusive<PyValue>(PyValue::Method);
    Method->Parts[0] = V;
    Method->Text = Name.str();
    return wrap(std::move(Method));
  }
  return std::nullopt;
}

static StringRef textOf(const IValue &V) {
  if (!V.isString())
    fail(describe(V) + " is not a name of an attribute");
  return V.toStringRef();
}

static IValue doGetAttr(PyCall &C) {
  StringRef Name = textOf(C.get(1, "name"));
  if (std::optional<IValue> Found = attributeOf(C.get(0, "object"), Name))
    return *Found;
  if (C.Args.size() > 2)
    return C.Args[2];
  fail(describe(C.Args[0]) + " has no attribute '" + Name + "'");
}

static IValue doHasAttr(PyCall &C) {
  return attributeOf(C.get(0, "object"), textOf(C.get(1, "name"))).has_value();
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static IValue doInt(PyCall &C) {
  return C.Args.empty() ? IValue(int64_t(0)) : IValue(toInteger(C.Args[0]));
}

static IValue doFloat(PyCall &C) {
  return C.Args.empty() ? IValue(0.0) : IValue(toFloat(C.Args[0]));
}

static IValue doBool(PyCall &C) { return !C.Args.empty() && isTrue(C.Args[0]); }

static IValue doComplex(PyCall &C) {
  if (C.Args.size() == 1 && C.Args[0].isComplexDouble())
    return C.Args[0];
  return c10::complex<double>(toFloat(C.getOr(0, "real", 0.0)),
                              toFloat(C.getOr(1, "imag", 0.0)));
}

static IValue doAbs(PyCall &C) {
  const IValue &V = C.get(0, "x");
  if (V.isTensor())
    return V.toTensor().abs();
  if (V.isDouble())
    return std::fabs(V.toDouble());
  if (V.isComplexDouble())
    return std::abs(V.toComplexDouble());
  int64_t I = toInteger(V);
  return I < 0 ? -I : I;
}

static IValue doRound(PyCall &C) {
  const IValue &V = C.get(0, "number");
  const IValue Digits = C.getOr(1, "ndigits", IValue());
  if (V.isTensor())
    return V.toTensor().round();
  if (V.isInt())
    return V;
  // Python rounds halves to even, as nearbyint does at first.
  if (Digits.isNone())
    return toInteger(std::nearbyint(toFloat(V)));
  double Factor = std::pow(10.0, double(toInteger(Digits)));
  return std::nearbyint(toFloat(V) * Factor) / Factor;
}

static IValue binary(StringRef Name, const IValue &A, const IValue &B) {
  return callFunction(Name, {A, B});
}

static IValue doPow(PyCall &C) {
  return binary("operator.pow", C.get(0, "base"), C.get(1, "exp"));
}

static IValue doDivMod(PyCall &C) {
  const IValue &A = C.get(0, "x"), &B = C.get(1, "y");
  return makeTuple(
      {binary("operator.floordiv", A, B), binary("operator.mod", A, B)});
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

static std::vector<IValue> rangeItems(int64_t Start, int64_t Stop,
                                      int64_t Step) {
  if (Step == 0)
    fail("range() with step 0");
  std::vector<IValue> Items;
  for (int64_t I = Start; Step > 0 ? I < Stop : I > Stop; I += Step)
    Items.push_back(I);
  return Items;
}

/// The items of anything that can be iterated.
static std::vector<IValue> iterate(const IValue &V) {
  if (isSequence(V))
    return itemsOf(V);
  std::vector<IValue> Items;
  if (V.isTensor()) {
    for (const at::Tensor &Row : V.toTensor().unbind(0))
      Items.push_back(Row);
    return Items;
  }
  if (V.isString()) {
    for (char Letter : V.toStringRef())
      Items.push_back(std::string(1, Letter));
    return Items;
  }
  if (V.isGenericDict()) {
    for (const auto &Entry : V.toGenericDict())
      Items.push_back(Entry.key());
    return Items;
  }
  if (const PyValue *Object = asPyValue(V, PyValue::Range))
    return rangeItems(toInteger(Object->Parts[0]), toInteger(Object->Parts[1]),
                      toInteger(Object->Parts[2]));
  fail(describe(V) + " cannot be iterated");
}

static IValue doLen(PyCall &C) {
  const IValue &V = C.get(0, "obj");
  if (V.isTensor()) {
    if (V.toTensor().dim() == 0)
      fail("len() of a tensor without dimensions");
    return V.toTensor().size(0);
  }
  if (V.isString())
    return int64_t(V.toStringRef().size());
  if (V.isGenericDict())
    return int64_t(V.toGenericDict().size());
  return int64_t(iterate(V).size());
}

static IValue doTuple(PyCall &C) {
  return makeTuple(C.Args.empty() ? std::vector<IValue>() : iterate(C.Args[0]));
}

static IValue doList(PyCall &C) {
  return makeList(C.Args.empty() ? std::vector<IValue>() : iterate(C.Args[0]));
}

static IValue doReversed(PyCall &C) {
  std::vector<IValue> Items = iterate(C.get(0, "sequence"));
  std::reverse(Items.begin(), Items.end());
  return makeList(Items);
}

static IValue doDict(PyCall &C) {
  c10::impl::GenericDict Dict(c10::AnyType::get(), c10::AnyType::get());
  if (!C.Args.empty()) {
    if (C.Args[0].isGenericDict()) {
      for (const auto &Entry : C.Args[0].toGenericDict())
        Dict.insert_or_assign(Entry.key(), Entry.value());
    } else {
      for (const IValue &Pair : iterate(C.Args[0])) {
        std::vector<IValue> Parts = iterate(Pair);
        if (Parts.size() != 2)
          fail("dict() takes pairs");
        Dict.insert_or_assign(Parts[0], Parts[1]);
      }
    }
  }
  for (const auto &[Key, Value] : C.Kwargs)
    Dict.insert_or_assign(IValue(Key.str()), Value);
  return IValue(std::move(Dict));
}

static IValue doZip(PyCall &C) {
  std::vector<std::vector<IValue>> All;
  size_t Length = C.Args.empty() ? 0 : SIZE_MAX;
  for (const IValue &V : C.Args) {
    All.push_back(iterate(V));
    Length = std::min(Length, All.back().size());
  }
  std::vector<IValue> Result;
  for (size_t I = 0; I != Length; ++I) {
    std::vector<IValue> Row;
    for (const std::vector<IValue> &Items : All)
      Row.push_back(Items[I]);
    Result.push_back(makeTuple(std::move(Row)));
  }
  return makeList(Result);
}

static IValue doEnumerate(PyCall &C) {
  int64_t Number = toInteger(C.getOr(1, "start", int64_t(0)));
  std::vector<IValue> Result;
  for (IValue &Item : iterate(C.get(0, "iterable")))
    Result.push_back(makeTuple({Number++, std::move(Item)}));
  return makeList(Result);
}

static IValue doRange(PyCall &C) {
  auto Object = c10::make_intrusive<PyValue>(PyValue::Range);
  bool One = C.Args.size() == 1;
  Object->Parts[0] = One ? IValue(int64_t(0)) : C.get(0, "start");
  Object->Parts[1] = C.get(One ? 0 : 1, "stop");
  Object->Parts[2] = C.getOr(2, "step", int64_t(1));
  return wrap(std::move(Object));
}

static IValue doSlice(PyCall &C) {
  if (C.Args.size() == 1)
    return makeSlice(IValue(), C.Args[0], IValue());
  return makeSlice(C.get(0, "start"), C.get(1, "stop"),
                   C.getOr(2, "step", IValue()));
}

/// All arguments, or the items of the only one.
static std::vector<IValue> itemsOfCall(PyCall &C) {
  if (C.Args.size() == 1)
    return iterate(C.Args[0]);
  return std::vector<IValue>(C.Args.begin(), C.Args.end());
}

static IValue extreme(PyCall &C, StringRef Compare) {
  std::vector<IValue> Items = itemsOfCall(C);
  if (Items.empty()) {
    if (const IValue *Default = C.keyword("default"))
      return *Default;
    fail("an empty sequence has no greatest and no least item");
  }
  IValue Best = Items.front();
  for (const IValue &V : drop_begin(Items))
    if (isTrue(binary(Compare, V, Best)))
      Best = V;
  return Best;
}

static IValue doMax(PyCall &C) { return extreme(C, "operator.gt"); }
static IValue doMin(PyCall &C) { return extreme(C, "operator.lt"); }

static IValue doSum(PyCall &C) {
  IValue Total = C.getOr(1, "start", int64_t(0));
  for (const IValue &V : iterate(C.get(0, "iterable")))
    Total = binary("operator.add", Total, V);
  return Total;
}

static IValue doAll(PyCall &C) {
  return all_of(iterate(C.get(0, "iterable")), isTrue);
}

static IValue doAny(PyCall &C) {
  return any_of(iterate(C.get(0, "iterable")), isTrue);
}

static IValue doSorted(PyCall &C) {
  std::vector<IValue> Items = iterate(C.get(0, "iterable"));
  if (C.keyword("key"))
    fail("sorted() with a key");
  stable_sort(Items, [](const IValue &A, const IValue &B) {
    return isTrue(binary("operator.lt", A, B));
  });
  if (const IValue *Reverse = C.keyword("reverse"); Reverse && isTrue(*Reverse))
    std::reverse(Items.begin(), Items.end());
  return makeList(Items);
}

static bool isInstance(const IValue &V, const IValue &Class) {
  if (Class.isTuple())
    return any_of(itemsOf(Class),
                  [&](const IValue &C) { return isInstance(V, C); });
  const PyValue *Object = asPyValue(Class, PyValue::Function);
  if (!Object)
    fail("isinstance() with " + describe(Class));
  StringRef Name = Object->Text;
  Name.consume_front("builtins.");
  std::optional<bool> Is =
      StringSwitch<std::optional<bool>>(Name)
          .Cases("torch.Tensor", "torch._tensor.Tensor", V.isTensor())
          .Case("int", V.isInt() || V.isBool())
          .Case("float", V.isDouble())
          .Case("bool", V.isBool())
          .Case("str", V.isString())
          .Case("list", V.isList())
          .Case("tuple", V.isTuple())
          .Case("dict", V.isGenericDict())
          .Case("torch.Size", V.isTuple())
          .Default(std::nullopt);
  if (!Is)
    fail("isinstance() with the class " + Name);
  return *Is;
}

static IValue doIsInstance(PyCall &C) {
  return isInstance(C.get(0, "obj"), C.get(1, "class"));
}

static IValue doStr(PyCall &C) {
  if (C.Args.empty())
    return std::string();
  const IValue &V = C.Args[0];
  if (V.isString())
    return V;
  if (V.isInt())
    return std::to_string(V.toInt());
  return describe(V);
}

static IValue doIdentity(PyCall &C) { return C.get(0, "object"); }

static IValue doPrint(PyCall &) { return IValue(); }

static constexpr HandlerEntry Builtins[] = {
    {"builtins.getattr", doGetAttr},
    {"getattr", doGetAttr},
    {"builtins.hasattr", doHasAttr},
    {"builtins.int", doInt},
    {"builtins.float", doFloat},
    {"builtins.bool", doBool},
    {"builtins.complex", doComplex},
    {"builtins.str", doStr},
    {"builtins.abs", doAbs},
    {"builtins.round", doRound},
    {"builtins.pow", doPow},
    {"builtins.divmod", doDivMod},
    {"builtins.len", doLen},
    {"len", doLen},
    {"builtins.tuple", doTuple},
    {"builtins.list", doList},
    {"builtins.dict", doDict},
    {"builtins.iter", doIdentity},
    {"builtins.reversed", doReversed},
    {"builtins.zip", doZip},
    {"builtins.enumerate", doEnumerate},
    {"builtins.range", doRange},
    {"builtins.slice", doSlice},
    {"builtins.max", doMax},
    {"builtins.min", doMin},
    {"builtins.sum", doSum},
    {"builtins.all", doAll},
    {"builtins.any", doAny},
    {"builtins.sorted", doSorted},
    {"builtins.isinstance", doIsInstance},
    {"builtins.print", doPrint},
};

ArrayRef<HandlerEntry> torch_impl::builtinHandlers() { return Builtins; }
