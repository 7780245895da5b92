//===- ValueText.cpp - Types and values in a few letters ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueText.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Printer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

static void writeSizes(raw_ostream &OS, const Argument &Sizes) {
  OS << '[';
  StringRef Comma;
  for (const Argument &Size : Sizes.elements()) {
    OS << Comma;
    Comma = ", ";
    if (Size.isInt())
      OS << Size.asInt();
    else
      OS << Size.str();
  }
  OS << ']';
}

static void write(raw_ostream &OS, const Context &Ctx, const Argument &Val,
                  bool WithDevice) {
  switch (Val.kind()) {
  case ArgKind::TensorType: {
    ArrayRef<Argument> Facts = Val.elements();
    OS << shortName(Facts[0].asDType());
    writeSizes(OS, Facts[1]);
    if (WithDevice && Facts[3].kind() == ArgKind::Device &&
        Facts[3].str() != "cpu")
      OS << ' ' << Facts[3].str();
    return;
  }
  case ArgKind::Tuple:
  case ArgKind::List: {
    bool IsTuple = Val.kind() == ArgKind::Tuple;
    OS << (IsTuple ? '(' : '[');
    StringRef Comma;
    for (const Argument &Item : Val.elements()) {
      OS << Comma;
      Comma = ", ";
      write(OS, Ctx, Item, WithDevice);
    }
    OS << (IsTuple ? ')' : ']');
    return;
  }
  default:
    return printArgument(Val, Ctx, OS, PrintFormat::Python);
  }
}

std::string fx::valueText(const Context &Ctx, const Argument &Val,
                          bool WithDevice) {
  std::string Text;
  raw_string_ostream OS(Text);
  write(OS, Ctx, Val, WithDevice);
  return Text;
}

std::string fx::valueText(const Node &N, bool WithDevice) {
  const Argument *Val = N.val();
  if (!Val)
    Val = N.meta("tensor_meta");
  return Val ? valueText(N.context(), *Val, WithDevice) : std::string();
}

std::string fx::operatorName(StringRef Target, bool WithOverload) {
  if (Target.consume_front("torch.ops.")) {
    StringRef Op = Target.split('.').second;
    auto [Name, Overload] = Op.split('.');
    if (Name.empty())
      return Target.str();
    if (WithOverload && !Overload.empty() && Overload != "default")
      return Op.str();
    return Name.str();
  }
  return lastName(Target).str();
}

std::string fx::counted(uint64_t Count, StringRef Noun) {
  return std::to_string(Count) + ' ' + Noun.str() + (Count == 1 ? "" : "s");
}
