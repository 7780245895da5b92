//===- PipelineParser.cpp - Reads the text of pipelines -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive descent over groups, whose depth is limited. After a mistake in an
// option or a name reading goes on; after one of structure it stops.
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassPipeline.h"
#include "fx/Support/NearestWord.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {

class PipelineParser {
public:
  PipelineParser(StringRef Text, DiagnosticEngine &Diags,
                 const PassRegistry *Registry = nullptr)
      : Rest(Text), Diags(Diags), Registry(Registry) {}

  bool parsePipeline(PassPipeline &Out);
  bool parseFlagValue(Pass &P);

private:
  /// What an option is set on: a pass, or a group with its only option.
  struct Target {
    StringRef Name;
    Pass *P = nullptr;
    FixpointGroup *Group = nullptr;

    bool hasOption(StringRef Option) const {
      return P ? P->findOption(Option) != nullptr
               : Group && Option == "max-iterations";
    }
  };

  bool parseElements(PassPipeline &Out, unsigned Depth);
  bool parseElement(PassPipeline &Out, unsigned Depth);
  bool parseGroup(PassPipeline &Out, unsigned Depth);
  bool parseBraces(const Target &T);
  void parseOptions(const Target &T);
  void parseOption(const Target &T);
  void parseBareValue(const Target &T, StringRef Name);
  void setOption(const Target &T, StringRef Name, StringRef Value);
  StringRef currentName(const Target &T, StringRef Name);
  void reportUnknownOption(const Target &T, StringRef Name);
  static SmallVector<StringRef, 8> optionsOf(const Target &T);
  static void noteOptions(DiagnosticBuilder &B, const Target &T);
  StringRef scanWord();
  void reportUnclosed(StringRef Opening);
  StringRef scanValue(const Target *ListOf);
  bool continuesList(const Target &T) const;

  void skipSpace() { Rest = Rest.ltrim(); }
  bool consume(char C) {
    skipSpace();
    return Rest.consume_front(StringRef(&C, 1));
  }
  bool peek(char C) {
    skipSpace();
    return Rest.starts_with(StringRef(&C, 1));
  }
  static SMLoc locOf(StringRef Text) {
    return SMLoc::getFromPointer(Text.data());
  }
  static SMRange rangeOf(StringRef Text) {
    return {locOf(Text), SMLoc::getFromPointer(Text.end())};
  }
  template <typename... Ts>
  DiagnosticBuilder error(StringRef At, diag::ID Id, const Ts &...Args) {
    Failed = true;
    DiagnosticBuilder B = Diags.report(Id, locOf(At), Args...);
    B.range(rangeOf(At));
    return B;
  }

  StringRef Rest;
  /// The last option of those at hand, and its value if that has no quotes.
  StringRef LastName, LastValue;
  /// Whether something that is never closed was reported.
  bool ReachedEnd = false;
  DiagnosticEngine &Diags;
  const PassRegistry *Registry;
  bool Failed = false;
  /// Takes the options of a pass that does not exist.
  const Target Nothing{};
};

} // namespace

static bool isWordChar(char C) { return isAlnum(C) || C == '-' || C == '_'; }

StringRef PipelineParser::scanWord() {
  StringRef Word = Rest.take_while(isWordChar);
  Rest = Rest.drop_front(Word.size());
  return Word;
}

/// Whether what follows a comma is another item of a list and not an option.
bool PipelineParser::continuesList(const Target &T) const {
  StringRef After = Rest.drop_front().ltrim();
  StringRef Word = After.take_while(isWordChar);
  StringRef Next = After.drop_front(Word.size()).ltrim();
  if (Word.empty())
    return !After.empty() && !After.starts_with("}") && !After.starts_with(",");
  return !Next.starts_with("=") && !T.hasOption(Word);
}

static char closing(char Bracket) {
  return Bracket == '(' ? ')' : Bracket == '[' ? ']' : '}';
}

/// Without the end of a bracket or quote those around it have none either.
void PipelineParser::reportUnclosed(StringRef Opening) {
  if (!ReachedEnd)
    error(Opening, diag::err_pipeline_unclosed, Opening);
  ReachedEnd |= Rest.empty();
}

