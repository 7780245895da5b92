//===- Analyzer.cpp - Reads files on a thread of its own ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyzer.h"

using namespace fx::lsp;
using namespace llvm;

/// After the last key.
static constexpr std::chrono::milliseconds Pause(30);

Analyzer::Analyzer(const Environment &Env,
                   std::function<void(const Snapshot &)> Publish)
    : Env(Env), Publish(std::move(Publish)), Worker([this] { run(); }) {}

Analyzer::~Analyzer() {
  {
    std::lock_guard Guard(Lock);
    Stops = true;
  }
  Changed.notify_all();
  Worker.join();
}

void Analyzer::submit(std::string Uri, int64_t Version, SharedText Text,
                      bool IsOpened) {
  std::lock_guard Guard(Lock);
  File &F = Files[std::move(Uri)];
  F.Text = std::move(Text);
  F.Version = Version;
  // Nobody is typing in a file that was just opened.
  F.Due = Clock::now() + (IsOpened ? std::chrono::milliseconds(0) : Pause);
  Changed.notify_all();
}

void Analyzer::close(StringRef Uri) {
  std::lock_guard Guard(Lock);
  Files.erase(Uri.str());
}

void Analyzer::wake() {
  // Whoever is about to wait has to see what has changed.
  std::lock_guard Guard(Lock);
  Changed.notify_all();
}

Analyzer::SnapshotPtr Analyzer::wait(StringRef Uri,
                                     const std::function<bool()> &GivesUp) {
  std::unique_lock Guard(Lock);
  while (!Stops && !GivesUp()) {
    auto It = Files.find(Uri.str());
    if (It == Files.end())
      return nullptr;
    File &F = It->second;
    if (F.Last && F.Last->Version == F.Version && !F.Text)
      return F.Last;
    if (F.Text) {
      F.Due = Clock::now();
      Changed.notify_all();
    }
    Changed.wait(Guard);
  }
  return nullptr;
}

void Analyzer::run() {
  std::unique_lock Guard(Lock);
  while (!Stops) {
    auto Next = Files.end();
    for (auto It = Files.begin(); It != Files.end(); ++It)
      if (It->second.Text &&
          (Next == Files.end() || It->second.Due < Next->second.Due))
        Next = It;
    if (Next == Files.end()) {
      Changed.wait(Guard);
      continue;
    }
    if (Next->second.Due > Clock::now()) {
      // Other files may come, and keys that put it off.
      Changed.wait_until(Guard, Next->second.Due);
      continue;
    }
    std::string Uri = Next->first;
    int64_t Version = Next->second.Version;
    SharedText Text = std::exchange(Next->second.Text, nullptr);
    Guard.unlock();
    auto New = std::make_shared<Snapshot>(Uri, Version, std::move(Text));
    New->read(Env);
    Guard.lock();
    auto It = Files.find(Uri);
    bool IsNewest = It != Files.end() && It->second.Version == Version;
    SnapshotPtr Old;
    if (It != Files.end())
      Old = std::exchange(It->second.Last, New);
    Changed.notify_all();
    Guard.unlock();
    // Large graphs take their time to go.
    Old.reset();
    if (IsNewest && !Stops)
      Publish(*New);
    Guard.lock();
  }
}
