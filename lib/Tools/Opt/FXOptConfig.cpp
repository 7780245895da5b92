//===- FXOptConfig.cpp - What a command line of fx-opt asks for -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXOptConfig.h"
#include "fx/Analysis/NodeSelector.h"
#include "fx/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

OutputForm FXOptConfig::form() const {
  if (To)
    return *To;
  return formOfEnding(Output).value_or(OutputForm::Native);
}

void fx::addOutputFlags(CommandLine &Flags, FXOptConfig &C) {
  Flags.text("o", "FILE", C.Output,
             "Write to FILE; its ending says how: " +
                 join(outputEndings().drop_back(), ", "));
  addFormFlag(Flags, C.To);
}

static std::optional<WeightsMode> parseWeightsMode(StringRef Text) {
  return StringSwitch<std::optional<WeightsMode>>(Text)
      .Case("reference", WeightsMode::Reference)
      .Case("copy", WeightsMode::Copy)
      .Case("link", WeightsMode::Link)
      .Default(std::nullopt);
}

void fx::addWeightsFlag(CommandLine &Flags, FXOptConfig &C,
                        CommandLineFlag::Visibility V) {
  Flags.add({"weights", CommandLineFlag::RequiredValue, "FILE",
             "Take weights from .safetensors, .npz, .pt or .pt2", V,
             [&C, &Flags](std::optional<StringRef> Text) -> Error {
               if (Error E = checkTensorFile(*Text))
                 return E;
               std::optional<WeightsMode> Mode = parseWeightsMode(*Text);
               if (Mode && Flags.hasFlag("save-weights")) {
                 C.SaveWeights = *Mode;
                 Flags.warnOldSpelling(("--weights=" + *Text).str(),
                                       ("--save-weights=" + *Text).str());
               } else if (!C.WeightsFile.empty() && C.WeightsFile != *Text) {
                 return createStringError("it is given twice, as '" +
                                          C.WeightsFile + "' and as '" + *Text +
                                          "'; a model gets all of its weights "
                                          "from one file");
               } else {
                 C.WeightsFile = Text->str();
               }
               return Error::success();
             }});
}

void fx::addSaveWeightsFlag(CommandLine &Flags, FXOptConfig &C,
                            CommandLineFlag::Visibility V) {
  using Flag = CommandLineFlag;
  Flags.add({"save-weights", Flag::RequiredValue, "MODE",
             "Weights of what is written: reference, copy or link", V,
             [&C](std::optional<StringRef> Text) -> Error {
               std::optional<WeightsMode> Mode = parseWeightsMode(*Text);
               if (!Mode)
                 return expectedValue("reference, copy or link", *Text);
               C.SaveWeights = *Mode;
               return Error::success();
             }});
  // A flag without a value: `renamed` does not cover it.
  Flags.add({"link-weights", Flag::NoValue, "",
             "The same as --save-weights=link", Flag::Hidden,
             [&C, &Flags](std::optional<StringRef>) {
               C.SaveWeights = WeightsMode::Link;
               Flags.warnOldSpelling("--link-weights", "--save-weights=link");
               return Error::success();
             }});
}

void fx::addReadFlags(CommandLine &Flags, FXOptConfig &C,
                      CommandLineFlag::Visibility From) {
  Flags.add({"from", CommandLineFlag::RequiredValue, "FORM",
             "What the input is: native, fx, pt2 or json", From,
             [&C](std::optional<StringRef> Text) -> Error {
               C.From = StringSwitch<std::optional<InputKind>>(*Text)
                            .Cases("native", "fx", InputKind::Text)
                            .Case("pt2", InputKind::Archive)
                            .Case("json", InputKind::JSON)
                            .Default(std::nullopt);
               return C.From ? Error::success()
                             : expectedValue("native, fx, pt2 or json", *Text);
             }});
  Flags.flag("allow-no-output", C.AllowNoOutput,
             "Read a print(graph) that ends without 'return'",
             CommandLineFlag::Hidden);
}

void fx::addTreeFlags(CommandLine &Flags, FXOptConfig &C) {
  using Flag = CommandLineFlag;
  Flags.text("module-tree", "FILE", C.ModulesFile,
             "Take the module tree from the text of print(module)");
  // `modules` are names of modules, as passes have them.
  Flags.renamed("modules", "module-tree");
  Flags.add({"module-class", Flag::RequiredValue, "GLOB=CLASS(ARGS)",
             "Say what the modules at the paths GLOB are", Flag::Shown,
             [&C](std::optional<StringRef> Text) -> Error {
               C.ModuleClasses.push_back(Text->str());
               return Error::success();
             }});
}

