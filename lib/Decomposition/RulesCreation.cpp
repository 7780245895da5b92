//===- RulesCreation.cpp - Tensors from nothing ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"
#include "fx/Support/WholeNumber.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

static Argument deviceOr(Call &C, unsigned I, const Argument &Default) {
  return C.isGiven(I) ? C.arg(I) : Default;
}

static Argument numberOf(DType T, int Number) {
  return T == DType::Bool ? Argument(Number != 0) : Argument(Number);
}

static Value full(Call &C, const Argument &Sizes, const Argument &Number,
                  DType T, const Argument &Device) {
  return C.call("full", {Sizes, Number},
                {named("dtype", T), named("layout", Layout::Strided),
                 named("device", Device), named("pin_memory", false)});
}

// zeros(size, *, dtype, layout, device, pin_memory)
template <int Number> static Value constant(Call &C) {
  DType T = C.dtype(1).value_or(DType::Float32);
  return full(C, C.arg(0), numberOf(T, Number), T, deviceOr(C, 3, cpu(C)));
}

static Value zero(Call &C) {
  return C.call("full_like", {C[0], numberOf(C[0].dtype(), 0)},
                {named("pin_memory", false),
                 named("memory_format", MemoryFormat::Preserve)});
}

// zeros_like(self, *, dtype, layout, device, pin_memory, memory_format)
template <int Number> static Value constantLike(Call &C) {
  DType T = C.dtype(1).value_or(C[0].dtype());
  Argument Format = C.isGiven(5) ? C.arg(5) : Argument(MemoryFormat::Preserve);
  return C.call("full_like", {C[0], numberOf(T, Number)},
                {named("dtype", C.arg(1)), named("layout", C.arg(2)),
                 named("device", C.arg(3)), named("pin_memory", false),
                 named("memory_format", Format)});
}

// new_zeros(self, size, *, dtype, layout, device, pin_memory)
template <int Number> static Value newConstant(Call &C) {
  DType T = C.dtype(2).value_or(C[0].dtype());
  return full(C, C.arg(1), numberOf(T, Number), T,
              deviceOr(C, 4, C[0].device()));
}

static Value newFull(Call &C) {
  return full(C, C.arg(1), C.arg(2), C.dtype(3).value_or(C[0].dtype()),
              deviceOr(C, 5, C[0].device()));
}

static Value newEmpty(Call &C) {
  return C.call("empty.memory_format", {C.arg(1)},
                {named("dtype", C.dtype(2).value_or(C[0].dtype())),
                 named("layout", Layout::Strided),
                 named("device", deviceOr(C, 4, C[0].device())),
                 named("pin_memory", false)});
}

/// The order of dimensions in memory, the largest stride first.
static SmallVector<int64_t, 6> physicalOrder(Call &C, const Value &V) {
  TensorValue Type = V.type();
  SmallVector<int64_t, 6> Order;
  for (int64_t I = 0; I != int64_t(Type.rank()); ++I)
    Order.push_back(I);
  if (Type.strides().size() == Type.rank())
    stable_sort(Order, [&](int64_t A, int64_t B) {
      return C.hint(Type.strides()[A]) > C.hint(Type.strides()[B]);
    });
  return Order;
}

static Value emptyLike(Call &C) {
  SmallVector<int64_t, 6> Order;
  int64_t Rank = C[0].rank();
  MemoryFormat Format = C.arg(5).kind() == ArgKind::MemoryFormat
                            ? C.arg(5).asMemoryFormat()
                            : MemoryFormat::Preserve;
  if (Format == MemoryFormat::Preserve)
    Order = physicalOrder(C, C[0]);
  else if (Format == MemoryFormat::Contiguous)
    for (int64_t I = 0; I != Rank; ++I)
      Order.push_back(I);
  else if (Rank == 4)
    Order = {0, 2, 3, 1};
  else if (Rank == 5)
    Order = {0, 2, 3, 4, 1};
  else
    return failRank(C, 0, "4 or 5 for this memory format");
  return C.call("empty_permuted", {Call::list(C[0].sizes()), Call::list(Order)},
                {named("dtype", C.dtype(1).value_or(C[0].dtype())),
                 named("layout", Layout::Strided),
                 named("device", deviceOr(C, 3, C[0].device())),
                 named("pin_memory", false)});
}

