//===- JSONPatch.h - What a text says beyond the usual ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The IR holds what a program means. Where its JSON says the same in other
// words than PyTorch 2.13 would, or has members that are not known, the
// difference is kept as patches of the text that is written:
//
//   ("replace", path, usual, source)      only while the usual text is written
//   ("drop", path, key, usual)            a member, likewise
//   ("add", path, key, place, source)     a member, as long as its object lives
//
// Paths are keys and places, separated by slashes (`~1` in a key, and `~0` for
// `~`); the first element of `nodes` with a name goes by it, `=relu_1`. Those
// of the root graph's nodes and values are metadata of the nodes,
// `json_patches`, with paths that begin with `node` or `val`, so that they stay
// with them.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PROGRAM_JSONPATCH_H
#define FX_LIB_INTEROP_PROGRAM_JSONPATCH_H

#include "fx/IR/Argument.h"
#include <string>
#include <vector>

namespace fx::interop {

/// The patches that make \p Source of \p Usual, but for blanks between tokens.
/// Both are valid JSON. Time: size times nesting.
std::vector<Argument> diffJSON(Context &Ctx, llvm::StringRef Usual,
                               llvm::StringRef Source);

/// Applies what still applies; where \p Root is not empty, patches whose path
/// begins with it, to what it names.
std::string applyPatches(llvm::StringRef Usual,
                         llvm::ArrayRef<Argument> Patches,
                         llvm::StringRef Root = {});

/// The step of a path that leads to the first element of `nodes` with this
/// name; to the others leads their place.
std::string nodeStep(llvm::StringRef Name);

/// The same patch with another path.
Argument withPath(Context &Ctx, const Argument &Patch, llvm::StringRef Path);

/// The key of a node's patches.
inline constexpr llvm::StringLiteral PatchesKey = "json_patches";

/// Whether \p A has one of the three forms.
bool isPatch(const Argument &A);

} // namespace fx::interop

#endif // FX_LIB_INTEROP_PROGRAM_JSONPATCH_H
