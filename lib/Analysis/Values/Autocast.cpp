//===- Autocast.cpp - What torch.autocast converts ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/Autocast.h"
#include "fx/Analysis/EinsumEquation.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpSets.h"
#include "fx/IR/Ops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

namespace {
/// What the CPU's autocast does with the arguments of an operator.
enum class CastPolicy : uint8_t { None, Lower, Float32, Widest };
} // namespace

static CastPolicy policyOf(StringRef Target) {
  Target.consume_front("torch.ops.aten.");
  return StringSwitch<CastPolicy>(Target.split('.').first)
      .Cases("linear", "matmul", "mm", "bmm", "addmm", "baddbmm", "addbmm",
             CastPolicy::Lower)
      .Cases("conv1d", "conv2d", "conv3d", "conv_tbc", CastPolicy::Lower)
      .Cases("conv_transpose1d", "conv_transpose2d", "conv_transpose3d",
             CastPolicy::Lower)
      .Cases("prelu", "linalg_vecdot", "scaled_dot_product_attention",
             "_addmm_activation", CastPolicy::Lower)
      // These call one of the above or below.
      .Cases("einsum", "tensordot", "inner", "linalg_matmul",
             "linalg_multi_dot", "chain_matmul", "matrix_power",
             "linalg_matrix_power", CastPolicy::Lower)
      .Case("nll_loss_nd", CastPolicy::Float32)
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
      .Cases("linalg_cholesky_ex", "linalg_eig", "linalg_eigh",
             "linalg_householder_product", "linalg_inv_ex", "linalg_lstsq",
             "linalg_qr", "linalg_svd", "linalg_tensorsolve",
             CastPolicy::Float32)
      .Cases("_lu_with_info", "geqrf", "qr", "svd", "triangular_solve",
             "fake_quantize_per_tensor_affine", "adaptive_max_pool3d",
             "fractional_max_pool2d", "fractional_max_pool3d",
             CastPolicy::Float32)
      .Case("multilabel_margin_loss_forward", CastPolicy::Float32)
      .Cases("cat", "stack", "index_copy", CastPolicy::Widest)
      .Default(CastPolicy::None);
}

/// Whether tensordot or inner sums up to one number: that is not a product of
/// matrices.
static bool givesOneNumber(const Node &N) {
  StringRef Target = N.targetText();
  bool IsInner = Target == "torch.ops.aten.inner.default";
  if (!IsInner && Target != "torch.ops.aten.tensordot.default")
    return false;
  std::optional<BoundCall> Call = tryBindCall(N);
  if (!Call)
    return false;
  auto Get = [&](StringRef Name) { return Call->value(N.context(), Name); };
  for (unsigned I = 0; I != 2; ++I) {
    const Node *Operand = Get(I ? "other" : "self").asNode();
    TensorType Type = Operand ? Operand->tensorType() : TensorType();
    auto Sizes = Type ? Type.fixedSizes() : std::nullopt;
    if (!Sizes)
      return false;
    int64_t Rank = Sizes->size();
    SmallVector<bool, 6> Summed(Rank, false);
    auto Sum = [&](int64_t D) {
      if (D += D < 0 ? Rank : 0; D >= 0 && D < Rank)
        Summed[D] = true;
    };
    Argument Dims = IsInner ? Argument::list({Argument(-1)})
                            : Get(I ? "dims_other" : "dims_self");
    if (Dims.isSequence())
      for (const Argument &D : Dims.elements())
        Sum(D.isInt() ? D.asInt() : Rank);
    for (int64_t D = 0; D != Rank; ++D)
      if (!Summed[D] && (*Sizes)[D] != 1)
        return false;
  }
  return true;
}

