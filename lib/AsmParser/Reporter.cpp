//===- Reporter.cpp - Messages of one text, in its order ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reporter.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::asmparser;

Reporter::Reporter(DiagnosticEngine &Out) : Out(Out) {
  Local.setErrorLimit(0);
  Local.setHandler([this](const Diagnostic &D) {
    if (D.Sev != Severity::Warning || ++Warnings[D.Id] <= MaxWarningsOfAKind)
      Kept.push_back(D);
  });
}

void Reporter::flush() {
  llvm::stable_sort(Kept, [](const Diagnostic &A, const Diagnostic &B) {
    return A.Place.Loc.getPointer() < B.Place.Loc.getPointer();
  });
  for (Diagnostic &D : Kept) {
    Out.report(std::move(D));
  }
  Kept.clear();
  // In the order of the ids, which is that of Diagnostics.td.
  for (unsigned Id = 0; Id != diag::NumDiagnostics; ++Id) {
    auto It = Warnings.find(Id);
    if (It != Warnings.end() && It->second > MaxWarningsOfAKind)
      Out.report(diag::warn_more_of_a_kind, llvm::SMLoc(),
                 It->second - MaxWarningsOfAKind, diag::name(diag::ID(Id)));
  }
  Warnings.clear();
}
