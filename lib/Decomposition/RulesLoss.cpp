//===- RulesLoss.cpp - Losses ---------------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// Bools are numbers here, which `sub` does not take them for.
static Value difference(Call &C) {
  Value Input = C[0], Target = C[1];
  if (Target.dtype() == DType::Bool)
    Target = convertTo(Target, Input.dtype());
  else if (Input.dtype() == DType::Bool)
    Input = convertTo(Input, Target.dtype());
  return Input - Target;
}

// mse_loss(self, target, reduction)
static Value mse(Call &C) {
  Value Loss = C.call("pow.Tensor_Scalar", {difference(C), 2});
  return reduceLoss(Loss, C.integer(2, 1));
}
static Value l1(Call &C) {
  return reduceLoss(C.call("abs", {C[0] - C[1]}), C.integer(2, 1));
}
// smooth_l1_loss(self, target, reduction, beta)
static Value smoothL1(Call &C) {
  double Beta = C.number(3, 1);
  Value Loss = C.call("abs", {difference(C)});
  if (Beta == 0)
    return reduceLoss(Loss, C.integer(2, 1));
  Value Near = Loss < Argument(Beta);
  Value Square =
      C.call("pow.Tensor_Scalar", {Loss, 2}) * Argument(0.5) / Argument(Beta);
  Value Far = Loss - Argument(0.5 * Beta);
  return reduceLoss(C.call("where.self", {Near, Square, Far}), C.integer(2, 1));
}
// huber_loss(self, target, reduction, delta)
static Value huber(Call &C) {
  double Delta = C.number(3, 1);
  Value Z = C.call("abs", {difference(C)});
  Value Near = Z < Argument(Delta);
  Value Square = Z * Argument(0.5) * Z;
  Value Far = (Z - Argument(0.5 * Delta)) * Argument(Delta);
  return reduceLoss(C.call("where.self", {Near, Square, Far}), C.integer(2, 1));
}

// binary_cross_entropy(self, target, weight, reduction)
static Value binaryCrossEntropy(Call &C) {
  auto Bounded = [&](const Value &Log) {
    Value Least = C.call("new_full", {C[0], Argument::list({}), -100});
    return C.call("maximum", {Log, Least});
  };
  Value Missing = C[1] - Argument(1);
  Value Low = Missing * Bounded(C.call("log1p", {-C[0]}));
  Value High = C[1] * Bounded(C.call("log", {C[0]}));
  Value Loss = Low - High;
  if (C.isGiven(2))
    Loss = Loss * C[2];
  return reduceLoss(Loss, C.integer(3, 1));
}
// binary_cross_entropy_with_logits(self, target, weight, pos_weight, reduction)
static Value crossEntropyWithLogits(Call &C) {
  Value Loss;
  if (C.isGiven(3)) {
    Value Weight = (C[3] - Argument(1)) * C[1] + Argument(1);
    Value Rest = (1 - C[1]) * C[0];
    Loss = Rest - Weight * C.call("log_sigmoid", {C[0]});
  } else {
    Value Rest = (1 - C[1]) * C[0];
    Loss = Rest - C.call("log_sigmoid", {C[0]});
  }
  if (C.isGiven(2))
    Loss = Loss * C[2];
  return reduceLoss(Loss, C.integer(4, 1));
}

// kl_div(self, target, reduction, *, log_target)
static Value klDiv(Call &C) {
  Value Loss;
  if (C.flag(3)) {
    Value Difference = C[1] - C[0];
    Loss = C.call("exp", {C[1]}) * Difference;
  } else {
    Value Product = C[1] * C[0];
    Loss = C.call("xlogy.Tensor", {C[1], C[1]}) - Product;
  }
  return reduceLoss(Loss, C.integer(2, 1));
}

// soft_margin_loss(self, target, reduction)
static Value softMargin(Call &C) {
  Value Loss = C.call("log1p", {C.call("exp", {-C[0] * C[1]})});
  return reduceLoss(Loss, C.integer(2, 1));
}

// margin_ranking_loss(input1, input2, target, margin, reduction)
static Value marginRanking(Call &C) {
  Value Difference = C[0] - C[1];
  Value Loss = C.call("add.Scalar", {-C[2] * Difference, C.arg(3)});
  return reduceLoss(C.call("clamp_min", {Loss, 0}), C.integer(4, 1));
}

