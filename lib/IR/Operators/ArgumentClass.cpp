//===- ArgumentClass.cpp - What the dispatcher binds to what --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentClass.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

namespace {
enum : ValueClass {
  VC_None = 1 << 0,
  VC_Bool = 1 << 1,
  VC_Int = 1 << 2,
  VC_UInt64 = 1 << 3, ///< An int that 64 bits hold only without a sign.
  VC_BigInt = 1 << 4,
  VC_Float = 1 << 5,
  VC_Complex = 1 << 6,
  VC_Symbolic = 1 << 7, ///< A number that is known when the program runs.
  VC_Scalar0 = 1 << 8,  ///< A tensor without dimensions.
  VC_OneElement = 1 << 9,
  VC_ManyElements = 1 << 10,
  VC_AnyTensor = 1 << 11, ///< One whose number of elements is not known.
  VC_String = 1 << 12,
  VC_Device = 1 << 13,
  VC_DType = 1 << 14,
  VC_Layout = 1 << 15,
  VC_MemoryFormat = 1 << 16,
  VC_Range = 1 << 17,
  VC_Sequence = 1 << 18,
  VC_Dict = 1 << 19,
  VC_Object = 1 << 20, ///< What only Python knows.
  VC_Unknown = 1 << 21,
};
} // namespace

static constexpr ValueClass Integer = VC_Bool | VC_Int | VC_Symbolic;
/// What Python asks for a number: a tensor gives its only element.
static constexpr ValueClass AsNumber =
    VC_Scalar0 | VC_OneElement | VC_AnyTensor;
static constexpr ValueClass Tensors = AsNumber | VC_ManyElements;
/// What Python asks for its truth.
static constexpr ValueClass AsBool = Integer | VC_None | VC_UInt64 | VC_BigInt |
                                     VC_Float | VC_Complex | AsNumber |
                                     VC_Range;

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

static ValueClass classOfTensor(const Argument &Val) {
  TensorType Type(Val);
  if (!Type)
    return VC_AnyTensor;
  if (Type.sizes().empty())
    return VC_Scalar0;
  ValueClass Result = VC_OneElement;
  for (const Argument &Size : Type.sizes()) {
    if (!Size.isInt() || Size.asInt() == 0)
      return VC_AnyTensor;
    if (Size.asInt() != 1)
      Result = VC_ManyElements;
  }
  return Result;
}

/// PyTorch knows the names of its devices, but programs may add one.
static bool isDeviceName(StringRef Text) {
  auto [Name, Index] = Text.split(':');
  return !Name.empty() && all_of(Name, [](char C) { return isAlnum(C); }) &&
         isAlpha(Name.front()) && all_of(Index, isDigit);
}

ValueClass ArgumentBinder::classOf(const Argument &Value) {
  switch (Value.kind()) {
  case ArgKind::None:
    return VC_None;
  case ArgKind::Bool:
    return VC_Bool;
  case ArgKind::Int:
    return VC_Int;
  case ArgKind::BigInt: {
    uint64_t Small;
    return Value.str().getAsInteger(10, Small) ? VC_BigInt : VC_UInt64;
  }
  case ArgKind::Float:
    return VC_Float;
  case ArgKind::Complex:
    return VC_Complex;
  case ArgKind::SymExpr:
    // Texts of torch.fx keep objects of Python like this: `<class 'int'>`.
    return Value.str().find_first_of("<>=[]{}'\"") == StringRef::npos
               ? VC_Symbolic
               : VC_Unknown;
  case ArgKind::String:
    return isDeviceName(Value.str()) ? VC_String | VC_Device : VC_String;
  case ArgKind::Device:
    return VC_Device;
  case ArgKind::DType:
    return VC_DType;
  case ArgKind::Layout:
    return VC_Layout;
  case ArgKind::MemoryFormat:
    return VC_MemoryFormat;
  case ArgKind::Range:
    return VC_Range;
  case ArgKind::Tuple:
  case ArgKind::NamedTuple:
  case ArgKind::List:
    return VC_Sequence;
  case ArgKind::Dict:
    return VC_Dict;
  case ArgKind::TensorType:
    return classOfTensor(Value);
  case ArgKind::Enum:
  case ArgKind::Node:
    return VC_Unknown;
  case ArgKind::Ellipsis:
  case ArgKind::Function:
  case ArgKind::Slice:
    return VC_Object;
  }
  return VC_Unknown;
}

