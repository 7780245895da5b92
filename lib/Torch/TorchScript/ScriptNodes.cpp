//===- ScriptNodes.cpp - Nodes of TorchScript's IR ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScriptNodes.h"
#include "llvm/ADT/StringRef.h"

using namespace fx;
using namespace llvm;
namespace jit = torch::jit;

static jit::SourceRange originalRange(const jit::Node *N) {
  jit::SourceRange Range = N->sourceRange();
  if (auto Original = Range.findSourceRangeThatGenerated())
    return *Original;
  return Range;
}

std::string torch_impl::sourceText(const jit::Node *N) {
  jit::SourceRange Range = originalRange(N);
  if (!Range.source() || Range.end() <= Range.start())
    return {};
  return Range.text().str();
}

std::string torch_impl::sourcePlace(const jit::Node *N) {
  if (auto Place = originalRange(N).file_line_col())
    return std::get<0>(*Place) + ":" + std::to_string(std::get<1>(*Place));
  return "TorchScript";
}

bool torch_impl::isTraced(const jit::Node *N) {
  // `file.py(12): forward`, and who called that.
  std::string Text = sourceText(N);
  StringRef Place = StringRef(Text).split('\n').first.rsplit("): ").first;
  unsigned Line;
  return !Place.rsplit('(').second.getAsInteger(10, Line);
}

std::string torch_impl::sourceKey(const jit::Node *N) {
  jit::SourceRange Range = originalRange(N);
  return sourcePlace(N) + ":" + std::to_string(Range.start()) + "-" +
         std::to_string(Range.end());
}

bool torch_impl::takesOperands(const jit::Node *N) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  if (!Schema)
    return true;
  for (size_t I = 2; I < N->inputs().size(); ++I) {
    auto Given = jit::toIValue(N->input(I));
    const auto &Default = Schema->arguments()[I].default_value();
    if (!Given || !Default || !(*Given == *Default))
      return false;
  }
  return true;
}