// hinge_embedding_loss(self, target, margin, reduction)
static Value hingeEmbedding(Call &C) {
  Value Zeros = C.call("zeros_like", {C[0]},
                       {named("memory_format", MemoryFormat::Contiguous)});
  Value Margin =
      C.call("fill.Scalar", {C.call("empty_like", {C[0]}), C.arg(2)});
  Value Apart = C.call("clamp_min", {Margin - C[0], 0});
  Value Left = C.call("where.self", {differs(C[1], 1), Apart, Zeros});
  Value Right = C.call("where.self", {differs(C[1], -1), C[0], Zeros});
  return reduceLoss(Left + Right, C.integer(3, 1));
}

// cosine_embedding_loss(input1, input2, target, margin, reduction)
static Value cosineEmbedding(Call &C) {
  int64_t D = C[2].rank();
  constexpr double Epsilon = 9.999999960041972e-13;
  auto Sum = [&](const Value &A, const Value &B) { return sumOf(A * B, {D}); };
  Value Product = Sum(C[0], C[1]);
  Value A = C.call("add.Scalar", {Sum(C[0], C[0]), Epsilon});
  Value B = C.call("add.Scalar", {Sum(C[1], C[1]), Epsilon});
  Value Cosine = Product / C.call("sqrt", {A * B});
  Value Zeros = C.call("zeros_like", {Cosine},
                       {named("memory_format", MemoryFormat::Contiguous)});
  Value Ones = C.call("fill.Scalar", {C.call("empty_like", {Cosine}), 1});
  Value Alike = Ones - Cosine;
  Value Apart =
      C.call("clamp_min", {C.call("sub.Scalar", {Cosine, C.arg(3)}), 0});
  Value Left = C.call("where.self", {equals(C[2], 1), Alike, Zeros});
  Value Right = C.call("where.self", {equals(C[2], -1), Apart, Zeros});
  return reduceLoss(Left + Right, C.integer(4, 1));
}

// cosine_similarity(x1, x2, dim, eps)
static Value cosineSimilarity(Call &C) {
  DType T = promoteTypes(C[0].dtype(), C[1].dtype());
  if (!isFloatType(T))
    T = DType::Float32;
  // Each operand keeps its own type until the product.
  auto Floating = [&](const Value &V) {
    return isFloatType(V.dtype()) ? V : convertTo(V, T);
  };
  Value A = Floating(C[0]), B = Floating(C[1]);
  Dims Shape = C.broadcast(A.sizes(), B.sizes());
  if (A.sizes() != Shape)
    A = C.expand(A, Shape);
  if (B.sizes() != Shape)
    B = C.expand(B, Shape);
  int64_t D = C.dim(2, Shape.size());
  auto Norm = [&](const Value &V) {
    return C.call(
        "clone", {C.call("linalg_vector_norm", {V, 2, Call::list({D}), true})});
  };
  Value NormA = Norm(A), NormB = Norm(B);
  Value Least = C.call("scalar_tensor", {C.arg(3)},
                       {named("dtype", T), named("device", A.device())});
  NormA = C.call("clamp.Tensor", {NormA, Least});
  NormB = C.call("clamp.Tensor", {NormB, Least});
  Value UnitB = B / NormB;
  Value UnitA = A / NormA;
  return sumOf(UnitA * UnitB, {D});
}

// pairwise_distance(x1, x2, p, eps, keepdim)
static Value pairwiseDistance(Call &C) {
  int64_t Rank = std::max(C[0].rank(), C[1].rank());
  Value Difference = C.call("add.Scalar", {C[0] - C[1], C.arg(3)});
  return C.call("linalg_vector_norm",
                {Difference, C.arg(2), Call::list({Rank - 1}), C.arg(4)});
}

// triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap,
//                     reduction)
static Value tripletMargin(Call &C) {
  auto Distance = [&](const Value &A, const Value &B) {
    return C.call("pairwise_distance", {A, B, C.arg(4), C.arg(5), false});
  };
  Value Positive = Distance(C[0], C[1]), Negative = Distance(C[0], C[2]);
  if (C.flag(6))
    Negative = C.call("minimum", {Negative, Distance(C[1], C[2])});
  Value Loss = C.call("add.Scalar", {Positive, C.arg(3)}) - Negative;
  return reduceLoss(C.call("clamp_min", {Loss, 0}), C.integer(7, 1));
}

// poisson_nll_loss(input, target, log_input, full, eps, reduction)
static Value poissonNll(Call &C) {
  Value Loss;
  if (C.flag(2)) {
    Value Product = C[1] * C[0];
    Loss = C.call("exp", {C[0]}) - Product;
  } else {
    Value Log = C.call("log", {C.call("add.Scalar", {C[0], C.arg(4)})});
    Loss = C[0] - C[1] * Log;
  }
  if (C.flag(3)) {
    // Stirling's approximation, for targets above 1.
    Value Log = C.call("log", {C[1] * Argument(2 * 3.141592653589793)});
    Value Half = Log * Argument(0.5);
    Value Term = C[1] * C.call("log", {C[1]}) - C[1] + Half;
    Loss = Loss + C.call("masked_fill.Scalar", {Term, C[1] <= Argument(1), 0});
  }
  return reduceLoss(Loss, C.integer(5, 1));
}

// multi_margin_loss(self, target, p, margin, weight, reduction)
static Value multiMargin(Call &C) {
  Value Input = C.call("atleast_2d", {C[0]});
  Value Target = C.call("atleast_1d", {C[1]});
  Target = C.call("unsqueeze", {Target, 1});
  Value Right = C.call("gather", {Input, 1, Target});
  Value Z = subtractFrom(C.arg(3), Right) + Input;
  Z = C.call("clamp_min", {Z, 0});
  if (C.number(2, 1) == 2)
    Z = Z * Z;
  if (C.isGiven(4))
    Z = Z * C.call("index.Tensor", {C[4], Argument::list({Target})});
  Value Index = arange(C, 0, Input.size(1), Input.device());
  Z = where(differs(Index, Target), Z, 0);
  switch (C.integer(5, 1)) {
  case 1:
    return C.call("mean", {Z});
  case 2:
    return sumOf(Z) / Z.size(1);
  default:
    return C.call("mean.dim", {Z, Call::list({1})});
  }
}

// nll_loss_forward(self, target, weight, reduction, ignore_index)
static Value nllForward(Call &C) {
  Value Self = C[0], Target = C[1], Weight;
  int64_t Rank = Self.rank(), Channel = Rank < 2 ? 0 : 1;
  int64_t Reduction = C.integer(3, 1);
  const Argument &Ignore = C.arg(4);
  if (C.isGiven(2)) {
    Weight = C[2];
    if (Rank > 1) {
      Dims Shape(Rank, Dim(1));
      Shape[Channel] = Weight.size(0);
      Weight = C.call("view", {Weight, Call::list(Shape)});
    }
    Self = Self * Weight;
  }
  auto Squeezed = [&](const Value &V) {
    return C.call("squeeze.dim", {V, Channel});
  };
  Value Safe = where(differs(Target, Ignore), Target, 0);
  Safe = C.call("unsqueeze", {Safe, Channel});
  Value Loss = -Squeezed(C.call("gather", {Self, Channel, Safe}));
  Loss = where(differs(Target, Ignore), Loss, 0);
  if (Reduction == 0 && Rank > 1)
    return C.tuple({Loss, C.call("new_full", {Self, Argument::list({}), 0.0})});
  Value Total;
  if (!Weight.isNone()) {
    Value Wide = C.expand(Weight, Self.sizes());
    Value Sum = Squeezed(C.call("gather", {Wide, Channel, Safe}));
    Total = sumOf(where(differs(Target, Ignore), Sum, 0));
  } else {
    Total = C.call("to.device", {sumOf(differs(Target, Ignore)), Self.device(),
                                 Self.dtype()});
  }
  if (Reduction == 2)
    Loss = sumOf(Loss);
  else if (Reduction == 1)
    Loss = sumOf(Loss) / Total;
  return C.tuple({Loss, Total});
}
static Value nllLoss(Call &C) {
  return C.call("nll_loss_forward", {C[0], C[1], C[2], C.arg(3), C.arg(4)})[0];
}
static Value nllLoss2d(Call &C) {
  return C.call("nll_loss2d_forward",
                {C[0], C[1], C[2], C.arg(3), C.arg(4)})[0];
}

