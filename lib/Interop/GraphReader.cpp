//===- GraphReader.cpp - Graphs from the JSON of a program ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramReader.h"
#include "SchemaNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

/// Names of the constant inputs; the signature is after the graph.
static bool readConstantNames(StringRef Text, std::vector<std::string> &Names) {
  JSONReader R(Text);
  auto Enter = [&R](StringRef Wanted) {
    StringRef Key;
    bool First = true;
    if (!R.beginObject())
      return false;
    while (R.nextMember(First, Key)) {
      if (Key == Wanted)
        return true;
      if (!R.skipValue())
        return false;
    }
    return false;
  };
  if (!Enter("graph_module") || !Enter("signature") || !Enter("input_specs") ||
      !R.beginArray())
    return false;
  bool First = true;
  while (R.nextElement(First)) {
    bool FirstKey = true, FirstInner = true;
    StringRef Key, Name;
    Names.emplace_back();
    if (!R.beginObject())
      return false;
    while (R.nextMember(FirstKey, Key)) {
      if (Key != "constant_input") {
        if (!R.skipValue())
          return false;
        continue;
      }
      if (!R.beginObject())
        return false;
      while (R.nextMember(FirstInner, Key)) {
        if (Key != "name") {
          if (!R.skipValue())
            return false;
          continue;
        }
        if (!R.readString(Name))
          return false;
        Names.back() = Name.str();
      }
    }
  }
  return R.good();
}

Symbol GraphReader::constantInputName(size_t I) {
  if (ConstantNames.empty() && Depth == 0)
    (void)readConstantNames(P.Text, ConstantNames);
  if (I < ConstantNames.size() && !ConstantNames[I].empty())
    return P.intern(ConstantNames[I]);
  return P.intern("arg" + std::to_string(I));
}

bool GraphReader::readInput(size_t I) {
  R.peek();
  const char *At = R.position();
  return P.readUnion([&](StringRef Key) {
    StringRef Name;
    ArgSpecBuilder None;
    bool Known = true;
    if (Key == "as_tensor" || Key == "as_custom_obj")
      Known = readNamed("name", Name);
    else if (Key == "as_sym_int" || Key == "as_sym_float" ||
             Key == "as_sym_bool")
      Known = readNamed("as_name", Name);
    if (!Known)
      return false;
    Node *N;
    if (!Name.empty()) {
      N = defineNamed(Opcode::Placeholder, P.intern(Name), None, Name, At);
      if (!N)
        return false;
    } else {
      if (Key != "as_int" && Key != "as_float" && Key != "as_bool" &&
          Key != "as_none" && Key != "as_string")
        return R.fail("'" + Key + "' cannot be an input of a graph", At);
      ArgSpecBuilder Value;
      Value.beginArg();
      if (!readMember(Value, Key, 0))
        return false;
      Symbol Target = constantInputName(I);
      N = defineAuto(Opcode::Placeholder, Target, None,
                     Loader.create(Target.str()));
      NodeFacts &F = facts(N);
      F.Val = Value.value(P.Ctx, 0);
      F.HasVal = true;
    }
    Placeholders.push_back(N);
    return true;
  });
}

bool GraphReader::readInputs() {
  size_t I = 0;
  return P.readArray([&] { return readInput(I++); });
}

bool GraphReader::readNodes() {
  return P.readArray([&] { return readNode(); });
}

