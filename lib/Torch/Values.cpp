//===- Values.cpp - Arguments as values of LibTorch -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/Values.h"
#include "Exceptions.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/core/Tensor.h>
#include <ATen/core/function_schema.h>
#include <ATen/core/jit_type.h>
#include <ATen/ops/scalar_tensor.h>
#include <c10/core/QScheme.h>
#include <torch/version.h>

using namespace fx;
using namespace llvm;
using c10::IValue;
using c10::TypeKind;
using torch_impl::catching;

// Both sides number their enumerators alike, older versions end earlier.
static_assert(int(DType::Bool) == int(c10::ScalarType::Bool));
static_assert(int(DType::BFloat16) == int(c10::ScalarType::BFloat16));
static_assert(int(DType::QUInt2x4) == int(c10::ScalarType::QUInt2x4));
static_assert(int(Layout::SparseBsc) == int(c10::Layout::SparseBsc));
static_assert(int(MemoryFormat::ChannelsLast3d) ==
              int(c10::MemoryFormat::ChannelsLast3d));
#if TORCH_VERSION_MAJOR >= 2
static_assert(int(DType::Float8E4M3FN) == int(c10::ScalarType::Float8_e4m3fn));
static_assert(int(DType::UInt64) == int(c10::ScalarType::UInt64));
#endif
#if TORCH_VERSION_MAJOR > 2 ||                                                 \
    (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 13)
static_assert(int(DType::Float4E2M1FNX2) ==
              int(c10::ScalarType::Float4_e2m1fn_x2));
#endif

template <typename ToT, typename FromT>
static std::optional<ToT> sameNumber(FromT Value, int64_t End) {
  if (int64_t(Value) < 0 || int64_t(Value) >= End)
    return std::nullopt;
  return ToT(Value);
}

std::optional<c10::ScalarType> fx::toTorch(DType T) {
  return sameNumber<c10::ScalarType>(T, int(c10::ScalarType::Undefined));
}
std::optional<c10::Layout> fx::toTorch(Layout L) {
  return sameNumber<c10::Layout>(L, int(c10::Layout::NumOptions));
}
std::optional<c10::MemoryFormat> fx::toTorch(MemoryFormat F) {
  return sameNumber<c10::MemoryFormat>(F, NumMemoryFormats);
}
std::optional<DType> fx::fromTorch(c10::ScalarType T) {
  if (T == c10::ScalarType::Undefined)
    return std::nullopt;
  return sameNumber<DType>(T, NumDTypes);
}
std::optional<Layout> fx::fromTorch(c10::Layout L) {
  return sameNumber<Layout>(L, NumLayouts);
}
std::optional<MemoryFormat> fx::fromTorch(c10::MemoryFormat F) {
  return sameNumber<MemoryFormat>(F, NumMemoryFormats);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static void describeTensor(const at::Tensor &T, raw_ostream &OS) {
  if (!T.defined()) {
    OS << "undefined tensor";
    return;
  }
  std::optional<DType> Type = fromTorch(T.scalar_type());
  OS << (Type ? shortName(*Type) : "tensor") << '[';
  ListSeparator Comma;
  for (int64_t Size : T.sizes())
    OS << Comma << Size;
  OS << ']';
  if (!T.device().is_cpu())
    OS << ' ' << T.device().str();
}

static void describe(const IValue &V, raw_ostream &OS, unsigned Depth) {
  constexpr unsigned MaxItems = 6, MaxDepth = 4;
  auto DescribeItems = [&](auto &&Items) {
    ListSeparator Comma;
    for (size_t I = 0, E = Items.size(); I != E; ++I) {
      if (I == MaxItems || Depth == MaxDepth) {
        OS << Comma << "... of " << E;
        return;
      }
      OS << Comma;
      describe(Items[I], OS, Depth + 1);
    }
  };
  if (V.isTensor())
    return describeTensor(V.toTensor(), OS);
  if (V.isInt())
    OS << "int " << V.toInt();
  else if (V.isDouble())
    OS << "float " << format("%.6g", V.toDouble());
  else if (V.isBool())
    OS << (V.toBool() ? "True" : "False");
  else if (V.isNone())
    OS << "None";
  else if (V.isString())
    OS << '\'' << V.toStringRef().substr(0, 40) << '\'';
  else if (V.isList()) {
    OS << '[';
    DescribeItems(V.toListRef());
    OS << ']';
  } else if (V.isTuple()) {
    OS << '(';
    DescribeItems(V.toTupleRef().elements().vec());
    OS << ')';
  } else if (V.isGenericDict()) {
    OS << "a dictionary of " << V.toGenericDict().size();
  } else {
    OS << V.tagKind();
  }
}

std::string fx::describeValue(const IValue &V) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Error E = catching([&] { describe(V, OS, 0); })) {
    consumeError(std::move(E));
    OS << "...";
  }
  return Text;
}

