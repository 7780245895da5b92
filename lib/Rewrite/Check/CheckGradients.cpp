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
    EqualElements
  };
  RoundKind Kind;
  unsigned Number = 0, Input = 0;
};
} // namespace

/// All corners have their turn unless there are many.
static SmallVector<GradientRound, 16>
roundsOf(ArrayRef<TensorType> Types, size_t NumCorners, bool IsShort) {
  if (IsShort)
    return {{GradientRound::Moderate}, {GradientRound::AllCorners}};
  constexpr unsigned MaxRounds = 6;
  SmallVector<GradientRound, 16> Rounds = {{GradientRound::Moderate, 0},
                                           {GradientRound::Moderate, 1},
                                           {GradientRound::EqualInputs},
                                           {GradientRound::EqualElements}};
  for (unsigned I = 0; I != std::min(roundsNear(NumCorners, Types), MaxRounds);
       ++I)
    Rounds.push_back({GradientRound::AllCorners, I});
  for (unsigned Input = 0; Types.size() > 1 && Input != Types.size(); ++Input)
    for (unsigned I = 0;
         I != std::min(roundsNear(NumCorners, Types[Input]), MaxRounds); ++I)
      Rounds.push_back({GradientRound::OneCorner, I, Input});
  return Rounds;
}

static Expected<std::vector<RunValuePtr>>
makeInputs(TorchBackend &Torch, ArrayRef<TensorType> Types,
           ArrayRef<double> Corners, GradientRound Round, uint64_t Seed) {
  std::vector<RunValuePtr> Given;
  for (auto [I, Type] : enumerate(Types)) {
    DType T = Type.dtype();
    size_t Count = elementCountOf(Type);
    auto Moderate = [&](uint64_t Number) {
      return checkValues(T, Count, 0, ValueRange::Tame, Seed + Number);
    };
    std::string Elements;
    switch (Round.Kind) {
    case GradientRound::Moderate:
      Elements = Moderate(Round.Number * 128 + I);
      break;
    case GradientRound::AllCorners:
      Elements = valuesNear(T, Count, Round.Number * Count + 4 * I, Corners);
      break;
    case GradientRound::OneCorner:
      Elements = I == Round.Input
                     ? valuesNear(T, Count, Round.Number * Count, Corners)
                     : Moderate(Round.Number * 64 + I);
      break;
    case GradientRound::EqualInputs:
      Elements = Moderate(0);
      break;
    case GradientRound::EqualElements:
      Elements = valuesNear(T, Count, 0, {0.5});
      break;
    }
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
  for (GradientRound Round : roundsOf(Types, Corners.size(), IsShort)) {
    Expected<std::vector<RunValuePtr>> Given =
        makeInputs(Torch, Types, Corners, Round, Seed);
    if (!Given)
      return consumeError(Given.takeError()), "";
    ++Runs;
    Torch.seed(0);
    Expected<std::vector<RunValuePtr>> L = Torch.gradients(Left, *Given);
    if (!L)
      return consumeError(L.takeError()), "";
    Torch.seed(0);
    Expected<std::vector<RunValuePtr>> R = Torch.gradients(Right, *Given);
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
