//===- StateFile.h - Modules as files for other programs ------ -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_STATEFILE_H
#define FX_LIB_TOOLS_COMMON_STATEFILE_H

#include "OutputForm.h"
#include "fx/Translate/InputText.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"

namespace fx {

class OutputFiles;

/// \p Word as a shell reads it.
std::string shellWord(llvm::StringRef Word);
/// Words of a command, with blanks between them.
std::string shellCommand(llvm::ArrayRef<std::string> Words);

/// \p Words of a command line without the flags called \p Names, all of which
/// have a value.
std::vector<std::string> withoutFlags(llvm::ArrayRef<std::string> Words,
                                      llvm::ArrayRef<llvm::StringRef> Names);

/// Writes \p M, which came from \p Origin, to \p Path: an archive where that
/// ends in `.pt2`, else text in \p Form with \p Comment before it, weights
/// that are in no file beside it.
llvm::Error writeState(const GraphModule &M, const InputText &Origin,
                       llvm::StringRef Path, OutputForm Form,
                       llvm::StringRef Comment = {});

/// The same for text, as some of the files that the caller commits.
llvm::Error writeStateText(const GraphModule &M, const InputText &Origin,
                           llvm::StringRef Path, OutputForm Form,
                           llvm::StringRef Comment, OutputFiles &Files);

/// Removes a file that writeState() has written, with its weights, when it
/// goes.
class StateRemover {
public:
  explicit StateRemover(llvm::StringRef Path);

private:
  llvm::FileRemover Text, Weights;
};

/// Runs \p Command by a shell with `{}` replaced by \p File, without standard
/// input. What it prints goes to \p Output, a file; nowhere where that is
/// empty. Returns its exit code, or minus the number of a signal.
int runCommand(llvm::StringRef Command, llvm::StringRef File,
               llvm::StringRef Output = {});
/// The same; none where it is killed, with all that it has started, because it
/// takes longer than \p Seconds.
std::optional<int> runCommandFor(unsigned Seconds, llvm::StringRef Command,
                                 llvm::StringRef File,
                                 llvm::StringRef Output = {});

/// Starts the same in a group of processes of its own.
llvm::sys::ProcessInfo startCommand(llvm::StringRef Command,
                                    llvm::StringRef File,
                                    llvm::StringRef Output = {});

/// The path of another tool in the folder of this one.
std::string siblingTool(llvm::StringRef Name);

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_STATEFILE_H
