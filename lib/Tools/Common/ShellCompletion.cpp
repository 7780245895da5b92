//===- ShellCompletion.cpp - Scripts that complete command lines ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "ToolHelp.h"
#include "fx/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {
/// The tool whose script is written.
struct CompletedTool {
  const ToolInfo &Info;
  const CommandLine &Flags;
  const PassRegistry *Registry;

  /// The name of the function of the script.
  std::string function() const {
    std::string Name = "_" + Info.Name.str();
    std::replace(Name.begin(), Name.end(), '-', '_');
    return Name;
  }

  /// The words that a value can be, separated by blanks; none where it is free.
  std::string valuesOf(const CommandLineFlag &Flag) const;
};
} // namespace

static bool isFile(const CommandLineFlag &Flag) {
  StringRef Value = Flag.ValueName;
  return Value == "FILE" || Value == "FILES" || Value == "FOLDER" ||
         Value == "OTHER";
}

std::string CompletedTool::valuesOf(const CommandLineFlag &Flag) const {
  StringRef Value = Flag.ValueName;
  SmallVector<StringRef, 32> Words;
  if (Value.contains('|')) {
    Value.split(Words, '|');
    return join(Words, " ");
  }
  if (Value == "diff")
    return "diff";
  // What the explanation lists: `native, fx, python or none`.
  if (Value == "FORM" || Value == "FORMAT" || Value == "WHEN" ||
      Value == "MODE") {
    StringRef List = Flag.Help;
    if (List.contains(": "))
      List = List.rsplit(": ").second;
    for (StringRef Word : split(List, ' '))
      if (Word != "or")
        Words.push_back(Word.rtrim(','));
    return join(Words, " ");
  }
  if (Value == "TOPIC")
    for (const HelpTopic &Topic : helpTopics())
      Words.push_back(Topic.Name);
  if (Registry && (Value == "TOPIC" || Value == "NAMES" || Value == "PASSES" ||
                   Value == "PIPELINE"))
    for (const PassRegistry::Entry &Entry : Registry->entries())
      Words.push_back(Entry.Info->Flag);
  return join(Words, " ");
}

//===----------------------------------------------------------------------===//
// bash
//===----------------------------------------------------------------------===//

static void printBash(raw_ostream &OS, const CompletedTool &Tool) {
  OS << "# Completes command lines of " << Tool.Info.Name << " in bash.\n"
     << Tool.function() << R"sh(() {
  # bash takes '=' for a word of its own, or not: join what belongs together.
  local Line=${COMP_LINE:0:COMP_POINT} Word
  Word=${Line##* }
  COMPREPLY=()
  case $Word in
)sh";
  std::string All;
  for (const CommandLineFlag &Flag : Tool.Flags.flags()) {
    if (Flag.Name.size() == 1)
      continue;
    if (Flag.Kind != CommandLineFlag::RequiredValue)
      All += " --" + Flag.Name;
    if (Flag.Kind == CommandLineFlag::NoValue)
      continue;
    All += " --" + Flag.Name + "=";
    std::string Values = Tool.valuesOf(Flag);
    if (isFile(Flag))
      OS << "  --" << Flag.Name << "=*) compopt -o default 2>/dev/null; "
         << "COMPREPLY=($(compgen -f -- \"${Word#*=}\")) ;;\n";
    else if (Flag.ValueName == "PIPELINE")
      // The last one of several passes.
      OS << "  --" << Flag.Name << "=*) Word=${Word#*=}; "
         << "COMPREPLY=($(compgen -P \"${Word%\"${Word##*[,(]}\"}\" -W '"
         << Tool.valuesOf(Flag) << "' -- \"${Word##*[,(]}\")) ;;\n";
    else if (!Values.empty())
      OS << "  --" << Flag.Name << "=*) COMPREPLY=($(compgen -W '" << Values
         << "' -- \"${Word#*=}\")) ;;\n";
  }
  OS << "  -*) compopt -o nospace 2>/dev/null\n"
     << "    COMPREPLY=($(compgen -W '" << StringRef(All).ltrim()
     << "' -- \"$Word\")) ;;\n"
     << "  *) compopt -o default 2>/dev/null; "
     << "COMPREPLY=($(compgen -f -- \"$Word\")) ;;\n"
     << "  esac\n"
     << "}\n"
     << "complete -F " << Tool.function() << ' ' << Tool.Info.Name << '\n';
}

//===----------------------------------------------------------------------===//
// zsh
//===----------------------------------------------------------------------===//

/// \p Text between the brackets of a line of zsh's _arguments.
static std::string quotedForZsh(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '\'')
      Result += "'\\''";
    else if (C == '[' || C == ']' || C == ':' || C == '\\')
      (Result += '\\') += C;
    else
      Result += C;
  }
  return Result;
}

static void printZsh(raw_ostream &OS, const CompletedTool &Tool) {
  OS << "#compdef " << Tool.Info.Name << "\n"
     << "# Completes command lines of " << Tool.Info.Name << " in zsh.\n"
     << "_arguments -S \\\n";
  for (const CommandLineFlag &Flag : Tool.Flags.flags()) {
    StringRef Dashes = Flag.Name.size() == 1 ? "-" : "--";
    OS << "  '*" << Dashes << Flag.Name;
    if (Flag.Kind != CommandLineFlag::NoValue)
      OS << (Flag.Name.size() == 1 ? "" : "=-");
    OS << '[' << quotedForZsh(Flag.Help) << ']';
    if (Flag.Kind != CommandLineFlag::NoValue) {
      // Two colons: the value can be left out.
      OS << (Flag.Kind == CommandLineFlag::OptionalValue ? "::" : ":")
         << quotedForZsh(Flag.ValueName) << ':';
      if (isFile(Flag))
        OS << "_files";
      else if (std::string Values = Tool.valuesOf(Flag); !Values.empty())
        OS << '(' << Values << ')';
      else
        OS << ' ';
    }
    OS << "' \\\n";
  }
  OS << "  '*:file:_files'\n";
}

void fx::printCompletion(raw_ostream &OS, StringRef Shell, const ToolInfo &Info,
                         const CommandLine &Flags,
                         const PassRegistry *Registry) {
  CompletedTool Tool{Info, Flags, Registry};
  if (Shell == "bash")
    printBash(OS, Tool);
  else
    printZsh(OS, Tool);
}
