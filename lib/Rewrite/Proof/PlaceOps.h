//===- PlaceOps.h - What operators on places share --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_PLACEOPS_H
#define FX_LIB_REWRITE_PLACEOPS_H

#include "PlaceMaps.h"
#include "llvm/ADT/SmallVector.h"

namespace fx::rewrite::places {

using Args = llvm::ArrayRef<PlaceValue>;
using Index = llvm::ArrayRef<Poly>;
using TensorPtr = std::shared_ptr<const PlaceTensor>;

/// \name Arguments; what is something else ends the proof
/// @{
TensorPtr tensorOf(Cases &C, const PlaceValue &V);
unsigned dimOf(Cases &C, const PlaceValue &V, int64_t Rank);
/// Dimensions, each once.
llvm::SmallVector<unsigned, 5> dimsOf(Cases &C, const PlaceValue &V,
                                      int64_t Rank);
Poly numberOf(Cases &C, const PlaceValue &V);
std::vector<Poly> numbersOf(Cases &C, const PlaceValue &V);
/// @}

/// Elements in row-major order stay in it.
PlaceValue sameOrder(TensorPtr T, std::vector<Poly> Sizes);
/// The element at a place is that of \p T at \p Map of the place.
PlaceValue moved(TensorPtr T, std::vector<Poly> Sizes,
                 std::function<std::vector<Poly>(Cases &, Index)> Map);

/// \name Parts of tensors, and tensors of parts (PlaceParts.cpp)
/// @{
PlaceValue slice(Cases &C, Args A);
PlaceValue narrow(Cases &C, Args A);
PlaceValue select(Cases &C, Args A);
PlaceValue split(Cases &C, Args A);
PlaceValue chunk(Cases &C, Args A);
PlaceValue tensorSplit(Cases &C, Args A);
PlaceValue unbind(Cases &C, Args A);
PlaceValue getitem(Cases &C, Args A);
PlaceValue cat(Cases &C, Args A);
PlaceValue stack(Cases &C, Args A);
PlaceValue pad(Cases &C, Args A);
/// @}

} // namespace fx::rewrite::places

#endif // FX_LIB_REWRITE_PLACEOPS_H
