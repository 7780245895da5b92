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
#include "fx/Translate/InputFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <chrono>
#include <optional>

namespace fx {

class OutputTransaction;

/// \p Word as a shell reads it.
std::string shellWord(llvm::StringRef Word);
/// Words of a command, with blanks between them.
std::string shellCommand(llvm::ArrayRef<std::string> Words);

/// \p Words of a command line without the flags called \p Names, all of which
/// have a value.
std::vector<std::string> withoutFlags(llvm::ArrayRef<std::string> Words,
                                      llvm::ArrayRef<llvm::StringRef> Names);

/// Writes \p M, which came from \p Origin, to \p Path: an archive where that
/// ends in `.pt2`, else text in \p Form after what \p CommentOf makes of it,
/// weights that are in no file beside it.
llvm::Error writeState(
    const GraphModule &M, const InputFile &Origin, llvm::StringRef Path,
    OutputForm Form,
    llvm::function_ref<std::string(llvm::StringRef Text)> CommentOf = nullptr);

/// The same for text, as some of the files that the caller commits.
llvm::Error
writeStateText(const GraphModule &M, const InputFile &Origin,
               llvm::StringRef Path, OutputForm Form,
               llvm::function_ref<std::string(llvm::StringRef Text)> CommentOf,
               OutputTransaction &Files);

/// Removes a file that writeState() has written, with its weights, when it
/// goes, or when a signal ends this process.
class StateRemover {
public:
  explicit StateRemover(llvm::StringRef Path);
  StateRemover(const StateRemover &) = delete;
  ~StateRemover();

private:
  std::string Text, Weights;
};

/// An error where whoever started this tool lets it run no commands of a shell
/// that its flags name: an editor, or what runs the RUN lines of a test.
llvm::Error checkCommandsAllowed();
/// The environment of tools that are started so.
std::vector<std::string> environmentWithoutCommands();
/// The environment where the tools that are beside this one are found first.
std::vector<std::string> environmentWithTools();

/// A command of a shell that runs, in a group of processes of its own, with
/// `{}` replaced by a file and without standard input. It is killed, with all
/// that it has started, where it still runs when this goes, or when a signal
/// ends this process. What it has left in the background is killed when it
/// ends.
class ShellProcess {
public:
  /// What it prints goes to \p Output, a file; nowhere where that is empty.
  ShellProcess(llvm::StringRef Command, llvm::StringRef File,
               llvm::StringRef Output = {});
  ShellProcess(const ShellProcess &) = delete;
  ~ShellProcess();
  bool isStarted() const { return Pid != 0; }

  /// Its exit code, or minus the number of a signal. None where it is killed
  /// because it has run for \p Seconds, if that is not 0. To be called once.
  std::optional<int> wait(unsigned Seconds = 0);

private:
  void kill();
  /// The exit code, as wait() has it, of what has ended and was not waited for.
  int end();

  int Pid = 0;
  std::chrono::steady_clock::time_point Begin;
  /// Where the handler of signals finds it.
  std::atomic<int> *Known = nullptr;
};

/// The path of another tool in the folder of this one.
std::string siblingTool(llvm::StringRef Name);

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_STATEFILE_H
