//===- UpdateChecks.cpp - fx-opt --update-checks --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckLines.h"
#include "RunLines.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Support/CharClass.h"
#include "fx/Translate/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {
/// What a FileCheck of the test says of its prefixes.
struct CheckRun {
  SmallVector<StringRef, 2> Prefixes;
  bool WholeLines = false;
  bool Strict = false;
};

/// Lines that are written by an earlier call, with the line that says so.
struct Block {
  StringRef Text;
  bool AnyName = false;
};

class Updater {
public:
  Updater(StringRef Path, const TestUpdateOptions &Options,
          DiagnosticEngine &Diags)
      : Path(Path), Options(Options), Diags(Diags), Shell(Path, Options) {}
  std::optional<std::string> update(StringRef Text);

private:
  void readBlocks();
  void readPrefixes();
  bool isHandWritten(StringRef Prefix) const;
  bool collect(const RunLine &Line);
  bool take(const RunLine &Line, const CheckRun &Run, StringRef Input);
  std::string newText() const;
  bool check(StringRef NewText);
  bool fail(const char *Loc, Error E);
  void leaveOut(const char *Loc, Error E);

  StringRef Path;
  const TestUpdateOptions &Options;
  DiagnosticEngine &Diags;
  RunLineShell Shell;
  StringRef Test;
  std::vector<RunLine> Lines;
  /// What later lines need may be missing.
  bool HasLeftOut = false;
  StringMap<Block> Blocks;
  /// All that the RUN lines have.
  std::vector<std::string> Prefixes;
  /// Prefixes and their new lines, in the order in which they are met.
  std::vector<std::pair<std::string, std::string>> Written;
};
} // namespace

static constexpr StringLiteral ByTool = ", written by fx-opt --update-checks";
static constexpr StringLiteral AnyNameFlag = " --check-any-name";

/// Whether \p Line is `LEADER PREFIX:` or `LEADER PREFIX-NEXT:` and the like.
static bool isCheckLine(StringRef Line, StringRef Prefix) {
  for (size_t At = Line.find(Prefix); At != StringRef::npos;
       At = Line.find(Prefix, At + 1)) {
    bool IsBegin = !At || !(isNameChar(Line[At - 1]) || Line[At - 1] == '-');
    StringRef Rest = Line.drop_front(At + Prefix.size());
    static const Regex Form("^(-(NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-[0-9]+))?"
                            "(\\{[A-Z,]+\\})?:");
    if (IsBegin && Form.match(Rest))
      return true;
  }
  return false;
}

/// `LEADER Lines of PREFIX, written by ...`: the prefix; empty: none such.
static StringRef headerPrefix(StringRef Line) {
  size_t At = Line.find("Lines of ");
  size_t Stop = Line.find(ByTool);
  if (At == StringRef::npos || Stop == StringRef::npos || At > Stop)
    return {};
  return Line.slice(At + 9, Stop);
}

static CheckRun readCheck(const RunCommand &C) {
  CheckRun Run;
  for (StringRef Word : drop_begin(C.Words)) {
    if (!Word.starts_with("-"))
      continue;
    Word = Word.ltrim('-');
    if (Word.consume_front("check-prefix=") ||
        Word.consume_front("check-prefixes="))
      Word.split(Run.Prefixes, ',', -1, /*KeepEmpty=*/false);
    Run.WholeLines |= Word == "match-full-lines";
    Run.Strict |= Word == "strict-whitespace";
  }
  if (Run.Prefixes.empty())
    Run.Prefixes.push_back("CHECK");
  return Run;
}

void Updater::readBlocks() {
  for (StringRef Rest = Test; !Rest.empty();) {
    StringRef Line = Rest.split('\n').first;
    StringRef Begin = Rest;
    Rest = Rest.split('\n').second;
    StringRef Prefix = headerPrefix(Line);
    if (Prefix.empty())
      continue;
    while (!Rest.empty() && isCheckLine(Rest.split('\n').first, Prefix))
      Rest = Rest.split('\n').second;
    size_t Size = Rest.empty() ? Begin.size() : Rest.begin() - Begin.begin();
    Blocks[Prefix] = {Begin.take_front(Size),
                      Line.rtrim().ends_with(AnyNameFlag)};
  }
}

