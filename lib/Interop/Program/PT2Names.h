//===- PT2Names.h - What records of an archive are --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PROGRAM_PT2NAMES_H
#define FX_LIB_INTEROP_PROGRAM_PT2NAMES_H

#include "fx/Interop/PT2Archive.h"

namespace fx::pt2 {

/// What a record is by its name alone: the tables and pickles of models pass
/// for weights and constants.
PT2Kind classify(llvm::StringRef Name);
/// The same in an archive with that model.
PT2Kind classify(llvm::StringRef Name, llvm::StringRef Model);

} // namespace fx::pt2

#endif // FX_LIB_INTEROP_PROGRAM_PT2NAMES_H
