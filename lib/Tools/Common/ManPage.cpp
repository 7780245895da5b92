//===- ManPage.cpp - The page of a tool for man(1) -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "ToolHelp.h"
#include "fx/Pass/PassRegistry.h"
#include "fx/Support/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// \p Text for roff: no backslash is an escape, a hyphen is one that can be
/// copied, and no line is a request.
static std::string escaped(StringRef Text) {
  std::string Result;
  if (Text.starts_with(".") || Text.starts_with("'"))
    Result += "\\&";
  for (char C : Text) {
    if (C == '\\')
      Result += "\\e";
    else if (C == '-')
      Result += "\\-";
    else
      Result += C;
  }
  return Result;
}

static void printFlag(raw_ostream &OS, const CommandLineFlag &Flag) {
  OS << ".TP\n.B " << escaped(Flag.spelling()) << '\n'
     << escaped(Flag.Help) << ".\n";
}

static void printFlags(raw_ostream &OS, const CommandLine &Flags,
                       CommandLineFlag::Visibility Visible, StringRef Title) {
  OS << ".SH " << Title << '\n';
  for (const CommandLineFlag &Flag : Flags.flags())
    if (Flag.Visible == Visible)
      printFlag(OS, Flag);
}

void fx::printManPage(raw_ostream &OS, const ToolInfo &Info,
                      const CommandLine &Flags, const PassRegistry *Registry) {
  OS << ".TH " << StringRef(Info.Name).upper() << " 1 \"\" \"fx-opt "
     << getVersion() << "\" \"User Commands\"\n"
     << ".SH NAME\n"
     << escaped(Info.Name) << " \\- " << escaped(Info.Summary)
     << "\n.SH SYNOPSIS\n";
  StringRef Separator;
  for (StringRef Usage : Info.Usages) {
    OS << Separator << ".B " << escaped(Info.Name) << "\n"
       << escaped(Usage) << '\n';
    Separator = ".br\n";
  }
  OS << ".SH DESCRIPTION\n" << escaped(Info.Notes) << '\n';
  printFlags(OS, Flags, CommandLineFlag::Shown, "OPTIONS");
  if (Registry) {
    printFlags(OS, Flags, CommandLineFlag::PassFlag, "PASSES");
    OS << ".PP\n.B " << escaped(Info.Name) << " \\-\\-help=PASS\n"
       << "explains a pass and its options.\n";
  }
  printFlags(OS, Flags, CommandLineFlag::Hidden, "MORE OPTIONS");
  OS << ".SH EXIT STATUS\n" << escaped(Info.ExitCodes) << "\n.SH SEE ALSO\n";
  SmallVector<StringRef, 4> Others;
  for (const ToolInfo *Tool : allTools())
    if (Tool != &Info)
      Others.push_back(Tool->Name);
  for (auto [I, Tool] : enumerate(Others))
    OS << ".BR " << escaped(Tool) << " (1)"
       << (I + 1 < Others.size() ? "," : "") << '\n';
  OS << ".PP\n";
  for (const HelpTopic &Topic : helpTopics())
    OS << ".br\n.B " << escaped(Info.Name) << " \\-\\-help=" << Topic.Name
       << '\n';
}
