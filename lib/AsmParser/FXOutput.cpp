//===- FXOutput.cpp - What was understood of print(graph) -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXOutput.h"
#include "fx/Support/CharClass.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

bool FXOutput::expected(StringRef What, const char *At) {
  const char *Stop = Lines.lineEnd(At);
  if (At == Stop) {
    Report.error(diag::err_expected_at_line_end, At, What);
    return false;
  }
  const char *Token = skipClass(*At == '%' ? At + 1 : At, Stop, CC_Word);
  Report.error(diag::err_expected, At, What)
      .range(makeRange(At, std::max(Token, At + 1)));
  return false;
}

void FXOutput::warnAmbiguous(diag::ID Id, StringRef Text) {
  Report.warning(Id, Text.begin(), Text)
      .range(makeRange(Text.begin(), Text.end()))
      .note(diag::note_write_native, SMLoc());
}