bool GraphReader::readOutputs() {
  Args.clear();
  Args.beginArg();
  size_t Place = 0;
  if (!IsSingleReturn)
    Place = Args.beginAggregate(ArgKind::Tuple);
  uint32_t Count = 0;
  R.peek();
  const char *At = R.position();
  if (!P.readArray([&] {
        ++Count;
        return readArgument(Args, 1);
      }))
    return false;
  if (!IsSingleReturn)
    Args.endAggregate(Place, Count);
  else if (Count != 1)
    return R.fail("a graph that returns one tensor has one output", At);
  Name N = Loader.create("output");
  Output = defineAuto(Opcode::Output, P.intern("output"), Args, N);
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool GraphReader::setValue(StringRef Name, const char *At, Argument Val) {
  Node *N = find(Name);
  // Undefined values do no harm.
  if (LLVM_UNLIKELY(!N)) {
    P.Unusual = true;
    return true;
  }
  // Values are described in the order in which they are made.
  P.Unusual |= N->id() < LastValue;
  LastValue = N->id();
  NodeFacts &F = facts(N);
  if (LLVM_UNLIKELY(F.HasVal))
    return R.fail("'" + Name + "' is described twice", At);
  F.Val = std::move(Val);
  F.HasVal = true;
  return true;
}

enum GraphField : unsigned {
  GF_Inputs,
  GF_Outputs,
  GF_Nodes,
  GF_Tensors,
  GF_SymInts,
  GF_SymBools,
  GF_SingleReturn,
  GF_CustomObjs,
  GF_SymFloats,
  NumGraphFields
};

bool GraphReader::readValues(unsigned Field) {
  static constexpr StringLiteral ObjectFields[] = {"name", "class_fqn"};
  static constexpr StringLiteral MetaFields[] = {"meta"};
  if (R.consumeNull())
    return true;
  LastValue = 0;
  return P.readMap([&](StringRef Key) {
    const char *At = (R.peek(), R.position());
    // The key may live in a buffer that values use.
    if (Key.begin() < P.Text.begin() || Key.end() > P.Text.end())
      Key = P.intern(Key).str();
    Argument Val;
    bool Good;
    switch (Field) {
    case GF_Tensors:
      Good = P.isFirstSchema()
                 ? P.readStruct(MetaFields, 1,
                                [&](unsigned) { return P.readTensorMeta(Val); })
                 : P.readTensorMeta(Val);
      break;
    case GF_SymInts:
      Good = P.readSymbolic(SymbolicInfo::Int, Val);
      break;
    case GF_SymBools:
      Good = P.readSymbolic(SymbolicInfo::Bool, Val);
      break;
    case GF_SymFloats:
      Good = P.readSymbolic(SymbolicInfo::Float, Val);
      break;
    default: {
      Symbol Name, Class;
      Good = P.readStruct(ObjectFields, 2, [&](unsigned I) {
        return P.readSymbol(I ? Class : Name);
      });
      if (Good)
        Val = makeObject(P.Ctx, Name, Class);
    }
    }
    return Good && setValue(Key, At, std::move(Val));
  });
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

bool GraphReader::read() {
  static constexpr StringLiteral Fields[NumGraphFields] = {
      "inputs",
      "outputs",
      "nodes",
      "tensor_values",
      "sym_int_values",
      "sym_bool_values",
      "is_single_tensor_return",
      "custom_obj_values",
      "sym_float_values"};
  const char *Later[NumGraphFields] = {};
  bool HasInputs = false, HasNodes = false;
  auto Field = [&](unsigned I) {
    switch (I) {
    case GF_Inputs:
      HasInputs = true;
      return readInputs();
    case GF_Nodes:
      HasNodes = true;
      return readNodes();
    case GF_Outputs:
      return readOutputs();
    case GF_SingleReturn:
      return R.consumeNull() || R.readBool(IsSingleReturn);
    default:
      return readValues(I);
    }
  };
  if (!P.readStruct(Fields, 6, [&](unsigned I) {
        bool Ready = I == GF_Inputs || I == GF_SingleReturn ||
                     (I == GF_Nodes && HasInputs) || (I > GF_Nodes && HasNodes);
        if (Ready)
          return Field(I);
        R.peek();
        Later[I] = R.position();
        return R.skipValue();
      }))
    return false;
  // What had to wait.
  const char *Behind = R.position();
  for (unsigned I : {GF_Nodes, GF_Tensors, GF_SymInts, GF_SymBools,
                     GF_CustomObjs, GF_SymFloats, GF_Outputs}) {
    if (!Later[I])
      continue;
    R.setPosition(Later[I]);
    if (!Field(I))
      return false;
  }
  R.setPosition(Behind);
  return true;
}

void GraphReader::setExtra(Node *N, Symbol Key, Argument Value) {
  (void)facts(N);
  Extras.push_back({N, {Key, std::move(Value)}});
}

void GraphReader::finish() {
  // Results of several parts; inner lists come first.
  for (const Several &S : Producers) {
    SmallVector<Argument, 8> Parts;
    bool Known = true;
    for (Node *Part : ArrayRef(ProducerParts).slice(S.First, S.Count)) {
      NodeFacts &F = facts(Part);
      Known &= F.HasVal;
      Parts.push_back(F.Val);
    }
    NodeFacts &F = facts(S.Producer);
    if (!Known)
      continue;
    F.Val = S.IsList ? Argument::list(Parts) : Argument::tuple(Parts);
    F.HasVal = true;
  }
  Symbol Val = G.context().valKey();
  SmallVector<KwArg, 8> Entries;
  // Extra entries are few, and of few nodes.
  DenseMap<uint32_t, SmallVector<unsigned, 1>> ExtrasOf;
  for (auto [I, E] : enumerate(Extras))
    ExtrasOf[E.N->id()].push_back(I);
  for (uint32_t Id = 0; Id < Facts.size(); ++Id) {
    const NodeFacts &F = Facts[Id];
    Entries.clear();
    if (!ExtrasOf.empty())
      if (auto It = ExtrasOf.find(Id); It != ExtrasOf.end())
        for (unsigned I : It->second)
          Entries.push_back(Extras[I].Entry);
    if (F.HasVal)
      Entries.push_back({Val, F.Val});
    Entries.append(Strings.begin() + F.MetaBegin, Strings.begin() + F.MetaEnd);
    if (!Entries.empty())
      G.node(Id)->setMeta(P.Ctx.internMeta(Entries));
  }
}
