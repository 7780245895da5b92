//===- NearestWord.h - What a word was meant to be --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Suggests a known word for a misspelled one, for messages.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_NEARESTWORD_H
#define FX_SUPPORT_NEARESTWORD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fx {

/// The candidate that \p Word was probably meant to be: the one at the least
/// edit distance, if that is small for a word of this length; else empty.
/// Dashes, underscores and upper case do not count.
llvm::StringRef nearestWord(llvm::StringRef Word,
                            llvm::ArrayRef<llvm::StringRef> Candidates);

} // namespace fx

#endif // FX_SUPPORT_NEARESTWORD_H
