//===- PythonTree.cpp - How values nest, for code -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonTree.h"
#include "fx/AsmParser/JSONReader.h"
#include "fx/IR/PyLiterals.h"
#include "fx/IR/TextBuffer.h"

using namespace fx;
using namespace llvm;

static std::optional<std::vector<std::string>> readKeys(const TreeSpec &Spec,
                                                        bool Quoted) {
  std::string Context = Spec.contextText();
  JSONReader R(Context);
  std::vector<std::string> Keys;
  if (!R.beginArray())
    return std::nullopt;
  for (bool First = true; R.nextElement(First);) {
    if (R.peek() == '"') {
      StringRef Text;
      if (!R.readString(Text))
        return std::nullopt;
      if (Quoted) {
        TextBuffer Out;
        py::writeStringRepr(Out, Text);
        Keys.push_back(Out.text().str());
      } else {
        Keys.push_back(Text.str());
      }
      continue;
    }
    int64_t Value = 0;
    if (!Quoted || !R.readInt(Value))
      return std::nullopt;
    Keys.push_back(std::to_string(Value));
  }
  if (!R.good() || Keys.size() != Spec.Children.size())
    return std::nullopt;
  return Keys;
}

std::optional<std::vector<std::string>> fx::pythonKeys(const TreeSpec &Spec) {
  return readKeys(Spec, /*Quoted=*/true);
}

std::optional<std::vector<std::string>> fx::keywordNames(const TreeSpec &Spec) {
  return readKeys(Spec, /*Quoted=*/false);
}
