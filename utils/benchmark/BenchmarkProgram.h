//===- BenchmarkProgram.h - An exported program to measure with -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_UTILS_BENCHMARK_BENCHMARKPROGRAM_H
#define FX_UTILS_BENCHMARK_BENCHMARKPROGRAM_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace fx::bench {

/// Writes an archive like those of torch.export: a program of \p Count calls
/// over one input and one parameter, with the metadata that real ones have.
llvm::Error writeProgramFile(llvm::StringRef Path, size_t Count);

} // namespace fx::bench

#endif // FX_UTILS_BENCHMARK_BENCHMARKPROGRAM_H
