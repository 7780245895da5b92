//===- PythonCode.cpp - The statements of a graph -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonCode.h"
#include "ValueText.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

PythonCode::PythonCode(PythonFile &File, const Graph &G, raw_ostream &OS)
    : File(File), G(G), OS(OS), Texts(G.idBound()), LastUser(G.idBound()),
      IsVariable(G.idBound()) {
  for (const Node *N : G.reversedNodes())
    for (const Use &U : N->operandUses())
      if (!LastUser[U.Value])
        LastUser[U.Value] = N->id();
}

raw_ostream &PythonCode::line() { return OS << "\n        "; }

Error PythonCode::value(const Argument &A, raw_ostream &To, const Node &Where) {
  Error E =
      writePythonValue(File, A, To, [this](const Node &N) { return text(N); });
  return handleErrors(std::move(E), [&](DiagnosticError &Info) -> Error {
    Diagnostic D = Info.take();
    D.Place = DiagnosticPlace(Where);
    return make_error<DiagnosticError>(std::move(D));
  });
}

/// The operators of Python that change nothing; in-place ones are called by
/// their names, so that each node is one expression.
static StringRef infixOperator(StringRef Target) {
  if (!Target.consume_front("operator.") && !Target.consume_front("_operator."))
    return "";
  return StringSwitch<StringRef>(Target)
      .Case("add", "+")
      .Case("sub", "-")
      .Case("mul", "*")
      .Case("floordiv", "//")
      .Case("truediv", "/")
      .Case("mod", "%")
      .Case("pow", "**")
      .Case("matmul", "@")
      .Case("lshift", "<<")
      .Case("rshift", ">>")
      .Case("and_", "&")
      .Case("or_", "|")
      .Case("xor", "^")
      .Case("eq", "==")
      .Case("ne", "!=")
      .Case("lt", "<")
      .Case("gt", ">")
      .Case("le", "<=")
      .Case("ge", ">=")
      .Default("");
}

/// False where the call is not an operator with two operands, or an item.
bool PythonCode::infix(const Node &N, raw_ostream &To, Error &E) {
  if (N.numArgs() != 2 || N.numKwargs())
    return false;
  StringRef Target = N.targetText();
  // A literal may need parentheses: (-2) ** x.
  auto Operand = [&](const Argument &A) {
    bool Bare = A.isNode() || A.isSequence();
    To << (Bare ? "" : "(");
    if (!E)
      E = value(A, To, N);
    To << (Bare ? "" : ")");
  };
  if (Target == "operator.getitem" || Target == "_operator.getitem") {
    Operand(N.arg(0));
    To << '[';
    if (!E)
      E = value(N.arg(1), To, N);
    To << ']';
    return true;
  }
  if (Target == "builtins.getattr" && N.arg(1).isString() &&
      isPythonName(N.arg(1).str())) {
    Operand(N.arg(0));
    To << '.' << N.arg(1).str();
    return true;
  }
  StringRef Operator = infixOperator(Target);
  if (Operator.empty())
    return false;
  auto Literal = [&](const Argument &A) {
    bool Bare = A.isNode() || (A.isInt() && A.asInt() >= 0) ||
                (A.isFloat() && A.asFloat() >= 0);
    To << (Bare ? "" : "(");
    if (!E)
      E = value(A, To, N);
    To << (Bare ? "" : ")");
  };
  Literal(N.arg(0));
  To << ' ' << Operator << ' ';
  Literal(N.arg(1));
  return true;
}

Error PythonCode::arguments(const Node &N, unsigned First, raw_ostream &To) {
  To << '(';
  StringRef Comma;
  for (unsigned I = First; I < N.numArgs(); ++I) {
    To << Comma;
    Comma = ", ";
    if (Error E = value(N.arg(I), To, N))
      return E;
  }
  bool Odd = false;
  for (unsigned I = 0; I != N.numKwargs(); ++I)
    Odd |= !isPythonName(N.kwargName(I).str());
  if (N.numKwargs() && Odd)
    To << Comma << "**{";
  for (unsigned I = 0; I != N.numKwargs(); ++I) {
    if (I || !Odd)
      To << Comma;
    Comma = ", ";
    if (Odd)
      To << pythonString(N.kwargName(I).str()) << ": ";
    else
      To << N.kwargName(I).str() << '=';
    if (Error E = value(N.kwargValue(I), To, N))
      return E;
  }
  To << (Odd ? "})" : ")");
  return Error::success();
}

Error PythonCode::call(const Node &N, raw_ostream &To) {
  switch (N.op()) {
  case Opcode::CallModule:
    To << pythonPath("self", N.targetText());
    return arguments(N, 0, To);
  case Opcode::CallMethod: {
    std::string Receiver;
    raw_string_ostream ROS(Receiver);
    Argument Self;
    if (N.numArgs())
      Self = N.arg(0);
    if (Error E = value(Self, ROS, N))
      return E;
    if (!Self.isNode())
      Receiver = "(" + Receiver + ")";
    To << pythonPath(Receiver, N.targetText());
    return arguments(N, 1, To);
  }
  default: {
    Error E = Error::success();
    if (infix(N, To, E))
      return E;
    if (E)
      return E;
    To << File.object(N.targetText());
    return arguments(N, 0, To);
  }
  }
}

/// Variables that are not needed after \p N.
void PythonCode::frees(const Node &N) {
  StringRef Before = ";  del ";
  for (const Use &U : N.operandUses()) {
    if (LastUser[U.Value] != N.id() || !IsVariable[U.Value])
      continue;
    // The same value may be an operand twice.
    IsVariable[U.Value] = false;
    OS << Before << Texts[U.Value];
    Before = ", ";
  }
}

Error PythonCode::statement(const Node &N, bool InlineAttributes) {
  if (N.isGetAttr()) {
    std::string Path = pythonPath("self", N.targetText());
    if (InlineAttributes) {
      bind(N, std::move(Path));
      return Error::success();
    }
    std::string Name = newName(N.name());
    line() << Name << " = " << Path;
    bind(N, std::move(Name));
    IsVariable[N.id()] = true;
    return Error::success();
  }
  std::string Expression;
  raw_string_ostream EOS(Expression);
  if (Error E = call(N, EOS))
    return E;
  if (!N.hasUsers()) {
    line() << Expression;
  } else {
    std::string Name = newName(N.name());
    line() << Name << " = " << Expression;
    bind(N, std::move(Name));
    IsVariable[N.id()] = true;
  }
  frees(N);
  return Error::success();
}

Error PythonCode::statements(bool InlineAttributes) {
  for (const Node *N : G.nodes()) {
    if (N->isPlaceholder() || N->isOutput())
      continue;
    if (Error E = statement(*N, InlineAttributes))
      return E;
  }
  return Error::success();
}
