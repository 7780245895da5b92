//===- TerminalProgress.cpp - Progress as a line of a terminal ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TerminalProgress.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace fx;
using namespace llvm;

TerminalProgress::TerminalProgress() {
  std::optional<std::string> Kind = sys::Process::GetEnv("TERM");
  if (!sys::Process::FileDescriptorIsDisplayed(STDERR_FILENO) || !Kind ||
      *Kind == "dumb")
    return;
  if (std::optional<std::string> Text =
          sys::Process::GetEnv("FX_PROGRESS_DELAY")) {
    unsigned Number;
    if (!StringRef(*Text).getAsInteger(10, Number))
      Delay = std::chrono::milliseconds(Number);
  }
  IsInstalled = true;
  Before = setProgressWatcher(this);
}

TerminalProgress::~TerminalProgress() {
  if (!IsInstalled)
    return;
  hide();
  setProgressWatcher(Before);
}

/// `rules checked: 12 of 113`, `writing weights: 512 of 2048 MB (25 %)`.
static std::string describe(const ProgressState &S) {
  uint64_t Unit = S.IsBytes ? 1000 * 1000 : 1;
  std::string Text = formatv("{0}: {1}", S.What, S.Done / Unit).str();
  if (S.Total)
    Text += formatv(" of {0}", S.Total / Unit).str();
  if (S.IsBytes)
    Text += " MB";
  if (S.Total)
    Text += formatv(" ({0} %)", 100 * std::min(S.Done, S.Total) / S.Total);
  return Text;
}

void TerminalProgress::update(const ProgressState &State) {
  Clock::time_point Now = Clock::now();
  if (!State.Done)
    Begin = Now;
  if (Now - Begin < Delay ||
      (IsVisible && Now - Last < std::min<Clock::duration>(
                                     Delay, std::chrono::milliseconds(100))))
    return;
  std::string Text = describe(State);
  if (IsVisible && Text == Line)
    return;
  // The end of a longer line before is cleared.
  errs() << '\r' << Text << "\x1b[K";
  errs().flush();
  Line = std::move(Text);
  Last = Now;
  IsVisible = true;
}

void TerminalProgress::hide() {
  if (!IsVisible)
    return;
  errs() << "\r\x1b[K";
  errs().flush();
  IsVisible = false;
}
