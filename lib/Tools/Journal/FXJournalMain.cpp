//===- FXJournalMain.cpp - The driver of fx-journal -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/FXJournalMain.h"
#include "Common/CommandLine.h"
#include "Common/StateFile.h"
#include "Common/StoredWords.h"
#include "Common/ToolOutput.h"
#include "Common/Weights.h"
#include "Opt/FXOptSession.h"
#include "fx/IR/Printer.h"
#include "fx/Journal/JournalHistory.h"
#include "fx/Support/LineDiff.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {

struct JournalConfig : FXOptConfig {
  bool List = false, Steps = false, Text = false, JSON = false;
  /// Places in the journal.
  std::string At, Show;
  std::vector<std::string> Undo;
  /// Flags that load native code.
  std::vector<std::string> Code;

  bool asksNothing() const {
    return !Steps && !Text && At.empty() && Show.empty() && Undo.empty() &&
           Why.empty() && WhereDid.empty();
  }
};

class JournalSession {
public:
  /// \p Words are those of the user.
  JournalSession(const JournalConfig &Config, ArrayRef<const char *> Words,
                 PassRegistry &Registry)
      : Config(Config), Words(Words), Registry(Registry) {
    Diags.setColors(Config.Colors);
    Diags.setShowIds(Config.ShowDiagnosticIds);
  }
  int run();

private:
  int usage(const Twine &Text);
  int fail(Error E) {
    Diags.report(std::move(E), Config.Input);
    return ExitFailure;
  }
  Expected<size_t> place(StringRef Text) const;
  std::vector<std::string> headWords(StringRef Key) const;
  void printList(raw_ostream &OS) const;
  void printListJSON(raw_ostream &OS) const;
  void printSteps(raw_ostream &OS) const;
  void printStepsJSON(raw_ostream &OS) const;
  int writeState(size_t Step);
  Error showStep(size_t Step, raw_ostream &OS);
  int undo();

  const JournalConfig &Config;
  ArrayRef<const char *> Words;
  PassRegistry &Registry;
  DiagnosticEngine Diags;
  Context Ctx;
  std::unique_ptr<JournalReader> Reader;
};

} // namespace

int JournalSession::usage(const Twine &Text) {
  Diags.report(diag::err_expected, SMLoc(), Text).file(Config.Tool);
  return ExitUsage;
}

/// The step that \p Text names: `N`, `PASS:N`, the N-th of the runs of a pass,
/// or `PASS`, the last of them.
Expected<size_t> JournalSession::place(StringRef Text) const {
  size_t Number = 0, Steps = Reader->numSteps();
  if (!Text.getAsInteger(10, Number)) {
    if (Number <= Steps)
      return Number;
    return createStringError("a step of the journal, which has %zu, not %zu",
                             Steps, Number);
  }
  auto [Name, Inside] = Text.rsplit(':');
  bool IsLast = !Text.contains(':');
  if (!IsLast && Inside.getAsInteger(10, Number))
    return createStringError("N, PASS or PASS:N, not '" + Text + "'");
  size_t Sum = 0, Found = 0;
  for (const JournalPass &P : Reader->passes()) {
    if (P.name() != Name || !P.NumSteps)
      continue;
    if (!IsLast && Number >= 1 && Number <= Sum + P.NumSteps)
      return P.FirstStep + Number - Sum;
    Sum += P.NumSteps;
    Found = P.FirstStep + P.NumSteps;
  }
  if (!Sum)
    return createStringError("a pass of the journal that changed something, "
                             "not '" +
                             Name + "'");
  if (IsLast)
    return Found;
  return createStringError("a step of '%s', which has %zu, not %zu",
                           Name.str().c_str(), Sum, Number);
}

static StringRef endingText(const JournalPass &P) {
  switch (P.Ending) {
  case JournalPass::Unfinished:
    return "unfinished";
  case JournalPass::Unchanged:
    return "unchanged";
  case JournalPass::Changed:
    return "changed";
  case JournalPass::Failed:
    return "failed";
  }
  return "";
}