// nll_loss_nd(self, target, weight, reduction, ignore_index)
static Value nllNd(Call &C) {
  Value Input = C[0], Target = C[1];
  Dims Shape = Input.sizes();
  int64_t Rank = Shape.size(), Reduction = C.integer(3, 1);
  if (Rank == 1 || Rank == 2)
    return C.call("nll_loss", {Input, Target, C[2], C.arg(3), C.arg(4)});
  if (Rank == 4)
    return C.call("nll_loss2d", {Input, Target, C[2], C.arg(3), C.arg(4)});
  if (Rank == 0)
    return failRank(C, 0, "1 or more, one of which is for classes");
  // Other dimensions are folded into one; without elements, -1 says nothing.
  Dims Out = Target.sizes();
  auto Folded = [](Dims First, ArrayRef<Dim> Sizes) {
    bool IsEmpty =
        any_of(Sizes, [](const Dim &D) { return Call::isInt(D, 0); });
    First.append({Dim(IsEmpty ? 0 : 1), Dim(IsEmpty ? 0 : -1)});
    return First;
  };
  Input = C.reshape(C.call("contiguous", {Input}),
                    Folded({Shape[0], Shape[1]}, Shape));
  Target = C.reshape(C.call("contiguous", {Target}), Folded({Shape[0]}, Out));
  Value Loss = C.call("nll_loss2d", {Input, Target, C[2], C.arg(3), C.arg(4)});
  return Reduction == 0 ? C.reshape(Loss, Out) : Loss;
}

// cross_entropy_loss(self, target, weight, reduction, ignore_index,
//                    label_smoothing)
static Value crossEntropy(Call &C) {
  Value Self = C[0], Target = C[1], Weight = C[2];
  Dims Shape = Self.sizes();
  if (Shape.empty())
    return failRank(C, 0, "1 or more, one of which is for classes");
  int64_t Rank = Shape.size(), Class = Rank == 1 ? 0 : 1;
  int64_t Reduction = C.integer(3, 1);
  double Smoothing = C.number(5, 0);
  const Argument &Ignore = C.arg(4);
  Dim Classes = Shape[Class];
  auto Shaped = [&](const Value &W) {
    Dims View(Rank, Dim(1));
    View[Class] = Classes;
    return C.call("view", {W, Call::list(View)});
  };
  bool Probabilities = Target.rank() == Rank && isFloatType(Target.dtype());
  if (Probabilities) {
    Value Log = C.call("log_softmax.int", {Self, Class});
    Value Wanted = Target;
    if (Smoothing > 0) {
      if (!Classes.isInt())
        return C.fail("the number of classes is symbolic");
      Wanted =
          C.call("add.Scalar", {C.call("mul.Scalar", {Target, 1 - Smoothing}),
                                Smoothing / Classes.asInt()});
    }
    Value Product = Log * Wanted;
    if (!Weight.isNone())
      Product = Product * Shaped(Weight);
    if (Reduction == 0)
      return -sumOf(Product, {Class});
    Value Sum = -sumOf(Product);
    if (Reduction == 2)
      return Sum;
    Dim Count = C.floorDiv(C.product(Shape), Classes);
    return C.call("div.Scalar", {Sum, Count});
  }
  Value Log = C.call("log_softmax.int", {Self, Class});
  Value Nll = C.call("nll_loss_nd", {Log, Target, Weight, C.arg(3), Ignore});
  if (Smoothing <= 0)
    return Nll;
  if (!Classes.isInt())
    return C.fail("the number of classes is symbolic");
  Value Smooth = Log;
  if (!Weight.isNone())
    Smooth = Log * Shaped(Weight);
  Smooth = -sumOf(Smooth, {Class});
  Value Ignored = equals(Target, Ignore);
  Smooth = C.call("masked_fill.Scalar", {Smooth, Ignored, 0.0});
  if (Reduction == 1) {
    Value Count;
    if (!Weight.isNone()) {
      if (Target.rank() == 0)
        return C.keep();
      Value Safe = C.call("masked_fill.Scalar", {Target, Ignored, 0});
      Value Picked = C.call("gather", {Weight, 0, C.reshape(Safe, {Dim(-1)})});
      if (Target.rank() == 1)
        Picked = C.call("gather", {Weight, 0, Safe});
      else
        Picked = C.reshape(Picked, Target.sizes());
      Count = sumOf(C.call("masked_fill.Scalar", {Picked, Ignored, 0.0}));
    } else {
      Count = sumOf(C.call("bitwise_not", {Ignored}));
    }
    Smooth = sumOf(Smooth) / Count;
  } else if (Reduction == 2) {
    Smooth = sumOf(Smooth);
  }
  Value Small =
      C.call("mul.Scalar", {Smooth, Smoothing / double(Classes.asInt())});
  return C.call("mul.Scalar", {Nll, 1 - Smoothing}) + Small;
}

