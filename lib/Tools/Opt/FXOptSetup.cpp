//===- FXOptSetup.cpp - From a command line to plugins and passes ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXOptSetup.h"
#include "Common/CommandLine.h"
#include "Common/ToolOutput.h"
#include "fx/IR/SchemaFile.h"
#include "fx/Interop/WeightWriter.h"
#include "fx/Pass/PassPlugin.h"
#include "fx/Rewrite/RuleLibrary.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace llvm;

bool fx::loadPlugins(ArrayRef<const char *> Args, const CommandLine &Flags,
                     PassRegistry &Registry, DiagnosticEngine &Diags) {
  bool Good = true;
  for (const std::string &Files : Flags.scan(Args, PluginFlag))
    for (StringRef File : split(Files, ',')) {
      if (File.empty())
        continue;
      Expected<const PassPluginInfo *> Info = loadPassPlugin(File, Registry);
      if (!Info) {
        Diags.report(Info.takeError(), File);
        Good = false;
      }
    }
  return Good;
}

bool fx::loadSchemas(const FXOptConfig &Config, SourceMgr &SM,
                     DiagnosticEngine &Diags) {
  bool Good = true;
  for (const std::string &Files : Config.Schemas)
    for (StringRef File : split(Files, ',')) {
      ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(File);
      if (!Text) {
        Diags.report(diag::err_open_input, SMLoc(), Text.getError().message())
            .file(File);
        Good = false;
        continue;
      }
      unsigned Id = SM.AddNewSourceBuffer(std::move(*Text), SMLoc());
      Good &= registerSchemas(SM, Id, Diags);
    }
  return Good;
}

bool fx::loadRules(const FXOptConfig &Config, DiagnosticEngine &Diags) {
  bool Good = true;
  for (const std::string &Files : Config.RuleFiles)
    for (StringRef File : split(Files, ',')) {
      ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
          MemoryBuffer::getFile(File, /*IsText=*/true);
      if (!Text) {
        Diags.report(diag::err_open_input, SMLoc(), Text.getError().message())
            .file(File);
        Good = false;
        continue;
      }
      rewrite::registerRules(File, (*Text)->getBuffer());
    }
  return Good;
}

/// Gives \p P the inputs that --input describes.
static void giveInputs(Pass &P, ArrayRef<std::string> Specs) {
  if (Specs.empty())
    return;
  std::string List;
  raw_string_ostream OS(List);
  ListSeparator Comma(",");
  for (const std::string &Spec : Specs) {
    OS << StringRef(Comma);
    printOptionValue(OS, Spec);
  }
  cantFail(P.setOption("input", "{" + List + "}"));
}

bool fx::buildPipeline(const FXOptConfig &Config, const PassRegistry &Registry,
                       SourceMgr &SM, DiagnosticEngine &Diags,
                       PassPipeline &Pipeline) {
  bool Good = true;
  for (const PassRequest &Request : Config.Passes) {
    std::string Flag = Request.Pass.empty() ? "passes" : Request.Pass;
    unsigned Id = SM.AddNewSourceBuffer(
        MemoryBuffer::getMemBufferCopy(Request.Text, "--" + Flag), SMLoc());
    if (Request.Pass.empty()) {
      Good &= parsePassPipeline(Registry, SM, Id, Diags, Pipeline);
      continue;
    }
    std::unique_ptr<Pass> P = Registry.lookup(Request.Pass)->Create();
    Good &= parsePassOptions(*P, SM, Id, Diags);
    if (Config.Inference && Request.Pass == "optimize")
      cantFail(P->setOption("inference", "true"));
    Pipeline.add(std::move(P));
  }
  Pipeline.forEachPass([&](Pass &P) {
    bool IsChecked = P.name() == "rewrite" && Config.CheckedRewrites;
    bool Propagates = P.name() == "shape-prop";
    if (IsChecked)
      cantFail(P.setOption("check", itostr(*Config.CheckedRewrites)));
    if (Propagates && Config.Numerics.Run.Weights.RandomSeed)
      cantFail(P.setOption("random-weights", "true"));
    if ((IsChecked || Propagates) && !P.findOption("input")->wasGiven())
      giveInputs(P, Config.Numerics.Inputs.Specs);
  });
  return Good;
}

std::vector<FlagFile> fx::sideOutputs(const FXOptConfig &Config) {
  std::vector<FlagFile> Files;
  auto Add = [&](StringRef Flag, StringRef Path) {
    if (!Path.empty())
      Files.push_back({Flag, Path.str()});
  };
  Add("--journal", Config.Journal);
  Add("--reproducer", Config.Reproducer);
  // Weights that are new go beside it.
  if (!Config.Reproducer.empty())
    Add("--reproducer", weightsBeside(Config.Reproducer));
  Add("--report", Config.Report.value_or(""));
  Add("--bisect-report", Config.Bisect.Report);
  Add("--stats", Config.Statistics.value_or(""));
  Add("--time-passes", Config.TimePasses.value_or(""));
  Add("--time-trace", Config.TimeTrace);
  return Files;
}

std::vector<std::string> fx::otherInputs(const FXOptConfig &Config) {
  std::vector<std::string> Files = {Config.WeightsFile, Config.ModulesFile,
                                    Config.DiffFile,
                                    Config.Numerics.Inputs.File};
  for (const std::vector<std::string> *List :
       {&Config.TorchLibraries, &Config.Plugins, &Config.Schemas,
        &Config.RuleFiles})
    for (const std::string &Names : *List)
      for (StringRef Name : split(Names, ','))
        Files.push_back(Name.str());
  // Files of rules and the like; what is not a file is no matter.
  SmallVector<StringRef, 0> Words;
  SplitString(Config.PassesText, Words, "{}=,;()\"' \t\n");
  for (StringRef Word : Words)
    Files.push_back(Word.str());
  // `x=FILE.safetensors`; what is not a file is no matter.
  for (const std::string &Spec : Config.Numerics.Inputs.Specs) {
    Files.push_back(Spec);
    Files.push_back(StringRef(Spec).split('=').second.str());
  }
  return Files;
}

bool fx::checkOutputs(const FXOptConfig &Config, DiagnosticEngine &Diags) {
  std::vector<FlagFile> Outputs = sideOutputs(Config);
  std::vector<std::string> Inputs = otherInputs(Config);
  // The result may take the place of what it was made of.
  bool Good = checkNotRead(Config.Tool, {{"-o", Config.Output}}, Inputs, Diags);
  Inputs.push_back(Config.Input);
  Good &= checkNotRead(Config.Tool, Outputs, Inputs, Diags);
  Outputs.push_back({"-o", Config.Output});
  return checkDistinct(Config.Tool, Outputs, Diags) && Good;
}
