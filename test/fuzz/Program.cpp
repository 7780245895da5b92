//===- Program.cpp - Fuzz target: programs of torch.export ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that is taken can be printed, written, and read again as the same,
// by way of native text too.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/Context.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Verifier.h"
#include "fx/Interop/ProgramJSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using fx::fuzz::check;
using fx::fuzz::checkError;
using llvm::Expected;
using llvm::StringRef;

static std::optional<std::string> write(const GraphModule &M) {
  std::string JSON;
  llvm::raw_string_ostream OS(JSON);
  if (llvm::Error E = writeProgramJSON(M, OS)) {
    checkError(std::move(E));
    return std::nullopt;
  }
  return JSON;
}

static std::string print(const GraphModule &M, PrintFormat Format) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printModule(M, OS, Format);
  return Text;
}

static std::unique_ptr<GraphModule> parse(Context &Ctx, StringRef Text) {
  auto SM = std::make_shared<llvm::SourceMgr>();
  unsigned Id = SM->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(Text), llvm::SMLoc());
  DiagnosticEngine Diags(SM.get());
  Diags.setHandler([](const Diagnostic &) {});
  std::vector<std::unique_ptr<GraphModule>> Modules;
  bool Good = parseModules(Ctx, SM, Id, Diags, Modules);
  check(Good && Modules.size() == 1, "native text cannot be read");
  return std::move(Modules[0]);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text = fuzz::asText(Data, Size);
  Context Ctx;
  Expected<std::unique_ptr<GraphModule>> M =
      parseProgramJSON(Ctx, Text, "fuzz");
  if (!M) {
    checkError(M.takeError());
    return 0;
  }
  DiagnosticEngine Diags;
  Diags.setHandler([](const Diagnostic &) {});
  bool Valid = verify(**M, Diags);
  (void)print(**M, PrintFormat::FX);
  std::optional<std::string> JSON = write(**M);
  if (!JSON || !Valid)
    return 0;
  Expected<std::unique_ptr<GraphModule>> Again =
      parseProgramJSON(Ctx, *JSON, "again");
  if (!Again)
    llvm::errs() << llvm::toString(Again.takeError()) << "\n";
  check(bool(Again), "a written program is refused");
  check(write(**Again) == JSON, "a written program changes");
  std::string Native = print(**M, PrintFormat::Native);
  std::unique_ptr<GraphModule> Read = parse(Ctx, Native);
  check(print(*Read, PrintFormat::Native) == Native, "native text changes");
  check(write(*Read) == JSON, "native text loses something");
  return 0;
}
