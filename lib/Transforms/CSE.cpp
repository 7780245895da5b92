//===- CSE.cpp - Computing equal things once ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/CSE.h"
#include "SymbolicValues.h"
#include "ZeroedTable.h"
#include "fx/Analysis/MemoryAnalysis.h"
#include "fx/IR/OpInfo.h"
#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_CSE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

/// Open addressing with linear probing. An entry is the upper half of the hash
/// and the id of a node; nodes are looked at only when these halves agree.
class NodeTable {
public:
  explicit NodeTable(size_t NumNodes)
      : Entries(PowerOf2Ceil(NumNodes + NumNodes / 2 + 16)),
        Mask(Entries.size() - 1) {}

  void prefetch(uint64_t Hash) const {
    __builtin_prefetch(&Entries[Hash & Mask], 1);
  }
  /// The entry with this hash that \p IsSame accepts, or the empty one where it
  /// would stand.
  template <typename Predicate>
  uint64_t &find(uint64_t Hash, Predicate IsSame) {
    uint64_t Tag = Hash >> 32;
    for (uint64_t I = Hash & Mask;; I = (I + 1) & Mask) {
      uint64_t &E = Entries[I];
      if (!E || (E >> 32 == Tag && IsSame(uint32_t(E))))
        return E;
    }
  }
  static uint64_t entry(uint64_t Hash, uint32_t Id) {
    return (Hash >> 32) << 32 | Id;
  }

private:
  ZeroedTable Entries;
  uint64_t Mask;
};

class CommonSubexpressions {
public:
  CommonSubexpressions(Graph &G, CSEOptions Options)
      : G(G), Options(Options), Memory(G), Table(Memory.numPure()) {
    if (Memory.hasWriters())
      LastWriter.resize(G.idBound());
  }
  size_t run();

private:
  /// A node that is about to be visited.
  struct Pending {
    Node *N = nullptr;
    uint64_t Hash = 0;
    /// NumErased when the hash was computed: later merges may change it.
    size_t Epoch = 0;
  };
  static constexpr unsigned Lookahead = 16;

  Pending prepare(Node *N) const;
  void visit(Pending P);
  uint64_t hash(const Node *N) const;
  bool isSame(const Node *A, const Node *B) const;
  bool isCommutative(const Node *N) const;
  bool mayMerge(const Node *Earlier, const Node *Later) const;
  bool isStale(const Node *Earlier, const Node *Later) const;
  void noteWrites(const Node *N);

  Graph &G;
  CSEOptions Options;
  MemoryAnalysis Memory;
  NodeTable Table;
  /// Indexed by group of memory.
  std::vector<const Node *> LastWriter;
  const Node *LastGlobalWriter = nullptr;
  size_t NumErased = 0;
};

} // namespace

static uint64_t mix(uint64_t Hash, uint64_t Value) {
  Hash = (Hash ^ Value) * 0x9E3779B97F4A7C15ull;
  return Hash ^ (Hash >> 29);
}

bool CommonSubexpressions::isCommutative(const Node *N) const {
  if (!Options.Commute || N->numOperands() != 2)
    return false;
  const OpTarget *Target = N->opTarget();
  return Target && Target->op().isCommutative() &&
         N->specId() == ArgSpec::plainId(2);
}

uint64_t CommonSubexpressions::hash(const Node *N) const {
  uint64_t Hash =
      mix(uint64_t(N->op()), uint64_t(N->targetId()) << 32 | N->specId());
  ArrayRef<Use> Operands = N->operandUses();
  if (isCommutative(N))
    return mix(Hash, uint64_t(Operands[0].Value) + Operands[1].Value);
  for (const Use &U : Operands)
    Hash = mix(Hash, U.Value);
  return Hash;
}

bool CommonSubexpressions::isSame(const Node *A, const Node *B) const {
  if (A->targetId() != B->targetId() || A->specId() != B->specId() ||
      A->op() != B->op())
    return false;
  ArrayRef<Use> L = A->operandUses(), R = B->operandUses();
  auto SameValue = [](const Use &X, const Use &Y) {
    return X.Value == Y.Value;
  };
  if (std::equal(L.begin(), L.end(), R.begin(), R.end(), SameValue))
    return true;
  return isCommutative(A) && L[0].Value == R[1].Value &&
         L[1].Value == R[0].Value;
}

