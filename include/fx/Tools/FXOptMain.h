//===- FXOptMain.h - The driver of fx-opt -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// fx-opt is three lines on top of this; a tool with other passes linked in is
/// the same three lines:
/// \code{.txt}
///   int main(int Argc, char **Argv) {
///     fx::PassRegistry Registry;
///     fx::registerAllPasses(Registry);
///     registerMyPasses(Registry);
///     return fx::FXOptMain(Argc, Argv, Registry);
///   }
/// \endcode
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_FXOPTMAIN_H
#define FX_TOOLS_FXOPTMAIN_H

#include "fx/Pass/PassRegistry.h"

namespace fx {

/// What fx-opt and tools like it exit with.
enum ExitCode : int {
  ExitDone = 0,
  /// The input is wrong, a file cannot be read or written, a plugin cannot be
  /// loaded, a pass failed, or --diff found a difference.
  ExitFailure = 1,
  /// The command line is wrong.
  ExitUsage = 2,
  /// The verifier refused a graph, a pass broke its promises, or --expect-fire
  /// was not met.
  ExitInvalid = 3,
};

/// Does what the command line says: reads, verifies, runs passes of \p Registry
/// and of plugins (which are added to it), and prints. Operators, rules and
/// plugins that the command line names stay for the process. Once LibTorch was
/// loaded, it does not return but ends the process with the exit code. Messages
/// go to llvm::errs(), results to llvm::outs() or files.
int FXOptMain(int Argc, const char *const *Argv, PassRegistry &Registry);

} // namespace fx

#endif // FX_TOOLS_FXOPTMAIN_H
