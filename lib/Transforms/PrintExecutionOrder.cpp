//===- PrintExecutionOrder.cpp - Modules and parameters as they are used --===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ExecutionOrder.h"
#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_PRINTEXECUTIONORDER
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct PrintExecutionOrder
    : impl::PrintExecutionOrderBase<PrintExecutionOrder> {
  Expected<bool> run(GraphModule &M) override {
    if (M.name())
      outs() << "=== " << M.name().str() << '\n';
    getAnalysis<ExecutionOrder>().print(outs());
    return false;
  }
};
} // namespace
