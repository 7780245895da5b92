//===- GraphEdits.cpp - Fuzz target: edits against a naive model ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphEditModel.h"
#include "llvm/Support/raw_ostream.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  fx::Context Ctx;
  fx::test::GraphEditModel Model(Ctx);
  std::string Wrong = Model.run({Data, Size}, /*CheckEvery=*/16);
  if (!Wrong.empty()) {
    llvm::errs() << Wrong << '\n';
    abort();
  }
  return 0;
}
