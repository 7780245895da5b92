//===- ValuesJoining.cpp - Joining, repeating and padding -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

/// An empty tensor of one dimension that cat() leaves out.
static bool isSkipped(const TensorValue &T) {
  return T.rank() == 1 && SymbolicMath::isInt(T.sizes()[0], 0);
}

/// Tensors without dimensions get some before they are joined, and count like
/// the others.
static DType promoted(ArrayRef<TensorValue> Tensors) {
  DType Type = Tensors[0].dtype();
  for (const TensorValue &T : Tensors.drop_front())
    Type = promoteTypes(Type, T.dtype());
  return Type;
}

static Argument cat(ValueCall &C) {
  SmallVector<TensorValue, 4> Tensors = C.tensors("tensors");
  if (C.failed() || Tensors.empty())
    return C.fail("there is no tensor to join");
  DType Type = promoted(Tensors);
  const TensorValue *First = nullptr;
  for (const TensorValue &T : Tensors)
    if (!isSkipped(T)) {
      First = &T;
      break;
    }
  if (!First)
    return C.result(Type, {Dim(0)}, Tensors[0].device());
  unsigned D = C.dim("dim", First->rank());
  if (First->rank() == 0)
    return C.fail("tensors without dimensions cannot be joined");
  Dims Sizes(First->sizes());
  bool AllLast = true;
  for (const TensorValue &T : Tensors) {
    AllLast &= C.suggestsChannelsLast(T) && T.rank() == First->rank();
    if (isSkipped(T))
      continue;
    if (T.rank() != First->rank())
      return C.mismatch("the tensors have different numbers of dimensions");
    if (&T == First)
      continue;
    for (unsigned I = 0; I != T.rank(); ++I) {
      if (I == D)
        continue;
      if (T.sizes()[I].isInt() && Sizes[I].isInt() &&
          !(T.sizes()[I] == Sizes[I]))
        return C.mismatch("the tensors differ in dimension " + Twine(I));
      if (T.sizes()[I].isInt())
        Sizes[I] = T.sizes()[I];
    }
    Sizes[D] = C.math().add(Sizes[D], T.sizes()[D]);
  }
  return C.result(Type, Sizes,
                  AllLast ? C.channelsLastStrides(Sizes)
                          : C.contiguousStrides(Sizes),
                  First->device());
}

static Argument stack(ValueCall &C) {
  SmallVector<TensorValue, 4> Tensors = C.tensors("tensors");
  if (C.failed() || Tensors.empty())
    return C.fail("there is no tensor to join");
  unsigned D = C.dim("dim", Tensors[0].rank() + 1);
  if (C.failed())
    return Argument::none();
  for (const TensorValue &T : Tensors)
    if (!requireSameSizes(C, Tensors[0].sizes(), T.sizes()))
      return Argument::none();
  Dims Sizes(Tensors[0].sizes());
  Sizes.insert(Sizes.begin() + D, Dim(int64_t(Tensors.size())));
  // A view of what cat() makes, unless the new dimension is the last.
  DType Type = promoted(Tensors);
  bool AllLast = all_of(
      Tensors, [&](const TensorValue &T) { return C.suggestsChannelsLast(T); });
  if (!AllLast || D == Tensors[0].rank())
    return C.result(Type, Sizes, Tensors[0].device());
  Dims Joined(Tensors[0].sizes());
  Joined[D] = C.math().mul(Joined[D], int64_t(Tensors.size()));
  TensorValue Whole(C.result(Type, Joined, C.channelsLastStrides(Joined),
                             Tensors[0].device()));
  return Whole ? valueReshape(C, Whole, Sizes, /*MayCopy=*/false)
               : Argument::none();
}

/// hstack, vstack, dstack: joined in dimension 1, 0, 2 of at least so many.
static Argument stackAlong(ValueCall &C, unsigned Along) {
  SmallVector<TensorValue, 4> Tensors = C.tensors("tensors");
  if (C.failed() || Tensors.empty())
    return C.fail("there is no tensor to join");
  SmallVector<Dims, 4> Shapes;
  for (const TensorValue &T : Tensors) {
    Dims S(T.sizes());
    if (Along == 0)
      while (S.size() < 2)
        S.insert(S.begin(), Dim(1));
    else if (Along == 2) {
      if (S.size() < 2)
        S.insert(S.begin(), 2 - S.size(), Dim(1));
      if (S.size() < 3)
        S.push_back(1);
    } else if (S.empty()) {
      S.push_back(1);
    }
    Shapes.push_back(std::move(S));
  }
  Dims Sizes = Shapes[0];
  unsigned D = Along == 1 && Sizes.size() == 1 ? 0 : Along;
  for (const Dims &S : ArrayRef(Shapes).drop_front()) {
    if (!requireSameSizes(C, Sizes, S, D))
      return Argument::none();
    Sizes[D] = C.math().add(Sizes[D], S[D]);
  }
  return C.result(promoted(Tensors), Sizes, Tensors[0].device());
}