static Error unfit(const IValue &V, const c10::Type &Type) {
  return createStringError(describeValue(V) + " is not of type " + Type.str());
}

//===----------------------------------------------------------------------===//
// Values to parameters
//===----------------------------------------------------------------------===//

/// Whether Python takes a tensor without dimensions for a number.
static bool isScalarTensor(const IValue &V) {
  return V.isTensor() && V.toTensor().defined() && V.toTensor().dim() == 0;
}

static IValue numberOf(const at::Tensor &T) {
  return IValue(T.item()); // Its kind follows from the dtype.
}

static bool isWholeNumber(const IValue &V) {
  return V.isInt() || V.isSymInt() || V.isBool();
}

static Error convertNumber(IValue &V, const c10::Type &Type) {
  if (isScalarTensor(V))
    V = numberOf(V.toTensor());
  switch (Type.kind()) {
  case TypeKind::IntType:
  case TypeKind::SymIntType:
    if (V.isBool())
      V = int64_t(V.toBool());
    return isWholeNumber(V) ? Error::success() : unfit(V, Type);
  case TypeKind::FloatType:
    if (V.isInt())
      V = double(V.toInt());
    else if (V.isBool())
      V = double(V.toBool());
    return V.isDouble() ? Error::success() : unfit(V, Type);
  case TypeKind::ComplexType:
    if (V.isInt())
      V = c10::complex<double>(double(V.toInt()), 0);
    else if (V.isDouble())
      V = c10::complex<double>(V.toDouble(), 0);
    return V.isComplexDouble() ? Error::success() : unfit(V, Type);
  case TypeKind::BoolType:
    return V.isBool() ? Error::success() : unfit(V, Type);
  default:
    return V.isScalar() ? Error::success() : unfit(V, Type);
  }
}

static Error convertToTensor(IValue &V, const c10::Type &Type) {
  if (!V.isScalar())
    return unfit(V, Type);
  // A wrapped number takes no part in finding the dtype of the result.
  c10::Scalar Number = V.toScalar();
  c10::ScalarType Kind = Number.isBoolean()   ? c10::ScalarType::Bool
                         : Number.isComplex() ? c10::ScalarType::ComplexDouble
                         : Number.isFloatingPoint() ? c10::ScalarType::Double
                                                    : c10::ScalarType::Long;
  at::Tensor T = at::scalar_tensor(Number, Kind);
  T.unsafeGetTensorImpl()->set_wrapped_number(true);
  V = T;
  return Error::success();
}

static Error convert(IValue &V, const c10::Type &Type,
                     std::optional<int32_t> FixedSize);

/// The items of a list or tuple.
static std::optional<std::vector<IValue>> itemsOf(const IValue &V) {
  if (V.isList())
    return V.toListRef().vec();
  if (V.isTuple()) {
    auto &&Items = V.toTupleRef().elements();
    return std::vector<IValue>(Items.begin(), Items.end());
  }
  return std::nullopt;
}

