//===- ReduceText.cpp - Strategies for what surrounds a graph -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"

using namespace fx;
using namespace llvm;

/// Whether one of several edits, which are all made in this order, changed
/// anything.
static bool anyOf(std::initializer_list<bool> Changes) {
  return is_contained(Changes, true);
}

/// None of these makes anything smaller.
void Reducer::prepareStart() {
  // A command may find in names and metadata what it looks for in calls.
  auto Strip = [](Candidate &C) { return stripNodes(*C.M, KeptValues::All); };
  auto Rename = [](Candidate &C) { return renameAll(*C.M); };
  // One try for all, where a model need not run for the types.
  auto All = [&](Candidate &C) {
    if (!Options.KeepProgram && C.M->program())
      C.M = withoutProgram(*C.M);
    return anyOf(
        {addMissingValues(*C.M), dropModules(*C.M), Strip(C), Rename(C)});
  };
  // Symbols of a plain graph say little, and no size of them becomes smaller.
  auto AllWithNumbers = [&](Candidate &C) {
    return !Options.KeepProgram && C.M->program() && numberSymbols(*C.M) &&
           All(C);
  };
  if (Oracle.runsModels() ||
      (!tryOnce(AllWithNumbers, /*MustBeSmaller=*/false) &&
       !tryOnce(All, /*MustBeSmaller=*/false))) {
    prepareTypes();
    prepareWeights();
    if (!tryOnce([&](Candidate &C) { return anyOf({Strip(C), Rename(C)}); },
                 /*MustBeSmaller=*/false)) {
      tryOnce(Strip, /*MustBeSmaller=*/false);
      tryOnce(Rename, /*MustBeSmaller=*/false);
    }
  }
  Candidate Renamed = Best.clone();
  RenamesAll = renameAll(*Renamed.M) && Renamed.text() == BestText;
}

/// What could not do without its program at the start may do so later: inputs
/// that are written to are no longer results, and passes are fewer.
bool Reducer::reduceProgram() {
  if (Options.KeepProgram || !Best.M->program())
    return false;
  auto MakePlain = [](Candidate &C) {
    C.M = withoutProgram(*C.M);
    return true;
  };
  // Symbolic sizes say nothing without it.
  return tryOnce([&](Candidate &C) {
           return numberSymbols(*C.M) && MakePlain(C);
         }) ||
         tryOnce(MakePlain) || tryOnce([&](Candidate &C) {
           return MakePlain(C) && stripNodes(*C.M, KeptValues::None);
         });
}

/// What costs one try each, however large the model is.
bool Reducer::reduceModules() {
  bool Any =
      tryOnce([](Candidate &C) { return stripNodes(*C.M, KeptValues::All); });
  Any |= tryOnce([](Candidate &C) { return dropModules(*C.M); });
  Any |= tryOnce([](Candidate &C) { return dropState(*C.M); });
  return Any;
}

bool Reducer::reduceText() {
  bool Any =
      tryEach([&] { return Size.Graphs; },
              [](Candidate &C, size_t I) { return dropModule(*C.M, I); });
  Any |= tryOnce([](Candidate &C) { return renameAll(*C.M); });
  return Any;
}

/// What the other strategies need, but perhaps not the failure: values that are
/// known, and what a program says of itself.
bool Reducer::reduceValues() {
  bool Any = false;
  if (!Options.KeepProgram)
    Any = tryRanges([&] { return numProgramAttributes(*Best.M); },
                    [](Candidate &C, size_t First, size_t Count) {
                      return dropProgramAttributes(*C.M, First, Count);
                    });
  for (KeptValues Kept : {KeptValues::None, KeptValues::OfInputs})
    if (tryOnce([&](Candidate &C) { return stripNodes(*C.M, Kept); }))
      return true;
  return Any;
}

/// The values that reduceValues() took away, as far as they can be found again.
bool Reducer::addValues() {
  Candidate C = Best.clone();
  if (outOfTime() || !(Oracle.addTypes(C) || addMissingValues(*C.M)))
    return false;
  // Not by tryOnce(), which does not try anything twice.
  ++Tries;
  if (!fails(Oracle.signatureOf(C)))
    return false;
  std::string Text = C.text();
  setBest(std::move(C), std::move(Text));
  return true;
}

/// The last tries. Where time is over, these are few.
void Reducer::finish() {
  bool IsLate = outOfTime();
  IsFinishing = true;
  auto All = [](KeptValues Kept) {
    return [Kept](Candidate &C) {
      return anyOf({stripNodes(*C.M, Kept), dropModules(*C.M), dropState(*C.M),
                    renameAll(*C.M)});
    };
  };
  if (IsLate && !tryOnce(All(KeptValues::None)) &&
      !tryOnce(All(KeptValues::OfInputs)))
    reduceModules();
  tryOnce([](Candidate &C) { return renameAll(*C.M); },
          /*MustBeSmaller=*/false);
}
