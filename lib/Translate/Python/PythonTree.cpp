//===- PythonTree.cpp - How values nest, for code -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonTree.h"
#include "fx/Support/PyLiterals.h"
#include "fx/Support/TextBuffer.h"

using namespace fx;
using namespace llvm;

std::optional<std::vector<std::string>> fx::pythonKeys(const TreeSpec &Spec) {
  std::optional<std::vector<TreeSpec::Key>> Keys = Spec.keys();
  if (!Keys)
    return std::nullopt;
  std::vector<std::string> Texts;
  for (const TreeSpec::Key &Key : *Keys) {
    TextBuffer Out;
    if (Key.Number)
      Out << Key.Text;
    else
      py::writeStringRepr(Out, Key.Text);
    Texts.push_back(Out.text().str());
  }
  return Texts;
}

std::optional<std::vector<std::string>> fx::keywordNames(const TreeSpec &Spec) {
  std::optional<std::vector<TreeSpec::Key>> Keys = Spec.keys();
  if (!Keys)
    return std::nullopt;
  std::vector<std::string> Names;
  for (const TreeSpec::Key &Key : *Keys) {
    if (Key.Number)
      return std::nullopt;
    Names.push_back(Key.Text);
  }
  return Names;
}
