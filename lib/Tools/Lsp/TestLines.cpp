//===- TestLines.cpp - RUN lines and CHECK lines --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestLines.h"
#include "Common/CommandLine.h"
#include "Snapshot.h"
#include "fx/Pass/PassPipeline.h"
#include "fx/Support/NearestWord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

using namespace fx;
using namespace fx::lsp;
using namespace llvm;

StringRef fx::lsp::runText(StringRef Line) {
  size_t At = Line.find("RUN:");
  return At == StringRef::npos ? StringRef() : Line.drop_front(At + 4);
}

StringRef fx::lsp::pipelineAfter(StringRef Flag) {
  if (!Flag.consume_front("="))
    return {};
  if (!Flag.empty() && (Flag.front() == '\'' || Flag.front() == '"'))
    return Flag.drop_front().split(Flag.front()).first;
  unsigned Depth = 0;
  return Flag.take_while([&](char C) {
    Depth += C == '{' || C == '(';
    Depth -= Depth && (C == '}' || C == ')');
    return !isSpace(C) && C != '|' && C != '>';
  });
}

/// The words that begin with dashes in the text of a RUN line, without them and
/// what stands after the name.
static SmallVector<StringRef, 8> flagsOf(StringRef Run) {
  SmallVector<StringRef, 8> Flags;
  char Quote = 0;
  for (size_t I = 0; I + 1 < Run.size(); ++I) {
    if (Quote) {
      if (Run[I] == Quote)
        Quote = 0;
      continue;
    }
    if (Run[I] == '\'' || Run[I] == '"') {
      Quote = Run[I];
    } else if ((I == 0 || isSpace(Run[I - 1])) && Run[I] == '-') {
      StringRef Name = Run.drop_front(I + 1);
      if (Name.consume_front("-") || isAlpha(Name.front()))
        Flags.push_back(Name.take_while(
            [](char C) { return isAlnum(C) || C == '-' || C == '_'; }));
    }
  }
  return Flags;
}

namespace {
class TestChecker {
public:
  TestChecker(const Snapshot &S, const Environment &Env,
              std::vector<PlacedMessage> &Messages)
      : S(S), Env(Env), Messages(Messages) {}
  void check();

private:
  void checkRun(StringRef Run);
  void checkPipeline(StringRef Pipeline);
  void checkFlag(StringRef Name);
  void readPrefixes(StringRef Run);
  void noteCheckLine(StringRef Line);
  PlacedMessage &report(StringRef Part, Severity Sev, StringRef Id,
                        const Twine &Text);

  const Snapshot &S;
  const Environment &Env;
  std::vector<PlacedMessage> &Messages;
  /// The options of the tool of a RUN line that goes on; null: not one of ours.
  const std::vector<std::string> *Options = nullptr;
  bool HasPlugins = false, HasFileCheck = false;
  StringSet<> Wanted;
  std::vector<StringRef> WantedPlaces;
  std::vector<StringRef> Found;
  /// Words that are prefixes where a RUN line says so.
  StringSet<> Words;
};
} // namespace

PlacedMessage &TestChecker::report(StringRef Part, Severity Sev, StringRef Id,
                                   const Twine &Text) {
  PlacedMessage &M = Messages.emplace_back();
  M.Begin = size_t(Part.begin() - S.text().begin());
  M.End = M.Begin + Part.size();
  M.Sev = Sev;
  M.Id = Id.str();
  M.Text = Text.str();
  return M;
}

void TestChecker::checkPipeline(StringRef Pipeline) {
  // What lit replaces, and what the shell does, is not known here.
  if (Pipeline.contains('%') || Pipeline.contains('\\'))
    return;
  SourceMgr SM;
  unsigned Id =
      SM.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Pipeline), SMLoc());
  StringRef Copy = SM.getMemoryBuffer(Id)->getBuffer();
  DiagnosticEngine Diags(&SM);
  Diags.setHandler([&](const Diagnostic &D) {
    const char *At = D.Range.isValid()       ? D.Range.Start.getPointer()
                     : D.Place.Loc.isValid() ? D.Place.Loc.getPointer()
                                             : Copy.begin();
    size_t Begin = size_t(At - Copy.begin());
    size_t Size = D.Range.isValid()
                      ? size_t(D.Range.End.getPointer() - At)
                      : Pipeline.drop_front(std::min(Begin, Pipeline.size()))
                            .take_while([](char C) {
                              return isAlnum(C) || C == '-' || C == '_';
                            })
                            .size();
    PlacedMessage &M =
        report(Pipeline.substr(Begin, Size), D.Sev, diag::name(D.Id), D.Text);
    for (const Note &N : D.Notes) {
      M.Notes.push_back({M.Begin, M.End, N.Text});
      StringRef Word = StringRef(N.Text).split('\'').second.split('\'').first;
      if (N.Id == diag::note_did_you_mean && !Word.empty())
        M.Fixes.push_back({("Replace by '" + Word + "'").str(),
                           {{M.Begin, M.End, Word.str()}}});
    }
  });
  PassPipeline Out;
  (void)parsePassPipeline(Env.Registry, SM, Id, Diags, Out);
}

void TestChecker::checkFlag(StringRef Name) {
  if (Name.empty() || HasPlugins || is_contained(*Options, Name))
    return;
  PlacedMessage &M = report(Name, Severity::Error, "err_flag_unknown",
                            "unknown option '" + flagText(Name) + "'");
  std::vector<StringRef> Known(Options->begin(), Options->end());
  StringRef Nearest = nearestWord(Name, Known);
  if (!Nearest.empty())
    M.Fixes.push_back({"Replace by '" + flagText(Nearest) + "'",
                       {{M.Begin, M.End, Nearest.str()}}});
}

