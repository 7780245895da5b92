//===- FileInfo.cpp - What is inside files --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileInfo.h"
#include "Common/ArchiveOutput.h"
#include "Common/ToolOutput.h"
#include "Opt/FXOptSession.h"
#include "fx/AsmParser/Parser.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Support/TerminalText.h"
#include "fx/Translate/ModelInfo.h"
#include "fx/Translate/ModuleCosts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {
/// One file that could be read, or a part of it.
struct FileInfo {
  std::string Path;
  uint64_t Bytes = 0;
  std::unique_ptr<InputFile> In;
  InputKind Kind = InputKind::Text;
  std::unique_ptr<SafeTensors> Tensors;
};
} // namespace

static bool readTensors(FileInfo &Info, DiagnosticEngine &Diags) {
  Expected<std::unique_ptr<SafeTensors>> Tensors = SafeTensors::open(Info.Path);
  if (Tensors)
    Info.Tensors = std::move(*Tensors);
  else
    Diags.report(Tensors.takeError());
  return bool(Info.Tensors);
}

/// Reads \p Info.Path. A program that cannot be read does not keep the others
/// from being shown.
static bool readFile(FileInfo &Info, const FXOptConfig &Config,
                     DiagnosticEngine &Diags) {
  if (StringRef(Info.Path).ends_with(".safetensors"))
    return readTensors(Info, Diags);
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Info.Path);
  if (!Text) {
    Diags.report(Text.takeError());
    return false;
  }
  Info.Bytes = (*Text)->getBufferSize();
  Info.In = std::make_unique<InputFile>(std::move(*Text));
  Info.In->Diags.setColors(Config.Colors);
  Info.In->Diags.setShowIds(Config.ShowDiagnosticIds);
  Info.In->AllowNoOutput = Config.AllowNoOutput;
  Info.Kind = Config.From ? *Config.From : kindOf(*Info.In);
  // Compiled models alone make an archive too.
  return readModules(*Info.In, Info.Kind) &&
         applyTrees(*Info.In, Config, /*IsOther=*/false);
}

static std::vector<ModelInfo> models(const FileInfo &Info) {
  std::vector<ModelInfo> Models;
  for (const std::unique_ptr<GraphModule> &M : Info.In->Modules) {
    Models.emplace_back(*M);
    // The weights of an archive's programs are in it.
    if (Info.In->Archive)
      Models.back().Weights.clear();
  }
  return Models;
}

static void print(const FileInfo &Info, raw_ostream &OS,
                  const FileInfoOptions &Options) {
  OS << Info.Path << ": ";
  if (Info.Tensors)
    return printTensorsInfo(*Info.Tensors, OS, Options.Verbose);
  if (Info.In->Archive)
    printArchiveInfo(*Info.In->Archive, OS, Options.Verbose);
  else
    OS << (Info.Kind == InputKind::Script ? "TorchScript"
           : Info.Kind == InputKind::JSON ? "JSON of fx-translate"
                                          : "text")
       << ", " << Info.Bytes << " bytes\n";
  for (auto [M, Model] : zip(Info.In->Modules, models(Info))) {
    printModelInfo(Model, OS << '\n', Options.Verbose);
    if (Options.ModuleLevels)
      printModuleCosts(moduleCosts(*M, *Options.ModuleLevels), OS << '\n');
  }
}

static void write(const FileInfo &Info, json::OStream &J,
                  const FileInfoOptions &Options) {
  J.object([&] {
    J.attribute("file", Info.Path);
    if (Info.Tensors) {
      J.attribute("kind", "safetensors");
      return writeTensorsInfo(*Info.Tensors, J);
    }
    J.attribute("kind", Info.Kind == InputKind::Script    ? "script"
                        : Info.Kind == InputKind::Archive ? "archive"
                        : Info.Kind == InputKind::JSON    ? "json"
                                                          : "text");
    if (Info.In->Archive)
      writeArchiveInfo(*Info.In->Archive, J);
    else
      J.attribute("bytes", Info.Bytes);
    J.attributeArray("models", [&] {
      for (auto [M, Model] : zip(Info.In->Modules, models(Info)))
        writeModelInfo(Model, J, [&, &M = M] {
          if (Options.ModuleLevels)
            writeModuleCosts(moduleCosts(*M, *Options.ModuleLevels), J);
        });
    });
  });
}

ExitCode fx::printFileInfo(ArrayRef<std::string> Files,
                           const FXOptConfig &Config,
                           const FileInfoOptions &Options) {
  DiagnosticEngine Diags;
  Diags.setColors(Config.Colors);
  Diags.setShowIds(Config.ShowDiagnosticIds);
  std::vector<FileInfo> Infos;
  ExitCode Code = ExitDone;
  for (const std::string &Path : Files) {
    FileInfo Info;
    Info.Path = Path;
    bool Good = readFile(Info, Config, Diags);
    if (!Good)
      Code = ExitFailure;
    if (Good || (Info.In && Info.In->Archive))
      Infos.push_back(std::move(Info));
  }
  Error E = writeOutput(Config.Output, [&](raw_ostream &OS) {
    if (!Options.JSON) {
      for (const FileInfo &Info : Infos) {
        if (&Info != &Infos.front())
          OS << '\n';
        // Names of a file may be commands for a terminal.
        std::string Text;
        raw_string_ostream Lines(Text);
        print(Info, Lines, Options);
        for (StringRef Rest = Text; !Rest.empty();) {
          auto [Line, After] = Rest.split('\n');
          OS << terminalText(Line) << '\n';
          Rest = After;
        }
      }
      return;
    }
    json::OStream J(OS, 2);
    J.array([&] {
      for (const FileInfo &Info : Infos)
        write(Info, J, Options);
    });
    OS << '\n';
  });
  if (Diags.report(std::move(E)))
    Code = ExitFailure;
  return Code;
}
