//===- Text.cpp - Fuzz target: the reader of graphs -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the reader accepts must survive native text unchanged, and
// torch.fx's own print must come back from what was read. The map of the text
// that editors ask for must be in order.
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/Parser.h"
#include "fx/AsmParser/SyntaxMap.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Structural.h"
#include "fx/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using Modules = std::vector<std::unique_ptr<GraphModule>>;

static bool parse(Context &Ctx, llvm::StringRef Text, Modules &Out,
                  SyntaxMap *Map = nullptr) {
  auto Source = std::make_shared<llvm::SourceMgr>();
  unsigned Id = Source->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(Text, "fuzz", false), llvm::SMLoc());
  DiagnosticEngine Diags(Source.get());
  Diags.setHandler([](const Diagnostic &) {});
  ParserOptions Options;
  Options.Map = Map;
  return parseModules(Ctx, Source, Id, Diags, Out, Options);
}

static std::string print(const GraphModule &M, PrintFormat Format) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printModule(M, OS, Format);
  return Text;
}

[[noreturn]] static void fail(llvm::StringRef What, llvm::StringRef Text) {
  llvm::errs() << What << ":\n" << Text << '\n';
  abort();
}

/// Places are in the text, in its order, and change nothing.
static void checkMap(Context &Ctx, llvm::StringRef Text, bool IsGood) {
  SyntaxMap Map;
  Modules Read;
  if (parse(Ctx, Text, Read, &Map) != IsGood)
    fail("a map changes what is read", Text);
  uint32_t Last = 0;
  for (const SyntaxMap::Token &T : Map.tokens()) {
    if (T.Begin < Last || T.end() > Text.size())
      fail("the map is not in order", Text);
    Last = T.Begin;
    if (std::optional<uint32_t> Line = Map.lineAt(T.Begin))
      (void)Map.nodeOf(*Line);
    if (const SyntaxMap::MemberRange *M = Map.memberAt(T.Begin))
      (void)Map.pathOf(*M);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Context Ctx;
  Modules Read;
  llvm::StringRef Input(reinterpret_cast<const char *>(Data), Size);
  bool IsGood = parse(Ctx, Input, Read);
  checkMap(Ctx, Input, IsGood);
  if (!IsGood)
    return 0;
  DiagnosticEngine Quiet;
  Quiet.setHandler([](const Diagnostic &) {});
  for (std::unique_ptr<GraphModule> &M : Read) {
    (void)verify(*M, Quiet);
    for (PrintFormat Format :
         {PrintFormat::FX113, PrintFormat::Python, PrintFormat::Tabular})
      (void)print(*M, Format);
    std::string Native = print(*M, PrintFormat::Native);
    Modules Again;
    if (!parse(Ctx, Native, Again) || Again.size() != 1)
      fail("native text is not read back", Native);
    if (auto Difference = findDifference(*M, *Again[0]))
      fail(Difference->Text, Native);
    if (print(*Again[0], PrintFormat::Native) != Native)
      fail("native text is not stable", Native);
  }
  return 0;
}
