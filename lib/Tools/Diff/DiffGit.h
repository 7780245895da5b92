//===- DiffGit.h - fx-diff for git ------------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_DIFF_DIFFGIT_H
#define FX_LIB_TOOLS_DIFF_DIFFGIT_H

#include "llvm/Support/Error.h"

namespace fx {

/// Lets `git diff` and `git difftool` of the repository that the working folder
/// is in show archives of programs: by lines of .gitattributes and of the
/// repository's configuration. What is there already stays. Says to \p OS what
/// it did. Errors: what git says.
llvm::Error installGitDiff(llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_LIB_TOOLS_DIFF_DIFFGIT_H
