//===- FXReduceMain.h - The driver of fx-reduce --------------- -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The main function of fx-reduce, for tools with other passes.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_FXREDUCEMAIN_H
#define FX_TOOLS_FXREDUCEMAIN_H

#include "fx/Pass/PassRegistry.h"

namespace fx {

/// Runs fx-reduce with the passes of \p Registry and those of plugins that the
/// command line names. Returns its exit code.
int FXReduceMain(int Argc, const char *const *Argv, PassRegistry &Registry);

} // namespace fx

#endif // FX_TOOLS_FXREDUCEMAIN_H
