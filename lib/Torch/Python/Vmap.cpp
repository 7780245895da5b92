//===- Vmap.cpp - What torch.vmap leaves in exported graphs ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution/Handlers.h"
#include "fx/IR/VmapCalls.h"
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/functorch/DynamicLayer.h>
#include <torch/version.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

static at::functorch::RandomnessType randomnessOf(const IValue &V) {
  StringRef Text = V.isString() ? StringRef(V.toStringRef()) : "";
  if (Text == "different")
    return at::functorch::RandomnessType::Different;
  if (Text == "same")
    return at::functorch::RandomnessType::Same;
  return at::functorch::RandomnessType::Error;
}

static IValue doIncrementNesting(PyCall &C) {
  return at::functorch::initAndPushDynamicLayer(
      at::functorch::TransformType::Vmap, toInteger(C.get(0, "batch_size")),
      randomnessOf(C.get(1, "randomness")));
}

static IValue doDecrementNesting(PyCall &) {
  return at::functorch::popDynamicLayerAndDeleteMetadata().layerId();
}

static IValue doAddBatchDim(PyCall &C) {
  const at::Tensor &T = C.get(0, "self").toTensor();
  int64_t Dim = toInteger(C.get(1, "batch_dim"));
  if (Dim < 0)
    Dim += T.dim();
  return at::functorch::addBatchDim(T, Dim, toInteger(C.get(2, "level")));
}

static IValue doRemoveBatchDim(PyCall &C) {
  const at::Tensor &T = C.get(0, "self").toTensor();
  int64_t Level = toInteger(C.get(1, "level"));
  int64_t OutDim = toInteger(C.get(3, "out_dim"));
  auto *Batched = at::functorch::maybeGetBatchedImpl(T);
  if (Batched && Batched->level() == Level)
    return Batched->value().movedim(Batched->bdim(), OutDim);
  // It does not depend on the mapped values: each gets the same.
  std::vector<int64_t> Sizes = T.sizes().vec();
  Sizes.insert(Sizes.begin(), toInteger(C.get(2, "batch_size")));
  return T.unsqueeze(0).expand(Sizes).movedim(0, OutDim);
}

static constexpr HandlerEntry Functions[] = {
    {fx::vmap::Begin.data(), doIncrementNesting},
    {fx::vmap::End.data(), doDecrementNesting},
    {fx::vmap::Enter.data(), doAddBatchDim},
    {fx::vmap::Leave.data(), doRemoveBatchDim},
};

ArrayRef<HandlerEntry> torch_impl::vmapHandlers() { return Functions; }

size_t torch_impl::vmapNesting() {
  return at::functorch::getDynamicLayerStack().size();
}

void torch_impl::leaveVmaps(size_t Nesting) {
  while (vmapNesting() > Nesting)
    at::functorch::popDynamicLayerAndDeleteMetadata();
}
