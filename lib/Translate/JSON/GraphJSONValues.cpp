//===- GraphJSONValues.cpp - Arguments from JSON --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphJSONReader.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <limits>

using namespace fx;
using namespace fx::graphjson;
using namespace llvm;

/// A string, or `{"bytes": "ff"}`.
bool JSONGraphReader::text(Symbol &S) {
  StringRef Text;
  if (R.peek() != '{') {
    if (!R.readString(Text))
      return false;
    S = Ctx.intern(Text);
    return true;
  }
  return object({"bytes"}, 1, [&](unsigned) { return bytes(S); });
}

/// A string in hexadecimal digits.
bool JSONGraphReader::bytes(Symbol &S) {
  const char *At = place();
  StringRef Text;
  std::string Bytes;
  if (!R.readString(Text))
    return false;
  if (Text.size() % 2 || !tryGetFromHex(Text, Bytes))
    return R.fail("expected hexadecimal digits", At);
  S = Ctx.intern(Bytes);
  return true;
}

bool JSONGraphReader::dictionary(std::vector<KwArg> &Entries, unsigned Depth) {
  DenseSet<Symbol> Seen;
  return entries([&](Symbol Key) {
    if (!Seen.insert(Key).second)
      return R.fail("'" + Key.str() + "' comes twice");
    Argument Value;
    if (!value(Value, Depth))
      return false;
    Entries.push_back({Key, std::move(Value)});
    return true;
  });
}

bool JSONGraphReader::values(SmallVectorImpl<Argument> &Items, unsigned Depth) {
  return array([&] {
    Argument Item;
    if (!value(Item, Depth))
      return false;
    Items.push_back(std::move(Item));
    return true;
  });
}

static bool holdsNode(const Argument &A) {
  return A.isNode() || any_of(A.elements(), holdsNode);
}

/// `[[KEY, VALUE], ...]`; names of fields are strings, other keys no nodes.
bool JSONGraphReader::pairs(SmallVectorImpl<Argument> &Items, bool Fields,
                            unsigned Depth) {
  return array([&] {
    const char *At = place();
    size_t Begin = Items.size();
    if (!values(Items, Depth))
      return false;
    if (Items.size() - Begin != 2)
      return R.fail("expected a key and a value", At);
    if (Fields ? !Items[Begin].isString() : holdsNode(Items[Begin]))
      return R.fail(Fields ? "the name of a field is not a string"
                           : "a key holds a node",
                    At);
    return true;
  });
}

bool JSONGraphReader::value(Argument &A, unsigned Depth) {
  switch (R.peek()) {
  case 'n':
    return R.consumeNull();
  case 't':
  case 'f': {
    bool B;
    if (!R.readBool(B))
      return false;
    A = Argument(B);
    return true;
  }
  case '"': {
    Symbol S;
    if (!text(S))
      return false;
    A = Argument::string(S);
    return true;
  }
  case '[': {
    SmallVector<Argument, 8> Items;
    if (Depth >= MaxArgumentDepth)
      return R.fail("nested too deep");
    if (!values(Items, Depth + 1))
      return false;
    A = Argument::list(Items);
    return true;
  }
  case '{':
    return Depth >= MaxArgumentDepth ? R.fail("nested too deep")
                                     : tagged(A, Depth);
  default: {
    int64_t I;
    if (!R.readInt(I))
      return false;
    A = Argument(I);
    return true;
  }
  }
}

