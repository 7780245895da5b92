//===- RunLines.cpp - The RUN lines of a test -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunLines.h"
#include "Common/StateFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// No command of a test takes longer.
static constexpr unsigned MaxSeconds = 300;
/// FileCheck takes milliseconds, but for patterns with which it never ends.
static constexpr unsigned MaxCheckSeconds = 20;

static constexpr StringLiteral EndWord = "END.";

bool fx::hasTestWord(StringRef Text) {
  static constexpr StringLiteral Words[] = {
      "RUN:",           "XFAIL:", "REQUIRES:", "UNSUPPORTED:",
      "ALLOW_RETRIES:", EndWord,  "DEFINE:"};
  return any_of(Words, [&](StringRef Word) { return Text.contains(Word); });
}

std::vector<RunLine> fx::findRunLines(StringRef Test) {
  static constexpr StringLiteral Word = "RUN:";
  std::vector<RunLine> Lines;
  bool Continues = false;
  for (StringRef Rest = Test; !Rest.empty();) {
    auto [Line, After] = Rest.split('\n');
    Rest = After;
    size_t At = Line.find(Word);
    // lit reads no further.
    size_t End = Line.find(EndWord);
    if (End < At && Line.substr(End + EndWord.size()).trim().empty())
      break;
    if (At == StringRef::npos)
      continue;
    if (!Continues)
      Lines.push_back({Line.begin(), Line.take_front(At), nullptr, ""});
    StringRef Text = Line.drop_front(At + Word.size()).trim(" \t\r");
    Continues = Text.consume_back("\\");
    RunLine &L = Lines.back();
    L.Text += (L.Text.empty() ? "" : " ") + Text.rtrim().str();
    L.End = Line.end();
  }
  return Lines;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {
/// A word, or a sign of the shell.
struct Token {
  std::string Text;
  bool IsSign;
};
} // namespace

/// One of the signs that \p Text begins with; empty: none.
static StringRef takeSign(StringRef Text) {
  for (StringRef Sign :
       {"2>&1", "2>>", "2>", "&>", "||", "&&", ">>", ">", "<", "|", ";", "&"})
    if (Text.starts_with(Sign))
      return Text.take_front(Sign.size());
  return {};
}

/// Appends what is quoted at the beginning of \p Text, and drops it.
static Error takeQuoted(StringRef &Text, std::string &Word) {
  char Quote = Text.front();
  size_t I = 1;
  while (I < Text.size() && Text[I] != Quote) {
    if (Quote == '"' && Text[I] == '\\' && I + 1 < Text.size() &&
        StringRef("\"\\$`").contains(Text[I + 1]))
      ++I;
    Word += Text[I++];
  }
  if (I >= Text.size())
    return createStringError("a quote is never closed");
  Text = Text.drop_front(I + 1);
  return Error::success();
}

static Expected<std::vector<Token>> splitWords(StringRef Text) {
  std::vector<Token> Tokens;
  for (Text = Text.ltrim(); !Text.empty(); Text = Text.ltrim()) {
    if (StringRef Sign = takeSign(Text); !Sign.empty()) {
      Tokens.push_back({Sign.str(), true});
      Text = Text.drop_front(Sign.size());
      continue;
    }
    std::string Word;
    while (!Text.empty() && !isSpace(Text.front()) &&
           !StringRef("|&;<>").contains(Text.front())) {
      if (Text.front() == '\'' || Text.front() == '"') {
        if (Error E = takeQuoted(Text, Word))
          return E;
        continue;
      }
      if (Text.front() == '\\' && Text.size() > 1)
        Text = Text.drop_front();
      Word += Text.front();
      Text = Text.drop_front();
    }
    Tokens.push_back({std::move(Word), false});
  }
  return Tokens;
}

RunLineShell::RunLineShell(StringRef TestPath, const TestUpdateOptions &Options,
                           TrustKind Trust)
    : Options(Options), Trust(Trust),
      Environment(Trust == AnyProgram ? environmentWithTools()
                                      : environmentWithoutCommands()) {
  SmallString<128> Path(TestPath);
  // A path that cannot be made so stays what it is.
  if (sys::fs::make_absolute(Path))
    Path = TestPath;
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  Test = Path.str().str();
  if (sys::fs::createUniqueDirectory("fx-test", Folder))
    Folder.clear();
}

RunLineShell::~RunLineShell() {
  // What stays is a temporary file, as others are.
  if (!Folder.empty() && sys::fs::remove_directories(Folder))
    return;
}

std::string RunLineShell::substitute(StringRef Text) const {
  std::string Result;
  while (!Text.empty()) {
    if (Text.front() != '%') {
      Result += Text.take_until([](char C) { return C == '%'; });
      Text = Text.drop_while([](char C) { return C != '%'; });
      continue;
    }
    auto Own = find_if(Options.Substitutions, [&](const auto &S) {
      return Text.starts_with(S.first);
    });
    if (Own != Options.Substitutions.end()) {
      Result += Own->second;
      Text = Text.drop_front(Own->first.size());
      continue;
    }
    std::optional<std::string> Value;
    switch (Text.size() > 1 ? Text[1] : 0) {
    case '%':
      Value = "%";
      break;
    case 's':
      Value = Test;
      break;
    case 'S':
    case 'p':
      Value = sys::path::parent_path(Test).str();
      break;
    case 't':
      Value = (Folder + "/" + sys::path::filename(Test) + ".tmp").str();
      break;
    case 'T':
      Value = Folder.str().str();
      break;
    default:
      break;
    }
    // Names of the test's own, as in --why=%add.
    if (Text.starts_with("%exits "))
      Value.reset();
    Result += Value.value_or("%");
    Text = Text.drop_front(Value ? 2 : 1);
  }
  return Result;
}

bool fx::runsShell(StringRef Word) {
  if (!Word.starts_with("-"))
    return false;
  auto [Flag, Value] = Word.ltrim('-').split('=');
  return Flag == "test" || (Flag == "opt-bisect" && Value.contains("command="));
}

/// `not`, `not --crash` and `%exits N` before a command.
Error RunLineShell::takeResult(RunCommand &C) const {
  auto Drop = [&](size_t Count) {
    C.Words.erase(C.Words.begin(), C.Words.begin() + long(Count));
  };
  if (!C.Words.empty() && C.Words[0] == "not") {
    bool Crashes = C.Words.size() > 1 && C.Words[1] == "--crash";
    C.Result = Crashes ? RunCommand::Crashes : RunCommand::Fails;
    Drop(Crashes ? 2 : 1);
  } else if (C.Words.size() > 1 && C.Words[0] == "%exits") {
    C.Result = RunCommand::Exits;
    if (StringRef(C.Words[1]).getAsInteger(10, C.Code))
      return createStringError("expected an exit code after '%exits'");
    Drop(2);
  }
  if (C.Words.empty())
    return createStringError("a command is missing");
  if (Trust == AnyProgram)
    return Error::success();
  StringRef Program = C.Words.front();
  for (StringRef Word : ArrayRef(C.Words).drop_front())
    if (runsShell(Word))
      return createStringError("it runs a command of a shell, as '" + Word +
                               "' says");
  if (!C.isFileCheck() && !Program.starts_with("fx-"))
    return createStringError("it runs '" + Program +
                             "', which is neither a tool of fx-opt nor "
                             "FileCheck");
  return Error::success();
}

Expected<std::vector<std::vector<RunCommand>>>
RunLineShell::parse(const RunLine &Line) const {
  if (Folder.empty())
    return createStringError("there is no folder for temporary files");
  Expected<std::vector<Token>> Tokens = splitWords(substitute(Line.Text));
  if (!Tokens)
    return Tokens.takeError();
  std::vector<std::vector<RunCommand>> Pipelines(1);
  Pipelines.back().emplace_back();
  for (size_t I = 0; I != Tokens->size(); ++I) {
    const Token &T = (*Tokens)[I];
    RunCommand &C = Pipelines.back().back();
    if (!T.IsSign) {
      C.Words.push_back(T.Text);
      continue;
    }
    if (T.Text == "|") {
      Pipelines.back().emplace_back();
      continue;
    }
    if (T.Text == "&&" || T.Text == ";") {
      Pipelines.emplace_back().emplace_back();
      continue;
    }
    if (T.Text == "2>&1") {
      C.MergesErrors = true;
      continue;
    }
    bool HasFile = I + 1 != Tokens->size() && !(*Tokens)[I + 1].IsSign;
    if (!HasFile || T.Text == "||" || T.Text == "&" || T.Text == "2>>")
      return createStringError("'" + T.Text + "' is not known here");
    std::string File = (*Tokens)[++I].Text;
    if (T.Text == "<")
      C.Input = File;
    else if (T.Text == "2>")
      C.Errors = File;
    else
      C.Output = File;
    C.PipesErrors |= T.Text == ">" && C.MergesErrors;
    C.Appends |= T.Text == ">>";
    C.MergesErrors |= T.Text == "&>";
  }
  for (std::vector<RunCommand> &Pipeline : Pipelines)
    for (RunCommand &C : Pipeline)
      if (Error E = takeResult(C))
        return E;
  return Pipelines;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

std::string RunLineShell::newFile() {
  return (Folder + "/output." + Twine(++NumFiles)).str();
}

static std::string contentsOf(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Path);
  return Text ? (*Text)->getBuffer().str() : "";
}

/// What is wrong with an exit code; empty: nothing. \p Message is that of
/// ExecuteAndWait(), which had \p Seconds.
static std::string wrongResult(const RunCommand &C, int Code, StringRef Message,
                               unsigned Seconds) {
  // Minus two: a signal, or too slow. Minus one: it could not be run.
  if (Code == -2 && Message.contains("timed out"))
    return "'" + C.Words.front() + "' has not ended after " + utostr(Seconds) +
           " s";
  bool Good = C.Result == RunCommand::Succeeds  ? Code == 0
              : C.Result == RunCommand::Fails   ? Code > 0
              : C.Result == RunCommand::Crashes ? Code == -2
                                                : Code == C.Code;
  if (Good)
    return "";
  std::string Text = "'" + C.Words.front() + "' ";
  if (Code == -1)
    return Text + "cannot be run";
  if (Code == -2)
    return Text + "was killed by a signal";
  return Text + "exits with " + itostr(Code);
}

Error RunLineShell::runTool(const RunCommand &C, StringRef Input,
                            StringRef Output) {
  std::string Program = siblingTool(C.Words.front());
  if (!StringRef(C.Words.front()).starts_with("fx-"))
    if (ErrorOr<std::string> Found = sys::findProgramByName(C.Words.front()))
      Program = *Found;
  std::string Errors = C.MergesErrors      ? Output.str()
                       : !C.Errors.empty() ? C.Errors
                                           : newFile();
  SmallVector<StringRef> Words(C.Words.begin(), C.Words.end());
  std::optional<StringRef> Redirects[] = {Input, Output, StringRef(Errors)};
  SmallVector<StringRef> Variables(Environment.begin(), Environment.end());
  std::string Message;
  unsigned Seconds = Trust == AnyProgram ? 0 : MaxSeconds;
  int Code =
      sys::ExecuteAndWait(Program, Words, ArrayRef<StringRef>(Variables),
                          Redirects, Seconds, /*MemoryLimit=*/0, &Message);
  std::string Wrong = wrongResult(C, Code, Message, Seconds);
  if (Wrong.empty())
    return Error::success();
  StringRef Said = Errors;
  std::string Text = contentsOf(Said);
  std::string First = StringRef(Text).ltrim().split('\n').first.str();
  return createStringError(Wrong + (First.empty() ? "" : ": " + First));
}

Error RunLineShell::runPipeline(
    ArrayRef<RunCommand> Pipeline,
    function_ref<Error(const RunCommand &, StringRef)> Check) {
  std::string Piped; // Empty: nothing, which is the null device.
  for (const RunCommand &C : Pipeline) {
    std::string Input = C.Input.empty() ? Piped : C.Input;
    if (C.isFileCheck()) {
      for (size_t I = 1; I != C.Words.size(); ++I) {
        StringRef Word = StringRef(C.Words[I]).ltrim('-');
        if (Word.consume_front("input-file=") && C.Words[I][0] == '-')
          Input = Word.str();
      }
      if (Error E = Check(C, Input))
        return E;
      Piped.clear();
      continue;
    }
    // What is appended goes to another file first.
    std::string Output = C.Output.empty() || C.Appends ? newFile() : C.Output;
    if (C.PipesErrors) {
      RunCommand Apart = C;
      Apart.MergesErrors = false;
      Apart.Errors = newFile();
      if (Error E = runTool(Apart, Input, Output))
        return E;
      Piped = Apart.Errors;
      continue;
    }
    if (Error E = runTool(C, Input, Output))
      return E;
    if (C.Appends) {
      std::error_code EC;
      raw_fd_ostream OS(C.Output, EC, sys::fs::OF_Append);
      if (EC)
        return errorCodeToError(EC);
      OS << contentsOf(Output);
    }
    Piped = C.Output.empty() ? Output : "";
  }
  return Error::success();
}

Error RunLineShell::run(
    const RunLine &Line,
    function_ref<Error(const RunCommand &, StringRef)> Check) {
  Expected<std::vector<std::vector<RunCommand>>> Pipelines = parse(Line);
  if (!Pipelines)
    return Pipelines.takeError();
  for (const std::vector<RunCommand> &Pipeline : *Pipelines)
    if (Error E = runPipeline(Pipeline, Check))
      return E;
  return Error::success();
}

/// FileCheck, of the newest LLVM that is as old as ours; empty: none.
static std::string findFileCheck() {
  for (StringRef Name : {"FileCheck", "FileCheck-19"})
    if (ErrorOr<std::string> Path = sys::findProgramByName(Name))
      return *Path;
  static constexpr StringLiteral Folder = "/usr/lib/llvm-19/bin";
  ErrorOr<std::string> Path = sys::findProgramByName("FileCheck", {Folder});
  return Path ? *Path : "";
}

bool fx::hasFileCheck() { return !findFileCheck().empty(); }

Error RunLineShell::runFileCheck(const RunCommand &C, StringRef Checks,
                                 StringRef Input) {
  std::string Program = findFileCheck();
  if (Program.empty())
    return Error::success();
  std::string Output = newFile();
  SmallVector<StringRef> Words;
  for (const std::string &Word : C.Words)
    Words.push_back(Word == Test ? Checks : StringRef(Word));
  std::optional<StringRef> Redirects[] = {Input, StringRef(Output),
                                          StringRef(Output)};
  std::string Message;
  int Code =
      sys::ExecuteAndWait(Program, Words, /*Env=*/std::nullopt, Redirects,
                          MaxCheckSeconds, /*MemoryLimit=*/0, &Message);
  std::string Wrong = wrongResult(C, Code, Message, MaxCheckSeconds);
  if (Wrong.empty())
    return Error::success();
  std::string Said = contentsOf(Output);
  // The first message, without the path of a file that is gone soon.
  for (StringRef Line : split(Said, '\n'))
    if (size_t At = Line.find(" error: "); At != StringRef::npos)
      return createStringError("FileCheck does not accept it: " +
                               Line.substr(At + 8));
  return createStringError(Wrong);
}