/// A line for each run of a pass.
void JournalSession::printList(raw_ostream &OS) const {
  OS << "   run  steps         nodes      time  pass\n";
  size_t Run = 0;
  for (const JournalPass &P : Reader->passes()) {
    std::string Steps =
        !P.NumSteps ? "-"
        : P.NumSteps == 1
            ? utostr(P.FirstStep + 1)
            : utostr(P.FirstStep + 1) + "-" + utostr(P.FirstStep + P.NumSteps);
    std::string Nodes = utostr(P.NodesBefore);
    if (P.NodesAfter != P.NodesBefore)
      Nodes += " -> " + utostr(P.NodesAfter);
    std::string Time;
    raw_string_ostream(Time) << format("%.3f ms", double(P.Microseconds) / 1e3);
    OS << right_justify(utostr(++Run), 6) << "  " << left_justify(Steps, 7)
       << right_justify(Nodes, 12) << right_justify(Time, 10) << "  " << P.Text;
    if (P.Ending != JournalPass::Changed && P.Ending != JournalPass::Unchanged)
      OS << "  (" << endingText(P) << ')';
    OS << '\n';
  }
  if (!Reader->isComplete())
    OS << "the journal is not complete: the process died, or bytes are "
          "missing\n";
}

void JournalSession::printListJSON(raw_ostream &OS) const {
  json::OStream J(OS, 2);
  J.object([&] {
    if (Expected<json::Value> Head = json::parse(Reader->head()))
      J.attribute("journal", *Head);
    else
      consumeError(Head.takeError());
    J.attribute("complete", Reader->isComplete());
    J.attributeArray("passes", [&] {
      for (const JournalPass &P : Reader->passes())
        J.object([&] {
          J.attribute("pass", json::fixUTF8(P.Text));
          J.attribute("ending", endingText(P));
          J.attribute("first_step", int64_t(P.FirstStep + 1));
          J.attribute("steps", int64_t(P.NumSteps));
          J.attribute("names_rewrites", P.NamesRewrites);
          J.attribute("nodes_before", int64_t(P.NodesBefore));
          J.attribute("nodes_after", int64_t(P.NodesAfter));
          J.attribute("microseconds", int64_t(P.Microseconds));
        });
    });
  });
  OS << '\n';
}

/// The lines of fx-opt --opt-bisect=list.
void JournalSession::printSteps(raw_ostream &OS) const {
  for (size_t Step = 1; Step <= Reader->numSteps(); ++Step) {
    const JournalPass &P = Reader->passOf(Step);
    OS << right_justify(utostr(Step), 6) << "  " << P.name() << ':'
       << Step - P.FirstStep;
    StringRef Kind = Reader->kindOf(Step);
    std::string At = Reader->placeOf(Step);
    if (!Kind.empty() || !At.empty())
      OS << "  " << Kind;
    if (!At.empty())
      OS << (Kind.empty() ? "%" : " %") << At;
    OS << '\n';
  }
}

void JournalSession::printStepsJSON(raw_ostream &OS) const {
  json::OStream J(OS, 2);
  J.array([&] {
    for (size_t Step = 1; Step <= Reader->numSteps(); ++Step)
      J.object([&] {
        const JournalPass &P = Reader->passOf(Step);
        J.attribute("step", int64_t(Step));
        J.attribute("pass", P.name());
        J.attribute("of_pass", int64_t(Step - P.FirstStep));
        if (StringRef Kind = Reader->kindOf(Step); !Kind.empty())
          J.attribute("what", json::fixUTF8(Kind));
        if (std::string At = Reader->placeOf(Step); !At.empty())
          J.attribute("at", json::fixUTF8(At));
      });
  });
  OS << '\n';
}

/// The lines of the graph that \p Step changed.
Error JournalSession::showStep(size_t Step, raw_ostream &OS) {
  if (Error E = Reader->goTo(Step - 1))
    return E;
  std::string Before = Reader->text();
  if (Error E = Reader->goTo(Step))
    return E;
  OS << describeStep(*Reader, Step) << '\n';
  printLineDiff(Before, Reader->text(), OS, Config.Colors.value_or(false));
  return Error::success();
}

int JournalSession::writeState(size_t Step) {
  if (Error E = Reader->goTo(Step))
    return fail(std::move(E));
  OutputForm Form = Config.form();
  if (Form == OutputForm::Archive)
    return usage("another form than pt2: a journal has the graph, and no "
                 "weights; write native text, and give it to fx-opt -o");
  std::vector<std::string> Weights = headWords("weights");
  if (Form == OutputForm::Native && Weights.empty()) {
    Error E =
        writeOutput(Config.Output, [&](raw_ostream &OS) { Reader->print(OS); });
    return E ? fail(std::move(E)) : ExitDone;
  }
  Expected<std::unique_ptr<GraphModule>> M = Reader->module();
  if (!M)
    return fail(M.takeError());
  // Files are named from where the output is.
  for (std::string &File : Weights)
    File = pathSeenFrom(Config.Output, File);
  if (!Weights.empty())
    (*M)->setWeightFiles(std::move(Weights));
  std::string Text;
  raw_string_ostream TextOS(Text);
  if (Error E = writeForm(M->get(), Form, TextOS, Config.Page))
    return fail(std::move(E));
  Error E = writeOutput(Config.Output, [&](raw_ostream &OS) { OS << Text; });
  return E ? fail(std::move(E)) : ExitDone;
}

