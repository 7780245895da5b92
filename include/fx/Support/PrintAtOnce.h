//===- PrintAtOnce.h - Text that is written in one go --------- -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Text for a stream without a buffer, such as llvm::errs().
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_PRINTATONCE_H
#define FX_SUPPORT_PRINTATONCE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fx {

/// Gives \p OS in one piece what \p Print prints, with colors where \p OS has
/// them: errs() has no buffer and asks the system for each word, between which
/// those of other processes may stand.
inline void printAtOnce(llvm::raw_ostream &OS,
                        llvm::function_ref<void(llvm::raw_ostream &)> Print) {
  std::string Text;
  llvm::raw_string_ostream TextOS(Text);
  TextOS.enable_colors(OS.colors_enabled());
  Print(TextOS);
  OS << TextOS.str();
}

} // namespace fx

#endif // FX_SUPPORT_PRINTATONCE_H