static void addInputFlags(CommandLine &Flags, FXOptConfig &C) {
  using Flag = CommandLineFlag;
  addOutputFlags(Flags, C);
  addWeightsFlag(Flags, C);
  addSaveWeightsFlag(Flags, C, Flag::Hidden);
  addReadFlags(Flags, C);
  addTreeFlags(Flags, C);
  Flags.list("torch-library", "FILE", C.TorchLibraries,
             "Load operators that the model needs");
  Flags.text("diff", "FILE", C.DiffFile,
             "Compare with the graph in FILE; exit 1 if they differ");
  Flags.add({"diff-first", Flag::RequiredValue, "FILE",
             "The same, and say no more than the first difference",
             Flag::Hidden,
             [&C](std::optional<StringRef> Text) -> Error {
               C.DiffFile = Text->str();
               C.DiffFirst = true;
               return Error::success();
             },
             /*IsOnce=*/true});
  Flags.add({"list-nodes", Flag::OptionalValue, "SELECTOR",
             "List nodes in columns: 'operator=conv*'", Flag::Shown,
             [&C](std::optional<StringRef> Text) -> Error {
               C.ListNodes = Text.value_or("*").str();
               Context Ctx;
               return NodeSelector::parse(*C.ListNodes, Ctx).takeError();
             }});
  Flags.flag("compare-weights", C.CompareWeights,
             "Let --diff compare the bytes of weights too",
             CommandLineFlag::Hidden);
  Flags.renamed("diff-weights", "compare-weights");
  Flags.needs("compare-weights", {"diff", "diff-first"});
}

void fx::addPipelineFlags(CommandLine &Flags, FXOptConfig &C) {
  using Flag = CommandLineFlag;
  Flags.add({"passes", Flag::RequiredValue, "PIPELINE",
             "Run passes: 'a,b{option=value},fix(c,d)'", Flag::Shown,
             [&C](std::optional<StringRef> Text) -> Error {
               C.Passes.push_back({"", Text->str()});
               return Error::success();
             }});
  Flags.add({"O0", Flag::NoValue, "", "Optimize nothing", Flag::Hidden,
             [](std::optional<StringRef>) { return Error::success(); }});
  static constexpr StringLiteral Levels[] = {
      "Optimize; -O2 may round, -O3 assumes finite values",
      "Optimize; the results are the same but for rounding",
      "Optimize; the same where all values are finite"};
  for (unsigned Level = 1; Level <= std::size(Levels); ++Level) {
    std::string Name = "O" + std::to_string(Level);
    Flags.add({Name, Flag::NoValue, "", Levels[Level - 1].str(),
               Level == 1 ? Flag::Shown : Flag::Hidden,
               [&C, Name](std::optional<StringRef>) {
                 C.Passes.push_back({"optimize", Name});
                 return Error::success();
               }});
  }
  Flags.flag("inference", C.Inference,
             "Let -O1 to -O3 fold parameters; gradients may differ",
             Flag::Hidden);
  Flags.needs("inference", {"O1", "O2", "O3", "optimize"});
  Flags.list(PluginFlag, "FILE", C.Plugins, "Add the passes of a plugin");
  Flags.list(SchemaFlag, "FILE", C.Schemas,
             "Know the custom operators whose schemas FILE has");
  Flags.list("load-rules", "FILE", C.RuleFiles,
             "Know the rewrite rules of FILE, for the pass rewrite",
             Flag::Hidden);
}

static void addPassManagerFlags(CommandLine &Flags, FXOptConfig &C) {
  using Flag = CommandLineFlag;
  Flags.add({"list-passes", Flag::OptionalValue, "NAMES",
             "List the passes, or explain those of NAMES", Flag::Shown,
             [&C](std::optional<StringRef> Text) -> Error {
               C.ListPasses = true;
               for (StringRef Name : split(Text.value_or(""), ','))
                 if (!Name.empty())
                   C.ListedPasses.push_back(Name.str());
               return Error::success();
             }});
  Flags.flag("print-pipeline", C.PrintPipeline,
             "Print the passes as one pipeline, run nothing");
  Flags.excludes("print-pipeline", {"o"});
  Flags.boolean("verify-each", C.VerifyEach,
                "Verify after each pass that changed something");
  Flags.flag("no-verify", C.NoVerify, "Verify nothing at all", Flag::Hidden);
  Flags.flag("verify-idempotence", C.VerifyIdempotence,
             "Run each pass twice: the second run must change nothing",
             Flag::Hidden);
}

void fx::addMessageFlags(CommandLine &Flags, FXOptConfig &C) {
  using Flag = CommandLineFlag;
  Flags.add({"color", Flag::OptionalValue, "WHEN",
             "Color messages: auto, always, never", Flag::Shown,
             [&C](std::optional<StringRef> Text) -> Error {
               std::optional<int> When =
                   StringSwitch<std::optional<int>>(Text.value_or("always"))
                       .Cases("always", "1", 1)
                       .Cases("never", "0", 0)
                       .Case("auto", -1)
                       .Default(std::nullopt);
               if (!When)
                 return expectedValue("auto, always or never", *Text);
               if (*When < 0)
                 C.Colors.reset();
               else
                 C.Colors = *When;
               return Error::success();
             }});
  Flags.flag("show-diagnostic-ids", C.ShowDiagnosticIds,
             "End each message with its id in Diagnostics.td", Flag::Hidden);
}

