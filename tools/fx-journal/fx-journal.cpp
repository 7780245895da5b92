//===- fx-journal.cpp - Looks at what passes did --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/AllPasses.h"
#include "fx/Tools/FXJournalMain.h"
#include "llvm/Support/InitLLVM.h"

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  fx::PassRegistry Registry;
  fx::registerAllPasses(Registry);
  return fx::FXJournalMain(Argc, Argv, Registry);
}
