//===- FXTranslateMain.cpp - The driver of fx-translate -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tools/FXTranslateMain.h"
#include "Common/CommandLine.h"
#include "Common/ToolOutput.h"
#include "FileInfo.h"
#include "Opt/FXOptSession.h"
#include "fx/Journal/JournalReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <limits>

using namespace fx;
using namespace llvm;

namespace {
struct TranslateConfig {
  FXOptConfig Base;
  std::vector<std::string> Inputs;
  bool Info = false;
  FileInfoOptions OfInfo;
  /// Files of numbers of nodes.
  std::vector<std::string> Overlays;
  FilmSteps Steps = FilmSteps::Auto;
};
} // namespace

static void addFlags(CommandLine &Flags, TranslateConfig &C) {
  using Flag = CommandLineFlag;
  addOutputFlags(Flags, C.Base);
  addWeightsFlag(Flags, C.Base);
  addSaveWeightsFlag(Flags, C.Base, Flag::Hidden);
  addRunInputFlags(
      Flags, C.Base.Numerics.Inputs,
      "pt2: the type of an input of a plain graph, x=f32[batch,3]; "
      "an example for TorchScript, randn(1,3,8,8)");
  addReadFlags(Flags, C.Base, Flag::Shown);
  addTreeFlags(Flags, C.Base);
  Flags.add({"depth", Flag::RequiredValue, "N",
             "dot, svg, html: show what is in modules N deep, not further in",
             Flag::Shown, [&C](std::optional<StringRef> Text) -> Error {
               if (Text->getAsInteger(10, C.Base.Page.Picture.Depth))
                 return expectedValue("a number of 0 or more", *Text);
               return Error::success();
             }});
  Flags.list(
      "collapse", "GLOBS", C.Base.Page.Picture.Collapse,
      "dot, svg, html: do not show what is in the modules at these paths");
  Flags.flag("state-nodes", C.Base.Page.Picture.StateNodes,
             "dot, svg, html: draw parameters, buffers and constants as nodes");
  Flags.list(
      "overlay", "FILES", C.Overlays,
      "html: JSON files with a number for each node, which become colors");
  Flags.add({"film-steps", Flag::RequiredValue, "all|passes",
             "html: which steps of a journal (.fxj) the page shows; else all "
             "of up to 200,000",
             Flag::Shown, [&C](std::optional<StringRef> Text) -> Error {
               if (*Text != "all" && *Text != "passes")
                 return expectedValue("all or passes", *Text);
               C.Steps = *Text == "all" ? FilmSteps::All : FilmSteps::Passes;
               return Error::success();
             }});
  // In fx-journal, --steps lists them.
  Flags.renamed("steps", "film-steps");
  Flags.flag("info", C.Info,
             "Print what is inside files, without reading weights");
  Flags.flag("verbose", C.OfInfo.Verbose,
             "With --info: everything, and all records");
  Flags.flag("json", C.OfInfo.JSON, "With --info: as JSON");
  Flags.add({"by-module", Flag::OptionalValue, "N",
             "With --info: operations, state and memory of each module, or of "
             "those N deep",
             Flag::Shown, [&C](std::optional<StringRef> Text) -> Error {
               unsigned Levels = std::numeric_limits<unsigned>::max();
               if (Text && Text->getAsInteger(10, Levels))
                 return expectedValue("a number of 0 or more", *Text);
               C.OfInfo.ModuleLevels = Levels;
               return Error::success();
             }});
  for (StringRef OfInfo : {"verbose", "json", "by-module"})
    Flags.needs(OfInfo, {"info"});
  Flags.excludes("info", {"to", "print-format"});
  Flags.flag("no-verify", C.Base.NoVerify, "Verify nothing", Flag::Hidden);
  addMessageFlags(Flags, C.Base);
  addHelpFlags(Flags, C.Base.Help);
}

