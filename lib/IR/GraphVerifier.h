//===- GraphVerifier.h - Checks of one graph --------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The invariants of a graph by number; docs/LangRef.md has the list. Whatever
// depends only on interned things (specs, metadata, bases of names, targets) is
// checked once for each of them.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_GRAPHVERIFIER_H
#define FX_LIB_IR_GRAPHVERIFIER_H

#include "fx/IR/Diagnostic.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

namespace fx {

class ArgSpec;
class GraphModule;
class Module;

/// Answers that are remembered by a small dense id.
class CheckedIds {
public:
  /// Whether \p Id was not there before.
  bool insert(uint32_t Id) {
    if (Id >= Bits.size())
      Bits.resize(llvm::PowerOf2Ceil(Id + 64));
    if (Bits.test(Id))
      return false;
    Bits.set(Id);
    return true;
  }

private:
  llvm::BitVector Bits;
};

/// Which names occurred; compact for the runs `relu`, `relu_1`, `relu_2`.
class SeenNames {
public:
  enum Result { New, Known };
  /// \p NewBase: whether the base of the name occurs for the first time.
  Result insert(Name N, bool &NewBase);

private:
  struct Base {
    std::vector<uint64_t> Suffixes; ///< Bits, by Name::Suffix.
    size_t Count = 0;
  };
  std::vector<uint32_t> Index; ///< Symbol id to Bases, plus 1.
  std::vector<Base> Bases;
  llvm::DenseSet<uint64_t> Sparse; ///< Name::key() of distant suffixes.
};

class GraphVerifier {
public:
  /// \p M and \p Owner, the module of the tree whose code \p G is, are null for
  /// a graph without a module.
  GraphVerifier(const Graph &G, const GraphModule *M, const Module *Owner,
                DiagnosticEngine &Diags)
      : G(G), Ctx(G.context()), M(M), Owner(Owner), Diags(Diags) {}

  void run();

  template <typename... Ts>
  DiagnosticBuilder report(diag::ID Id, DiagnosticPlace Place,
                           const Ts &...Args);

private:
  /// \name VerifyStructure.cpp: V1 to V7. False: too broken to look further.
  /// @{
  bool verifyList();
  bool verifyOperands(const Node &N);
  bool verifyUses();
  void verifyForeign();
  void verifySpec(const Node &N, const ArgSpec &Spec);
  std::string malformed(class ArgReader &R, unsigned Depth);
  /// @}

  /// \name VerifyNodes.cpp: V8 to V16 and V20
  /// @{
  void verifyNode(const Node &N);
  void verifyDominance(const Node &N);
  void verifyName(const Node &N);
  void verifyOpcode(const Node &N);
  void verifyMeta(const Node &N);
  /// @}

  /// \name VerifyTargets.cpp: V17, V18, V21, V22
  /// @{
  void verifyTreeTarget(const Node &N);
  void reportMissing(const Node &N, diag::ID Id);
  void verifySchema(const Node &N);
  void verifyOverload(const Node &N, const class OpTarget &Target);
  void verifySignature(const Node &N, const class OpTarget &Target);
  /// @}

  /// Where \p Text stands in the text of \p N after \p After, as a place and
  /// its range; the node's own place where that is not to be found.
  std::pair<DiagnosticPlace, llvm::SMRange>
  locate(const Node &N, llvm::StringRef Text, llvm::StringRef After);
  std::pair<DiagnosticPlace, llvm::SMRange> locateUse(const Node &N,
                                                      const Node &Value);

  const Graph &G;
  const Context &Ctx;
  const GraphModule *M;
  const Module *Owner;
  DiagnosticEngine &Diags;
  CheckedIds Specs, Metas;
  SeenNames Names;
  const Node *FirstOutput = nullptr;
  llvm::DenseSet<uint64_t> Targets; ///< Opcode and target found in the tree.
  /// (target, spec) that were bound, hashed into a small table before the set.
  llvm::DenseSet<uint64_t> BoundCalls;
  std::array<uint64_t, 1024> RecentCalls{};
};

template <typename... Ts>
DiagnosticBuilder GraphVerifier::report(diag::ID Id, DiagnosticPlace Place,
                                        const Ts &...Args) {
  DiagnosticBuilder B = Diags.report(Id, std::move(Place), Args...);
  if (M)
    B.in(*M);
  return B;
}

} // namespace fx

#endif // FX_LIB_IR_GRAPHVERIFIER_H
