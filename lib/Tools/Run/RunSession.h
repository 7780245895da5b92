//===- RunSession.h - One run of fx-run -------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_RUN_RUNSESSION_H
#define FX_LIB_TOOLS_RUN_RUNSESSION_H

#include "Opt/FXOptConfig.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/Support/OutputTransaction.h"
#include "fx/Tools/FXOptMain.h"
#include "fx/Translate/InputFile.h"
#include "fx/Translate/Overlay.h"

namespace fx {

struct RunConfig {
  /// What is shared with fx-opt: input, trees, inputs of the model, messages.
  FXOptConfig Base;
  std::string OutputsFile;
  std::string Compare;
  /// Where the recording goes, and how deep it is drawn.
  std::string Record;
  int Depth = 1;
  CompareOptions Tolerance;
  /// How many nodes --compare-nodes shows.
  std::optional<size_t> CompareNodes;
  /// Where numbers of nodes go: errors of a comparison, else times.
  std::string OverlayFile;
  /// Takes what a comparison measures, which is not printed then.
  std::function<void(std::vector<ValueDistance>)> OnMeasured;
  unsigned Repeat = 1;
  bool Profile = false;
  unsigned Threads = 0; ///< 0: as LibTorch chooses.
  std::optional<uint64_t> RandomWeights;
  std::string Model;
};

class RunSession {
public:
  explicit RunSession(const RunConfig &Config) : Config(Config) {}
  ExitCode run();

private:
  /// A file, its model and what runs it.
  struct Model {
    std::string File;
    std::unique_ptr<InputFile> In;
    GraphModule *M = nullptr;
    std::unique_ptr<GraphRunner> Runner;
  };

  bool read(Model &Into, llvm::StringRef File, bool IsOther);
  /// Whether no file that is written is one that is read, now that the weights
  /// of \p Of are known.
  bool checkOutputs(Model &Of);
  bool prepare(Model &Of);
  const RunInputSource &inputs() const { return Config.Base.Numerics.Inputs; }
  /// Where text about the run goes: standard output, unless values do.
  llvm::raw_ostream &report() const;
  llvm::Expected<std::vector<RunValuePtr>> makeInputs(Model &Of);
  llvm::Expected<std::vector<RunValuePtr>>
  makeOtherInputs(Model &First, llvm::ArrayRef<RunValuePtr> Inputs,
                  Model &Second);
  llvm::Error writeOutputs(llvm::ArrayRef<RunValuePtr> Outputs,
                           DiagnosticEngine &Diags);
  llvm::Error writeOverlay(const Overlay &O);
  llvm::Expected<std::vector<RunValuePtr>>
  runOften(Model &Of, llvm::ArrayRef<RunValuePtr> Inputs);
  llvm::Error record(Model &Of);
  ExitCode compare(Model &First, llvm::ArrayRef<RunValuePtr> Inputs);
  ExitCode fail(Model &Of, llvm::Error E);

  const RunConfig &Config;
  /// What is written, when all of it is there.
  OutputTransaction Files;
  TorchBackend *Backend = nullptr;
};

} // namespace fx

#endif // FX_LIB_TOOLS_RUN_RUNSESSION_H
