//===- TestUpdate.h - Writes what tests expect ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// fx-opt --update-checks and --update-diagnostics: the RUN lines of a test are
/// run, and what they print becomes what the test expects. Only the tools of
/// this project and FileCheck are run, from the folder of this tool, and no
/// shell; RUN lines with other commands are left out with a warning.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_TESTUPDATE_H
#define FX_TOOLS_TESTUPDATE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fx {

class DiagnosticEngine;
class PassRegistry;

/// How tests are updated.
struct TestUpdateOptions {
  /// Write `%[[ADD:[A-Za-z_0-9]+]]` in place of names of nodes.
  bool AnyName = false;
  /// What RUN lines say for something else, besides lit's own words such as
  /// `%s`: `%models` and a folder.
  std::vector<std::pair<std::string, std::string>> Substitutions;
};

/// The text of the test in file \p Path, with CHECK lines for each prefix that
/// has none written by hand; lines that an earlier call wrote are replaced.
/// None after an error, which is reported to \p Diags: nothing is written to
/// the file. The new text was checked with FileCheck, where that is installed.
std::optional<std::string> updateChecks(llvm::StringRef Path,
                                        const TestUpdateOptions &Options,
                                        DiagnosticEngine &Diags);

/// The same with expected-error comments for RUN lines of fx-opt with
/// --verify-diagnostics, which run in this process: comments that are met stay,
/// those that are not go, and there are new ones for messages that none
/// expects.
std::optional<std::string> updateDiagnostics(llvm::StringRef Path,
                                             const TestUpdateOptions &Options,
                                             PassRegistry &Registry,
                                             DiagnosticEngine &Diags);

} // namespace fx

#endif // FX_TOOLS_TESTUPDATE_H