bool fx::parseFlags(const ToolInfo &Info, ArrayRef<const char *> Args,
                    FXOptConfig &Config, CommandLine &Flags,
                    const PassRegistry *Registry, DiagnosticEngine &Diags,
                    std::vector<std::string> &Words) {
  nameOtherTools(Flags, Info);
  // First what says how messages look: so do those about the flags before it.
  Flags.walk(Args, [&](StringRef Name, std::optional<StringRef> Value,
                       ArrayRef<const char *>) {
    const CommandLineFlag *F = Flags.find(Name);
    if (F && (Name == "color" || (Name == "show-diagnostic-ids" && !Value)))
      consumeError(F->Set(Value));
  });
  Diags.setColors(Config.Colors);
  Diags.setShowIds(Config.ShowDiagnosticIds);
  bool Good = Flags.parse(Args, Config.Tool, Diags, Words);
  takeHelpTopic(Config.Help, Words, Registry);
  return Good;
}

static void addObservationFlags(CommandLine &Flags, FXOptConfig &C) {
  using Flag = CommandLineFlag;
  Flags.list("print-before", "PASSES", C.Print.Before,
             "Print the graph before these passes", Flag::Hidden);
  Flags.list("print-after", "PASSES", C.Print.After,
             "Print the graph after these passes", Flag::Hidden);
  Flags.flag("print-before-all", C.Print.BeforeAll,
             "Print the graph before each pass", Flag::Hidden);
  Flags.flag("print-after-all", C.Print.AfterAll,
             "Print the graph after each pass");
  Flags.add({"print-changed", Flag::OptionalValue, "diff",
             "Print the graph, or a diff, where a pass changed it", Flag::Shown,
             [&C](std::optional<StringRef> Text) -> Error {
               if (Text && *Text != "diff")
                 return expectedValue("diff or no value", *Text);
               C.Print.Changed =
                   Text ? PassPrintOptions::Diff : PassPrintOptions::Whole;
               return Error::success();
             }});
  Flags.text("filter-module", "GLOB", C.FilterModule,
             "Print, of several modules, those of this name", Flag::Hidden);
  Flags.text("dump-dir", "FOLDER", C.DumpFolder,
             "Write the graph to FOLDER after each pass that changed it",
             Flag::Hidden);
  Flags.add({"dump", Flag::RequiredValue, "diff",
             "Let --dump-dir write differences after the first graph",
             Flag::Hidden, [&C](std::optional<StringRef> Text) -> Error {
               if (*Text != "diff" && *Text != "graph")
                 return expectedValue("diff or graph", *Text);
               C.DumpsDifferences = *Text == "diff";
               return Error::success();
             }});
  Flags.needs("dump", {"dump-dir"});
  auto Table = [&](StringRef Name, std::optional<std::string> &Value,
                   StringRef Help) {
    Flags.add({Name.str(), Flag::OptionalValue, "FILE", Help.str(), Flag::Shown,
               [&Value](std::optional<StringRef> Text) -> Error {
                 Value = Text.value_or("").str();
                 return Error::success();
               },
               /*IsOnce=*/true});
  };
  Table("time-passes", C.TimePasses,
        "Print where the time goes; to FILE as JSON");
  Table("stats", C.Statistics,
        "Print what the passes counted; to FILE as JSON");
  Flags.text("time-trace", "FILE", C.TimeTrace,
             "Write when what ran, as Perfetto and Chrome show it",
             Flag::Hidden);
  Flags.add({"time-trace-granularity", Flag::RequiredValue, "MICROSECONDS",
             "Leave out of --time-trace what is shorter (default: 100)",
             Flag::Hidden, [&C](std::optional<StringRef> Text) -> Error {
               if (Text->getAsInteger(10, C.TimeTraceGranularity))
                 return expectedValue("a number of microseconds", *Text);
               return Error::success();
             }});
  Flags.needs("time-trace-granularity", {"time-trace"});
  addMessageFlags(Flags, C);
}

