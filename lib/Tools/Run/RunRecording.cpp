//===- RunRecording.cpp - Writing what a run was --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunRecording.h"
#include "Common/ToolOutput.h"
#include "fx/Translate/Recording.h"
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

Error fx::writeRecording(const Recording &R, OutputTransaction &Files,
                         StringRef Path, int Depth) {
  RecordingDrawOptions Options;
  Options.Depth = Depth;
  Options.Times = true;
  return writeOutput(Files, Path, [&](raw_ostream &OS) {
    if (Path.ends_with(".json"))
      writeRecordingJSON(R, OS);
    else if (Path.ends_with(".svg"))
      writeRecordingSvg(R, OS, Options);
    else
      writeRecordingDot(R, OS, Options);
  });
}
