//===- CommandLine.cpp - Flags, their parser and their help ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "fx/Config.h"
#include "fx/IR/Diagnostic.h"
#include "fx/IR/Version.h"
#include "fx/Pass/PassOption.h"
#include "fx/Pass/PassPlugin.h"
#include "fx/Tools/FXOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

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
       V, [&Value](std::optional<StringRef> Text) {
         Value = Text->str();
         return Error::success();
       }});
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

/// The flag at \p I, with its value; moves \p I to the last word taken.
CommandLine::Occurrence CommandLine::take(ArrayRef<const char *> Args,
                                          size_t &I) const {
  StringRef Word = Args[I];
  Word.consume_front("-");
  Word.consume_front("-");
  auto [Name, Value] = Word.split('=');
  Occurrence Result;
  Result.Name = Name;
  auto It = Index.find(Name);
  if (It != Index.end())
    Result.Flag = &Flags[It->second];
  if (Name.size() != Word.size())
    Result.Value = Value;
  else if (Result.Flag && Result.Flag->Kind == CommandLineFlag::RequiredValue &&
           I + 1 != Args.size())
    Result.Value = Args[++I];
  return Result;
}

/// What people call flags of ours.
static constexpr std::pair<StringLiteral, StringLiteral> OtherNames[] = {
    {"output", "o"},
    {"out", "o"},
    {"to", "print-format"},
    {"format", "print-format"},
    {"format", "to"},
    {"print", "print-format"},
    {"pass", "passes"},
    {"pipeline", "passes"},
    {"pass-pipeline", "passes"},
    {"plugin", "load-pass-plugin"},
    {"load-pass", "load-pass-plugin"},
    {"args", "input"},
    {"dead-code-elimination", "dce"},
    {"fold", "fold-constants"},
    {"constant-folding", "fold-constants"},
    {"inline", "inline-module"},
    {"common-subexpression-elimination", "cse"},
    {"list", "list-passes"},
};

/// How a flag is spelled: `-o`, `-O2`, `--passes`. Two dashes are taken too.
static StringRef dashes(StringRef Name) {
  bool IsLevel = Name.size() == 2 && Name[0] == 'O';
  return Name.size() == 1 || IsLevel ? "-" : "--";
}

/// What was probably meant by the flag \p Name; empty when nothing is near.
std::string CommandLine::suggestion(StringRef Name,
                                    std::optional<StringRef> Value) const {
  for (auto [Other, Ours] : OtherNames)
    if (Other == Name)
      if (auto It = Index.find(Ours); It != Index.end())
        return dashes(Ours).str() + Ours.str();
  if (FindElsewhere)
    if (std::string Found = FindElsewhere(Name); !Found.empty())
      return Found;
  SmallVector<StringRef, 64> Names;
  for (const CommandLineFlag &Flag : Flags)
    if (Flag.Name.size() > 1)
      Names.push_back(Flag.Name);
  if (StringRef Near = nearestWord(Name, Names); !Near.empty())
    return "--" + Near.str();
  // The name of an input, with what describes a tensor.
  if (Value && Index.contains("input") &&
      Value->find_first_of("([") != StringRef::npos)
    return ("--input=" + Name + "=" + *Value).str();
  return "";
}

static bool isFlag(StringRef Word) {
  return Word.size() > 1 && Word.starts_with("-");
}

bool CommandLine::parse(ArrayRef<const char *> Args, StringRef Tool,
                        DiagnosticEngine &Diags,
                        std::vector<std::string> &Positional) {
  unsigned ErrorsBefore = Diags.numErrors();
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Word = Args[I];
    if (!isFlag(Word)) {
      Positional.push_back(Word.str());
      continue;
    }
    if (Word == "--") {
      for (const char *Rest : Args.drop_front(I + 1))
        Positional.push_back(Rest);
      break;
    }
    Occurrence O = take(Args, I);
    if (!O.Flag) {
      DiagnosticBuilder B =
          Diags.report(diag::err_flag_unknown, SMLoc(), O.Name);
      B.file(Tool);
      if (std::string Meant = suggestion(O.Name, O.Value); !Meant.empty())
        B.note(diag::note_did_you_mean, SMLoc(), Meant);
    } else if (O.Value && O.Flag->Kind == CommandLineFlag::NoValue) {
      Diags.report(diag::err_flag_takes_no_value, SMLoc(), O.Name).file(Tool);
    } else if (!O.Value && O.Flag->Kind == CommandLineFlag::RequiredValue) {
      Diags
          .report(diag::err_flag_needs_value, SMLoc(), O.Name,
                  O.Flag->ValueName)
          .file(Tool);
    } else if (Error E = O.Flag->Set(O.Value)) {
      Diags
          .report(diag::err_flag_bad_value, SMLoc(), O.Name,
                  toString(std::move(E)))
          .file(Tool);
    }
  }
  return Diags.numErrors() == ErrorsBefore;
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
  DiagnosticEngine Diags;
  cl::ExpansionContext Expansion(Allocator, cl::TokenizeGNUCommandLine);
  if (Error E = Expansion.expandResponseFiles(Args)) {
    Diags.report(diag::err_flag_file, SMLoc(), toString(std::move(E)))
        .file(Tool);
    return ExitUsage;
  }
  int Code = Body(ArrayRef(Args).drop_front(Args.empty() ? 0 : 1), Tool);
  outs().flush();
  // A full disk or a closed pipe; the stream's destructor would abort.
  if (outs().has_error()) {
    Diags.report(diag::err_write_output, SMLoc(), outs().error().message())
        .file("standard output");
    outs().clear_error();
    return ExitFailure;
  }
  return Code;
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
  std::string Text = dashes(Name).str() + Name;
  if (Kind == OptionalValue)
    Text += "[=" + ValueName + "]";
  else if (Kind == RequiredValue)
    Text += (Name.size() == 1 ? " " : "=") + ValueName;
  return Text;
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
    std::string Left = "  " + Flag.spelling();
    OS << Left;
    if (Left.size() + 2 > HelpColumn) {
      OS << '\n';
      Left.clear();
    }
    OS.indent(HelpColumn - Left.size());
    printWrapped(OS, Flag.Help, HelpColumn, HelpColumn);
  }
  if (Passes.empty())
    return;
  OS << "\nPasses (--help=PASS explains one):\n  ";
  printWrapped(OS, StringRef(Passes).drop_front(), 2, 2);
}
