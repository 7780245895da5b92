//===- ScriptExamples.h - Example values of nodes ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTEXAMPLES_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTEXAMPLES_H

#include "ScriptVariation.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/DenseMap.h"

namespace fx::torch_impl {

/// What nodes are with the example inputs, and what of it these do not decide.
class ScriptExamples {
public:
  /// Whether there are no example inputs.
  bool empty() const { return OfNodes.empty(); }
  /// \p Varies is a set of Variation: what \p V does not decide.
  void set(Node *N, c10::IValue V, uint8_t Varies) {
    OfNodes[N] = {std::move(V), Varies};
  }
  void erase(Node *N) { OfNodes.erase(N); }
  /// Null where there is none.
  const VaryingArgument *find(const Node *N) const {
    auto It = OfNodes.find(const_cast<Node *>(N));
    return It == OfNodes.end() ? nullptr : &It->second;
  }
  /// The values of \p Changed, and of what shares its memory, are others for
  /// other inputs.
  void noteWrite(Node *Changed);

  /// The arguments that \p M is called with; the first ones count.
  void setArguments(const Module &M, std::vector<VaryingArgument> Arguments) {
    OfCalls.try_emplace(&M, std::move(Arguments));
  }
  bool hasArguments(const Module &M) const { return OfCalls.count(&M); }
  std::vector<VaryingArgument> arguments(const Module &M) const {
    return OfCalls.lookup(&M);
  }

private:
  llvm::DenseMap<Node *, VaryingArgument> OfNodes;
  llvm::DenseMap<const Module *, std::vector<VaryingArgument>> OfCalls;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTEXAMPLES_H
