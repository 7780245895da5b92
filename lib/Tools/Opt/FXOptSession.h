//===- FXOptSession.h - One run of fx-opt -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_OPT_FXOPTSESSION_H
#define FX_LIB_TOOLS_OPT_FXOPTSESSION_H

#include "FXOptConfig.h"
#include "fx/Analysis/ProgramVerifier.h"
#include "fx/Pass/PassManager.h"
#include "fx/Pass/PassTiming.h"
#include "fx/Tools/FXOptMain.h"
#include "fx/Translate/InputFile.h"
#include <set>

namespace fx {

/// Gives the modules of \p In the trees and classes that \p Config names. \p
/// IsOther: it is the file of --diff. False after an error.
bool applyTrees(InputFile &In, const FXOptConfig &Config, bool IsOther);
/// Reads modules, at least one, and does that.
bool readInput(InputFile &In, const FXOptConfig &Config, bool IsOther);

class JournalRecorder;
class OutputTransaction;
class PassDump;
class Reproducer;
class RewriteKeeper;
class RewriteSkipper;
class RuleReport;

class JournalReader;
/// Answers --why and --where-did from a journal.
ExitCode answerHistory(JournalReader &Reader, const FXOptConfig &Config,
                       bool AsJSON, llvm::raw_ostream &OS);

/// Reads, transforms and writes what a FXOptConfig says. Output is written when
/// everything else is done: after an error there is none.
class FXOptSession {
public:
  FXOptSession(const FXOptConfig &Config, PassPipeline Pipeline);
  ExitCode run();

private:
  /// Reads the modules of \p In, with trees, and verifies them.
  ExitCode read(InputFile &In, bool IsOther);
  ExitCode runPasses(GraphModule &M, InputFile &In);
  bool bisects() const { return Config.Bisect.Mode != BisectOptions::Off; }
  ExitCode bisect(InputFile &In);
  ExitCode requireOneModule(InputFile &In, llvm::StringRef Flag);
  ExitCode checkInputsUsed(InputFile &In);
  ExitCode process(InputFile &In);
  ExitCode processVerified(InputFile &In);
  ExitCode verifyAll(InputFile &In, bool Again);
  ExitCode report();
  ExitCode compare();
  llvm::Error printAllDifferences(GraphModule &Ours, GraphModule &Other,
                                  bool ArePrograms);
  void listNodes();
  ExitCode write();
  ExitCode writeArchive();
  ExitCode writeExported(OutputTransaction &Files);
  void print(llvm::raw_ostream &OS);
  void configure(DiagnosticEngine &Diags) const;
  /// \p File is what the error is about, if it does not say.
  ExitCode fail(llvm::Error E, llvm::StringRef File = {});
  bool isTimed() const {
    return Config.TimePasses || !Config.TimeTrace.empty();
  }
  TimeReport *times() { return isTimed() ? &Times : nullptr; }
  /// Everything but writing.
  ExitCode transform();
  llvm::Error writeMeasurements();
  /// Prepares the journal; an older one is gone then.
  llvm::Error openJournal(GraphModule &M);
  ExitCode finishJournal();
  /// An error where \p M is not what --input-of has.
  llvm::Error checkInput(const GraphModule &M);

  const FXOptConfig &Config;
  PassManager Manager;
  /// One of the instrumentations, or null.
  NumericsChecker *Numerics = nullptr;
  Reproducer *Repro = nullptr;
  RuleReport *Report = nullptr;
  PassDump *Dump = nullptr;
  JournalRecorder *Recorder = nullptr;
  RewriteSkipper *Skipper = nullptr;
  RewriteKeeper *Keeper = nullptr;
  bool IsRead = false; ///< Some input was.
  /// \name For warnings about what printed nothing
  /// @{
  std::set<std::string, std::less<>> RanPasses;
  bool MatchedFilter = false;
  void warnOfSilence();
  /// @}
  TimeReport Times;
  OddValues Odd; ///< What was odd in programs as they were read.
  /// Those that are printed, in order.
  std::vector<std::unique_ptr<InputFile>> Inputs;
};

} // namespace fx

#endif // FX_LIB_TOOLS_OPT_FXOPTSESSION_H