// multilabel_margin_loss_forward(self, target, reduction)
static Value multilabelMarginForward(Call &C) {
  Value Input = C.call("atleast_2d", {C[0]});
  Value Target = C.call("atleast_2d", {C[1]});
  Dims Shape = C[1].sizes();
  Dim Classes = Input.size(1);
  int64_t Reduction = C.integer(2, 1);
  Value Index = arange(C, 0, Classes, Target.device());
  // Labels after the first -1 do not count.
  Value End = C.call("amin", {where(equals(Target, -1), Index, Classes),
                              Call::list({-1}), true});
  Value Counts = Index < End;
  Value Right = C.call("gather", {Input, -1, where(Counts, Target, 0)});
  Value Labels = where(Counts, Target, -1);
  Value IsTarget =
      C.call("any.dim", {equals(Index, C.call("unsqueeze", {Labels, -1})), 1});
  Value Z = 1.0 - C.call("unsqueeze", {C.call("t", {Right}), -1});
  Z = C.call("clamp_min", {Z + Input, 0}) / Classes;
  Z = where(IsTarget, 0, Z);
  // PyTorch's own decomposition adds what does not count, too.
  Z = where(C.call("unsqueeze", {C.call("t", {Counts}), -1}), Z, 0);
  if (Reduction == 1)
    Z = C.call("mean", {sumOf(Z, {0, -1})});
  else if (Reduction == 2)
    Z = sumOf(Z);
  else
    Z = sumOf(Z, {0, -1});
  return C.tuple({Z, C.reshape(convertTo(IsTarget, C[0].dtype()), Shape)});
}
static Value multilabelMargin(Call &C) {
  return C.call("multilabel_margin_loss_forward", {C[0], C[1], C.arg(2)})[0];
}

ArrayRef<Entry> fx::decomposition::lossRules() {
  static const Entry Rules[] = {
      {"mse_loss", mse, InFloat32},
      {"l1_loss", l1, InFloat32},
      {"smooth_l1_loss", smoothL1, InFloat32},
      {"huber_loss", huber, InFloat32},
      {"binary_cross_entropy", binaryCrossEntropy, InFloat32},
      {"binary_cross_entropy_with_logits", crossEntropyWithLogits},
      {"kl_div", klDiv},
      {"soft_margin_loss", softMargin, InFloat32},
      {"margin_ranking_loss", marginRanking},
      {"hinge_embedding_loss", hingeEmbedding},
      {"cosine_embedding_loss", cosineEmbedding},
      {"cosine_similarity", cosineSimilarity},
      {"pairwise_distance", pairwiseDistance},
      {"triplet_margin_loss", tripletMargin},
      {"poisson_nll_loss", poissonNll, InFloat32},
      {"multi_margin_loss", multiMargin, InFloat32},
      {"nll_loss_forward.default", nllForward},
      {"nll_loss2d_forward.default", nllForward},
      {"nll_loss.default", nllLoss},
      {"nll_loss2d.default", nllLoss2d},
      {"nll_loss_nd", nllNd},
      {"cross_entropy_loss", crossEntropy},
      {"multilabel_margin_loss_forward.default", multilabelMarginForward},
      {"multilabel_margin_loss.default", multilabelMargin},
  };
  return Rules;
}
