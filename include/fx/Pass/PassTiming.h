//===- PassTiming.h - Where the time goes -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Measures where the time of a run goes; the parts add up to the whole.
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASSTIMING_H
#define FX_PASS_PASSTIMING_H

#include "fx/Pass/PassInstrumentation.h"
#include "llvm/ADT/SmallVector.h"
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace fx {

/// Adds up wall time by name. Scopes nest; the time of an inner one is not
/// counted for the outer one, so that the parts add up to the whole. Each scope
/// is also one of LLVM's TimeProfiler, if that runs.
class TimeReport {
public:
  /// With --time-trace, \p Detail is shown beside the name.
  void start(llvm::StringRef Name, llvm::StringRef Detail = {});
  void stop();
  /// A table, the longest first.
  void print(llvm::raw_ostream &OS) const;
  /// A list of objects with `name`, `seconds` and `runs`, in the same order.
  void printJSON(llvm::raw_ostream &OS) const;

private:
  using Clock = std::chrono::steady_clock;
  struct Item {
    std::string Name;
    Clock::duration Time{};
    unsigned Runs = 0;
  };
  size_t indexOf(llvm::StringRef Name);
  llvm::SmallVector<const Item *, 16> sorted() const;
  /// Counts the time since the last event for what runs now.
  void charge();

  std::vector<Item> Items;
  llvm::SmallVector<size_t, 8> Running;
  Clock::time_point Last;
};

/// Times a scope; \p Report may be null.
class TimeScope {
public:
  TimeScope(TimeReport *Report, llvm::StringRef Name) : Report(Report) {
    if (Report)
      Report->start(Name);
  }
  TimeScope(const TimeScope &) = delete;
  TimeScope &operator=(const TimeScope &) = delete;
  ~TimeScope() {
    if (Report)
      Report->stop();
  }

private:
  TimeReport *Report;
};

/// Times passes under their names, analyses as `(analysis) name` and the
/// verifier as `(verify)`. \p Report outlives it.
std::unique_ptr<PassInstrumentation> createPassTiming(TimeReport &Report);

} // namespace fx

#endif // FX_PASS_PASSTIMING_H
