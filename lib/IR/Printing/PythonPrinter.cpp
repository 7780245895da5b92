//===- PythonPrinter.cpp - Graphs as generated code -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonPrinter.h"
#include "fx/Support/PyLiterals.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

namespace {
/// An operator that is written as one: Before, first operand, Between, second
/// operand, Last and third operand.
struct OperatorSyntax {
  StringLiteral Name, Before, Between, Last;
  uint8_t Operands;
};
} // namespace

// torch.fx: magic_methods, inplace_methods.
static constexpr OperatorSyntax Operators[] = {
    {"add", "", " + ", "", 2},         {"sub", "", " - ", "", 2},
    {"mul", "", " * ", "", 2},         {"floordiv", "", " // ", "", 2},
    {"truediv", "", " / ", "", 2},     {"div", "", " / ", "", 2},
    {"mod", "", " % ", "", 2},         {"pow", "", " ** ", "", 2},
    {"lshift", "", " << ", "", 2},     {"rshift", "", " >> ", "", 2},
    {"and_", "", " & ", "", 2},        {"or_", "", " | ", "", 2},
    {"xor", "", " ^ ", "", 2},         {"getitem", "", "[", "]", 2},
    {"matmul", "", " @ ", "", 2},      {"eq", "", " == ", "", 2},
    {"ne", "", " != ", "", 2},         {"lt", "", " < ", "", 2},
    {"gt", "", " > ", "", 2},          {"le", "", " <= ", "", 2},
    {"ge", "", " >= ", "", 2},         {"pos", "+", "", "", 1},
    {"neg", "-", "", "", 1},           {"invert", "~", "", "", 1},
    {"iadd", "", " += ", "", 2},       {"iand", "", " &= ", "", 2},
    {"ifloordiv", "", " //= ", "", 2}, {"ilshift", "", " <<= ", "", 2},
    {"imod", "", " %= ", "", 2},       {"imul", "", " *= ", "", 2},
    {"imatmul", "", " @= ", "", 2},    {"ior", "", " |= ", "", 2},
    {"ipow", "", " **= ", "", 2},      {"irshift", "", " >>= ", "", 2},
    {"isub", "", " -= ", "", 2},       {"itruediv", "", " /= ", "", 2},
    {"ixor", "", " ^= ", "", 2},       {"setitem", "", "[", "] = ", 3},
};
/// The rest are statements that change their first operand.
static constexpr unsigned FirstInPlace = 24;

/// As much as a statement with a few arguments takes.
static constexpr size_t BytesPerStatement = 64;

PythonPrinter::PythonPrinter(const Graph &G, bool Old, NamesFrom Origin)
    : G(G), Ctx(G.context()), Old(Old), Origin(Origin), Names(G.context()),
      Globals(Names, Ctx, Old),
      Body((Origin == Nodes ? 1 : G.size() + 1) * BytesPerStatement) {}

void PythonPrinter::write(raw_ostream &OS) {
  Locals.resize(G.idBound());
  findLastUses();
  for (const Node *N : G.nodes()) {
    if (N->isPlaceholder()) {
      placeholder(*N);
      continue;
    }
    Body << "    ";
    statements(*N);
    if (!N->isOutput())
      frees(*N);
    Body << '\n';
  }
  // Only the counters of the nodes keep newer versions from writing `pass`.
  if (G.empty() || (Old && !Body.size()))
    Body << "    pass\n";
  Body << "    ";
  if (!Old)
    dropCounterLines();

  OS << '\n';
  for (unsigned I = 0; I != Wrapped.size(); ++I)
    OS << (I ? "\n" : "") << "torch.fx._symbolic_trace.wrap(\"" << Wrapped[I]
       << "\")";
  OS << "\n\ndef forward(";
  if (Parameters.empty() || Parameters.front() != "self") {
    OS << "self";
    if (!Parameters.empty())
      OS << ", ";
  }
  ListSeparator Comma;
  for (const std::string &Parameter : Parameters)
    OS << Comma << Parameter;
  OS << ')' << ReturnType << ":\n" << Body.text();
}

