//===- PreparedGraph.cpp - A graph and its state while prepared -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreparedGraph.h"
#include "fx/IR/OpView.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

StringRef torch_impl::operatorOf(const Node *N) {
  const OpTarget *Target = N->opTarget();
  return Target && N->targetText().starts_with("torch.ops.aten.")
             ? Target->op().name()
             : "";
}

bool torch_impl::isFloat32(const Node *N, size_t Rank) {
  TensorType Type = N ? N->tensorType() : TensorType();
  return Type && Type.dtype() == DType::Float32 && Type.isStrided() &&
         Type.isOnCPU() && (!Rank || Type.rank() == Rank);
}

bool torch_impl::hasContiguousStrides(const TensorType &Type) {
  if (!Type || !Type.hasStrides())
    return false;
  std::optional<int64_t> Expected = 1;
  for (size_t D = Type.rank(); D-- > 0;) {
    const Argument &Size = Type.sizes()[D], &Stride = Type.strides()[D];
    if (Size == Argument(1))
      continue;
    if (Expected && !(Stride == Argument(*Expected)))
      return false;
    // Beyond a symbolic size only the order of the inner ones is known.
    if (!Size.isInt())
      Expected = std::nullopt;
    else if (Expected)
      *Expected *= Size.asInt();
  }
  return true;
}

Expected<at::Tensor> PreparedGraph::floats(const Node *N) {
  Expected<const at::Tensor *> T = Store.tensor(StateEditor::pathOf(*N));
  if (!T)
    return T.takeError();
  if ((*T)->scalar_type() != at::kFloat ||
      (*T)->layout() != c10::Layout::Strided || !(*T)->device().is_cpu())
    return at::Tensor();
  return **T;
}

void PreparedGraph::dropPages(const Node *N) {
  Expected<const at::Tensor *> T = Store.tensor(StateEditor::pathOf(*N));
  if (!T)
    return consumeError(T.takeError());
  Store.dropPages(**T);
}

Node *PreparedGraph::addTensor(at::Tensor T) {
  // No path of a module begins like that.
  std::string Path = "<prepared>" + std::to_string(NumTensors++);
  Store.set(Path, std::move(T));
  return G.getAttr(Path);
}
