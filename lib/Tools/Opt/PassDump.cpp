//===- PassDump.cpp - The module after each pass, in files ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassDump.h"
#include "Common/ToolOutput.h"
#include "fx/IR/Module.h"
#include "fx/IR/Printer.h"
#include "fx/Pass/Pass.h"
#include "fx/Support/LineDiff.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

Error PassDump::open() {
  std::error_code Code = sys::fs::create_directories(Folder);
  if (!Code && !sys::fs::is_directory(Folder))
    Code = std::make_error_code(std::errc::not_a_directory);
  if (Code)
    return createStringError(Code, "cannot make the folder '" + Folder +
                                       "' for --dump-dir: " + Code.message());
  return Error::success();
}

/// \p Name in \p Folder.
static std::string pathOf(StringRef Folder, StringRef Name) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

void PassDump::write(StringRef What, StringRef PassName, const GraphModule &M) {
  if (Wrong || IsTold)
    return;
  std::string Name, Text;
  raw_string_ostream(Name) << format("%03zu-", Entries.size()) << What;
  raw_string_ostream OS(Text);
  printModule(M, OS, PrintFormat::Native);
  bool IsDifference = Differences && !PassName.empty();
  std::string File = Name + (IsDifference ? ".diff" : ".fx");
  if (Error E = writeOutput(pathOf(Folder, File), [&](raw_ostream &Out) {
        if (!IsDifference) {
          Out << Text;
          return;
        }
        Out << "--- " << LastFile << "\n+++ " << Name << ".fx\n";
        printLineDiff(LastText, Text, Out);
      }))
    Wrong = std::move(E);
  if (Differences) {
    LastText = std::move(Text);
    LastFile = Name + ".fx";
  }
  Entries.push_back(
      {File, PassName.str(), M.name().str().str(), M.graph().size()});
  // The next pass may die.
  if (!Wrong)
    if (Error E = writeIndex())
      Wrong = std::move(E);
}

void PassDump::beforePipeline(const GraphModule &M) { write("input", "", M); }

void PassDump::afterPass(const Pass &P, const GraphModule &M, bool Changed) {
  if (Changed)
    write(P.name(), P.name(), M);
}

Error PassDump::checkModule(const Pass &, const GraphModule &) {
  return takeError();
}

Error PassDump::takeError() {
  if (!Wrong)
    return Error::success();
  Error E = std::move(*Wrong);
  Wrong.reset();
  IsTold = true;
  return E;
}

Error PassDump::close() {
  if (Wrong || IsTold)
    return takeError();
  return writeIndex();
}

Error PassDump::writeIndex() const {
  return writeOutput(pathOf(Folder, "index.json"), [&](raw_ostream &OS) {
    json::OStream J(OS, 2);
    J.array([&] {
      for (const Entry &E : Entries)
        J.object([&] {
          J.attribute("file", E.File);
          if (!E.Pass.empty())
            J.attribute("pass", E.Pass);
          if (!E.Module.empty())
            J.attribute("module", E.Module);
          J.attribute("nodes", E.Nodes);
        });
    });
    OS << '\n';
  });
}