/// Takes a value. \p ListOf is set for a list, which may go on after commas.
StringRef PipelineParser::scanValue(const Target *ListOf) {
  StringRef Begin = Rest;
  if (Rest.starts_with("'")) {
    StringRef Text =
        Rest.drop_front().take_until([](char C) { return C == '\''; });
    error(Rest.take_front(), diag::err_other,
          "single quotes do not quote a value, double quotes do")
        .note(diag::note_did_you_mean, SMLoc(), ("\"" + Text + "\"").str());
    Rest = Rest.drop_front(std::min(Rest.size(), Text.size() + 2));
    return Text;
  }
  // The brackets that are open, outermost first.
  SmallVector<StringRef, 8> Open;
  while (!Rest.empty()) {
    char C = Rest.front();
    if (C == '"') {
      StringRef Quote = Rest;
      Rest = Rest.drop_front();
      while (!Rest.empty() && Rest.front() != '"')
        Rest =
            Rest.drop_front(Rest.starts_with("\\") && Rest.size() > 1 ? 2 : 1);
      if (Rest.empty()) {
        reportUnclosed(Quote.take_front());
        break;
      }
    } else if (C == '{' || C == '(' || C == '[') {
      Open.push_back(Rest.take_front());
    } else if (C == '}' || C == ')' || C == ']') {
      if (Open.empty() && C == '}')
        break;
      if (!Open.empty()) {
        if (C != closing(Open.back().front()))
          break;
        Open.pop_back();
      }
    } else if (Open.empty() && C == ',') {
      if (!ListOf || !continuesList(*ListOf))
        break;
      Rest = Rest.drop_front().ltrim();
      continue;
    } else if (Open.empty() && isSpace(C)) {
      break;
    }
    Rest = Rest.drop_front();
  }
  if (!Open.empty())
    reportUnclosed(Open.back());
  return Begin.drop_back(Rest.size());
}

SmallVector<StringRef, 8> PipelineParser::optionsOf(const Target &T) {
  SmallVector<StringRef, 8> Options;
  if (T.P)
    for (const PassOptionInfo &Option : T.P->info().Options)
      Options.push_back(Option.Flag);
  else
    Options.push_back("max-iterations");
  return Options;
}

void PipelineParser::noteOptions(DiagnosticBuilder &B, const Target &T) {
  SmallVector<StringRef, 8> Options = optionsOf(T);
  if (Options.empty())
    B.note(diag::note_pipeline_no_options, SMLoc());
  else
    B.note(diag::note_pipeline_options, SMLoc(), join(Options, ", "));
}

void PipelineParser::reportUnknownOption(const Target &T, StringRef Name) {
  DiagnosticBuilder B =
      error(Name, diag::err_pipeline_unknown_option, T.Name, Name);
  if (StringRef Nearest = nearestWord(Name, optionsOf(T)); !Nearest.empty())
    B.note(diag::note_did_you_mean, SMLoc(), Nearest);
  else
    noteOptions(B, T);
}

void PipelineParser::setOption(const Target &T, StringRef Name,
                               StringRef Value) {
  if (T.Group) {
    uint64_t Number = 0;
    Error E = parseOptionValue(Value, Number);
    if (!E && (Number == 0 || Number > UINT32_MAX))
      E = createStringError("expected a number from 1 to 4294967295, not '" +
                            Value + "'");
    if (E)
      error(Value, diag::err_pipeline_bad_value, T.Name, Name,
            toString(std::move(E)));
    else
      T.Group->MaxIterations = Number;
    return;
  }
  PassOptionBase *Option = T.P->findOption(Name);
  if (Option->wasGiven()) {
    error(Value, diag::err_pipeline_option_twice, T.Name, Name);
    return;
  }
  if (Error E = Option->parse(Value))
    error(Value, diag::err_pipeline_bad_value, T.Name, Name,
          toString(std::move(E)));
}

/// The name of today for one that an option had in the version before.
StringRef PipelineParser::currentName(const Target &T, StringRef Name) {
  if (T.P && !Name.empty())
    for (const PassOptionInfo &Option : T.P->info().Options)
      if (Option.OldFlag == Name) {
        Diags
            .report(diag::warn_old_spelling, locOf(Name),
                    T.Name + "{" + Name + "=}",
                    T.Name + "{" + Option.Flag + "=}")
            .range(rangeOf(Name));
        return Option.Flag;
      }
  return Name;
}

/// Whether the value of the pass' own flag is a selector: `operator=relu` is
/// one.
static bool takesSelector(const PassInfo &Info) {
  return any_of(Info.Options, [&](const PassOptionInfo &Option) {
    return Option.Flag == Info.FlagOption && Option.ValueName == "selector";
  });
}