/// column_stack: vectors are columns.
static Argument columnStack(ValueCall &C) {
  SmallVector<TensorValue, 4> Tensors = C.tensors("tensors");
  if (C.failed() || Tensors.empty())
    return C.fail("there is no tensor to join");
  Dims Sizes;
  for (const TensorValue &T : Tensors) {
    Dims S(T.sizes());
    while (S.size() < 2)
      S.push_back(1);
    if (Sizes.empty())
      Sizes = S;
    else if (!requireSameSizes(C, Sizes, S, 1))
      return Argument::none();
    else
      Sizes[1] = C.math().add(Sizes[1], S[1]);
  }
  return C.result(promoted(Tensors), Sizes, Tensors[0].device());
}

/// atleast_1d, ...: dimensions of size one are added.
static Argument atLeast(ValueCall &C, const TensorValue &T, size_t Rank) {
  if (T.rank() >= Rank)
    return T.value();
  if (T.rank() == 0)
    return valueReshape(C, T, Dims(Rank, Dim(1)), /*MayCopy=*/true);
  TensorValue Matrix = T.rank() == 1 ? TensorValue(valueUnsqueeze(C, T, 0)) : T;
  if (Rank == 2 || !Matrix)
    return Matrix.value();
  return valueUnsqueeze(C, Matrix, 2);
}

static Argument atLeast(ValueCall &C, size_t Rank) {
  if (C.hasParam("self"))
    return atLeast(C, C.tensor("self"), Rank);
  // Python's function takes a tensor, several, or a list of them.
  Argument Given = C.get("tensors");
  bool IsSpread = C.schema().params().front().isVariadic();
  if (IsSpread && Given.size() == 1) {
    if (TensorValue T(Given[0]); T)
      return atLeast(C, T, Rank);
    Given = Argument(Given[0]);
  }
  if (!Given.isSequence())
    return C.fail("there is no list of tensors");
  SmallVector<Argument, 4> Results;
  for (const Argument &A : Given.elements()) {
    TensorValue T(A);
    if (!T)
      return C.fail("an operand is not a tensor");
    Results.push_back(atLeast(C, T, Rank));
  }
  return IsSpread ? Argument::tuple(Results) : Argument::list(Results);
}

static Argument atLeast1d(ValueCall &C) { return atLeast(C, 1); }
static Argument atLeast2d(ValueCall &C) { return atLeast(C, 2); }
static Argument atLeast3d(ValueCall &C) { return atLeast(C, 3); }

static Argument hstack(ValueCall &C) { return stackAlong(C, 1); }
static Argument vstack(ValueCall &C) { return stackAlong(C, 0); }
static Argument dstack(ValueCall &C) { return stackAlong(C, 2); }

static Argument broadcastTensors(ValueCall &C) {
  SmallVector<TensorValue, 4> Tensors = C.tensors("tensors");
  Dims Sizes;
  for (const TensorValue &T : Tensors) {
    if (T.strides().size() != T.rank())
      return C.fail("an operand is not strided");
    Sizes = C.broadcast(Sizes, T.sizes());
  }
  if (C.failed())
    return Argument::none();
  SmallVector<Argument, 4> Results;
  for (const TensorValue &T : Tensors)
    Results.push_back(valueExpand(C, T, Sizes));
  return Argument::list(Results);
}

static Argument meshgrid(ValueCall &C) {
  SmallVector<TensorValue, 4> Tensors = C.tensors("tensors");
  Argument Indexing = C.get("indexing");
  if (!C.require(C.failed() || !Tensors.empty(), "there is no tensor"))
    return Argument::none();
  for (const TensorValue &T : Tensors)
    C.require(T.dtype() == Tensors[0].dtype(),
              "the tensors have different types");
  bool Swap =
      Indexing.isString() && Indexing.str() == "xy" && Tensors.size() > 1;
  if (Swap)
    std::swap(Tensors[0], Tensors[1]);
  Dims Sizes;
  for (const TensorValue &T : Tensors) {
    if (T.rank() > 1)
      return C.fail("an operand has more than one dimension");
    Sizes.push_back(T.rank() ? T.sizes()[0] : Dim(1));
  }
  SmallVector<Argument, 4> Results;
  for (auto [I, T] : enumerate(Tensors)) {
    Dims Shape(Sizes.size(), Dim(1));
    Shape[I] = Sizes[I];
    TensorValue Grid(valueExpand(
        C, TensorValue(valueReshape(C, T, Shape, /*MayCopy=*/false)), Sizes));
    if (!Grid)
      return C.fail("an operand is not strided");
    Results.push_back(Grid.value());
  }
  if (Swap)
    std::swap(Results[0], Results[1]);
  return Argument::list(Results);
}

