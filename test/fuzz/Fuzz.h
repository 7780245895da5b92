//===- Fuzz.h - What the fuzz targets share ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_FUZZ_FUZZ_H
#define FX_TEST_FUZZ_FUZZ_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace fx::fuzz {

/// Ends the run with a finding unless \p Holds.
inline void check(bool Holds, const char *What) {
  if (Holds)
    return;
  llvm::errs() << "broken: " << What << "\n";
  std::abort();
}

/// An error says what is wrong.
inline void checkError(llvm::Error E) {
  check(!llvm::toString(std::move(E)).empty(), "an error without a text");
}

inline llvm::StringRef asText(const uint8_t *Data, size_t Size) {
  return {reinterpret_cast<const char *>(Data), Size};
}

} // namespace fx::fuzz

#endif // FX_TEST_FUZZ_FUZZ_H
