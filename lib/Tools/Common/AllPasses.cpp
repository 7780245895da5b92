//===- AllPasses.cpp - Everything that fx-opt has linked in ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/AllPasses.h"
#include "fx/Transforms/Passes.h"

void fx::registerAllPasses(PassRegistry &Registry) {
  registerTransformsPasses(Registry);
}
