//===- Globs.h - Lists of glob patterns -------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Parses lists of glob patterns, as options give them.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_GLOBS_H
#define FX_SUPPORT_GLOBS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <string>
#include <vector>

namespace fx {

/// Parses \p Texts as glob patterns, which refer to the texts. The error names
/// the first one that is not a glob.
llvm::Expected<std::vector<llvm::GlobPattern>>
parseGlobs(llvm::ArrayRef<std::string> Texts);

} // namespace fx

#endif // FX_SUPPORT_GLOBS_H
