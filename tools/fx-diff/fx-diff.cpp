//===- fx-diff.cpp - Says in what two versions of a model differ ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/FXDiffMain.h"
#include "llvm/Support/InitLLVM.h"

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  return fx::FXDiffMain(Argc, Argv);
}
