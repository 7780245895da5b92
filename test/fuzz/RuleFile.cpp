//===- RuleFile.cpp - Fuzz target: files of rewrite rules -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is read is written in its one form, reads back, and is written in the
// same way. Rules that compile run their examples.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "fx/IR/Context.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Rewrite/RuleParser.h"
#include "fx/Rewrite/RuleSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace fx::rewrite;

namespace {

/// A file with the text that it points into.
struct Reading {
  explicit Reading(llvm::StringRef Text) : Diags(Source.get()) {
    Diags.setHandler([this](const Diagnostic &D) {
      fuzz::check(!D.Text.empty(), "a message without a text");
      IsWrong |= D.Sev == Severity::Error;
    });
    unsigned Id = Source->AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(Text, "fuzz.fxr"), llvm::SMLoc());
    File = parseRules(Source, Id, Diags);
  }

  std::shared_ptr<llvm::SourceMgr> Source = std::make_shared<llvm::SourceMgr>();
  DiagnosticEngine Diags;
  bool IsWrong = false;
  std::unique_ptr<RuleFile> File;
};

} // namespace

static std::string print(const RuleFile &File) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printRules(File, OS);
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Reading First(fuzz::asText(Data, Size));
  fuzz::check(First.File || First.IsWrong, "nothing is read without a message");
  if (!First.File)
    return 0;
  std::string Text = print(*First.File);
  Reading Second(Text);
  if (!Second.File || print(*Second.File) != Text) {
    llvm::errs() << "does not read back:\n" << Text << '\n';
    abort();
  }
  Context Ctx;
  RuleSet Rules(Ctx);
  if (Rules.add(std::move(First.File), First.Diags) &&
      Rules.finish(First.Diags))
    (void)Rules.checkExamples(First.Diags);
  else
    fuzz::check(First.IsWrong, "rules are refused without a message");
  return 0;
}
