//===- CommandLine.cpp - Flags, their parser and their help ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "TerminalProgress.h"
#include "fx/Config.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Pass/PassOption.h"
#include "fx/Pass/PassPlugin.h"
#include "fx/Pass/PassRegistry.h"
#include "fx/Support/NearestWord.h"
#include "fx/Support/Version.h"
#include "fx/Tools/FXOptMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>

using namespace fx;
using namespace llvm;

static constexpr unsigned Width = 80;
/// Where the explanations of flags begin.
static constexpr unsigned HelpColumn = 29;

void CommandLine::add(CommandLineFlag Flag) {
  Index[Flag.Name] = Flags.size();
  Flags.push_back(std::move(Flag));
}

void CommandLine::flag(StringRef Name, bool &Value, StringRef Help,
                       CommandLineFlag::Visibility V) {
  add({Name.str(), CommandLineFlag::NoValue, "", Help.str(), V,
       [&Value](std::optional<StringRef>) {
         Value = true;
         return Error::success();
       }});
}

void CommandLine::boolean(StringRef Name, bool &Value, StringRef Help,
                          CommandLineFlag::Visibility V) {
  add({Name.str(), CommandLineFlag::OptionalValue, "0|1", Help.str(), V,
       [&Value](std::optional<StringRef> Text) {
         return parseOptionValue(Text.value_or(""), Value);
       }});
}

void CommandLine::text(StringRef Name, StringRef ValueName, std::string &Value,
                       StringRef Help, CommandLineFlag::Visibility V) {
  add({Name.str(), CommandLineFlag::RequiredValue, ValueName.str(), Help.str(),
       V,
       [&Value](std::optional<StringRef> Text) {
         Value = Text->str();
         return Error::success();
       },
       /*IsOnce=*/true});
}

void CommandLine::list(StringRef Name, StringRef ValueName,
                       std::vector<std::string> &Values, StringRef Help,
                       CommandLineFlag::Visibility V) {
  add({Name.str(), CommandLineFlag::RequiredValue, ValueName.str(), Help.str(),
       V, [&Values](std::optional<StringRef> Text) {
         for (StringRef Item : splitOptionList(*Text))
           Values.push_back(Item.str());
         return Error::success();
       }});
}

void CommandLine::renamed(StringRef Old, StringRef New) {
  NewNames[Old] = New.str();
}

/// The flag at \p I, with its value; moves \p I to the last word taken.
CommandLine::Occurrence CommandLine::take(ArrayRef<const char *> Args,
                                          size_t &I) const {
  StringRef Word = Args[I];
  Word.consume_front("-");
  Word.consume_front("-");
  auto [Name, Value] = Word.split('=');
  Occurrence Result;
  Result.Name = Name;
  Result.Typed = StringRef(Args[I]).split('=').first;
  auto It = Index.find(Name);
  if (It == Index.end())
    if (auto New = NewNames.find(Name); New != NewNames.end())
      It = Index.find(New->second);
  if (It != Index.end())
    Result.Flag = &Flags[It->second];
  if (Name.size() != Word.size())
    Result.Value = Value;
  else if (Result.Flag && Result.Flag->Kind == CommandLineFlag::RequiredValue &&
           I + 1 != Args.size()) {
    if (startsFlag(Args[I + 1]))
      Result.NotValue = Args[I + 1];
    else
      Result.Value = Args[++I];
  }
  return Result;
}

/// Whether \p Word, which stands where a value does, is a flag after one whose
/// value was forgotten.
bool CommandLine::startsFlag(StringRef Word) const {
  if (Word.starts_with("--"))
    return true;
  return Word.consume_front("-") && Index.contains(Word.split('=').first);
}

