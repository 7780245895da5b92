//===- ArgumentReader.cpp - Arguments from the JSON of a program ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentReader.h"
#include "GraphReader.h"
#include "SchemaNames.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

bool ArgumentReader::addReference(ArgSpecBuilder &B, StringRef Name,
                                  const char *At) {
  Node *N = Names.find(Name);
  if (LLVM_UNLIKELY(!N))
    return R.fail("'" + Name + "' is not defined here", At);
  B.addNode(N);
  return true;
}

bool ArgumentReader::readReference(ArgSpecBuilder &B, StringRef Field) {
  const char *At = (R.peek(), R.position());
  StringRef Name;
  return P.readNamed(Field, Name) && addReference(B, Name, At);
}

/// `{"as_name": "s"}`, or a constant: `{"as_int": 3}`. \p Member is the third
/// letter of the constant's member.
bool ArgumentReader::readSymArgument(ArgSpecBuilder &B, char Member) {
  const char *At = (R.peek(), R.position());
  return P.readUnion([&](StringRef Key) {
    if (LLVM_LIKELY(Key == "as_name")) {
      StringRef Name;
      return P.readName(Name) && addReference(B, Name, At);
    }
    if (Key == "as_int" && Member == 'i') {
      int64_t Value;
      if (!R.readInt(Value))
        return false;
      B.addInt(Value);
      return true;
    }
    if (Key == "as_float" && Member == 'f') {
      double Value;
      if (!R.readFloat(Value))
        return false;
      B.addFloat(Value);
      return true;
    }
    bool Value;
    if (Key != "as_bool" || Member != 'b')
      return R.fail("unknown member '" + Key + "'", At);
    if (!R.readBool(Value))
      return false;
    B.addSmall(ArgKind::Bool, Value);
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

template <typename Callback>
bool ArgumentReader::readList(ArgSpecBuilder &B, ArgKind Kind, Callback Fn) {
  size_t Place = B.beginAggregate(Kind);
  uint32_t Count = 0;
  if (!P.readArray([&] {
        ++Count;
        return Fn();
      }))
    return false;
  if (Count)
    EmptyListType = StringRef();
  B.endAggregate(Place, Count);
  return true;
}

bool ArgumentReader::readOptionalTensor(ArgSpecBuilder &B) {
  return P.readUnion([&](StringRef Key) {
    if (StringRef Name; P.isOld() && Key == "as_tensor" && R.peek() == '"') {
      const char *At = R.position();
      return P.readName(Name) && addReference(B, Name, At);
    }
    if (Key == "as_tensor")
      return readReference(B, "name");
    if (Key != "as_none")
      return R.fail("unknown member '" + Key + "'");
    B.addPlain(ArgKind::None);
    return P.readNone();
  });
}

bool ArgumentReader::readListMember(ArgSpecBuilder &B, StringRef Member) {
  auto Int = [&] {
    int64_t Value;
    if (!R.readInt(Value))
      return false;
    B.addInt(Value);
    return true;
  };
  auto Float = [&] {
    double Value;
    if (!R.readFloat(Value))
      return false;
    B.addFloat(Value);
    return true;
  };
  auto Tensor = [&] { return readReference(B, "name"); };
  EmptyListType = StringSwitch<StringRef>(Member)
                      .Case("as_ints", "int[]")
                      .Case("as_floats", "float[]")
                      .Case("as_bools", "bool[]")
                      .Case("as_strings", "str[]")
                      .Default("");
  if (Member == "as_tensors")
    return readList(B, ArgKind::List, Tensor);
  if (Member == "as_ints")
    return readList(B, ArgKind::List, Int);
  if (Member == "as_sym_ints")
    return readList(B, ArgKind::List, [&] { return readSymArgument(B, 'i'); });
  if (Member == "as_floats")
    return readList(B, ArgKind::List, Float);
  if (Member == "as_bools")
    return readList(B, ArgKind::List, [&] {
      bool Value;
      if (!R.readBool(Value))
        return false;
      B.addSmall(ArgKind::Bool, Value);
      return true;
    });
  if (Member == "as_strings")
    return readList(B, ArgKind::List, [&] {
      Symbol Text;
      if (!P.readSymbol(Text))
        return false;
      B.addText(ArgKind::String, Text);
      return true;
    });
  if (Member == "as_optional_tensors")
    return readList(B, ArgKind::List, [&] { return readOptionalTensor(B); });
  if (Member == "as_sym_floats")
    return readList(B, ArgKind::List, [&] { return readSymArgument(B, 'f'); });
  if (Member == "as_sym_bools")
    return readList(B, ArgKind::List, [&] { return readSymArgument(B, 'b'); });
  if (Member == "as_nested_tensors")
    return readList(B, ArgKind::List,
                    [&] { return readList(B, ArgKind::List, Tensor); });
  if (Member == "as_int_lists")
    return readList(B, ArgKind::List,
                    [&] { return readList(B, ArgKind::Tuple, Int); });
  if (Member == "as_float_lists")
    return readList(B, ArgKind::List,
                    [&] { return readList(B, ArgKind::List, Float); });
  // A newer PyTorch's. It is not known what it is, so it does not change.
  std::string Name = Member.str();
  StringRef Raw;
  if (!R.skipValue(Raw))
    return false;
  B.addValue(makeUnknown(P.Ctx, Name, Raw));
  return true;
}

//===----------------------------------------------------------------------===//
// Other values
//===----------------------------------------------------------------------===//

bool ArgumentReader::readComplex(ArgSpecBuilder &B) {
  static constexpr StringLiteral Fields[] = {"real", "imag"};
  double Parts[2];
  if (!P.readStruct(Fields, 2,
                    [&](unsigned I) { return R.readFloat(Parts[I]); }))
    return false;
  size_t Place = B.beginAggregate(ArgKind::Complex);
  B.addFloat(Parts[0]);
  B.addFloat(Parts[1]);
  B.endAggregate(Place, 2);
  return true;
}

/// A custom object: an argument of the program, or one that the archive holds.
bool ArgumentReader::readObject(ArgSpecBuilder &B) {
  static constexpr StringLiteral Fields[] = {"name", "class_fqn"};
  StringRef Name;
  Symbol Class;
  if (!P.readStruct(Fields, 2, [&](unsigned I) {
        return I ? P.readSymbol(Class) : P.readName(Name);
      }))
    return false;
  if (Node *N = Names.find(Name)) {
    B.addNode(N);
    return true;
  }
  B.addValue(makeObject(P.Ctx, P.intern(Name), Class));
  return true;
}

bool ArgumentReader::readDict(ArgSpecBuilder &B, unsigned Nesting) {
  size_t Place = B.beginAggregate(ArgKind::Dict);
  uint32_t Count = 0;
  if (!P.readMap([&](StringRef Key) {
        Count += 2;
        B.addText(ArgKind::String, P.intern(Key));
        return read(B, Nesting + 1);
      }))
    return false;
  B.endAggregate(Place, Count);
  return true;
}

/// `{"name": "true_graph_0", "graph": {...}}`: a get_attr of a module that has
/// the graph.
bool ArgumentReader::readNestedGraph(ArgSpecBuilder &B) {
  static constexpr StringLiteral Fields[] = {"name", "graph"};
  const char *At = (R.peek(), R.position());
  const char *GraphAt = nullptr;
  StringRef Name;
  bool Built = false;
  if (!P.readStruct(Fields, 2, [&](unsigned I) {
        if (I == 0)
          return P.readName(Name);
        GraphAt = R.position();
        if (Name.empty())
          return R.skipValue();
        Built = true;
        return Graphs.read(Name, At);
      }))
    return false;
  if (!Built) {
    // The name came after the graph.
    const char *Behind = R.position();
    R.setPosition(GraphAt);
    if (!Graphs.read(Name, At))
      return false;
    R.setPosition(Behind);
  }
  ArgSpecBuilder None;
  Node *N = Names.defineAuto(Opcode::GetAttr, P.intern(Name), None,
                             Names.Loader.create(Name));
  GraphNodes.push_back(N);
  B.addNode(N);
  return true;
}

//===----------------------------------------------------------------------===//
// The union
//===----------------------------------------------------------------------===//

bool ArgumentReader::readMember(ArgSpecBuilder &B, StringRef Member,
                                unsigned Nesting) {
  // The most frequent first.
  if (Member == "as_tensor")
    return readReference(B, "name");
  if (Member == "as_int") {
    int64_t Value;
    if (!R.readInt(Value))
      return false;
    B.addInt(Value);
    return true;
  }
  if (Member == "as_none") {
    B.addPlain(ArgKind::None);
    return P.readNone();
  }
  if (Member == "as_bool") {
    bool Value;
    if (!R.readBool(Value))
      return false;
    B.addSmall(ArgKind::Bool, Value);
    return true;
  }
  if (Member == "as_float") {
    double Value;
    if (!R.readFloat(Value))
      return false;
    B.addFloat(Value);
    return true;
  }
  // A constant would be no symbolic value.
  size_t Operands = B.Operands.size();
  auto Check = [&](bool Read, bool Usual) {
    P.Unusual |= !Usual;
    return Read;
  };
  if (Member == "as_sym_int") {
    bool Read = readSymArgument(B, 'i');
    return Check(Read, B.Operands.size() != Operands);
  }
  if (Member == "as_sym_float") {
    bool Read = readSymArgument(B, 'f');
    return Check(Read, B.Operands.size() != Operands);
  }
  if (Member == "as_sym_bool") {
    bool Read = readSymArgument(B, 'b');
    return Check(Read, B.Operands.size() != Operands);
  }
  Symbol Text;
  if (Member == "as_string") {
    if (!P.readSymbol(Text))
      return false;
    B.addText(ArgKind::String, Text);
    return true;
  }
  if (Member == "as_scalar_type") {
    DType T;
    if (!P.readDType(T))
      return false;
    B.addSmall(ArgKind::DType, uint8_t(T));
    return true;
  }
  if (Member == "as_device") {
    if (!P.readDevice(Text))
      return false;
    B.addText(ArgKind::Device, Text);
    return true;
  }
  if (Member == "as_layout") {
    Layout L;
    if (!P.readLayout(L))
      return false;
    B.addSmall(ArgKind::Layout, uint8_t(L));
    return true;
  }
  if (Member == "as_memory_format") {
    MemoryFormat F;
    if (!P.readMemoryFormat(F))
      return false;
    B.addSmall(ArgKind::MemoryFormat, uint8_t(F));
    return true;
  }
  if (Member == "as_graph")
    return readNestedGraph(B);
  if (Member == "as_operator") {
    if (!P.readSymbol(Text))
      return false;
    B.addText(ArgKind::Function, P.intern(targetFromJSON(Text.str())));
    return true;
  }
  if (Member == "as_custom_obj")
    return readObject(B);
  if (Member == "as_complex")
    return readComplex(B);
  if (Member == "as_optional_tensor")
    return Check(readOptionalTensor(B), false);
  if (Member == "as_string_to_argument")
    return readDict(B, Nesting);
  // Lists that are rare, and those that another member would fit as well.
  size_t Bytes = B.Bytes.size();
  bool Read = readListMember(B, Member);
  bool Plain = Member == "as_ints" || Member == "as_tensors" ||
               Member == "as_floats" || Member == "as_bools" ||
               Member == "as_strings";
  bool HasNode = B.Operands.size() != Operands;
  bool Empty = B.Bytes.size() == Bytes + 2;
  return Check(Read, Plain ? !Empty : Member == "as_sym_ints" && HasNode);
}

bool ArgumentReader::read(ArgSpecBuilder &B, unsigned Nesting) {
  if (Nesting > MaxArgumentDepth - 2)
    return R.fail("arguments are nested too deep");
  return P.readUnion(
      [&](StringRef Key) { return readMember(B, Key, Nesting); });
}

bool ArgumentReader::read(Argument &A) {
  ArgSpecBuilder B;
  B.beginArg();
  if (!read(B))
    return false;
  A = B.value(P.Ctx, 0);
  return true;
}
