//===- OpSetEmitter.cpp - The sets of operators as an enumeration ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpModel.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx::tblgen;

static void emitOpSets(llvm::RecordKeeper &Records, llvm::raw_ostream &OS) {
  llvm::emitSourceFileHeader("Sets of operators", OS);
  unsigned Count = 0;
  for (const llvm::Record *Def : Records.getAllDerivedDefinitions("OpSet")) {
    if (Def->isAnonymous())
      continue;
    if (++Count > 32)
      llvm::PrintFatalError(Def->getLoc(), "there are more than 32 sets");
    OS << "FX_OP_SET(" << Def->getName() << ", \""
       << Def->getValueAsString("Name") << "\")\n";
  }
  OS << "#undef FX_OP_SET\n";
}

static llvm::TableGen::Emitter::Opt
    Registration("gen-op-sets", emitOpSets,
                 "Write the sets of operators as an enumeration");
