//===- BalancedStages.cpp - Where to cut a graph into stages --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BalancedStages.h"
#include "PartitionTags.h"
#include "fx/Analysis/CostAnalysis.h"
#include "fx/IR/ExportedProgram.h"
#include <cmath>

using namespace fx;
using namespace llvm;

/// The most places where cuts are looked for, and the most steps.
static constexpr size_t MaxPlaces = 2048;
static constexpr double MaxSteps = 2e8;

namespace {
/// A place in front of a call.
struct Place {
  size_t Call = 0;    ///< Its number.
  double Before = 0;  ///< The work of all calls before it.
  double Crosses = 0; ///< Bytes of values that are made before and used later.
};

class StageFinder {
public:
  StageFinder(const GraphModule &M, StageCost Cost);
  std::vector<const Node *> run(unsigned Count, double Link);

private:
  double known(double X) const { return std::isnan(X) ? 0 : X; }
  double bytes(const Node &N) {
    return N.val() ? known(Costs.bytes(*N.val())) : 0;
  }
  /// Whether the value of \p N has to be sent to a stage that uses it.
  static bool isSent(const Node &N);
  void measureWork(StageCost Cost);
  void measureCrossings();
  std::vector<Place> places(unsigned Count) const;

  const Graph &G;
  CostAnalysis Costs;
  std::vector<const Node *> Calls;
  std::vector<uint32_t> CallOf; ///< Indexed by node id; 0 for other nodes.
  std::vector<double> Before;   ///< Work before each call, and in all.
  std::vector<double> Crosses;  ///< Indexed by call.
};
} // namespace

StageFinder::StageFinder(const GraphModule &M, StageCost Cost)
    : G(M.graph()), Costs(M), CallOf(G.idBound()) {
  for (Node *N : G.nodes())
    if (N->isCall()) {
      CallOf[N->id()] = uint32_t(Calls.size());
      Calls.push_back(N);
    }
  measureWork(Cost);
  measureCrossings();
}

bool StageFinder::isSent(const Node &N) {
  if (!N.isPlaceholder())
    return N.isCall();
  std::optional<InputSpec> Spec = InputSpec::of(N);
  return !Spec || Spec->Kind == InputSpec::UserInput;
}

void StageFinder::measureWork(StageCost Cost) {
  Before.push_back(0);
  std::vector<bool> Seen(G.idBound());
  for (const Node *N : Calls) {
    // A call without a known cost costs something.
    double Work = 1 + bytes(*N);
    if (Cost == StageCost::FLOPs)
      Work += known(Costs.flops(*N));
    else
      for (const Use &U : N->operandUses())
        if (const Node &State = *G.node(U.Value);
            !isSent(State) && !Seen[U.Value]) {
          Seen[U.Value] = true;
          Work += bytes(State);
        }
    Before.push_back(Before.back() + Work);
  }
}

/// A value crosses all places from the call after its own to its last use.
void StageFinder::measureCrossings() {
  Crosses.assign(Calls.size() + 1, 0);
  for (Node *N : G.nodes()) {
    if (!isSent(*N))
      continue;
    size_t First = N->isCall() ? CallOf[N->id()] + 1 : 1, Last = 0;
    for (const Node *User : N->users())
      if (User->isCall())
        Last = std::max<size_t>(Last, CallOf[User->id()]);
    if (Last < First)
      continue;
    double Bytes = bytes(*N);
    Crosses[First] += Bytes;
    Crosses[Last + 1 > Calls.size() ? Calls.size() : Last + 1] -= Bytes;
  }
  for (size_t I = 1; I < Crosses.size(); ++I)
    Crosses[I] += Crosses[I - 1];
}

/// Places for cuts: where there are too many, that with the fewest bytes of
/// each equal part of the work. An item stays with its tuple.
std::vector<Place> StageFinder::places(unsigned Count) const {
  size_t Most = std::min<size_t>(
      MaxPlaces, std::max<size_t>(Count, std::sqrt(MaxSteps / Count)));
  double Width = Calls.size() > Most ? Before.back() / double(Most) : 0;
  std::vector<Place> Places;
  size_t LastPart = ~size_t(0);
  for (size_t I = 1; I < Calls.size(); ++I) {
    if (tupleOfItem(*Calls[I]))
      continue;
    Place P = {I, Before[I], Crosses[I]};
    size_t Part = Width > 0 ? size_t(Before[I] / Width) : I;
    if (Part != LastPart)
      Places.push_back(P);
    else if (P.Crosses < Places.back().Crosses)
      Places.back() = P;
    LastPart = Part;
  }
  return Places;
}

std::vector<const Node *> StageFinder::run(unsigned Count, double Link) {
  std::vector<Place> Places = places(Count);
  size_t NumPlaces = Places.size();
  Count = unsigned(std::min<size_t>(Count, NumPlaces + 1));
  std::vector<const Node *> Cuts;
  if (Count < 2)
    return Cuts;
  // Best[J]: what K stages cost at least that end at place J. The first is the
  // greatest work, the second what is sent.
  using Value = std::pair<double, double>;
  std::vector<Value> Best(NumPlaces + 1);
  std::vector<std::vector<uint32_t>> From(Count);
  auto End = [&](size_t J) {
    return J == NumPlaces ? Before.back() : Places[J].Before;
  };
  for (size_t J = 0; J <= NumPlaces; ++J)
    Best[J] = {End(J), 0};
  for (unsigned K = 1; K != Count; ++K) {
    std::vector<Value> Next(NumPlaces + 1, {INFINITY, INFINITY});
    From[K].assign(NumPlaces + 1, 0);
    for (size_t J = K; J <= NumPlaces; ++J)
      // The last stage only grows the earlier it begins.
      for (size_t I = J; I-- > K - 1;) {
        const Place &P = Places[I];
        double Work = End(J) - P.Before + Link * P.Crosses;
        Value V = {std::max(Best[I].first, Work), Best[I].second + P.Crosses};
        if (V < Next[J]) {
          Next[J] = V;
          From[K][J] = uint32_t(I);
        }
        if (End(J) - P.Before > Next[J].first)
          break;
      }
    Best = std::move(Next);
  }
  size_t At = NumPlaces;
  for (unsigned K = Count - 1; K != 0; --K) {
    At = From[K][At];
    Cuts.push_back(Calls[Places[At].Call]);
  }
  std::reverse(Cuts.begin(), Cuts.end());
  return Cuts;
}

std::vector<const Node *> fx::balancedStages(const GraphModule &M,
                                             unsigned Count, StageCost Cost,
                                             double Link) {
  return StageFinder(M, Cost).run(Count, Link);
}
