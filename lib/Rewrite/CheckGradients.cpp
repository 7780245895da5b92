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

/// Inputs of moderate size in even rounds; in odd ones those at which functions
/// have corners, where gradients are chosen.
static Expected<std::vector<RunValuePtr>>
makeInputs(TorchBackend &Torch, ArrayRef<TensorType> Types,
           ArrayRef<double> Corners, unsigned Round, uint64_t Seed) {
  std::vector<RunValuePtr> Given;
  for (auto [I, Type] : enumerate(Types)) {
    DType T = Type.dtype();
    size_t Count = elementCountOf(Type);
    Expected<RunValuePtr> Value = makeInput(
        Torch, Type,
        Round % 2 == 0
            ? checkValues(T, Count, 0, ValueRange::Tame, Seed + Round * 64 + I)
            : valuesNear(T, Count, (Round / 2) * Count + 4 * I, Corners));
    if (!Value)
      return Value.takeError();
    Given.push_back(*Value);
  }
  return Given;
}

std::string fx::rewrite::compareGradientsOf(TorchBackend &Torch,
                                            GraphModule &Left,
                                            GraphModule &Right,
                                            ArrayRef<double> Near,
                                            uint64_t Seed, uint64_t &Runs) {
  SmallVector<TensorType, 4> Types = inputTypes(Left);
  double Epsilon = coarsestOf(Left);
  SmallVector<double, 32> Corners = {0.0, -0.0, 1, -1, 0.5, 2, -2, 3, -3};
  for (double Number : Near)
    if (!is_contained(Corners, Number))
      Corners.push_back(Number);
  for (unsigned Round = 0; Round != 4; ++Round) {
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
