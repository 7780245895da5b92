//===- Alignment.cpp - Which nodes of two graphs are the same -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/Alignment.h"
#include "AlignmentSequences.h"
#include "fx/Analysis/ModulePaths.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"
#include <cstring>
#include <map>

using namespace fx;
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

namespace {
constexpr uint32_t None = ~0u;

/// Numbers for texts of both graphs.
class Numbers {
public:
  uint32_t of(StringRef Text) {
    return Index.try_emplace(Text, Index.size()).first->second;
  }

private:
  StringMap<uint32_t> Index;
};

/// A graph as lists of numbers; the first of each belongs to the first node.
struct Side {
  const Graph *G;
  std::vector<const Node *> Nodes;
  /// By id of a node: its place.
  std::vector<uint32_t> PlaceOf;
  std::vector<uint32_t> Operator, Module;
  /// What is compared in order: operator, operands' operators, constants and
  /// names of state; and without the last two.
  std::vector<uint64_t> Strict, Loose;
  /// The partner's place, or None.
  std::vector<uint32_t> Partner;

  uint32_t operand(uint32_t I, unsigned K) const {
    return PlaceOf[Nodes[I]->operand(K)->id()];
  }
  uint32_t place(const Node *N) const { return PlaceOf[N->id()]; }
};
} // namespace

/// Whether the target is the name of a value from outside.
static bool isLeaf(const Node &N) { return N.isPlaceholder() || N.isGetAttr(); }

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

namespace fx {
class Aligner {
public:
  Aligner(const Graph &A, const Graph &B, AlignmentOptions Options)
      : Options(Options) {
    read(SideA, A);
    read(SideB, B);
  }
  Alignment run();

private:
  void read(Side &S, const Graph &G);
  void readModules(Side &S);
  void makeTokens(Side &S);

  bool fits(uint32_t I, uint32_t J) const {
    return SideA.Partner[I] == None && SideB.Partner[J] == None &&
           SideA.Operator[I] == SideB.Operator[J];
  }
  /// The same for two that nothing but their places tie: parameters and inputs
  /// of other names are others then.
  bool fitsInOrder(uint32_t I, uint32_t J) const {
    const Node &N = *SideA.Nodes[I];
    return fits(I, J) && (!Options.Names || !isLeaf(N) ||
                          N.targetText() == SideB.Nodes[J]->targetText());
  }
  void pair(uint32_t I, uint32_t J) {
    SideA.Partner[I] = J;
    SideB.Partner[J] = I;
    ++NumPairs;
  }

  void pairByNames();
  void pairModules();
  void pairSequences(ArrayRef<uint32_t> As, ArrayRef<uint32_t> Bs);
  void pairInGaps(ArrayRef<uint32_t> As, ArrayRef<uint32_t> Bs,
                  std::vector<uint64_t> Side::*Token);
  PlacePairs pairsInOrder() const;
  void forEachGap(
      function_ref<void(ArrayRef<uint32_t>, ArrayRef<uint32_t>)> Fn) const;
  void pairWhole();
  void pairAlongEdges();
  void pairBetween();

  AlignmentOptions Options;
  Side SideA, SideB;
  Numbers Operators, Modules, States;
  size_t NumPairs = 0;
};
} // namespace fx

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
    if (isLeaf(*N) && Options.Names)
      Strict = mix(Strict, States.of(N->targetText()));
    for (unsigned K = 0, E = N->numOperands(); K != E; ++K) {
      const Node *Operand = N->operand(K);
      Loose = mix(Loose, S.Operator[S.place(Operand)]);
      if (isLeaf(*Operand) && Options.Names)
        Strict = mix(Strict, States.of(Operand->targetText()));
    }
    S.Loose.push_back(Loose);
    S.Strict.push_back(mix(Loose, Strict));
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
}

//===----------------------------------------------------------------------===//
// In order
//===----------------------------------------------------------------------===//

/// Pairs what is left of \p As and \p Bs, between the pairs that are there,
/// by equal tokens in order.
void Aligner::pairInGaps(ArrayRef<uint32_t> As, ArrayRef<uint32_t> Bs,
                         std::vector<uint64_t> Side::*Token) {
  std::vector<uint64_t> TokensA, TokensB;
  for (uint32_t I : As)
    TokensA.push_back((SideA.*Token)[I]);
  for (uint32_t J : Bs)
    TokensB.push_back((SideB.*Token)[J]);
  for (auto [X, Y] : commonSubsequence(TokensA, TokensB))
    if (fitsInOrder(As[X], Bs[Y]))
      pair(As[X], Bs[Y]);
}

/// Pairs two lists of places without partners.
void Aligner::pairSequences(ArrayRef<uint32_t> As, ArrayRef<uint32_t> Bs) {
  if (As.empty() || Bs.empty())
    return;
  pairInGaps(As, Bs, &Side::Strict);
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

//===----------------------------------------------------------------------===//
// Along edges
//===----------------------------------------------------------------------===//

/// From each pair to the operands at one place, and to users that use the two
/// at one place.
void Aligner::pairAlongEdges() {
  constexpr unsigned MaxUsers = 64;
  std::vector<uint32_t> Queue;
  for (uint32_t I = 0; I != SideA.Nodes.size(); ++I)
    if (SideA.Partner[I] != None)
      Queue.push_back(I);
  auto Try = [&](uint32_t I, uint32_t J) {
    if (!fits(I, J))
      return false;
    pair(I, J);
    Queue.push_back(I);
    return true;
  };
  auto Users = [&](const Side &S, uint32_t I) {
    SmallVector<uint32_t, 8> List;
    for (const Node *User : S.Nodes[I]->users()) {
      if (List.size() == MaxUsers)
        return SmallVector<uint32_t, 8>();
      List.push_back(S.place(User));
    }
    return List;
  };
  auto UsesAlike = [&](uint32_t U, uint32_t I, uint32_t V, uint32_t J) {
    unsigned E = SideA.Nodes[U]->numOperands();
    if (E != SideB.Nodes[V]->numOperands())
      return false;
    for (unsigned K = 0; K != E; ++K)
      if ((SideA.operand(U, K) == I) != (SideB.operand(V, K) == J))
        return false;
    return true;
  };
  for (size_t Next = 0; Next != Queue.size(); ++Next) {
    uint32_t I = Queue[Next], J = SideA.Partner[I];
    unsigned E =
        std::min(SideA.Nodes[I]->numOperands(), SideB.Nodes[J]->numOperands());
    for (unsigned K = 0; K != E; ++K)
      Try(SideA.operand(I, K), SideB.operand(J, K));
    SmallVector<uint32_t, 8> Ours = Users(SideA, I), Theirs = Users(SideB, J);
    for (uint32_t U : Ours) {
      if (SideA.Partner[U] != None)
        continue;
      for (uint32_t V : Theirs)
        if (UsesAlike(U, I, V, J) && Try(U, V))
          break;
    }
  }
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