static Error convertToList(IValue &V, const c10::ListType &Type,
                           std::optional<int32_t> FixedSize) {
  // Sizes without symbols are given as ints.
  c10::TypePtr Element = Type.getElementType();
  if (Element->kind() == TypeKind::SymIntType)
    Element = c10::IntType::get();
  if (V.isList() && *V.toList().elementType() == *Element)
    return Error::success();
  std::optional<std::vector<IValue>> Items = itemsOf(V);
  if (!Items) {
    if (!FixedSize || V.isNone())
      return unfit(V, Type);
    Items.emplace(size_t(*FixedSize), V);
  }
  c10::impl::GenericList List(Element);
  List.reserve(Items->size());
  for (IValue &Item : *Items) {
    if (Error E = convert(Item, *Element, std::nullopt))
      return E;
    List.push_back(std::move(Item));
  }
  V = IValue(std::move(List));
  return Error::success();
}

static Error convertToDevice(IValue &V, const c10::Type &Type) {
  if (V.isDevice())
    return Error::success();
  if (V.isString())
    V = c10::Device(V.toStringRef());
  else if (V.isInt())
    V = c10::Device(c10::DeviceType::CUDA, c10::DeviceIndex(V.toInt()));
  else
    return unfit(V, Type);
  return Error::success();
}

static Error convert(IValue &V, const c10::Type &Type,
                     std::optional<int32_t> FixedSize) {
  switch (Type.kind()) {
  case TypeKind::TensorType:
    return V.isTensor() ? Error::success() : convertToTensor(V, Type);
  case TypeKind::OptionalType:
    if (V.isNone())
      return Error::success();
    return convert(V, *Type.castRaw<c10::OptionalType>()->getElementType(),
                   FixedSize);
  case TypeKind::ListType:
    return convertToList(V, *Type.castRaw<c10::ListType>(), FixedSize);
  case TypeKind::IntType:
  case TypeKind::SymIntType:
  case TypeKind::FloatType:
  case TypeKind::ComplexType:
  case TypeKind::BoolType:
  case TypeKind::NumberType:
    return convertNumber(V, Type);
  case TypeKind::StringType:
    return V.isString() ? Error::success() : unfit(V, Type);
  case TypeKind::DeviceObjType:
    return convertToDevice(V, Type);
  default:
    return Error::success();
  }
}

std::optional<int32_t> fx::fixedSizeOf(const c10::Argument &Param) {
  if (auto Size = Param.N())
    return *Size;
  return std::nullopt;
}

Error fx::convertTo(IValue &V, const c10::Type &Type,
                    std::optional<int32_t> FixedSize) {
  if (V.isTensor() && Type.kind() == TypeKind::TensorType)
    return Error::success();
  return catching([&] { return convert(V, Type, FixedSize); });
}

//===----------------------------------------------------------------------===//
// Arguments to values
//===----------------------------------------------------------------------===//

static constexpr StringLiteral QSchemes[] = {
    "torch.per_tensor_affine", "torch.per_channel_affine",
    "torch.per_tensor_symmetric", "torch.per_channel_symmetric",
    "torch.per_channel_affine_float_qparams"};
static_assert(std::size(QSchemes) == c10::COMPILE_TIME_NUM_QSCHEMES);

static Error noValue(const Twine &What) {
  return createStringError(What + " has no form in LibTorch's operators");
}

template <typename OursT> static Expected<IValue> enumerator(OursT Value) {
  if (auto Theirs = toTorch(Value))
    return IValue(int64_t(*Theirs));
  return createStringError("this LibTorch, " TORCH_VERSION ", has no " +
                           toString(Value));
}

static Expected<IValue> namedValue(StringRef Name) {
  const auto *Found = find(QSchemes, Name);
  if (Found == std::end(QSchemes))
    return noValue("'" + Name + "'");
  return IValue(int64_t(Found - QSchemes));
}