//===----------------------------------------------------------------------===//
// Repeating
//===----------------------------------------------------------------------===//

static Argument repeated(ValueCall &C, const TensorValue &T, Dims Times,
                         bool Tile) {
  if (Times.size() < T.rank()) {
    if (!Tile)
      return C.mismatch("there are fewer repeats than dimensions");
    Times.insert(Times.begin(), T.rank() - Times.size(), Dim(1));
  }
  Dims Sizes(Times);
  size_t Extra = Times.size() - T.rank();
  for (size_t I = 0; I != T.rank(); ++I)
    Sizes[Extra + I] = C.math().mul(T.sizes()[I], Times[Extra + I]);
  return C.result(T.dtype(), Sizes, T.device());
}

static Argument repeat(ValueCall &C) {
  return repeated(C, C.tensor("self"), C.sizes("repeats"), false);
}

static Argument tile(ValueCall &C) {
  return repeated(C, C.tensor("self"), C.sizes("dims"), true);
}

static Argument repeatInterleave(ValueCall &C) {
  TensorValue T = C.optionalTensor("self");
  Dim Total = C.size("output_size");
  Dim Times = Argument::none();
  if (Argument Given = C.get("repeats");
      Given.isInt() || Given.kind() == ArgKind::SymExpr)
    Times = Given;
  if (Total.isNone() && Times.isNone())
    Total = sizeFromData(C, Argument::none());
  if (!T && !C.failed())
    return C.result(C.tensor("repeats").dtype(), {Total},
                    C.tensor("repeats").device());
  Argument Along = C.get("dim");
  Dims Sizes(T.sizes());
  unsigned D = 0;
  if (Along.isNone())
    Sizes = {C.numel(T.sizes())};
  else
    D = C.dim("dim", T.rank());
  if (C.failed() || Sizes.empty())
    return C.fail("the operand has no dimension");
  requireAtLeast(C, Times, 0, "the number of repeats");
  Sizes[D] = Total.isNone() ? C.math().mul(Sizes[D], Times) : Total;
  return C.result(T.dtype(), Sizes, T.device());
}

//===----------------------------------------------------------------------===//
// Padding and fixed patterns
//===----------------------------------------------------------------------===//

static Argument pad(ValueCall &C) {
  TensorValue T = C.tensor("self");
  StringRef Param = C.hasParam("pad") ? "pad" : "padding";
  Dims Amounts = C.sizes(Param);
  if (Amounts.size() % 2 || Amounts.size() / 2 > T.rank())
    return C.mismatch("the padding does not fit the dimensions");
  Dims Sizes(T.sizes());
  for (size_t I = 0; I != Amounts.size() / 2; ++I) {
    Dim &D = Sizes[Sizes.size() - 1 - I];
    D = C.math().add(D, C.math().add(Amounts[2 * I], Amounts[2 * I + 1]));
  }
  StringRef Op = C.opName();
  bool Picks = Op == "reflection_pad3d" || Op == "replication_pad3d";
  bool Fills = Op == "constant_pad_nd";
  if (Op == "pad") {
    Argument Given = C.get("mode");
    StringRef Mode = Given.kind() == ArgKind::String ? Given.str() : "constant";
    if (Mode == "circular")
      return C.result(T.dtype(), Sizes, T.device());
    Picks = Amounts.size() == 6 && (Mode == "reflect" || Mode == "replicate");
    Fills = Mode == "constant";
  }
  // What is cut off at one end is so before something is added at the other.
  for (size_t I = 0; Fills && I != Amounts.size() / 2; ++I) {
    Dim Left = T.sizes()[T.rank() - 1 - I];
    for (const Dim &Amount : {Amounts[2 * I], Amounts[2 * I + 1]})
      if (Amount.isInt() && Amount.asInt() < 0) {
        Left = C.math().add(Left, Amount);
        requireAtLeast(C, Left, 0, "what is left of a dimension");
      }
  }
  // Where nothing is filled in, the result is a copy of a part.
  if (Fills && all_of(Amounts, [](const Dim &Amount) {
        return Amount.isInt() && Amount.asInt() <= 0;
      })) {
    TensorValue Part(valueView(C, T, Sizes, T.strides(), T.offset()));
    return Part ? C.resultLike(Part, T.dtype()) : Part.value();
  }
  if (!Picks)
    return C.resultSuggested(T, T.dtype(), Sizes);
  TensorValue Picked(valuePicked(C, T, Sizes, Amounts.size() / 2));
  return C.resultSuggested(Picked, T.dtype(), Sizes);
}

