//===- GraphReader.cpp - Graphs from the JSON of a program ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphReader.h"
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
      Known = P.readNamed("name", Name);
    else if (Key == "as_sym_int" || Key == "as_sym_float" ||
             Key == "as_sym_bool")
      Known = P.readNamed("as_name", Name);
    if (!Known)
      return false;
    Node *N;
    if (!Name.empty()) {
      N = Names.define(Opcode::Placeholder, P.intern(Name), None, Name, At);
      if (!N)
        return false;
    } else {
      if (Key != "as_int" && Key != "as_float" && Key != "as_bool" &&
          Key != "as_none" && Key != "as_string")
        return R.fail("'" + Key + "' cannot be an input of a graph", At);
      ArgSpecBuilder Value;
      Value.beginArg();
      if (!Arguments.readMember(Value, Key))
        return false;
      Symbol Target = constantInputName(I);
      N = Names.defineAuto(Opcode::Placeholder, Target, None,
                           Names.Loader.create(Target.str()));
      Metadata.setVal(N, Value.value(P.Ctx, 0));
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
  return P.readArray([&] { return Nodes.read(); });
}

bool GraphReader::readOutputs() {
  ArgSpecBuilder Args;
  Args.beginArg();
  size_t Place = 0;
  if (!IsSingleReturn)
    Place = Args.beginAggregate(ArgKind::Tuple);
  uint32_t Count = 0;
  R.peek();
  const char *At = R.position();
  if (!P.readArray([&] {
        ++Count;
        return Arguments.read(Args, 1);
      }))
    return false;
  if (!IsSingleReturn)
    Args.endAggregate(Place, Count);
  else if (Count != 1)
    return R.fail("a graph that returns one tensor has one output", At);
  Output = Names.defineAuto(Opcode::Output, P.intern("output"), Args,
                            Names.Loader.create("output"));
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool GraphReader::setValue(StringRef Name, const char *At, Argument Val) {
  Node *N = Names.find(Name);
  // Undefined values do no harm.
  if (LLVM_UNLIKELY(!N)) {
    P.Unusual = true;
    return true;
  }
  // Values are described in the order in which they are made.
  P.Unusual |= N->id() < LastValue;
  LastValue = N->id();
  if (LLVM_UNLIKELY(Metadata.val(N)))
    return R.fail("'" + Name + "' is described twice", At);
  Metadata.setVal(N, std::move(Val));
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

//===----------------------------------------------------------------------===//
// Nested graphs
//===----------------------------------------------------------------------===//

bool NestedGraphs::read(StringRef Name, const char *At) {
  JSONReader &R = P.R;
  if (Name.empty() || Name.contains('.'))
    return R.fail("'" + Name + "' cannot be the name of a graph", At);
  if (Depth == MaxDepth)
    return R.fail("graphs are nested too deep", At);
  StringRef Raw;
  if (auto It = Texts.find(Name); It != Texts.end()) {
    // The same graph is written out for every use.
    if (!R.skipValue(Raw))
      return false;
    return Raw == It->second ||
           R.fail("two different graphs are called '" + Name + "'", At);
  }
  R.peek();
  const char *Begin = R.position();
  auto Child = std::make_unique<Module>(
      P.Ctx, P.intern("torch.fx.graph_module.GraphModule"));
  Child->setGraph(std::make_unique<Graph>(P.Ctx));
  Module &Added = Owner.addChild(P.intern(Name), std::move(Child));
  // On the heap: graphs are nested deep.
  auto Inner = std::make_unique<GraphReader>(P, Added, Depth + 1);
  if (!Inner->read())
    return false;
  Inner->metadata().attach();
  Texts[Name] = StringRef(Begin, R.position() - Begin);
  return true;
}
