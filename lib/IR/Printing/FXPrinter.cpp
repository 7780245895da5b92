//===- FXPrinter.cpp - Graphs as torch.fx prints them ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXPrinter.h"

using namespace fx;
using namespace llvm;

void FXPrinter::graph(const Graph &G) {
  Out << "graph():";
  for (const Node *N : G.nodes()) {
    Out << "\n    ";
    node(*N);
  }
}

/// `%name : TYPE [num_users=N] = `
void FXPrinter::head(const Node &N) {
  Out << '%';
  name(N);
  Out << " : ";
  // torch.fx asks a placeholder's type for its truth, and that of `()` is
  // false.
  if (Symbol Type = N.type();
      Type && !(N.isPlaceholder() && (Type == "()" || Type == "[]")))
    Out << Type.str() << ' ';
  if (Old)
    Out << "[#users=";
  else
    Out << "[num_users=";
  Out << N.numUsers() << "] = ";
}

void FXPrinter::node(const Node &N) {
  switch (N.op()) {
  case Opcode::Placeholder:
    head(N);
    Out << "placeholder[target=" << N.targetText() << ']';
    if (N.numArgs()) {
      Out << "(default=";
      plain(N, 0);
      Out << ')';
    }
    return;
  case Opcode::GetAttr:
    head(N);
    Out << "get_attr[target=" << N.targetText() << ']';
    return;
  case Opcode::CallFunction:
    head(N);
    Out << "call_function[target=";
    return arguments(N);
  case Opcode::CallMethod:
    head(N);
    Out << "call_method[target=";
    return arguments(N);
  case Opcode::CallModule:
    head(N);
    Out << "call_module[target=";
    return arguments(N);
  case Opcode::Output:
    Out << "return ";
    if (N.numArgs())
      plain(N, 0);
    return;
  }
}

void FXPrinter::plain(const Node &N, unsigned I) {
  auto WriteNode = [this](const Node &M) { name(M); };
  ArgReader R(N.spec(), I);
  PyValueWriter(Out, Ctx, N, WriteNode).str(R);
}

/// `TARGET](args = (...), kwargs = {...})`
void FXPrinter::arguments(const Node &N) {
  const ArgSpec &Spec = N.spec();
  Out << N.targetText() << "](args = (";
  if (Spec.isPlain()) {
    unsigned Count = N.numOperands();
    for (unsigned I = 0; I != Count; ++I) {
      if (I)
        Out << ", %";
      else
        Out << '%';
      name(*N.operand(I));
    }
    if (Count == 1)
      Out << ",), kwargs = {})";
    else
      Out << "), kwargs = {})";
    return;
  }
  ArrayRef<ArgSpec::Item> Items = Spec.items();
  unsigned NumArgs = Spec.numArgs();
  for (unsigned I = 0; I != NumArgs; ++I) {
    if (I)
      Out << ", ";
    ArgReader R(Spec, I);
    argument(N, R);
  }
  if (NumArgs == 1)
    Out << ",), kwargs = {";
  else
    Out << "), kwargs = {";
  for (unsigned I = NumArgs; I != Items.size(); ++I) {
    if (I != NumArgs)
      Out << ", ";
    Out << Ctx.symbol(Items[I].Keyword).str() << ": ";
    ArgReader R(Spec, I);
    argument(N, R);
  }
  Out << "})";
}

void FXPrinter::argument(OperandList Operands, ArgReader &R) {
  argument(Operands, R.next(), R);
}

void FXPrinter::argument(OperandList Operands, const ArgToken &T,
                         ArgReader &R) {
  auto WriteNode = [this](const Node &M) { name(M); };
  PyValueWriter Writer(Out, Ctx, Operands, WriteNode);
  switch (T.Kind) {
  case ArgKind::Node:
    Out << '%';
    return name(Operands[T.Operand]);
  case ArgKind::Tuple:
  case ArgKind::NamedTuple: {
    // torch.fx prints named tuples like any other.
    bool Named = T.Kind == ArgKind::NamedTuple;
    uint32_t Count = Named ? T.Count / 2 : T.Count;
    Out << '(';
    for (uint32_t I = 0; I != Count; ++I) {
      if (I)
        Out << ", ";
      if (Named)
        R.skip();
      argument(Operands, R);
    }
    Out << StringRef(Count == 1 ? ",)" : ")");
    return;
  }
  case ArgKind::List:
    Out << '[';
    for (uint32_t I = 0; I != T.Count; ++I) {
      if (I)
        Out << ", ";
      argument(Operands, R);
    }
    Out << ']';
    return;
  case ArgKind::Dict:
    Out << '{';
    for (uint32_t I = 0; I + 1 < T.Count; I += 2) {
      if (I)
        Out << ", ";
      Writer.str(R);
      Out << ": ";
      argument(Operands, R);
    }
    Out << '}';
    return;
  default:
    return Writer.str(T, R);
  }
}
