//===- PassPipeline.cpp - Passes in order ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassPipeline.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

PassPipeline::PassPipeline() = default;
PassPipeline::PassPipeline(PassPipeline &&) = default;
PassPipeline &PassPipeline::operator=(PassPipeline &&) = default;
PassPipeline::~PassPipeline() = default;

void PassPipeline::add(std::unique_ptr<Pass> P) {
  if (P->expand(*this))
    return;
  Elements.push_back({std::move(P), nullptr});
}

void PassPipeline::add(FixpointGroup Group) {
  Elements.push_back(
      {nullptr, std::make_unique<FixpointGroup>(std::move(Group))});
}

void PassPipeline::append(PassPipeline Other) {
  for (Element &E : Other.Elements)
    Elements.push_back(std::move(E));
}

void PassPipeline::forEachPass(function_ref<void(Pass &)> Fn) const {
  for (const Element &E : Elements) {
    if (E.P)
      Fn(*E.P);
    else
      E.Group->Body.forEachPass(Fn);
  }
}

PassPipeline PassPipeline::clone() const {
  PassPipeline Copy;
  for (const Element &E : Elements) {
    if (E.P)
      Copy.add(E.P->clone());
    else
      Copy.add({E.Group->Body.clone(), E.Group->MaxIterations});
  }
  return Copy;
}

void PassPipeline::print(raw_ostream &OS) const {
  ListSeparator Separator(",");
  for (const Element &E : Elements) {
    OS << Separator;
    if (E.P) {
      E.P->print(OS);
      continue;
    }
    OS << "fix";
    if (E.Group->MaxIterations != FixpointGroup::DefaultMaxIterations)
      OS << "{max-iterations=" << E.Group->MaxIterations << '}';
    OS << '(';
    E.Group->Body.print(OS);
    OS << ')';
  }
}
