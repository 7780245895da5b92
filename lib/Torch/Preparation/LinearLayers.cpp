//===- LinearLayers.cpp - What follows linear layers ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linear layer whose result is multiplied by a constant for each feature, as
// the blocks of ConvNeXt are, is a linear layer with other weights. And its
// result is memory that nothing else has: an activation can be computed there.
//
//===----------------------------------------------------------------------===//

#include "PreparedGraph.h"
#include "fx/IR/OpBinding.h"
#include "llvm/ADT/STLExtras.h"
#include <ATen/Functions.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

namespace {

/// A product, and the linear layer that it can be a part of.
struct ScaledLayer {
  Node *Product, *Viewed, *Layer, *Scale;
};

class ScaleFolder {
public:
  explicit ScaleFolder(PreparedGraph &P) : P(P), G(P.graph()) {}
  Error run();

private:
  std::optional<ScaledLayer> match(Node *Product, unsigned ScaleAt);
  Error fold(const ScaledLayer &S);

  PreparedGraph &P;
  Graph &G;
};

} // namespace

/// Where \p View, a permutation or the tensor \p Of itself, has the last
/// dimension of \p Of.
static std::optional<size_t> placeOfFeatures(const Node *View, const Node *Of) {
  size_t Rank = Of->tensorType().rank();
  if (View == Of)
    return Rank - 1;
  if (operatorOf(View) != "permute" || View->numArgs() != 2)
    return std::nullopt;
  Argument Order = View->arg(1);
  for (size_t I = 0; Order.isSequence() && I != Order.size(); ++I) {
    Argument Dim = Order.elements()[I];
    if (Dim == Argument(int64_t(Rank) - 1) || Dim == Argument(-1))
      return I;
  }
  return std::nullopt;
}

/// Whether \p Scale has a number for each feature: its only dimension that is
/// not 1 is that at \p Place of \p Rank.
static bool isPerFeature(const TensorType &Scale, size_t Place, size_t Rank,
                         const Argument &NumFeatures) {
  if (!Scale || Scale.rank() > Rank || Scale.rank() + Place < Rank)
    return false;
  Place -= Rank - Scale.rank();
  for (size_t I = 0; I != Scale.rank(); ++I)
    if (!(Scale.sizes()[I] == (I == Place ? NumFeatures : Argument(1))))
      return false;
  return true;
}

std::optional<ScaledLayer> ScaleFolder::match(Node *Product, unsigned ScaleAt) {
  ScaledLayer S;
  S.Product = Product;
  S.Scale = Product->arg(ScaleAt).asNode();
  S.Viewed = Product->arg(1 - ScaleAt).asNode();
  if (!P.isConstant(S.Scale) || !isFloat32(S.Scale) || !isFloat32(S.Viewed) ||
      !S.Viewed->hasOneUser())
    return std::nullopt;
  S.Layer =
      operatorOf(S.Viewed) == "permute" ? S.Viewed->arg(0).asNode() : S.Viewed;
  if (!S.Layer || operatorOf(S.Layer) != "linear" || !S.Layer->hasOneUser() ||
      !isFloat32(S.Layer) || !isFloat32(Product))
    return std::nullopt;
  TensorType Made = S.Layer->tensorType();
  std::optional<size_t> Place = placeOfFeatures(S.Viewed, S.Layer);
  if (!Made.rank() || !Place ||
      !isPerFeature(S.Scale->tensorType(), *Place, Made.rank(),
                    Made.sizes().back()))
    return std::nullopt;
  return S;
}

Error ScaleFolder::fold(const ScaledLayer &S) {
  std::optional<BoundCall> Call = tryBindCall(*S.Layer);
  if (!Call)
    return Error::success();
  Context &Ctx = G.context();
  Node *Weight = Call->value(Ctx, "weight").asNode();
  Argument Bias = Call->value(Ctx, "bias");
  if (!P.isConstant(Weight) || (!Bias.isNone() && !P.isConstant(Bias.asNode())))
    return Error::success();
  at::Tensor Values[3];
  Node *Of[] = {Weight, Bias.asNode(), S.Scale};
  for (auto [N, T] : zip(Of, Values)) {
    if (!N)
      continue;
    Expected<at::Tensor> Known = P.floats(N);
    if (!Known)
      return Known.takeError();
    if (!Known->defined())
      return Error::success();
    T = Known->to(at::kDouble);
  }
  at::Tensor Factor = at::reshape(Values[2], {-1});
  if (Values[0].dim() != 2 || Values[0].size(0) != Factor.numel())
    return Error::success();
  at::Tensor W =
      at::mul(Values[0], at::unsqueeze(Factor, 1)).to(at::kFloat).contiguous();
  at::Tensor B;
  if (Values[1].defined())
    B = at::mul(Values[1], Factor).to(at::kFloat);
  if (!at::isfinite(W).all().item<bool>() ||
      (B.defined() && !at::isfinite(B).all().item<bool>()))
    return Error::success();
  InsertionGuard At = G.insertingBefore(S.Layer);
  S.Layer->setArgs({Call->value(Ctx, "input"), P.addTensor(W),
                    B.defined() ? Argument(P.addTensor(B)) : Argument::none()});
  S.Layer->setKwargs({});
  S.Product->replaceAllUsesWith(S.Viewed);
  G.eraseNode(S.Product);
  return Error::success();
}

Error ScaleFolder::run() {
  for (Node *N : G.nodes()) {
    if (operatorOf(N) != "mul" || N->numArgs() != 2 || N->numKwargs())
      continue;
    for (unsigned ScaleAt : {0, 1})
      if (std::optional<ScaledLayer> S = match(N, ScaleAt)) {
        if (Error E = fold(*S))
          return E;
        break;
      }
  }
  return Error::success();
}

Error torch_impl::foldScales(PreparedGraph &P) { return ScaleFolder(P).run(); }

void torch_impl::activateInPlace(Graph &G) {
  for (Node *N : G.nodes()) {
    StringRef Name = operatorOf(N);
    if (!is_contained({"gelu", "silu", "relu", "tanh", "sigmoid", "hardswish"},
                      Name))
      continue;
    Node *Layer = N->numArgs() ? N->arg(0).asNode() : nullptr;
    bool IsFresh =
        Layer && (operatorOf(Layer) == "linear" ||
                  (Layer->isCallFunction() &&
                   Layer->targetText() == "torch.ops.mkl._mkl_linear.default"));
    if (!IsFresh || !Layer->hasOneUser() || !isFloat32(Layer) || !isFloat32(N))
      continue;
    InsertionGuard At = G.insertingBefore(N);
    SmallVector<Argument, 2> Args(N->args());
    SmallVector<KwArg, 2> Kwargs(N->kwargs());
    Node *New = G.callFunction(("torch.ops.aten." + Name + "_.default").str(),
                               Args, Kwargs, N->name());
    if (const Argument *Val = N->val())
      New->setVal(*Val);
    N->replaceAllUsesWith(New);
    G.eraseNode(N);
  }
}
