//===- ValuesSteps.cpp - Elementwise operations of several steps ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that PyTorch's fake tensors compute as several others
// (torch._refs, torch._decomp). Where strides leave the order of dimensions
// open, as those of dimensions of size one do, the result shows the steps; so
// the rules take the same ones.
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

static DType same(DType T) { return T; }

/// The operands in the type that PyTorch computes with, and the type that comes
/// out; no type where there is nothing to compute with.
static std::optional<DType> promoteOperands(ValueCall &C, ValueOperands &All,
                                            DType (*Adjust)(DType)) {
  std::optional<DType> T = All.Types.result();
  if (!T || All.Tensors.empty() || C.failed()) {
    C.fail("there is no tensor");
    return std::nullopt;
  }
  DType Type = Adjust(*T);
  for (TensorValue &Operand : All.Tensors)
    Operand = C.converted(Operand, computationType(Type));
  return Type;
}

/// Expands each of them to the sizes that they have together
/// (torch._refs._maybe_broadcast).
static void broadcastOperands(ValueCall &C, MutableArrayRef<TensorValue> All) {
  Dims Sizes;
  for (const TensorValue &T : All)
    Sizes = C.broadcast(Sizes, T.sizes());
  for (TensorValue &T : All)
    if (!C.failed() && T.sizes() != DimsRef(Sizes))
      T = TensorValue(valueExpand(C, T, Sizes));
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// clamp, clamp_min, clamp_max: where(a >= bound or isnan(a), a, bound), and
/// the same from above.
static Argument clamp(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = promoteOperands(C, All, same);
  if (!T)
    return Argument::none();
  ValueSteps Step(C, *T);
  TensorValue A = All.Tensors[0];
  size_t Next = 1;
  for (StringRef Name : {"min", "max"}) {
    Argument Bound = C.get(Name);
    if (Bound.isNone())
      continue;
    if (Bound.kind() == ArgKind::Complex)
      return C.fail("a bound is a complex number");
    bool IsTensor = Bound.kind() == ArgKind::TensorType;
    if (IsTensor && Next == All.Tensors.size())
      return C.fail("a bound is a tensor and must be a number");
    TensorValue B = IsTensor ? All.Tensors[Next++] : Step.number(A);
    TensorValue IsNan = Step(A);
    TensorValue Fits = IsTensor ? Step({A, B}) : Step(A);
    A = Step({Step({Fits, IsNan}), A, B});
  }
  return A.value();
}

/// relu, threshold: where(a <= bound, number, a).
static Argument rectify(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = promoteOperands(C, All, same);
  if (!T)
    return Argument::none();
  ValueSteps Step(C, *T);
  const TensorValue &A = All.Tensors[0];
  return Step({Step(A), Step.number(A), A}).value();
}

/// heaviside: where(a == 0, values, where(a < 0 or isnan(a), 0, 1)).
static Argument heaviside(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = promoteOperands(C, All, same);
  if (!T || All.Tensors.size() != 2)
    return C.fail("two tensors are needed");
  broadcastOperands(C, All.Tensors);
  ValueSteps Step(C, *T);
  const TensorValue &A = All.Tensors[0], &Values = All.Tensors[1];
  TensorValue Number = Step.number(A), IsZero = Step(A);
  TensorValue Constants = Step({Step({Step(A), Step(A)}), Number, Number});
  return Step({IsZero, Values, Constants}).value();
}

/// xlogy and xlog1py:
/// where(isnan(b), nan, where(a == 0, 0, a * log(b))).
static Argument timesLogarithm(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = promoteOperands(C, All, floatingType);
  if (!T)
    return Argument::none();
  ValueSteps Step(C, *T);
  TensorValue Number = Step.number(All.Tensors[0]);
  TensorValue A = All.Tensors[0], B = All.Tensors.back();
  if (All.Tensors.size() == 1)
    (C.get(0u).kind() == ArgKind::TensorType ? B : A) = Number;
  TensorValue Product = Step({Step(A), Number, Step({A, Step(B)})});
  return Step({Step(B), Number, Product}).value();
}

/// The choice between a tensor and a number by a mask. A choice that is dense
/// stays as it is.
static Argument chosenByMask(ValueCall &C, const TensorValue &Mask,
                             const TensorValue &T) {
  ValueSteps Step(C, T.dtype());
  // PyTorch's reference, which takes symbols, does not expand the number.
  TensorValue Chosen = hasSymbols({Mask, T}) || T.dtype() == DType::Bool
                           ? Step({Mask, T})
                           : Step({Mask, T, Step.number(T)});
  return valueContiguous(C, Chosen.value());
}

/// tril, triu: chosen by a mask of the last two dimensions, which compares the
/// numbers of columns and rows.
static Argument triangle(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (!C.require(T.rank() >= 2, "the operand has fewer than two dimensions"))
    return Argument::none();
  ValueSteps Step(C, T.dtype());
  DimsRef Plane = T.sizes().take_back(2);
  TensorValue Columns(C.result(DType::Int64, {Plane[1]}, T.device())),
      Rows(C.result(DType::Int64, {Plane[0]}, T.device()));
  if (C.failed())
    return Argument::none();
  TensorValue Mask = Step(Step({TensorValue(valueUnsqueeze(C, Columns, 0)),
                                TensorValue(valueUnsqueeze(C, Rows, 1))}));
  return chosenByMask(C, Mask, T);
}

/// masked_fill: chosen by the mask, in the type of the operand. The kernel
/// makes a new tensor.
static Argument maskedFill(ValueCall &C) {
  TensorValue T = C.tensor("self"), Mask = C.tensor("mask");
  requireNumber(C, "value");
  if (C.failed() || hasSymbols({Mask, T}))
    return chosenByMask(C, Mask, T);
  return C.result(T.dtype(), C.broadcast(T.sizes(), Mask.sizes()), T.device());
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// logical_and and relatives: of operands that are made truth values.
static Argument logical(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  if (!promoteOperands(C, All, same))
    return Argument::none();
  broadcastOperands(C, All.Tensors);
  bool AllBool = *All.Types.result() == DType::Bool;
  ValueSteps Step(C, DType::Bool);
  for (TensorValue &T : All.Tensors)
    if (!AllBool)
      T = Step(T);
  return Step(All.Tensors).value();
}

/// rsub: b - a * alpha.
static Argument reversedDifference(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = promoteOperands(C, All, same);
  if (!T)
    return Argument::none();
  ValueSteps Step(C, *T);
  if (All.Tensors.size() == 1)
    return Step(Step(All.Tensors[0])).value();
  broadcastOperands(C, All.Tensors);
  TensorValue A = All.Tensors[0], B = All.Tensors[1];
  Argument Alpha = C.get("alpha");
  if (!SymbolicMath::isInt(Alpha, 1) &&
      !(Alpha.isFloat() && Alpha.asFloat() == 1))
    A = Step(A);
  return Step({B, A}).value();
}

/// where(signbit(b), -abs(a), abs(a)).
static TensorValue signCopied(ValueSteps &Step, const TensorValue &A,
                              const TensorValue &B) {
  TensorValue Magnitude = Step(A);
  return Step({Step(B), Step(Magnitude), Magnitude});
}

static Argument copySign(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = promoteOperands(C, All, floatingType);
  if (!T)
    return Argument::none();
  broadcastOperands(C, All.Tensors);
  ValueSteps Step(C, *T);
  const TensorValue &A = All.Tensors[0];
  TensorValue B = All.Tensors.size() == 2 ? All.Tensors[1] : Step.number(A);
  return signCopied(Step, A, B).value();
}

/// torch._refs._floor_divide_float.
static TensorValue dividedDown(ValueCall &C, ValueSteps &Step, TensorValue A,
                               TensorValue B) {
  TensorValue Rest = Step({A, B});
  TensorValue Quotient = Step({Step({A, Rest}), B});
  TensorValue Mask = Step({Step(Rest), Step({Step(A), Step(B)})});
  Quotient = Step({Mask, Step(Quotient), Quotient});
  TensorValue Floor = Step(Quotient);
  Mask = Step(Step({Quotient, Floor}));
  Floor = Step({Mask, Step(Floor), Floor});
  TensorValue Basic = Step({A, B});
  if (C.failed())
    return {};
  TensorValue Zero(valueExpand(C, Step.number(A), Dims(Basic.sizes())));
  Floor = Step({Step(Quotient), Floor, signCopied(Step, Zero, Basic)});
  return Step({Step(B), Floor, Basic});
}

/// div with rounding_mode "floor", floor_divide.
static Argument floorDivide(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = promoteOperands(C, All, same);
  if (!T)
    return Argument::none();
  broadcastOperands(C, All.Tensors);
  ValueSteps Step(C, *T);
  TensorValue A = All.Tensors[0], B = All.Tensors.back();
  if (All.Tensors.size() == 1)
    (C.get(0u).kind() == ArgKind::TensorType ? B : A) = Step.number(A);
  if (!isIntegral(*T, /*IncludingBool=*/true))
    return dividedDown(C, Step, A, B).value();
  TensorValue Quotient = Step({A, B});
  if (*T == DType::UInt8 || *T == DType::Bool)
    return Quotient.value();
  TensorValue Offset = Step({Step({Step(A), Step(B)}), Step(Step({A, B}))});
  return Step({Quotient, Offset}).value();
}

/// With a rounding mode integers stay integers.
static Argument divide(ValueCall &C) {
  Argument Mode = C.get("rounding_mode");
  if (Mode.isString() && Mode.str() == "floor")
    return floorDivide(C);
  bool Truncates = Mode.isString();
  ValueOperands All = valueOperands(C);
  std::optional<DType> T =
      promoteOperands(C, All, Truncates ? same : floatingType);
  if (!T)
    return Argument::none();
  ValueSteps Step(C, *T);
  TensorValue Quotient = Step(All.Tensors);
  return Truncates ? Step(Quotient).value() : Quotient.value();
}

static Argument logAddExp(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = promoteOperands(C, All, floatingType);
  if (!T || All.Tensors.size() != 2)
    return C.fail("two tensors are needed");
  broadcastOperands(C, All.Tensors);
  ValueSteps Step(C, *T);
  const TensorValue &A = All.Tensors[0], &B = All.Tensors[1];
  TensorValue Mask = Step({A, B});
  TensorValue Most = Step({Mask, A, B}), Least = Step({Mask, B, A});
  TensorValue IsInf = Step({Step(Step(A)), Step({A, B})});
  TensorValue Sum = Step({Most, Step(Step(Step({Least, Most})))});
  if (!isComplexType(*T))
    return Step({IsInf, A, Sum}).value();
  TensorValue OfInf =
      Step({Step(Least), Least, Step(Step({Step(Least), Step(Most)}))});
  return Step({Step(Least), Step.number(A), Step({IsInf, OfInf, Sum})}).value();
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

/// glu: one half of a dimension times the sigmoid of the other.
static Argument glu(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() || !T.rank())
    return C.fail("the operand has no dimension");
  T = C.converted(T, computationType(T.dtype()));
  Dims Sizes(T.sizes());
  Sizes[D] = C.math().floorDiv(Sizes[D], 2);
  DType Type = C.tensor("self").dtype();
  TensorValue Half(C.result(Type, Sizes, T.strides(), T.device()));
  if (!Half)
    return Argument::none();
  ValueSteps Step(C, Type);
  return Step({Half, Step(Half)}).value();
}

/// native_dropout: rand_like(a) > p, and that mask times a.
static Argument nativeDropout(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  ValueSteps Step(C, T.dtype());
  Argument P = C.get("p");
  auto Is = [&](double Value) {
    return (P.isFloat() && P.asFloat() == Value) ||
           SymbolicMath::isInt(P, int64_t(Value));
  };
  TensorValue Like = Step(T);
  if (C.failed())
    return Argument::none();
  auto Bool = [&](const TensorValue &V) {
    return C.result(DType::Bool, V.sizes(), V.strides(), V.device());
  };
  if (!C.flag("train") || Is(0))
    return valueTuple({T.value(), Bool(Like)});
  if (Is(1))
    return valueTuple({Like.value(), Bool(Like)});
  TensorValue Mask = Step(Like);
  return valueTuple({Step(Step({Mask, T})).value(), Bool(Mask)});
}

/// Derivatives of functions that are defined piece by piece: which of them is
/// the one at x decides about the factor of the gradient.
static TensorValue chosenDerivative(ValueCall &C, ValueSteps &Step,
                                    const TensorValue &G,
                                    const TensorValue &X) {
  StringRef Name = C.opName();
  TensorValue Number = Step.number(G), Test = Step(X);
  if (Name == "threshold_backward")
    return Step({Test, Number, G});
  if (Name == "hardtanh_backward")
    return Step({Step({Test, Test}), Number, G});
  if (Name == "hardsigmoid_backward")
    return Step({Step({Test, Test}), Step(G), Number});
  if (Name == "leaky_relu_backward")
    return Step({Test, G, Step(G)});
  if (Name == "hardswish_backward")
    return Step({Test, Number, Step({Test, Step({G, Step(Test)}), G})});
  if (Name == "logit_backward")
    return Step({Step({Test, Test}), Step({G, Step({X, Test})}), Number});
  if (Name == "softplus_backward") {
    TensorValue Z = Step(Test);
    return Step({Step(Test), G, Step({Step({G, Z}), Step(Z)})});
  }
  // elu_backward
  TensorValue Scaled = Step(G);
  TensorValue Below = C.flag("is_result") ? Step({Scaled, Test})
                                          : Step({Step(Scaled), Step(Test)});
  return Step({Test, Below, Scaled});
}

static Argument choiceBackward(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = promoteOperands(C, All, same);
  if (!T || All.Tensors.size() != 2)
    return C.fail("two tensors are needed");
  ValueSteps Step(C, *T);
  return chosenDerivative(C, Step, All.Tensors[0], All.Tensors[1]).value();
}

/// The gradient times what x makes of it.
static Argument smoothBackward(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = promoteOperands(C, All, same);
  if (!T || All.Tensors.size() != 2)
    return C.fail("two tensors are needed");
  ValueSteps Step(C, *T);
  const TensorValue &G = All.Tensors[0], &X = All.Tensors[1];
  TensorValue Factor = Step({Step(Step(X)), Step({X, Step(X)})});
  if (C.opName() == "silu_backward")
    return Step({Step({G, Step(X)}), Factor}).value();
  return Step({G, Factor}).value();
}

/// What PyTorch's kernels compute in one step, without a reference in Python
/// (at::TensorIteratorBase::compute_fast_setup_type).
static Argument iterated(ValueCall &C) {
  ValueOperands All = valueOperands(C);
  std::optional<DType> T = All.Types.result();
  if (!T || All.Tensors.empty() || C.failed())
    return C.fail("there is no tensor");
  const TensorValue &First = All.Tensors[0];
  auto Each = [&](auto Is) {
    return all_of(All.Tensors, [&](const TensorValue &X) {
      return X.sizes() == First.sizes() && Is(X);
    });
  };
  if (Each([&](const TensorValue &X) { return C.isContiguous(X); }))
    return C.result(*T, First.sizes(), First.device());
  if (C.isDense(First) && Each([&](const TensorValue &X) {
        return X.strides() == First.strides();
      }))
    return C.result(*T, First.sizes(), First.strides(), First.device());
  return C.elementwise(All.Tensors, *T, /*Expanded=*/true);
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// (1 - target) * self - log(sigmoid(self)), in the type of the target.
static TensorValue crossEntropyWithLogits(ValueCall &C, ValueSteps &Step,
                                          const TensorValue &A,
                                          const TensorValue &Target) {
  TensorValue Log = Step(A);
  if (TensorValue Weight = C.optionalTensor("pos_weight"); Weight)
    Log = Step({Step({Step(Weight), Target}), Log});
  TensorValue Loss = Step({Step({Step(Target), A}), Log});
  if (TensorValue Weight = C.optionalTensor("weight"); Weight)
    Loss = Step({Loss, Weight});
  return Loss;
}

/// The loss of each element; what it is in PyTorch decides about strides.
static TensorValue eachLoss(ValueCall &C, ValueSteps &Step,
                            const TensorValue &A, const TensorValue &Target) {
  StringRef Name = C.opName();
  if (Name == "binary_cross_entropy_with_logits")
    return crossEntropyWithLogits(C, Step, A, Target);
  if (Name != "kl_div")
    return Step({A, Target});
  // exp(target) * (target - a), or xlogy(target, target) - target * a.
  if (C.flag("log_target"))
    return Step({Step(Target), Step({Target, A})});
  TensorValue Number = Step.number(A);
  TensorValue Product =
      Step({Step(Target), Number, Step({Target, Step(Target)})});
  return Step({Step({Step(Target), Number, Product}), Step({Target, A})});
}

/// Losses that may reduce to one number.
static Argument elementwiseLoss(ValueCall &C) {
  TensorValue A = C.tensor("self"), Target = C.tensor("target");
  Promotion Types;
  Types.add(A);
  Types.add(Target);
  DType Type = *Types.result();
  if (C.opName() == "binary_cross_entropy_with_logits")
    Type = Target.dtype();
  constexpr int64_t None = 0, Sum = 2;
  int64_t Reduction = C.integer("reduction");
  if (C.opName() == "l1_loss") {
    Type = realType(Type);
    if (Reduction == Sum && isIntegral(Type, /*IncludingBool=*/true))
      Type = DType::Int64;
  }
  // Most losses take any other number for none.
  constexpr int64_t Mean = 1;
  if (C.opName() == "huber_loss" || C.opName() == "smooth_l1_loss")
    C.require(Reduction >= None && Reduction <= Sum,
              "there is no reduction " + Twine(Reduction));
  if (Reduction == Mean || Reduction == Sum) {
    C.broadcast(A.sizes(), Target.sizes());
    if (TensorValue Weight = C.optionalTensor("weight"); Weight)
      C.broadcast(A.sizes(), Weight.sizes());
    return C.result(Type, {}, A.device());
  }
  ValueSteps Step(C, Type);
  return eachLoss(C, Step, A, Target).value();
}

static constexpr NamedValueRule Rules[] = {
    {"choice-backward", choiceBackward},
    {"clamp", clamp},
    {"copysign", copySign},
    {"divide", divide},
    {"elementwise-loss", elementwiseLoss},
    {"floor-divide", floorDivide},
    {"glu", glu},
    {"heaviside", heaviside},
    {"iterated", iterated},
    {"logaddexp", logAddExp},
    {"logical", logical},
    {"masked-fill", maskedFill},
    {"native-dropout", nativeDropout},
    {"rectify", rectify},
    {"reversed-difference", reversedDifference},
    {"smooth-backward", smoothBackward},
    {"times-logarithm", timesLogarithm},
    {"triangle", triangle},
};

ArrayRef<NamedValueRule> fx::stepsValueRules() { return Rules; }