void fx::addPassFlags(CommandLine &Flags, FXOptConfig &C,
                      const PassRegistry &Registry) {
  using Flag = CommandLineFlag;
  for (const PassRegistry::Entry &Entry : Registry.entries()) {
    const PassInfo &Info = *Entry.Info;
    bool Takes = !Info.Options.empty();
    Flags.add({Info.Flag.str(), Takes ? Flag::OptionalValue : Flag::NoValue,
               Info.FlagOption.empty() ? "OPTIONS" : Info.FlagOption.upper(),
               Info.Summary.str(), Flag::PassFlag,
               [&C, &Info](std::optional<StringRef> Text) -> Error {
                 C.Passes.push_back({Info.Flag.str(), Text.value_or("").str()});
                 return Error::success();
               }});
  }
}

void fx::addTestFlags(CommandLine &Flags, FXOptConfig &C) {
  using Flag = CommandLineFlag;
  Flags.flag("split-input-file", C.SplitInput,
             "Treat the parts between lines '// -----' apart", Flag::Hidden);
  Flags.flag("verify-diagnostics", C.VerifyDiagnostics,
             "Compare messages with '// expected-error {{..}}'", Flag::Hidden);
  Flags.flag("update-checks", C.UpdateChecks,
             "Run the RUN lines of FILE..., and write CHECK lines there",
             Flag::Hidden);
  Flags.flag("check-any-name", C.TestUpdate.AnyName,
             "Let --update-checks write variables in place of names",
             Flag::Hidden);
  Flags.flag("update-diagnostics", C.UpdateDiagnostics,
             "Write the expected-error comments of FILE...", Flag::Hidden);
  Flags.add({"test-substitution", Flag::RequiredValue, "NAME=TEXT",
             "What RUN lines say for something else: %models=DIR", Flag::Hidden,
             [&C](std::optional<StringRef> Text) -> Error {
               auto [Name, Value] = Text->split('=');
               if (!Name.starts_with("%") || Name.size() == Text->size())
                 return expectedValue("%NAME=TEXT", *Text);
               C.TestUpdate.Substitutions.emplace_back(Name, Value);
               return Error::success();
             }});
}

void fx::addFlags(CommandLine &Flags, FXOptConfig &C,
                  const PassRegistry &Registry) {
  addInputFlags(Flags, C);
  addPipelineFlags(Flags, C);
  addPassManagerFlags(Flags, C);
  addNumericsFlags(Flags, C.Numerics);
  addBisectFlags(Flags, C);
  addRuleFlags(Flags, C);
  addObservationFlags(Flags, C);
  Flags.flag("drop-aoti", C.DropAOTI,
             "Leave out what AOTInductor compiled of a program that changes",
             CommandLineFlag::Hidden);
  addTestFlags(Flags, C);
  addHelpFlags(Flags, C.Help);
  addPassFlags(Flags, C, Registry);
}

//===----------------------------------------------------------------------===//
// --list-passes
//===----------------------------------------------------------------------===//

static void printOptions(raw_ostream &OS, const PassInfo &Info) {
  for (const PassOptionInfo &Option : Info.Options) {
    std::string Left = ("    " + Option.Flag + "=" + Option.ValueName +
                        (Option.IsList ? ",..." : ""))
                           .str();
    OS << Left;
    if (Left.size() + 2 > 29) {
      OS << '\n';
      Left.clear();
    }
    OS.indent(29 - Left.size());
    std::string Text = Option.Description.str();
    if (!Option.Default.empty())
      Text += " (default: " + Option.Default.str() + ")";
    printWrapped(OS, Text, 29, 29);
  }
}

static void printFullPass(raw_ostream &OS, const PassRegistry::Entry &Entry) {
  const PassInfo &Info = *Entry.Info;
  OS << Info.Flag << ": " << Info.Summary << '\n';
  if (!Entry.Plugin.empty())
    OS << "(from the plugin " << Entry.Plugin << ")\n";
  OS << '\n' << Info.Description << '\n';
  if (!Info.Options.empty()) {
    OS << "\nOptions:\n";
    printOptions(OS, Info);
  }
  if (!Info.FlagOption.empty())
    OS << "--" << Info.Flag << "=VALUE sets " << Info.FlagOption << ".\n";
  OS << "\nExample:\n" << Info.Example << '\n';
}

void fx::printPassList(raw_ostream &OS, const PassRegistry &Registry,
                       ArrayRef<std::string> Names) {
  if (!Names.empty()) {
    StringRef Separator;
    for (const std::string &Name : Names) {
      OS << Separator;
      printFullPass(OS, *Registry.lookup(Name));
      Separator = "\n";
    }
    return;
  }
  for (const PassRegistry::Entry &Entry : Registry.entries()) {
    const PassInfo &Info = *Entry.Info;
    OS << Info.Flag;
    unsigned Column = Info.Flag.size();
    OS.indent(Column < 27 ? 27 - Column : 2);
    printWrapped(OS,
                 Info.Summary.str() +
                     (Entry.Plugin.empty() ? "" : " [" + Entry.Plugin + "]"),
                 std::max(Column + 2, 27u), 27);
    printOptions(OS, Info);
  }
}
