//===- UpdateDiagnostics.cpp - fx-opt --update-diagnostics ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectedDiagnostics.h"
#include "Opt/FXOptSetup.h"
#include "RunLines.h"
#include "fx/Translate/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {
/// One line of the text that is edited.
struct TextLine {
  std::string Text;
  /// In the old text, from one; 0: it is new.
  unsigned Number;
};

/// Puts comments into a text for what ExpectedDiagnostics found.
class CommentEditor {
public:
  CommentEditor(StringRef Text, const ExpectationChanges &Changes);
  std::string edit();

private:
  void removeComments();
  void addComments();
  void adjustComments();
  size_t indexOf(unsigned Number) const;
  size_t afterRunLines(size_t At) const;

  const ExpectationChanges &Changes;
  std::vector<TextLine> Lines;
};
} // namespace

static bool isComment(StringRef Line) {
  static const Regex Form("^ *// *expected-(error|warning|note|remark)");
  return Form.match(Line);
}

CommentEditor::CommentEditor(StringRef Text, const ExpectationChanges &Changes)
    : Changes(Changes) {
  unsigned Number = 0;
  for (StringRef Line : split(Text, '\n'))
    Lines.push_back({Line.str(), ++Number});
}

/// The current number of the line that had \p Number; the number after the last
/// line if it was removed.
size_t CommentEditor::indexOf(unsigned Number) const {
  auto It =
      find_if(Lines, [&](const TextLine &L) { return L.Number == Number; });
  return size_t(It - Lines.begin());
}

void CommentEditor::removeComments() {
  for (unsigned Number : Changes.Unmet)
    if (size_t I = indexOf(Number);
        I != Lines.size() && isComment(Lines[I].Text))
      Lines.erase(Lines.begin() + long(I));
}

/// The line after the RUN lines that come first from line \p At on; \p At where
/// there are none.
size_t CommentEditor::afterRunLines(size_t At) const {
  size_t Place = At;
  for (; At != Lines.size(); ++At) {
    StringRef Line = StringRef(Lines[At].Text).trim();
    if (Line.contains("RUN:"))
      Place = At + 1;
    else if (!Line.empty() && !Line.starts_with("//") &&
             !Line.starts_with("fx "))
      break;
  }
  return Place;
}

/// Above the line, and what says something of it already.
void CommentEditor::addComments() {
  // Each goes above the ones before.
  for (const ExpectationChanges::Message &M : reverse(Changes.Unexpected)) {
    size_t At = indexOf(M.Line);
    if (At == Lines.size())
      continue;
    size_t Target = At;
    StringRef Indent;
    if (M.HasPlace) {
      Indent =
          StringRef(Lines[At].Text).take_while([](char C) { return C == ' '; });
      while (At && isComment(Lines[At - 1].Text))
        --At;
    } else {
      At = afterRunLines(At);
    }
    std::string Place =
        M.HasPlace ? "@+" + utostr(Target - At + 1) : "@unknown";
    std::string Text = (Indent + "// expected-" + severityName(M.Sev) + Place +
                        " {{" + M.Text + "}}")
                           .str();
    if (StringRef(Lines.front().Text).ends_with("\r"))
      Text += '\r';
    Lines.insert(Lines.begin() + long(At), {std::move(Text), 0});
  }
}

/// Comments that stay speak of lines by their distance.
void CommentEditor::adjustComments() {
  static const Regex Form("^( *// *expected-[a-z-]+@)([+-][0-9]+|above|below)"
                          "( *\\{\\{.*)$");
  for (size_t I = 0; I != Lines.size(); ++I) {
    TextLine &L = Lines[I];
    SmallVector<StringRef, 4> Match;
    if (!isComment(L.Text) || !Form.match(L.Text, &Match))
      continue;
    int Offset = Match[2] == "above" ? -1 : Match[2] == "below" ? 1 : 0;
    if (!Offset) {
      StringRef Digits = Match[2];
      Digits.consume_front("+");
      if (Digits.getAsInteger(10, Offset))
        continue;
    }
    // New ones were right when they came: those after them went above them.
    if (!L.Number)
      continue;
    size_t Target = indexOf(unsigned(int64_t(L.Number) + Offset));
    long New = long(Target) - long(I);
    if (Target == Lines.size() || New == Offset)
      continue;
    L.Text = (Match[1] + (New > 0 ? "+" : "") + Twine(New) + Match[3]).str();
  }
}

