//===- AugmentedAssignments.h - x += y --------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_AUGMENTEDASSIGNMENTS_H
#define FX_LIB_TORCH_TORCHSCRIPT_AUGMENTEDASSIGNMENTS_H

#include "fx/IR/Node.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

namespace fx::torch_impl {

class ScriptExamples;

/// `x += y` is recorded as torch.fx does, `operator.add`.
class AugmentedAssignments {
public:
  void add(Node *N) { Nodes.push_back(N); }
  bool contains(const Node *N) const { return llvm::is_contained(Nodes, N); }
  /// Where something else sees the change, it becomes the in-place operator.
  void fix(const ScriptExamples &Examples);

private:
  std::vector<Node *> Nodes;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_AUGMENTEDASSIGNMENTS_H