static Expected<IValue> leafValue(const Argument &A, NodeValues Values) {
  switch (A.kind()) {
  case ArgKind::None:
    return IValue();
  case ArgKind::Bool:
    return IValue(A.asBool());
  case ArgKind::Int:
    return IValue(A.asInt());
  case ArgKind::Float:
    return IValue(A.asFloat());
  case ArgKind::Complex:
    return IValue(c10::complex<double>(A.real(), A.imag()));
  case ArgKind::String:
    return IValue(A.str().str());
  case ArgKind::DType:
    return enumerator(A.asDType());
  case ArgKind::Layout:
    return enumerator(A.asLayout());
  case ArgKind::MemoryFormat:
    return enumerator(A.asMemoryFormat());
  case ArgKind::Device:
    return IValue(c10::Device(A.str().str()));
  case ArgKind::Node:
    if (const IValue *V = Values(A.asNode()))
      return *V;
    return createStringError("%" + A.asNode()->name() + " has no value");
  case ArgKind::Function:
  case ArgKind::Enum:
    return namedValue(A.str());
  case ArgKind::BigInt:
    return createStringError("the integer " + A.str() +
                             " has more than 64 bits");
  case ArgKind::SymExpr:
    return createStringError("the symbolic size '" + A.str() +
                             "' has no value");
  case ArgKind::Ellipsis:
    return noValue("'...'");
  case ArgKind::Slice:
    return noValue("a slice");
  case ArgKind::Range:
    return noValue("a range");
  default:
    return noValue("a tensor type");
  }
}

/// The type of the elements, where one is enough.
static c10::TypePtr elementTypeOf(ArrayRef<IValue> Items) {
  auto All = [&](bool (IValue::*Is)() const) {
    return !Items.empty() &&
           all_of(Items, [&](const IValue &V) { return (V.*Is)(); });
  };
  if (All(&IValue::isTensor))
    return c10::TensorType::get();
  if (All(&IValue::isInt))
    return c10::IntType::get();
  if (All(&IValue::isDouble))
    return c10::FloatType::get();
  if (All(&IValue::isBool))
    return c10::BoolType::get();
  if (All(&IValue::isComplexDouble))
    return c10::ComplexType::get();
  if (All(&IValue::isString))
    return c10::StringType::get();
  return c10::AnyType::get();
}

static Expected<std::vector<IValue>> valuesOf(const Argument &A,
                                              NodeValues Values);

static Expected<IValue> valueOf(const Argument &A, NodeValues Values) {
  switch (A.kind()) {
  default:
    return leafValue(A, Values);
  case ArgKind::Tuple:
  case ArgKind::List:
  case ArgKind::NamedTuple:
  case ArgKind::Dict:
    break;
  }
  Expected<std::vector<IValue>> Items = valuesOf(A, Values);
  if (!Items)
    return Items.takeError();
  if (A.kind() == ArgKind::Tuple)
    return IValue(c10::ivalue::Tuple::create(std::move(*Items)));
  if (A.kind() == ArgKind::List) {
    c10::impl::GenericList List(elementTypeOf(*Items));
    for (IValue &Item : *Items)
      List.push_back(std::move(Item));
    return IValue(std::move(List));
  }
  if (A.kind() == ArgKind::NamedTuple) {
    std::vector<std::string> Names;
    std::vector<c10::TypePtr> Types;
    for (size_t I = 0, E = A.size(); I != E; ++I) {
      Names.push_back(A.elements()[2 * I].str().str());
      Types.push_back((*Items)[I].type());
    }
    return IValue(c10::ivalue::Tuple::createNamed(
        std::move(*Items),
        c10::TupleType::createNamed(c10::QualifiedName(A.str().str()), Names,
                                    Types)));
  }
  c10::impl::GenericDict Dict(c10::StringType::get(), c10::AnyType::get());
  for (size_t I = 0, E = A.size(); I != E; ++I) {
    const Argument &Key = A.elements()[2 * I];
    if (!Key.isString())
      return noValue("a dict whose keys are not strings");
    Dict.insert(IValue(Key.str().str()), std::move((*Items)[I]));
  }
  return IValue(std::move(Dict));
}

