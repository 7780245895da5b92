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

#ifndef FX_LIB_IR_VERIFIER_GRAPHVERIFIER_H
#define FX_LIB_IR_VERIFIER_GRAPHVERIFIER_H

#include "Operators/ArgumentClass.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"
#include <deque>

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

/// What remains to be checked of each call of a target with a spec, because it
/// depends on what the operands are.
struct CallPlan {
  struct Operand {
    uint32_t Index;
    uint32_t Param;
    ValueClass Bound; ///< These fit.
  };
  llvm::SmallVector<Operand, 4> Operands;
  /// Dimensions that the call names, and the tensor whose they are.
  struct Dimensions {
    uint32_t Tensor; ///< Index among the operands.
    uint32_t Param;
    uint8_t Extra; ///< The result has so many more.
    bool Distinct; ///< No two may be the same.
    llvm::SmallVector<int64_t, 4> Dims;
    const OpSchema *Schema = nullptr;
    bool AnyOfScalar = false; ///< A tensor without dimensions takes any.
    bool SkipVectors = false; ///< An empty vector has any rank.
    uint8_t Alternative = 0;  ///< Number of the overload that Python may take.
  };
  /// Wrong if each alternative has dimensions that are.
  llvm::SmallVector<Dimensions, 1> Dims;
  bool empty() const { return Operands.empty() && Dims.empty(); }
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

  /// \name VerifyTargets.cpp: V17, V18, V22
  /// @{
  void verifyTreeTarget(const Node &N);
  void reportMissing(const Node &N, diag::ID Id);
  void verifySignature(const Node &N, const OpTarget &Target);
  /// @}

  /// \name VerifyArguments.cpp: V21
  /// @{
  void verifySchema(const Node &N);
  bool verifyCall(const Node &N, CallPlan &Plan);
  bool verifyOverload(const Node &N, const OpTarget &Target, CallPlan &Plan);
  bool verifyOperandTypes(const Node &N, const CallPlan &Plan);
  void reportCall(diag::ID Id, const Node &N, const llvm::Twine &Why,
                  const OpSchema &Schema);
  ValueClass classOfOperand(const Node &N, unsigned Index);
  /// @}

  /// \name VerifyDimensions.cpp: V23
  /// @{
  bool planDimensions(const Node &N, const OpTarget &Target,
                      const OpSchema &Schema, llvm::ArrayRef<BoundSlot> Slots,
                      CallPlan &Plan);
  void planPython(const Node &N, const OpTarget &Target, CallPlan &Plan);
  void verifyDimensions(const Node &N, const CallPlan &Plan);
  bool verifyDimensions(const Node &N, const CallPlan::Dimensions &D,
                        std::optional<size_t> Rank);
  /// @}

  /// Where \p Text is in the text of \p N after \p After, as a place and
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
  /// (target, spec) that were bound, and what each call needs besides; null:
  /// nothing. A small hashed table comes before the map.
  llvm::DenseMap<uint64_t, const CallPlan *> BoundCalls;
  std::array<std::pair<uint64_t, const CallPlan *>, 1024> RecentCalls{};
  std::deque<CallPlan> Plans;
  /// What nodes with the metadata of this id are; 0: not yet known.
  std::vector<ValueClass> ClassOfMeta;
  bool HasVals = false; ///< Some node so far has a `val`.
};

template <typename... Ts>
DiagnosticBuilder GraphVerifier::report(diag::ID Id, DiagnosticPlace Place,
                                        const Ts &...Args) {
  DiagnosticBuilder B = Diags.report(Id, std::move(Place), Args...);
  if (M)
    B.in(M->source());
  return B;
}

} // namespace fx

#endif // FX_LIB_IR_VERIFIER_GRAPHVERIFIER_H
