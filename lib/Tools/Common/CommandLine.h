//===- CommandLine.h - Flags, their parser and their help -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's cl::opt is process-wide state, exits on errors and cannot keep help on
// one screen; a tool whose flags include every pass of every plugin needs a
// table instead. The look is LLVM's: `--name`, `-name`, `--name=value`, and
// `--name value` where a value is required.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_COMMANDLINE_H
#define FX_LIB_TOOLS_COMMON_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fx {

class DiagnosticEngine;

struct CommandLineFlag {
  enum ValueKind : uint8_t { NoValue, OptionalValue, RequiredValue };
  enum Visibility : uint8_t {
    Shown,
    /// Shown by --help-hidden only.
    Hidden,
    /// The flag of a pass: a word of a list in --help.
    PassFlag,
  };

  std::string Name;
  ValueKind Kind;
  /// What help shows for the value.
  std::string ValueName;
  /// For people, broken into lines where it is too long.
  std::string Help;
  Visibility Visible;
  /// Called for each occurrence, in order. The error says what is expected of
  /// the value.
  std::function<llvm::Error(std::optional<llvm::StringRef>)> Set;
  /// Given twice with two values, it is an error.
  bool IsOnce = false;

  /// How it is written, with what stands for its value: `--name[=VALUE]`.
  std::string spelling() const;
};

class CommandLine {
public:
  void add(CommandLineFlag Flag);

  /// \name Flags that only store
  /// @{
  void flag(llvm::StringRef Name, bool &Value, llvm::StringRef Help,
            CommandLineFlag::Visibility V = CommandLineFlag::Shown);
  /// `--name`, `--name=0` and the like.
  void boolean(llvm::StringRef Name, bool &Value, llvm::StringRef Help,
               CommandLineFlag::Visibility V = CommandLineFlag::Shown);
  /// It is given once, as IsOnce says.
  void text(llvm::StringRef Name, llvm::StringRef ValueName, std::string &Value,
            llvm::StringRef Help,
            CommandLineFlag::Visibility V = CommandLineFlag::Shown);
  /// `--name=X`, a number of 0 or more; \p Value is a double or an optional
  /// one.
  template <typename T>
  void tolerance(llvm::StringRef Name, T &Value, llvm::StringRef Help,
                 CommandLineFlag::Visibility V = CommandLineFlag::Shown) {
    add({Name.str(), CommandLineFlag::RequiredValue, "X", Help.str(), V,
         [&Value](std::optional<llvm::StringRef> Text) -> llvm::Error {
           llvm::Expected<double> Number = parseTolerance(*Text);
           if (!Number)
             return Number.takeError();
           Value = *Number;
           return llvm::Error::success();
         }});
  }
  /// `--name=a,b`; several occurrences add up.
  void list(llvm::StringRef Name, llvm::StringRef ValueName,
            std::vector<std::string> &Values, llvm::StringRef Help,
            CommandLineFlag::Visibility V = CommandLineFlag::Shown);
  /// @}

  /// \p Old is what the flag \p New was called in the version before: it means
  /// the same, with a warning.
  void renamed(llvm::StringRef Old, llvm::StringRef New);
  /// All that renamed() was told, in any order.
  auto oldNames() const { return NewNames.keys(); }
  /// For functions of flags: parse() warns that \p Old is now \p New.
  void warnOldSpelling(llvm::StringRef Old, llvm::StringRef New) {
    OldSpellings.emplace_back(Old.str(), New.str());
  }

  /// \p Name does something only beside one of \p Others: without them it is an
  /// error.
  void needs(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Others) {
    Needs.emplace_back(Name, Others.vec());
  }

  /// \p Name leaves nothing for any of \p Others to do: both are an error.
  void excludes(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Others) {
    Excludes.emplace_back(Name, Others.vec());
  }

  /// Asked for flags that are not known: the names of other tools that have
  /// such a flag.
  std::function<std::vector<llvm::StringRef>(llvm::StringRef Name)>
      FindElsewhere;

  /// Calls the flags' functions in the order of \p Args. Values that are given
  /// are not empty, but for pipelines, and a flag is not a value of the one
  /// before it unless `=` makes it one. What is not a flag goes to \p
  /// Positional; `-` is such, and everything after `--`. Reports all mistakes,
  /// as \p Tool; false when there were any.
  bool parse(llvm::ArrayRef<const char *> Args, llvm::StringRef Tool,
             DiagnosticEngine &Diags, std::vector<std::string> &Positional);

  /// Whether the last parse() saw the flag \p Name.
  bool wasGiven(llvm::StringRef Name) const {
    return GivenNames.contains(Name);
  }