/// Whether einsum multiplies matrices: a dimension that is summed is one of two
/// operands. Otherwise it multiplies elements, and sums. Other operators than
/// einsum do, and so does what is not known.
static bool multipliesMatrices(const Node &N) {
  std::optional<BoundCall> Call;
  if (N.targetText() == "torch.ops.aten.einsum.default")
    Call = tryBindCall(N);
  if (!Call)
    return true;
  Argument Text = Call->value(N.context(), "equation");
  Argument Operands = Call->value(N.context(), "tensors");
  std::optional<EinsumEquation> Equation =
      Text.isString() ? EinsumEquation::parse(Text.str()) : std::nullopt;
  if (!Equation || !Operands.isSequence())
    return true;
  SmallVector<TensorType, 4> Types;
  SmallVector<size_t, 4> Ranks;
  for (const Argument &A : Operands.elements()) {
    Types.push_back(A.isNode() ? A.asNode()->tensorType() : TensorType());
    Ranks.push_back(Types.back().rank());
  }
  if (!all_of(Types, [](const TensorType &T) { return bool(T); }) ||
      !Equation->fit(Ranks))
    return true;
  // How many operands have each dimension of the product.
  SmallVector<unsigned, 8> Uses(Equation->rank(), 0);
  for (auto [Type, Labels] : zip(Types, Equation->operands())) {
    SmallVector<bool, 8> Has(Equation->rank(), false);
    auto Mark = [&](unsigned Place, const Argument &Size) {
      Has[Place] = Has[Place] || !(Size.isInt() && Size.asInt() == 1);
    };
    unsigned NumDots = Type.rank() + 1 - Labels.size(), D = 0;
    for (unsigned Label : Labels) {
      unsigned Place = Equation->place(Label);
      if (Label != EinsumEquation::Dots) {
        Mark(Place, Type.sizes()[D++]);
        continue;
      }
      for (unsigned I = Equation->dotsRank() - NumDots;
           I != Equation->dotsRank(); ++I)
        Mark(Place + I, Type.sizes()[D++]);
    }
    for (auto [Count, IsThere] : zip(Uses, Has))
      Count += IsThere;
  }
  return any_of(ArrayRef(Uses).drop_front(Equation->outputRank()),
                [](unsigned Count) { return Count > 1; });
}

bool fx::isAutocast(const TensorType &T, StringRef Device, DType To) {
  return T && T.dtype() != To &&
         is_contained({DType::Float16, DType::BFloat16, DType::Float32},
                      T.dtype()) &&
         (T.device().isNone() || T.device().str().split(':').first == Device);
}

/// Whether \p N is padding that calls one of the operators that are computed in
/// float32: reflection_pad1d and 2d, replication_pad1d to 3d.
static bool padsInFloat32(const Node &N) {
  if (N.targetText() != "torch.ops.aten.pad.default")
    return false;
  std::optional<BoundCall> Call = tryBindCall(N);
  if (!Call)
    return false;
  Argument Pads = Call->value(N.context(), "pad"),
           Mode = Call->value(N.context(), "mode");
  if (!Mode.isString() || !Pads.isSequence())
    return false;
  return (Mode.str() == "reflect" && Pads.size() <= 4) ||
         (Mode.str() == "replicate" && Pads.size() <= 6);
}

std::optional<DType> fx::autocastType(const Node &N, DType Lower) {
  if (!N.isCallFunction())
    return std::nullopt;
  if (padsInFloat32(N))
    return DType::Float32;
  switch (policyOf(N.targetText())) {
  case CastPolicy::None:
    return std::nullopt;
  case CastPolicy::Lower:
    if (givesOneNumber(N) || !multipliesMatrices(N))
      return std::nullopt;
    return Lower;
  case CastPolicy::Float32:
    return DType::Float32;
  case CastPolicy::Widest:
    return any_of(N.allInputNodes(),
                  [](const Node *Operand) {
                    TensorType Type = Operand->tensorType();
                    return Type && Type.dtype() == DType::Float32;
                  })
               ? DType::Float32
               : Lower;
  }
  llvm_unreachable("every policy is above");
}

std::optional<DType> fx::autocastType(const Node &N,
                                      const AutocastRegion &Region) {
  if (!Region.Type)
    return std::nullopt;
  std::optional<DType> T = autocastType(N, *Region.Type);
  // Other devices convert what is multiplied, too; the rest is the CPU's.
  return Region.Device == "cpu" || T == Region.Type ? T : std::nullopt;
}

