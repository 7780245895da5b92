//===- EffectCache.h - Effects of many nodes --------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// getEffects binds a call to its schema, which takes a microsecond. What comes
/// out depends on the target and the shape of the arguments, which many nodes
/// share, and not on the nodes among the operands: an EffectCache asks once for
/// each such pair and answers in terms of operand positions.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_EFFECTCACHE_H
#define FX_IR_EFFECTCACHE_H

#include "fx/IR/Effects.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace fx {

/// The effects of nodes with one target and one shape of arguments: the
/// operands are positions, ascending.
using EffectSummary = OperandEffects<uint32_t>;

/// The effects of the nodes of one graph. The graph may change meanwhile, the
/// module tree may not.
class EffectCache {
public:
  /// The effects of \p N; valid until the next call. O(1) but for the first
  /// node of its kind.
  const EffectSummary &get(const Node &N);

private:
  const EffectSummary &lookup(const Node &N);

  /// For each opcode that calls; keys are target and spec.
  llvm::DenseMap<uint64_t, const EffectSummary *> Known[3];
  std::deque<EffectSummary> Storage;
  /// Effects of a node that no other node shares.
  EffectSummary Single;
};

} // namespace fx

#endif // FX_IR_EFFECTCACHE_H
