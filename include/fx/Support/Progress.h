//===- Progress.h - How far long work is ------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Code that may work for long says how far it is, and never prints:
/// \code
///   Progress P("rules checked", Rules.size());
///   for (const Rule &R : Rules) {
///     check(R);
///     P.advance();
///   }
/// \endcode
/// A tool on a terminal watches and shows it; without a watcher it costs a test
/// of a pointer. Watchers belong to a thread, so that other threads are silent.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_PROGRESS_H
#define FX_SUPPORT_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace fx {

/// Work and how much of it is done.
struct ProgressState {
  /// What is counted: `rules checked`.
  llvm::StringRef What;
  uint64_t Done = 0;
  /// Zero where it is not known.
  uint64_t Total = 0;
  bool IsBytes = false;
};

/// Shows how far long work is.
class ProgressWatcher {
public:
  virtual ~ProgressWatcher();
  /// Called often.
  virtual void update(const ProgressState &State) = 0;
  /// The work has ended, or something else is about to be written.
  virtual void hide() = 0;
};

/// Sets the watcher of this thread, null for none, and returns the previous
/// one.
ProgressWatcher *setProgressWatcher(ProgressWatcher *W);

/// Lets the watcher of this thread make room for other text.
void hideProgress();

/// Some work, from construction to destruction. What is begun while other work
/// is under way belongs to that, and is not shown.
class Progress {
public:
  enum UnitKind : uint8_t { Count, Bytes };

  /// \p What outlives this; see ProgressState.
  explicit Progress(llvm::StringRef What, uint64_t Total = 0,
                    UnitKind Unit = Count);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void advance(uint64_t By = 1);
  /// Advances the work in bytes that is under way in this thread, if any.
  static void advanceBytes(uint64_t By);

private:
  ProgressState State;
  bool IsShown;
};

} // namespace fx

#endif // FX_SUPPORT_PROGRESS_H
