//===- PlaceProof.h - Rules about places, for all sizes ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_PLACEPROOF_H
#define FX_LIB_REWRITE_PLACEPROOF_H

#include "Compile/Program.h"
#include "PlaceMaps.h"

namespace fx::rewrite {

/// What was found out about a rule.
struct PlaceProof {
  /// All its operators only move elements.
  bool IsAboutPlaces = false;
  /// Why nothing is proven; empty where each element of the result is the same
  /// as before, for tensors of up to Cases::MaxRank dimensions, of any sizes,
  /// and lists of up to Cases::MaxItems tensors, wherever sizes are.
  std::string Why;
  uint64_t NumCases = 0;
};

PlaceProof provePlaces(const CompiledRule &Rule);

/// What a rule's names stand for in one case.
struct PlaceScope {
  const CompiledRule &Rule;
  Cases &C;
  std::vector<std::optional<PlaceValue>> Slots;
  std::vector<PlaceValue> Items;
  /// Indexed by their numbers.
  std::vector<std::shared_ptr<const PlaceTensor>> Inputs;
};

/// Computes a constant, a condition or a result.
PlaceValue evaluatePlaces(PlaceScope &S, const Term &T);
/// True, false, or not known.
std::optional<bool> truthOf(PlaceScope &S, const Term &T);
/// Calls a function of the language.
PlaceValue callPlaceFunction(Cases &C, FunctionId Id,
                             llvm::ArrayRef<PlaceValue> Args);
/// The number of an Int as it was written: a dimension may be negative.
Poly written(Cases &C, const PlaceValue &V);
/// The place of an item that \p I names, as Python counts; nothing where that
/// is not known.
std::optional<int64_t> placeIn(Cases &C, const PlaceValue &I, int64_t Size);
/// Whether two are equal; nothing where that is not known.
std::optional<bool> isEqual(Cases &C, const PlaceValue &A, const PlaceValue &B);
/// Calls \p Op, whose arguments are in order; what is not given has its
/// default.
PlaceValue applyPlaceOp(PlaceScope &S, const PlaceOp &Op,
                        std::vector<std::optional<PlaceValue>> Args);
/// Which argument of \p Op is called \p Name; nothing for others.
std::optional<unsigned> findPlaceParam(const PlaceOp &Op, llvm::StringRef Name);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_PLACEPROOF_H