void Updater::readPrefixes() {
  for (const RunLine &Line : Lines) {
    Expected<std::vector<std::vector<RunCommand>>> Parsed = Shell.parse(Line);
    if (!Parsed) {
      consumeError(Parsed.takeError());
      continue;
    }
    for (const std::vector<RunCommand> &Pipeline : *Parsed)
      for (const RunCommand &C : Pipeline)
        if (C.isFileCheck())
          for (StringRef Prefix : readCheck(C).Prefixes)
            Prefixes.push_back(Prefix.str());
  }
}

bool Updater::isHandWritten(StringRef Prefix) const {
  for (StringRef Rest = Test; !Rest.empty();) {
    auto [Line, After] = Rest.split('\n');
    Rest = After;
    if (isCheckLine(Line, Prefix) && !Line.contains("RUN:"))
      return true;
  }
  return false;
}

bool Updater::fail(const char *Loc, Error E) {
  Diags.report(diag::err_run_line, SMLoc::getFromPointer(Loc),
               toString(std::move(E)));
  return false;
}

void Updater::leaveOut(const char *Loc, Error E) {
  HasLeftOut = true;
  Diags.report(diag::warn_run_line, SMLoc::getFromPointer(Loc),
               toString(std::move(E)));
}

/// Writes lines for the output in file \p Input, unless a prefix has some.
bool Updater::take(const RunLine &Line, const CheckRun &Run, StringRef Input) {
  bool HasBlock = any_of(
      Run.Prefixes, [&](StringRef Prefix) { return Blocks.contains(Prefix); });
  if (!HasBlock && any_of(Run.Prefixes, [&](StringRef Prefix) {
        return isHandWritten(Prefix);
      }))
    return true;
  if (Run.Strict)
    return fail(Line.Loc, createStringError("FileCheck --strict-whitespace "
                                            "needs lines that are written by "
                                            "hand"));
  ErrorOr<std::unique_ptr<MemoryBuffer>> Output = MemoryBuffer::getFile(Input);
  if (Input.empty() || !Output || (*Output)->getBuffer().trim().empty())
    return fail(Line.Loc, createStringError("the command before FileCheck "
                                            "prints nothing"));
  for (StringRef Prefix : Run.Prefixes) {
    // With several prefixes, one that has a block already goes first.
    if (HasBlock && !Blocks.contains(Prefix))
      continue;
    auto Old = Blocks.find(Prefix);
    bool AnyName =
        Options.AnyName || (Old != Blocks.end() && Old->second.AnyName);
    std::string Folders[] = {Shell.folder().str(),
                             sys::path::parent_path(Shell.test()).str()};
    CheckLineStyle Style = {Line.Leader,    Prefix,   AnyName,
                            Run.WholeLines, Prefixes, Folders};
    std::string Text = (Line.Leader + "Lines of " + Prefix + ByTool +
                        (AnyName ? StringRef(AnyNameFlag) : StringRef()) + "\n")
                           .str();
    Text += checkLines((*Output)->getBuffer(), Style);
    auto It =
        find_if(Written, [&](const auto &W) { return W.first == Prefix; });
    if (It == Written.end()) {
      Written.emplace_back(Prefix.str(), std::move(Text));
      return true;
    }
    if (It->second == Text)
      return true;
  }
  return fail(Line.Loc,
              createStringError(
                  "it prints something else than an earlier RUN line with the "
                  "prefix '" +
                  Run.Prefixes.back() +
                  "'; give it a --check-prefix of its own"));
}

bool Updater::collect(const RunLine &Line) {
  bool Good = true;
  Expected<std::vector<std::vector<RunCommand>>> Parsed = Shell.parse(Line);
  if (!Parsed)
    return leaveOut(Line.Loc, Parsed.takeError()), true;
  Error E = Shell.run(Line, [&](const RunCommand &C, StringRef Input) -> Error {
    CheckRun Run = readCheck(C);
    if (is_contained(drop_begin(C.Words), Shell.test()) &&
        C.Result == RunCommand::Succeeds)
      Good &= take(Line, Run, Input);
    return Error::success();
  });
  if (!E)
    return Good;
  // It may have been there for what comes later, or for itself.
  if (!HasLeftOut && StringRef(Line.Text).contains("FileCheck"))
    return fail(Line.Loc, std::move(E));
  leaveOut(Line.Loc, std::move(E));
  return Good;
}