/// What people call flags of ours.
static constexpr std::pair<StringLiteral, StringLiteral> OtherNames[] = {
    {"output", "o"},
    {"out", "o"},
    {"format", "to"},
    {"print", "to"},
    {"emit", "to"},
    {"verify", "verify-each"},
    {"pass", "passes"},
    {"pipeline", "passes"},
    {"pass-pipeline", "passes"},
    {"plugin", "load-pass-plugin"},
    {"load-pass", "load-pass-plugin"},
    {"args", "input"},
    {"canonicalize", "O1"},
    {"simplify", "O1"},
    {"instcombine", "O1"},
    {"opt-bisect-limit", "opt-bisect"},
    {"dump-pass-pipeline", "print-pipeline"},
    {"mlir-timing", "time-passes"},
    {"time", "time-passes"},
    {"show-passes", "list-passes"},
    {"list", "list-passes"},
    {"O", "O1"},
    {"Os", "O2"},
    {"Oz", "O2"},
    {"O4", "O3"},
};

Error fx::checkTensorFile(StringRef Path) {
  if (Path != "-")
    return Error::success();
  return createStringError("tensors are not read from standard input, which "
                           "is for models; name a file");
}

std::string fx::flagText(StringRef Name) {
  bool IsLevel = Name.size() == 2 && Name[0] == 'O';
  return (Name.size() == 1 || IsLevel ? "-" : "--") + Name.str();
}

/// The flag that people call \p Name, or with one other letter; empty if there
/// is none.
std::string CommandLine::otherSpelling(StringRef Name) const {
  for (auto [Other, Ours] : OtherNames)
    if (Other == Name && Index.contains(Ours))
      return flagText(Ours);
  if (StringRef Ours = passOfOtherName(Name); Index.contains(Ours))
    return flagText(Ours);
  if (Name.size() > 2)
    for (const CommandLineFlag &Flag : Flags)
      if (Flag.Name.size() > 2 && Name.edit_distance(Flag.Name, true, 2) < 2)
        return flagText(Flag.Name);
  return "";
}

/// What was probably meant by the flag \p Name; empty when nothing is near.
std::string CommandLine::suggestion(StringRef Name,
                                    std::optional<StringRef> Value) const {
  SmallVector<StringRef, 64> Names;
  for (const CommandLineFlag &Flag : Flags)
    if (Flag.Name.size() > 1)
      Names.push_back(Flag.Name);
  // The name of an input, with what describes a tensor.
  if (Value && Index.contains("input") &&
      Value->find_first_of("([") != StringRef::npos)
    return ("--input=" + Name + "=" + *Value).str();
  StringRef Near = nearestWord(Name, Names);
  return Near.empty() ? "" : flagText(Near);
}

void CommandLine::reportUnknown(const Occurrence &O, StringRef Tool,
                                DiagnosticEngine &Diags) const {
  DiagnosticBuilder B = Diags.report(diag::err_flag_unknown, SMLoc(), O.Typed);
  B.file(Tool);
  if (std::string Meant = otherSpelling(O.Name); !Meant.empty()) {
    B.note(diag::note_did_you_mean, SMLoc(), Meant);
    return;
  }
  if (StringRef Topic = O.Name; Topic.consume_front("help-") &&
                                Index.contains("help") &&
                                Index.contains(Topic)) {
    B.note(diag::note_did_you_mean, SMLoc(), ("--help=" + Topic).str());
    return;
  }
  if (FindElsewhere)
    if (std::vector<StringRef> Tools = FindElsewhere(O.Name); !Tools.empty()) {
      B.note(diag::note_flag_of_tool, SMLoc(), flagText(O.Name),
             join(Tools, ", "));
      return;
    }
  if (std::string Meant = suggestion(O.Name, O.Value); !Meant.empty())
    B.note(diag::note_did_you_mean, SMLoc(), Meant);
  else
    B.note(diag::note_help, SMLoc(), Tool);
}

static bool isFlag(StringRef Word) {
  return Word.size() > 1 && Word.starts_with("-");
}

