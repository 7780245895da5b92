//===- RunTests.cpp - Running the RUN lines of a test ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Server.h"
#include "Update/RunLines.h"
#include "fx/Translate/InputFile.h"

using namespace fx;
using namespace llvm;

Expected<std::string> fx::lsp::runTestLines(StringRef Path,
                                            std::optional<unsigned> Only) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer)
    return Buffer.takeError();
  StringRef Text = (*Buffer)->getBuffer();
  TestUpdateOptions Options;
  RunLineShell Shell(Path, Options);
  std::string Report;
  raw_string_ostream OS(Report);
  unsigned Count = 0;
  for (const RunLine &Line : findRunLines(Text)) {
    unsigned First =
        unsigned(Text.take_front(size_t(Line.Loc - Text.begin())).count('\n'));
    unsigned Last =
        unsigned(Text.take_front(size_t(Line.End - Text.begin())).count('\n'));
    if (Only && (*Only < First || *Only > Last))
      continue;
    ++Count;
    OS << "RUN: " << Line.Text << '\n';
    Error E = Shell.run(Line, [&](const RunCommand &C, StringRef Input) {
      return Shell.runFileCheck(C, Path, Input);
    });
    if (E)
      OS << "failed: " << toString(std::move(E)) << '\n';
    else
      OS << "passed\n";
  }
  if (!Count)
    return requestError(RequestFailed, "there is no RUN line here");
  return Report;
}
