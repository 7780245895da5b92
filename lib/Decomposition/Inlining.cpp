//===- Inlining.cpp - Regions that only set a mode ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inlining.h"
#include "fx/IR/Module.h"
#include "fx/IR/ModuleExpansion.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// What the CPU's autocast does with the arguments of an operator.
enum class CastPolicy : uint8_t { None, Lower, Float32, Widest };

static CastPolicy policyOf(StringRef Target) {
  Target.consume_front("torch.ops.aten.");
  return StringSwitch<CastPolicy>(Target.split('.').first)
      .Cases("linear", "matmul", "mm", "bmm", "addmm", "baddbmm", "addbmm",
             CastPolicy::Lower)
      .Cases("conv1d", "conv2d", "conv3d", "conv_tbc", CastPolicy::Lower)
      .Cases("conv_transpose1d", "conv_transpose2d", "conv_transpose3d",
             CastPolicy::Lower)
      .Cases("prelu", "linalg_vecdot", "scaled_dot_product_attention",
             CastPolicy::Lower)
      .Cases("avg_pool3d", "binary_cross_entropy", "grid_sampler", "polar",
             "prod", "quantile", "nanquantile", "stft", "cdist",
             CastPolicy::Float32)
      .Cases("trace", "view_as_complex", "cholesky", "cholesky_inverse",
             "cholesky_solve", "inverse", "lu_solve", "orgqr",
             CastPolicy::Float32)
      .Cases("ormqr", "pinverse", "max_pool3d", "max_unpool2d", "max_unpool3d",
             "adaptive_avg_pool3d", "reflection_pad1d", "reflection_pad2d",
             "replication_pad1d", CastPolicy::Float32)
      .Cases("replication_pad2d", "replication_pad3d", "mse_loss",
             "cosine_embedding_loss", "nll_loss", "nll_loss2d",
             "hinge_embedding_loss", "poisson_nll_loss", "smooth_l1_loss",
             CastPolicy::Float32)
      .Cases("cross_entropy_loss", "l1_loss", "huber_loss",
             "margin_ranking_loss", "soft_margin_loss", "triplet_margin_loss",
             "multi_margin_loss", "ctc_loss", "kl_div", CastPolicy::Float32)
      .Cases("multilabel_margin_loss", "binary_cross_entropy_with_logits",
             "fft_fft", "fft_ifft", "fft_fft2", "fft_ifft2", "fft_fftn",
             "fft_ifftn", "fft_rfft", CastPolicy::Float32)
      .Cases("fft_irfft", "fft_rfft2", "fft_irfft2", "fft_rfftn", "fft_irfftn",
             "fft_hfft", "fft_ihfft", CastPolicy::Float32)
      .Cases("linalg_cond", "linalg_matrix_rank", "linalg_solve",
             "linalg_cholesky", "linalg_svdvals", "linalg_eigvals",
             "linalg_eigvalsh", "linalg_inv", "linalg_tensorinv",
             CastPolicy::Float32)
      .Cases("cat", "stack", "index_copy", CastPolicy::Widest)
      .Default(CastPolicy::None);
}

static std::optional<DType> floatingTypeOf(const Node &N) {
  TensorType Type = N.tensorType();
  if (!Type || !is_contained({DType::Float16, DType::BFloat16, DType::Float32},
                             Type.dtype()))
    return std::nullopt;
  return Type.dtype();
}