/// What is wrong with the value of \p O before its flag looks at it; empty
/// where nothing is. \p Given has the value of each flag so far.
std::string CommandLine::checkValue(const Occurrence &O,
                                    StringMap<StringRef> &Given) {
  if (!O.Value)
    return "";
  // A pipeline may have no passes.
  if (O.Value->empty() && O.Flag->ValueName != "PIPELINE")
    return "its value is empty; is it a variable that is not set?";
  // One of them would be lost without a word.
  if (auto [It, IsNew] = Given.try_emplace(O.Flag->Name, *O.Value);
      O.Flag->IsOnce && !IsNew && It->second != *O.Value)
    return ("it is given twice, as '" + It->second + "' and as '" + *O.Value +
            "'")
        .str();
  return "";
}

/// A message that shows its place in the value is one of its own.
static Error reportPlaced(Error E, DiagnosticEngine &Diags) {
  return handleErrors(std::move(E),
                      [&](std::unique_ptr<DiagnosticError> D) -> Error {
                        if (!D->diagnostic().OwnedSource)
                          return Error(std::move(D));
                        Diags.report(D->take());
                        return Error::success();
                      });
}

bool CommandLine::parse(ArrayRef<const char *> Args, StringRef Tool,
                        DiagnosticEngine &Diags,
                        std::vector<std::string> &Positional) {
  unsigned ErrorsBefore = Diags.numErrors();
  StringMap<StringRef> Given;
  GivenNames.clear();
  AfterFlag.clear();
  std::optional<Occurrence> Before;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Word = Args[I];
    if (!isFlag(Word)) {
      if (Before && !Before->Value &&
          Before->Flag->Kind == CommandLineFlag::OptionalValue)
        AfterFlag[Word] = Before->Typed.str();
      Before = std::nullopt;
      Positional.push_back(Word.str());
      continue;
    }
    if (Word == "--") {
      for (const char *Rest : Args.drop_front(I + 1))
        Positional.push_back(Rest);
      break;
    }
    Occurrence O = take(Args, I);
    Before = O.Flag ? std::optional(O) : std::nullopt;
    if (O.Flag && O.Flag->Name != O.Name)
      Diags
          .report(diag::warn_old_spelling, SMLoc(), O.Typed,
                  flagText(O.Flag->Name))
          .file(Tool);
    if (!O.Flag) {
      reportUnknown(O, Tool, Diags);
    } else if (O.Value && O.Flag->Kind == CommandLineFlag::NoValue) {
      Diags.report(diag::err_flag_takes_no_value, SMLoc(), O.Typed).file(Tool);
    } else if (!O.Value && O.Flag->Kind == CommandLineFlag::RequiredValue) {
      std::string Wanted = O.Flag->ValueName;
      if (!O.NotValue.empty())
        Wanted += (", not the option '" + O.NotValue + "'; " + O.Typed + "=" +
                   O.NotValue + " takes it as a value")
                      .str();
      Diags.report(diag::err_flag_needs_value, SMLoc(), O.Typed, Wanted)
          .file(Tool);
    } else if (std::string Wrong = checkValue(O, Given); !Wrong.empty()) {
      Diags.report(diag::err_flag_bad_value, SMLoc(), O.Typed, Wrong)
          .file(Tool);
    } else if (Error E = reportPlaced(O.Flag->Set(O.Value), Diags)) {
      Diags
          .report(diag::err_flag_bad_value, SMLoc(), O.Typed,
                  toString(std::move(E)))
          .file(Tool);
    }
    for (const auto &[Old, New] : OldSpellings)
      Diags.report(diag::warn_old_spelling, SMLoc(), Old, New).file(Tool);
    OldSpellings.clear();
    if (O.Flag)
      GivenNames.insert(O.Flag->Name);
  }
  for (const auto &[Name, Others] : Needs)
    if (wasGiven(Name) &&
        none_of(Others, [&](StringRef Other) { return wasGiven(Other); }))
      Diags
          .report(diag::err_flag_needs_flag, SMLoc(), flagText(Name),
                  join(map_range(Others, flagText), " or "))
          .file(Tool);
  for (const auto &[Name, Others] : Excludes)
    for (StringRef Other : Others)
      if (wasGiven(Name) && wasGiven(Other))
        Diags
            .report(diag::err_flags_exclusive, SMLoc(), flagText(Name),
                    flagText(Other))
            .file(Tool);
  return Diags.numErrors() == ErrorsBefore;
}

