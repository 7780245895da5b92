//===- TerminalText.cpp - Names in what a terminal shows ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/TerminalText.h"
#include "fx/Support/PyLiterals.h"
#include "fx/Support/TextBuffer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

std::string fx::terminalText(StringRef Text) {
  // Most texts are names, and stay as they are.
  if (all_of(Text, isPrint))
    return Text.str();
  TextBuffer Result;
  while (!Text.empty()) {
    StringRef Rest = Text;
    uint32_t CodePoint = py::takeCodePoint(Rest);
    if (py::isPrintable(CodePoint))
      Result << Text.drop_back(Rest.size());
    else
      // A byte that is part of no character, as takeCodePoint() has it.
      py::writeEscape(Result, CodePoint >= 0xDC80 && CodePoint <= 0xDCFF
                                  ? CodePoint - 0xDC00
                                  : CodePoint);
    Text = Rest;
  }
  return Result.text().str();
}
