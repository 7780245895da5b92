//===- RestoreLinear.cpp - linear, as Python calls it ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch::nn::functional::linear of C++ calls
//
//   addmm(bias, input, weight.t())       two dimensions and a bias
//   input.matmul(weight.t())             otherwise,
//     ... += bias                        with a bias
//
// where Python's calls aten::linear, which computes the same.
//
//===----------------------------------------------------------------------===//

#include "DispatchTracerImpl.h"

using namespace fx;
using namespace llvm;

static bool calls(const Node *N, StringRef Target) {
  return N && N->isCallFunction() && N->targetText() == Target;
}

static bool hasRank(const Node *N, size_t Rank) {
  TensorType Type = N->tensorType();
  return Type && Type.rank() == Rank;
}

/// What \p N is the transpose of, or null.
static Node *transposedWeight(const Node *N) {
  if (!calls(N, "torch.ops.aten.t.default") || N->numArgs() != 1)
    return nullptr;
  Node *Weight = N->arg(0).asNode();
  return Weight && hasRank(Weight, 2) ? Weight : nullptr;
}

static void replace(Graph &G, Node *N, Node *Transposed,
                    ArrayRef<Argument> Args) {
  InsertionGuard At = G.insertingBefore(N);
  Node *Linear =
      G.callFunction("torch.ops.aten.linear.default", Args, {}, "linear");
  N->replaceAllUsesWith(Linear, nullptr, /*PropagateMeta=*/true);
  G.eraseNode(N);
  G.eraseIfUnused(Transposed);
}

/// The `+= bias` right after the product \p N, or null.
static Node *biasAddition(Node *N) {
  if (!N->hasOneUser())
    return nullptr;
  Node *Add = *N->users().begin();
  if (!calls(Add, "torch.ops.aten.add_.Tensor") || Add->numArgs() != 2 ||
      Add->numKwargs() != 0 || Add->arg(0).asNode() != N)
    return nullptr;
  Node *Bias = Add->arg(1).asNode();
  if (!Bias || !hasRank(Bias, 1))
    return nullptr;
  // Nothing may change the operands in between.
  for (Node *Between = N->next(); Between != Add; Between = Between->next())
    if (!Between->isGetAttr())
      return nullptr;
  return Add;
}

void fx::torch_impl::restoreLinear(Graph &G) {
  for (Node *N : G.nodes()) {
    if (N->numKwargs() != 0)
      continue;
    if (calls(N, "torch.ops.aten.addmm.default") && N->numArgs() == 3) {
      Node *Bias = N->arg(0).asNode(), *Input = N->arg(1).asNode();
      Node *Transposed = N->arg(2).asNode();
      Node *Weight = transposedWeight(Transposed);
      if (Weight && Bias && hasRank(Bias, 1))
        replace(G, N, Transposed, {Input, Weight, Bias});
    } else if (calls(N, "torch.ops.aten.matmul.default") && N->numArgs() == 2) {
      Node *Input = N->arg(0).asNode(), *Transposed = N->arg(1).asNode();
      Node *Weight = transposedWeight(Transposed);
      if (!Weight)
        continue;
      Node *Add = biasAddition(N);
      if (!Add) {
        replace(G, N, Transposed, {Input, Weight});
        continue;
      }
      Argument Bias = Add->arg(1);
      Add->replaceInputWith(N, Input);
      G.eraseNode(N);
      replace(G, Add, Transposed, {Input, Weight, Bias});
    }
  }
}