void PythonPrinter::writeStatements(const Node &N, raw_ostream &OS) {
  if (N.isPlaceholder()) {
    placeholder(N);
    OS << Parameters.back();
    return;
  }
  statements(N);
  OS << Body.text();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void PythonPrinter::local(const Node &N) {
  if (LLVM_UNLIKELY(Origin == Nodes))
    return writeName(Body, Ctx, N.nameRef());
  Name &Local = Locals[N.id()];
  if (LLVM_UNLIKELY(!Local)) {
    Name Own = N.nameRef();
    // A node may be called `None`, a variable may not.
    if (LLVM_UNLIKELY(Ctx.symbol(Own.Base).str() == "None"))
      Names.claim("None");
    Local = Names.createName(Own);
  }
  writeName(Body, Ctx, Local);
}

/// `name : TYPE = `
void PythonPrinter::assign(const Node &N, StringRef Type) {
  local(N);
  if (!Type.empty())
    Body << " : " << Type;
  Body << " = ";
}

/// Text that is written as it is: line breaks inside are followed by the
/// indentation that every line gets.
void PythonPrinter::raw(StringRef Text) {
  for (size_t Break; (Break = Text.find('\n')) != StringRef::npos;) {
    Body << Text.take_front(Break + 1) << "    ";
    Text = Text.drop_front(Break + 1);
  }
  Body << Text;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void PythonPrinter::placeholder(const Node &N) {
  StringRef Target = N.targetText();
  std::string Text = Target.str();
  if (Symbol Type = N.type())
    Text += " : " + Globals.type(Type.str());
  // The default goes through the body to get there.
  size_t Mark = Body.size();
  if (N.numArgs()) {
    item(N, 0);
    Text += " = " + Body.text().substr(Mark).str();
    Body.truncate(Mark);
  }
  Parameters.push_back(std::move(Text));

  // `*args` is bound to `args`; where the node has another name it is renamed.
  std::string Bound = Target.str();
  Bound.erase(std::remove(Bound.begin(), Bound.end(), '*'), Bound.end());
  Body << "    ";
  size_t Begin = Body.size();
  local(N);
  if (Body.text().substr(Begin) == Bound) {
    Body.truncate(Mark);
    return;
  }
  Body << " = ";
  raw(Bound);
  Body << '\n';
}

void PythonPrinter::statements(const Node &N) {
  std::string Type;
  if (Symbol Printed = N.type())
    Type = Globals.type(Printed.str());
  auto Self = [this] { Body << "self"; };
  switch (N.op()) {
  case Opcode::Placeholder:
    return;
  case Opcode::GetAttr:
    assign(N, Type);
    return path(N.targetText(), Self);
  case Opcode::CallModule:
    assign(N, Type);
    path(N.targetText(), Self);
    return call(N, 0);
  case Opcode::CallMethod:
    assign(N, Type);
    path(N.targetText(), [&] { item(N, 0); });
    return call(N, 1);
  case Opcode::CallFunction:
    return callFunction(N, Type);
  case Opcode::Output:
    if (N.type())
      ReturnType = " -> " + Type;
    Body << "return ";
    return item(N, 0);
  }
}

/// Attributes of what \p Base writes: `.a.b`, or `getattr(BASE, "0")` for what
/// is not an identifier.
void PythonPrinter::path(StringRef Path, function_ref<void()> Base) {
  SmallVector<std::pair<StringRef, bool>, 8> Parts;
  for (StringRef Rest = Path;;) {
    size_t Dot = Rest.find('.');
    StringRef Part = Rest.take_front(Dot);
    Parts.push_back({Part, py::isIdentifier(Part)});
    if (Dot == StringRef::npos)
      break;
    Rest = Rest.drop_front(Dot + 1);
  }
  for (auto [Part, IsIdentifier] : Parts)
    if (!IsIdentifier)
      Body << "getattr(";
  Base();
  for (auto [Part, IsIdentifier] : Parts) {
    if (IsIdentifier) {
      Body << '.' << Part;
      continue;
    }
    Body << ", \"";
    raw(Part);
    Body << "\")";
  }
}

/// The arguments of a call from \p FirstArg on, in parentheses.
void PythonPrinter::call(const Node &N, unsigned FirstArg) {
  const ArgSpec &Spec = N.spec();
  Body << '(';
  if (Spec.isPlain()) {
    for (unsigned I = FirstArg, E = N.numOperands(); I < E; ++I) {
      if (I != FirstArg)
        Body << ", ";
      local(*N.operand(I));
    }
    Body << ')';
    return;
  }
  ArrayRef<ArgSpec::Item> Items = Spec.items();
  bool First = true;
  for (unsigned I = FirstArg; I < Items.size(); ++I) {
    if (!First)
      Body << ", ";
    First = false;
    if (I >= Spec.numArgs()) {
      raw(Ctx.symbol(Items[I].Keyword).str());
      Body << " = ";
    }
    item(N, I);
  }
  Body << ')';
}

/// Finds out what \p Target is without giving it a name.
PythonPrinter::Function &PythonPrinter::function(const Node &N) {
  Function &F = Functions[N.target().id()];
  if (F.Kind != Function::Unknown)
    return F;
  StringRef Target = N.targetText(), Last = lastPart(Target);
  F.Kind = Function::General;
  if (Target == "builtins.getattr") {
    F.Kind = Function::GetAttr;
  } else if (allButLastPart(Target) == "operator") {
    for (unsigned I = 0; I != std::size(Operators); ++I)
      if (Operators[I].Name == Last) {
        F.Kind = I < FirstInPlace ? Function::Infix : Function::InPlace;
        F.Operator = I;
      }
  } else if (!Target.starts_with("builtins.") &&
             !Target.starts_with("torch.")) {
    F.Wrapped = !Last.empty() && !isUpper(Last.front());
  }
  return F;
}

/// The name by which an object calls itself (torch.fx: _get_qualified_name).
/// \p Buffer holds it where it is not a part of \p Target.
static StringRef qualifiedName(StringRef Target, std::string &Buffer) {
  StringRef Last = lastPart(Target);
  if (Target.starts_with("builtins."))
    return Last;
  if (allButLastPart(Target) != "operator" || Last == "itemgetter" ||
      Last == "attrgetter" || Last == "methodcaller")
    return Target;
  return Buffer = ("_operator." + Last).str();
}

bool PythonPrinter::isWrapped(const Node &N, bool ByRule) const {
  if (!N.hasMeta())
    return ByRule;
  const Argument *Flag = N.meta("is_wrapped");
  return Flag && Flag->isBool() ? Flag->asBool() : ByRule;
}

void PythonPrinter::callFunction(const Node &N, StringRef Type) {
  Function &F = function(N);
  if ((F.Kind == Function::Infix || F.Kind == Function::InPlace) &&
      asOperator(N, F, Type))
    return;
  if (F.Spelling.empty()) {
    std::string Buffer;
    F.Spelling = Globals.object(qualifiedName(N.targetText(), Buffer));
  }
  if (F.Kind == Function::GetAttr && N.numArgs() == 2) {
    ArgToken Attribute = ArgReader(N.spec(), 1).next();
    StringRef Text = Ctx.symbol(Attribute.Text).str();
    if (Attribute.Kind == ArgKind::String && py::isIdentifier(Text)) {
      assign(N, Type);
      item(N, 0);
      Body << '.' << Text;
      return;
    }
  }
  assign(N, Type);
  raw(F.Spelling);
  call(N, 0);
  if (isWrapped(N, F.Wrapped))
    Wrapped.insert(F.Spelling);
}

/// False where there are too few operands to write it so.
bool PythonPrinter::asOperator(const Node &N, const Function &F,
                               StringRef Type) {
  const OperatorSyntax &Syntax = Operators[F.Operator];
  if (N.numArgs() < Syntax.Operands)
    return false;
  if (F.Kind == Function::Infix)
    assign(N, Type);
  Body << Syntax.Before;
  item(N, 0);
  Body << Syntax.Between;
  if (Syntax.Operands > 1)
    item(N, 1);
  Body << Syntax.Last;
  if (Syntax.Operands > 2)
    item(N, 2);
  if (F.Kind == Function::InPlace) {
    Body << ";  ";
    assign(N, Type);
    item(N, 0);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Item \p I of the node's arguments; None where there is none.
void PythonPrinter::item(const Node &N, unsigned I) {
  const ArgSpec &Spec = N.spec();
  if (Spec.isPlain() && I < N.numOperands())
    return local(*N.operand(I));
  if (I >= Spec.items().size()) {
    Body << "None";
    return;
  }
  ArgReader R(Spec, I);
  value(N, R.next(), R, /*Top=*/true);
}

void PythonPrinter::value(OperandList Operands, ArgReader &R) {
  value(Operands, R.next(), R, /*Top=*/true);
}

// torch.fx: _get_repr. PyTorch 1 looks only at the outermost value.
void PythonPrinter::value(OperandList Operands, const ArgToken &T, ArgReader &R,
                          bool Top) {
  auto WriteNode = [this](const Node &N) { local(N); };
  PyValueWriter Plain(Body, Ctx, Operands, WriteNode);
  if (Old && !(Top && T.Kind == ArgKind::NamedTuple))
    return Plain.repr(T, R);
  switch (T.Kind) {
  case ArgKind::Node:
    return local(Operands[T.Operand]);
  case ArgKind::NamedTuple: {
    raw(Globals.object(Ctx.symbol(T.Text).str()));
    Body << '(';
    for (uint32_t I = 0; I + 1 < T.Count; I += 2) {
      if (I)
        Body << ", ";
      R.skip();
      Plain.repr(R);
    }
    Body << StringRef(T.Count == 2 ? ",)" : ")");
    return;
  }
  case ArgKind::Function: {
    StringRef Text = Ctx.symbol(T.Text).str();
    TorchOpKind Kind = classifyTorchOp(Text);
    if (Kind != TorchOpKind::Overload && Kind != TorchOpKind::HigherOrder)
      return Plain.repr(T, R);
    Body << Text;
    return;
  }
  case ArgKind::Enum: {
    StringRef Text = Ctx.symbol(T.Text).str(), Class = allButLastPart(Text);
    raw(Globals.object(Class, lastPart(Class)));
    Body << '.' << lastPart(Text);
    return;
  }
  case ArgKind::Tuple:
    Body << '(';
    items(Operands, T.Count, R);
    Body << StringRef(T.Count == 1 ? ",)" : ")");
    return;
  case ArgKind::List:
    Body << '[';
    items(Operands, T.Count, R);
    Body << ']';
    return;
  case ArgKind::Slice:
    Body << "slice(";
    items(Operands, T.Count, R);
    Body << ')';
    return;
  default:
    return Plain.repr(T, R);
  }
}

void PythonPrinter::items(OperandList Operands, uint32_t Count, ArgReader &R) {
  for (uint32_t I = 0; I != Count; ++I) {
    if (I)
      Body << ", ";
    value(Operands, R.next(), R, /*Top=*/false);
  }
}

//===----------------------------------------------------------------------===//
// Frees
//===----------------------------------------------------------------------===//

void PythonPrinter::findLastUses() {
  LastUser.assign(G.idBound(), 0);
  for (const Node *N : G.reversedNodes()) {
    uint32_t Id = N->id();
    for (const Use &U : N->operandUses())
      if (!LastUser[U.Value])
        LastUser[U.Value] = Id;
  }
}

/// `;  a = b = None` for values that are not needed any more.
void PythonPrinter::frees(const Node &N) {
  bool Any = false;
  uint32_t Id = N.id();
  auto Free = [&](const Node &Dead) {
    if (!Any)
      Body << ";  ";
    Any = true;
    local(Dead);
    Body << " = ";
  };
  for (const Use &U : N.operandUses()) {
    if (LastUser[U.Value] != Id)
      continue;
    LastUser[U.Value] = 0; // The same value may be an operand twice.
    Free(*G.node(U.Value));
  }
  if (!Old && !N.hasUsers())
    Free(N);
  if (Any)
    Body << "None";
}

/// torch.fx marks nodes by comment lines that it deletes again, and with them
/// every line of the code that looks like one.
void PythonPrinter::dropCounterLines() {
  static constexpr StringLiteral Mark = "# COUNTER: ";
  StringRef Text = Body.text();
  size_t At = 0, Hit;
  std::string Kept;
  size_t Copied = 0;
  while ((Hit = Text.find('#', At)) != StringRef::npos) {
    At = Hit + 1;
    StringRef Rest = Text.drop_front(Hit);
    if (!Rest.consume_front(Mark) || Rest.empty() || !isDigit(Rest.front()))
      continue;
    size_t Begin = Text.rfind('\n', Hit);
    Begin = Begin == StringRef::npos ? 0 : Begin + 1;
    size_t End = Text.find('\n', Hit);
    Kept += Text.substr(Copied, Begin - Copied);
    Copied = At = End == StringRef::npos ? Text.size() : End + 1;
  }
  if (!Copied)
    return;
  Kept += Text.drop_front(Copied);
  Body.clear();
  Body << Kept;
}
