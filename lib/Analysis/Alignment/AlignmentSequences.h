//===- AlignmentSequences.h - Lists of numbers in common --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ANALYSIS_ALIGNMENTSEQUENCES_H
#define FX_LIB_ANALYSIS_ALIGNMENTSEQUENCES_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace fx {

/// Places in two lists, ascending in both.
using PlacePairs = std::vector<std::pair<uint32_t, uint32_t>>;

/// What two lists have in common, in order: equal ends, then what occurs once
/// on each side, and a longest common subsequence of what is between. Where
/// more than some hundred things differ in a row, it is one of the pieces, so
/// that the time is about linear.
PlacePairs commonSubsequence(llvm::ArrayRef<uint64_t> A,
                             llvm::ArrayRef<uint64_t> B);

/// The places of a longest strictly ascending subsequence of \p Values.
/// O(n log n).
std::vector<uint32_t> longestAscending(llvm::ArrayRef<uint32_t> Values);

} // namespace fx

#endif // FX_LIB_ANALYSIS_ALIGNMENTSEQUENCES_H
