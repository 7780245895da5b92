//===- TerminalProgress.h - Progress as a line of a terminal ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_COMMON_TERMINALPROGRESS_H
#define FX_LIB_TOOLS_COMMON_TERMINALPROGRESS_H

#include "fx/Support/Progress.h"
#include <chrono>
#include <string>

namespace fx {

/// Watches this thread while it lives, where standard error is a terminal. The
/// line appears when work has taken a second, or the milliseconds of the
/// environment variable FX_PROGRESS_DELAY, and goes when it ends.
class TerminalProgress final : public ProgressWatcher {
public:
  TerminalProgress();
  ~TerminalProgress() override;
  void update(const ProgressState &State) override;
  void hide() override;

private:
  using Clock = std::chrono::steady_clock;

  bool IsInstalled = false, IsVisible = false;
  ProgressWatcher *Before = nullptr;
  std::chrono::milliseconds Delay{1000};
  /// When the work began, and when the line was last written.
  Clock::time_point Begin, Last;
  std::string Line;
};

} // namespace fx

#endif // FX_LIB_TOOLS_COMMON_TERMINALPROGRESS_H