/// Reports flags that change nothing of what is written.
static void checkForms(const CommandLine &Flags, const TranslateConfig &C,
                       DiagnosticEngine &Diags) {
  static constexpr OutputForm Pictures[] = {OutputForm::HTML, OutputForm::Dot,
                                            OutputForm::SVG};
  auto Check = [&](StringRef Flag, ArrayRef<OutputForm> Forms) {
    if (!Flags.wasGiven(Flag) ||
        (!C.Info && is_contained(Forms, C.Base.form())))
      return;
    std::string Output = "--info";
    if (!C.Info)
      Output = ("output as " + toString(C.Base.form())).str();
    Diags
        .report(
            diag::err_flag_wrong_form, SMLoc(), flagText(Flag),
            "output as " +
                join(map_range(Forms, [](OutputForm F) { return toString(F); }),
                     " or "),
            Output)
        .file(C.Base.Tool);
  };
  for (StringRef Flag : {"depth", "collapse", "state-nodes"})
    Check(Flag, Pictures);
  for (StringRef Flag : {"overlay", "film-steps"})
    Check(Flag, OutputForm::HTML);
}

/// Reads the numbers that pages show.
static Error readOverlays(TranslateConfig &C) {
  for (const std::string &Path : C.Overlays) {
    Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
    if (!Text)
      return Text.takeError();
    Expected<Overlay> O =
        readOverlay((*Text)->getBuffer(), sys::path::stem(Path));
    if (!O)
      return makeFileError(diag::err_flag_bad_value, Path, "--overlay",
                           toString(O.takeError()));
    C.Base.Page.Overlays.push_back(std::move(*O));
  }
  return Error::success();
}

/// What \p C asks of a journal, whose bytes are \p Bytes.
static int writeJournal(const TranslateConfig &C,
                        std::unique_ptr<MemoryBuffer> Bytes,
                        DiagnosticEngine &Diags) {
  auto Usage = [&](const Twine &Text) {
    Diags.report(diag::err_expected, SMLoc(), Text).file(C.Base.Tool);
    return ExitUsage;
  };
  if (C.Base.form() != OutputForm::HTML)
    return Usage("a page (.html) as output, as a journal has many graphs; "
                 "fx-journal --at=N -o FILE writes one of them");
  if (!C.Overlays.empty())
    return Usage("no --overlay with a journal");
  if (!checkNotRead(C.Base.Tool, {{"-o", C.Base.Output}}, {C.Base.Input},
                    Diags))
    return ExitUsage;
  PageOptions Options = C.Base.Page;
  Options.Title = sys::path::filename(C.Base.Input).str();
  Context Ctx;
  Expected<std::unique_ptr<JournalReader>> R =
      JournalReader::read(Ctx, std::move(Bytes));
  std::string Page;
  raw_string_ostream Stream(Page);
  Error E = R ? writeFilm(**R, Stream, Options, C.Steps) : R.takeError();
  if (!E)
    E = writeOutput(C.Base.Output, [&](raw_ostream &OS) { OS << Page; });
  if (!E)
    return ExitDone;
  Diags.report(std::move(E), C.Base.Input);
  return ExitFailure;
}

/// The bytes of the input, if that is a journal.
static std::unique_ptr<MemoryBuffer> openJournal(const TranslateConfig &C) {
  // What comes through a pipe can be read once, and is a model then.
  if (C.Base.Input == "-" || C.Base.From)
    return nullptr;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Bytes = MemoryBuffer::getFile(
      C.Base.Input, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Bytes || !(*Bytes)->getBuffer().starts_with("fxj "))
    return nullptr;
  return std::move(*Bytes);
}

/// Most of a text that is shown as it is.
static constexpr size_t MaxShownText = 1 << 20;

