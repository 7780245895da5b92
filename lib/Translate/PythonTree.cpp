//===- PythonTree.cpp - How values nest, for code
//--------------------------===//
//-------------------------------------===//
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

/// The reader's limit on nesting bounds the recursion.
static bool readNode(JSONReader &R, PythonTree &Spec) {
  if (!R.beginObject())
    return false;
  const char *Begin = R.position() - 1;
  StringRef Key, Text;
  for (bool First = true; R.nextMember(First, Key);) {
    if (Key == "type") {
      if (R.consumeNull())
        continue;
      if (!R.readString(Text))
        return false;
      Spec.Type = Text.str();
    } else if (Key == "context") {
      bool IsText = R.peek() == '"';
      if (IsText ? !R.readString(Text) : !R.skipValue(Text))
        return false;
      Spec.Context = Text.str();
    } else if (Key == "children_spec") {
      if (!R.beginArray())
        return false;
      for (bool FirstChild = true; R.nextElement(FirstChild);)
        if (!readNode(R, Spec.Children.emplace_back()))
          return false;
    } else if (!R.skipValue()) {
      return false;
    }
  }
  Spec.Text = StringRef(Begin, R.position() - Begin);
  return R.good();
}

std::optional<PythonTree> PythonTree::parse(StringRef Text) {
  JSONReader R(Text);
  PythonTree Spec;
  bool First = true;
  int64_t Version = 0;
  if (!R.beginArray() || !R.nextElement(First) || !R.readInt(Version) ||
      !R.nextElement(First) || !readNode(R, Spec) || R.nextElement(First) ||
      !R.expectEnd())
    return std::nullopt;
  return Spec;
}

size_t PythonTree::numLeaves() const {
  if (isLeaf())
    return 1;
  size_t Count = 0;
  for (const PythonTree &Child : Children)
    Count += Child.numLeaves();
  return Count;
}

/// The items of a JSON list of strings and integers.
static std::optional<std::vector<std::string>> readKeys(const PythonTree &Spec,
                                                        bool Quoted) {
  JSONReader R(Spec.Context);
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

std::optional<std::vector<std::string>> PythonTree::keys() const {
  return readKeys(*this, /*Quoted=*/true);
}

std::optional<std::vector<std::string>> PythonTree::names() const {
  return readKeys(*this, /*Quoted=*/false);
}