/// The items of a sequence, the values of a dict.
static Expected<std::vector<IValue>> valuesOf(const Argument &A,
                                              NodeValues Values) {
  bool Pairs = A.kind() == ArgKind::NamedTuple || A.kind() == ArgKind::Dict;
  std::vector<IValue> Items;
  Items.reserve(A.size());
  for (size_t I = Pairs; I < A.elements().size(); I += Pairs ? 2 : 1) {
    Expected<IValue> Item = valueOf(A.elements()[I], Values);
    if (!Item)
      return Item.takeError();
    Items.push_back(std::move(*Item));
  }
  return Items;
}

Expected<IValue> fx::toIValue(const Argument &A, NodeValues Values,
                              const c10::Type *Type,
                              std::optional<int32_t> FixedSize) {
  return catching([&]() -> Expected<IValue> {
    Expected<IValue> V = valueOf(A, Values);
    if (!V || !Type)
      return V;
    if (Error E = convert(*V, *Type, FixedSize))
      return E;
    return V;
  });
}

//===----------------------------------------------------------------------===//
// Values to Arguments
//===----------------------------------------------------------------------===//

namespace {

class ArgumentMaker {
public:
  ArgumentMaker(Context &Ctx, TensorArguments OfTensor)
      : Ctx(Ctx), OfTensor(OfTensor) {}

  Expected<Argument> make(const IValue &V, const c10::Type *Type,
                          unsigned Depth = 0);

private:
  using Arguments = SmallVector<Argument, 8>;
  Expected<Argument> makeInt(int64_t Value, const c10::Type *Type);
  Expected<Argument> makeTuple(const c10::ivalue::Tuple &Tuple,
                               const c10::Type *Type, unsigned Depth);
  Expected<Argument> makeDict(const IValue &V, unsigned Depth);

  Context &Ctx;
  TensorArguments OfTensor;
};

} // namespace

Expected<Argument> ArgumentMaker::makeInt(int64_t Value,
                                          const c10::Type *Type) {
  auto Known = [&](auto Enumerator, StringRef What) -> Expected<Argument> {
    if (Enumerator)
      return Argument(*Enumerator);
    return createStringError("unknown " + What + " " + Twine(Value));
  };
  switch (Type ? Type->kind() : TypeKind::IntType) {
  case TypeKind::ScalarTypeType:
    return Known(fromTorch(c10::ScalarType(Value)), "dtype");
  case TypeKind::LayoutType:
    return Known(fromTorch(c10::Layout(Value)), "layout");
  case TypeKind::MemoryFormatType:
    return Known(fromTorch(c10::MemoryFormat(Value)), "memory format");
  case TypeKind::QSchemeType:
    if (Value < 0 || Value >= int64_t(std::size(QSchemes)))
      return createStringError("unknown quantization scheme " + Twine(Value));
    return Argument::function(Ctx.intern(QSchemes[Value]));
  default:
    return Argument(Value);
  }
}

Expected<Argument> ArgumentMaker::makeTuple(const c10::ivalue::Tuple &Tuple,
                                            const c10::Type *Type,
                                            unsigned Depth) {
  auto &&Elements = Tuple.elements();
  const auto *Known = Type ? Type->castRaw<c10::TupleType>() : nullptr;
  if (Known && Known->elements().size() != Elements.size())
    Known = nullptr;
  std::shared_ptr<c10::TupleType> Own = Tuple.type();
  const c10::FunctionSchema *Names = Own->schema().get();
  Arguments Items;
  for (size_t I = 0, E = Elements.size(); I != E; ++I) {
    Expected<Argument> Item = make(
        Elements[I], Known ? Known->elements()[I].get() : nullptr, Depth + 1);
    if (!Item)
      return Item;
    if (Names)
      Items.push_back(Argument::string(Ctx, Names->arguments()[I].name()));
    Items.push_back(std::move(*Item));
  }
  if (!Names)
    return Argument::tuple(Items);
  return Argument::namedTuple(
      Ctx.intern(Own->name() ? Own->name()->qualifiedName() : "NamedTuple"),
      Items);
}

