//===- StepTracker.cpp - The steps that a pipeline makes ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepTracker.h"

using namespace fx;
using namespace llvm;

StepTracker::~StepTracker() = default;

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
    size_t Length = std::min(P.name().size(), sizeof(Progress->Pass) - 1);
    std::copy_n(P.name().begin(), Length, Progress->Pass);
    Progress->Pass[Length] = 0;
    Progress->InPass = true;
    Progress->Source = &P;
  }
  listen(M, true);
}

void StepTracker::afterPass(const Pass &P, const GraphModule &M, bool Changed) {
  closeErasure();
  listen(M, false);
  if (Progress)
    Progress->InPass = false;
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
  if (Progress)
    Progress->Rewrites = Current.Rewrites;
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

/// Comes before the node goes: the step is complete when something else is
/// heard of, and not one of its own where that is another edit's end.
void StepTracker::nodeErased(Node &N) {
  closeErasure();
  Erasing = {KeepTexts ? N.name() : std::string(), "erased"};
}

void StepTracker::nodeChanged(Node &N, NodeChange) {
  Erasing.reset();
  edited({KeepTexts ? N.name() : std::string(), "changed"});
}

void StepTracker::usesReplaced(Node &Old, Node &, unsigned, ArrayRef<Node *>) {
  Erasing.reset();
  edited({KeepTexts ? Old.name() : std::string(), "replaced"});
}
