//===- Alignment.cpp - Which nodes of two graphs are the same -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Aligner.h"
#include "fx/Analysis/ModulePaths.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <cstring>
#include <map>

using namespace fx;
using namespace fx::alignment;
using namespace llvm;

std::string fx::operatorKey(const Node &N) {
  if (const OpTarget *Target = N.opTarget())
    return Target->op().name().str();
  if (N.isCallFunction() || N.isCallMethod())
    return (toString(N.op()) + " " + N.targetText()).str();
  if (!N.isCallModule())
    return toString(N.op()).str();
  const Module *Owner = N.graph().owningModule();
  const Module *M = Owner ? Owner->lookup(N.targetText()) : nullptr;
  StringRef Class = M && M->className() ? M->className().str() : StringRef();
  // Printed modules have no package.
  return Class.empty()
             ? ("call_module " + N.targetText()).str()
             : ("call_module of " + Class.substr(Class.rfind('.') + 1)).str();
}

static uint64_t mix(uint64_t Hash, uint64_t More) {
  Hash ^= More + 0x9e3779b97f4a7c15 + (Hash << 6) + (Hash >> 2);
  Hash *= 0xff51afd7ed558ccd;
  return Hash ^ Hash >> 33;
}

/// The constants of a spec, which two contexts number differently.
static uint64_t hashOf(const ArgSpec &Spec, const Context &Ctx) {
  uint64_t Hash = Spec.numArgs();
  for (unsigned I = 0; I != Spec.items().size(); ++I) {
    const ArgSpec::Item &Item = Spec.items()[I];
    if (Item.Keyword)
      Hash = mix(Hash, xxh3_64bits(Ctx.symbol(Item.Keyword).str()));
    ArgReader R(Spec, I);
    // A value is one token and as many more as it announces.
    for (uint64_t Left = 1; Left; --Left) {
      ArgToken T = R.next();
      Left += T.Count;
      Hash = mix(Hash, uint64_t(T.Kind) << 8 | T.Small);
      Hash = mix(Hash, T.Int);
      if (T.Kind == ArgKind::Float || T.Kind == ArgKind::Complex) {
        uint64_t Bits;
        std::memcpy(&Bits, &T.Float, sizeof(Bits));
        Hash = mix(Hash, Bits);
      }
      if (T.Text)
        Hash = mix(Hash, xxh3_64bits(Ctx.symbol(T.Text).str()));
    }
  }
  return Hash;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void Aligner::read(Side &S, const Graph &G) {
  S.G = &G;
  S.PlaceOf.resize(G.idBound(), None);
  // What is known of a target, by opcode.
  DenseMap<uint64_t, uint32_t> Known;
  for (const Node *N : G.nodes()) {
    S.PlaceOf[N->id()] = S.Nodes.size();
    S.Nodes.push_back(N);
    uint64_t Key = uint64_t(N->op()) << 32 | N->targetId();
    auto [It, New] = Known.try_emplace(Key);
    if (New)
      It->second = Operators.of(operatorKey(*N));
    S.Operator.push_back(It->second);
  }
  S.Partner.resize(S.Nodes.size(), None);
  S.Module.resize(S.Nodes.size(), None);
  if (Options.Modules)
    readModules(S);
  makeTokens(S);
}

void Aligner::readModules(Side &S) {
  ModulePathCache Paths;
  for (auto [N, Number] : zip(S.Nodes, S.Module))
    if (std::optional<StringRef> Path = Paths.of(*N))
      Number = Modules.of(*Path);
}

void Aligner::makeTokens(Side &S) {
  DenseMap<uint32_t, uint64_t> Specs;
  const Context &Ctx = S.G->context();
  for (auto [N, Operator] : zip(S.Nodes, S.Operator)) {
    uint64_t Loose = mix(3, Operator);
    auto [It, New] = Specs.try_emplace(N->specId());
    if (New)
      It->second = hashOf(N->spec(), Ctx);
    uint64_t Strict = It->second;
    if (isOuter(*N) && Options.Names)
      Strict = mix(Strict, States.of(N->targetText()));
    for (unsigned K = 0, E = N->numOperands(); K != E; ++K) {
      const Node *Operand = N->operand(K);
      Loose = mix(Loose, S.Operator[S.place(Operand)]);
      if (isOuter(*Operand) && Options.Names)
        Strict = mix(Strict, States.of(Operand->targetText()));
    }
    S.Loose.push_back(Loose);
    S.Strict.push_back(mix(Loose, Strict));
    S.Plain.push_back(isOuter(*N) ? S.Strict.back() : mix(5, Operator));
  }
}

//===----------------------------------------------------------------------===//
// By names
//===----------------------------------------------------------------------===//

/// Pairs nodes of one name, operator and module, unless their neighbors say
/// that the name went to another node.
void Aligner::pairByNames() {
  StringMap<uint32_t> Places;
  for (uint32_t J = 0; J != SideB.Nodes.size(); ++J)
    Places[SideB.Nodes[J]->name()] = J;
  std::vector<uint32_t> Named(SideA.Nodes.size(), None);
  std::vector<uint32_t> NamedB(SideB.Nodes.size(), None);
  size_t Count = 0;
  for (uint32_t I = 0; I != SideA.Nodes.size(); ++I) {
    auto It = Places.find(SideA.Nodes[I]->name());
    if (It == Places.end())
      continue;
    uint32_t J = It->second;
    if (!fits(I, J) || SideA.Module[I] != SideB.Module[J])
      continue;
    Named[I] = J;
    NamedB[J] = I;
    ++Count;
  }
  // Names of a graph whose nodes were numbered again are hints at best.
  bool IsRenamed = Count < std::min(Named.size(), NamedB.size()) / 2;
  constexpr unsigned MaxUsers = 16;
  auto Judge = [&](uint32_t I, uint32_t J) {
    const Node &N = *SideA.Nodes[I], &M = *SideB.Nodes[J];
    int For = 0, Against = 0;
    for (unsigned K = 0; K != std::min(N.numOperands(), M.numOperands()); ++K) {
      uint32_t X = SideA.operand(I, K), Y = SideB.operand(J, K);
      if (Named[X] == Y)
        ++For;
      else if (Named[X] != None || NamedB[Y] != None)
        ++Against;
    }
    unsigned Seen = 0;
    for (const Node *User : N.users()) {
      if (++Seen > MaxUsers)
        break;
      uint32_t Other = Named[SideA.place(User)];
      if (Other == None)
        continue;
      const Node &U = *SideB.Nodes[Other];
      bool Uses = false;
      for (unsigned K = 0; K != U.numOperands() && !Uses; ++K)
        Uses = U.operand(K) == &M;
      ++(Uses ? For : Against);
    }
    return Against <= For && (For || !IsRenamed);
  };
  std::vector<bool> Good(Named.size());
  for (uint32_t I = 0; I != Named.size(); ++I)
    Good[I] = Named[I] != None && Judge(I, Named[I]);
  for (uint32_t I = 0; I != Named.size(); ++I)
    if (Good[I])
      pair(I, Named[I]);
  IsNamed = std::move(Good);
}

//===----------------------------------------------------------------------===//
// In order
//===----------------------------------------------------------------------===//

/// The places in \p As and \p Bs of what they have in common, in order.
PlacePairs Aligner::common(ArrayRef<uint32_t> As, ArrayRef<uint32_t> Bs,
                           std::vector<uint64_t> Side::*Token) const {
  std::vector<uint64_t> TokensA, TokensB;
  for (uint32_t I : As)
    TokensA.push_back((SideA.*Token)[I]);
  for (uint32_t J : Bs)
    TokensB.push_back((SideB.*Token)[J]);
  return commonSubsequence(TokensA, TokensB);
}

/// Pairs what is left of \p As and \p Bs, between the pairs that are there,
/// by equal tokens in order.
void Aligner::pairInGaps(ArrayRef<uint32_t> As, ArrayRef<uint32_t> Bs,
                         std::vector<uint64_t> Side::*Token) {
  for (auto [X, Y] : common(As, Bs, Token))
    if (fitsInOrder(As[X], Bs[Y]))
      pair(As[X], Bs[Y]);
}

/// How many operands of \p Pairs would be pairs as well, and how many pairs
/// have the same constants.
size_t Aligner::agreement(ArrayRef<uint32_t> As, ArrayRef<uint32_t> Bs,
                          const PlacePairs &Pairs) const {
  DenseMap<uint32_t, uint32_t> Partner;
  for (auto [X, Y] : Pairs)
    Partner[As[X]] = Bs[Y];
  size_t Count = 0;
  for (auto [X, Y] : Pairs) {
    uint32_t I = As[X], J = Bs[Y];
    Count += SideA.Strict[I] == SideB.Strict[J];
    unsigned E =
        std::min(SideA.Nodes[I]->numOperands(), SideB.Nodes[J]->numOperands());
    for (unsigned K = 0; K != E; ++K) {
      uint32_t Operand = SideA.operand(I, K);
      auto It = Partner.find(Operand);
      Count += (It == Partner.end() ? SideA.Partner[Operand] : It->second) ==
               SideB.operand(J, K);
    }
  }
  return Count;
}

/// Pairs two lists of places without partners.
void Aligner::pairSequences(ArrayRef<uint32_t> As, ArrayRef<uint32_t> Bs) {
  if (As.empty() || Bs.empty())
    return;
  // A changed node changes the tokens of its users as well: where much was
  // changed, operators alone may find their way better.
  PlacePairs Pairs = common(As, Bs, &Side::Strict);
  if (Pairs.size() != std::min(As.size(), Bs.size())) {
    PlacePairs Others = common(As, Bs, &Side::Plain);
    if (agreement(As, Bs, Others) > agreement(As, Bs, Pairs))
      Pairs = std::move(Others);
  }
  for (auto [X, Y] : Pairs)
    if (fitsInOrder(As[X], Bs[Y]))
      pair(As[X], Bs[Y]);
  // What is between the pairs that this made.
  SmallVector<uint32_t, 32> GapA, GapB;
  auto NextB = Bs.begin();
  auto Flush = [&] {
    if (!GapA.empty() && !GapB.empty())
      pairInGaps(GapA, GapB, &Side::Loose);
    GapA.clear();
    GapB.clear();
  };
  for (uint32_t I : As) {
    if (SideA.Partner[I] == None) {
      GapA.push_back(I);
      continue;
    }
    for (; NextB != Bs.end() && *NextB != SideA.Partner[I]; ++NextB)
      if (SideB.Partner[*NextB] == None)
        GapB.push_back(*NextB);
    Flush();
  }
  for (; NextB != Bs.end(); ++NextB)
    if (SideB.Partner[*NextB] == None)
      GapB.push_back(*NextB);
  Flush();
}

/// Pairs what is left inside modules of one path. Modules that only one graph
/// has are first paired with others that hold the same, in order.
void Aligner::pairModules() {
  using Places = std::vector<uint32_t>;
  std::map<uint32_t, Places> InA, InB;
  auto Collect = [](const Side &S, std::map<uint32_t, Places> &Into) {
    for (uint32_t I = 0; I != S.Nodes.size(); ++I)
      if (S.Partner[I] == None && S.Module[I] != None)
        Into[S.Module[I]].push_back(I);
  };
  Collect(SideA, InA);
  Collect(SideB, InB);
  auto Others = [](std::map<uint32_t, Places> &Mine,
                   std::map<uint32_t, Places> &Theirs,
                   ArrayRef<uint64_t> Tokens) {
    std::vector<std::pair<Places *, uint64_t>> Result;
    for (auto &[Number, List] : Mine) {
      if (Theirs.contains(Number))
        continue;
      uint64_t Hash = List.size();
      for (uint32_t I : List)
        Hash = mix(Hash, Tokens[I]);
      Result.push_back({&List, Hash});
    }
    llvm::sort(Result, [](const auto &X, const auto &Y) {
      return X.first->front() < Y.first->front();
    });
    return Result;
  };
  auto OnlyA = Others(InA, InB, SideA.Loose);
  auto OnlyB = Others(InB, InA, SideB.Loose);
  for (auto &[Number, List] : InA)
    if (auto It = InB.find(Number); It != InB.end())
      pairSequences(List, It->second);
  std::vector<uint64_t> HashA, HashB;
  for (auto &[List, Hash] : OnlyA)
    HashA.push_back(Hash);
  for (auto &[List, Hash] : OnlyB)
    HashB.push_back(Hash);
  for (auto [X, Y] : commonSubsequence(HashA, HashB))
    pairSequences(*OnlyA[X].first, *OnlyB[Y].first);
}

/// A longest list of pairs that is ascending on both sides.
PlacePairs Aligner::pairsInOrder() const {
  std::vector<uint32_t> Paired, Places;
  for (uint32_t I = 0; I != SideA.Nodes.size(); ++I)
    if (SideA.Partner[I] != None) {
      Paired.push_back(I);
      Places.push_back(SideA.Partner[I]);
    }
  PlacePairs Result;
  for (uint32_t K : longestAscending(Places))
    Result.push_back({Paired[K], Places[K]});
  return Result;
}

/// Calls \p Fn with what has no partner between two neighbors of
/// pairsInOrder(), where both sides have something.
void Aligner::forEachGap(
    function_ref<void(ArrayRef<uint32_t>, ArrayRef<uint32_t>)> Fn) const {
  PlacePairs Anchors = pairsInOrder();
  Anchors.push_back(
      {uint32_t(SideA.Nodes.size()), uint32_t(SideB.Nodes.size())});
  std::vector<uint32_t> GapA, GapB;
  uint32_t I = 0, J = 0;
  for (auto [EndA, EndB] : Anchors) {
    GapA.clear();
    GapB.clear();
    for (; I != EndA; ++I)
      if (SideA.Partner[I] == None)
        GapA.push_back(I);
    for (; J != EndB; ++J)
      if (SideB.Partner[J] == None)
        GapB.push_back(J);
    if (!GapA.empty() && !GapB.empty())
      Fn(GapA, GapB);
    I = EndA + 1;
    J = EndB + 1;
  }
}

void Aligner::pairWhole() {
  forEachGap([&](ArrayRef<uint32_t> GapA, ArrayRef<uint32_t> GapB) {
    pairSequences(GapA, GapB);
  });
}

/// What is left between neighbors, operator by operator, in order.
void Aligner::pairBetween() {
  // Far from each other they are hardly the same.
  constexpr size_t MaxDistance = 64;
  forEachGap([&](ArrayRef<uint32_t> GapA, ArrayRef<uint32_t> GapB) {
    size_t Next = 0;
    for (uint32_t I : GapA)
      for (size_t K = Next; K != std::min(GapB.size(), Next + MaxDistance); ++K)
        if (fitsInOrder(I, GapB[K]) &&
            SideA.Nodes[I]->numOperands() ==
                SideB.Nodes[GapB[K]]->numOperands()) {
          pair(I, GapB[K]);
          Next = K + 1;
          break;
        }
  });
}

Alignment Aligner::run() {
  // What a graph returns is what it returns, however it is made.
  const Node *OutputA = SideA.G->outputNode(), *OutputB = SideB.G->outputNode();
  if (OutputA && OutputB)
    pair(SideA.place(OutputA), SideB.place(OutputB));
  if (Options.Names)
    pairByNames();
  if (Options.Modules)
    pairModules();
  pairWhole();
  pairAlongEdges();
  pairBetween();
  settle();

  Alignment Result;
  Result.A = SideA.G;
  Result.B = SideB.G;
  Result.NumPairs = NumPairs;
  Result.PartnerOfA.resize(SideA.PlaceOf.size());
  Result.PartnerOfB.resize(SideB.PlaceOf.size());
  Result.Moved.resize(SideA.PlaceOf.size());
  for (uint32_t I = 0; I != SideA.Nodes.size(); ++I)
    if (uint32_t J = SideA.Partner[I]; J != None) {
      const Node *N = SideA.Nodes[I], *M = SideB.Nodes[J];
      Result.PartnerOfA[N->id()] = M;
      Result.PartnerOfB[M->id()] = N;
      Result.Moved[N->id()] = true;
    }
  for (auto [I, J] : pairsInOrder())
    Result.Moved[SideA.Nodes[I]->id()] = false;
  return Result;
}

Alignment fx::alignGraphs(const Graph &A, const Graph &B,
                          AlignmentOptions Options) {
  return Aligner(A, B, Options).run();
}

const Node *Alignment::counterpart(const Node &N) const {
  const Node *Partner = partner(N), *Replaced = nullptr;
  for (const Node *User : N.users()) {
    const Node *Other = partner(*User);
    if (!Other)
      continue;
    unsigned E = std::min(User->numOperands(), Other->numOperands());
    for (unsigned K = 0; K != E; ++K) {
      if (User->operand(K) != &N)
        continue;
      const Node *Theirs = Other->operand(K);
      if (Theirs == Partner)
        return Partner;
      if (!Replaced && !partner(*Theirs))
        Replaced = Theirs;
    }
  }
  return Replaced ? Replaced : Partner;
}
