//===- CheckGradients.cpp - Gradients of both sides of a rule -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckPrograms.h"
#include "RuleChecker.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

namespace {
/// Which values the inputs of one run have.
struct GradientRound {
  enum RoundKind : uint8_t {
    Moderate,
    AllCorners, ///< Where gradients are chosen.
    OneCorner,  ///< One input alone: what it is multiplied with is not 0.
    EqualInputs,
    EqualElements,
    Zeros ///< Where norms have no gradient.
  };
  RoundKind Kind;
  unsigned Number = 0, Input = 0;
};
} // namespace

/// All corners have their turn unless there are many.
static SmallVector<GradientRound, 16>
roundsOf(ArrayRef<TensorType> Types, size_t NumCorners, bool IsShort) {
  if (IsShort)
    return {{GradientRound::Moderate},
            {GradientRound::AllCorners},
            {GradientRound::Zeros}};
  constexpr unsigned MaxRounds = 6;
  SmallVector<GradientRound, 16> Rounds = {{GradientRound::Moderate, 0},
                                           {GradientRound::Moderate, 1},
                                           {GradientRound::EqualInputs},
                                           {GradientRound::EqualElements},
                                           {GradientRound::Zeros}};
  for (unsigned I = 0; I != std::min(roundsNear(NumCorners, Types), MaxRounds);
       ++I)
    Rounds.push_back({GradientRound::AllCorners, I});
  for (unsigned Input = 0; Types.size() > 1 && Input != Types.size(); ++Input)
    for (unsigned I = 0;
         I != std::min(roundsNear(NumCorners, Types[Input]), MaxRounds); ++I)
      Rounds.push_back({GradientRound::OneCorner, I, Input});
  return Rounds;
}

/// The elements of input \p I, of the type \p T.
static std::string elementsOf(DType T, size_t Count, unsigned I,
                              ArrayRef<double> Corners, GradientRound Round,
                              uint64_t Seed) {
  auto Moderate = [&](uint64_t Number) {
    return checkValues(T, Count, 0, ValueRange::Tame, Seed + Number);
  };
  switch (Round.Kind) {
  case GradientRound::Moderate:
    return Moderate(Round.Number * 128 + I);
  case GradientRound::AllCorners:
    return valuesNear(T, Count, Round.Number * Count + 4 * I, Corners);
  case GradientRound::OneCorner:
    return I == Round.Input
               ? valuesNear(T, Count, Round.Number * Count, Corners)
               : Moderate(Round.Number * 64 + I);
  case GradientRound::EqualInputs:
    return Moderate(0);
  case GradientRound::EqualElements:
    return valuesNear(T, Count, 0, {0.5});
  case GradientRound::Zeros:
    return valuesNear(T, Count, 0, {0.0});
  }
  llvm_unreachable("unknown kind of round");
}

/// What may be an index is below \p Bound unless that is 0.
static Expected<std::vector<RunValuePtr>>
makeInputs(TorchBackend &Torch, ArrayRef<TensorType> Types,
           ArrayRef<double> Corners, GradientRound Round, int64_t Bound,
           uint64_t Seed) {
  std::vector<RunValuePtr> Given;
  for (auto [I, Type] : enumerate(Types)) {
    DType T = Type.dtype();
    size_t Count = elementCountOf(Type);
    std::string Elements =
        Bound && mayBeIndex(T)
            ? indexValues(T, Count, Bound, Seed + Round.Number * 128 + I)
            : elementsOf(T, Count, I, Corners, Round, Seed);
    Expected<RunValuePtr> Value = makeInput(Torch, Type, Elements);
    if (!Value)
      return Value.takeError();
    Given.push_back(*Value);
  }
  return Given;
}

std::string
fx::rewrite::compareGradientsOf(TorchBackend &Torch, GraphModule &Left,
                                GraphModule &Right, ArrayRef<double> Corners,
                                uint64_t Seed, bool IsShort, uint64_t &Runs) {
  SmallVector<TensorType, 4> Types = inputTypes(Left);
  double Epsilon = coarsestOf(Left);
  int64_t Bound = 0;
  for (GradientRound Round : roundsOf(Types, Corners.size(), IsShort)) {
    std::vector<RunValuePtr> Given;
    auto GradientsOf = [&](GraphModule &M) {
      Torch.seed(0);
      return Torch.gradients(M, Given);
    };
    auto RunLeft = [&]() -> Expected<std::vector<RunValuePtr>> {
      if (Error E = makeInputs(Torch, Types, Corners, Round, Bound, Seed)
                        .moveInto(Given))
        return E;
      ++Runs;
      return GradientsOf(Left);
    };
    Expected<std::vector<RunValuePtr>> L = RunLeft();
    // What fails for a number of any size may be an index.
    if (!L && !Bound && (Bound = leastSize(Types))) {
      consumeError(L.takeError());
      L = RunLeft();
    }
    if (!L) {
      consumeError(L.takeError());
      continue;
    }
    Expected<std::vector<RunValuePtr>> R = GradientsOf(Right);
    if (!R)
      return "gradients cannot be computed: " + toString(R.takeError());
    for (size_t I = 0; I != L->size(); ++I) {
      if (!(*L)[I] || !(*R)[I])
        continue;
      std::string Failure;
      Context &Ctx = Left.context();
      CheckedTensor X = takeCheckedTensor(Torch, Ctx, *(*L)[I], Failure);
      CheckedTensor Y = takeCheckedTensor(Torch, Ctx, *(*R)[I], Failure);
      std::string Why = compareGradients(X, Y, Epsilon);
      if (Failure.empty() && !Why.empty())
        return "the gradient of input " + std::to_string(I + 1) +
               " differs: " + Why;
    }
  }
  return "";
}
