//===- PassModel.cpp - Passes as fx-tblgen reads them -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassModel.h"
#include "OpModel.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include <cmath>

using namespace fx::tblgen;
using llvm::Record;
using llvm::StringRef;

namespace {

class PassReader {
public:
  explicit PassReader(const llvm::RecordKeeper &Records) : Records(Records) {}
  std::vector<PassDef> read();

private:
  void fail(const Record *Def, const llvm::Twine &Message) {
    llvm::PrintError(Def->getLoc(), Message);
    Failed = true;
  }
  std::string text(const Record *Def, StringRef Field);
  PassDef readPass(const Record *Def);
  OptionDef readOption(const Record *Pass, const Record *Def);
  void checkDefault(const Record *Pass, const OptionDef &Option);
  void checkNames(const PassDef &Pass);

  const llvm::RecordKeeper &Records;
  bool Failed = false;
};

} // namespace

/// Why the class of a pass cannot have an option or a statistic called \p Name,
/// or null.
static const char *whyNotMember(StringRef Name) {
  static constexpr llvm::StringLiteral Taken[] = {"Base",
                                                  "clone",
                                                  "copyOptionValues",
                                                  "diags",
                                                  "error",
                                                  "expand",
                                                  "getAnalysis",
                                                  "getCachedAnalysis",
                                                  "info",
                                                  "isWatched",
                                                  "mayRewrite",
                                                  "name",
                                                  "preserve",
                                                  "preserveAll",
                                                  "print",
                                                  "remark",
                                                  "rewrote",
                                                  "run",
                                                  "statistics",
                                                  "warning"};
  if (isCppKeyword(Name))
    return "is a keyword of C++";
  if (llvm::is_contained(Taken, Name))
    return "is a member of every pass";
  return fx::isIdentifier(Name) ? nullptr : "is not a valid name of a member";
}

/// Words such as `inline-module`.
static bool isFlag(StringRef Name) {
  return !Name.empty() && llvm::isLower(Name.front()) && Name.back() != '-' &&
         llvm::all_of(Name, [](char C) {
           return llvm::isLower(C) || llvm::isDigit(C) || C == '-';
         });
}

/// Text without blank lines around it and without the indentation that all its
/// lines have in the td file.
static std::string dedent(StringRef Text) {
  llvm::SmallVector<StringRef, 16> Lines;
  Text.rtrim().split(Lines, '\n');
  while (!Lines.empty() && Lines.front().trim().empty())
    Lines.erase(Lines.begin());
  size_t Indent = StringRef::npos;
  for (StringRef Line : Lines)
    if (!Line.trim().empty())
      Indent = std::min(Indent, Line.size() - Line.ltrim(' ').size());
  std::string Result;
  for (StringRef Line : Lines) {
    if (!Result.empty())
      Result += '\n';
    Result += Line.drop_front(std::min(Indent, Line.size())).rtrim();
  }
  return Result;
}

/// A text that must be there.
std::string PassReader::text(const Record *Def, StringRef Field) {
  if (Def->isValueUnset(Field)) {
    bool HasVowel = StringRef("AEIOU").contains(Field.front());
    fail(Def,
         (HasVowel ? "a pass needs an " : "a pass needs a ") + Field.lower());
    return "";
  }
  std::string Text = dedent(Def->getValueAsString(Field));
  if (Text.empty())
    fail(Def, "the " + Field.lower() + " of a pass is not empty");
  return Text;
}

void PassReader::checkDefault(const Record *Pass, const OptionDef &Option) {
  bool Good = true;
  int64_t Signed;
  uint64_t Unsigned;
  double Number;
  if (!Option.Words.empty())
    Good = llvm::is_contained(Option.Words, Option.Default);
  else if (Option.Type == "bool")
    Good = Option.Default == "true" || Option.Default == "false";
  else if (Option.Type == "int64_t")
    Good = !Option.Default.getAsInteger(10, Signed);
  else if (Option.Type == "uint64_t")
    Good = !Option.Default.getAsInteger(10, Unsigned);
  else if (Option.Type == "double")
    // The C++ has it as it is.
    Good = !Option.Default.getAsDouble(Number) && std::isfinite(Number);
  // What is between the quotes of td is the text.
  if (Option.Type == "std::string" && Option.Default.starts_with("\"") &&
      Option.Default.ends_with("\""))
    fail(Pass, "the default of the option '" + Option.Flag +
                   "' is a text without quotes of its own, not " +
                   Option.Default);
  if (!Good)
    fail(Pass, "'" + Option.Default +
                   "' is not a valid default of the option '" + Option.Flag +
                   "' of type " + Option.Type);
}