static Value fillScalar(Call &C) {
  return C.call("full_like", {C[0], C.arg(1)}, {named("pin_memory", false)});
}
static Value fillTensor(Call &C) { return C.call("copy", {C[0], C[1]}); }

// arange(end, *, dtype, layout, device, pin_memory), arange.start(start, end)
static Value arangeFrom(Call &C, const Argument &Start, const Argument &End,
                        unsigned Options) {
  return C.call("arange.start_step", {Start, End},
                {named("dtype", C.arg(Options)),
                 named("layout", Layout::Strided),
                 named("device", deviceOr(C, Options + 2, cpu(C))),
                 named("pin_memory", false)});
}
static Value arangeEnd(Call &C) { return arangeFrom(C, 0, C.arg(0), 1); }
static Value arangeStart(Call &C) {
  return arangeFrom(C, C.arg(0), C.arg(1), 2);
}

static Value eyeOf(Call &C, const Dim &Rows, const Dim &Columns,
                   unsigned Options) {
  DType T = C.dtype(Options).value_or(DType::Float32);
  Argument Device = deviceOr(C, Options + 2, cpu(C));
  int64_t Most = std::max(C.hint(Rows), C.hint(Columns));
  DType Index = !Rows.isInt() || !Columns.isInt() ? DType::Int64
                : Most <= 256                     ? DType::UInt8
                : Most <= 32768                   ? DType::Int16
                                                  : DType::Int64;
  Value Row = arange(C, 0, Rows, Device, Index);
  Value Column = arange(C, 0, Columns, Device, Index);
  Value On = equals(C.call("unsqueeze", {Row, -1}), Column);
  return T == DType::Bool ? On : convertTo(On, T);
}
static Value eye(Call &C) { return eyeOf(C, C.dims(0)[0], C.dims(0)[0], 1); }
static Value eyeRectangular(Call &C) {
  return eyeOf(C, C.dims(0)[0], C.dims(1)[0], 2);
}

/// Points from \p From to \p To, computed from both ends in type \p T.
static Value points(Call &C, double From, double To, int64_t Steps, DType T,
                    const Argument &Start, const Argument &End,
                    const Argument &Device) {
  if (Steps <= 1)
    return C.fail("the number of steps is " + Twine(Steps) +
                  "; this rule needs 2 or more");
  double Step = (To - From) / (Steps - 1);
  Value Index = arange(C, 0, Dim(Steps), Device);
  Value First = Index < Argument(Steps / 2.0);
  Value Up = convertTo(Index, T) * Argument(Step) + Start;
  Value Down = subtractFrom(End, convertTo(int64_t(Steps - 1) - Index, T) *
                                     Argument(Step));
  return where(First, Up, Down);
}

static Value linspace(Call &C) {
  if (C.arg(0).isNode() || C.arg(1).isNode())
    return C.keep();
  DType T = C.dtype(3).value_or(DType::Float32);
  if (!isFloatType(T))
    return C.keep();
  return points(C, C.number(0), C.number(1), C.integer(2), T, C.arg(0),
                C.arg(1), deviceOr(C, 5, cpu(C)));
}

static Value logspace(Call &C) {
  if (C.arg(0).isNode() || C.arg(1).isNode())
    return C.keep();
  DType T = C.dtype(4).value_or(DType::Float32);
  if (!isFloatType(T))
    return C.keep();
  Value Exponent =
      points(C, C.number(0), C.number(1), C.integer(2), DType::Float64,
             C.arg(0), C.arg(1), deviceOr(C, 6, cpu(C)));
  // A whole base is given as one, as PyTorch does.
  double Base = C.number(3);
  std::optional<int64_t> Integer = wholeNumber(Base);
  Argument Whole = Integer ? Argument(*Integer) : Argument(Base);
  return convertTo(C.call("pow.Scalar", {Whole, Exponent}), T);
}

