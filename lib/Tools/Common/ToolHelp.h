//===- ToolHelp.h - What --help and its relatives show ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_TOOLHELP_H
#define FX_LIB_TOOLS_COMMON_TOOLHELP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
}

namespace fx {

class CommandLine;
class DiagnosticBuilder;
class DiagnosticEngine;
class PassRegistry;

/// What a tool says of itself.
struct ToolInfo {
  llvm::StringLiteral Name;
  /// Begins in lower case and has no full stop.
  llvm::StringLiteral Summary;
  /// What follows the name in lines of usage.
  llvm::ArrayRef<llvm::StringLiteral> Usages;
  /// What the positional arguments are, and which tools do the rest.
  llvm::StringLiteral Notes;
  /// Adds its flags, which nobody sets then.
  void (*AddFlags)(CommandLine &Flags);
  /// What it exits with.
  llvm::StringLiteral ExitCodes =
      "0: done. 1: bad input, or a pass failed. 2: wrong usage. 3: the graph "
      "is not valid, or two models differ.";
};

/// \name The tools of this project
/// @{
extern const ToolInfo FXOptTool, FXRunTool, FXTranslateTool, FXRulesTool,
    FXReduceTool, FXJournalTool, FXLspTool, FXDiffTool;
llvm::ArrayRef<const ToolInfo *> allTools();
/// @}

/// What a command line asks to be shown in place of a run.
struct HelpRequest {
  bool Help = false, Hidden = false, Version = false, ManPage = false;
  /// Topic of --help=TOPIC.
  std::string Topic;
  /// A shell, of --print-completion.
  std::string Completion;
};

/// A section of a page that --help=NAME prints.
struct HelpTopic {
  llvm::StringLiteral Name;
  /// Markdown, as the page has it.
  llvm::StringLiteral Text;
};

/// All topics, by name. They are taken from the pages in docs/ when fx-opt is
/// built: what is between `<!-- help: NAME -->` and `<!-- help: end -->`.
llvm::ArrayRef<HelpTopic> helpTopics();

/// Writes the Markdown of pages as plain text in lines of at most 80 columns:
/// paragraphs, lists, code, headings, and tables of two columns.
void printPlainText(llvm::raw_ostream &OS, llvm::StringRef Markdown);

/// Where the pages are: installed beside the tool, or in the sources that its
/// build folder is in. Empty where they are not.
std::string docsFolder();

/// The flags that fill \p Request.
void addHelpFlags(CommandLine &Flags, HelpRequest &Request);

/// Says in notes how the files of \p Tool are given.
void noteUsage(DiagnosticBuilder &B, const ToolInfo &Tool);

/// Lets errors about unknown flags of \p Tool name the tools that have them.
void nameOtherTools(CommandLine &Flags, const ToolInfo &Tool);

/// Takes `--help TOPIC` for `--help=TOPIC` where the word that stands among
/// files, \p Words, is a topic or a pass, and no file.
void takeHelpTopic(HelpRequest &Request, std::vector<std::string> &Words,
                   const PassRegistry *Registry);

/// Prints what \p Request asks for, and returns the exit code; none when it
/// asks for nothing. \p Registry has the passes, in a tool that has passes.
std::optional<int> answerHelp(const ToolInfo &Info, llvm::StringRef Tool,
                              const HelpRequest &Request,
                              const CommandLine &Flags,
                              const PassRegistry *Registry,
                              DiagnosticEngine &Diags);

/// Writes a page for man(1).
void printManPage(llvm::raw_ostream &OS, const ToolInfo &Info,
                  const CommandLine &Flags, const PassRegistry *Registry);

/// Writes a script that lets \p Shell, `bash` or `zsh`, complete command lines.
void printCompletion(llvm::raw_ostream &OS, llvm::StringRef Shell,
                     const ToolInfo &Info, const CommandLine &Flags,
                     const PassRegistry *Registry);

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_TOOLHELP_H