/// One option: `name=value`, `name`, or `value`.
void PipelineParser::parseOption(const Target &T) {
  StringRef Start = Rest;
  StringRef Name = scanWord();
  StringRef Spaced = Rest.ltrim();
  if (!Name.empty() && Spaced.starts_with("=")) {
    Name = currentName(T, Name);
    bool Known = T.hasOption(Name);
    if (!Known && T.P && takesSelector(T.P->info()) &&
        nearestWord(Name, optionsOf(T)).empty()) {
      Rest = Start;
      parseBareValue(T, Name);
      return;
    }
    Rest = Spaced.drop_front().ltrim();
    if (!Known && !T.Name.empty())
      reportUnknownOption(T, Name);
    const PassOptionInfo *Info = nullptr;
    if (T.P)
      for (const PassOptionInfo &Option : T.P->info().Options)
        if (Option.Flag == Name)
          Info = &Option;
    StringRef Value = scanValue(Info && Info->IsList ? &T : nullptr);
    if (Known)
      setOption(T, Name, Value);
    LastName = Name;
    LastValue = Value.contains('"') ? "" : Value;
    return;
  }

  // A word alone, or the value of the pass' own flag.
  Rest = Start;
  parseBareValue(T, Name);
}

/// What is given without the name of an option; it begins with the word \p
/// Name.
void PipelineParser::parseBareValue(const Target &T, StringRef Name) {
  StringRef FlagOption = T.P ? StringRef(T.P->info().FlagOption) : "";
  bool IsList = false;
  bool IsBool = false;
  if (T.P)
    for (const PassOptionInfo &Option : T.P->info().Options) {
      if (Option.Flag == FlagOption)
        IsList = Option.IsList;
      if (Option.Flag == Name)
        IsBool = Option.ValueName == "bool";
    }
  if (IsBool) {
    Rest = Rest.drop_front(Name.size());
    setOption(T, Name, Name.take_back(0));
    return;
  }
  StringRef Value = scanValue(IsList ? &T : nullptr);
  if (Value.empty()) {
    // A stray closing bracket: take it, so that reading goes on.
    Value = Rest.take_front();
    Rest = Rest.drop_front();
  }
  if (T.Name.empty())
    return;
  // A value with blanks comes here in pieces.
  bool IsTwice = !FlagOption.empty() && T.P->findOption(FlagOption)->wasGiven();
  if (!LastValue.empty() && (IsTwice || Value == "&" || Value == "|")) {
    Rest = Rest.drop_until([](char C) { return C == '}'; });
    StringRef Whole(LastValue.begin(), Rest.begin() - LastValue.begin());
    (IsTwice ? error(Value, diag::err_pipeline_option_twice, T.Name, FlagOption)
             : error(Value, diag::err_pipeline_bad_value, T.Name, LastName,
                     "a value with blanks needs quotes"))
        .note(diag::note_did_you_mean, SMLoc(),
              (LastName + "=\"" + Whole.rtrim() + "\"").str());
  } else if (!FlagOption.empty()) {
    setOption(T, FlagOption, Value);
    LastName = FlagOption;
    LastValue = Value.contains('"') ? "" : Value;
  } else if (Value == Name && !T.hasOption(Name)) {
    reportUnknownOption(T, Name);
  } else {
    DiagnosticBuilder B = error(Value, diag::err_pipeline_no_value, T.Name);
    ArrayRef<PassOptionInfo> Options =
        T.P ? T.P->info().Options : ArrayRef<PassOptionInfo>();
    if (Options.size() == 1)
      B.note(diag::note_did_you_mean, SMLoc(),
             (Options[0].Flag + "=" + Value).str());
    else
      noteOptions(B, T);
  }
}

void PipelineParser::parseOptions(const Target &T) {
  while (true) {
    while (consume(','))
      ;
    if (Rest.empty() || Rest.front() == '}')
      return;
    parseOption(T);
  }
}

/// `{options}` if there is any.
bool PipelineParser::parseBraces(const Target &T) {
  LastName = LastValue = "";
  if (!peek('{'))
    return true;
  StringRef Brace = Rest.take_front();
  Rest = Rest.drop_front();
  parseOptions(T);
  if (consume('}'))
    return true;
  reportUnclosed(Brace);
  return false;
}

bool PipelineParser::parseGroup(PassPipeline &Out, unsigned Depth) {
  FixpointGroup Group;
  Target T;
  T.Name = "fix";
  T.Group = &Group;
  if (!parseBraces(T))
    return false;
  if (!peek('(')) {
    error(Rest.take_front(), diag::err_pipeline_expected_list);
    return false;
  }
  StringRef Paren = Rest.take_front();
  Rest = Rest.drop_front();
  if (Depth == FixpointGroup::MaxDepth) {
    error(Paren, diag::err_pipeline_too_deep, FixpointGroup::MaxDepth);
    return false;
  }
  if (!parseElements(Group.Body, Depth + 1))
    return false;
  if (!consume(')')) {
    reportUnclosed(Paren);
    return false;
  }
  Out.add(std::move(Group));
  return true;
}

