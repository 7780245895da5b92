//===- RuleLoader.h - Files of rules and those that they use ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Loads files of rules together with the files that they use, each once.
///
//===----------------------------------------------------------------------===//

#ifndef FX_REWRITE_RULELOADER_H
#define FX_REWRITE_RULELOADER_H

#include "fx/Rewrite/RuleSyntax.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace fx {
class DiagnosticEngine;
}

namespace fx::rewrite {

/// Reads files of rules, and what they name with `use`, which is relative to
/// the file that says it. A file counts once, however often and by whichever
/// path it is named.
class RuleLoader {
public:
  using Files = std::vector<std::unique_ptr<RuleFile>>;

  /// Texts are added to \p Source. What is wrong is reported to \p Diags.
  RuleLoader(std::shared_ptr<llvm::SourceMgr> Source, DiagnosticEngine &Diags)
      : Source(std::move(Source)), Diags(Diags) {}

  /// Each appends a file to \p Read, after those that it uses and that were not
  /// read before. False when errors were reported.
  /// @{
  /// The file at \p Path; a text of provideRules() comes first, and `-` is the
  /// standard input.
  bool readFile(llvm::StringRef Path, Files &Read);
  /// \p Text, which is copied; \p Name is where relative paths begin. Without
  /// \p Examples those of its rules are left out.
  bool readText(llvm::StringRef Name, llvm::StringRef Text, Files &Read,
                bool Examples = true);
  /// A buffer of the source manager, by its identifier's path.
  bool readBuffer(unsigned BufferId, Files &Read);
  /// @}

private:
  RuleFile *read(unsigned BufferId, llvm::StringRef Key, Files &Read,
                 bool Examples = true);
  bool readUsed(UsedFile &U, llvm::StringRef From, Files &Read);

  std::shared_ptr<llvm::SourceMgr> Source;
  DiagnosticEngine &Diags;
  /// Keys are real paths; null where a file could not be read.
  llvm::StringMap<RuleFile *> Known;
  unsigned Depth = 0;
};

} // namespace fx::rewrite

#endif // FX_REWRITE_RULELOADER_H
