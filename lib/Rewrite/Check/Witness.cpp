//===- Witness.cpp - Small programs that show a mistake -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckPrograms.h"
#include "RuleTrials.h"
#include "Surroundings.h"
#include "fx/Analysis/ValueCall.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// Inputs with more elements are made simpler as a whole only.
static constexpr size_t MaxChanged = 64;
/// Nor shown.
static constexpr size_t MaxShown = 16;

std::string RuleChecker::inProgram(const Clause &C, StringRef Why) const {
  if (Found)
    return "in " + Found->Program + ": " + Found->Why;
  return "in " + describeProgram(C) + ": " + Why.str();
}

/// What a message is about: a difference of numbers may not become one of NaN,
/// nor one failure another.
static std::string kindOf(StringRef Why) {
  std::string Kind;
  if (!Why.starts_with("element "))
    for (char C : Why.take_front(64))
      if (!isDigit(C))
        Kind += C;
  for (StringRef Word : {"nan", "inf"})
    if (Why.contains(Word))
      Kind += Word;
  return Kind;
}

std::unique_ptr<RuleChecker::Sides>
RuleChecker::sidesOf(const CompiledRule &Rule, RuleFile &File, const Clause &C,
                     const Witness &As) {
  std::unique_ptr<GraphModule> Left = graphOf(File, C, C, As.Seed, As.Around);
  std::unique_ptr<GraphModule> Right =
      Left ? graphOf(File, C, C, As.Seed, As.Around) : nullptr;
  if (!Right || readsOutside(*Left))
    return nullptr;
  RewriteOptions Rewriting = singleRewrites();
  Rewriting.Broken = Options.Broken;
  if (As.Around)
    Rewriting.Admits = [](StringRef, const Node &Root) {
      return !isCopyOfInput(Root);
    };
  std::string Ignored;
  if (!apply(Rule, *Right, Rewriting))
    return nullptr;
  return prepareSides(Rule, File, C, std::move(Left), std::move(Right), As.Seed,
                      As.Around, Ignored);
}

bool RuleChecker::accept(const CompiledRule &Rule, RuleFile &File,
                         const Clause &C, const Inputs *Values,
                         Witness &Found) {
  std::unique_ptr<Sides> S = sidesOf(Rule, File, C, Found);
  if (!S)
    return false;
  Witness New;
  New.Seed = Found.Seed;
  New.Around = Found.Around;
  New.Program = C;
  SideState State;
  if (Values) {
    State = compareOn(Rule, *S, *Values, New.Why);
    New.Types = S->Types;
    New.Values = *Values;
  } else {
    std::string Kind = kindOf(Found.Why);
    State = compareSides(Rule, *S, numbersNear(C, Rule.Class), Found.Seed, New,
                         [&](StringRef Why) { return kindOf(Why) == Kind; });
  }
  if (State != SideState::Differ || kindOf(New.Why) != kindOf(Found.Why))
    return false;
  Found = std::move(New);
  return true;
}

void RuleChecker::shrink(const CompiledRule &Rule, RuleFile &File,
                         Witness &Found) {
  shrinkSizes(Rule, File, Found);
  shrinkValues(Rule, File, Found);
}

void RuleChecker::shrinkSizes(const CompiledRule &Rule, RuleFile &File,
                              Witness &Found) {
  auto IsLarge = [](const DimPattern &D) {
    return D.Text != "0" && D.Text != "1";
  };
  // All inputs lose their first dimension, or their last one.
  for (bool AtFront : {true, false})
    for (bool Again = true; Again;) {
      Clause Smaller = Found.Program;
      Again = false;
      for (Clause::Input &I : Smaller.Inputs)
        if (!I.Type.Dims.empty()) {
          Again = true;
          I.Type.Dims.erase(AtFront ? I.Type.Dims.begin()
                                    : std::prev(I.Type.Dims.end()));
        }
      Again = Again && accept(Rule, File, Smaller, nullptr, Found);
    }
  SmallVector<StringRef, 8> Sizes;
  for (const Clause::Input &I : Found.Program.Inputs)
    for (const DimPattern &D : I.Type.Dims)
      if (IsLarge(D) && !is_contained(Sizes, D.Text))
        Sizes.push_back(D.Text);
  for (StringRef Old : Sizes)
    for (StringRef New : {"1", "2", "3"}) {
      Clause Smaller = Found.Program;
      for (Clause::Input &I : Smaller.Inputs)
        for (DimPattern &D : I.Type.Dims)
          if (D.Text == Old)
            D.Text = New;
      if (Old == New || accept(Rule, File, Smaller, nullptr, Found))
        break;
    }
}

