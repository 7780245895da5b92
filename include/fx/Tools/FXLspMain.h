//===- FXLspMain.h - The driver of fx-lsp -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The main function of fx-lsp.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_FXLSPMAIN_H
#define FX_TOOLS_FXLSPMAIN_H

namespace fx {

/// Runs fx-lsp: answers the requests of an editor on standard input until it
/// goes. Returns its exit code.
int FXLspMain(int Argc, const char *const *Argv);

} // namespace fx

#endif // FX_TOOLS_FXLSPMAIN_H
