//===- NodeReader.cpp - Nodes from the JSON of a program ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A serialized node names the elements of its result; in the graph each element
// is an operator.getitem. What torch.export.load calls the nodes is decided
// here.
//
//===----------------------------------------------------------------------===//

#include "ProgramReader.h"
#include "SchemaNames.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::interop;
using asmparser::NameTable;
using namespace llvm;

/// More than any operator or node has; some checks compare all with all.
static constexpr size_t MaxParameters = 256, MaxMetadata = 256;

/// ArgumentKind of the schema.
enum InputKind : uint8_t { NoKind, Positional, Keyword };

struct GraphReader::Pieces {
  Symbol Target;
  TargetClass Class = TargetClass::Overload;
  const OpSchema *Schema = nullptr;
  /// The name; null when there is none.
  StringRef Name;
  std::optional<bool> SingleReturn;
  uint32_t MetaBegin = 0, MetaEnd = 0;
  const char *At = nullptr;
};

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

bool GraphReader::readNodeInput(Pieces &) {
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
          EmptyListType = StringRef();
          if (!readArgument(Args, 0))
            return false;
          Type = EmptyListType;
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

bool GraphReader::readNodeInputs(Pieces &N) {
  Args.clear();
  InputNames.clear();
  InputKinds.clear();
  InputTypes.clear();
  NestedNodes.clear();
  return P.readArray([&] { return readNodeInput(N); });
}

/// Makes items of the builder positional or keywords, in the order in which
/// torch.export.load has them.
void GraphReader::orderInputs(Pieces &N) {
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
  // By name, in the order of the schema; what has no place there follows.
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
void GraphReader::learnParameters(const Pieces &N) {
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
// Metadata and outputs
//===----------------------------------------------------------------------===//

bool GraphReader::readMetadata(Pieces &N) {
  R.peek();
  const char *Begin = R.position();
  // Neighbors often have the same.
  if (!LastMetadata.empty() &&
      StringRef(Begin, P.Text.end() - Begin).starts_with(LastMetadata)) {
    R.setPosition(Begin + LastMetadata.size());
    N.MetaBegin = LastMetaBegin;
    N.MetaEnd = LastMetaEnd;
    return true;
  }
  N.MetaBegin = Strings.size();
  if (!P.readMap([&](StringRef Key) {
        Symbol Name = P.intern(Key), Value;
        R.peek();
        const char *At = R.position();
        // So do single entries: stack traces are long.
        size_t Place = Strings.size() - N.MetaBegin;
        if (Place >= LastStrings.size())
          LastStrings.resize(Place + 1);
        auto &[LastText, LastValue] = LastStrings[Place];
        if (!LastText.empty() &&
            StringRef(At, P.Text.end() - At).starts_with(LastText)) {
          R.setPosition(At + LastText.size());
          Value = LastValue;
        } else if (P.readSymbol(Value)) {
          LastText = StringRef(At, R.position() - At);
          LastValue = Value;
        } else {
          return false;
        }
        bool Taken = isProgramMetadata(Name.str());
        for (size_t I = N.MetaBegin; I != Strings.size(); ++I)
          Taken |= Strings[I].Name == Name;
        if (Strings.size() - N.MetaBegin > MaxMetadata)
          return R.fail("too many kinds of metadata", At);
        if (Taken)
          return R.fail("'" + Name.str() + "' comes twice, or is reserved", At);
        if (P.isOld())
          std::tie(Name, Value) = P.upgradeMetadata(Name, Value);
        Strings.push_back({Name, Argument::string(Value)});
        return true;
      }))
    return false;
  N.MetaEnd = Strings.size();
  LastMetadata = StringRef(Begin, R.position() - Begin);
  LastMetaBegin = N.MetaBegin;
  LastMetaEnd = N.MetaEnd;
  return true;
}

bool GraphReader::readNodeOutput(Result &Out) {
  return P.readUnion([&](StringRef Key) {
    if (Key == "as_none") {
      Out.Kind = Result::None;
      return readNone();
    }
    if (Key == "as_tensor") {
      Out.Kind = Result::Value;
      return readNamed("name", Out.Name);
    }
    if (Key == "as_sym_int" || Key == "as_sym_float" || Key == "as_sym_bool") {
      Out.Kind = Result::Value;
      return readNamed("as_name", Out.Name);
    }
    bool Tensors = Key == "as_tensors";
    if (!Tensors && Key != "as_sym_ints" && Key != "as_sym_floats" &&
        Key != "as_sym_bools")
      return R.fail("unknown kind of a result, '" + Key + "'");
    Out.Kind = Result::List;
    Out.FirstElement = Elements.size();
    if (!P.readArray([&] {
          StringRef Name;
          if (!readNamed(Tensors ? "name" : "as_name", Name))
            return false;
          Elements.push_back(Name);
          return true;
        }))
      return false;
    Out.NumElements = Elements.size() - Out.FirstElement;
    return true;
  });
}

bool GraphReader::readNodeOutputs(Pieces &) {
  Results.clear();
  Elements.clear();
  return P.readArray([&] { return readNodeOutput(Results.emplace_back()); });
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Node *GraphReader::buildElement(Node *Producer, unsigned Index, Name N,
                                const Pieces &From) {
  ArgSpecBuilder B;
  B.addOperandArg(Producer);
  B.beginArg();
  B.addInt(Index);
  Node *Element =
      define(Opcode::CallFunction, P.intern("operator.getitem"), B, N);
  NodeFacts &F = facts(Element);
  F.MetaBegin = From.MetaBegin;
  F.MetaEnd = From.MetaEnd;
  return Element;
}

/// The operator.getitem of each result.
bool GraphReader::buildElements(Node *Producer, ArrayRef<Result> Parts,
                                const Pieces &From) {
  SmallVector<Node *, 8> Nodes;
  auto Named = [&](Node *Of, unsigned Index, StringRef Text) -> Node * {
    NameTable::Key K = Names.key(Text.begin(), Text.end());
    if (!checkNewName(K, Text, From.At))
      return nullptr;
    Name N = Names.name(K);
    Node *New = buildElement(Of, Index, N, From);
    Names.set(K, New->id());
    Loader.note(N);
    return New;
  };
  for (auto [Index, Part] : enumerate(Parts)) {
    Node *New = nullptr;
    switch (Part.Kind) {
    case Result::None:
      New = buildElement(Producer, Index, Loader.create("as_none"), From);
      AutoNamed[New->nameRef().key()] = New;
      facts(New).HasVal = true;
      break;
    case Result::Value:
      New = Named(Producer, Index, Part.Name);
      break;
    case Result::List: {
      Name N = Loader.createFor(P.intern("operator.getitem"),
                                TargetNaming::Callable);
      New = buildElement(Producer, Index, N, From);
      AutoNamed[N.key()] = New;
      uint32_t First = ProducerParts.size();
      SmallVector<Node *, 8> Inner;
      for (unsigned I = 0; I != Part.NumElements; ++I) {
        Inner.push_back(Named(New, I, Elements[Part.FirstElement + I]));
        if (!Inner.back())
          return false;
      }
      append_range(ProducerParts, Inner);
      Producers.push_back({New, true, First, Part.NumElements});
      break;
    }
    }
    if (!New)
      return false;
    Nodes.push_back(New);
  }
  uint32_t First = ProducerParts.size();
  append_range(ProducerParts, Nodes);
  Producers.push_back({Producer, false, First, uint32_t(Nodes.size())});
  return true;
}

bool GraphReader::buildNode(Pieces &N) {
  bool IsHigherOrder = N.Class == TargetClass::HigherOrder;
  for (Node *Nested : NestedNodes) {
    NodeFacts &F = facts(Nested);
    F.MetaBegin = N.MetaBegin;
    F.MetaEnd = N.MetaEnd;
  }
  bool Alone = Results.size() == 1 && Results[0].Kind == Result::Value &&
               !(IsHigherOrder && !N.SingleReturn.value_or(false));
  // PyTorch has the flag for operators of higher order only.
  P.Unusual |= N.SingleReturn.has_value() != IsHigherOrder;
  Node *New;
  if (LLVM_LIKELY(Alone)) {
    New = defineNamed(Opcode::CallFunction, N.Target, Args, Results[0].Name,
                      N.At);
    if (!New)
      return false;
  } else {
    Name Called = N.Name.empty()
                      ? Loader.createFor(N.Target, TargetNaming::Callable)
                      : Loader.create(N.Name);
    bool IsNone = Results.size() == 1 && Results[0].Kind == Result::None;
    if (IsNone)
      Called = Loader.create(
          Namespace::candidateFor(N.Target.str(), TargetNaming::Callable) +
          "_unused");
    New = defineAuto(Opcode::CallFunction, N.Target, Args, Called);
    if (IsNone)
      facts(New).HasVal = true;
  }
  // torch.fx could not, or would not, call it so.
  if (LLVM_UNLIKELY(!N.Name.empty() && (Alone ? N.Name != Results[0].Name
                                              : N.Name != New->name())))
    setExtra(New, P.intern(SerializedNameKey),
             Argument::string(P.intern(N.Name)));
  NodeFacts &F = facts(New);
  F.MetaBegin = N.MetaBegin;
  F.MetaEnd = N.MetaEnd;
  if (Alone || Results.empty() ||
      (Results.size() == 1 && Results[0].Kind == Result::None))
    return true;
  if (Results.size() > 1 || Results[0].Kind != Result::List)
    return buildElements(New, Results, N);
  // A list is the result itself.
  SmallVector<Result, 8> Parts;
  for (unsigned I = 0; I != Results[0].NumElements; ++I) {
    Result Part;
    Part.Kind = Result::Value;
    Part.Name = Elements[Results[0].FirstElement + I];
    Parts.push_back(Part);
  }
  if (!buildElements(New, Parts, N))
    return false;
  Producers.back().IsList = true;
  return true;
}

/// What operators of higher order return was said without the flag up to
/// PyTorch 2.6: one tensor alone, or a list of all.
void GraphReader::upgradeOutputs(Pieces &N) {
  if (Results.size() != 1 || N.SingleReturn)
    return;
  Result Only = Results[0];
  N.SingleReturn = Only.Kind == Result::Value;
  if (Only.Kind != Result::List)
    return;
  Results.clear();
  for (StringRef Name :
       ArrayRef(Elements).slice(Only.FirstElement, Only.NumElements)) {
    Result &Each = Results.emplace_back();
    Each.Kind = Result::Value;
    Each.Name = Name;
  }
}

bool GraphReader::readNode() {
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
          return readNodeInputs(N);
        case 2:
          return readNodeOutputs(N);
        case 3:
          return readMetadata(N);
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
          if (!R.consumeNull() && !readName(N.Name))
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
  return buildNode(N);
}