std::string Updater::newText() const {
  std::string New;
  StringRef Left = Test;
  // Blocks that are there already are replaced where they are.
  std::vector<std::pair<StringRef, StringRef>> Old;
  for (const auto &[Prefix, Text] : Written)
    if (auto It = Blocks.find(Prefix); It != Blocks.end())
      Old.emplace_back(It->second.Text, Text);
  // New ones come after the last RUN line.
  const char *Place = Test.begin();
  for (const RunLine &Line : Lines)
    Place = std::max(Place, Line.End);
  StringRef After = Test.drop_front(Place - Test.begin());
  std::string Added = After.consume_front("\n") ? "" : "\n";
  for (const auto &[Prefix, Text] : Written)
    if (!Blocks.contains(Prefix))
      Added += "\n" + Text;
  if (StringRef(Added).trim().size()) {
    if (!After.ltrim('\r').starts_with("\n") && !After.empty())
      Added += '\n';
    Old.emplace_back(After.take_front(0), Added);
  }
  llvm::sort(Old, [](const auto &A, const auto &B) {
    return A.first.begin() < B.first.begin();
  });
  bool HasReturns = Test.split('\n').first.ends_with("\r");
  for (const auto &[Part, Replacement] : Old) {
    size_t Before = Part.begin() - Left.begin();
    New += Left.take_front(Before);
    for (char C : Replacement) {
      if (C == '\n' && HasReturns)
        New += '\r';
      New += C;
    }
    Left = Left.drop_front(Before + Part.size());
  }
  New += Left;
  return New;
}

/// Runs everything once more, with FileCheck on the new text.
bool Updater::check(StringRef NewText) {
  std::string Copy =
      (Shell.folder() + "/checks." + sys::path::filename(Path)).str();
  std::error_code EC;
  raw_fd_ostream OS(Copy, EC);
  OS << NewText;
  OS.close();
  if (EC)
    return fail(Test.begin(), errorCodeToError(EC));
  bool Good = true;
  for (const RunLine &Line : Lines) {
    Expected<std::vector<std::vector<RunCommand>>> Parsed = Shell.parse(Line);
    if (!Parsed) {
      consumeError(Parsed.takeError());
      continue;
    }
    Error E = Shell.run(Line, [&](const RunCommand &C, StringRef Input) {
      return Shell.runFileCheck(C, Copy, Input);
    });
    if (E && HasLeftOut)
      consumeError(std::move(E));
    else if (E)
      Good &= fail(Line.Loc, std::move(E));
  }
  return Good;
}

std::optional<std::string> Updater::update(StringRef Text) {
  Test = Text;
  Lines = findRunLines(Test);
  if (none_of(Lines, [](const RunLine &Line) {
        return StringRef(Line.Text).contains("FileCheck");
      })) {
    Diags.report(diag::err_no_run_line, SMLoc(), "with FileCheck").file(Path);
    return std::nullopt;
  }
  readBlocks();
  readPrefixes();
  bool Good = true;
  for (const RunLine &Line : Lines)
    Good &= collect(Line);
  if (!Good)
    return std::nullopt;
  if (Written.empty())
    return Test.str();
  std::string New = newText();
  if (!check(New))
    return std::nullopt;
  return New;
}

std::optional<std::string> fx::updateChecks(StringRef Path,
                                            const TestUpdateOptions &Options,
                                            DiagnosticEngine &Diags) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer) {
    Diags.report(Buffer.takeError());
    return std::nullopt;
  }
  auto Source = std::make_unique<SourceMgr>();
  unsigned Id = Source->AddNewSourceBuffer(std::move(*Buffer), SMLoc());
  const SourceMgr *Before = Diags.source();
  Diags.setSource(Source.get());
  std::optional<std::string> Result =
      Updater(Path, Options, Diags)
          .update(Source->getMemoryBuffer(Id)->getBuffer());
  Diags.setSource(Before);
  return Result;
}
