//===- OptBisect.h - --opt-bisect: which rewrite is to blame -- -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_BISECT_OPTBISECT_H
#define FX_LIB_TOOLS_BISECT_OPTBISECT_H

#include "BisectOracle.h"
#include "fx/Pass/PassManager.h"
#include "fx/Tools/FXOptMain.h"

namespace fx {

/// What --opt-bisect=\p Options.Mode needs of a run of fx-opt.
struct BisectRun {
  const FXOptConfig &Config;
  /// Runs the pipeline; gets instrumentations.
  PassManager &Manager;
  /// The one module that passes run on is that of this file.
  InputFile &In;
  const OddValues &Odd;
};

/// Runs passes as the option says. The module of the file becomes what is to be
/// written; after a search nothing is.
ExitCode runBisection(const BisectRun &Run);

} // namespace fx

#endif // FX_LIB_TOOLS_BISECT_OPTBISECT_H