void CommandLine::walk(
    ArrayRef<const char *> Args,
    function_ref<void(StringRef Name, std::optional<StringRef> Value,
                      ArrayRef<const char *> Words)>
        Visit) const {
  bool OnlyFiles = false;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Word = Args[I];
    if (OnlyFiles || !isFlag(Word)) {
      Visit("", std::nullopt, Args.slice(I, 1));
    } else if (Word == "--") {
      OnlyFiles = true;
    } else {
      size_t Begin = I;
      Occurrence O = take(Args, I);
      Visit(O.Flag ? StringRef(O.Flag->Name) : O.Name, O.Value,
            Args.slice(Begin, I - Begin + 1));
    }
  }
}

/// The flag that \p Word, which stands where a file does, is probably for;
/// empty when it may be a file.
std::string CommandLine::flagFor(StringRef Word) const {
  if (auto It = AfterFlag.find(Word); It != AfterFlag.end())
    return It->second + "=" + Word.str();
  auto Has = [&](StringRef Name) { return Index.contains(Name); };
  if (Has("input") && Word.find_first_of("([") != StringRef::npos)
    return ("--input=" + Word).str();
  if (Has("inputs") && (Word.ends_with(".safetensors") ||
                        Word.ends_with(".npy") || Word.ends_with(".npz")))
    return ("--inputs=" + Word).str();
  for (StringRef Flag : {"compare", "diff"})
    if (Has(Flag) && sys::fs::exists(Word))
      return ("--" + Flag + "=" + Word).str();
  if (Has("o") && Word.contains('.') && !sys::fs::exists(Word))
    return ("-o " + Word).str();
  return "";
}

void fx::noteTerminal(StringRef Input, StringRef Tool) {
  if (Input == "-" && sys::Process::StandardInIsUserInput())
    errs() << Tool
           << ": reading from the terminal, as no file is given; Ctrl-D "
           << "ends the text, and " << Tool << " --help shows how to go on\n";
}

bool CommandLine::checkOneFile(ArrayRef<std::string> Files, StringRef Tool,
                               DiagnosticEngine &Diags) const {
  if (Files.size() <= 1)
    return true;
  DiagnosticBuilder B =
      Diags.report(diag::err_one_input_file, SMLoc(), Files.size());
  B.file(Tool).note(diag::note_given_files, SMLoc(),
                    "'" + join(Files, "', '") + "'");
  for (StringRef File : Files.drop_front())
    if (std::string Meant = flagFor(File); !Meant.empty())
      B.note(diag::note_did_you_mean, SMLoc(), Meant);
  return false;
}

std::vector<std::string> CommandLine::scan(ArrayRef<const char *> Args,
                                           StringRef Name) const {
  std::vector<std::string> Values;
  for (size_t I = 0; I < Args.size() && StringRef(Args[I]) != "--"; ++I) {
    if (!isFlag(Args[I]))
      continue;
    Occurrence O = take(Args, I);
    if (O.Name == Name && O.Value)
      Values.push_back(O.Value->str());
  }
  return Values;
}