/// Converts operands of \p N as the region's mode says. The result keeps the
/// type that it was exported with.
static void castOperands(Graph &G, Node &N, DType Lower) {
  if (!N.isCallFunction())
    return;
  DType To;
  switch (policyOf(N.targetText())) {
  case CastPolicy::None:
    return;
  case CastPolicy::Lower:
    To = Lower;
    break;
  case CastPolicy::Float32:
    To = DType::Float32;
    break;
  case CastPolicy::Widest:
    To = Lower;
    for (Node *Operand : N.allInputNodes())
      if (floatingTypeOf(*Operand) == DType::Float32)
        To = DType::Float32;
    break;
  }
  InsertionGuard At = G.insertingBefore(&N);
  // The last argument is converted first.
  for (unsigned I = N.numOperands(); I-- > 0;) {
    Node *Operand = N.operand(I);
    std::optional<DType> From = floatingTypeOf(*Operand);
    if (!From || *From == To)
      continue;
    KwArg As = {G.context().intern("dtype"), To};
    Node *Cast = G.callFunction("torch.ops.aten._to_copy.default",
                                {Argument(Operand)}, As);
    Cast->setMeta(N.meta());
    Cast->setVal(Operand->tensorType().withDType(To).value());
    N.setOperand(I, Cast);
  }
}

/// Puts the nodes of the graph at \p Path in the place of \p Call.
static bool inlineRegion(Graph &G, Node &Call, unsigned FirstArg,
                         std::optional<DType> Autocast, bool Detach,
                         std::set<std::string> &Regions) {
  Node *Region = FirstArg > 0 ? Call.arg(FirstArg - 1).asNode() : nullptr;
  Module *Owner = G.owningModule();
  if (!Region || !Region->isGetAttr() || !Owner)
    return false;
  Module *Callee = Owner->lookup(Region->targetText());
  if (!Callee || !Callee->graph())
    return false;
  Regions.insert(Callee->path());
  Graph &Body = *Callee->graph();
  InsertionGuard At = G.insertingBefore(&Call);
  DenseMap<const Node *, Argument> Values;
  unsigned Next = FirstArg;
  for (Node *N : Body.nodes())
    if (N->isPlaceholder()) {
      if (Next >= Call.numArgs())
        return false;
      Argument A = Call.arg(Next++);
      // Where no gradient is wanted, what comes from outside is detached.
      if (Detach && A.isNode() && A.asNode()->tensorType().requiresGrad() &&
          !A.asNode()->isPlaceholder()) {
        Node *Alias = G.callFunction("torch.ops.aten.alias.default", {A});
        Alias->setMeta(A.asNode()->meta());
        A = Argument(Alias);
      }
      Values.try_emplace(N, A);
    }
  Node *Before = Call.prev();
  Argument Result = G.graphCopy(Body, Values);
  for (Node *N = Before ? Before->next() : G.front(); N != &Call;
       N = N->next()) {
    if (N->isGetAttr())
      N->setTarget((Region->targetText() + "." + N->targetText()).str());
    if (Autocast)
      castOperands(G, *N, *Autocast);
  }
  if (!Result.isSequence())
    Result = Argument::tuple({Result});
  replaceCallWith(Call, Result);
  return !Call.hasUsers() && G.eraseNode(&Call);
}

bool fx::decomposition::inlineModes(Graph &G, std::set<std::string> &Regions) {
  bool Changed = false;
  // Regions may hold regions: what was copied is looked at next.
  bool Again = true;
  for (unsigned Round = 0; Again && Round != 64; ++Round) {
    Again = false;
    for (Node *N : G.nodes()) {
      if (!N->isCallFunction())
        continue;
      StringRef Target = N->targetText();
      if (Target == "torch.ops.higher_order.wrap_with_set_grad_enabled" &&
          N->numArgs() >= 2) {
        Again |= inlineRegion(G, *N, 2, std::nullopt,
                              N->arg(0) == Argument(false), Regions);
      } else if (Target == "torch.ops.higher_order.wrap_with_autocast" &&
                 N->numArgs() >= 5 && N->arg(0).str() == "cpu") {
        std::optional<DType> Lower;
        if (N->arg(2) == Argument(true))
          Lower = N->arg(1).kind() == ArgKind::DType ? N->arg(1).asDType()
                                                     : DType::BFloat16;
        Again |= inlineRegion(G, *N, 5, Lower, false, Regions);
      }
    }
    Changed |= Again;
  }
  return Changed;
}
