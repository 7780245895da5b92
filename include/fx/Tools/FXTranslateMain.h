//===- FXTranslateMain.h - The driver of fx-translate -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// fx-translate writes graphs in other forms, and says what is inside a model.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_FXTRANSLATEMAIN_H
#define FX_TOOLS_FXTRANSLATEMAIN_H

namespace fx {

/// Does what the command line says, and returns one of the exit codes of
/// FXOptMain.h, which says what stays. Messages go to llvm::errs(), results to
/// llvm::outs() or files.
int FXTranslateMain(int Argc, const char *const *Argv);

} // namespace fx

#endif // FX_TOOLS_FXTRANSLATEMAIN_H