OptionDef PassReader::readOption(const Record *Pass, const Record *Def) {
  OptionDef Option;
  Option.CppName = Def->getValueAsString("CppName");
  Option.Flag = Def->getValueAsString("Flag");
  Option.Type = Def->getValueAsString("Type");
  Option.Default = Def->getValueAsString("Default");
  Option.Description = Def->getValueAsString("Description");
  Option.IsList = Def->isSubClassOf("ListOption");
  if (Def->isSubClassOf("EnumOption")) {
    Option.Words = Def->getValueAsListOfStrings("Values");
    if (Option.Words.empty())
      fail(Pass, "the option '" + Option.Flag + "' has no values");
    llvm::StringSet<> Words;
    for (StringRef Word : Option.Words) {
      if (!isFlag(Word.lower()))
        fail(Pass, "'" + Word + "' is not a valid word for the option '" +
                       Option.Flag + "'");
      // Words become enumerators without their hyphens.
      std::string Key = Word.lower();
      llvm::erase(Key, '-');
      if (!Words.insert(Key).second)
        fail(Pass, "the option '" + Option.Flag + "' has the word '" + Word +
                       "' twice");
    }
    if (!fx::isIdentifier(Option.Type) || whyNotMember(Option.Type))
      fail(Pass, "'" + Option.Type + "' is not a valid name of an enum class");
    if (Option.Type == Option.CppName)
      fail(Pass, "a member and an enum class are called '" + Option.Type + "'");
    Option.ValueName = llvm::join(Option.Words, "|");
  } else {
    auto Shown = llvm::StringSwitch<std::optional<StringRef>>(Option.Type)
                     .Case("bool", "bool")
                     .Case("int64_t", "int")
                     .Case("uint64_t", "uint")
                     .Case("double", "number")
                     .Case("std::string", "text")
                     .Default(std::nullopt);
    if (!Shown)
      fail(Pass, "unknown type '" + Option.Type + "' of the option '" +
                     Option.Flag +
                     "'; there are bool, int64_t, uint64_t, double and "
                     "std::string");
    Option.ValueName = Shown.value_or("").str();
  }
  if (!Def->isValueUnset("ValueName"))
    Option.ValueName = Def->getValueAsString("ValueName").str();
  Option.OldFlag = Def->getValueAsString("OldFlag");
  if (!isFlag(Option.Flag))
    fail(Pass, "'" + Option.Flag + "' is not a valid name of an option");
  if (const char *Why = whyNotMember(Option.CppName))
    fail(Pass, "'" + Option.CppName + "' " + Why);
  if (Option.Description.empty())
    fail(Pass, "the option '" + Option.Flag + "' has no description");
  if (!Option.IsList)
    checkDefault(Pass, Option);
  return Option;
}

void PassReader::checkNames(const PassDef &Pass) {
  llvm::StringSet<> Flags, Members, Names;
  for (const OptionDef &Option : Pass.Options) {
    if (!Flags.insert(Option.Flag).second)
      fail(Pass.Def, "a second option '" + Option.Flag + "'");
    if (!Option.OldFlag.empty() && !Flags.insert(Option.OldFlag).second)
      fail(Pass.Def, "a second option '" + Option.OldFlag + "'");
    if (!Members.insert(Option.CppName).second)
      fail(Pass.Def, "a second member '" + Option.CppName + "'");
  }
  for (const StatisticDef &Statistic : Pass.Statistics) {
    if (const char *Why = whyNotMember(Statistic.CppName))
      fail(Pass.Def, "'" + Statistic.CppName + "' " + Why);
    if (!isFlag(Statistic.Name))
      fail(Pass.Def,
           "'" + Statistic.Name + "' is not a valid name of a statistic");
    if (!Members.insert(Statistic.CppName).second)
      fail(Pass.Def, "a second member '" + Statistic.CppName + "'");
    if (!Names.insert(Statistic.Name).second)
      fail(Pass.Def, "a second statistic '" + Statistic.Name + "'");
  }
  if (!Pass.FlagOption.empty() && !Flags.contains(Pass.FlagOption))
    fail(Pass.Def, "there is no option '" + Pass.FlagOption +
                       "' that the flag could set");
}

PassDef PassReader::readPass(const Record *Def) {
  PassDef Pass;
  Pass.Def = Def;
  Pass.Name = Def->getName();
  Pass.Flag = Def->getValueAsString("Flag");
  if (!isFlag(Pass.Flag))
    fail(Def, "'" + Pass.Flag + "' is not a valid flag of a pass");
  if (Def->isAnonymous())
    fail(Def, "the pass '" + Pass.Flag + "' has no name");
  Pass.Summary = text(Def, "Summary");
  if (StringRef(Pass.Summary).contains('\n') ||
      StringRef(Pass.Summary).ends_with("."))
    fail(Def, "the summary is one line without a full stop");
  Pass.Description = text(Def, "Description");
  Pass.Example = text(Def, "Example");
  Pass.FlagOption = Def->getValueAsString("FlagOption");
  Pass.Preserved = Def->getValueAsListOfStrings("Preserved");
  Pass.Idempotent = Def->getValueAsBit("Idempotent");
  for (const Record *Option : Def->getValueAsListOfDefs("Options"))
    Pass.Options.push_back(readOption(Def, Option));
  for (const Record *Statistic : Def->getValueAsListOfDefs("Statistics"))
    Pass.Statistics.push_back({Statistic->getValueAsString("CppName"),
                               Statistic->getValueAsString("Name"),
                               Statistic->getValueAsString("Description")});
  checkNames(Pass);
  return Pass;
}

std::vector<PassDef> PassReader::read() {
  std::vector<PassDef> Passes;
  for (const Record *Def : Records.getAllDerivedDefinitions("Pass"))
    Passes.push_back(readPass(Def));
  llvm::stable_sort(Passes, [](const PassDef &A, const PassDef &B) {
    return A.Flag < B.Flag;
  });
  for (size_t I = 1; I < Passes.size(); ++I)
    if (Passes[I - 1].Flag == Passes[I].Flag) {
      fail(Passes[I].Def, "a second pass '" + Passes[I].Flag + "'");
      llvm::PrintNote(Passes[I - 1].Def->getLoc(), "declared here first");
    }
  if (Passes.empty())
    llvm::PrintFatalError("there is no pass in '" + Records.getInputFilename() +
                          "'");
  if (Failed)
    llvm::PrintFatalError("the passes are malformed");
  return Passes;
}

std::vector<PassDef> fx::tblgen::readPasses(const llvm::RecordKeeper &Records) {
  return PassReader(Records).read();
}
