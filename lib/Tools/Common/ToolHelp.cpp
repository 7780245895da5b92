//===- ToolHelp.cpp - What --help and its relatives show -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolHelp.h"
#include "CommandLine.h"
#include "Opt/FXOptConfig.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Pass/PassRegistry.h"
#include "fx/Support/NearestWord.h"
#include "fx/Tools/FXOptMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

void fx::addHelpFlags(CommandLine &Flags, HelpRequest &Request) {
  using Flag = CommandLineFlag;
  Flags.add({"help", Flag::OptionalValue, "TOPIC",
             "Show this, or a topic; --help-hidden shows everything",
             Flag::Shown, [&Request](std::optional<StringRef> Text) {
               Request.Help = true;
               Request.Topic = Text.value_or("").str();
               return Error::success();
             }});
  Flags.flag("h", Request.Help, "Show the help", Flag::Hidden);
  Flags.flag("help-hidden", Request.Hidden, "Show all options", Flag::Hidden);
  Flags.flag("version", Request.Version, "Show the version");
  Flags.flag("print-man-page", Request.ManPage, "Show the page for man(1)",
             Flag::Hidden);
  Flags.add({"print-completion", Flag::RequiredValue, "bash|zsh",
             "Show the script that completes command lines in a shell",
             Flag::Hidden, [&Request](std::optional<StringRef> Text) -> Error {
               if (*Text != "bash" && *Text != "zsh")
                 return createStringError("expected bash or zsh, not '" +
                                          *Text + "'");
               Request.Completion = Text->str();
               return Error::success();
             }});
}

ArrayRef<const ToolInfo *> fx::allTools() {
  static const ToolInfo *const Tools[] = {
      &FXOptTool,    &FXRunTool,     &FXTranslateTool, &FXRulesTool,
      &FXReduceTool, &FXJournalTool, &FXLspTool,       &FXDiffTool};
  return Tools;
}

void fx::noteUsage(DiagnosticBuilder &B, const ToolInfo &Tool) {
  for (StringRef Usage : Tool.Usages)
    B.note(diag::note_pass, SMLoc(),
           ("usage: " + Tool.Name + " " + Usage).str());
}

void fx::nameOtherTools(CommandLine &Flags, const ToolInfo &Tool) {
  Flags.FindElsewhere = [&Tool](StringRef Name) {
    std::vector<StringRef> Tools;
    for (const ToolInfo *Other : allTools()) {
      if (Other == &Tool)
        continue;
      CommandLine Theirs;
      Other->AddFlags(Theirs);
      if (Theirs.hasFlag(Name))
        Tools.push_back(Other->Name);
    }
    return Tools;
  };
}

std::string fx::docsFolder() {
  static int Anchor;
  std::string Tool = sys::fs::getMainExecutable(nullptr, &Anchor);
  SmallString<128> Root(sys::path::parent_path(sys::path::parent_path(Tool)));
  for (StringRef Folder : {"share/doc/fx-opt", "../docs"}) {
    SmallString<128> Path(Root);
    sys::path::append(Path, Folder);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    if (sys::fs::exists(Path + "/Selectors.md"))
      return Path.str().str();
  }
  return "";
}

static std::string topicNames() {
  SmallVector<StringRef, 8> Names;
  for (const HelpTopic &Topic : helpTopics())
    Names.push_back(Topic.Name);
  return join(Names, ", ");
}

static std::string otherTools(const ToolInfo &Info) {
  SmallVector<StringRef, 8> Names;
  for (const ToolInfo *Tool : allTools())
    if (Tool != &Info)
      Names.push_back(Tool->Name);
  llvm::sort(Names);
  return join(Names, ", ");
}

