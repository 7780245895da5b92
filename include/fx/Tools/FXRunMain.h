//===- FXRunMain.h - The driver of fx-run -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The main function of fx-run.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_FXRUNMAIN_H
#define FX_TOOLS_FXRUNMAIN_H

namespace fx {

/// Runs fx-run with the command line of main(). Returns the exit code: 0 done,
/// 1 bad input or a failed run, 2 wrong usage, 3 models that were compared
/// differ. Leaves the process at once where LibTorch was loaded.
int FXRunMain(int Argc, const char *const *Argv);

} // namespace fx

#endif // FX_TOOLS_FXRUNMAIN_H
