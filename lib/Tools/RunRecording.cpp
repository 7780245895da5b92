//===- RunRecording.cpp - Writing what a run was --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunRecording.h"
#include "OutputFile.h"
#include "fx/IR/Diagnostic.h"
#include "fx/Translate/Recording.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

Error fx::checkRecordingName(StringRef Path) {
  if (Path.ends_with(".dot") || Path.ends_with(".svg") ||
      Path.ends_with(".json"))
    return Error::success();
  return createStringError("expected a file whose name ends in .dot, .svg or "
                           ".json, not '" +
                           Path + "'");
}

/// Lets Graphviz draw \p Dot.
static Expected<std::unique_ptr<MemoryBuffer>> drawSVG(StringRef Dot) {
  auto Fail = [](const Twine &Why) -> Error {
    return makeError(diag::err_record_dot, SMLoc(), Why.str());
  };
  ErrorOr<std::string> Program = sys::findProgramByName("dot");
  if (!Program)
    return Fail("was not found");
  SmallString<128> In, Out;
  int InFile;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("fx-run", "dot", InFile, In))
    return Fail(EC.message());
  FileRemover RemoveIn(In);
  raw_fd_ostream OS(InFile, /*shouldClose=*/true);
  OS << Dot;
  OS.close();
  if (std::error_code EC = sys::fs::createTemporaryFile("fx-run", "svg", Out))
    return Fail(EC.message());
  FileRemover RemoveOut(Out);
  std::string Message;
  StringRef Args[] = {*Program, "-Tsvg", "-o", Out, In};
  int Code = sys::ExecuteAndWait(*Program, Args, std::nullopt, {},
                                 /*SecondsToWait=*/300, 0, &Message);
  if (Code != 0)
    return Fail(Message.empty() ? "failed" : Message);
  auto Picture = MemoryBuffer::getFile(Out);
  if (!Picture)
    return Fail(Picture.getError().message());
  // The file goes before the buffer does.
  return MemoryBuffer::getMemBufferCopy((*Picture)->getBuffer());
}

Error fx::writeRecording(const Recording &R, OutputFiles &Files, StringRef Path,
                         int Depth) {
  if (Path.ends_with(".json"))
    return writeOutput(Files, Path,
                       [&](raw_ostream &OS) { writeRecordingJSON(R, OS); });
  RecordingDotOptions Options;
  Options.Depth = Depth;
  Options.Times = true;
  std::string Dot;
  raw_string_ostream Stream(Dot);
  writeRecordingDot(R, Stream, Options);
  if (!Path.ends_with(".svg"))
    return writeOutput(Files, Path, [&](raw_ostream &OS) { OS << Dot; });
  Expected<std::unique_ptr<MemoryBuffer>> Picture = drawSVG(Dot);
  if (!Picture)
    return Picture.takeError();
  return writeOutput(Files, Path,
                     [&](raw_ostream &OS) { OS << (*Picture)->getBuffer(); });
}
