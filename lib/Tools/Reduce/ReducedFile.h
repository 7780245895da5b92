//===- ReducedFile.h - The file of what is reduced ------------ -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_REDUCE_REDUCEDFILE_H
#define FX_LIB_TOOLS_REDUCE_REDUCEDFILE_H

#include "ReduceOracle.h"

namespace fx {

/// The file that fx-reduce writes, again for each candidate that is smaller,
/// and the weights beside it.
class ReducedFile {
public:
  ReducedFile(const ReduceContext &Context, ReduceOracle &Oracle)
      : Context(Context), Oracle(Oracle) {}

  /// Writes \p C in place of the last one. Weights of that one which the file
  /// no longer names are removed.
  llvm::Error write(const Candidate &C);

private:
  const ReduceContext &Context;
  ReduceOracle &Oracle;
  /// What this has written and the file names.
  std::vector<std::string> Weights;
};

} // namespace fx

#endif // FX_LIB_TOOLS_REDUCE_REDUCEDFILE_H