/// What distinguishes a file from another one: its text, or a checksum.
static void printContents(StringRef Path, raw_ostream &OS) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!File)
    return;
  StringRef Bytes = (*File)->getBuffer();
  if (Bytes.size() <= MaxShownText && !Bytes.contains('\0')) {
    OS << Bytes;
    return;
  }
  std::array<uint8_t, 32> Sum = SHA256::hash(arrayRefFromStringRef(Bytes));
  OS << Bytes.size() << " bytes, SHA-256 " << toHex(Sum, /*LowerCase=*/true)
     << '\n';
}

/// Writes what git compares. Of a version that cannot be read that is the
/// reason, and what it consists of: git would show none of the others if this
/// failed.
static int writeForGit(FXOptConfig &Config) {
  std::string Errors;
  Config.Errors = &Errors;
  int Code = FXOptSession(Config, PassPipeline()).run();
  if (!Code)
    return Code;
  outs() << "this version cannot be read as a model:\n" << Errors;
  printContents(Config.Input, outs());
  return ExitDone;
}

/// For those who ask which flags there are.
static void addAllFlags(CommandLine &Flags) {
  static TranslateConfig Config;
  addFlags(Flags, Config);
}

static constexpr StringLiteral Usages[] = {"[FILE|-] [-o FILE] [options]",
                                           "--info FILE..."};
const ToolInfo fx::FXTranslateTool = {
    "fx-translate",
    "writes torch.fx graphs in other forms, and says what is in them", Usages,
    "FILE is whatever fx-opt reads: a graph as torch.fx prints it, native text "
    "(.fx), an exported program (.pt2), TorchScript (.pt) or JSON. A journal "
    "of fx-opt (.fxj) becomes a page.",
    addAllFlags};

static int run(ArrayRef<const char *> Args, StringRef Tool) {
  TranslateConfig C;
  C.Base.Tool = Tool.str();
  CommandLine Flags;
  addFlags(Flags, C);
  DiagnosticEngine Diags;
  bool Good = parseFlags(FXTranslateTool, Args, C.Base, Flags,
                         /*Registry=*/nullptr, Diags, C.Inputs);
  if (Good)
    if (std::optional<int> Code =
            answerHelp(FXTranslateTool, Tool, C.Base.Help, Flags,
                       /*Registry=*/nullptr, Diags))
      return *Code;
  // After an unknown flag, its value may stand where files do.
  if (!C.Info)
    Good = Good && Flags.checkOneFile(C.Inputs, Tool, Diags);
  if (C.Info)
    checkEnding(Tool, C.Base.Output, {".txt", ".json"}, Diags);
  else if (C.Base.To)
    checkName(Tool, C.Base.Output, *C.Base.To, Diags);
  else
    checkEnding(Tool, C.Base.Output, outputEndings(), Diags);
  if (Good)
    checkForms(Flags, C, Diags);
  if (!Good || Diags.numErrors())
    return ExitUsage;
  if (C.Inputs.empty())
    C.Inputs.push_back("-");
  if (C.Info) {
    C.OfInfo.JSON |= StringRef(C.Base.Output).ends_with(".json");
    return printFileInfo(C.Inputs, C.Base, C.OfInfo);
  }
  C.Base.Input = C.Inputs.front();
  noteTerminal(C.Base.Input, Tool);
  if (Diags.report(readOverlays(C)))
    return ExitFailure;
  if (std::unique_ptr<MemoryBuffer> Journal = openJournal(C))
    return writeJournal(C, std::move(Journal), Diags);
  if (Flags.wasGiven("film-steps")) {
    Diags
        .report(diag::err_flag_wrong_form, SMLoc(), "--film-steps",
                "a journal (.fxj)", C.Base.Input)
        .file(Tool);
    return ExitUsage;
  }
  if (C.Base.form() == OutputForm::Diff && C.Base.Output == "-")
    return writeForGit(C.Base);
  return FXOptSession(C.Base, PassPipeline()).run();
}

int fx::FXTranslateMain(int Argc, const char *const *Argv) {
  return runTool(Argc, Argv, "fx-translate", run);
}
