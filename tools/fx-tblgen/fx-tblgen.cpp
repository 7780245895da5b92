//===- fx-tblgen.cpp - Generates tables, builders and pages -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads td files and runs one of the -gen-* backends, each in a file of its
// own that registers itself. Mistakes are reported as file:line:col, exit 1.
//
//===----------------------------------------------------------------------===//

#include "TableName.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Main.h"

static llvm::cl::opt<std::string>
    TableName("table-name", llvm::cl::value_desc("name"),
              llvm::cl::init("Table"),
              llvm::cl::desc("The C++ name of the generated table"));

llvm::StringRef fx::tblgen::tableName() {
  llvm::StringRef Name = TableName;
  if (Name.empty() || llvm::isDigit(Name.front()) ||
      !llvm::all_of(Name, fx::isNameChar))
    llvm::PrintFatalError("--table-name is not an identifier");
  return Name;
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  llvm::cl::ParseCommandLineOptions(Argc, Argv, "fx-opt's TableGen\n");
  return llvm::TableGenMain(Argv[0]);
}
