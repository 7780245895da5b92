//===- NativePrinter.cpp - The native text of graphs ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativePrinter.h"
#include "NativeWriter.h"
#include "PythonArguments.h"
#include "fx/IR/Printer.h"
#include "fx/Support/CharClass.h"
#include "fx/Support/PyLiterals.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Characters
//===----------------------------------------------------------------------===//

static bool isOf(StringRef Text, uint8_t Class) {
  for (char C : Text)
    if (!isClass(C, Class))
      return false;
  return true;
}

/// A dotted name, and after it nothing or balanced brackets.
static bool isBareType(StringRef Text) {
  if (Text.empty() || !isOf(Text, CC_Type))
    return false;
  size_t Bracket = Text.find('[');
  StringRef Head = Text.take_front(Bracket);
  if (Head.empty() || Head.find_first_of(", ']") != StringRef::npos)
    return false;
  unsigned Depth = 0;
  for (char C : Text.drop_front(Head.size())) {
    if (!Depth && C != '[')
      return false;
    Depth += C == '[';
    Depth -= C == ']';
  }
  return Depth == 0;
}

void NativeWriter::quoted(StringRef Text) {
  Out << '"';
  while (!Text.empty()) {
    size_t Plain = 0;
    while (Plain != Text.size() && isClass(Text[Plain], CC_Plain))
      ++Plain;
    Out << Text.take_front(Plain);
    Text = Text.drop_front(Plain);
    if (Text.empty())
      break;
    StringRef Rest = Text;
    py::takeCodePoint(Rest);
    StringRef Character = Text.drop_back(Rest.size());
    Text = Rest;
    char C = Character.front();
    if (Character.size() > 1)
      Out << Character;
    else if (C == '"' || C == '\\')
      Out << '\\' << C;
    else if (C == '\n')
      Out << "\\n";
    else if (C == '\t')
      Out << "\\t";
    else if (C == '\r')
      Out << "\\r";
    else
      Out << "\\x" << hexdigit(uint8_t(C) >> 4, /*LowerCase=*/true)
          << hexdigit(uint8_t(C) & 15, /*LowerCase=*/true);
  }
  Out << '"';
}

void NativeWriter::key(StringRef Text) {
  if (LLVM_LIKELY(isIdentifier(Text)))
    Out << Text;
  else
    quoted(Text);
}