  /// Reports more than one of \p Files, which a tool reads one of, and says
  /// what the others probably are. False when something was reported.
  bool checkOneFile(llvm::ArrayRef<std::string> Files, llvm::StringRef Tool,
                    DiagnosticEngine &Diags) const;

  /// The values of one flag, without calling anything: for what has to be known
  /// before the other flags are.
  std::vector<std::string> scan(llvm::ArrayRef<const char *> Args,
                                llvm::StringRef Name) const;

  /// Calls \p Visit for each flag of \p Args with its name, its value and its
  /// words, and for each other word without a name.
  void walk(llvm::ArrayRef<const char *> Args,
            llvm::function_ref<void(llvm::StringRef Name,
                                    std::optional<llvm::StringRef> Value,
                                    llvm::ArrayRef<const char *> Words)>
                Visit) const;

  bool hasFlag(llvm::StringRef Name) const { return Index.contains(Name); }
  /// Null: there is no such flag.
  const CommandLineFlag *find(llvm::StringRef Name) const {
    auto It = Index.find(Name);
    return It == Index.end() ? nullptr : &Flags[It->second];
  }
  /// In the order in which they were added.
  llvm::ArrayRef<CommandLineFlag> flags() const { return Flags; }

  /// Lines of at most 80 columns.
  void printHelp(llvm::raw_ostream &OS, bool WithHidden) const;
  /// The lines of the flag \p Name; false if there is none.
  bool printFlagHelp(llvm::raw_ostream &OS, llvm::StringRef Name) const;

private:
  static llvm::Expected<double> parseTolerance(llvm::StringRef Text);
  struct Occurrence {
    const CommandLineFlag *Flag = nullptr;
    llvm::StringRef Name;
    /// The name with the dashes that were typed.
    llvm::StringRef Typed;
    std::optional<llvm::StringRef> Value;
    /// The flag that stands where the value should; empty if none does.
    llvm::StringRef NotValue;
  };
  Occurrence take(llvm::ArrayRef<const char *> Args, size_t &I) const;
  bool startsFlag(llvm::StringRef Word) const;
  static std::string checkValue(const Occurrence &O,
                                llvm::StringMap<llvm::StringRef> &Given);
  std::string otherSpelling(llvm::StringRef Name) const;
  std::string suggestion(llvm::StringRef Name,
                         std::optional<llvm::StringRef> Value) const;
  std::string flagFor(llvm::StringRef Word) const;
  void reportUnknown(const Occurrence &O, llvm::StringRef Tool,
                     DiagnosticEngine &Diags) const;

  std::vector<CommandLineFlag> Flags;
  llvm::StringMap<size_t> Index;
  llvm::StringSet<> GivenNames;
  /// What stands where files do, after a flag that may have a value.
  llvm::StringMap<std::string> AfterFlag;
  /// What renamed() was told.
  llvm::StringMap<std::string> NewNames;
  /// What parse() warns of after the flag that it is at.
  std::vector<std::pair<std::string, std::string>> OldSpellings;
  std::vector<std::pair<llvm::StringRef, std::vector<llvm::StringRef>>> Needs,
      Excludes;
};

/// Refuses `-` as \p Path, a file of tensors: those are mapped, or read at
/// several places. Standard input is for models.
llvm::Error checkTensorFile(llvm::StringRef Path);

/// A flag as it is typed: `-o`, `-O2`, `--passes`. Two dashes are taken too.
std::string flagText(llvm::StringRef Name);

/// What a flag reports of a value \p Text: it should be \p What.
llvm::Error expectedValue(const llvm::Twine &What, llvm::StringRef Text);

/// Calls \p Body with the words of a command line after the name of the tool,
/// files of words (`@FILE`) expanded, and with that name, which is \p Name when
/// there is none. Returns what it returns, an exit code, or one that says that
/// standard output could not be written. Where LibTorch was loaded, the process
/// ends with that code instead.
int runTool(int Argc, const char *const *Argv, llvm::StringRef Name,
            llvm::function_ref<int(llvm::ArrayRef<const char *> Args,
                                   llvm::StringRef Tool)>
                Body);

/// What --version shows.
void printVersion(llvm::raw_ostream &OS, llvm::StringRef Tool);

/// Writes \p Text from column \p Column on, in lines of at most 80 columns that
/// begin at \p Indent, and ends the last one.
void printWrapped(llvm::raw_ostream &OS, llvm::StringRef Text, unsigned Column,
                  unsigned Indent);

/// Says on a terminal that \p Tool waits for a text, when \p Input is `-`.
void noteTerminal(llvm::StringRef Input, llvm::StringRef Tool);

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_COMMANDLINE_H
