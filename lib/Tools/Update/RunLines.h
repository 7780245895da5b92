//===- RunLines.h - The RUN lines of a test ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lit's own shell understands of them, as far as tests of this project
// need it: words and quotes, pipes, `&&`, redirections, `not`, and `%exits N`.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_UPDATE_RUNLINES_H
#define FX_LIB_TOOLS_UPDATE_RUNLINES_H

#include "fx/Tools/TestUpdate.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"

namespace fx {

/// Whether a flag of a tool names a command of a shell: `--test=CMD` of
/// fx-reduce, and the oracle `command=CMD` of --opt-bisect.
bool runsShell(llvm::StringRef Word);

/// One RUN line, with those that continue it.
struct RunLine {
  /// Place of the first line.
  const char *Loc = nullptr;
  /// What stands before `RUN:` there.
  llvm::StringRef Leader;
  /// After the last line.
  const char *End = nullptr;
  std::string Text;
};
std::vector<RunLine> findRunLines(llvm::StringRef Test);

/// Whether lit takes something in \p Text for an instruction, such as `RUN:`.
bool hasTestWord(llvm::StringRef Text);

/// One program of a RUN line.
struct RunCommand {
  /// The program first.
  std::vector<std::string> Words;
  enum ResultKind : uint8_t {
    Succeeds,
    Fails,
    Crashes,
    Exits
  } Result = Succeeds;
  int Code = 0; ///< Exit code of Exits.
  /// Files; empty: what pipes say.
  std::string Input, Output, Errors;
  bool Appends = false;
  /// `2>&1`
  bool MergesErrors = false;
  /// `2>&1 >FILE`: errors go to the pipe, and the rest to a file.
  bool PipesErrors = false;

  bool isFileCheck() const { return Words.front() == "FileCheck"; }
};

/// Whether FileCheck is installed.
bool hasFileCheck();

/// Runs RUN lines of one test with files in a folder that goes when this does.
class RunLineShell {
public:
  enum TrustKind : uint8_t {
    /// What somebody wrote: tools of fx-opt, for some minutes, and no shell.
    ToolsAlone,
    /// What fx-opt wrote: any program, without a limit.
    AnyProgram
  };
  RunLineShell(llvm::StringRef Test, const TestUpdateOptions &Options,
               TrustKind Trust = ToolsAlone);
  ~RunLineShell();
  RunLineShell(const RunLineShell &) = delete;

  /// The whole path of the test, which `%s` stands for.
  llvm::StringRef test() const { return Test; }
  /// Where `%t` is.
  llvm::StringRef folder() const { return Folder; }
  /// The pipelines of a line: those after `&&` run if the ones before succeed.
  llvm::Expected<std::vector<std::vector<RunCommand>>>
  parse(const RunLine &Line) const;

  /// Runs \p Line; FileCheck is not run: \p Check is called with its command
  /// and the file that it would read.
  llvm::Error run(const RunLine &Line,
                  llvm::function_ref<llvm::Error(const RunCommand &Command,
                                                 llvm::StringRef Input)>
                      Check);

  /// Runs FileCheck as \p Command says, on \p Checks in place of the test.
  /// Fails with what it says. Success where it is not installed.
  llvm::Error runFileCheck(const RunCommand &Command, llvm::StringRef Checks,
                           llvm::StringRef Input);

private:
  std::string substitute(llvm::StringRef Text) const;
  llvm::Error takeResult(RunCommand &C) const;
  llvm::Error runPipeline(
      llvm::ArrayRef<RunCommand> Pipeline,
      llvm::function_ref<llvm::Error(const RunCommand &, llvm::StringRef)>
          Check);
  llvm::Error runTool(const RunCommand &Command, llvm::StringRef Input,
                      llvm::StringRef Output);
  std::string newFile();

  std::string Test;
  const TestUpdateOptions &Options;
  TrustKind Trust;
  /// The variables that commands see.
  std::vector<std::string> Environment;
  llvm::SmallString<128> Folder;
  unsigned NumFiles = 0;
};

} // namespace fx

#endif // FX_LIB_TOOLS_UPDATE_RUNLINES_H