void NativeWriter::target(StringRef Text) {
  if (LLVM_LIKELY(!Text.empty() && isOf(Text, CC_Target)))
    Out << Text;
  else
    quoted(Text);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void NativeWriter::number(double Value) {
  uint64_t Bits;
  std::memcpy(&Bits, &Value, 8);
  if (LLVM_LIKELY(!std::isnan(Value)) || Bits == 0x7ff8000000000000) {
    py::writeFloatRepr(Out, Value);
    return;
  }
  Out << "nan(0x";
  for (int Shift = 60; Shift >= 0; Shift -= 4)
    Out << hexdigit(Bits >> Shift & 15, /*LowerCase=*/true);
  Out << ')';
}

void NativeWriter::textCall(StringRef Word, const ArgToken &T) {
  Out << Word << '(';
  quoted(text(T));
  Out << ')';
}

/// \p Count values with commas between them.
void NativeWriter::items(OperandList Operands, uint32_t Count, ArgReader &R,
                         unsigned Depth) {
  for (uint32_t I = 0; I != Count; ++I) {
    if (I)
      Out << ", ";
    value(Operands, R, Depth);
  }
}

void NativeWriter::value(OperandList Operands, ArgReader &R, unsigned Depth) {
  const uint8_t *Begin = R.position();
  ArgToken T = R.next();
  if (LLVM_UNLIKELY(Depth > MaxArgumentDepth)) {
    // Nothing that can be read back: an error is better than half a value.
    ArgReader Whole(Begin, T.Operand);
    Out << "<nested more than " << MaxArgumentDepth << " deep>";
    Whole.skip();
    R = Whole;
    return;
  }
  switch (T.Kind) {
  case ArgKind::None:
    Out << "None";
    return;
  case ArgKind::Ellipsis:
    Out << "...";
    return;
  case ArgKind::Bool:
  case ArgKind::Int:
  case ArgKind::DType:
  case ArgKind::Layout:
  case ArgKind::MemoryFormat:
    return writeConstant(Out, T);
  case ArgKind::BigInt:
    Out << text(T);
    return;
  case ArgKind::Float:
    return number(T.Float);
  case ArgKind::String:
    return quoted(text(T));
  case ArgKind::Device:
    return textCall("device", T);
  case ArgKind::SymExpr:
    return textCall("sym", T);
  case ArgKind::Function:
    return textCall("fn", T);
  case ArgKind::Enum:
    return textCall("enum", T);
  case ArgKind::Node:
    Out << '%';
    return name(Operands[T.Operand]);
  case ArgKind::Tuple:
    Out << '(';
    items(Operands, T.Count, R, Depth + 1);
    Out << StringRef(T.Count == 1 ? ",)" : ")");
    return;
  case ArgKind::List:
    Out << '[';
    items(Operands, T.Count, R, Depth + 1);
    Out << ']';
    return;
  case ArgKind::Dict:
    Out << '{';
    for (uint32_t I = 0; I + 1 < T.Count; I += 2) {
      if (I)
        Out << ", ";
      value(Operands, R, Depth + 1);
      Out << ": ";
      value(Operands, R, Depth + 1);
    }
    Out << '}';
    return;
  case ArgKind::NamedTuple:
    Out << "namedtuple(";
    quoted(text(T));
    for (uint32_t I = 0; I + 1 < T.Count; I += 2) {
      Out << ", ";
      key(text(R.next()));
      Out << '=';
      value(Operands, R, Depth + 1);
    }
    Out << ')';
    return;
  case ArgKind::Complex:
    Out << "complex(";
    break;
  case ArgKind::Slice:
    Out << "slice(";
    break;
  case ArgKind::Range:
    Out << "range(";
    break;
  case ArgKind::TensorType:
    Out << "tensor(";
    items(Operands, std::min(T.Count, 4u), R, Depth + 1);
    if (T.Count == 7)
      tensorFacts(Operands, R, Depth + 1);
    Out << ')';
    return;
  }
  items(Operands, T.Count, R, Depth + 1);
  Out << ')';
}

/// `, requires_grad=True, offset=4, layout=torch.sparse_coo`, without those
/// that are as usual.
void NativeWriter::tensorFacts(OperandList Operands, ArgReader &R,
                               unsigned Depth) {
  for (StringRef Key : {"requires_grad", "offset", "layout"}) {
    ArgReader Ahead = R;
    ArgToken T = Ahead.next();
    bool Usual = (T.Kind == ArgKind::Bool && !T.Small) ||
                 (T.Kind == ArgKind::Int && !T.Int) ||
                 (T.Kind == ArgKind::Layout && Layout(T.Small) == Layout());
    if (Usual) {
      R.skip();
      continue;
    }
    Out << ", " << Key << '=';
    value(Operands, R, Depth);
  }
}

void NativeWriter::value(const Argument &A) {
  ArgSpecBuilder B;
  B.addArg(A);
  ArgReader R(B.Bytes.data(), 0);
  value(ArrayRef<Node *>(B.Operands), R, 0);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Whether `return VALUE` says everything.
bool NativeWriter::isPlainOutput(const Node &N) const {
  Name Called = N.nameRef();
  return N.isOutput() && Called.Suffix == Name::NoSuffix &&
         Ctx.symbol(Called.Base) == "output" && N.target() == "output" &&
         N.numArgs() == 1 && N.numKwargs() == 0 && !N.type() && !N.hasMeta() &&
         !N.hasUsers();
}

/// `[num_users=2]`, and the users where the order of the text does not give
/// theirs.
void NativeWriter::users(const Node &N) {
  uint32_t Count = 0;
  bool Ordered = true;
  const Node *Last = nullptr;
  if (LLVM_LIKELY(IdsAscend)) {
    // Then ids give the order, without a look at the users themselves.
    uint32_t LastId = 0;
    for (const Node *User : N.users()) {
      uint32_t Id = User->id();
      Ordered &= LastId < Id;
      LastId = Id;
      ++Count;
    }
  } else {
    for (const Node *User : N.users()) {
      Ordered &= !Last || Last->isBefore(User);
      Last = User;
      ++Count;
    }
  }
  Out << "[num_users=" << Count;
  if (LLVM_UNLIKELY(!Ordered)) {
    Out << ", users=";
    char Before = '(';
    for (const Node *User : N.users()) {
      Out << Before;
      if (Before == ',')
        Out << ' ';
      Out << '%';
      name(*User);
      Before = ',';
    }
    Out << ')';
  }
  Out << ']';
}

void NativeWriter::node(const Node &N) {
  const ArgSpec &Spec = N.spec();
  if (LLVM_UNLIKELY(N.isOutput()) && isPlainOutput(N)) {
    Out << "return ";
    ArgReader R(Spec, 0);
    return value(N, R, 0);
  }
  Out << '%';
  name(N);
  Out << " : ";
  if (Symbol Type = N.type()) {
    if (isBareType(Type.str()))
      Out << Type.str();
    else
      quoted(Type.str());
    Out << ' ';
  }
  users(N);
  switch (N.op()) {
  case Opcode::CallFunction:
    Out << " = call_function[target=";
    break;
  case Opcode::CallModule:
    Out << " = call_module[target=";
    break;
  case Opcode::CallMethod:
    Out << " = call_method[target=";
    break;
  case Opcode::Placeholder:
  case Opcode::GetAttr:
  case Opcode::Output:
    Out << " = " << toString(N.op()) << "[target=";
    break;
  }
  target(N.targetText());
  Out << ']';
  arguments(N, Spec);
  if (LLVM_UNLIKELY(N.hasMeta())) {
    Out << " {";
    StringRef Before;
    for (const KwArg &Entry : N.meta().entries()) {
      Out << Before;
      key(Entry.Name.str());
      Out << ": ";
      value(Entry.Value);
      Before = ", ";
    }
    Out << '}';
  }
}

/// What is after the target.
void NativeWriter::arguments(const Node &N, const ArgSpec &Spec) {
  unsigned NumArgs = Spec.numArgs();
  ArrayRef<ArgSpec::Item> Items = Spec.items();
  if (!N.isCall() && !N.isOutput()) {
    if (Items.empty())
      return;
    if (N.isPlaceholder() && NumArgs == 1 && Items.size() == 1) {
      Out << "(default=";
      ArgReader R(Spec, 0);
      value(N, R, 0);
      Out << ')';
      return;
    }
  }
  Out << "(args = (";
  if (LLVM_LIKELY(Spec.isPlain())) {
    for (unsigned I = 0, E = N.numOperands(); I != E; ++I) {
      if (I)
        Out << ", %";
      else
        Out << '%';
      name(*N.operand(I));
    }
  } else {
    for (unsigned I = 0; I != NumArgs; ++I) {
      if (I)
        Out << ", ";
      ArgReader R(Spec, I);
      value(N, R, 0);
    }
  }
  if (NumArgs == 1)
    Out << ",), kwargs = {";
  else
    Out << "), kwargs = {";
  for (unsigned I = NumArgs; I != Items.size(); ++I) {
    if (I != NumArgs)
      Out << ", ";
    key(Ctx.symbol(Items[I].Keyword).str());
    Out << ": ";
    ArgReader R(Spec, I);
    value(N, R, 0);
  }
  Out << "})";
}

void NativeWriter::graph(const Graph &G, unsigned Indent) {
  Out << "graph():";
  IdsAscend = true;
  uint32_t LastId = 0;
  for (const Node *N : G.nodes()) {
    IdsAscend &= LastId < N->id();
    LastId = N->id();
  }
  for (const Node *N : G.nodes()) {
    Out << '\n';
    indent(Indent + 4);
    node(*N);
  }
}

//===----------------------------------------------------------------------===//
// The functions
//===----------------------------------------------------------------------===//

// A line is short: no need for the large pieces of whole graphs.
static constexpr size_t LineCapacity = 512;

void fx::printNativeModule(const GraphModule &M, raw_ostream &OS) {
  TextBuffer Out(OS);
  NativeWriter(Out, M.context()).module(M);
}

void fx::printModuleFrame(
    const GraphModule &M, raw_ostream &OS,
    function_ref<std::string(const Graph &G, unsigned Indent)> Code) {
  TextBuffer Out(OS);
  NativeWriter Writer(Out, M.context());
  Writer.setCode(Code);
  Writer.module(M);
}

void fx::printFramedGraph(const Graph &G, raw_ostream &OS, unsigned Indent) {
  TextBuffer Out(OS);
  NativeWriter(Out, G.context()).graph(G, Indent);
}

void fx::printNativeGraph(const Graph &G, raw_ostream &OS) {
  TextBuffer Out(OS);
  NativeWriter(Out, G.context()).graph(G, 0);
}

void fx::printNativeNode(const Node &N, raw_ostream &OS) {
  TextBuffer Out(OS, LineCapacity);
  NativeWriter(Out, N.context()).node(N);
}

void fx::printNativeArgument(const Argument &A, const Context &Ctx,
                             raw_ostream &OS) {
  TextBuffer Out(OS, LineCapacity);
  NativeWriter(Out, Ctx).value(A);
}
