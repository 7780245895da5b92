//===- ReducedTest.cpp - A reduced program as a test ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducedTest.h"
#include "Common/StateFile.h"
#include "Update/CheckLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace fx;
using namespace llvm;

/// \p Text with \p From replaced by \p To.
static std::string replaced(StringRef Text, StringRef From, StringRef To) {
  std::string Result;
  while (true) {
    size_t At = Text.find(From);
    Result += Text.take_front(At);
    if (At == StringRef::npos)
      return Result;
    Result += To;
    Text = Text.substr(At + From.size());
  }
}

std::string fx::testLines(const FailureTest &Test) {
  auto Beside = [&](std::string Line) {
    if (Test.FileBeside.empty())
      return Line;
    return replaced(Line, Test.FileBeside,
                    ("%S/" + sys::path::filename(Test.FileBeside)).str());
  };
  if (!Test.Command.empty())
    return "// RUN: " + Beside(replaced(Test.Command, "{}", "%s")) + "\n";
  std::string Lines = "// RUN: ";
  if (Test.Seconds)
    Lines += "%exits 124 timeout " + utostr(Test.Seconds) + " ";
  else if (Test.ExitCode)
    Lines += Test.ExitCode < 0 ? "not --crash "
                               : "%exits " + itostr(Test.ExitCode) + " ";
  Lines += "fx-opt %s ";
  // The quotes keep `%t` for lit.
  Lines += Beside(shellCommand(Test.Words)) + " -o /dev/null";
  if (Test.Message.empty())
    return Lines + "\n";
  StringRef Message = StringRef(Test.Message).split('\n').first;
  std::string Check = checkText(Message);
  // What the file is called there is not known; it stands in braces.
  if (size_t At = Message.find("{" + Test.FileBeside + "}");
      !Test.FileBeside.empty() && At != StringRef::npos)
    Check = checkText(Message.take_front(At)) + "{{.*}}" +
            checkText(Message.drop_front(At + Test.FileBeside.size() + 2));
  return Lines + " 2>&1 | FileCheck %s\n// CHECK: " + Test.Severity.str() +
         ": " + Check + "\n";
}

Error fx::runTest(const FailureTest &Test, StringRef File) {
  auto Wrong = [](const Twine &Text) {
    return createStringError("the test that was written does not show the "
                             "failure: " +
                             Text);
  };
  if (!Test.Command.empty()) {
    std::string Command = Test.Command;
    if (Test.NeedsTools)
      Command =
          "PATH=" + shellWord(sys::path::parent_path(siblingTool("fx-run"))) +
          ":$PATH\n" + Command;
    int Code = runCommand(Command, File);
    return Code ? Wrong("exit code " + Twine(Code)) : Error::success();
  }
  SmallString<128> Output, Kept;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("fx-reduce", "txt", Output))
    return errorCodeToError(EC);
  if (std::error_code EC =
          sys::fs::createTemporaryFile("fx-reduce", "fx", Kept))
    return errorCodeToError(EC);
  StateRemover RemoveOutput(Output), RemoveKept(Kept);
  std::vector<std::string> Words;
  if (Test.Seconds)
    Words = {"timeout", utostr(Test.Seconds)};
  Words.insert(Words.end(), {siblingTool("fx-opt"), File.str()});
  for (const std::string &Word : Test.Words)
    Words.push_back(replaced(Word, "%t.fx", Kept));
  if (!is_contained(Words, "-o"))
    append_range(Words, std::vector<std::string>{"-o", "/dev/null"});
  int Code = runCommand(shellCommand(Words), "", Output);
  // That of `timeout`.
  constexpr int TimedOut = 124;
  int Expected = Test.Seconds ? TimedOut : Test.ExitCode;
  if (Expected < 0 ? Code >= 0 : Code != Expected)
    return Wrong("exit code " + Twine(Code));
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Output);
  StringRef Line = StringRef(Test.Message).split('\n').first.rtrim();
  if (!Text || !(*Text)->getBuffer().contains(Line))
    return Wrong("fx-opt does not say '" + Line + "'");
  return Error::success();
}
