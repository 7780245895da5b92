//===- DiffLine.cpp - Lines of nodes that are compared --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiffLine.h"
#include "ValueText.h"
#include "fx/IR/Module.h"
#include "fx/IR/Printer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

std::string fx::callText(StringRef Target) {
  Target.consume_front("torch.ops.");
  Target.consume_back(".default");
  return Target.str();
}

std::string fx::callText(const Node &N) {
  switch (N.op()) {
  case Opcode::CallFunction:
    return callText(N.targetText());
  case Opcode::CallMethod:
    return ("." + N.targetText()).str();
  case Opcode::CallModule: {
    const Module *Owner = N.graph().owningModule();
    const Module *M = Owner ? Owner->lookup(N.targetText()) : nullptr;
    StringRef Class = M && M->className() ? M->className().str() : "module";
    return (lastName(Class) + " " + N.targetText()).str();
  }
  case Opcode::Placeholder:
  case Opcode::GetAttr:
    return (toString(N.op()) + " " + N.targetText()).str();
  case Opcode::Output:
    break;
  }
  return "output";
}

std::string fx::argumentsText(const Node &N) {
  if (!N.isCall() && !N.isOutput() && !N.numArgs() && !N.numKwargs())
    return "";
  std::string Text;
  raw_string_ostream OS(Text);
  StringRef Comma;
  OS << '(';
  for (unsigned I = 0; I != N.numArgs(); ++I) {
    OS << Comma;
    printArgument(N.arg(I), N.context(), OS);
    Comma = ", ";
  }
  for (unsigned I = 0; I != N.numKwargs(); ++I) {
    OS << Comma << N.kwargName(I).str() << '=';
    printArgument(N.kwargValue(I), N.context(), OS);
    Comma = ", ";
  }
  OS << ')';
  return Text;
}

std::string fx::diffLine(const Node &N) {
  if (N.isOutput() && N.numArgs() == 1) {
    std::string Text = "return ";
    raw_string_ostream OS(Text);
    printArgument(N.arg(0), N.context(), OS);
    return Text;
  }
  std::string Text = "%" + N.name() + " = ";
  if (!N.isCallFunction())
    Text += toString(N.op()).str() + ' ';
  return Text + N.targetText().str() + argumentsText(N);
}
