//===- ForeignFiles.h - Files that are no graphs ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_FOREIGNFILES_H
#define FX_LIB_TRANSLATE_FOREIGNFILES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace fx {

/// What a file is that no reader of fx-opt takes, by its first bytes, and what
/// to do: `this is a NumPy array, not a graph; ...`. Empty for everything else.
std::string describeForeignFile(llvm::StringRef Path, llvm::StringRef Bytes);

} // namespace fx

#endif // FX_LIB_TRANSLATE_FOREIGNFILES_H