std::string CommentEditor::edit() {
  removeComments();
  addComments();
  adjustComments();
  return join(map_range(Lines, [](const TextLine &L) { return L.Text; }), "\n");
}

static bool verifiesDiagnostics(const RunCommand &C) {
  return C.Words.front() == "fx-opt" &&
         any_of(drop_begin(C.Words), [](StringRef Word) {
           return Word.ltrim('-') == "verify-diagnostics" &&
                  Word.starts_with("-");
         });
}

/// Runs the fx-opt of a RUN line on \p Text in place of the file.
static Expected<ExpectationChanges> runOn(const RunCommand &C, StringRef Test,
                                          StringRef Text,
                                          PassRegistry &Registry) {
  std::vector<const char *> Words;
  for (const std::string &Word : drop_begin(C.Words))
    Words.push_back(Word.c_str());
  ExpectationChanges Changes;
  FXOptConfig Config;
  Config.Tool = "fx-opt";
  Config.Words.assign(Words.begin(), Words.end());
  Config.ExpectedChanges = &Changes;
  Config.ReplacedInput = {Test.str(), Text.str()};
  if (int Code = runFXOpt(Words, Config, Registry))
    return createStringError("fx-opt exits with " + itostr(Code));
  return Changes;
}

std::optional<std::string>
fx::updateDiagnostics(StringRef Path, const TestUpdateOptions &Options,
                      PassRegistry &Registry, DiagnosticEngine &Diags) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer) {
    Diags.report(Buffer.takeError());
    return std::nullopt;
  }
  SourceMgr Source;
  unsigned Id = Source.AddNewSourceBuffer(std::move(*Buffer), SMLoc());
  StringRef Test = Source.getMemoryBuffer(Id)->getBuffer();
  const SourceMgr *Before = Diags.source();
  Diags.setSource(&Source);
  RunLineShell Shell(Path, Options);
  std::vector<std::pair<RunCommand, const char *>> Commands;
  for (const RunLine &Line : findRunLines(Test)) {
    if (!StringRef(Line.Text).contains("verify-diagnostics"))
      continue;
    Expected<std::vector<std::vector<RunCommand>>> Parsed = Shell.parse(Line);
    if (!Parsed) {
      Diags.report(diag::warn_run_line, SMLoc::getFromPointer(Line.Loc),
                   toString(Parsed.takeError()));
      continue;
    }
    for (const std::vector<RunCommand> &Pipeline : *Parsed)
      for (const RunCommand &C : Pipeline)
        if (verifiesDiagnostics(C) && is_contained(C.Words, Shell.test()))
          Commands.emplace_back(C, Line.Loc);
  }
  std::optional<std::string> Result;
  if (Commands.empty()) {
    Diags.report(diag::err_no_run_line, SMLoc(), "with --verify-diagnostics")
        .file(Path);
  } else {
    std::string Text = Test.str();
    Error Wrong = Error::success();
    // What one command expects, another may not say: at the end each has to
    // be content.
    for (bool IsLast : {false, true})
      for (const auto &[C, Loc] : Commands) {
        Expected<ExpectationChanges> Changes =
            runOn(C, Shell.test(), Text, Registry);
        if (!Changes)
          Wrong = joinErrors(std::move(Wrong), Changes.takeError());
        else if (IsLast && !Changes->empty())
          Wrong = joinErrors(
              std::move(Wrong),
              createStringError("it says something else than another one with "
                                "--verify-diagnostics"));
        else if (!Changes->empty())
          Text = CommentEditor(Text, *Changes).edit();
        if (!Wrong)
          continue;
        Diags.report(diag::err_run_line, SMLoc::getFromPointer(Loc),
                     toString(std::move(Wrong)));
        Diags.setSource(Before);
        return std::nullopt;
      }
    Result = std::move(Text);
  }
  Diags.setSource(Before);
  return Result;
}
