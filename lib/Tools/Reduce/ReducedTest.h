//===- ReducedTest.h - A reduced program as a test ------------ -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_REDUCE_REDUCEDTEST_H
#define FX_LIB_TOOLS_REDUCE_REDUCEDTEST_H

#include "ReduceOracle.h"

namespace fx {

/// \p Words of a command in a RUN line.
std::string litCommand(llvm::ArrayRef<std::string> Words);

/// The same in the test \p Path: relative names of files are seen from there.
std::string wordsInTest(llvm::ArrayRef<std::string> Words,
                        llvm::StringRef Path);

/// A command of a shell, with `{}` for the file.
struct ShellTest {
  explicit ShellTest(llvm::StringRef Command);

  std::string Command;
  /// The files that it names. What comes to be while it runs is none of them.
  std::vector<std::string> Files;
};

/// \p Shell as it stands after `RUN:` in the test \p Path. It gets a copy that
/// fx-opt makes with \p Flags: in the test itself it would find its own words,
/// and could change what it looks at. lit's own shell runs what it understands,
/// and `sh` the rest. Without breaks of lines, which no RUN line has.
std::string commandInTest(const ShellTest &Shell,
                          llvm::ArrayRef<std::string> Flags,
                          llvm::StringRef Path);

/// The lines of comment that make the text \p Body a test of lit, the file \p
/// Path: how \p Test is run, and what FileCheck looks for. Nothing in the text
/// is an instruction.
std::string testLines(const FailureTest &Test, llvm::StringRef Path,
                      llvm::StringRef Body);

/// Runs the test in \p File, that of \p Test, as its RUN line says, with the
/// tools that are beside this one. Success if it fails as it should; an error
/// says what it did.
llvm::Error runTest(const FailureTest &Test, llvm::StringRef File);

} // namespace fx

#endif // FX_LIB_TOOLS_REDUCE_REDUCEDTEST_H
