//===- Parser.cpp - Reading the text form ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/Parser.h"
#include "FXParser.h"
#include "NativeParser.h"
#include "fx/Support/CharClass.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

/// Locations are 32 bits.
static constexpr uint64_t MaxTextSize = 4ull << 30;

/// Whether the first line that says anything is `fx` and a number.
static bool isNativeText(StringRef Text) {
  Text.consume_front("\xEF\xBB\xBF");
  while (true) {
    Text = Text.ltrim(" \t\r\n");
    if (!Text.starts_with("//"))
      break;
    Text = Text.drop_while([](char C) { return C != '\n'; });
  }
  if (!Text.consume_front("fx"))
    return false;
  StringRef Rest = Text.ltrim(" \t");
  return Rest.size() != Text.size() && !Rest.empty() &&
         isClass(Rest.front(), CC_Digit);
}

bool fx::parseModules(Context &Ctx, std::shared_ptr<SourceMgr> Source,
                      unsigned BufferId, DiagnosticEngine &Diags,
                      std::vector<std::unique_ptr<GraphModule>> &Out,
                      const ParserOptions &Options) {
  const MemoryBuffer *Buffer = Source->getMemoryBuffer(BufferId);
  StringRef Text = Buffer->getBuffer();
  if (Text.size() >= MaxTextSize) {
    Diags.report(diag::err_text_too_large, SMLoc(), MaxTextSize >> 30)
        .file(Buffer->getBufferIdentifier());
    return false;
  }
  bool Native = Options.Dialect == ParserOptions::Native ||
                (Options.Dialect == ParserOptions::Auto && isNativeText(Text));
  size_t First = Out.size();
  bool Good = Native ? NativeParser(Ctx, Text, Diags, Options.Map).parse(Out)
                     : FXParser(Ctx, Text, Diags, Options).parse(Out);
  for (std::unique_ptr<GraphModule> &M : drop_begin(Out, First))
    M->setSource({Source, BufferId});
  return Good;
}

Expected<std::unique_ptr<GraphModule>>
fx::parseModule(Context &Ctx, StringRef Text, const ParserOptions &Options) {
  auto Source = std::make_shared<SourceMgr>();
  unsigned Id = Source->AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Text, "<text>"), SMLoc());
  DiagnosticEngine Diags(Source.get());
  Diags.setErrorLimit(0);
  Error Errors = Error::success();
  Diags.setHandler([&](Diagnostic D) {
    // The error owns the text that it points into.
    D.Source = Source.get();
    D.OwnedSource = Source;
    if (D.Sev == Severity::Error)
      Errors = joinErrors(std::move(Errors),
                          make_error<DiagnosticError>(std::move(D)));
  });
  std::vector<std::unique_ptr<GraphModule>> Modules;
  if (parseModules(Ctx, Source, Id, Diags, Modules, Options) &&
      Modules.size() == 1) {
    cantFail(std::move(Errors));
    return std::move(Modules.front());
  }
  if (!Errors)
    return makeError(diag::err_not_one_module, SMLoc(), Modules.size());
  return Errors;
}
