//===- Analyzer.h - Reads files on a thread of its own ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_LSP_ANALYZER_H
#define FX_LIB_TOOLS_LSP_ANALYZER_H

#include "Snapshot.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <thread>

namespace fx::lsp {

/// Reads the newest version of each file some time after it came, so that a
/// file is not read for each key. What somebody waits for is read at once.
class Analyzer {
public:
  using SnapshotPtr = std::shared_ptr<const Snapshot>;
  /// \p Publish is called on the thread of this with each new snapshot of a
  /// file that has no newer version.
  Analyzer(const Environment &Env,
           std::function<void(const Snapshot &)> Publish);
  ~Analyzer();

  /// \p IsOpened: the file is new here, and is read without a pause.
  void submit(std::string Uri, int64_t Version, SharedText Text, bool IsOpened);
  void close(llvm::StringRef Uri);
  /// The snapshot of the newest version; null when \p GivesUp says so, or the
  /// file is not open. Whoever changes what that says calls wake().
  SnapshotPtr wait(llvm::StringRef Uri, const std::function<bool()> &GivesUp);
  void wake();

private:
  using Clock = std::chrono::steady_clock;
  struct File {
    /// What is to be read; null: nothing.
    SharedText Text;
    int64_t Version = 0;
    Clock::time_point Due;
    SnapshotPtr Last;
  };
  void run();

  const Environment &Env;
  std::function<void(const Snapshot &)> Publish;
  std::mutex Lock;
  std::condition_variable Changed;
  std::map<std::string, File> Files;
  bool Stops = false;
  std::thread Worker;
};

} // namespace fx::lsp

#endif // FX_LIB_TOOLS_LSP_ANALYZER_H