/// A list of strings in what the journal says of itself.
std::vector<std::string> JournalSession::headWords(StringRef Key) const {
  std::vector<std::string> Result;
  Expected<json::Value> Head = json::parse(Reader->head());
  if (!Head) {
    consumeError(Head.takeError());
    return Result;
  }
  const json::Object *Object = Head->getAsObject();
  const json::Array *Words = Object ? Object->getArray(Key) : nullptr;
  for (size_t I = 0; Words && I != Words->size(); ++I)
    if (std::optional<StringRef> Text = (*Words)[I].getAsString())
      Result.push_back(Text->str());
  return Result;
}

/// Runs the pipeline again, as fx-opt, without some rewrites.
int JournalSession::undo() {
  std::vector<std::string> Skipped;
  for (StringRef Text : Config.Undo) {
    Expected<size_t> Step = place(Text);
    if (!Step)
      return usage(toString(Step.takeError()));
    if (!*Step)
      return usage("steps to undo from 1 on");
    const JournalPass &P = Reader->passOf(*Step);
    if (!P.NamesRewrites || Reader->kindOf(*Step) == "unfinished")
      return usage("steps to undo of passes that name their rewrites; '" +
                   P.name() + "' names none");
    size_t Run = &P - Reader->passes().data() + 1;
    std::string One = utostr(Run) + ":" + Reader->kindOf(*Step).str() + "@" +
                      Reader->placeOf(*Step);
    // A step may be named twice.
    if (!is_contained(Skipped, One))
      Skipped.push_back(std::move(One));
  }
  std::vector<std::string> Given = headWords("arguments");
  if (Given.empty())
    return usage("a journal that fx-opt wrote, which says how it was called");
  FXOptConfig Ignored;
  CommandLine Known;
  fx::addFlags(Known, Ignored, Registry);
  Expected<std::vector<std::string>> Stored =
      takeStoredWords(Known, Given, Words);
  if (!Stored) {
    Diags
        .report(diag::err_flag_bad_value, SMLoc(), "--undo",
                "'" + Config.Input + "': " + toString(Stored.takeError()))
        .file(Config.Tool);
    return ExitUsage;
  }
  if (Config.To)
    *Stored = withoutFlags(*Stored, {"to", "print-format"});
  std::vector<std::string> Args = {"fx-opt", "-o", Config.Output};
  append_range(Args, Config.Code);
  for (const std::string &One : Skipped)
    Args.push_back("--skip-rewrites=" + One);
  if (Config.Input != "-")
    Args.push_back("--input-of=" + Config.Input);
  if (Config.To)
    Args.push_back("--to=" + toString(*Config.To).str());
  append_range(Args, *Stored);
  std::vector<const char *> Argv;
  for (const std::string &Arg : Args)
    Argv.push_back(Arg.c_str());
  return FXOptMain(Argv.size(), Argv.data(), Registry);
}

int JournalSession::run() {
  auto Bytes = MemoryBuffer::getFileOrSTDIN(Config.Input, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!Bytes) {
    Diags.report(diag::err_open_input, SMLoc(), Bytes.getError().message())
        .file(Config.Input);
    return ExitFailure;
  }
  Expected<std::unique_ptr<JournalReader>> Read =
      JournalReader::read(Ctx, std::move(*Bytes));
  if (!Read)
    return fail(Read.takeError());
  Reader = std::move(*Read);

  if (!Config.Undo.empty() || !Config.At.empty()) {
    bool AsksMore = Config.List || Config.Steps || Config.Text ||
                    !Config.Show.empty() || !Config.Why.empty() ||
                    !Config.WhereDid.empty();
    if (AsksMore || (!Config.Undo.empty() && !Config.At.empty()))
      return usage(Twine(Config.Undo.empty() ? "--at" : "--undo") +
                   " alone: it writes a graph, and nothing else can be asked");
  }
  if (!Config.Undo.empty())
    return undo();
  if (!Config.At.empty()) {
    Expected<size_t> Step = place(Config.At);
    return Step ? writeState(*Step) : usage(toString(Step.takeError()));
  }
  std::string Text;
  raw_string_ostream OS(Text);
  int Code = ExitDone;
  if (Config.List || Config.asksNothing())
    Config.JSON ? printListJSON(OS) : printList(OS);
  if (Config.Steps)
    Config.JSON ? printStepsJSON(OS) : printSteps(OS);
  if (!Config.Show.empty()) {
    Expected<size_t> Step = place(Config.Show);
    if (!Step)
      return usage(toString(Step.takeError()));
    if (!*Step)
      return usage("a step to show, from 1 on");
    if (Error E = showStep(*Step, OS))
      return fail(std::move(E));
  }
  if (Config.Text)
    if (Error E = Reader->printEvents(1, Reader->numSteps(), OS))
      return fail(std::move(E));
  if (!Config.Why.empty() || !Config.WhereDid.empty())
    Code = answerHistory(*Reader, Config, Config.JSON, OS);
  if (Error E =
          writeOutput(Config.Output, [&](raw_ostream &Out) { Out << Text; }))
    return fail(std::move(E));
  return Code;
}

