//===- StrideUses.cpp - Who depends on strides ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuPreparation.h"
#include "PreparedGraph.h"
#include "fx/IR/OpView.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

namespace {
enum class LayoutUse {
  Keeps,   ///< Takes any strides; those of its result may follow from them.
  Ends,    ///< Takes any strides; those of its result do not.
  Depends, ///< Wants those that were exported, or nothing is known.
};
} // namespace

static LayoutUse useOf(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (!Target || !N.targetText().starts_with("torch.ops."))
    return N.isGetItem() ? LayoutUse::Keeps : LayoutUse::Depends;
  return StringSwitch<LayoutUse>(Target->op().name())
      .Cases("relu", "relu6", "hardtanh", "clamp", "sigmoid", "silu", "gelu",
             "tanh", LayoutUse::Keeps)
      .Cases("hardswish", "hardsigmoid", "leaky_relu", "elu", "mish",
             "softplus", "exp", LayoutUse::Keeps)
      .Cases("add", "sub", "mul", "div", "neg", "rsqrt", "sqrt", "pow",
             LayoutUse::Keeps)
      .Cases("max_pool2d", "avg_pool2d", "adaptive_avg_pool2d",
             "adaptive_max_pool2d", LayoutUse::Keeps)
      .Cases("batch_norm", "dropout", "cat", "mean", "sum", "amax",
             "group_norm", LayoutUse::Keeps)
      .Cases("permute", "transpose", "flatten", "reshape", "unsqueeze",
             "squeeze", LayoutUse::Keeps)
      .Cases("slice", "select", "chunk", "split", "split_with_sizes", "expand",
             "pad", "constant_pad_nd", LayoutUse::Keeps)
      .Cases("upsample_nearest2d", "upsample_bilinear2d", "contiguous",
             "softmax", "clone", "conv2d", "convolution", LayoutUse::Keeps)
      .Cases("linear", "addmm", "mm", "matmul", "bmm", "layer_norm",
             LayoutUse::Ends)
      .Cases("sym_size", "sym_numel", LayoutUse::Ends)
      .Default(LayoutUse::Depends);
}

void torch_impl::restoreLayouts(Graph &G, const DenseSet<Node *> &Changed) {
  DenseSet<Node *> Unknown = Changed;
  for (Node *N : G.nodes()) {
    bool Takes = any_of(N->operandUses(), [&](const Use &U) {
      return Unknown.contains(G.node(U.Value));
    });
    if (!Takes || Changed.contains(N))
      continue;
    LayoutUse Use = useOf(*N);
    if (Use == LayoutUse::Keeps)
      Unknown.insert(N);
    if (Use != LayoutUse::Depends)
      continue;
    SmallDenseMap<Node *, Node *> Restored;
    for (unsigned I = 0; I != N->operandUses().size(); ++I) {
      Node *Operand = N->operand(I);
      if (!Unknown.contains(Operand) || Restored.contains(Operand) ||
          (N->isOutput() && !hasContiguousStrides(Operand->tensorType())) ||
          !Operand->tensorType())
        continue;
      InsertionGuard At = G.insertingBefore(N);
      Node *Plain =
          G.callFunction("torch.ops.aten.contiguous.default", {Operand});
      if (const Argument *Val = Operand->val())
        Plain->setVal(*Val);
      Restored[Operand] = Plain;
    }
    for (auto [Old, New] : Restored)
      N->replaceInputWith(Old, New);
  }
}

bool torch_impl::dependsOnStorage(const Graph &G) {
  for (const Node *N : G.nodes()) {
    const OpTarget *Target = N->opTarget();
    StringRef Name = Target ? Target->op().name() : "";
    if (Name.starts_with("as_strided") || Name == "set_" ||
        Name.contains("storage"))
      return true;
  }
  return false;
}
