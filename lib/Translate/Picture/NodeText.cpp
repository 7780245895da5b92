//===- NodeText.cpp - What a picture says of a node -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeText.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Printer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// No argument is added to a longer text.
static constexpr size_t MaxText = 48;

const Module *fx::nestedGraph(const Node &N) {
  if (!N.isGetAttr() && !N.isCallModule())
    return nullptr;
  const Module *Owner = N.graph().owningModule();
  const Module *M = Owner ? Owner->lookup(N.targetText()) : nullptr;
  return M && M->graph() ? M : nullptr;
}

bool fx::isState(const Node &N) {
  if (N.isGetAttr())
    return !nestedGraph(N);
  if (!N.isPlaceholder())
    return false;
  std::optional<InputSpec> Spec = InputSpec::of(N);
  return Spec && Spec->Target;
}

StringRef fx::stateName(const Node &N) {
  if (std::optional<InputSpec> Spec = InputSpec::of(N))
    return Spec->Target.str();
  return N.targetText();
}

/// Whether an argument says nothing that a reader of a picture wants to know.
static bool isUsual(const Argument &A) {
  return A.isNone() || (A.isBool() && !A.asBool()) ||
         (A.kind() == ArgKind::Device && A.str() == "cpu") ||
         (A.kind() == ArgKind::Layout && A.asLayout() == Layout::Strided);
}

std::string fx::constantArguments(const Node &N) {
  std::string Text;
  raw_string_ostream OS(Text);
  auto Add = [&](StringRef Keyword, const Argument &A) {
    if (A.containsNode() || Text.size() > MaxText ||
        (!Keyword.empty() && isUsual(A)))
      return;
    if (!Text.empty())
      OS << ", ";
    if (!Keyword.empty())
      OS << Keyword << '=';
    printArgument(A, N.context(), OS, PrintFormat::Python);
  };
  for (unsigned I = 0; I != N.numArgs(); ++I)
    Add("", N.arg(I));
  for (unsigned I = 0; I != N.numKwargs(); ++I)
    Add(N.kwargName(I).str(), N.kwargValue(I));
  return Text;
}

std::string fx::constructorText(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  StringRef Comma;
  for (const Argument &A : M.args()) {
    OS << Comma;
    printArgument(A, M.context(), OS, PrintFormat::Python);
    Comma = ", ";
  }
  for (const KwArg &K : M.kwargs()) {
    OS << Comma << K.Name.str() << '=';
    printArgument(K.Value, M.context(), OS, PrintFormat::Python);
    Comma = ", ";
  }
  return Text;
}
