//===- NativePrinterFallback.cpp - Until the native printer lands ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weak definitions that print torch.fx's form; NativePrinter.cpp defines the
// same functions and takes their place.
//
//===----------------------------------------------------------------------===//

#include "NativePrinter.h"
#include "fx/IR/Printer.h"
#include "llvm/Support/Compiler.h"

using namespace fx;
using namespace llvm;

LLVM_ATTRIBUTE_WEAK void fx::printNativeModule(const GraphModule &M,
                                               raw_ostream &OS) {
  printModule(M, OS, PrintFormat::FX);
}
LLVM_ATTRIBUTE_WEAK void fx::printNativeGraph(const Graph &G, raw_ostream &OS) {
  printGraph(G, OS, PrintFormat::FX);
}
LLVM_ATTRIBUTE_WEAK void fx::printNativeNode(const Node &N, raw_ostream &OS) {
  printNode(N, OS, PrintFormat::FX);
}
LLVM_ATTRIBUTE_WEAK void fx::printNativeArgument(const Argument &A,
                                                 const Context &Ctx,
                                                 raw_ostream &OS) {
  printArgument(A, Ctx, OS, PrintFormat::FX);
}
