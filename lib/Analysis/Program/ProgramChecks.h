//===- ProgramChecks.h - Checks of one program ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ANALYSIS_PROGRAMCHECKS_H
#define FX_LIB_ANALYSIS_PROGRAMCHECKS_H

#include "fx/Analysis/ProgramVerifier.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/StringSet.h"

namespace fx {

class ProgramChecks {
public:
  /// \p Known: what may be odd, or null where that is a warning.
  ProgramChecks(const GraphModule &M, DiagnosticEngine &Diags, OddValues *Odd,
                const OddValues *Known)
      : M(M), Program(*M.program()), Diags(Diags), Ctx(M.context()), Odd(Odd),
        Known(Known) {}

  void run();

private:
  template <typename... Ts>
  DiagnosticBuilder report(diag::ID Id, DiagnosticPlace Place,
                           const Ts &...Args) {
    DiagnosticBuilder B = Diags.report(Id, std::move(Place), Args...);
    B.in(M.source());
    return B;
  }

  /// \name ProgramVerifier.cpp: P1 to P8
  /// @{
  void checkDialect();
  void checkInput(const Node &Placeholder);
  void checkState(const Node &Placeholder, const InputSpec &Spec);
  void checkOutputs();
  void checkMutation(const OutputSpec &Spec, unsigned I);
  void checkTrees();
  void checkRanges();
  /// @}

  /// \name ProgramGraphs.cpp: P9 to P15
  /// @{
  void checkGraph(const Graph &G);
  void checkTarget(const Node &N);
  void checkValue(const Node &N, ValueInference &Inference);
  void checkInferred(const Node &N, const Argument &Val,
                     ValueInference &Inference);
  void reportMismatch(const Node &N, Diagnostic D);
  bool isKnown(llvm::StringRef Why);
  /// The value of \p N is not what \p Source, a target or a name of state,
  /// gives: a warning unless a pass has made it so.
  void reportOdd(const Node &N, llvm::StringRef Source, llvm::StringRef Why);
  void checkSymbols(const Node &N, const Argument &Val, bool MayBind);
  void checkGraphCall(const Node &N);
  void checkMetadata(const Node &N);
  /// @}

  const GraphModule &M;
  const ExportedProgram &Program;
  DiagnosticEngine &Diags;
  Context &Ctx;
  OddValues *Odd;
  const OddValues *Known;
  bool IsAten = false;
  /// The last value of each kind of metadata that was looked at.
  llvm::SmallDenseMap<Symbol, Symbol, 8> CheckedMetadata;
  Symbol StackTrace = Ctx.intern("stack_trace");
  /// What inputs stand for, one set for each kind.
  llvm::StringSet<> Parameters, Buffers, UserInputs;
  unsigned NumUserInputs = 0, NumUserOutputs = 0;
  /// Names of symbols that something has bound so far.
  llvm::StringSet<> Bound;
  /// Symbols of a text.
  llvm::DenseMap<Symbol, std::vector<std::string>> SymbolsOf;
  const std::vector<std::string> &symbolsOf(Symbol Text);
};

} // namespace fx

#endif // FX_LIB_ANALYSIS_PROGRAMCHECKS_H