bool PipelineParser::parseElement(PassPipeline &Out, unsigned Depth) {
  skipSpace();
  StringRef Start = Rest;
  StringRef Name = scanWord();
  if (Name.empty()) {
    error(Start.take_front(), diag::err_pipeline_expected_pass);
    return false;
  }
  if (Name == "fix")
    return parseGroup(Out, Depth);

  std::unique_ptr<Pass> P;
  Target T = Nothing;
  if (const PassRegistry::Entry *Entry = Registry->lookup(Name)) {
    P = Entry->Create();
    T = {Name, P.get(), nullptr};
  } else {
    DiagnosticBuilder B = error(Name, diag::err_pipeline_unknown_pass, Name);
    if (StringRef Nearest = Registry->nearest(Name); !Nearest.empty())
      B.note(diag::note_did_you_mean, SMLoc(), Nearest);
    else
      B.note(diag::note_list_passes, SMLoc());
  }
  if (!parseBraces(T))
    return false;
  // Options in parentheses, or after '='.
  if (peek('(') || peek('=')) {
    StringRef Value = Rest.drop_front();
    Value = Value.take_until([](char C) { return C == ')' || C == ','; });
    StringRef Option = Rest.starts_with("=") && P ? P->info().FlagOption : "";
    std::string Meant =
        (Name + "{" + Option + (Option.empty() ? "" : "=") + Value + "}").str();
    bool IsOption = P && (!Option.empty() || Value.contains('='));
    // An unknown name was reported.
    if (P || peek('=')) {
      DiagnosticBuilder B =
          peek('(')
              ? error(Rest.take_front(), diag::err_pipeline_takes_no_passes,
                      Name)
              : error(Rest.take_front(), diag::err_pipeline_expected_comma);
      if (IsOption)
        B.note(diag::note_did_you_mean, SMLoc(), Meant);
    }
    return false;
  }
  if (P)
    Out.add(std::move(P));
  return true;
}

bool PipelineParser::parseElements(PassPipeline &Out, unsigned Depth) {
  do
    if (!parseElement(Out, Depth))
      return false;
  while (consume(','));
  return true;
}

bool PipelineParser::parsePipeline(PassPipeline &Out) {
  skipSpace();
  PassPipeline Read;
  if (!Rest.empty() && parseElements(Read, 0)) {
    skipSpace();
    if (!Rest.empty()) {
      // Blanks or other marks between passes.
      StringRef Mark = Rest.take_while([](char C) { return !isWordChar(C); });
      bool IsPass =
          Registry && !Rest.drop_front(Mark.size()).empty() && Mark.size() <= 2;
      DiagnosticBuilder B =
          error(Rest.take_front(), diag::err_pipeline_expected_comma);
      if (IsPass)
        B.note(diag::note_did_you_mean, SMLoc(), ",");
    }
  }
  if (!Failed)
    Out.append(std::move(Read));
  return !Failed;
}

bool PipelineParser::parseFlagValue(Pass &P) {
  Target T{P.name(), &P, nullptr};
  parseOptions(T);
  // parseOptions stops at a brace that closes nothing.
  if (!Rest.empty())
    error(Rest.take_front(), diag::err_pipeline_expected_option);
  return !Failed;
}

bool fx::parsePassPipeline(const PassRegistry &Registry, const SourceMgr &SM,
                           unsigned BufferId, DiagnosticEngine &Diags,
                           PassPipeline &Out) {
  StringRef Text = SM.getMemoryBuffer(BufferId)->getBuffer();
  return PipelineParser(Text, Diags, &Registry).parsePipeline(Out);
}

bool fx::parsePassOptions(Pass &P, const SourceMgr &SM, unsigned BufferId,
                          DiagnosticEngine &Diags) {
  StringRef Text = SM.getMemoryBuffer(BufferId)->getBuffer();
  return PipelineParser(Text, Diags).parseFlagValue(P);
}

Expected<PassPipeline> fx::parsePassPipeline(StringRef Text,
                                             const PassRegistry &Registry) {
  SourceMgr SM;
  unsigned Id = SM.AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Text, "pipeline"), SMLoc());
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(&SM);
  Diags.setStream(OS);
  PassPipeline Pipeline;
  if (parsePassPipeline(Registry, SM, Id, Diags, Pipeline))
    return Pipeline;
  return createStringError(StringRef(Messages).rtrim());
}