static void printHelp(raw_ostream &OS, const ToolInfo &Info, StringRef Tool,
                      const CommandLine &Flags, bool WithHidden,
                      bool HasPasses) {
  OS << Info.Name << ": " << Info.Summary << '\n';
  StringRef Before = "usage: ";
  for (StringRef Usage : Info.Usages) {
    OS << Before << Tool << ' ' << Usage << '\n';
    Before = "       ";
  }
  OS << '\n';
  printWrapped(OS, Info.Notes, 0, 0);
  OS << '\n';
  Flags.printHelp(OS, WithHidden);
  OS << '\n';
  std::string More = "Topics of --help=: " + topicNames() +
                     (HasPasses ? ", any pass or flag." : ", any flag.");
  if (std::string Docs = docsFolder(); !Docs.empty())
    More += " Pages: " + Docs + ".";
  printWrapped(OS, More + " Other tools: " + otherTools(Info) + ".", 0, 0);
}

/// Prints a topic, a pass or a flag.
static int printTopic(StringRef Tool, StringRef Name, const CommandLine &Flags,
                      const PassRegistry *Registry, DiagnosticEngine &Diags) {
  SmallVector<StringRef, 64> Names;
  for (const HelpTopic &Topic : helpTopics()) {
    Names.push_back(Topic.Name);
    if (Topic.Name == Name) {
      printPlainText(outs(), Topic.Text);
      return ExitDone;
    }
  }
  StringRef Pass = Name.ltrim('-');
  if (Registry && Registry->lookup(Pass)) {
    printPassList(outs(), *Registry, Pass.str());
    return ExitDone;
  }
  if (Flags.printFlagHelp(outs(), Pass))
    return ExitDone;
  if (Registry)
    for (const PassRegistry::Entry &Entry : Registry->entries())
      Names.push_back(Entry.Info->Flag);
  for (const CommandLineFlag &Flag : Flags.flags())
    Names.push_back(Flag.Name);
  DiagnosticBuilder B = Diags.report(
      diag::err_flag_bad_value, SMLoc(), "--help",
      "there is no topic '" + Name + "'; the topics are " + topicNames() +
          (Registry ? ", and the names of passes and flags"
                    : ", and the names of flags"));
  B.file(Tool);
  if (StringRef Nearest = nearestWord(Pass, Names); !Nearest.empty())
    B.note(diag::note_did_you_mean, SMLoc(), "--help=" + Nearest);
  else if (!Registry && Flags.FindElsewhere &&
           is_contained(Flags.FindElsewhere(Pass), FXOptTool.Name))
    B.note(diag::note_did_you_mean, SMLoc(),
           (FXOptTool.Name + Twine(" --help=") + Pass).str());
  return ExitUsage;
}

void fx::takeHelpTopic(HelpRequest &Request, std::vector<std::string> &Words,
                       const PassRegistry *Registry) {
  if (!Request.Help || !Request.Topic.empty() || Words.size() != 1)
    return;
  StringRef Word = Words.front();
  bool IsTopic =
      any_of(helpTopics(), [&](const HelpTopic &T) { return T.Name == Word; });
  if (!IsTopic && !(Registry && Registry->lookup(Word)))
    return;
  if (sys::fs::exists(Word))
    return;
  Request.Topic = Word.str();
  Words.clear();
}

std::optional<int> fx::answerHelp(const ToolInfo &Info, StringRef Tool,
                                  const HelpRequest &Request,
                                  const CommandLine &Flags,
                                  const PassRegistry *Registry,
                                  DiagnosticEngine &Diags) {
  if (!Request.Topic.empty())
    return printTopic(Tool, Request.Topic, Flags, Registry, Diags);
  if (Request.Help || Request.Hidden)
    printHelp(outs(), Info, Tool, Flags, Request.Hidden, Registry);
  else if (Request.Version)
    printVersion(outs(), Tool);
  else if (Request.ManPage)
    printManPage(outs(), Info, Flags, Registry);
  else if (!Request.Completion.empty())
    printCompletion(outs(), Request.Completion, Info, Flags, Registry);
  else
    return std::nullopt;
  return ExitDone;
}