Expected<Argument> ArgumentMaker::makeDict(const IValue &V, unsigned Depth) {
  Arguments Items;
  for (const auto &Entry : V.toGenericDict()) {
    for (const IValue &Part : {Entry.key(), Entry.value()}) {
      Expected<Argument> Item = make(Part, nullptr, Depth + 1);
      if (!Item)
        return Item;
      Items.push_back(std::move(*Item));
    }
    if (Items[Items.size() - 2].containsNode())
      return createStringError("a dict has tensors as keys");
  }
  return Argument::dict(Items);
}

Expected<Argument> ArgumentMaker::make(const IValue &V, const c10::Type *Type,
                                       unsigned Depth) {
  if (Depth > MaxArgumentDepth)
    return createStringError("a value is nested more than " +
                             Twine(MaxArgumentDepth) + " deep");
  if (Type && Type->kind() == TypeKind::OptionalType)
    Type = Type->castRaw<c10::OptionalType>()->getElementType().get();
  if (V.isNone())
    return Argument::none();
  if (V.isTensor()) {
    if (!V.toTensor().defined())
      return Argument::none();
    return OfTensor(V.toTensor());
  }
  if (V.isInt())
    return makeInt(V.toInt(), Type);
  if (V.isDouble())
    return Argument(V.toDouble());
  if (V.isBool())
    return Argument(V.toBool());
  if (V.isComplexDouble()) {
    c10::complex<double> Value = V.toComplexDouble();
    return Argument::complex(Value.real(), Value.imag());
  }
  if (V.isString())
    return Argument::string(Ctx, V.toStringRef());
  if (V.isDevice())
    return Argument::device(Ctx, V.toDevice().str());
  if (V.isList()) {
    const auto *List = Type ? Type->castRaw<c10::ListType>() : nullptr;
    c10::TypePtr Element = List ? List->getElementType() : nullptr;
    Arguments Items;
    for (const IValue &Item : V.toListRef()) {
      Expected<Argument> A = make(Item, Element.get(), Depth + 1);
      if (!A)
        return A;
      Items.push_back(std::move(*A));
    }
    return Argument::list(Items);
  }
  if (V.isTuple())
    return makeTuple(V.toTupleRef(), Type, Depth);
  if (V.isGenericDict())
    return makeDict(V, Depth);
  return createStringError("a " + V.tagKind() + " is not a value of graphs");
}

Expected<Argument> fx::toArgument(Context &Ctx, const IValue &V,
                                  TensorArguments OfTensor,
                                  const c10::Type *Type) {
  return catching([&] { return ArgumentMaker(Ctx, OfTensor).make(V, Type); });
}

static Argument tupleOf(c10::IntArrayRef Values) {
  SmallVector<Argument, 8> Items(Values.begin(), Values.end());
  return Argument::tuple(Items);
}

Expected<Argument> fx::tensorTypeOf(Context &Ctx, const at::Tensor &T) {
  return catching([&]() -> Expected<Argument> {
    if (!T.defined())
      return Argument::none();
    std::optional<DType> Type = fromTorch(T.scalar_type());
    std::optional<Layout> Kind = fromTorch(T.layout());
    if (!Type || !Kind)
      return createStringError("unknown dtype or layout of a tensor");
    bool Strided = *Kind == Layout::Strided;
    return Argument::tensorType(
        *Type, tupleOf(T.sizes()),
        Strided ? tupleOf(T.strides()) : Argument::none(),
        Argument::device(Ctx, T.device().str()), T.requires_grad(),
        Argument(Strided ? T.storage_offset() : 0), *Kind);
  });
}

Expected<Argument> fx::valueTypeOf(Context &Ctx, const IValue &V) {
  return toArgument(Ctx, V,
                    [&](const at::Tensor &T) { return tensorTypeOf(Ctx, T); });
}
