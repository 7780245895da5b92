//===- ModulesText.cpp - Fuzz target: the reader of print(module) ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/ModuleTree.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/Support/SourceMgr.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  fx::Context Ctx;
  llvm::SourceMgr Source;
  unsigned Id = Source.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(
          {reinterpret_cast<const char *>(Data), Size}, "fuzz", false),
      llvm::SMLoc());
  fx::DiagnosticEngine Diags(&Source);
  Diags.setHandler([](const fx::Diagnostic &) {});
  if (std::unique_ptr<fx::Module> Tree =
          fx::parseModuleTree(Ctx, Source, Id, Diags))
    (void)Tree->clone();
  return 0;
}