ValueClass ArgumentBinder::classOfNode(const Argument *Val) {
  // A text as a value is the name of an object.
  return Val && !Val->isString() ? classOf(*Val) : ValueClass(VC_Unknown);
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

/// PyTorch: should_allow_numbers_as_tensors.
static bool takesNumbers(StringRef Name) {
  if (!Name.consume_front("torch.ops.aten."))
    return false;
  static constexpr StringLiteral Names[] = {
      "_conj",       "_to_copy",     "add",          "add_",      "copy",
      "copy_",       "div",          "div_",         "divide",    "divide_",
      "mul",         "floor_divide", "mul_",         "multiply",  "multiply_",
      "sub",         "sub_",         "subtract",     "subtract_", "to",
      "true_divide", "true_divide_", "floor_divide_"};
  return is_contained(Names, Name.split('.').first);
}

ArgumentBinder::ArgumentBinder(const OpTarget &Target)
    : TakesNumbers(takesNumbers(Target.name())),
      TakesUndefined(Target.name().contains("backward")) {}

SchemaType fx::elementType(const SchemaType &Type) {
  SchemaType Element = Type;
  --Element.ListDepth;
  Element.FixedSize = 0;
  Element.Optional = Element.ListDepth == 0 && Type.ElementOptional;
  return Element;
}

ValueClass ArgumentBinder::kindClasses(SchemaKind Kind) const {
  switch (Kind) {
  case SchemaKind::Tensor:
    return Tensors | (TakesUndefined ? ValueClass(VC_None) : 0) |
           (TakesNumbers ? Integer | VC_UInt64 | VC_Float | VC_Complex : 0);
  case SchemaKind::Scalar:
    // A dtype and a layout are ints to C++.
    return Integer | VC_UInt64 | VC_Float | VC_Complex | VC_DType | VC_Layout;
  case SchemaKind::Int:
    return Integer | AsNumber | VC_DType | VC_Layout | VC_MemoryFormat;
  case SchemaKind::SymInt:
    return Integer | AsNumber;
  case SchemaKind::Float:
    return Integer | VC_UInt64 | VC_BigInt | VC_Float | AsNumber;
  case SchemaKind::Complex:
    return Integer | VC_UInt64 | VC_BigInt | VC_Float | VC_Complex | AsNumber;
  case SchemaKind::Bool:
  case SchemaKind::SymBool:
    return AsBool;
  case SchemaKind::Str:
    return VC_String;
  case SchemaKind::Device:
    return VC_Device;
  case SchemaKind::DType:
    return Integer | VC_DType | AsNumber;
  case SchemaKind::Layout:
    return Integer | VC_Layout | AsNumber;
  case SchemaKind::MemoryFormat:
    return Integer | VC_MemoryFormat | AsNumber;
  case SchemaKind::Generator:
    return VC_Object;
  case SchemaKind::None:
    return VC_None;
  case SchemaKind::Tuple:
    return VC_Sequence;
  case SchemaKind::Dict:
    return VC_Dict | VC_Sequence;
  case SchemaKind::Any:
  case SchemaKind::QScheme:
  case SchemaKind::Stream:
  case SchemaKind::Storage:
  case SchemaKind::Callable:
  case SchemaKind::Class:
    return ~ValueClass(0);
  }
  return ~ValueClass(0);
}

ValueClass ArgumentBinder::boundClasses(const SchemaType &Type) const {
  ValueClass Always = VC_Unknown | (Type.Optional ? ValueClass(VC_None) : 0);
  if (!Type.isList())
    return Always | kindClasses(Type.Kind);
  switch (Type.Kind) {
  case SchemaKind::Any:
  case SchemaKind::Class:
    return ~ValueClass(0);
  // What is one value for several of a list of fixed length.
  case SchemaKind::Int:
    return Always | (Type.FixedSize ? Integer : 0) | VC_Range;
  case SchemaKind::Float:
    return Always | (Type.FixedSize ? VC_Float | VC_Symbolic : 0) | VC_Range;
  case SchemaKind::Bool:
  case SchemaKind::Scalar:
  case SchemaKind::SymInt:
    return Always | VC_Range;
  case SchemaKind::Str:
    return Always | VC_String | VC_Dict;
  case SchemaKind::Tensor:
    // The parts of a tensor along its first dimension.
    return Always | (Type.ElementOptional
                         ? VC_OneElement | VC_ManyElements | VC_AnyTensor
                         : 0);
  default:
    return Always;
  }
}

ValueClass ArgumentBinder::boundElements(const SchemaType &Element) const {
  // They are converted by other code, which is stricter here and there.
  if (!Element.isList() && Element.Kind == SchemaKind::Tensor)
    return VC_Unknown | Tensors | (Element.Optional ? ValueClass(VC_None) : 0);
  if (!Element.isList() && Element.Kind == SchemaKind::Int)
    return VC_Unknown | Integer | AsNumber;
  return boundClasses(Element);
}

bool ArgumentBinder::bindsElement(const Argument &Value,
                                  const SchemaType &Element) const {
  const Node *N = Value.asNode();
  ValueClass Found = N ? classOfNode(N->val()) : classOf(Value);
  return Found & boundElements(Element) ||
         (Element.isList() && binds(Value, Element));
}

bool ArgumentBinder::bindsList(const Argument &Value,
                               const SchemaType &Type) const {
  SchemaType Element = elementType(Type);
  return all_of(Value.elements(), [&](const Argument &Item) {
    return bindsElement(Item, Element);
  });
}

/// Whether iterating a tensor gives integers.
static bool isVectorOfIntegers(const Argument &Val) {
  TensorType Type(Val);
  if (Type.sizes().empty())
    return false;
  return !isFloatType(Type.dtype()) && !isComplexType(Type.dtype()) &&
         all_of(drop_begin(Type.sizes()), [](const Argument &Size) {
           return !Size.isInt() || Size.asInt() == 1;
         });
}

bool ArgumentBinder::binds(const Argument &Value,
                           const SchemaType &Type) const {
  const Argument *Known = &Value;
  if (const Node *N = Value.asNode()) {
    Known = N->val();
    if (classOfNode(Known) & boundClasses(Type))
      return true;
  } else if (classOf(Value) & boundClasses(Type)) {
    return true;
  }
  if (Type.Kind == SchemaKind::SymInt && Type.isList() && Known &&
      isVectorOfIntegers(*Known))
    return true;
  // A named tuple alternates names and values.
  if (!Type.isList() || !Known || !Known->isSequence())
    return false;
  return Known->kind() == ArgKind::NamedTuple || bindsList(*Known, Type);
}
