//===- RuleRows.h - What benchmarks of rules share --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators, times and lines of RuleBenchmark.cpp and of the programs that
// measure peers, which know neither fx-opt nor each other.
//
//===----------------------------------------------------------------------===//

#ifndef FX_UTILS_BENCHMARK_RULEROWS_H
#define FX_UTILS_BENCHMARK_RULEROWS_H

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>

namespace fx::bench {

/// The graph of rules that fit nowhere is a chain of these.
inline constexpr const char *ChainOps[] = {"relu", "tanh", "sigmoid"};
/// What such rules swap in.
inline constexpr const char *OtherOps[] = {
    "abs",   "acos",       "acosh", "asin",   "asinh", "atan",  "atanh",
    "ceil",  "cos",        "cosh",  "erf",    "erfc",  "exp",   "exp2",
    "expm1", "floor",      "frac",  "lgamma", "log",   "log10", "log1p",
    "log2",  "reciprocal", "round", "rsqrt",  "sgn",   "sign",  "silu",
    "sin",   "sinh",       "sqrt",  "square", "tan",   "trunc"};

/// The operators of rule \p I, the innermost first. The first hundred differ
/// from the chain in the innermost one alone.
inline std::array<const char *, 3> opsThatFail(size_t I) {
  constexpr size_t Near = 100, N = std::size(OtherOps);
  if (I < Near)
    return {OtherOps[I / 3], ChainOps[(I + 2) % 3], ChainOps[I % 3]};
  return {OtherOps[(I - Near) % N], OtherOps[(I - Near) / N], ChainOps[I % 3]};
}

/// Seconds of processor time.
inline double processorSeconds() {
  timespec T;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &T);
  return double(T.tv_sec) + double(T.tv_nsec) * 1e-9;
}

/// Prints the line of a row, for the best of two rounds after a warm-up.
/// \p Round returns its seconds and says how often rules were applied, which
/// must be \p Expected times.
template <typename Callback>
void measureRow(const char *Name, size_t Count, size_t Expected,
                Callback Round) {
  double Best = 1e30;
  for (int I = 0; I != 3; ++I) {
    size_t Applied = 0;
    double Took = Round(Applied);
    if (I)
      Best = std::min(Best, Took);
    if (Applied != Expected) {
      std::fprintf(stderr, "%s of %zu: %zu times, not %zu\n", Name, Count,
                   Applied, Expected);
      std::exit(1);
    }
  }
  std::printf("{\"row\": \"%s\", \"n\": %zu, \"us\": %.6f, \"applied\": %zu}\n",
              Name, Count, Best / double(Count) * 1e6, Expected);
  std::fflush(stdout);
}

} // namespace fx::bench

#endif // FX_UTILS_BENCHMARK_RULEROWS_H
