//===- Helpers.h - What many rules need -------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_DECOMPOSITION_HELPERS_H
#define FX_LIB_DECOMPOSITION_HELPERS_H

#include "fx/Decomposition/Decomposition.h"

namespace fx::decomposition {

/// A tensor without dimensions that holds \p Number.
Value scalarTensor(Call &C, const Argument &Number, DType T,
                   const Argument &Device);

/// `torch.where` with tensors and numbers. One of \p A and \p B is a tensor, or
/// both are numbers.
Value where(const Value &Condition, const Argument &A, const Argument &B);

/// The type of a result of a tensor of type \p T and a number, which may be
/// symbolic.
DType typeWithNumber(Call &C, DType T, const Argument &Number);

/// `y.dtype` and `y.device` of a tensor of type \p Type; none for other
/// attributes, and what is not known.
std::optional<Argument> constantAttribute(const TensorType &Type,
                                          llvm::StringRef Name);

/// `_to_copy` where the type is not \p T already.
Value convertTo(const Value &V, DType T);

/// A range of integers, or of \p T.
Value arange(Call &C, const Dim &Start, const Dim &End, const Argument &Device,
             std::optional<DType> T = std::nullopt);

/// What a loss makes of the losses of elements: 0 nothing, 1 mean, 2 sum.
Value reduceLoss(const Value &Loss, int64_t Reduction);

/// Sum over \p Dimensions, over all for none.
Value sumOf(const Value &V, llvm::ArrayRef<int64_t> Dimensions = {},
            bool KeepDim = false);

/// The dimensions of a tensor in order, but \p A and \p B changed over.
llvm::SmallVector<int64_t, 6> swappedOrder(int64_t Rank, int64_t A, int64_t B);
Value permuted(Call &C, const Value &V, llvm::ArrayRef<int64_t> Order);

/// The memory format of the strides of \p Of, which may have holes
/// (at::Tensor::suggest_memory_format).
MemoryFormat suggestedFormat(const Value &Of);

/// \p Result in the memory format that \p Like suggests.
Value inFormatOf(const Value &Like, const Value &Result);

/// Whether \p V is surely marked as conjugated or as negated (torch:
/// Tensor.is_conj, is_neg): \p View, `_conj` or `_neg_view`, made it. What such
/// a tensor is, its memory does not hold. O(views).
bool isMarked(const Value &V, llvm::StringRef View);

/// \name Reasons
/// They say what was found, and what this rule needs. Each fails the rule and
/// returns None.
/// @{
/// Parameter \p I has a wrong number of dimensions. \p Wanted is as in `2 or
/// 3`.
Value failRank(Call &C, unsigned I, const llvm::Twine &Wanted);
/// Parameter \p I, a list, has \p Found items.
Value failCount(Call &C, unsigned I, size_t Found, const llvm::Twine &Wanted);
/// Parameter \p I is \p Found.
Value failNumber(Call &C, unsigned I, int64_t Found, const llvm::Twine &Wanted);
/// @}

/// Dimension \p D of a tensor of rank \p Rank, from 0. None, and the rule has
/// failed, if there is no such dimension.
std::optional<int64_t> wrapDim(Call &C, int64_t D, int64_t Rank);
/// Says that.
std::string noDimension(int64_t D, int64_t Rank);

/// The CPU.
Argument cpu(Call &C);

/// The least and the greatest finite number of a type of floating point.
double lowestOf(DType T);
double greatestOf(DType T);
double epsilonOf(DType T);

} // namespace fx::decomposition

#endif // FX_LIB_DECOMPOSITION_HELPERS_H
