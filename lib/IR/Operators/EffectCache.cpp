//===- EffectCache.cpp - Effects of many nodes ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/EffectCache.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

static EffectSummary summarize(const Node &N) {
  Effects E = getEffects(N);
  EffectSummary S{E, {}, {}};
  for (unsigned I = 0, Num = N.numOperands(); I != Num; ++I) {
    if (is_contained(E.Writes, N.operand(I)))
      S.Writes.push_back(I);
    if (is_contained(E.Aliases, N.operand(I)))
      S.Aliases.push_back(I);
  }
  return S;
}

/// Whether an operand occurs twice, so that a node among the effects does not
/// tell which position is meant.
static bool repeatsOperand(const Node &N) {
  return N.numOperands() > 1 && N.allInputNodes().size() != N.numOperands();
}

/// Whether the metadata has a say in the effects.
static bool isMarked(const Node &N) { return N.meta("is_pure") != nullptr; }

const EffectSummary &EffectCache::get(const Node &N) {
  // Effects of nodes that depend on no operator. One variable, since each is
  // tested for being initialized.
  struct PlainEffects {
    EffectSummary Pure, Pinned, State;
    PlainEffects() {
      Pinned.SideEffect = true;
      State.ReadsState = State.SharesState = true;
    }
  };
  static const PlainEffects Plain;
  switch (N.op()) {
  case Opcode::Placeholder:
  case Opcode::Output:
    return Plain.Pinned;
  case Opcode::GetAttr:
    return Plain.State;
  case Opcode::CallFunction:
  case Opcode::CallMethod:
    if (const OpTarget *Target = N.opTarget();
        Target && Target->isPlainlyPure(N.numArgs(), N.numKwargs()))
      return Plain.Pure;
    break;
  case Opcode::CallModule:
    break;
  }
  return lookup(N);
}

const EffectSummary &EffectCache::lookup(const Node &N) {
  if (N.hasMeta() && isMarked(N)) {
    Single = summarize(N);
    return Single;
  }
  const EffectSummary *&S =
      Known[unsigned(N.op()) - unsigned(Opcode::CallFunction)][N.callId()];
  if (S)
    return *S;
  EffectSummary New = summarize(N);
  if ((!New.Writes.empty() || !New.Aliases.empty()) && repeatsOperand(N)) {
    Single = std::move(New);
    return Single;
  }
  S = &Storage.emplace_back(std::move(New));
  return *S;
}
