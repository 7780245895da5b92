//===- RulesEinsum.cpp - Sums of products by labels -----------------------===//
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

namespace {
/// What an equation says. Labels are letters; `...` is the label Dots.
struct Equation {
  static constexpr unsigned Dots = 52;
  std::vector<SmallVector<unsigned, 8>> Operands;
  SmallVector<unsigned, 8> Output;
  bool HasOutput = false;
};
} // namespace

static std::optional<unsigned> labelOf(char C) {
  if (C >= 'A' && C <= 'Z')
    return C - 'A';
  if (C >= 'a' && C <= 'z')
    return C - 'a' + 26;
  return std::nullopt;
}

static std::optional<Equation> parse(StringRef Text) {
  Equation E;
  E.Operands.emplace_back();
  SmallVector<unsigned, 8> *Labels = &E.Operands.back();
  while (!Text.empty()) {
    if (Text.consume_front(" "))
      continue;
    if (Text.consume_front("...")) {
      if (is_contained(*Labels, Equation::Dots))
        return std::nullopt;
      Labels->push_back(Equation::Dots);
    } else if (Text.consume_front("->")) {
      if (E.HasOutput)
        return std::nullopt;
      E.HasOutput = true;
      Labels = &E.Output;
    } else if (!E.HasOutput && Text.consume_front(",")) {
      E.Operands.emplace_back();
      Labels = &E.Operands.back();
    } else if (std::optional<unsigned> Label = labelOf(Text.front())) {
      Labels->push_back(*Label);
      Text = Text.drop_front();
    } else {
      return std::nullopt;
    }
  }
  return E;
}

/// The sum over \p SumDims of the products, those dimensions kept, by one
/// product of matrices. Both have dimensions of size 1 where they lack one.
static Value sumOfProducts(Call &C, Value Left, Value Right,
                           ArrayRef<int64_t> SumDims) {
  SmallVector<int64_t, 8> Both, OnlyLeft, OnlyRight, Summed;
  Dim BothSize = 1, LeftSize = 1, RightSize = 1, SumSize = 1;
  Dims L = Left.sizes(), R = Right.sizes();
  for (int64_t I = 0; I != int64_t(L.size()); ++I) {
    bool InLeft = !Call::isInt(L[I], 1), InRight = !Call::isInt(R[I], 1);
    if (is_contained(SumDims, I)) {
      Summed.push_back(I);
      SumSize = C.mul(SumSize, L[I]);
    } else if (InLeft && InRight) {
      Both.push_back(I);
      BothSize = C.mul(BothSize, L[I]);
    } else if (InLeft) {
      OnlyLeft.push_back(I);
      LeftSize = C.mul(LeftSize, L[I]);
    } else {
      OnlyRight.push_back(I);
      RightSize = C.mul(RightSize, R[I]);
    }
  }
  // The operands change places where that puts all in order.
  if (!OnlyLeft.empty() && !OnlyRight.empty() &&
      OnlyRight.back() < OnlyLeft.front())
    return sumOfProducts(C, Right, Left, SumDims);
  SmallVector<int64_t, 8> OrderL, OrderR, Order(L.size());
  Dims Shape;
  auto Append = [](SmallVectorImpl<int64_t> &To, ArrayRef<int64_t> Items) {
    To.append(Items.begin(), Items.end());
  };
  for (ArrayRef<int64_t> Part :
       {ArrayRef<int64_t>(Both), ArrayRef<int64_t>(OnlyLeft),
        ArrayRef<int64_t>(Summed), ArrayRef<int64_t>(OnlyRight)})
    Append(OrderL, Part);
  for (ArrayRef<int64_t> Part :
       {ArrayRef<int64_t>(Both), ArrayRef<int64_t>(Summed),
        ArrayRef<int64_t>(OnlyRight), ArrayRef<int64_t>(OnlyLeft)})
    Append(OrderR, Part);
  for (size_t I = 0; I != OrderL.size(); ++I)
    Order[OrderL[I]] = I;
  for (int64_t I : Both)
    Shape.push_back(L[I]);
  for (int64_t I : OnlyLeft)
    Shape.push_back(L[I]);
  for (size_t I = 0; I != Summed.size(); ++I)
    Shape.push_back(Dim(1));
  for (int64_t I : OnlyRight)
    Shape.push_back(R[I]);
  Left = C.reshape(C.call("permute", {Left, Call::list(OrderL)}),
                   {BothSize, LeftSize, SumSize});
  Right = C.reshape(C.call("permute", {Right, Call::list(OrderR)}),
                    {BothSize, SumSize, RightSize});
  Value Product = C.call("bmm", {Left, Right});
  return C.call("permute", {C.call("view", {Product, Call::list(Shape)}),
                            Call::list(Order)});
}