// hann_window(window_length, [periodic], *, dtype, layout, device, pin_memory)
static Value window(Call &C, int64_t Length, bool Periodic, double Alpha,
                    double Beta, unsigned Options) {
  DType T = C.dtype(Options).value_or(DType::Float32);
  if (Length <= 1 || !isFloatType(T))
    return C.keep();
  int64_t N = Periodic ? Length + 1 : Length;
  Value Index = arange(C, 0, Dim(N), deviceOr(C, Options + 2, cpu(C)), T);
  Value Wave =
      C.call("cos", {Index * Argument(2 * 3.141592653589793 / (N - 1))});
  Value Result = Wave * Argument(-Beta) + Argument(Alpha);
  return Periodic ? C.call("slice.Tensor", {Result, 0, 0, Length}) : Result;
}
static Value hannWindow(Call &C) {
  return window(C, C.integer(0), true, 0.5, 0.5, 1);
}
static Value hannWindowPeriodic(Call &C) {
  return window(C, C.integer(0), C.flag(1), 0.5, 0.5, 2);
}

/// The matrix below or above a diagonal.
static Value triangle(Call &C, bool Lower) {
  Dims S = C[0].sizes();
  if (S.size() < 2)
    return failRank(C, 0, "2 or more");
  Argument Device = C[0].device();
  Value Columns =
      C.call("unsqueeze", {arange(C, 0, S[S.size() - 1], Device), -2});
  Value Rows = C.call("unsqueeze", {arange(C, 0, S[S.size() - 2], Device), -1});
  Value Distance = Columns - Rows;
  Value Inside = Lower ? Distance <= C.arg(1) : Distance >= C.arg(1);
  Value Chosen = C[0].dtype() == DType::Bool
                     ? C.call("logical_and", {Inside, C[0]})
                     : where(Inside, C[0], 0);
  return C.call("contiguous", {Chosen});
}
static Value tril(Call &C) { return triangle(C, true); }
static Value triu(Call &C) { return triangle(C, false); }

static Value vander(Call &C) {
  int64_t Rank = C[0].rank();
  Dim N = C.isGiven(1) ? C.dims(1)[0] : C[0].size(-1);
  bool Increasing = C.flag(2);
  Dims Shape = C[0].sizes();
  Shape.push_back(N);
  // Powers are products of equal factors, the first of which is one.
  Dims First = C[0].sizes();
  First.push_back(Dim(1));
  Value One = C.call("new_full", {C[0], Call::list(First), 1});
  Dims Rest = C[0].sizes();
  Rest.push_back(C.sub(N, Dim(1)));
  Value Factors = C.expand(C.call("unsqueeze", {C[0], -1}), Rest);
  Value All = C.call("cat", {Argument::list({One, Factors}), Rank});
  Value Powers = C.call("cumprod", {All, Rank});
  if (Increasing)
    return Powers;
  return C.call("flip", {Powers, Call::list(ArrayRef<int64_t>{Rank})});
}

ArrayRef<Entry> fx::decomposition::creationRules() {
  static const Entry Rules[] = {
      {"zeros.default", constant<0>},
      {"ones.default", constant<1>},
      {"zeros_like", constantLike<0>},
      {"ones_like", constantLike<1>},
      {"zero.default", zero},
      {"new_zeros", newConstant<0>},
      {"new_ones", newConstant<1>},
      {"new_full", newFull},
      {"new_empty.default", newEmpty},
      {"empty_like", emptyLike},
      {"fill.Scalar", fillScalar},
      {"fill.Tensor", fillTensor},
      {"arange.default", arangeEnd},
      {"arange.start", arangeStart},
      {"eye.default", eye},
      {"eye.m", eyeRectangular},
      {"linspace.default", linspace},
      {"logspace.default", logspace},
      {"hann_window.default", hannWindow},
      {"hann_window.periodic", hannWindowPeriodic},
      {"tril", tril},
      {"triu", triu},
      {"vander", vander},
  };
  return Rules;
}
