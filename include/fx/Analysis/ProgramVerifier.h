//===- ProgramVerifier.h - Invariants of exported programs ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What torch.export's own verifier demands of a program, by dialect, and what
/// PyTorch's loader does not notice: values that the operators cannot have,
/// symbols that nothing binds, calls that do not fit the graphs that they call.
/// docs/ExportedPrograms.md numbers the invariants (P1, P2, ...); each
/// violation is one diagnostic. What Verifier.h checks is taken for granted.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_PROGRAMVERIFIER_H
#define FX_ANALYSIS_PROGRAMVERIFIER_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

namespace fx {

class DiagnosticEngine;
class GraphModule;

/// How values of a program as it was read differ from what follows from their
/// operands, as texts that name no node. PyTorch loads and runs such programs:
/// it asks the operators themselves, and keeps what it once knew.
using OddValues = llvm::StringSet<>;

/// Checks the program of \p M; true for a module that has no program. False if
/// anything was reported as an error. Values that do not follow from operands
/// are warnings, and are added to \p Odd where that is not null.
/// O(nodes + state).
[[nodiscard]] bool verifyProgram(const GraphModule &M, DiagnosticEngine &Diags,
                                 OddValues *Odd = nullptr);

/// The same for a program that passes have changed since. Values may differ in
/// no other way than those in \p Known do.
[[nodiscard]] bool verifyProgramAgain(const GraphModule &M,
                                      DiagnosticEngine &Diags,
                                      const OddValues &Known);

/// Gives nodes of a program a `val` where they have none. Does nothing for a
/// module that is not a program. The pass manager of the tools calls it after
/// each pass that changed something, so passes need not say what new nodes
/// compute.
llvm::Error completeProgram(GraphModule &M);
/// The same for a program that a pass has changed: modules that are not units
/// any more lose their signatures.
llvm::Error completeChangedProgram(GraphModule &M);

} // namespace fx

#endif // FX_ANALYSIS_PROGRAMVERIFIER_H
