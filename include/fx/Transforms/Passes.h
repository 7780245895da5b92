//===- Passes.h - The passes that come with fx-opt --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// `createX()` for each pass of Passes.td, and registerTransformsPasses, which
/// adds them all to a registry.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_PASSES_H
#define FX_TRANSFORMS_PASSES_H

#include "fx/Pass/Pass.h"

namespace fx {

#include "fx/Transforms/Passes.h.inc"

} // namespace fx

#endif // FX_TRANSFORMS_PASSES_H
