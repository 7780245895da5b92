//===- NodeReader.cpp - Nodes from the JSON of a program ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeReader.h"
#include "SchemaNames.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

/// More than any operator has; they are compared with one another.
static constexpr size_t MaxParameters = 256;

/// ArgumentKind of the schema.
enum InputKind : uint8_t { NoKind, Positional, Keyword };

struct NodeReader::Pieces {
  Symbol Target;
  TargetClass Class = TargetClass::Overload;
  const OpSchema *Schema = nullptr;
  /// The name; null when there is none.
  StringRef Name;
  std::optional<bool> SingleReturn;
  NodeMetadata::Texts Metadata;
  const char *At = nullptr;
};

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

bool NodeReader::readInput() {
  static constexpr StringLiteral Fields[] = {"name", "arg", "kind"};
  Symbol Name;
  StringRef Type;
  int64_t Kind = NoKind;
  if (!P.readStruct(Fields, 2, [&](unsigned I) {
        switch (I) {
        case 0:
          return P.readSymbol(Name);
        case 1:
          Args.beginArg();
          (void)Arguments.takeEmptyListType();
          if (!Arguments.read(Args))
            return false;
          Type = Arguments.takeEmptyListType();
          return true;
        default:
          if (R.consumeNull())
            return true;
          if (!R.readInt(Kind))
            return false;
          return (Kind >= NoKind && Kind <= Keyword) ||
                 R.fail("unknown kind of an argument");
        }
      }))
    return false;
  InputNames.push_back(Name);
  InputKinds.push_back(Kind);
  InputTypes.push_back(Type);
  return true;
}

bool NodeReader::readInputs() {
  Args.clear();
  InputNames.clear();
  InputKinds.clear();
  InputTypes.clear();
  return P.readArray([&] { return readInput(); });
}

/// Makes items of the builder positional or keywords, in the order in which
/// torch.export.load has them.
void NodeReader::orderInputs(Pieces &N) {
  size_t Count = InputNames.size();
  ArrayRef<SchemaParam> Params;
  if (N.Schema)
    Params = N.Schema->params();
  // What PyTorch writes: positional ones by their place, then keywords.
  bool Regular = true;
  unsigned NumArgs = 0;
  for (size_t I = 0; I != Count && Regular; ++I) {
    if (InputKinds[I] == Positional) {
      Regular = NumArgs == I;
      if (N.Schema)
        Regular &= I < Params.size() && InputNames[I].str() == Params[I].Name;
      ++NumArgs;
    } else {
      Regular = InputKinds[I] == Keyword && !InputNames[I].str().empty();
    }
  }
  if (LLVM_LIKELY(Regular)) {
    for (size_t I = NumArgs; I != Count; ++I)
      Args.Items[I].Keyword = InputNames[I].id();
    Args.NumArgs = NumArgs;
    return;
  }
  P.Unusual = true;
  // Arguments in the order of the schema; what has no place there follows.
  SmallVector<Argument, 8> Positionals;
  SmallVector<KwArg, 8> Keywords;
  SmallVector<bool, 16> Used(Count, false);
  auto Take = [&](size_t I, bool IsPositional) {
    Used[I] = true;
    Argument A = Args.value(P.Ctx, I);
    if (IsPositional)
      Positionals.push_back(A);
    else
      Keywords.push_back({InputNames[I], A});
  };
  for (const SchemaParam &Param : Params) {
    for (size_t I = Count; I-- > 0;) { // The last one counts.
      if (Used[I] || InputNames[I].str() != Param.Name)
        continue;
      bool Required =
          Param.isRequired() && Param.Kind != ParamKind::KeywordOnly;
      Take(I, InputKinds[I] == Positional ||
                  (InputKinds[I] == NoKind && Required));
      break;
    }
  }
  for (size_t I = 0; I != Count; ++I)
    if (!Used[I])
      Take(I, InputKinds[I] == Positional || InputNames[I].str().empty() ||
                  N.Class == TargetClass::SymOp);
  Args.clear();
  for (const Argument &A : Positionals)
    Args.addArg(A);
  for (const KwArg &K : Keywords)
    Args.addKwarg(K.Name, K.Value);
}

