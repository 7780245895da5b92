//===- RunProfile.h - Where a run spends its time ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_RUN_RUNPROFILE_H
#define FX_LIB_TOOLS_RUN_RUNPROFILE_H

#include "fx/Execution/TorchRun.h"
#include "fx/Translate/Overlay.h"

#include <chrono>
#include <map>

namespace llvm {
class raw_ostream;
}

namespace fx {

/// Adds up times of nodes, operators and modules over runs.
class RunProfile final : public RunObserver {
public:
  void before(const RunEvent &E) override;
  void after(const RunEvent &E,
             llvm::function_ref<RunValuePtr()> Value) override;

  /// Three tables, sorted by cost. \p Runs divides the times.
  void print(llvm::raw_ostream &OS, unsigned Runs) const;
  /// The times of the nodes of the graph itself, in microseconds.
  Overlay overlay(unsigned Runs) const;

private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    double Seconds = 0;
    unsigned Calls = 0;
  };
  using Table = std::map<std::string, Entry>;
  static void add(Table &T, llvm::StringRef Key, double Seconds);
  static void printTable(llvm::raw_ostream &OS, llvm::StringRef Title,
                         const Table &T, double Total, unsigned Runs);

  /// Nodes that run, each with the time that nodes inside took.
  std::vector<std::pair<Clock::time_point, double>> Open;
  Table Nodes, Operators, Modules;
  double Total = 0;
};

} // namespace fx

#endif // FX_LIB_TOOLS_RUN_RUNPROFILE_H
