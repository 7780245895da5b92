//===- RunRecording.h - Writing what a run was ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_RUN_RUNRECORDING_H
#define FX_LIB_TOOLS_RUN_RUNRECORDING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace fx {

class OutputTransaction;
struct Recording;

/// Whether a recording can be written to a file of that name.
llvm::Error checkRecordingName(llvm::StringRef Path);

/// Writes \p R to \p Path, one of \p Files, drawn at \p Depth, in the form that
/// the name ends in: `.dot`, `.svg` or `.json`. Errors: those of writing.
llvm::Error writeRecording(const Recording &R, OutputTransaction &Files,
                           llvm::StringRef Path, int Depth);

} // namespace fx

#endif // FX_LIB_TOOLS_RUN_RUNRECORDING_H
