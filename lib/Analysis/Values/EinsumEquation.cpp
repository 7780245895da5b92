//===- EinsumEquation.cpp - What einsum sums up ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/EinsumEquation.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

static std::optional<unsigned> labelOf(char C) {
  if (C >= 'A' && C <= 'Z')
    return C - 'A';
  if (C >= 'a' && C <= 'z')
    return C - 'a' + 26;
  return std::nullopt;
}

std::optional<EinsumEquation> EinsumEquation::parse(StringRef Text) {
  EinsumEquation E;
  bool HasOutput = false;
  E.Operands.emplace_back();
  Labels *Into = &E.Operands.back();
  while (!Text.empty()) {
    if (Text.consume_front(" "))
      continue;
    if (Text.consume_front("...")) {
      if (is_contained(*Into, Dots))
        return std::nullopt;
      Into->push_back(Dots);
    } else if (Text.consume_front("->")) {
      if (HasOutput)
        return std::nullopt;
      HasOutput = true;
      Into = &E.Output;
    } else if (!HasOutput && Text.consume_front(",")) {
      Into = &E.Operands.emplace_back();
    } else if (std::optional<unsigned> Label = labelOf(Text.front())) {
      Into->push_back(*Label);
      Text = Text.drop_front();
    } else {
      return std::nullopt;
    }
  }
  for (const Labels &Operand : E.Operands)
    for (unsigned Label : Operand)
      ++E.Counts[Label];
  if (HasOutput)
    return E;
  E.Output.push_back(Dots);
  for (unsigned Label = 0; Label != Dots; ++Label)
    if (E.Counts[Label] == 1)
      E.Output.push_back(Label);
  return E;
}

bool EinsumEquation::fit(ArrayRef<size_t> Ranks) {
  if (Ranks.size() != Operands.size())
    return false;
  DotsRank = Rank = 0;
  for (auto [Operand, OperandRank] : zip(Operands, Ranks)) {
    bool HasDots = is_contained(Operand, Dots);
    size_t NumLetters = Operand.size() - HasDots;
    if (HasDots ? OperandRank < NumLetters : OperandRank != NumLetters)
      return false;
    DotsRank = std::max<unsigned>(DotsRank, OperandRank - NumLetters);
  }
  Places.fill(-1);
  auto Place = [&](unsigned Label) {
    Places[Label] = Rank;
    Rank += Label == Dots ? DotsRank : 1;
  };
  for (unsigned Label : Output) {
    if (Places[Label] != -1 || (!Counts[Label] && Label != Dots))
      return false;
    Place(Label);
  }
  OutputRank = Rank;
  if (Places[Dots] == -1)
    Place(Dots);
  for (unsigned Label = 0; Label != Dots; ++Label)
    if (Counts[Label] && Places[Label] == -1)
      Place(Label);
  return true;
}
