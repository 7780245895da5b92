//===- FXDiffMain.h - The driver of fx-diff ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// fx-diff says in what two versions of a model differ, to people, to programs
/// and to git.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_FXDIFFMAIN_H
#define FX_TOOLS_FXDIFFMAIN_H

namespace fx {

/// Runs fx-diff: reads the command line, the two files, and writes what
/// differs. Returns the exit code: 0 the same, 1 different, 2 trouble.
int FXDiffMain(int Argc, const char *const *Argv);

} // namespace fx

#endif // FX_TOOLS_FXDIFFMAIN_H