bool fx::isUnknownIn(const Node &N, const AutocastRegion &Region) {
  if (!Region.IsEntered || (!Region.Type && !Region.IsUnknown))
    return false;
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return true;
  if (Target->isOperatorOverload() && !Region.IsUnknown)
    return false;
  const OpInfo &Op = Target->op();
  if (Op.isIn(OpSet::Views) || Op.isIn(OpSet::Sharing) ||
      Op.isIn(OpSet::Casts) || N.isGetItem())
    return false;
  auto IsNumber = [](const Node *Operand) {
    return Operand->val() && !Operand->tensorType() &&
           !Operand->val()->isSequence();
  };
  if (all_of(N.allInputNodes(), IsNumber))
    return false;
  // Lists of other devices have functions of elements, too.
  return Region.Device != "cpu" || !Op.isPointwise() ||
         policyOf(Op.name()) != CastPolicy::None;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

AutocastRegion fx::autocastAround(const Graph &G) {
  const Module *Inner = G.owningModule();
  while (Inner && Inner->parent()) {
    const Module *Outer = Inner->parent();
    if (!Outer->graph())
      break;
    // wrap_with_autocast(device, dtype, enabled, cache, graph, ...)
    for (const Node *N : Outer->graph()->findNodes(
             Opcode::CallFunction,
             "torch.ops.higher_order.wrap_with_autocast")) {
      const Node *Name = N->numArgs() > 4 ? N->arg(4).asNode() : nullptr;
      if (!Name || Name->targetText() != Inner->name().str())
        continue;
      AutocastRegion R;
      Argument Type = N->arg(1), Enabled = N->arg(2);
      R.Device = N->arg(0).str();
      if (Enabled.isBool() && Enabled.asBool() && Type.kind() == ArgKind::DType)
        R.Type = Type.asDType();
      return R;
    }
    Inner = Outer;
  }
  return {};
}

/// What `_enter_autocast(device, dtype, enabled, cache)` turns on.
static AutocastRegion regionOf(const Node &Enter) {
  AutocastRegion R;
  R.IsEntered = true;
  Argument Device = Enter.numArgs() > 0 ? Enter.arg(0) : Argument();
  Argument Type = Enter.numArgs() > 1 ? Enter.arg(1) : Argument();
  Argument Enabled = Enter.numArgs() > 2 ? Enter.arg(2) : Argument(true);
  if (Enabled.isBool() && !Enabled.asBool())
    return R;
  if (Device.isString())
    R.Device = Device.str();
  if (Type.kind() == ArgKind::DType && Enabled.isBool() && Device.isString())
    R.Type = Type.asDType();
  else
    R.IsUnknown = true;
  return R;
}

AutocastRegion fx::autocastAt(const Node &N, const AutocastRegion &Around) {
  Symbol Enter = N.context().lookup(ops::EnterAutocast::BuilderName);
  if (!Enter)
    return Around; // No graph of this context has any.
  const Node *Innermost = nullptr;
  bool OneDevice = true;
  for (const Node *E : N.graph().findNodes(Opcode::CallFunction, Enter)) {
    auto IsExit = [&](const Node *User) {
      return isa<ops::ExitAutocast>(*User) && User->isBefore(&N);
    };
    if (!E->isBefore(&N) || any_of(E->users(), IsExit))
      continue;
    OneDevice &=
        !Innermost || regionOf(*E).Device == regionOf(*Innermost).Device;
    if (!Innermost || Innermost->isBefore(E))
      Innermost = E;
  }
  if (!Innermost)
    return Around;
  AutocastRegion R = regionOf(*Innermost);
  R.IsUnknown |= !OneDevice;
  return R;
}

//===----------------------------------------------------------------------===//
// Recorded types
//===----------------------------------------------------------------------===//

/// \p Val with the dtypes of \p Found, tensor by tensor.
static Argument withTypesOf(const Argument &Val, const Argument &Found) {
  TensorType Type(Val), Other(Found);
  if (Type && Other)
    return Type.dtype() == Other.dtype()
               ? Val
               : Type.withDType(Other.dtype()).value();
  if (!Val.isSequence() || !Found.isSequence() || Val.size() != Found.size())
    return Val;
  SmallVector<Argument, 4> Items;
  for (size_t I = 0; I != Val.size(); ++I)
    Items.push_back(withTypesOf(Val[I], Found[I]));
  return Val.kind() == ArgKind::List ? Argument::list(Items)
                                     : Argument::tuple(Items);
}

bool fx::correctTypes(Graph &G, ValueInference &Inference) {
  bool Changed = false;
  for (Node *N : G.nodes()) {
    if (!N->isCallFunction() || !N->val())
      continue;
    Expected<Argument> Val = Inference.infer(*N);
    if (!Val) {
      consumeError(Val.takeError());
      continue;
    }
    Argument New = withTypesOf(*N->val(), *Val);
    if (New == *N->val())
      continue;
    N->setVal(New);
    Changed = true;
  }
  return Changed;
}
