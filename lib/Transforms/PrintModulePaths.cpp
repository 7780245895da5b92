//===- PrintModulePaths.cpp - Which module each node comes from -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ModuleStack.h"
#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_PRINTMODULEPATHS
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct PrintModulePaths : impl::PrintModulePathsBase<PrintModulePaths> {
  Expected<bool> run(GraphModule &M) override {
    printModulePaths(M, outs());
    return false;
  }
};
} // namespace
