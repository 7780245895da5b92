//===- FloatFormats.h - Floats of 8 and 16 bits -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Doubles hold every value of these types, so that reading is exact, and
// writing rounds once, to nearest even. What is too large becomes what PyTorch
// makes of it: an infinity where there is one, else not a number.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_WEIGHTS_FLOATFORMATS_H
#define FX_LIB_INTEROP_WEIGHTS_FLOATFORMATS_H

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fx::interop {

/// What the largest bit patterns of a format mean.
enum class FloatKind {
  IEEE, ///< Exponents of all ones are infinities and NaNs.
  FN,   ///< Only all ones is a NaN; there are no infinities.
  FNUZ, ///< The pattern of -0 is the NaN; there are no infinities.
};

template <unsigned ExponentBits, unsigned MantissaBits, int Bias,
          FloatKind Kind>
struct SmallFloat {
  static constexpr uint32_t SignBit = 1u << (ExponentBits + MantissaBits);
  static constexpr uint32_t Magnitude = SignBit - 1;
  static constexpr uint32_t Infinity = ((1u << ExponentBits) - 1)
                                       << MantissaBits;

  static double decode(uint32_t Bits) {
    uint32_t Abs = Bits & Magnitude;
    double Sign = Bits & SignBit ? -1.0 : 1.0;
    constexpr double NaN = std::numeric_limits<double>::quiet_NaN();
    if constexpr (Kind == FloatKind::IEEE) {
      if (Abs == Infinity)
        return Sign * std::numeric_limits<double>::infinity();
      if (Abs > Infinity)
        return NaN;
    } else if constexpr (Kind == FloatKind::FN) {
      if (Abs == Magnitude)
        return NaN;
    } else if (Bits == SignBit) {
      return NaN;
    }
    int Exponent = Abs >> MantissaBits;
    uint32_t Mantissa = Abs & ((1u << MantissaBits) - 1);
    if (Exponent == 0)
      return Sign * std::ldexp(double(Mantissa), 1 - Bias - int(MantissaBits));
    uint64_t Wide = uint64_t(Exponent - Bias + 1023) << 52 |
                    uint64_t(Mantissa) << (52 - MantissaBits);
    return Sign * std::bit_cast<double>(Wide);
  }

  static uint32_t encode(double Value) {
    uint64_t Bits = std::bit_cast<uint64_t>(Value);
    uint32_t Sign = Bits >> 63 ? SignBit : 0;
    uint64_t Abs = Bits & ~(1ULL << 63);
    constexpr uint64_t WideInfinity = 0x7ffULL << 52;
    if (Abs > WideInfinity)
      return notANumber(Sign);
    if (Abs == WideInfinity)
      return tooLarge(Sign);
    int Exponent = int(Abs >> 52) - 1023;
    constexpr int Least = 1 - Bias;
    uint64_t Significand = (Abs & ((1ULL << 52) - 1)) | 1ULL << 52;
    int Shift = 52 - int(MantissaBits);
    if (Exponent < Least)
      Shift += Least - Exponent;
    // Less than half of the least value; doubles below 2^-1022 are, too.
    if (Shift > 53)
      return withSign(0, Sign);
    uint64_t Result = Significand >> Shift;
    uint64_t Rest = Significand & ((1ULL << Shift) - 1);
    uint64_t Half = 1ULL << (Shift - 1);
    Result += Rest > Half || (Rest == Half && Result & 1);
    // A carry moves on into the exponent.
    if (Exponent >= Least)
      Result += uint64_t(Exponent - Least) << MantissaBits;
    if (Result > Greatest)
      return tooLarge(Sign);
    return withSign(uint32_t(Result), Sign);
  }

private:
  static constexpr uint32_t Greatest = Kind == FloatKind::FNUZ ? Magnitude
                                       : Kind == FloatKind::FN ? Magnitude - 1
                                                               : Infinity - 1;
  static uint32_t withSign(uint32_t Abs, uint32_t Sign) {
    return Kind == FloatKind::FNUZ && Abs == 0 ? 0 : Abs | Sign;
  }
  static uint32_t notANumber(uint32_t Sign) {
    if constexpr (Kind == FloatKind::FNUZ)
      return SignBit;
    else if constexpr (Kind == FloatKind::FN)
      return Magnitude | Sign;
    else
      return Infinity | 1u << (MantissaBits - 1) | Sign;
  }
  static uint32_t tooLarge(uint32_t Sign) {
    return Kind == FloatKind::IEEE ? Infinity | Sign : notANumber(Sign);
  }
};

using Half = SmallFloat<5, 10, 15, FloatKind::IEEE>;
using BFloat = SmallFloat<8, 7, 127, FloatKind::IEEE>;
using Float8E5M2 = SmallFloat<5, 2, 15, FloatKind::IEEE>;
using Float8E4M3FN = SmallFloat<4, 3, 7, FloatKind::FN>;
using Float8E5M2FNUZ = SmallFloat<5, 2, 16, FloatKind::FNUZ>;
using Float8E4M3FNUZ = SmallFloat<4, 3, 8, FloatKind::FNUZ>;

/// A power of two: an exponent alone.
struct Float8E8M0FNU {
  static double decode(uint32_t Bits) {
    return Bits == 0xff ? std::numeric_limits<double>::quiet_NaN()
                        : std::ldexp(1.0, int(Bits) - 127);
  }
  /// As PyTorch: the sign is lost, ties go up but from the least one.
  static uint32_t encode(double Value) {
    uint32_t Bits = std::bit_cast<uint32_t>(float(Value));
    uint32_t Exponent = Bits >> 23 & 0xff;
    uint32_t Mantissa = Bits & 0x7fffff;
    if (Exponent == 0xff)
      return Exponent;
    bool Up = Mantissa > 0x400000 || (Mantissa == 0x400000 && Exponent > 0);
    return Exponent + Up;
  }
};

} // namespace fx::interop

#endif // FX_LIB_INTEROP_WEIGHTS_FLOATFORMATS_H