/// An object with one member, which says what it is.
bool JSONGraphReader::tagged(Argument &A, unsigned Depth) {
  const char *At = place();
  StringRef Tag;
  bool First = true;
  if (!R.beginObject())
    return false;
  if (!R.nextMember(First, Tag))
    return R.fail("an object of no kind", At);
  std::optional<ArgKind> Kind =
      StringSwitch<std::optional<ArgKind>>(Tag)
          .Case("node", ArgKind::Node)
          .Case("float", ArgKind::Float)
          .Case("int", ArgKind::BigInt)
          .Case("bytes", ArgKind::String)
          .Case("complex", ArgKind::Complex)
          .Case("tuple", ArgKind::Tuple)
          .Case("slice", ArgKind::Slice)
          .Case("range", ArgKind::Range)
          .Case("dict", ArgKind::Dict)
          .Case("namedtuple", ArgKind::NamedTuple)
          .Case("dtype", ArgKind::DType)
          .Case("layout", ArgKind::Layout)
          .Case("memory_format", ArgKind::MemoryFormat)
          .Case("device", ArgKind::Device)
          .Case("sym", ArgKind::SymExpr)
          .Case("function", ArgKind::Function)
          .Case("enum", ArgKind::Enum)
          .Case("tensor", ArgKind::TensorType)
          .Case("ellipsis", ArgKind::Ellipsis)
          .Default(std::nullopt);
  if (!Kind)
    return R.fail("there is no kind '" + Tag + "' of values", At);
  if (!taggedValue(*Kind, A, Depth))
    return false;
  if (R.nextMember(First, Tag))
    return R.fail("a value has one kind, and no member '" + Tag + "'");
  return R.good();
}

bool JSONGraphReader::taggedValue(ArgKind Kind, Argument &A, unsigned Depth) {
  const char *At = place();
  // Words that the IR knows by their text.
  auto Known = [&](auto Parse, StringRef What) {
    StringRef Text;
    if (!R.readString(Text))
      return false;
    auto Value = Parse(Text);
    if (!Value)
      return R.fail("'" + Text + "' is not a " + What, At);
    A = Argument(*Value);
    return true;
  };
  SmallVector<Argument, 8> Items;
  switch (Kind) {
  case ArgKind::Node:
    return reference(A);
  case ArgKind::Float: {
    double Value;
    if (!number(Value))
      return false;
    A = Argument(Value);
    return true;
  }
  case ArgKind::BigInt:
    return digits(A);
  case ArgKind::Complex:
    return complex(A);
  case ArgKind::DType:
    return Known(parseDType, "dtype");
  case ArgKind::Layout:
    return Known(parseLayout, "layout");
  case ArgKind::MemoryFormat:
    return Known(parseMemoryFormat, "memory format");
  case ArgKind::String: {
    Symbol S;
    if (!bytes(S))
      return false;
    A = Argument::string(S);
    return true;
  }
  case ArgKind::Device:
  case ArgKind::SymExpr:
  case ArgKind::Function:
  case ArgKind::Enum: {
    Symbol S;
    if (!text(S))
      return false;
    A = Kind == ArgKind::Device     ? Argument::device(S)
        : Kind == ArgKind::SymExpr  ? Argument::symExpr(S)
        : Kind == ArgKind::Function ? Argument::function(S)
                                    : Argument::enumMember(S);
    return true;
  }
  case ArgKind::Ellipsis: {
    bool Ignored;
    A = Argument::ellipsis();
    return R.readBool(Ignored);
  }
  case ArgKind::Dict:
    if (!pairs(Items, /*Fields=*/false, Depth + 1))
      return false;
    A = Argument::dict(Items);
    return true;
  case ArgKind::NamedTuple:
    return namedTuple(A, Depth);
  case ArgKind::TensorType:
    return tensorType(A, Depth);
  default: // Tuple, Slice, Range.
    if (!values(Items, Depth + 1))
      return false;
    if (Kind != ArgKind::Tuple && Items.size() != 3)
      return R.fail("expected three values", At);
    A = Argument::aggregate(Kind, Symbol(), Items);
    return true;
  }
}

bool JSONGraphReader::reference(Argument &A) {
  const char *At = place();
  StringRef Text;
  if (!R.readString(Text))
    return false;
  if (!Nodes)
    return R.fail("a node is not allowed here", At);
  Node *N = Nodes->lookup(Ctx.intern(Text));
  if (!N)
    return R.fail("there is no node '" + Text + "' before this one", At);
  A = Argument(N);
  return true;
}

