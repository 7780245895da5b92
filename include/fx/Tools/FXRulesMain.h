//===- FXRulesMain.h - The driver of fx-rules -------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// fx-rules formats, checks and describes files of rewrite rules, and writes
/// rules from graphs.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_FXRULESMAIN_H
#define FX_TOOLS_FXRULESMAIN_H

namespace fx {

/// Does what the command line says, and returns one of the exit codes of
/// FXOptMain.h, which says what stays. Messages go to llvm::errs(), results to
/// llvm::outs() or files.
int FXRulesMain(int Argc, const char *const *Argv);

} // namespace fx

#endif // FX_TOOLS_FXRULESMAIN_H
