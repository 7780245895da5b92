//===- LineDiff.h - The difference of two texts -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Prints the difference of two texts as a unified diff.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_LINEDIFF_H
#define FX_SUPPORT_LINEDIFF_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
}

namespace fx {

/// Prints the lines in which \p After differs from \p Before as a unified diff
/// without file names: ` ` same, `-` gone, `+` new, \p Context lines around
/// each change. O(n log n) for texts whose lines are mostly distinct, as those
/// of graphs are; the difference is correct but may be longer than the
/// shortest one where they are not. Lines that are longer than \p Columns (0:
/// no limit) are cut: of a line that took the place of another one, what is
/// shown has the first difference of the two.
void printLineDiff(llvm::StringRef Before, llvm::StringRef After,
                   llvm::raw_ostream &OS, bool Colors = false,
                   unsigned Context = 3, size_t Columns = 0);

} // namespace fx

#endif // FX_SUPPORT_LINEDIFF_H