/// A number, or a string: `nan`, `nan(0x...)`, `inf` or `-inf`.
bool JSONGraphReader::number(double &Value) {
  if (R.peek() != '"')
    return R.readFloat(Value);
  const char *At = place();
  StringRef Text, Digits;
  if (!R.readString(Text))
    return false;
  uint64_t Bits = UsualNaN;
  Digits = Text;
  if (Text == "inf" || Text == "-inf")
    Value = Text == "inf" ? std::numeric_limits<double>::infinity()
                          : -std::numeric_limits<double>::infinity();
  else if (Text == "nan" ||
           (Digits.consume_front("nan(0x") && Digits.consume_back(")") &&
            !Digits.getAsInteger(16, Bits) &&
            std::isnan(bit_cast<double>(Bits))))
    Value = bit_cast<double>(Bits);
  else
    return R.fail("'" + Text + "' is not a float", At);
  return true;
}

bool JSONGraphReader::digits(Argument &A) {
  const char *At = place();
  StringRef Text;
  if (!R.readString(Text))
    return false;
  StringRef Number = Text;
  Number.consume_front("-");
  if (Number.empty() || !all_of(Number, isDigit))
    return R.fail("expected the digits of an integer", At);
  A = Argument::integer(Ctx, Text);
  return true;
}

bool JSONGraphReader::complex(Argument &A) {
  const char *At = place();
  double Parts[2];
  unsigned Count = 0;
  if (!array([&] {
        double Ignored;
        return number(Count < 2 ? Parts[Count] : Ignored) && ++Count;
      }))
    return false;
  if (Count != 2)
    return R.fail("expected two numbers", At);
  A = Argument::complex(Parts[0], Parts[1]);
  return true;
}

bool JSONGraphReader::namedTuple(Argument &A, unsigned Depth) {
  Symbol Class;
  SmallVector<Argument, 8> Items;
  if (!object({"class", "fields"}, 2, [&](unsigned I) {
        return I == 0 ? text(Class) : pairs(Items, /*Fields=*/true, Depth + 1);
      }))
    return false;
  A = Argument::namedTuple(Class, Items);
  return true;
}

static bool isShape(const Argument &A) {
  return A.kind() == ArgKind::Tuple && all_of(A.elements(), [](auto &E) {
           return E.isInt() || E.kind() == ArgKind::SymExpr;
         });
}

bool JSONGraphReader::tensorType(Argument &A, unsigned Depth) {
  const char *At = place();
  std::optional<DType> Type;
  std::optional<Layout> Arranged = Layout::Strided;
  bool RequiresGrad = false;
  Argument Shapes[2], Device, Offset(0);
  if (!object(TensorFacts, 2, [&](unsigned I) {
        StringRef Text;
        SmallVector<Argument, 6> Sizes;
        switch (I) {
        case 0:
          if (!R.readString(Text))
            return false;
          Type = parseDType(Text);
          return true;
        case 1:
        case 2:
          if (I == 2 && R.consumeNull())
            return true;
          if (!values(Sizes, Depth + 1))
            return false;
          Shapes[I - 1] = Argument::tuple(Sizes);
          return true;
        case 3: {
          if (R.consumeNull())
            return true;
          Symbol Name;
          if (!text(Name))
            return false;
          Device = Argument::device(Name);
          return true;
        }
        case 4:
          return R.readBool(RequiresGrad);
        case 5:
          return value(Offset, Depth + 1);
        default:
          if (!R.readString(Text))
            return false;
          Arranged = parseLayout(Text);
          return true;
        }
      }))
    return false;
  if (!Type || !Arranged || !isShape(Shapes[0]) ||
      !(Shapes[1].isNone() || isShape(Shapes[1])) ||
      !(Offset.isInt() || Offset.kind() == ArgKind::SymExpr))
    return R.fail("no type of tensors", At);
  A = Argument::tensorType(*Type, Shapes[0], Shapes[1], Device, RequiresGrad,
                           Offset, *Arranged);
  return true;
}
