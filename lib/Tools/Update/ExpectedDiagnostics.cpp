//===- ExpectedDiagnostics.cpp - --verify-diagnostics ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectedDiagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

template <typename... Ts>
static Diagnostic makeDiagnostic(diag::ID Id, SMLoc Loc, const Ts &...Args) {
  Diagnostic D;
  D.Id = Id;
  D.Text = fx::detail::formatDiagnosticOf(Id, Args...);
  D.Place = Loc;
  return D;
}

/// The text of an expected-error-re as one regular expression.
static std::string regexOf(StringRef Text) {
  std::string Result = ".*";
  while (!Text.empty()) {
    size_t Open = Text.find("{{");
    Result += Regex::escape(Text.take_front(Open));
    if (Open == StringRef::npos)
      break;
    Text = Text.drop_front(Open + 2);
    size_t Close = Text.find("}}");
    Result += ("(" + Text.take_front(Close) + ")").str();
    Text = Close == StringRef::npos ? "" : Text.drop_front(Close + 2);
  }
  return Result + ".*";
}

ExpectedDiagnostics::ExpectedDiagnostics(StringRef Text, const SourceMgr &SM,
                                         DiagnosticEngine &Diags)
    : Buffer(Text), SM(SM) {
  unsigned NumLines = Text.count('\n') + 1, Number = 0;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Line = Line.rtrim('\r');
    Text = Rest;
    ++Number;
    if (Line.ltrim().starts_with("//") && Line.contains("expected-"))
      readComment(Line, Number, NumLines);
  }
  Diags.setHandler([this](const Diagnostic &D) { take(D); });
}

void ExpectedDiagnostics::readComment(StringRef Line, unsigned Number,
                                      unsigned NumLines) {
  static const Regex Form("expected-(error|warning|note|remark)(-re)?"
                          "(@([+-][0-9]+|above|below|unknown))? *$");
  // The expression sees only what is before the braces: it takes long on lines
  // that are long.
  auto [Head, Message] = Line.split("{{");
  Message = Message.rtrim(' ');
  SmallVector<StringRef, 5> Match;
  if (!Message.consume_back("}}") || !Form.match(Head, &Match))
    return;
  Expectation E;
  E.Sev = StringSwitch<Severity>(Match[1])
              .Case("error", Severity::Error)
              .Case("warning", Severity::Warning)
              .Case("note", Severity::Note)
              .Default(Severity::Remark);
  E.Loc = SMLoc::getFromPointer(Match[0].data());
  int64_t Offset = 0;
  if (Match[4] == "above")
    Offset = -1;
  else if (Match[4] == "below")
    Offset = 1;
  else if (StringRef Digits = Match[4]; !Digits.empty()) {
    Digits.consume_front("+");
    if (Digits.getAsInteger(10, Offset))
      Offset = 0;
  }
  int64_t Wanted = int64_t(Number) + Offset;
  if (Match[4] != "unknown" && (Wanted < 1 || Wanted > NumLines)) {
    Mistakes.push_back(makeDiagnostic(diag::err_expected_line, E.Loc, Wanted));
    return;
  }
  E.Line = Match[4] == "unknown" ? NoLine : unsigned(Wanted);
  E.Text = Message.str();
  if (!Match[2].empty()) {
    E.Regex = regexOf(E.Text);
    std::string Error;
    if (!Regex(E.Regex).isValid(Error)) {
      Mistakes.push_back(
          makeDiagnostic(diag::err_expected_regex, E.Loc, Error));
      return;
    }
  }
  AtLine[E.Line].push_back(Expectations.size());
  Expectations.push_back(std::move(E));
}

bool ExpectedDiagnostics::matches(const Expectation &E, StringRef Text) {
  return E.Regex.empty() ? Text.contains(E.Text)
                         : Regex("^" + E.Regex + "$").match(Text);
}

unsigned ExpectedDiagnostics::lineOf(SMLoc Loc) const {
  std::less_equal<const char *> NotAfter;
  const char *P = Loc.getPointer();
  if (!Loc.isValid() || !NotAfter(Buffer.begin(), P) ||
      !NotAfter(P, Buffer.end()))
    return NoLine;
  return SM.FindLineNumber(Loc);
}

void ExpectedDiagnostics::takeOne(Severity Sev, StringRef Text, SMLoc Loc) {
  unsigned Line = lineOf(Loc);
  for (unsigned Index : AtLine.lookup(Line)) {
    Expectation &E = Expectations[Index];
    if (!E.Met && E.Sev == Sev && matches(E, Text)) {
      E.Met = true;
      return;
    }
  }
  Mistakes.push_back(makeDiagnostic(diag::err_expected_unexpected, Loc,
                                    severityName(Sev), Text));
  bool HasPlace = Line != NoLine;
  if (!HasPlace)
    Line = Buffer.take_until([](char C) { return C > ' '; }).count('\n') + 1;
  Unexpected.push_back({Sev, Line, HasPlace, Text.split('\n').first.str()});
}

void ExpectedDiagnostics::take(const Diagnostic &D) {
  takeOne(D.Sev, D.Text, D.Place.Loc);
  for (const Note &N : D.Notes)
    takeOne(Severity::Note, N.Text,
            N.Place.Loc.isValid() ? N.Place.Loc : D.Place.Loc);
}

void ExpectedDiagnostics::addChanges(ExpectationChanges &Changes) const {
  append_range(Changes.Unexpected, Unexpected);
  for (const Expectation &E : Expectations)
    if (!E.Met)
      Changes.Unmet.push_back(lineOf(E.Loc));
  for (const Diagnostic &D : Mistakes)
    if (D.Id != diag::err_expected_unexpected)
      Changes.Unmet.push_back(lineOf(D.Place.Loc));
}

bool ExpectedDiagnostics::finish(DiagnosticEngine &Out) {
  for (const Expectation &E : Expectations)
    if (!E.Met)
      Mistakes.push_back(makeDiagnostic(diag::err_expected_missing, E.Loc,
                                        severityName(E.Sev), E.Text));
  for (const Diagnostic &D : Mistakes)
    Out.report(D);
  return Mistakes.empty();
}