/// Contiguous, of the same shape.
static Argument sameShape(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  return C.result(T.dtype(), T.sizes(), T.device());
}

/// channel_shuffle: what is empty is left alone.
static Argument channelShuffle(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (C.math().hint(C.numel(T.sizes())) == 0)
    return T.value();
  return C.result(T.dtype(), T.sizes(), T.device());
}

/// roll: a copy of what is empty, else picked along each dimension.
static Argument roll(ValueCall &C) {
  TensorValue T = C.tensor("self");
  size_t NumShifts = C.sizes("shifts", 1).size(),
         NumDims = C.get("dims").size();
  C.require(NumShifts || C.opName() != "roll", "there are no shifts");
  C.require(NumDims == NumShifts || (!NumDims && NumShifts == 1),
            "as many shifts as dimensions are needed");
  if (C.math().hint(C.numel(T.sizes())) == 0)
    return C.resultLike(T, T.dtype());
  return C.result(T.dtype(), T.sizes(), T.device());
}

/// Flipped in one dimension and transposed, or flipped in both.
static Argument rot90(ValueCall &C) {
  TensorValue T = C.tensor("self");
  SmallVector<int64_t, 6> Plane = C.integers("dims");
  if (Plane.size() != 2)
    return C.mismatch("rotation needs two dimensions");
  unsigned A = C.wrapDim(Plane[0], T.rank()), B = C.wrapDim(Plane[1], T.rank());
  int64_t Quarters = C.integer("k") & 3;
  if (!C.require(T.rank() >= 2 && A != B, "rotation needs two dimensions"))
    return Argument::none();
  if (Quarters == 0)
    return C.result(T.dtype(), T.sizes(), T.device());
  TensorValue Flipped(C.elementwise(T, T.dtype()));
  if (Quarters == 2 || !Flipped)
    return Flipped.value();
  Dims Sizes(Flipped.sizes()), Strides(Flipped.strides());
  std::swap(Sizes[A], Sizes[B]);
  std::swap(Strides[A], Strides[B]);
  return C.result(T.dtype(), Sizes, Strides, T.device());
}

static Argument pixelShuffle(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dims Sizes(T.sizes());
  if (Sizes.size() < 3)
    return C.fail("the operand has fewer than three dimensions");
  bool Up = C.hasParam("upscale_factor");
  int64_t F = C.integer(Up ? "upscale_factor" : "downscale_factor");
  if (F <= 0)
    return C.fail("the factor is not positive");
  size_t N = Sizes.size();
  auto Divides = [&](const Dim &Size, int64_t By) {
    C.require(!Size.isInt() || C.math().hint(C.numel(T.sizes())) == 0 ||
                  Size.asInt() % By == 0,
              "a size cannot be divided by " + Twine(By));
  };
  if (Up)
    Divides(Sizes[N - 3], F * F);
  for (size_t I : {N - 2, N - 1})
    if (!Up)
      Divides(Sizes[I], F);
  SymbolicMath &Math = C.math();
  Sizes[N - 3] =
      Up ? Math.floorDiv(Sizes[N - 3], F * F) : Math.mul(Sizes[N - 3], F * F);
  for (size_t I : {N - 2, N - 1})
    Sizes[I] = Up ? Math.mul(Sizes[I], F) : Math.floorDiv(Sizes[I], F);
  return C.resultSuggested(T, T.dtype(), Sizes);
}

static constexpr NamedValueRule Rules[] = {
    {"at-least-1d", atLeast1d},
    {"at-least-2d", atLeast2d},
    {"at-least-3d", atLeast3d},
    {"broadcast-tensors", broadcastTensors},
    {"channel-shuffle", channelShuffle},
    {"column-stack", columnStack},
    {"cat", cat},
    {"dstack", dstack},
    {"hstack", hstack},
    {"meshgrid", meshgrid},
    {"pad", pad},
    {"pixel-shuffle", pixelShuffle},
    {"repeat", repeat},
    {"repeat-interleave", repeatInterleave},
    {"roll", roll},
    {"rot90", rot90},
    {"same-shape", sameShape},
    {"stack", stack},
    {"tile", tile},
    {"vstack", vstack},
};

ArrayRef<NamedValueRule> fx::joiningValueRules() { return Rules; }
