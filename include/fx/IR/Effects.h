//===- Effects.h - What a node does besides its value -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The one oracle that everything asks which removes, merges or moves nodes
/// (torch.fx: Node.is_impure, made sound). Facts come from the operator table
/// and the module table; what they do not know is assumed to do anything.
///
/// A node is known to be harmless although the tables say nothing when its
/// metadata has `is_pure: True`.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_EFFECTS_H
#define FX_IR_EFFECTS_H

#include "llvm/ADT/SmallVector.h"

namespace fx {

class Node;
class OpTarget;

/// What a node does, whatever its operands are.
struct EffectFlags {
  /// Nothing is known: it may read and write anything and alias anything.
  bool Unknown = false;
  /// Draws random numbers: it must not be removed, merged or moved.
  bool Random = false;
  /// Placeholders, outputs, assertions, changes of global state.
  bool SideEffect = false;
  /// Changes parameters or buffers of a module.
  bool WritesState = false;
  /// Reads parameters or buffers of a module.
  bool ReadsState = false;
  /// The result may share memory with parameters or buffers of a module.
  bool SharesState = false;
};

/// What a node does, with its operands as \p OperandT.
template <typename OperandT> struct OperandEffects : EffectFlags {
  /// Operands whose memory it writes, without repetitions.
  llvm::SmallVector<OperandT, 2> Writes;
  /// Operands whose memory the result may share (views, in-place results,
  /// elements of containers), without repetitions.
  llvm::SmallVector<OperandT, 2> Aliases;

  /// It may be removed when its value has no users.
  bool isRemovable() const {
    return !Unknown && !Random && !SideEffect && !WritesState && Writes.empty();
  }
  /// It computes the same whenever its operands are the same and unchanged,
  /// and the result is memory of its own.
  bool isFreshAndPure() const {
    return isRemovable() && !ReadsState && Aliases.empty();
  }
};

/// The effects of one node.
using Effects = OperandEffects<Node *>;

/// The effects of N. Modules are looked up in the tree of N's graph; a module
/// with a graph of its own has the effects of its nodes, down to 64 levels.
Effects getEffects(const Node &N);

/// Whether a call that writes to operands may keep references to others there,
/// as `d[k] = v` does when d is a container.
bool mayCapture(const Node &N);

/// Whether N must stay even if it has no users. Faster than getEffects where
/// the target alone decides (torch.fx: Node.is_impure).
bool hasEffects(const Node &N);

} // namespace fx

#endif // FX_IR_EFFECTS_H