int fx::runTool(int Argc, const char *const *Argv, StringRef Name,
                function_ref<int(ArrayRef<const char *>, StringRef)> Body) {
  BumpPtrAllocator Allocator;
  SmallVector<const char *, 32> Args(Argv, Argv + Argc);
  std::string Tool =
      Args.empty() ? Name.str() : sys::path::filename(Args.front()).str();
  // Where a signal is reported; LLVM asks for reports to LLVM otherwise.
  setBugReportMsg("This is a bug of fx-opt, or of a plugin that it loaded.\n");
  // A file that would be too large is an error of writing, as a full disk is.
  std::signal(SIGXFSZ, SIG_IGN);
  DiagnosticEngine Diags;
  cl::ExpansionContext Expansion(Allocator, cl::TokenizeGNUCommandLine);
  if (Error E = Expansion.expandResponseFiles(Args)) {
    Diags.report(diag::err_flag_file, SMLoc(), toString(std::move(E)))
        .file(Tool);
    return ExitUsage;
  }
  int Code;
  {
    TerminalProgress Shown;
    Code = Body(ArrayRef(Args).drop_front(Args.empty() ? 0 : 1), Tool);
  }
  outs().flush();
  // A full disk or a closed pipe; the stream's destructor would abort.
  if (outs().has_error()) {
    Diags.report(diag::err_write_output, SMLoc(), outs().error().message())
        .file("standard output");
    outs().clear_error();
    Code = ExitFailure;
  }
  if (!isTorchBackendLoaded())
    return Code;
  // The destructors of LibTorch's libraries take 40 ms and do nothing for us.
  errs().flush();
  std::_Exit(Code);
}

Expected<double> CommandLine::parseTolerance(StringRef Text) {
  double Number = 0;
  if (Text.getAsDouble(Number) || !(Number >= 0))
    return expectedValue("a number of 0 or more", Text);
  return Number;
}

Error fx::expectedValue(const Twine &What, StringRef Text) {
  return createStringError("expected " + What + ", not '" + Text + "'");
}

void fx::printVersion(raw_ostream &OS, StringRef Tool) {
  OS << Tool << ' ' << getVersion() << '\n'
     << "built for: " << fx::detail::BuildId.data() << '\n';
}

void fx::printWrapped(raw_ostream &OS, StringRef Text, unsigned Column,
                      unsigned Indent) {
  bool First = true;
  while (!Text.empty()) {
    auto [Word, Rest] = Text.split(' ');
    Text = Rest;
    if (!First && Column + 1 + Word.size() > Width) {
      OS << '\n';
      OS.indent(Indent);
      Column = Indent;
      First = true;
    }
    if (!First) {
      OS << ' ';
      ++Column;
    }
    OS << Word;
    Column += Word.size();
    First = false;
  }
  OS << '\n';
}

std::string CommandLineFlag::spelling() const {
  std::string Text = flagText(Name);
  if (Kind == OptionalValue)
    Text += "[=" + ValueName + "]";
  else if (Kind == RequiredValue)
    Text += (Name.size() == 1 ? " " : "=") + ValueName;
  return Text;
}

static void printFlag(raw_ostream &OS, const CommandLineFlag &Flag) {
  std::string Left = "  " + Flag.spelling();
  OS << Left;
  if (Left.size() + 2 > HelpColumn) {
    OS << '\n';
    Left.clear();
  }
  OS.indent(HelpColumn - Left.size());
  printWrapped(OS, Flag.Help, HelpColumn, HelpColumn);
}

bool CommandLine::printFlagHelp(raw_ostream &OS, StringRef Name) const {
  auto It = Index.find(Name);
  if (It == Index.end())
    return false;
  printFlag(OS, Flags[It->second]);
  return true;
}

void CommandLine::printHelp(raw_ostream &OS, bool WithHidden) const {
  std::string Passes;
  for (const CommandLineFlag &Flag : Flags) {
    if (Flag.Visible == CommandLineFlag::PassFlag && !WithHidden) {
      Passes += " --" + Flag.Name;
      continue;
    }
    if (Flag.Visible == CommandLineFlag::Hidden && !WithHidden)
      continue;
    printFlag(OS, Flag);
  }
  if (Passes.empty())
    return;
  OS << "\nPasses (--help=PASS explains one):\n  ";
  printWrapped(OS, StringRef(Passes).drop_front(), 2, 2);
}
