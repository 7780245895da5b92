//===- NumPy.cpp - Fuzz target: arrays of NumPy ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array that is taken has exactly the bytes of its elements.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "fx/Interop/NumPyFile.h"

using namespace fx;
using fx::fuzz::check;
using fx::fuzz::checkError;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::Expected<NumPyArray> Array = parseNumPyArray(fuzz::asText(Data, Size));
  if (!Array) {
    checkError(Array.takeError());
    return 0;
  }
  uint64_t Bytes = itemSize(Array->Type);
  for (int64_t Size : Array->Sizes)
    Bytes *= Size;
  check(Array->Bytes.size() == Bytes, "the bytes of an array");
  return 0;
}
