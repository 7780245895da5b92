//===- AllPasses.h - Everything that fx-opt has linked in -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Registers the passes that come with fx-opt.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TOOLS_ALLPASSES_H
#define FX_TOOLS_ALLPASSES_H

namespace fx {

class PassRegistry;

/// Adds the passes of docs/Passes.md.
void registerAllPasses(PassRegistry &Registry);

} // namespace fx

#endif // FX_TOOLS_ALLPASSES_H