static void addFlags(CommandLine &Flags, JournalConfig &Config) {
  Flags.flag("list", Config.List,
             "List the passes with their steps, nodes and times (as without "
             "any flag)");
  Flags.flag("steps", Config.Steps, "List the steps, as --opt-bisect=list");
  Flags.text("at", "N|PASS[:N]", Config.At,
             "Write the graph after a step; 0 is the input");
  Flags.text("show", "N|PASS[:N]", Config.Show,
             "Print what a step changed, as a diff");
  Flags.list("why", "NODES", Config.Why,
             "Say which steps made a node, and of what");
  Flags.list("where-did", "GLOBS", Config.WhereDid,
             "Say what became of nodes, by name, module or source line");
  Flags.list("undo", "STEPS", Config.Undo,
             "Run the passes again without these rewrites");
  addCodeFlags(Flags, Config.Code);
  Flags.flag("text", Config.Text, "Print every edit of every step");
  Flags.flag("json", Config.JSON,
             "Print lists and answers as JSON, for other tools");
  Flags.text("o", "FILE", Config.Output,
             "Write to FILE: a graph, by its ending, as fx-opt does; lists to "
             ".txt or .json");
  addFormFlag(Flags, Config.To);
  for (StringRef Form : {"to", "print-format"})
    Flags.needs(Form, {"at", "undo"});
  Flags.excludes("json", {"text", "at", "undo", "show"});
  addMessageFlags(Flags, Config);
  addHelpFlags(Flags, Config.Help);
}

/// For those who ask which flags there are.
static void addAllFlags(CommandLine &Flags) {
  static JournalConfig Config;
  addFlags(Flags, Config);
}

static constexpr StringLiteral Usages[] = {"FILE.fxj [--list|--steps|--text]",
                                           "FILE.fxj --at=N [-o FILE]",
                                           "FILE.fxj --why=%NODE"};
const ToolInfo fx::FXJournalTool = {
    "fx-journal", "looks at what passes did, step by step", Usages,
    "FILE.fxj is what fx-opt --journal=FILE.fxj wrote.", addAllFlags};

static int run(ArrayRef<const char *> Args, StringRef Tool,
               PassRegistry &Registry) {
  JournalConfig Config;
  Config.Tool = Tool.str();
  CommandLine Flags;
  addFlags(Flags, Config);
  DiagnosticEngine Diags;
  std::vector<std::string> Files;
  if (!parseFlags(FXJournalTool, Args, Config, Flags, /*Registry=*/nullptr,
                  Diags, Files))
    return ExitUsage;
  if (std::optional<int> Code =
          answerHelp(FXJournalTool, Tool, Config.Help, Flags,
                     /*Registry=*/nullptr, Diags))
    return *Code;
  if (Files.size() != 1) {
    DiagnosticBuilder B = Diags.report(diag::err_expected_files, SMLoc(),
                                       "one journal", Files.size());
    B.file(Tool);
    noteUsage(B, FXJournalTool);
    return ExitUsage;
  }
  Config.Input = Files.front();
  bool WritesGraph = !Config.At.empty() || !Config.Undo.empty();
  if (WritesGraph && !Config.To)
    checkEnding(Tool, Config.Output, outputEndings(), Diags);
  else if (!WritesGraph)
    checkEnding(Tool, Config.Output, {".txt", ".json"}, Diags);
  checkNotRead(Tool, {{"-o", Config.Output}}, {Config.Input}, Diags);
  if (Diags.numErrors())
    return ExitUsage;
  Config.JSON |= !WritesGraph && Config.form() == OutputForm::JSON;
  return JournalSession(Config, Args, Registry).run();
}

int fx::FXJournalMain(int Argc, const char *const *Argv,
                      PassRegistry &Registry) {
  return runTool(Argc, Argv, "fx-journal",
                 [&](ArrayRef<const char *> Args, StringRef Tool) {
                   return run(Args, Tool, Registry);
                 });
}