void TestChecker::checkRun(StringRef Run) {
  HasPlugins |= Run.contains("--load-pass-plugin");
  HasFileCheck |= Run.contains("FileCheck");
  readPrefixes(Run);
  // Each command of a pipe has its own options.
  size_t At = 0;
  while (At <= Run.size()) {
    size_t Stop = Run.find_first_of("|&;", At);
    // Not in quotes.
    while (Stop != StringRef::npos && (Run.slice(At, Stop).count('\'') % 2 ||
                                       Run.slice(At, Stop).count('"') % 2))
      Stop = Run.find_first_of("|&;", Stop + 1);
    StringRef Command = Run.slice(At, Stop);
    static const Regex Tool(
        "^[ \t]*((not( +--crash)?|%exits +[0-9]+|env( +[A-Za-z0-9_]+=[^ ]*)*)"
        " +)*([A-Za-z][-A-Za-z0-9_]*)");
    SmallVector<StringRef, 6> Match;
    bool IsPiped = At != 0;
    if (Tool.match(Command, &Match)) {
      auto Known = Env.Options.find(Match.back());
      Options = Known == Env.Options.end() ? nullptr : &Known->second;
      // What stands before it has other options.
      Command = Command.drop_front(Match.back().begin() - Command.begin());
    } else if (IsPiped) {
      Options = nullptr;
    }
    if (Options)
      for (StringRef Flag : flagsOf(Command)) {
        checkFlag(Flag);
        if (Flag == "passes")
          checkPipeline(pipelineAfter(
              Command.drop_front(size_t(Flag.end() - Command.begin()))));
      }
    if (Stop == StringRef::npos)
      break;
    At = Stop + 1;
  }
  if (!Run.rtrim().ends_with("\\"))
    Options = nullptr;
}

void TestChecker::readPrefixes(StringRef Run) {
  size_t Check = Run.find("FileCheck");
  bool Named = false;
  for (StringRef Rest = Run; !Rest.empty();) {
    size_t At = Rest.find("check-prefix");
    if (At == StringRef::npos)
      break;
    Rest = Rest.drop_front(At + StringRef("check-prefix").size());
    Rest.consume_front("es");
    if (!Rest.consume_front("=") && !Rest.consume_front(" "))
      continue;
    Named = true;
    StringRef Value = Rest.take_while(
        [](char C) { return isAlnum(C) || C == '-' || C == '_' || C == ','; });
    for (StringRef Prefix : split(Value, ','))
      if (Wanted.insert(Prefix).second)
        WantedPlaces.push_back(Prefix);
  }
  if (Check != StringRef::npos && !Named)
    Wanted.insert("CHECK");
}

/// The word before the colon of a comment, and what it is without what
/// FileCheck adds to prefixes; empty where there is none.
static std::pair<StringRef, StringRef> prefixLike(StringRef Line) {
  static const Regex Form("^[ \t]*(//|#)[ \t]*([A-Za-z0-9][A-Za-z0-9_-]*)"
                          "(\\{[A-Z,]+\\})?:");
  SmallVector<StringRef, 3> Match;
  if (!Form.match(Line, &Match))
    return {};
  StringRef Prefix = Match[2];
  static const Regex Suffix("-(NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-[0-9]+)$");
  SmallVector<StringRef, 2> End;
  if (Suffix.match(Prefix, &End))
    Prefix = Prefix.drop_back(End[0].size());
  return {Match[2], Prefix};
}

void TestChecker::noteCheckLine(StringRef Line) {
  Words.insert(prefixLike(Line).second);
  StringRef Prefix = checkPrefixOf(Line);
  if (!Prefix.empty())
    Found.push_back(Prefix);
}

StringRef fx::lsp::checkPrefixOf(StringRef Line) {
  auto [Word, Prefix] = prefixLike(Line);
  // Other words are in comments too.
  static const Regex Form("^[A-Z][A-Z0-9_-]*[A-Z0-9]$");
  if (!Form.match(Word))
    return {};
  static constexpr StringLiteral Others[] = {
      "RUN",  "REQUIRES", "UNSUPPORTED", "XFAIL", "TODO",
      "NOTE", "FIXME",    "DEFINE",      "COM",   "REDEFINE"};
  return is_contained(Others, Prefix) ? StringRef() : Prefix;
}

void TestChecker::check() {
  StringRef Text = S.text();
  // Most files have no comments at all, and most lines are none.
  for (size_t At = Text.find("//"); At != StringRef::npos;
       At = Text.find("//", At)) {
    size_t Begin = Text.rfind('\n', At);
    Begin = Begin == StringRef::npos ? 0 : Begin + 1;
    size_t Stop = std::min(Text.find('\n', At), Text.size());
    StringRef Line = Text.slice(Begin, Stop).rtrim('\r');
    if (Line.ltrim().starts_with("//")) {
      if (StringRef Run = runText(Line); !Run.empty())
        checkRun(Run);
      else
        noteCheckLine(Line);
    }
    At = Stop;
  }
  if (!HasFileCheck)
    return;
  StringSet<> Seen;
  for (StringRef Prefix : Found) {
    if (!Seen.insert(Prefix).second || Wanted.contains(Prefix))
      continue;
    report(Prefix, Severity::Warning, "unused-check-prefix",
           "no FileCheck of a RUN line has the prefix '" + Prefix + "'")
        .Unnecessary = true;
  }
  for (StringRef Prefix : WantedPlaces)
    if (!Words.contains(Prefix))
      report(Prefix, Severity::Warning, "missing-check-prefix",
             "there is no line '" + Prefix + ":'");
}

void fx::lsp::checkTestLines(const Snapshot &S, const Environment &Env,
                             std::vector<PlacedMessage> &Messages) {
  TestChecker(S, Env, Messages).check();
}
