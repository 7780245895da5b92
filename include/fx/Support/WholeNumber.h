//===- WholeNumber.h - Doubles that are integers ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Conversions of doubles to 64-bit integers that are never undefined.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_WHOLENUMBER_H
#define FX_SUPPORT_WHOLENUMBER_H

#include <cmath>
#include <cstdint>
#include <optional>

namespace fx {

/// \p D without its fraction, where 64 bits hold it: a cast of other doubles is
/// undefined.
inline std::optional<int64_t> truncated(double D) {
  constexpr double Limit = 9223372036854775808.0; // 2^63
  if (!(D >= -Limit && D < Limit))
    return std::nullopt;
  return int64_t(D);
}

/// \p D as an integer where it is one of 64 bits.
inline std::optional<int64_t> wholeNumber(double D) {
  std::optional<int64_t> I = truncated(D);
  return I && double(*I) == D ? I : std::nullopt;
}

} // namespace fx

#endif // FX_SUPPORT_WHOLENUMBER_H
