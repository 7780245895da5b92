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
#include "Update/RunLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace fx;
using namespace llvm;

/// A temporary file of the test.
static constexpr StringLiteral NumericsFile = "--numerics-file=%t.fx";
/// What a command of the user looks at.
static constexpr StringLiteral CopyFile = "%t.fx";

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

/// \p Text as lit makes it again.
static std::string litText(StringRef Text) { return replaced(Text, "%", "%%"); }

std::string fx::litCommand(ArrayRef<std::string> Words) {
  return join(map_range(Words,
                        [](StringRef Word) {
                          return Word == NumericsFile
                                     ? Word.str()
                                     : litText(shellWord(Word));
                        }),
              " ");
}

//===----------------------------------------------------------------------===//
// Commands of a shell
//===----------------------------------------------------------------------===//

/// Drops a word at the beginning of \p Text, and says whether lit's shell
/// takes it for the same: it has no variables, no globs and no escapes.
static bool takePlainWord(StringRef &Text) {
  while (!Text.empty() && Text.front() != ' ') {
    char C = Text.front();
    if (isAlnum(C) || StringRef("_-./,:@+%={}").contains(C)) {
      Text = Text.drop_front();
      continue;
    }
    if (C != '\'' && C != '"')
      return false;
    auto [Quoted, Rest] = Text.drop_front().split(C);
    bool IsClosed = Quoted.size() + 1 < Text.size();
    if (!IsClosed ||
        (C == '"' && Quoted.find_first_of("$`\\!") != StringRef::npos))
      return false;
    Text = Rest;
  }
  return true;
}

/// Whether lit's shell does the same with \p Command as another one: programs
/// with plain words, and `&&` between them. Pipes are none of these: they fail
/// there where any of their programs does.
static bool isPlainCommand(StringRef Command) {
  bool IsProgram = true;
  for (StringRef Text = Command.ltrim(' '); !Text.empty();
       Text = Text.ltrim(' ')) {
    if (!IsProgram && (Text.consume_front("&& "))) {
      IsProgram = true;
      continue;
    }
    if (!IsProgram && (Text.consume_front("2>&1") || Text.consume_front("> ") ||
                       Text.consume_front("< ")))
      continue;
    StringRef Before = Text;
    if (!takePlainWord(Text))
      return false;
    StringRef Word = Before.drop_back(Text.size());
    bool Runs = Word.starts_with("fx-") ||
                (!Word.contains('=') && sys::findProgramByName(Word));
    if (IsProgram && !Runs)
      return false;
    IsProgram = false;
  }
  return !IsProgram;
}

/// \p Command as a RUN line runs it.
static std::string litLine(StringRef Command) {
  return litText(isPlainCommand(Command) ? Command.str()
                                         : "sh -c " + shellWord(Command));
}

//===----------------------------------------------------------------------===//
// The test
//===----------------------------------------------------------------------===//

/// The files of words of a command line that are not named by absolute paths
/// alone: plugins, rules and the like.
static std::vector<std::string> filesOf(ArrayRef<std::string> Words) {
  static constexpr StringLiteral FileFlags[] = {
      "--load-pass-plugin", "--schema", "--load-rules",
      "--torch-library",    "--inputs", "--input"};
  std::vector<std::string> Files;
  for (StringRef Word : Words) {
    auto [Flag, Value] = Word.split('=');
    bool IsPipeline = Flag == "--passes";
    if (!IsPipeline && !is_contained(FileFlags, Flag))
      continue;
    SmallVector<StringRef, 0> Names;
    SplitString(Value, Names, "{}=,;()\"' \t\n");
    for (StringRef Name : Names)
      if ((!IsPipeline || Name.ends_with(".fxr")) &&
          sys::fs::is_regular_file(Name) && !is_contained(Files, Name))
        Files.push_back(Name.str());
  }
  return Files;
}

/// \p Text with \p To for whole names \p File.
static std::string withFile(StringRef Text, StringRef File, StringRef To) {
  auto IsOfName = [](char C) {
    return isAlnum(C) || StringRef("_-.*/%").contains(C);
  };
  std::string Result;
  size_t Done = 0;
  for (size_t At = Text.find(File); At != StringRef::npos;
       At = Text.find(File, At + 1)) {
    size_t End = At + File.size();
    // Not a part of another name.
    if ((At && IsOfName(Text[At - 1])) ||
        (End != Text.size() && IsOfName(Text[End])))
      continue;
    Result += (Text.slice(Done, At) + To).str();
    Done = End;
  }
  return Result + Text.substr(Done).str();
}

/// \p File as the test \p Path names it: lit runs tests in another folder than
/// this one. Files that are not below the test stay where they are if they are
/// named by a whole path.
static std::string nameInTest(StringRef Path, StringRef File) {
  SmallString<128> Folder(sys::path::parent_path(Path)), Whole(File);
  if (sys::fs::make_absolute(Folder) || sys::fs::make_absolute(Whole))
    return File.str();
  sys::path::remove_dots(Folder, /*remove_dot_dot=*/true);
  sys::path::remove_dots(Whole, /*remove_dot_dot=*/true);
  auto F = sys::path::begin(Folder), FEnd = sys::path::end(Folder);
  auto W = sys::path::begin(Whole), WEnd = sys::path::end(Whole);
  while (F != FEnd && W != WEnd && *F == *W)
    ++F, ++W;
  if (sys::path::is_absolute(File) && F != FEnd)
    return litText(File);
  std::string Name = "%S";
  for (; F != FEnd; ++F)
    Name += "/..";
  for (; W != WEnd; ++W)
    Name += "/" + litText(*W);
  return Name;
}

