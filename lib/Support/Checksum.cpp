//===- Checksum.cpp - CRC-32, fast ----------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CRC is the remainder of a polynomial over GF(2). 128 bits of it can be
// moved over the next n bits by two products with x^n modulo the CRC's
// polynomial (V. Gopal et al., "Fast CRC Computation for Generic Polynomials
// Using PCLMULQDQ Instruction", Intel 2009). Four such lanes hide the latency
// of the products. All constants are bit-reflected, as the CRC of zip archives
// is.
//
//===----------------------------------------------------------------------===//

#include "fx/Support/Checksum.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

using namespace llvm;

#ifdef __x86_64__
#define FX_CLMUL __attribute__((target("pclmul,sse4.1")))

namespace {
/// Moves \p Value over the bits that \p By stands for, onto \p Next.
FX_CLMUL __m128i fold(__m128i Value, __m128i By, __m128i Next) {
  __m128i Low = _mm_clmulepi64_si128(Value, By, 0x00);
  __m128i High = _mm_clmulepi64_si128(Value, By, 0x11);
  return _mm_xor_si128(_mm_xor_si128(Low, High), Next);
}

FX_CLMUL __m128i load(const char *From) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(From));
}

/// Folds a multiple of 16 bytes, 64 at least. \p CRC and the result are
/// inverted.
FX_CLMUL uint32_t foldBlocks(const char *At, const char *End, uint32_t CRC) {
  // x^(512+32), x^(512-32); x^(128+32), x^(128-32); x^64
  const __m128i By512 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
  const __m128i By128 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
  const __m128i By64 = _mm_set_epi64x(0, 0x163cd6124);
  // The polynomial, and x^64 divided by it.
  const __m128i Barrett = _mm_set_epi64x(0x1f7011641, 0x1db710641);
  const __m128i LowWords = _mm_setr_epi32(-1, 0, -1, 0);

  __m128i A = _mm_xor_si128(load(At), _mm_cvtsi32_si128(CRC));
  __m128i B = load(At + 16), C = load(At + 32), D = load(At + 48);
  for (At += 64; End - At >= 64; At += 64) {
    A = fold(A, By512, load(At));
    B = fold(B, By512, load(At + 16));
    C = fold(C, By512, load(At + 32));
    D = fold(D, By512, load(At + 48));
  }
  A = fold(A, By128, B);
  A = fold(A, By128, C);
  A = fold(A, By128, D);
  for (; At != End; At += 16)
    A = fold(A, By128, load(At));

  // From 128 bits to 64, to 32.
  A = _mm_xor_si128(_mm_clmulepi64_si128(A, By128, 0x10), _mm_srli_si128(A, 8));
  A = _mm_xor_si128(
      _mm_clmulepi64_si128(_mm_and_si128(A, LowWords), By64, 0x00),
      _mm_srli_si128(A, 4));
  __m128i Quotient =
      _mm_clmulepi64_si128(_mm_and_si128(A, LowWords), Barrett, 0x10);
  Quotient =
      _mm_clmulepi64_si128(_mm_and_si128(Quotient, LowWords), Barrett, 0x00);
  return _mm_extract_epi32(_mm_xor_si128(A, Quotient), 1);
}
} // namespace
#endif

uint32_t fx::checksum(StringRef Bytes, uint32_t CRC) {
#ifdef __x86_64__
  static const bool HasProducts =
      __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
  if (HasProducts && Bytes.size() >= 64) {
    size_t Length = Bytes.size() & ~size_t(15);
    CRC = ~foldBlocks(Bytes.data(), Bytes.data() + Length, ~CRC);
    Bytes = Bytes.drop_front(Length);
  }
#endif
  return crc32(CRC, arrayRefFromStringRef(Bytes));
}