/// Whether what \p Later reads may differ from what \p Earlier read.
bool CommonSubexpressions::isStale(const Node *Earlier,
                                   const Node *Later) const {
  auto IsAfter = [&](const Node *Writer) {
    return Writer && Earlier->isBefore(Writer);
  };
  if (IsAfter(LastGlobalWriter))
    return true;
  if (Memory.readsState(*Later) && IsAfter(LastWriter[Memory.externalGroup()]))
    return true;
  return any_of(Later->operandUses(), [&](const Use &U) {
    return IsAfter(LastWriter[Memory.group(*G.node(U.Value))]);
  });
}

/// Whether values that come later may be in terms of symbols that \p Later
/// alone makes: those of numbers that data decide are new for each call.
static bool makesOtherSymbols(const Node &Earlier, const Node &Later) {
  const Argument *Own = Later.val(), *Other = Earlier.val();
  return Own && Other && !(*Own == *Other) && hasSymbols(*Own);
}

bool CommonSubexpressions::mayMerge(const Node *Earlier,
                                    const Node *Later) const {
  if (Memory.isEverWritten(*Earlier) || Memory.isEverWritten(*Later) ||
      makesOtherSymbols(*Earlier, *Later))
    return false;
  // A get_attr is the same object every time.
  return Later->isGetAttr() || !Memory.escapes(*Earlier) ||
         !Memory.escapes(*Later);
}

void CommonSubexpressions::noteWrites(const Node *N) {
  MemoryAnalysis::WriteSet Writes = Memory.writes(*N);
  for (uint32_t Group : Writes.Groups)
    LastWriter[Group] = N;
  if (Writes.Global)
    LastGlobalWriter = N;
}

CommonSubexpressions::Pending CommonSubexpressions::prepare(Node *N) const {
  if (!Memory.isPure(*N))
    return {N};
  uint64_t Hash = hash(N);
  Table.prefetch(Hash);
  return {N, Hash, NumErased};
}

void CommonSubexpressions::visit(Pending P) {
  Node *N = P.N;
  if (Memory.isWriter(*N))
    return noteWrites(N);
  if (!Memory.isPure(*N))
    return;
  uint64_t Hash = P.Epoch == NumErased ? P.Hash : hash(N);
  uint64_t &Entry =
      Table.find(Hash, [&](uint32_t Id) { return isSame(G.node(Id), N); });
  if (!Entry) {
    Entry = NodeTable::entry(Hash, N->id());
    return;
  }
  Node *Earlier = G.node(uint32_t(Entry));
  if (Memory.hasWriters() && isStale(Earlier, N)) {
    Entry = NodeTable::entry(Hash, N->id());
    return;
  }
  if (!mayMerge(Earlier, N) || (Options.Admits && !Options.Admits(*N)))
    return;
  if (Memory.escapes(*N))
    Memory.setEscapes(*Earlier);
  std::string Name = Options.Merged ? N->name() : std::string();
  N->replaceAllUsesWith(Earlier);
  NumErased += G.eraseNode(N);
  if (Options.Merged)
    Options.Merged(Name);
}

size_t CommonSubexpressions::run() {
  // The table is far larger than the caches: ask for an entry some nodes before
  // it is needed.
  Pending Ring[Lookahead];
  unsigned Next = 0;
  // Only nodes after this one are erased, so it needs no protection.
  for (Node *N = G.front(); N; N = N->next()) {
    if (Ring[Next].N)
      visit(Ring[Next]);
    Ring[Next] = prepare(N);
    Next = (Next + 1) % Lookahead;
  }
  for (unsigned I = 0; I != Lookahead; ++I)
    if (const Pending &P = Ring[(Next + I) % Lookahead]; P.N)
      visit(P);
  return NumErased;
}

size_t fx::eliminateCommonSubexpressions(Graph &G, CSEOptions Options) {
  return CommonSubexpressions(G, Options).run();
}

namespace {
struct CSE : impl::CSEBase<CSE> {
  Expected<bool> run(GraphModule &M) override {
    size_t Count = 0;
    CSEOptions Options;
    Options.Commute = Commute;
    if (isWatched()) {
      Options.Admits = [this](const Node &N) { return mayRewrite(N); };
      Options.Merged = [this](StringRef Name) { rewrote(Name); };
    }
    M.forEachGraph([&](Graph &G, StringRef) {
      Count += eliminateCommonSubexpressions(G, Options);
    });
    NumErased += Count;
    return Count != 0;
  }
};
} // namespace