std::string fx::wordsInTest(ArrayRef<std::string> Words, StringRef Path) {
  std::string Line = litCommand(Words);
  if (Path == "-")
    return Line;
  for (StringRef File : filesOf(Words))
    Line = withFile(Line, litText(File), nameInTest(Path, File));
  return Line;
}

ShellTest::ShellTest(StringRef Whole) : Command(Whole.trim()) {
  SmallVector<StringRef, 0> Names;
  SplitString(Command, Names, "{}=,;()|&<>$`\"' \t\n");
  // A name without a dot or a slash is rather something else.
  for (StringRef Name : Names)
    if (Name.find_first_of("./") != StringRef::npos &&
        sys::fs::is_regular_file(Name) && !is_contained(Files, Name))
      Files.push_back(Name.str());
}

std::string fx::commandInTest(const ShellTest &Shell,
                              ArrayRef<std::string> Flags, StringRef Path) {
  std::string Line = litLine(Shell.Command);
  if (Path != "-")
    for (StringRef File : Shell.Files)
      Line = withFile(Line, litText(File), nameInTest(Path, File));
  std::string Copy = "fx-opt %s ";
  if (!Flags.empty())
    Copy += wordsInTest(Flags, Path) + " ";
  return Copy + ("-o " + CopyFile + " && ").str() +
         replaced(Line, "{}", CopyFile);
}

/// What stands after `RUN:`.
static std::string runLineOf(const FailureTest &Test, StringRef Path) {
  if (!Test.Line.empty())
    return Test.Line;
  std::string Line;
  if (Test.Seconds)
    Line += "%exits 124 timeout " + utostr(Test.Seconds) + " ";
  else if (Test.ExitCode)
    Line += Test.ExitCode < 0 ? "not --crash "
                              : "%exits " + itostr(Test.ExitCode) + " ";
  Line += "fx-opt %s ";
  Line += wordsInTest(Test.Words, Path);
  if (Test.IsSilent)
    return Line + " | FileCheck %s --allow-empty";
  Line += " -o /dev/null";
  return Test.Message.empty() ? Line : Line + " 2>&1 | FileCheck %s";
}

static StringRef firstLineOf(StringRef Message) {
  return Message.split('\n').first.rtrim();
}

/// \p Message for FileCheck. What the files of \p Test are called there is not
/// known.
static std::string checkOf(StringRef Message, const FailureTest &Test) {
  std::string Mark(1, '\0'), Text = Message.str();
  for (StringRef File : filesOf(Test.Words))
    Text = withFile(Text, File, Mark);
  SmallVector<StringRef> Between;
  StringRef(Text).split(Between, '\0');
  // A brace beside the braces of FileCheck would be one of them.
  for (size_t I = 1; I < Between.size(); ++I) {
    Between[I - 1].consume_back("{");
    Between[I].consume_front("}");
  }
  return join(map_range(Between, checkText), "{{.*}}");
}

std::string fx::testLines(const FailureTest &Test, StringRef Path,
                          StringRef Body) {
  // A break in a string of a pipeline; whether a blank will do is seen when the
  // line is run.
  std::string Lines =
      "// RUN: " + replaced(runLineOf(Test, Path), "\n", " ") + "\n";
  std::string Checks;
  if (Test.IsSilent)
    Checks = "// CHECK-NOT: {{.}}\n";
  else if (!Test.Message.empty() && Test.Line.empty())
    Checks = "// CHECK: " + Test.Severity.str() + ": " +
             checkOf(firstLineOf(Test.Message), Test) + "\n";
  // Strings of a model may be such words, and are no commands to run.
  if (hasTestWord(Checks) || hasTestWord(Body))
    Lines += "// END.\n";
  return Lines + Checks;
}

Error fx::runTest(const FailureTest &Test, StringRef File) {
  auto Wrong = [](const Twine &Text) {
    return createStringError("the test that was written does not show the "
                             "failure: " +
                             Text);
  };
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(File);
  if (!Text)
    return errorCodeToError(Text.getError());
  TestUpdateOptions Options;
  RunLineShell Shell(File, Options, RunLineShell::AnyProgram);
  StringRef Message = firstLineOf(Test.Message);
  for (const RunLine &Line : findRunLines((*Text)->getBuffer()))
    if (Error E = Shell.run(Line, [&](const RunCommand &C, StringRef Input) {
          if (hasFileCheck() || !filesOf(Test.Words).empty())
            return Shell.runFileCheck(C, Shell.test(), Input);
          ErrorOr<std::unique_ptr<MemoryBuffer>> Said =
              MemoryBuffer::getFile(Input);
          return Said && (*Said)->getBuffer().contains(Message)
                     ? Error::success()
                     : createStringError("fx-opt does not say '" + Message +
                                         "'");
        }))
      return Wrong(toString(std::move(E)));
  return Error::success();
}
