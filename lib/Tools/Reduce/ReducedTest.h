//===- ReducedTest.h - A reduced program as a test ------------ -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_REDUCE_REDUCEDTEST_H
#define FX_LIB_TOOLS_REDUCE_REDUCEDTEST_H

#include "ReduceOracle.h"

namespace fx {

/// The lines of comment that make a file a test of lit: how \p Test is run, and
/// what FileCheck looks for.
std::string testLines(const FailureTest &Test);

/// Runs \p Test on \p File, as its RUN line says, with the fx-opt that is
/// beside this tool. Success if it fails as it should; an error says what it
/// did.
llvm::Error runTest(const FailureTest &Test, llvm::StringRef File);

} // namespace fx

#endif // FX_LIB_TOOLS_REDUCE_REDUCEDTEST_H
