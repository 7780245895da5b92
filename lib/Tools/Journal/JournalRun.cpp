//===- JournalRun.cpp - fx-opt --journal, --why, --where-did --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/ToolOutput.h"
#include "Opt/FXOptSession.h"
#include "fx/IR/Printer.h"
#include "fx/Journal/JournalHistory.h"
#include "fx/Journal/JournalRecorder.h"
#include "fx/Support/Version.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// What the journal says of itself.
static std::string headOf(const FXOptConfig &Config,
                          const PassPipeline &Pipeline, GraphModule &M) {
  std::string Head, Passes;
  raw_string_ostream PassesOS(Passes), OS(Head);
  Pipeline.print(PassesOS);
  json::OStream J(OS);
  J.object([&] {
    J.attribute("fx-opt", getVersion());
    J.attribute("input", json::fixUTF8(Config.Input));
    J.attribute("pipeline", json::fixUTF8(Passes));
    // The text names them as it was read, from the folder of the text.
    if (std::vector<std::string> Files = weightFilesOf(M); !Files.empty())
      J.attributeArray("weights", [&] {
        for (const std::string &File : Files)
          J.value(json::fixUTF8(File));
      });
    J.attributeArray("arguments", [&] {
      for (const std::string &Word : Config.Words)
        J.value(json::fixUTF8(Word));
    });
  });
  return Head;
}

Error FXOptSession::openJournal(GraphModule &M) {
  std::unique_ptr<JournalOutput> Out = std::make_unique<JournalMemory>();
  if (!Config.Journal.empty()) {
    Expected<std::unique_ptr<JournalOutput>> File =
        openJournalFile(Config.Journal);
    if (!File)
      return File.takeError();
    Out = std::move(*File);
  }
  auto Owned = std::make_unique<JournalRecorder>(
      std::move(Out), headOf(Config, Manager.pipeline(), M));
  Recorder = Owned.get();
  Manager.addInstrumentation(std::move(Owned));
  return Error::success();
}

Error FXOptSession::checkInput(const GraphModule &M) {
  auto File = MemoryBuffer::getFile(Config.InputOf, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!File)
    return makeFileError(diag::err_open_input, Config.InputOf,
                         File.getError().message());
  Context Ctx;
  Expected<std::unique_ptr<JournalReader>> Reader =
      JournalReader::read(Ctx, std::move(*File));
  if (!Reader)
    return Reader.takeError();
  std::string Text;
  raw_string_ostream OS(Text);
  printModule(M, OS, PrintFormat::Native);
  if (Text == (*Reader)->text())
    return Error::success();
  return createStringError("the model is not the one that the journal was "
                           "written of: it has changed since");
}

/// Answers --why and --where-did.
ExitCode FXOptSession::finishJournal() {
  if (Error E = Recorder->output().takeError())
    return fail(std::move(E));
  if (Config.Why.empty() && Config.WhereDid.empty())
    return ExitDone;
  std::unique_ptr<MemoryBuffer> Bytes;
  if (Config.Journal.empty()) {
    StringRef Text = static_cast<JournalMemory &>(Recorder->output()).bytes();
    // Without a pipeline there is no journal.
    if (Text.empty())
      return ExitDone;
    Bytes = MemoryBuffer::getMemBuffer(Text, "", false);
  } else {
    auto File = MemoryBuffer::getFile(Config.Journal, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
    if (!File)
      return fail(errorCodeToError(File.getError()), Config.Journal);
    Bytes = std::move(*File);
  }
  Context Ctx;
  Expected<std::unique_ptr<JournalReader>> Reader =
      JournalReader::read(Ctx, std::move(Bytes));
  if (!Reader)
    return fail(Reader.takeError(), Config.Journal);
  return answerHistory(**Reader, Config, /*AsJSON=*/false, errs());
}

ExitCode fx::answerHistory(JournalReader &Reader, const FXOptConfig &Config,
                           bool AsJSON, raw_ostream &OS) {
  DiagnosticEngine Diags;
  Diags.setColors(Config.Colors);
  Diags.setShowIds(Config.ShowDiagnosticIds);
  Expected<JournalHistory> History = JournalHistory::of(Reader);
  if (!History) {
    Diags.report(History.takeError(), Config.Input);
    return ExitFailure;
  }
  auto NoNode = [&](StringRef Flag, StringRef Name) {
    Diags.report(diag::err_journal_no_node, SMLoc(), "--" + Flag.str(), Name)
        .file(Config.Input);
    return ExitFailure;
  };
  for (StringRef Name : Config.Why) {
    std::vector<uint32_t> Found = History->find(Name);
    if (Found.empty())
      return NoNode("why", Name);
    if (AsJSON)
      History->printWhyJSON(Reader, Found, OS);
    else
      for (uint32_t I : Found)
        History->printWhy(Reader, I, OS);
  }
  for (StringRef Pattern : Config.WhereDid) {
    Expected<bool> Found = AsJSON
                               ? History->printWhereDidJSON(Reader, Pattern, OS)
                               : History->printWhereDid(Reader, Pattern, OS);
    if (!Found) {
      Diags
          .report(diag::err_flag_bad_value, SMLoc(), "--where-did",
                  toString(Found.takeError()))
          .file(Config.Tool);
      return ExitUsage;
    }
    if (!*Found)
      return NoNode("where-did", Pattern);
  }
  return ExitDone;
}
