//===- FloorDivision.h - Python's // and % of doubles -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Division of doubles that rounds down, as Python defines it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_FLOORDIVISION_H
#define FX_SUPPORT_FLOORDIVISION_H

#include <cmath>

namespace fx {

/// `A % B` in Python, with the sign of \p B, which is not 0.
inline double floorModulo(double A, double B) {
  double Rest = std::fmod(A, B);
  if (Rest == 0)
    return std::copysign(0.0, B);
  return (Rest < 0) != (B < 0) ? Rest + B : Rest;
}

/// `A // B` in Python, where \p B is not 0. The remainder decides: 1.0 // 0.1
/// is 9, though 1.0 / 0.1 rounds to 10.
inline double floorQuotient(double A, double B) {
  double Rest = std::fmod(A, B);
  double Quotient = (A - Rest) / B;
  if (Rest != 0 && (Rest < 0) != (B < 0))
    Quotient -= 1;
  if (Quotient == 0)
    return std::copysign(0.0, A / B);
  // The quotient is whole but for its rounding.
  double Floor = std::floor(Quotient);
  return Quotient - Floor > 0.5 ? Floor + 1 : Floor;
}

} // namespace fx

#endif // FX_SUPPORT_FLOORDIVISION_H
