//===- TerminalText.cpp - Names in what a terminal shows ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/TerminalText.h"
#include "fx/Support/PyLiterals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

static std::string hex(char Letter, uint32_t Value, unsigned Digits) {
  return std::string("\\") + Letter +
         utohexstr(Value, /*LowerCase=*/true, Digits);
}

static std::string escapeOf(uint32_t CodePoint) {
  switch (CodePoint) {
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  }
  // A byte that is part of no character, as PyLiterals.h has it.
  if (CodePoint >= 0xDC80 && CodePoint <= 0xDCFF)
    return hex('x', CodePoint - 0xDC00, 2);
  return CodePoint <= 0xFF     ? hex('x', CodePoint, 2)
         : CodePoint <= 0xFFFF ? hex('u', CodePoint, 4)
                               : hex('U', CodePoint, 8);
}

std::string fx::terminalText(StringRef Text) {
  // Most texts are names, and stay as they are.
  if (all_of(Text, isPrint))
    return Text.str();
  std::string Result;
  while (!Text.empty()) {
    StringRef Rest = Text;
    uint32_t CodePoint = py::takeCodePoint(Rest);
    if (py::isPrintable(CodePoint))
      Result += Text.drop_back(Rest.size());
    else
      Result += escapeOf(CodePoint);
    Text = Rest;
  }
  return Result;
}