void RuleChecker::shrinkValues(const CompiledRule &Rule, RuleFile &File,
                               Witness &Found) {
  std::unique_ptr<Sides> S = sidesOf(Rule, File, Found.Program, Found);
  if (!S)
    return;
  std::string Kind = kindOf(Found.Why);
  auto Try = [&](size_t I, StringRef Bytes) {
    if (Bytes == Found.Values[I])
      return true;
    Inputs Values = Found.Values;
    Values[I] = Bytes.str();
    std::string Why;
    if (compareOn(Rule, *S, Values, Why) != SideState::Differ ||
        kindOf(Why) != Kind)
      return false;
    Found.Values = std::move(Values);
    Found.Why = std::move(Why);
    return true;
  };
  constexpr double Simple[] = {0, 1, -1, -0.0, 0.5, -0.5};
  for (size_t I = 0; I != Found.Values.size(); ++I) {
    DType T = realType(Found.Types[I].dtype());
    size_t Size = itemSize(T), Count = Found.Values[I].size() / Size;
    if (Size > 8)
      continue;
    bool IsUnsigned = T == DType::UInt8 || T == DType::Bool;
    for (double Value : Simple) {
      std::string One = elementOf(T, Value), All;
      for (size_t E = 0; E != Count; ++E)
        All += One;
      if ((Value >= 0 || !IsUnsigned) && Try(I, All))
        break;
    }
    for (size_t E = 0; E != Count && Count <= MaxChanged; ++E)
      for (double Value : Simple) {
        std::string Changed = Found.Values[I];
        Changed.replace(E * Size, Size, elementOf(T, Value));
        if ((Value >= 0 || !IsUnsigned) && Try(I, Changed))
          break;
      }
  }
}

void RuleChecker::halveInputs(const CompiledRule &Rule, RuleFile &File,
                              Witness &Found) {
  auto Half = [&](bool Second) {
    Clause Smaller = Found.Program;
    Inputs Values;
    for (auto [I, Bytes] : enumerate(Found.Values)) {
      size_t Size = itemSize(Found.Types[I].dtype());
      size_t Count = Bytes.size() / Size / 2;
      if (Count == 0)
        return false;
      Smaller.Inputs[I].Type.Dims[0].Text =
          Texts.emplace_back(std::to_string(Count));
      Values.push_back(Bytes.substr(Second ? Count * Size : 0, Count * Size));
    }
    return accept(Rule, File, Smaller, &Values, Found);
  };
  while (Half(/*Second=*/false) || Half(/*Second=*/true))
    ;
}

static std::string describeInputs(const Witness &W) {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Comma;
  size_t Number = 0;
  for (const Clause::Input &Input : W.Program.Inputs) {
    if (Input.IsConstant)
      continue;
    DType T = W.Types[Number].dtype(), Part = realType(T);
    StringRef Bytes = W.Values[Number++];
    size_t Count = Bytes.size() / itemSize(T);
    if (Count > MaxShown)
      return "";
    OS << Comma << '%' << Input.Name << " = " << (Count == 1 ? "" : "[");
    ListSeparator Between;
    for (size_t I = 0; I != Count; ++I) {
      OS << Between;
      if (T == DType::Bool)
        OS << (Bytes[I] ? "True" : "False");
      else if (Part == T)
        OS << elementText(T, Bytes, I);
      else
        OS << '(' << elementText(Part, Bytes, 2 * I) << ", "
           << elementText(Part, Bytes, 2 * I + 1) << ')';
    }
    OS << (Count == 1 ? "" : "]");
  }
  return Text;
}

Finding fx::rewrite::describe(const Witness &W) {
  return {describeProgram(W.Program), W.Why, describeInputs(W)};
}
