//===- FXJournalMain.h - The driver of fx-journal ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// fx-journal reads what fx-opt --journal wrote: which pass did what, and what
/// the graph was after any step.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_FXJOURNALMAIN_H
#define FX_TOOLS_FXJOURNALMAIN_H

#include "fx/Pass/PassRegistry.h"

namespace fx {

/// Does what the command line says, and returns one of the exit codes of
/// FXOptMain.h. The passes of \p Registry run again for --undo.
int FXJournalMain(int Argc, const char *const *Argv, PassRegistry &Registry);

} // namespace fx

#endif // FX_TOOLS_FXJOURNALMAIN_H
