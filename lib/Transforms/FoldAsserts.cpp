//===- FoldAsserts.cpp - Remove assertions that cannot fail ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Module.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/Ops.h"
#include "fx/IR/TensorType.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_FOLDASSERTS
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

/// Whether \p Wanted, a list of sizes or strides, is what the type says.
/// Symbols are equal where their text is.
static bool isSame(const Argument &Wanted, ArrayRef<Argument> Known) {
  if (Wanted.isNone())
    return true;
  if (!Wanted.isSequence() || Wanted.size() != Known.size())
    return false;
  for (size_t I = 0; I != Known.size(); ++I) {
    Node *Size = Wanted[I].asNode();
    const Argument *Val = Size ? Size->val() : nullptr;
    if (Size ? !Val || *Val != Known[I] : Wanted[I] != Known[I])
      return false;
  }
  return true;
}

/// Whether the type of the tensor is what `_assert_tensor_metadata` asks for.
static bool holds(const Node &N) {
  std::optional<BoundCall> Call = tryBindCall(N);
  if (!Call)
    return false;
  Context &Ctx = N.graph().context();
  Node *Tensor = Call->value(Ctx, "a").asNode();
  TensorType Type = Tensor ? Tensor->tensorType() : TensorType();
  if (!Type || !Type.isStrided())
    return false;
  Argument Element = Call->value(Ctx, "dtype");
  Argument Device = Call->value(Ctx, "device");
  Argument Storage = Call->value(Ctx, "layout");
  Argument Strides = Call->value(Ctx, "stride");
  return (Element.isNone() || Element == Argument(Type.dtype())) &&
         (Device.isNone() || Device == Type.device()) &&
         (Storage.isNone() || Storage == Argument(Layout::Strided)) &&
         isSame(Call->value(Ctx, "size"), Type.sizes()) &&
         (Strides.isNone() ||
          (Type.hasStrides() && isSame(Strides, Type.strides())));
}

namespace {
struct FoldAsserts : impl::FoldAssertsBase<FoldAsserts> {
  Expected<bool> run(GraphModule &M) override {
    uint64_t Before = NumErased.value();
    M.forEachGraph([&](Graph &G, StringRef) {
      for (Node *N : G.nodes()) {
        if (N->hasUsers() || !isa<ops::AssertTensorMetadata>(*N) ||
            !holds(*N) || !mayRewrite(*N, "erased"))
          continue;
        std::string Name = isWatched() ? N->name() : std::string();
        G.eraseNode(N);
        if (isWatched())
          rewrote(Name, "erased");
        ++NumErased;
      }
    });
    return NumErased.value() != Before;
  }
};
} // namespace