static Value einsum(Call &C) {
  std::optional<Equation> E = parse(C.text(0));
  SmallVector<Value, 6> Operands = C.values(1);
  if (!E || E->Operands.size() != Operands.size() || Operands.empty())
    return C.fail("the equation '" + C.text(0) + "' does not fit");
  // How often each label occurs, and how many dimensions the dots stand for.
  std::array<int, 53> Count = {};
  int64_t NumDots = 0;
  for (size_t I = 0; I != Operands.size(); ++I) {
    int64_t Rank = Operands[I].rank(), Named = 0;
    bool HasDots = false;
    for (unsigned Label : E->Operands[I]) {
      ++Count[Label];
      if (Label == Equation::Dots)
        HasDots = true;
      else
        ++Named;
    }
    if (HasDots ? Rank < Named : Rank != Named)
      return C.fail("the equation '" + C.text(0) + "' does not fit");
    NumDots = std::max(NumDots, Rank - Named);
  }
  if (!E->HasOutput) {
    if (Count[Equation::Dots])
      E->Output.push_back(Equation::Dots);
    for (unsigned Label = 0; Label != 52; ++Label)
      if (Count[Label] == 1)
        E->Output.push_back(Label);
  }
  // Every label has a dimension: those of the result first.
  std::array<int64_t, 53> Place;
  Place.fill(-1);
  int64_t Next = 0;
  for (unsigned Label : E->Output) {
    if (Place[Label] >= 0 || !Count[Label])
      return C.fail("the equation '" + C.text(0) + "' does not fit");
    Place[Label] = Next;
    Next += Label == Equation::Dots ? NumDots : 1;
  }
  int64_t NumOut = Next;
  if (Count[Equation::Dots] && Place[Equation::Dots] < 0) {
    Place[Equation::Dots] = Next;
    Next += NumDots;
  }
  for (unsigned Label = 0; Label != 52; ++Label)
    if (Count[Label] && Place[Label] < 0)
      Place[Label] = Next++;
  int64_t Total = Next;

  SmallVector<int, 16> Uses(Total, 0);
  for (size_t I = 0; I != Operands.size(); ++I) {
    Value &V = Operands[I];
    SmallVector<int64_t, 16> Order(Total, -1);
    std::array<int64_t, 53> At;
    At.fill(-1);
    int64_t J = 0;
    int64_t Missing =
        NumDots - (V.rank() - (int64_t(E->Operands[I].size()) - 1));
    for (unsigned Label : E->Operands[I]) {
      if (Label == Equation::Dots) {
        for (int64_t K = 0; K < Missing; ++K)
          V = C.call("unsqueeze", {V, J});
        for (int64_t K = 0; K != NumDots; ++K)
          Order[Place[Label] + K] = J++;
      } else if (At[Label] >= 0) {
        // The same label twice is a diagonal.
        V = C.call("diagonal", {V, 0, At[Label], J});
        V = C.call("movedim.int", {V, -1, At[Label]});
      } else {
        At[Label] = J;
        Order[Place[Label]] = J++;
      }
    }
    for (int64_t &O : Order)
      if (O < 0) {
        V = C.call("unsqueeze", {V, J});
        O = J++;
      }
    V = C.call("permute", {V, Call::list(Order)});
    Dims Sizes = V.sizes();
    for (int64_t D = NumOut; D != Total; ++D)
      Uses[D] += !Call::isInt(Sizes[D], 1);
    if (C.failed())
      return C.none();
  }

  Value Result = Operands[0];
  for (size_t I = 1; I != Operands.size(); ++I) {
    Value Right = Operands[I];
    Dims L = Result.sizes(), R = Right.sizes();
    SmallVector<int64_t, 8> SumDims, LeftDims, RightDims;
    for (int64_t D = NumOut; D != Total; ++D) {
      bool InLeft = !Call::isInt(L[D], 1), InRight = !Call::isInt(R[D], 1);
      if (InLeft && InRight) {
        if (--Uses[D] == 1) {
          SumDims.push_back(D);
          Uses[D] = 0;
        }
      } else if (Uses[D] == 1) {
        if (InLeft)
          LeftDims.push_back(D);
        else if (InRight)
          RightDims.push_back(D);
        else
          continue;
        Uses[D] = 0;
      }
    }
    if (!LeftDims.empty())
      Result = sumOf(Result, LeftDims, true);
    if (!RightDims.empty())
      Right = sumOf(Right, RightDims, true);
    Result = SumDims.empty() ? Result * Right
                             : sumOfProducts(C, Result, Right, SumDims);
  }
  if (Total == NumOut)
    return Result;
  if (Operands.size() > 1) {
    Dims Sizes = Result.sizes();
    return C.call("view", {Result, Call::list(Dims(Sizes.begin(),
                                                   Sizes.begin() + NumOut))});
  }
  SmallVector<int64_t, 8> Rest;
  for (int64_t D = NumOut; D != Total; ++D)
    Rest.push_back(D);
  return sumOf(Result, Rest);
}

ArrayRef<Entry> fx::decomposition::einsumRules() {
  static const Entry Rules[] = {
      {"einsum", einsum},
  };
  return Rules;
}
