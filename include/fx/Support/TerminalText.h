//===- TerminalText.h - Names in what a terminal shows -------- -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Names of a model come from elsewhere, and a terminal obeys the control
/// characters in what is written to it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_TERMINALTEXT_H
#define FX_SUPPORT_TERMINALTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace fx {

/// \p Text in one line, with an escape such as `\n`, `\x1b` or `\u202e` in
/// place of what is not printable. Names that differ still do.
std::string terminalText(llvm::StringRef Text);

} // namespace fx

#endif // FX_SUPPORT_TERMINALTEXT_H
