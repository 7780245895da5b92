//===- StoredWords.h - Command lines that files have ------------ -*- C++
//-*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A journal and a report of --opt-bisect say how fx-opt was called, and are run
// again. They may come from somebody else.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_STOREDWORDS_H
#define FX_LIB_TOOLS_COMMON_STOREDWORDS_H

#include "CommandLine.h"

namespace fx {

/// What is run again of \p Stored, the words of a command line that a file has:
/// the model, the passes, and what they do. What writes a file, prints
/// something or runs a command is left out. An error: it loads native code, and
/// \p Given, the words of the user, have no such flag.
llvm::Expected<std::vector<std::string>>
takeStoredWords(const CommandLine &Flags, llvm::ArrayRef<std::string> Stored,
                llvm::ArrayRef<const char *> Given);

/// Adds the flags that load native code, where takeStoredWords() asks for them.
void addCodeFlags(CommandLine &Flags, std::vector<std::string> &Words);

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_STOREDWORDS_H