/// Keeps what a call shows of an operator without a schema: the names of
/// positional parameters, and after a `*` keywords whose empty list gives
/// their type.
void NodeReader::learnParameters(const Pieces &N) {
  ArrayRef<Symbol> Known = P.Program->parameterNames(N.Target);
  if (InputNames.size() > MaxParameters)
    return;
  std::vector<Symbol> Names(Known);
  auto Star = [&] { return llvm::find(Names, StringRef("*")); };
  auto Put = [&](size_t I, size_t Place) {
    StringRef Name = InputNames[I].str();
    bool IsNew = Place == size_t(Star() - Names.begin());
    if (!IsNew && InputTypes[I].empty())
      return;
    Symbol Text = InputTypes[I].empty()
                      ? InputNames[I]
                      : P.intern((InputTypes[I] + " " + Name).str());
    if (IsNew)
      Names.insert(Names.begin() + Place, Text);
    else
      Names[Place] = Text;
  };
  size_t Place = 0;
  for (size_t I = 0; I != InputKinds.size(); ++I) {
    if (InputKinds[I] == Positional) {
      Put(I, Place++);
    } else if (!InputTypes[I].empty()) {
      Symbol Text = P.intern((InputTypes[I] + " " + InputNames[I].str()).str());
      if (Star() == Names.end())
        Names.push_back(P.intern("*"));
      if (std::find(Star(), Names.end(), Text) == Names.end())
        Names.push_back(Text);
    }
  }
  if (ArrayRef(Names) != Known)
    P.Program->setParameterNames(N.Target, std::move(Names));
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

bool NodeReader::readOutput(Result &Out) {
  return P.readUnion([&](StringRef Key) {
    if (Key == "as_none") {
      Out.Kind = Result::None;
      return P.readNone();
    }
    if (Key == "as_tensor") {
      Out.Kind = Result::Value;
      return P.readNamed("name", Out.Name);
    }
    if (Key == "as_sym_int" || Key == "as_sym_float" || Key == "as_sym_bool") {
      Out.Kind = Result::Value;
      return P.readNamed("as_name", Out.Name);
    }
    bool Tensors = Key == "as_tensors";
    if (!Tensors && Key != "as_sym_ints" && Key != "as_sym_floats" &&
        Key != "as_sym_bools")
      return R.fail("unknown kind of a result, '" + Key + "'");
    Out.Kind = Result::List;
    Out.FirstElement = Elements.size();
    if (!P.readArray([&] {
          StringRef Name;
          if (!P.readNamed(Tensors ? "name" : "as_name", Name))
            return false;
          Elements.push_back(Name);
          return true;
        }))
      return false;
    Out.NumElements = Elements.size() - Out.FirstElement;
    return true;
  });
}

bool NodeReader::readOutputs() {
  Results.clear();
  Elements.clear();
  return P.readArray([&] { return readOutput(Results.emplace_back()); });
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// The operator.getitem for \p Part. What no value is called after is named
/// here.
Node *NodeReader::buildElement(Node *Producer, unsigned Index,
                               const Result &Part, const Pieces &From) {
  Symbol Target = P.intern("operator.getitem");
  ArgSpecBuilder B;
  B.addOperandArg(Producer);
  B.beginArg();
  B.addInt(Index);
  LoaderNames &Loader = Names.Loader;
  Node *Element;
  if (Part.Kind == Result::Value)
    Element = Names.define(Opcode::CallFunction, Target, B, Part.Name, From.At);
  else
    Element = Names.defineAuto(
        Opcode::CallFunction, Target, B,
        Part.Kind == Result::None
            ? Loader.create("as_none")
            : Loader.createFor(Target, TargetNaming::Callable));
  if (Element)
    Metadata.setTexts(Element, From.Metadata);
  return Element;
}

/// The operator.getitem of each result.
bool NodeReader::buildElements(Node *Producer, ArrayRef<Result> Parts,
                               bool IsList, const Pieces &From) {
  SmallVector<Node *, 8> Nodes;
  for (auto [Index, Part] : enumerate(Parts)) {
    Node *New = buildElement(Producer, Index, Part, From);
    if (!New)
      return false;
    Nodes.push_back(New);
    if (Part.Kind == Result::None)
      Metadata.setVal(New, Argument());
    if (Part.Kind == Result::List &&
        !buildElements(New, valuesOf(Part), /*IsList=*/true, From))
      return false;
  }
  Metadata.setParts(Producer, Nodes, IsList);
  return true;
}

/// The elements of a list of results.
SmallVector<NodeReader::Result, 8>
NodeReader::valuesOf(const Result &List) const {
  SmallVector<Result, 8> Values;
  for (StringRef Name :
       ArrayRef(Elements).slice(List.FirstElement, List.NumElements))
    Values.push_back({Result::Value, Name});
  return Values;
}

bool NodeReader::build(Pieces &N) {
  bool IsHigherOrder = N.Class == TargetClass::HigherOrder;
  for (Node *Nested : Arguments.takeGraphNodes())
    Metadata.setTexts(Nested, N.Metadata);
  bool Alone = Results.size() == 1 && Results[0].Kind == Result::Value &&
               !(IsHigherOrder && !N.SingleReturn.value_or(false));
  bool IsNone = Results.size() == 1 && Results[0].Kind == Result::None;
  // PyTorch has the flag for operators of higher order only.
  P.Unusual |= N.SingleReturn.has_value() != IsHigherOrder;
  Node *New;
  if (LLVM_LIKELY(Alone)) {
    New = Names.define(Opcode::CallFunction, N.Target, Args, Results[0].Name,
                       N.At);
    if (!New)
      return false;
  } else {
    LoaderNames &Loader = Names.Loader;
    Name Called = N.Name.empty()
                      ? Loader.createFor(N.Target, TargetNaming::Callable)
                      : Loader.create(N.Name);
    if (IsNone)
      Called = Loader.create(
          Namespace::candidateFor(N.Target.str(), TargetNaming::Callable) +
          "_unused");
    New = Names.defineAuto(Opcode::CallFunction, N.Target, Args, Called);
    if (IsNone)
      Metadata.setVal(New, Argument());
  }
  // torch.fx could not, or would not, call it so.
  if (LLVM_UNLIKELY(!N.Name.empty() && (Alone ? N.Name != Results[0].Name
                                              : N.Name != New->name())))
    Metadata.setExtra(New, P.intern(SerializedNameKey),
                      Argument::string(P.intern(N.Name)));
  Metadata.setTexts(New, N.Metadata);
  if (Alone || IsNone || Results.empty())
    return true;
  // A list is the result itself.
  if (Results.size() == 1 && Results[0].Kind == Result::List)
    return buildElements(New, valuesOf(Results[0]), /*IsList=*/true, N);
  return buildElements(New, Results, /*IsList=*/false, N);
}

/// What operators of higher order return was said without the flag up to
/// PyTorch 2.6: one tensor alone, or a list of all.
void NodeReader::upgradeOutputs(Pieces &N) {
  if (Results.size() != 1 || N.SingleReturn)
    return;
  Result Only = Results[0];
  N.SingleReturn = Only.Kind == Result::Value;
  if (Only.Kind == Result::List)
    Results = valuesOf(Only);
}

bool NodeReader::read() {
  static constexpr StringLiteral Fields[] = {
      "target", "inputs", "outputs", "metadata", "is_hop_single_tensor_return",
      "name"};
  Pieces N;
  R.peek();
  N.At = R.position();
  if (!P.readStruct(Fields, 4, [&](unsigned I) {
        switch (I) {
        case 0: {
          StringRef Target;
          if (!R.readString(Target))
            return false;
          if (P.isOld())
            Target = P.upgradeTarget(Target);
          N.Target = P.intern(targetFromJSON(Target));
          return !Target.empty() || R.fail("a node without a target", N.At);
        }
        case 1:
          return readInputs();
        case 2:
          return readOutputs();
        case 3:
          return Metadata.read(N.Metadata);
        case 4: {
          bool Single;
          if (R.consumeNull())
            return true;
          if (!R.readBool(Single))
            return false;
          N.SingleReturn = Single;
          return true;
        }
        default:
          if (!R.consumeNull() && !P.readName(N.Name))
            return false;
          P.Unusual |= N.Name.empty();
          return true;
        }
      }))
    return false;
  N.Class = classifyTarget(N.Target.str());
  if (N.Class == TargetClass::HigherOrder && P.Version.isBefore(8, 6))
    upgradeOutputs(N);
  if (N.Class == TargetClass::Overload) {
    const OpTarget *Op = P.Ctx.functionOp(N.Target);
    if (Op && Op->overloads().size() == 1)
      N.Schema = &Op->overloads()[0];
    else
      learnParameters(N);
  }
  orderInputs(N);
  return build(N);
}
