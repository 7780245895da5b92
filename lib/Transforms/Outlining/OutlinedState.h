//===- OutlinedState.h - Modules and tensors that parts take ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a part of a torch.fx graph names in the module tree goes with it, under
// the same path: what nobody else names is moved, modules that others call too
// are copied. Bytes stay where they are: tensors keep their records.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_OUTLINEDSTATE_H
#define FX_LIB_TRANSFORMS_OUTLINEDSTATE_H

#include "fx/IR/Module.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace fx {

class OutlinedState {
public:
  /// \p PartOf says in which part a node is. O(nodes + uses).
  OutlinedState(GraphModule &M,
                llvm::function_ref<uint32_t(const Node &)> PartOf);

  /// Why the module that \p Call calls cannot go with its part; empty: it can.
  std::string whyNot(const Node &Call) const;
  /// Whether what \p GetAttr names goes with \p Part.
  bool moves(const Node &GetAttr, uint32_t Part) const;
  /// Gives \p Into, the module of \p Part, what \p N names.
  void take(const Node &N, uint32_t Part, Module &Into);
  /// Removes from the tree what was moved, and what nobody names any more of
  /// what was copied.
  void finish();

private:
  void use(llvm::StringRef Path, uint32_t Part);
  void shareOverlaps();

  GraphModule &M;
  /// For each path, the part that alone names it.
  llvm::StringMap<uint32_t> Owners;
  std::vector<std::string> MovedTensors, MovedModules, CopiedModules;
};

} // namespace fx

#endif // FX_LIB_TRANSFORMS_OUTLINEDSTATE_H
