//===- Progress.cpp - How far long work is --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/Progress.h"
#include <utility>

using namespace fx;

static thread_local ProgressWatcher *Watcher;
/// What is shown.
static thread_local Progress *UnderWay;

ProgressWatcher::~ProgressWatcher() = default;

ProgressWatcher *fx::setProgressWatcher(ProgressWatcher *W) {
  return std::exchange(Watcher, W);
}

void fx::hideProgress() {
  if (Watcher)
    Watcher->hide();
}

Progress::Progress(llvm::StringRef What, uint64_t Total, UnitKind Unit)
    : State{What, 0, Total, Unit == Bytes}, IsShown(Watcher && !UnderWay) {
  if (!IsShown)
    return;
  UnderWay = this;
  Watcher->update(State);
}

Progress::~Progress() {
  if (!IsShown)
    return;
  UnderWay = nullptr;
  hideProgress();
}

void Progress::advance(uint64_t By) {
  State.Done += By;
  if (IsShown && Watcher)
    Watcher->update(State);
}

void Progress::advanceBytes(uint64_t By) {
  if (UnderWay && UnderWay->State.IsBytes)
    UnderWay->advance(By);
}
