//===- StepTracker.cpp - The steps that a pipeline makes ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepTracker.h"
#include <chrono>
#include <unistd.h>

using namespace fx;
using namespace llvm;

StepTracker::~StepTracker() = default;

double fx::secondsNow() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Copies \p Text, or as much of it as fits, with a zero after it.
template <size_t Size> static void copyText(StringRef Text, char (&To)[Size]) {
  size_t Length = std::min(Text.size(), Size - 1);
  std::copy_n(Text.begin(), Length, To);
  To[Length] = 0;
}

void StepTracker::noteAsked(const RewritePlace &At, StringRef What) {
  if (!Progress)
    return;
  std::string Text = What.str();
  Text += (Text.empty() ? "%" : " %") + At.str();
  copyText(Text, Progress->Asked);
}

/// Adds this to the listeners of all graphs of \p M, or takes it away. Graphs
/// that the pass made are not listened to: what is in them is new.
void StepTracker::listen(const GraphModule &M, bool On) {
  if (!ListensToEdits)
    return;
  // Listening changes no graph.
  const_cast<GraphModule &>(M).forEachGraph([&](Graph &G, StringRef) {
    if (On)
      G.addListener(this);
    else
      G.removeListener(this);
  });
}

void StepTracker::beforePass(const Pass &P, const GraphModule &M) {
  ++Runs;
  Current = TrackedPass();
  Current.Run = Runs;
  EditTexts.clear();
  Erasing.reset();
  Module = &M;
  if (KeepPasses) {
    Current.P = P.clone();
    Current.Source = &P;
    Current.Before = M.clone();
  }
  if (Progress) {
    Progress->Runs = Runs;
    Progress->Rewrites = Progress->Edits = 0;
    copyText(P.name(), Progress->Pass);
    Progress->InPass = true;
    Progress->Began = secondsNow();
    Progress->Asked[0] = 0;
    Progress->Source = &P;
  }
  listen(M, true);
  if (Seconds)
    alarm(Seconds);
}

void StepTracker::afterPass(const Pass &P, const GraphModule &M, bool Changed) {
  closeErasure();
  listen(M, false);
  if (Progress)
    Progress->InPass = false;
  if (Seconds)
    alarm(Seconds);
  if (!Changed || !KeepPasses)
    return;
  // The edits of a rewrite are not steps.
  if (!Current.Rewrites)
    Current.Texts = std::move(EditTexts);
  for (const TrackedPass &T : Passes)
    Current.Earlier += T.P->name() == P.name();
  Passes.push_back(std::move(Current));
  Current = TrackedPass();
}

void StepTracker::afterPassFailed(const Pass &, const GraphModule &M) {
  HasFailed = true;
  listen(M, false);
}

void StepTracker::afterRewrite(const Pass &, const GraphModule &M,
                               const RewritePlace &At, StringRef What) {
  ++Current.Rewrites;
  if (KeepTexts)
    Current.Texts.push_back({At.str(), What.str()});
  if (Progress) {
    Progress->Rewrites = Current.Rewrites;
    Progress->Asked[0] = 0;
  }
  if (CaptureUnit == TrackedPass::ByRewrite && Current.Rewrites == CaptureAt)
    Captured = M.clone();
}

void StepTracker::edited(const StepText &Text) {
  ++Current.Edits;
  if (KeepTexts)
    EditTexts.push_back(Text);
  if (Progress)
    Progress->Edits = Current.Edits;
  if (CaptureUnit == TrackedPass::ByEdit && Current.Edits == CaptureAt)
    Captured = Module->clone();
}

void StepTracker::closeErasure() {
  if (!Erasing)
    return;
  StepText Text = std::move(*Erasing);
  Erasing.reset();
  edited(Text);
}

/// `relu`, or `branch/relu` in the graph of a module, if anybody will read it.
std::string StepTracker::placeOf(const Node &N) const {
  if (!KeepTexts)
    return "";
  const fx::Module *Owner = N.graph().owningModule();
  std::string Name = N.name(), Path = Owner ? Owner->path() : std::string();
  RewritePlace Place(Name);
  Place.Path = Path;
  return Place.str();
}

/// Comes before the node goes: the step is complete when something else is
/// heard of, and not one of its own where that is another edit's end.
void StepTracker::nodeErased(Node &N) {
  closeErasure();
  Erasing = {placeOf(N), "erased"};
}

void StepTracker::nodeChanged(Node &N, NodeChange) {
  Erasing.reset();
  edited({placeOf(N), "changed"});
}

void StepTracker::usesReplaced(Node &Old, Node &, unsigned, ArrayRef<Node *>) {
  Erasing.reset();
  edited({placeOf(Old), "replaced"});
}
