//===- ArgumentWriter.cpp - Arguments as JSON -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramWriter.h"
#include "SchemaNames.h"
#include "fx/IR/AttributeNames.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

void GraphWriter::writeName(const Node &N) {
  // Identifiers need no escapes.
  Name Called = N.nameRef();
  Out << Ctx.symbol(Called.Base).str();
  if (Called.Suffix != Name::NoSuffix)
    Out << '_' << Called.Suffix - 1;
}

/// `"x"}`, after the key.
static void finishNamed(GraphWriter &W, TextBuffer &Out, const Node &N) {
  W.writeName(N);
  Out << "\"}";
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

/// Why PyTorch cannot read the graph that \p N fetches: the name is that of an
/// attribute of the module and of a node.
std::string GraphWriter::whyNotGraphName(const Node &N) const {
  StringRef Name = N.targetText();
  if (!canNameAttribute(Name))
    return "which cannot be an attribute of a module";
  const Node *Other = N.name() == Name ? &N : G.findByName(Name);
  return Other && !Other->isGetAttr() ? "as a value is" : "";
}

bool GraphWriter::writeReference(const Node &Value, const Node &Where) {
  const Node &N = original(Value);
  if (N.isGetAttr()) {
    const Module *Child = Owner.lookup(N.targetText());
    if (!Child || !Child->graph())
      return P.fail(diag::err_program_attribute, Where, N);
    if (std::string Why = whyNotGraphName(N); !Why.empty())
      return P.fail(diag::err_verify_tree_name, Where, "a program",
                    "a graph cannot be called '" + N.targetText() + "', " +
                        Why);
    Out << "{\"as_graph\": {\"name\": ";
    writeJSONString(Out, N.targetText());
    Out << ", \"graph\": ";
    GraphWriter Inner(P, *Child);
    if (!Inner.write())
      return false;
    Out << "}}";
    return true;
  }
  ProgramWriter::ValueClass C = classOf(N);
  if (C == ProgramWriter::Object) {
    Symbol Ignored, Class;
    (void)isObject(*N.val(), Ignored, Class);
    Out << "{\"as_custom_obj\": {\"name\": \"";
    writeName(N);
    Out << "\", \"class_fqn\": ";
    writeJSONString(Out, Class.str());
    Out << "}}";
    return true;
  }
  if (!P.beginReference(C))
    return P.fail(diag::err_program_no_val, Where, N);
  finishNamed(*this, Out, N);
  Out << '}';
  return true;
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

namespace {
enum ListMember : unsigned {
  LM_None, ///< There is no member for such a list.
  LM_Bools,
  LM_Ints,
  LM_Floats,
  LM_Strings,
  LM_SymInts,
  LM_SymFloats,
  LM_SymBools,
  LM_Tensors,
  LM_NestedTensors,
  LM_OptionalTensors,
  LM_IntLists,
  LM_FloatLists
};
} // namespace

static constexpr StringLiteral ListMemberNames[] = {"",
                                                    "as_bools",
                                                    "as_ints",
                                                    "as_floats",
                                                    "as_strings",
                                                    "as_sym_ints",
                                                    "as_sym_floats",
                                                    "as_sym_bools",
                                                    "as_tensors",
                                                    "as_nested_tensors",
                                                    "as_optional_tensors",
                                                    "as_int_lists",
                                                    "as_float_lists"};

/// What PyTorch makes of a list without elements.
static ListMember emptyListMember(const SchemaType *Type) {
  if (!Type)
    return LM_Tensors;
  switch (Type->Kind) {
  case SchemaKind::Bool:
  case SchemaKind::SymBool:
    return LM_Bools;
  case SchemaKind::Int:
  case SchemaKind::SymInt:
  case SchemaKind::Scalar:
    return LM_Ints;
  case SchemaKind::Float:
    return LM_Floats;
  case SchemaKind::Str:
    return LM_Strings;
  default:
    return LM_Tensors;
  }
}

/// The first rule of PyTorch's serializer that fits.
unsigned GraphWriter::listMember(Holes Nodes, ArgReader R, uint32_t Count,
                                 const SchemaType *Type) const {
  if (!Count)
    return emptyListMember(Type);
  // What occurs among the elements.
  enum : unsigned {
    Bools = 1,
    Ints = 2,
    Floats = 4,
    Strings = 8,
    Nones = 16,
    IntNodes = 32,
    FloatNodes = 64,
    BoolNodes = 128,
    OtherNodes = 256,
    NodeLists = 512,
    IntTuples = 1024,
    FloatLists = 2048,
    EmptyLists = 4096,
    Others = 8192
  };
  unsigned Seen = 0;
  for (uint32_t I = 0; I != Count; ++I) {
    ArgToken T = R.next();
    switch (T.Kind) {
    case ArgKind::Bool:
      Seen |= Bools;
      break;
    case ArgKind::Int:
      Seen |= Ints;
      break;
    case ArgKind::Float:
      Seen |= Floats;
      break;
    case ArgKind::String:
      Seen |= Strings;
      break;
    case ArgKind::None:
      Seen |= Nones;
      break;
    case ArgKind::Node: {
      const Node *N = Nodes[T.Operand];
      ProgramWriter::ValueClass Class = classOf(original(*N));
      if (Class == ProgramWriter::SymInt)
        Seen |= IntNodes;
      else if (Class == ProgramWriter::SymFloat)
        Seen |= FloatNodes;
      else if (Class == ProgramWriter::SymBool)
        Seen |= BoolNodes;
      else
        Seen |= OtherNodes;
      break;
    }
    case ArgKind::List:
    case ArgKind::Tuple: {
      unsigned Inner = 0;
      if (!T.Count)
        Inner = EmptyLists;
      for (uint32_t K = 0; K != T.Count; ++K) {
        ArgReader Ahead = R;
        ArgKind Kind = Ahead.next().Kind;
        R.skip();
        if (Kind == ArgKind::Node)
          Inner |= NodeLists;
        else if (Kind == ArgKind::Int && T.Kind == ArgKind::Tuple)
          Inner |= IntTuples;
        else if (Kind == ArgKind::Float)
          Inner |= FloatLists;
        else
          Inner |= Others;
      }
      Seen |= Inner;
      break;
    }
    default:
      for (uint64_t Left = T.Count; Left; --Left)
        Left += R.next().Count;
      Seen |= Others;
    }
  }
  auto Only = [Seen](unsigned Allowed) { return !(Seen & ~Allowed); };
  constexpr unsigned AnyNode = IntNodes | FloatNodes | BoolNodes | OtherNodes;
  if (Only(Bools))
    return LM_Bools;
  if (Only(Ints))
    return LM_Ints;
  if (Only(Floats))
    return LM_Floats;
  if (Only(Strings))
    return LM_Strings;
  if (Only(Ints | IntNodes))
    return LM_SymInts;
  if (Only(Floats | FloatNodes))
    return LM_SymFloats;
  if (Only(Bools | BoolNodes))
    return LM_SymBools;
  if (Only(AnyNode))
    return LM_Tensors;
  if (Only(NodeLists | EmptyLists))
    return LM_NestedTensors;
  if (Only(AnyNode | Nones))
    return LM_OptionalTensors;
  if (Only(IntTuples | EmptyLists))
    return LM_IntLists;
  if (Only(FloatLists | EmptyLists))
    return LM_FloatLists;
  return LM_None;
}

bool GraphWriter::writeListItems(Holes Nodes, ArgReader &R, uint32_t Count,
                                 unsigned Member) {
  Out << '[';
  for (uint32_t I = 0; I != Count; ++I) {
    if (I)
      Out << ", ";
    ArgToken T = R.next();
    const Node *N =
        T.Kind == ArgKind::Node ? &original(*Nodes[T.Operand]) : nullptr;
    if (N) {
      switch (Member) {
      case LM_SymInts:
      case LM_SymFloats:
      case LM_SymBools:
        Out << "{\"as_name\": \"";
        break;
      case LM_OptionalTensors:
        Out << "{\"as_tensor\": {\"name\": \"";
        break;
      default:
        Out << "{\"name\": \"";
      }
      finishNamed(*this, Out, *N);
      if (Member == LM_OptionalTensors)
        Out << '}';
      continue;
    }
    switch (T.Kind) {
    case ArgKind::None:
      Out << "{\"as_none\": true}";
      break;
    case ArgKind::Bool:
      if (Member == LM_SymBools)
        Out << "{\"as_bool\": ";
      writeJSONBool(Out, T.Small);
      if (Member == LM_SymBools)
        Out << '}';
      break;
    case ArgKind::Int:
      if (Member == LM_SymInts)
        Out << "{\"as_int\": ";
      writeJSONInt(Out, T.Int);
      if (Member == LM_SymInts)
        Out << '}';
      break;
    case ArgKind::Float:
      if (Member == LM_SymFloats)
        Out << "{\"as_float\": ";
      writeJSONFloat(Out, T.Float);
      if (Member == LM_SymFloats)
        Out << '}';
      break;
    case ArgKind::String:
      writeJSONString(Out, Ctx.symbol(T.Text).str());
      break;
    default: // A list of one of the kinds above.
      writeListItems(Nodes, R, T.Count, Member);
    }
  }
  Out << ']';
  return true;
}

bool GraphWriter::writeList(Holes Nodes, ArgReader &R, uint32_t Count,
                            const SchemaType *Type, const Node &Where) {
  unsigned Member = listMember(Nodes, R, Count, Type);
  if (Member == LM_None)
    return P.fail(diag::err_program_argument, Where, "such a list");
  Out << "{\"" << ListMemberNames[Member] << "\": ";
  writeListItems(Nodes, R, Count, Member);
  Out << '}';
  return true;
}

//===----------------------------------------------------------------------===//
// The union
//===----------------------------------------------------------------------===//

bool GraphWriter::writeDict(Holes Nodes, ArgReader &R, uint32_t Count,
                            const Node &Where) {
  Out << "{\"as_string_to_argument\": {";
  for (uint32_t I = 0; I + 1 < Count; I += 2) {
    if (I)
      Out << ", ";
    ArgToken Key = R.next();
    if (Key.Kind != ArgKind::String)
      return P.fail(diag::err_program_argument, Where,
                    "a dictionary whose keys are not strings");
    writeJSONString(Out, Ctx.symbol(Key.Text).str());
    Out << ": ";
    if (!writeArgument(Nodes, R, nullptr, Where))
      return false;
  }
  Out << "}}";
  return true;
}

/// A custom object that is not a value of the graph, or what is not known.
bool GraphWriter::writeObject(Holes Nodes, const ArgToken &T, ArgReader &R,
                              const Node &Where) {
  SmallVector<Argument, 4> Items;
  for (uint32_t I = 0; I != T.Count; ++I)
    Items.push_back(decodeArgument(R, Ctx, [&](uint32_t Operand) {
      return const_cast<Node *>(Nodes[Operand]);
    }));
  Symbol Name, Class;
  Argument A = Argument::namedTuple(Ctx.symbol(T.Text), Items);
  if (isUnknown(A, Name, Class)) {
    Out << '{';
    writeJSONString(Out, Name.str());
    Out << ": " << Class.str() << '}';
    return true;
  }
  if (!isObject(A, Name, Class))
    return P.fail(diag::err_program_argument, Where, "a named tuple");
  Out << "{\"as_custom_obj\": {\"name\": ";
  writeJSONString(Out, Name.str());
  Out << ", \"class_fqn\": ";
  writeJSONString(Out, Class.str());
  Out << "}}";
  return true;
}

bool GraphWriter::writeArgument(Holes Nodes, ArgReader &R,
                                const SchemaType *Type, const Node &Where) {
  ArgToken T = R.next();
  switch (T.Kind) {
  case ArgKind::Node:
    return writeReference(*Nodes[T.Operand], Where);
  case ArgKind::None:
    Out << "{\"as_none\": true}";
    return true;
  case ArgKind::Bool:
    Out << "{\"as_bool\": ";
    writeJSONBool(Out, T.Small);
    break;
  case ArgKind::Int:
    Out << "{\"as_int\": ";
    writeJSONInt(Out, T.Int);
    break;
  case ArgKind::Float:
    Out << "{\"as_float\": ";
    writeJSONFloat(Out, T.Float);
    break;
  case ArgKind::Complex: {
    double Real = R.next().Float, Imag = R.next().Float;
    Out << "{\"as_complex\": {\"real\": ";
    writeJSONFloat(Out, Real);
    Out << ", \"imag\": ";
    writeJSONFloat(Out, Imag);
    Out << '}';
    break;
  }
  case ArgKind::String:
    Out << "{\"as_string\": ";
    writeJSONString(Out, Ctx.symbol(T.Text).str());
    break;
  case ArgKind::DType:
    Out << "{\"as_scalar_type\": " << uint32_t(numberOf(DType(T.Small)));
    break;
  case ArgKind::Layout:
    Out << "{\"as_layout\": " << uint32_t(numberOf(Layout(T.Small)));
    break;
  case ArgKind::MemoryFormat:
    Out << "{\"as_memory_format\": "
        << uint32_t(numberOf(MemoryFormat(T.Small)));
    break;
  case ArgKind::Device:
    Out << "{\"as_device\": ";
    P.writeDevice(Ctx.symbol(T.Text).str());
    break;
  case ArgKind::Function: {
    StringRef Target = Ctx.symbol(T.Text).str();
    Out << "{\"as_operator\": ";
    writeJSONString(Out, isOperatorModule(Target) ? "_" + Target.str()
                                                  : Target.str());
    break;
  }
  case ArgKind::Tuple:
  case ArgKind::List:
    return writeList(Nodes, R, T.Count, Type, Where);
  case ArgKind::Dict:
    return writeDict(Nodes, R, T.Count, Where);
  case ArgKind::NamedTuple:
    return writeObject(Nodes, T, R, Where);
  case ArgKind::SymExpr:
    return P.fail(diag::err_program_argument, Where,
                  "a symbolic expression that no node computes");
  case ArgKind::BigInt:
    return P.fail(diag::err_program_argument, Where,
                  "an integer of more than 64 bits");
  case ArgKind::Ellipsis:
    return P.fail(diag::err_program_argument, Where, "Ellipsis");
  case ArgKind::Enum:
    return P.fail(diag::err_program_argument, Where,
                  "a member of an enumeration");
  case ArgKind::Slice:
    return P.fail(diag::err_program_argument, Where, "a slice");
  case ArgKind::Range:
    return P.fail(diag::err_program_argument, Where, "a range");
  case ArgKind::TensorType:
    return P.fail(diag::err_program_argument, Where, "a type of tensors");
  }
  Out << '}';
  return true;
}

bool GraphWriter::writeArgument(const Argument &A, const Node &Where) {
  ArgSpecBuilder B;
  B.addArg(A);
  ArgReader R(B.Bytes.data(), 0);
  return writeArgument(Holes(ArrayRef<Node *>(B.Operands)), R, nullptr, Where);
}
