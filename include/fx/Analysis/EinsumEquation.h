//===- fx/Analysis/EinsumEquation.h - What einsum sums up -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The equation of torch.einsum, for value inference and for decomposition.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_EINSUMEQUATION_H
#define FX_ANALYSIS_EINSUMEQUATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>

namespace fx {

/// The equation of torch.einsum, such as `bij,bjk->bik`, read as at::einsum
/// does: labels name the dimensions of the operands and of the result. All
/// labels together are the dimensions of one product, those of the result
/// first; those after them are summed up.
class EinsumEquation {
public:
  /// The letters are labels 0 to 51, upper case first; this is `...`.
  static constexpr unsigned Dots = 52;
  static constexpr unsigned NumLabels = 53;
  using Labels = llvm::SmallVector<unsigned, 8>;

  /// Nothing where \p Text is no equation. Without an arrow, the result has
  /// `...` and the letters that occur once.
  static std::optional<EinsumEquation> parse(llvm::StringRef Text);

  /// Gives each label its place in the product, for operands of so many
  /// dimensions. False where the equation does not fit them.
  bool fit(llvm::ArrayRef<size_t> Ranks);

  llvm::ArrayRef<Labels> operands() const { return Operands; }
  /// The labels of the result.
  llvm::ArrayRef<unsigned> output() const { return Output; }

  /// \name After fit()
  /// @{
  /// The number of dimensions of the product.
  unsigned rank() const { return Rank; }
  /// The number of those that the result has.
  unsigned outputRank() const { return OutputRank; }
  /// How many dimensions `...` stands for: those of the operand with the most.
  unsigned dotsRank() const { return DotsRank; }
  /// The (first) dimension of the product that \p Label names.
  unsigned place(unsigned Label) const { return Places[Label]; }
  /// @}

private:
  llvm::SmallVector<Labels, 3> Operands;
  Labels Output;
  /// In how many places of the operands each label stands.
  std::array<unsigned, NumLabels> Counts = {};
  std::array<int, NumLabels> Places = {};
  unsigned DotsRank = 0, OutputRank = 0, Rank = 0;
};

} // namespace fx

#endif // FX_ANALYSIS_EINSUMEQUATION_H
