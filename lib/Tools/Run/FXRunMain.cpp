//===- FXRunMain.cpp - The driver of fx-run -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/FXRunMain.h"
#include "Common/CommandLine.h"
#include "Common/ToolOutput.h"
#include "RunRecording.h"
#include "RunSession.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

using namespace fx;
using namespace llvm;

template <typename T>
static CommandLineFlag numberFlag(StringRef Name, T &Value, StringRef Help,
                                  T Least,
                                  T Most = std::numeric_limits<T>::max()) {
  return {Name.str(),
          CommandLineFlag::RequiredValue,
          "N",
          Help.str(),
          CommandLineFlag::Shown,
          [&Value, Least, Most](std::optional<StringRef> Text) -> Error {
            if (!Text->getAsInteger(10, Value) && Value >= Least &&
                Value <= Most)
              return Error::success();
            std::string What = "a number of " + std::to_string(Least);
            What += Most == std::numeric_limits<T>::max()
                        ? " or more"
                        : " to " + std::to_string(Most);
            return expectedValue(What, *Text);
          }};
}

static void addFlags(CommandLine &Flags, RunConfig &C) {
  using Flag = CommandLineFlag;
  RunInputSource &Inputs = C.Base.Numerics.Inputs;
  addRunInputFlags(
      Flags, Inputs,
      "The next input, or the one called NAME: randn(1,3,224,224), "
      "f32[1,3]=ones, int64[2,8]=randint(0,9), 2.5, "
      "FILE.safetensors");
  Flags.text("outputs", "FILE", C.OutputsFile,
             "Write outputs to a .safetensors file, by position");
  Flags.text("o", "FILE", C.OutputsFile, "The same as --outputs", Flag::Hidden);
  Flags.excludes("o", {"outputs"});
  Flags.text("compare", "OTHER", C.Compare,
             "Run another model on the same inputs and find the first node "
             "where they differ");
  Flags.add({"compare-nodes", Flag::OptionalValue, "N",
             "Show the N nodes (20) that --compare finds farthest apart",
             Flag::Shown, [&C](std::optional<StringRef> Text) -> Error {
               size_t Most = 20;
               if (Text && (Text->getAsInteger(10, Most) || !Most))
                 return expectedValue("a number of 1 or more", *Text);
               C.CompareNodes = Most;
               return Error::success();
             }});
  Flags.text("overlay", "FILE", C.OverlayFile,
             "Write times of nodes, or what --compare finds, to a .json file "
             "that fx-translate --overlay shows");
  Flags.flag("any-dtype", C.Tolerance.AnyFloat,
             "Let --compare hold bf16 against f32: inputs are cast");
  for (StringRef Flag : {"compare-nodes", "any-dtype", "rtol", "atol"})
    Flags.needs(Flag, {"compare"});
  Flags.add({"record", Flag::RequiredValue, "FILE",
             "Draw a run, forward and backward: a .dot, .svg or .json file",
             Flag::Shown,
             [&C](std::optional<StringRef> Text) -> Error {
               C.Record = Text->str();
               return checkRecordingName(*Text);
             },
             /*IsOnce=*/true});
  Flags.add(numberFlag("depth", C.Depth,
                       "How far --record looks into layers (1)", 0));
  Flags.needs("depth", {"record"});
  Flags.tolerance("rtol", C.Tolerance.Rtol,
                  "Relative difference that --compare allows (by type: "
                  "1e-4 for f32)");
  Flags.tolerance("atol", C.Tolerance.Atol,
                  "Absolute difference that it allows (by type: 1e-5 "
                  "for f32)");
  Flags.add(
      numberFlag("repeat", C.Repeat, "Run N times and show the times", 1u));
  Flags.flag("profile", C.Profile,
             "Show the times of nodes, operators and modules");
  // OpenMP makes as many as are requested.
  Flags.add(numberFlag("threads", C.Threads, "Threads of LibTorch", 1u, 4096u));
  Flags.add(numberFlag("seed", Inputs.Seed, "Seed of all random numbers (0)",
                       uint64_t(0)));
  addWeightsFlag(Flags, C.Base);
  addRandomWeightsFlag(Flags, C.RandomWeights, Flag::Shown);
  Flags.text("model", "NAME", C.Model,
             "The model of a file that has several; the first one else");
  addReadFlags(Flags, C.Base);
  addTreeFlags(Flags, C.Base);
  Flags.list("torch-library", "FILE", C.Base.TorchLibraries,
             "Load operators that the model needs");
  Flags.flag("no-verify", C.Base.NoVerify, "Verify nothing", Flag::Hidden);
  addMessageFlags(Flags, C.Base);
  addHelpFlags(Flags, C.Base.Help);
}

/// A comparison runs both models once, and writes nothing.
static bool checkCompare(const RunConfig &C, DiagnosticEngine &Diags) {
  StringRef Other = !C.Record.empty()        ? "--record"
                    : !C.OutputsFile.empty() ? "--outputs"
                    : C.Repeat > 1           ? "--repeat"
                    : C.Profile              ? "--profile"
                                             : "";
  if (C.Compare.empty() || Other.empty())
    return true;
  Diags.report(diag::err_flags_exclusive, SMLoc(), Other, "--compare")
      .file(C.Base.Tool);
  return false;
}

/// For those who ask which flags there are.
static void addAllFlags(CommandLine &Flags) {
  static RunConfig Config;
  addFlags(Flags, Config);
}

static constexpr StringLiteral Usages[] = {"[FILE|-] [options]"};
const ToolInfo fx::FXRunTool = {
    "fx-run", "runs torch.fx graphs and exported programs", Usages,
    "FILE is whatever fx-opt reads: a graph as torch.fx prints it, native text "
    "(.fx), an exported program (.pt2) or TorchScript (.pt).",
    addAllFlags};

static int run(ArrayRef<const char *> Args, StringRef Tool) {
  RunConfig C;
  C.Base.Tool = Tool.str();
  CommandLine Flags;
  addFlags(Flags, C);
  DiagnosticEngine Diags;
  std::vector<std::string> Positional;
  bool Good = parseFlags(FXRunTool, Args, C.Base, Flags, /*Registry=*/nullptr,
                         Diags, Positional);
  if (Good)
    if (std::optional<int> Code = answerHelp(
            FXRunTool, Tool, C.Base.Help, Flags, /*Registry=*/nullptr, Diags))
      return *Code;
  // After an unknown flag, its value may stand where files do.
  Good = Good && Flags.checkOneFile(Positional, Tool, Diags);
  Good = checkCompare(C, Diags) && Good;
  if (!C.OutputsFile.empty() && C.OutputsFile != "-")
    Good = checkEnding(Tool, C.OutputsFile, {".safetensors"}, Diags,
                       "--outputs") &&
           Good;
  if (!C.OverlayFile.empty())
    Good =
        checkEnding(Tool, C.OverlayFile, {".json"}, Diags, "--overlay") && Good;
  if (!Good)
    return ExitUsage;
  if (!Positional.empty())
    C.Base.Input = Positional.front();
  noteTerminal(C.Base.Input, Tool);
  return RunSession(C).run();
}

int fx::FXRunMain(int Argc, const char *const *Argv) {
  return runTool(Argc, Argv, "fx-run", run);
}
