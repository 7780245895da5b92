//===- PassDump.h - The module after each pass, in files --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_OPT_PASSDUMP_H
#define FX_LIB_TOOLS_OPT_PASSDUMP_H

#include "fx/Pass/PassInstrumentation.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// For --dump-dir: writes modules as native text to `000-input.fx`,
/// `001-PASS.fx` and so on, after each pass that changes something, also where
/// the verifier then refuses the module. With differences, the files after the
/// first are `001-PASS.diff`: unified differences to the one before.
class PassDump final : public PassInstrumentation {
public:
  bool hearsRewrites() const override { return false; }
  PassDump(llvm::StringRef Folder, bool Differences)
      : Folder(Folder), Differences(Differences) {}

  /// Makes the folder where there is none.
  llvm::Error open();
  /// Writes `index.json`, which says what each file holds, or returns what went
  /// wrong before.
  llvm::Error close();
  /// Whether the run has ended because a file could not be written.
  bool hasFailed() const { return IsTold; }

  void beforePipeline(const GraphModule &M) override;
  void afterPass(const Pass &P, const GraphModule &M, bool Changed) override;
  /// Ends the run where a file could not be written.
  llvm::Error checkModule(const Pass &P, const GraphModule &M) override;

private:
  struct Entry {
    std::string File, Pass, Module;
    uint64_t Nodes = 0; ///< Nodes of the graph, without those inside.
  };
  llvm::Error takeError();
  llvm::Error writeIndex() const;
  void write(llvm::StringRef What, llvm::StringRef PassName,
             const GraphModule &M);

  std::string Folder;
  bool Differences;
  /// What was written last, where differences to it are.
  std::string LastText, LastFile;
  std::vector<Entry> Entries;
  /// The first error, until it is told.
  std::optional<llvm::Error> Wrong;
  bool IsTold = false;
};

} // namespace fx

#endif // FX_LIB_TOOLS_OPT_PASSDUMP_H
