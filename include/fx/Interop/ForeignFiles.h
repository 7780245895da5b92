//===- ForeignFiles.h - Files that are not graphs ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Recognizes well-known files that fx-opt does not read, so that errors can
/// name them and say what to do.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_FOREIGNFILES_H
#define FX_INTEROP_FOREIGNFILES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace fx {

enum class WantedFile { Graph, Weights, Inputs };

/// What a file is that no reader of fx-opt takes, by its first bytes, and what
/// to do: `this is a NumPy array; ...`. Empty for everything else. A file of
/// weights is foreign where a graph is wanted, and for the caller to sort out
/// where weights or inputs are.
std::string describeForeignFile(llvm::StringRef Path, llvm::StringRef Bytes,
                                WantedFile Wanted = WantedFile::Graph);

/// The same of a file, no archive, with weights or inputs, and for everything
/// else that there are none. Empty for what has or is called a file of
/// safetensors: the rest is for its reader to say.
std::string describeMissingTensors(llvm::StringRef Path, llvm::StringRef Bytes,
                                   WantedFile Wanted);

} // namespace fx

#endif // FX_INTEROP_FOREIGNFILES_H
