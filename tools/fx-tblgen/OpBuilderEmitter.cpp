//===- OpBuilderEmitter.cpp - -gen-op-builders ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a class derived from OpViewOf for each operator, with an accessor for
// each parameter of its main function. See include/fx/IR/OpView.h.
//
//===----------------------------------------------------------------------===//

#include "OpModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace fx::tblgen;
using llvm::StringRef;

/// `negative_slope` as `negativeSlope`; words that C++ or the base class use
/// get a `_`.
static std::string accessorName(StringRef Param) {
  static constexpr llvm::StringLiteral Taken[] = {
      "argument", "build", "classof", "create", "info", "node"};
  std::string Name = camelCase(Param);
  Name[0] = llvm::toLower(Name[0]);
  if (llvm::is_contained(Taken, StringRef(Name)))
    Name += '_';
  return cppIdentifier(Name);
}

static void emitView(const OpDef &Op, llvm::raw_ostream &OS) {
  if (!Op.Summary.empty())
    OS << "/// " << Op.Summary << ".\n";
  OS << "class " << Op.CppName << " : public fx::OpViewOf<" << Op.CppName
     << "> {\npublic:\n  using OpViewOf::OpViewOf;\n"
     << "  static constexpr llvm::StringLiteral OpName = \"" << Op.Name
     << "\";\n  static constexpr llvm::StringLiteral BuilderName = \""
     << Op.Builder << "\";\n";
  std::vector<std::string> Params = Op.mainParams();
  for (size_t I = 0; I != Params.size(); ++I)
    OS << "  fx::Argument " << accessorName(Params[I])
       << "() const { return argument(" << I << ", \"" << Params[I]
       << "\"); }\n";
  OS << "};\n";
}

static void emitOpBuilders(llvm::RecordKeeper &Records, llvm::raw_ostream &OS) {
  std::optional<std::vector<OpDef>> Ops = readOps(Records);
  if (!Ops)
    llvm::PrintFatalError("no views were written");
  llvm::emitSourceFileHeader("Typed views of operators", OS);
  for (const OpDef &Op : *Ops)
    emitView(Op, OS);
}

static llvm::TableGen::Emitter::Opt
    Registration("gen-op-builders", emitOpBuilders,
                 "Write typed builders and views of the operators");
