//===- Aligner.h - Pairing the nodes of two graphs --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ANALYSIS_ALIGNER_H
#define FX_LIB_ANALYSIS_ALIGNER_H

#include "AlignmentSequences.h"
#include "fx/Analysis/Alignment.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace fx {
namespace alignment {
inline constexpr uint32_t None = ~0u;

/// Numbers for texts of both graphs.
class Numbers {
public:
  uint32_t of(llvm::StringRef Text) {
    return Index.try_emplace(Text, Index.size()).first->second;
  }

private:
  llvm::StringMap<uint32_t> Index;
};

/// A graph as lists of numbers; the first of each belongs to the first node.
struct Side {
  const Graph *G;
  std::vector<const Node *> Nodes;
  /// The place of each node, indexed by id.
  std::vector<uint32_t> PlaceOf;
  std::vector<uint32_t> Operator, Module;
  /// What is compared in order: operator, operands' operators, constants and
  /// names of state; without the last two; and the operator, with the name of
  /// state that it stands for.
  std::vector<uint64_t> Strict, Loose, Plain;
  /// The partner's place, or None.
  std::vector<uint32_t> Partner;

  uint32_t operand(uint32_t I, unsigned K) const {
    return PlaceOf[Nodes[I]->operand(K)->id()];
  }
  uint32_t place(const Node *N) const { return PlaceOf[N->id()]; }
};

/// Whether the target is the name of a value from outside.
inline bool isOuter(const Node &N) {
  return N.isPlaceholder() || N.isGetAttr();
}
} // namespace alignment

/// One run of alignGraphs(). Places are those of `Side`; the first of a pair is
/// of the first graph.
class Aligner {
public:
  Aligner(const Graph &A, const Graph &B, AlignmentOptions Options)
      : Options(Options) {
    read(SideA, A);
    read(SideB, B);
    IsNamed.resize(SideA.Nodes.size());
  }
  Alignment run();

private:
  using Side = alignment::Side;
  static constexpr uint32_t None = alignment::None;

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
    return fits(I, J) && (!Options.Names || !alignment::isOuter(N) ||
                          N.targetText() == SideB.Nodes[J]->targetText());
  }
  void pair(uint32_t I, uint32_t J) {
    SideA.Partner[I] = J;
    SideB.Partner[J] = I;
    ++NumPairs;
  }
  void part(uint32_t I) {
    SideB.Partner[SideA.Partner[I]] = None;
    SideA.Partner[I] = None;
    --NumPairs;
  }

  void pairByNames();
  void pairModules();
  void pairSequences(llvm::ArrayRef<uint32_t> As, llvm::ArrayRef<uint32_t> Bs);
  PlacePairs common(llvm::ArrayRef<uint32_t> As, llvm::ArrayRef<uint32_t> Bs,
                    std::vector<uint64_t> Side::*Token) const;
  size_t agreement(llvm::ArrayRef<uint32_t> As, llvm::ArrayRef<uint32_t> Bs,
                   const PlacePairs &Pairs) const;
  void pairInGaps(llvm::ArrayRef<uint32_t> As, llvm::ArrayRef<uint32_t> Bs,
                  std::vector<uint64_t> Side::*Token);
  PlacePairs pairsInOrder() const;
  void forEachGap(llvm::function_ref<void(llvm::ArrayRef<uint32_t>,
                                          llvm::ArrayRef<uint32_t>)>
                      Fn) const;
  void pairWhole();
  void pairAlongEdges();
  void
  forEachPairedUser(uint32_t I,
                    llvm::function_ref<void(uint32_t U, uint32_t V)> Fn) const;
  unsigned support(uint32_t I, uint32_t J) const;
  void candidates(uint32_t I, llvm::SmallVectorImpl<uint32_t> &List) const;
  void settle();
  void pairBetween();

  AlignmentOptions Options;
  Side SideA, SideB;
  alignment::Numbers Operators, Modules, States;
  size_t NumPairs = 0;
  /// Whether names made the pair, which stays; indexed by place in the first
  /// graph.
  std::vector<bool> IsNamed;
};
} // namespace fx

#endif // FX_LIB_ANALYSIS_ALIGNER_H
