//===- FoldConstants.cpp - Computing what depends on no input -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes that depend on constants alone are copied into a graph of their own,
// which LibTorch runs once. What others use of it becomes constants.
//
//===----------------------------------------------------------------------===//

#include "KnownWeights.h"
#include "fx/Analysis/MemoryAnalysis.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Pass/TorchBackend.h"
#include "fx/Transforms/Passes.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_FOLDCONSTANTS
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

class ConstantFolder {
public:
  ConstantFolder(GraphModule &M, bool Parameters, uint64_t Budget)
      : M(M), G(M.graph()), State(M), Memory(G), Parameters(Parameters),
        Budget(Budget) {}

  /// Returns how many nodes went.
  Expected<unsigned> run();

private:
  bool isConstantState(const Node &N);
  bool isFoldable(const Node &N) const;
  void collect();
  void dropLarge();
  bool isWanted(const Node &N) const;
  std::unique_ptr<GraphModule> extract(DenseMap<const Node *, Argument> &Map);
  Expected<unsigned> replace(const GraphModule &Part,
                             const DenseMap<const Node *, Argument> &Map);
  Expected<bool> replace(Node &N, const RunValue &Value);
  unsigned eraseDead();

  GraphModule &M;
  Graph &G;
  StateEditor State;
  MemoryAnalysis Memory;
  bool Parameters;
  uint64_t Budget;
  /// State and nodes that depend on nothing else, in the order of the graph.
  SmallVector<Node *, 16> Sources, Folded;
  DenseSet<const Node *> IsConstant;
};

/// Keeps the values of some nodes.
class ValueKeeper final : public RunObserver {
public:
  DenseMap<const Node *, RunValuePtr> Values;
  void after(const Event &E, function_ref<RunValuePtr()> Value) override {
    if (auto It = Values.find(&E.N); It != Values.end())
      It->second = Value();
  }
};

struct FoldConstants : impl::FoldConstantsBase<FoldConstants> {
  Expected<bool> run(GraphModule &M) override {
    Expected<unsigned> Count = ConstantFolder(M, Parameters, Budget).run();
    if (!Count)
      return Count.takeError();
    NumFolded += *Count;
    return *Count != 0;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// What is constant
//===----------------------------------------------------------------------===//

bool ConstantFolder::isConstantState(const Node &N) {
  std::string Path = StateEditor::pathOf(N);
  const TensorAttr *T = Path.empty() ? nullptr : M.state(Path);
  if (!T || !T->isTensor() || T->Pickled)
    return false;
  if (T->Role == TensorAttr::Parameter && !Parameters)
    return false;
  return State.isConstant(Path) && hasElements(M, *T, Path);
}

/// A call on another device gives no constant of the CPU.
static bool isOnCPU(const Node &N) {
  auto IsOther = [](const Argument &A) {
    return A.kind() == ArgKind::Device && A.str() != "cpu";
  };
  for (const Argument &A : N.args())
    if (IsOther(A))
      return false;
  for (const KwArg &K : N.kwargs())
    if (IsOther(K.Value) || (K.Name.str() == "device" && K.Value.isString() &&
                             K.Value.str() != "cpu"))
      return false;
  const Argument *Val = N.meta("val");
  if (!Val || Val->kind() != ArgKind::TensorType)
    return true;
  const Argument &Device = Val->elements()[3];
  return Device.isNone() || Device.str() == "cpu";
}

bool ConstantFolder::isFoldable(const Node &N) const {
  if (!N.isCallFunction() && !N.isCallMethod())
    return false;
  // Whoever gets the result may write to it.
  if (!Memory.isPure(N) || Memory.readsState(N) || Memory.escapes(N) ||
      Memory.isEverWritten(N) || !isOnCPU(N))
    return false;
  for (const Use &U : N.operandUses())
    if (!IsConstant.contains(G.node(U.Value)))
      return false;
  return true;
}

void ConstantFolder::collect() {
  for (Node *N : G.nodes()) {
    if (N->isPlaceholder() || N->isGetAttr()) {
      if (!isConstantState(*N) || !isOnCPU(*N))
        continue;
      Sources.push_back(N);
      IsConstant.insert(N);
    } else if (isFoldable(*N)) {
      Folded.push_back(N);
      IsConstant.insert(N);
    }
  }
}

/// Whether a node that stays uses \p N.
bool ConstantFolder::isWanted(const Node &N) const {
  return any_of(N.users(),
                [&](const Node *User) { return !IsConstant.contains(User); });
}

//===----------------------------------------------------------------------===//
// Computing
//===----------------------------------------------------------------------===//

/// A module with the constant nodes alone, and its own nodes for ours.
std::unique_ptr<GraphModule>
ConstantFolder::extract(DenseMap<const Node *, Argument> &Map) {
  auto Part = std::make_unique<GraphModule>(M.context());
  Part->setTreeKind(GraphModule::TreeKind::Closed);
  (void)WeightStore::of(M);
  Part->setWeightStore(M.weightStore());
  for (Node *N : Sources) {
    std::string Path = StateEditor::pathOf(*N);
    const TensorAttr &T = *M.state(Path);
    if (!Part->state(Path)) {
      TensorAttr Copy = T;
      // The records keep their names.
      Copy.Record = M.context().intern(recordOf(T, Path));
      Part->addState(Path, Copy);
    }
    Node *New = Part->graph().getAttr(Path);
    New->setMeta("val", placeholderType(T));
    Map[N] = New;
  }
  for (Node *N : Folded)
    Map[N] = Part->graph().nodeCopy(
        N, [&](Node *Operand) { return Map.lookup(Operand); });
  return Part;
}

/// The bytes of the tensors in \p Val; none where a size is not known.
static std::optional<uint64_t> bytesOf(const Argument &Val) {
  if (Val.kind() == ArgKind::TensorType) {
    SmallVector<int64_t, 6> Sizes;
    for (const Argument &Size : Val.elements()[1].elements()) {
      if (!Size.isInt())
        return std::nullopt;
      Sizes.push_back(Size.asInt());
    }
    std::optional<uint64_t> Count = elementCount(Sizes);
    uint64_t Size = elementSize(Val.elements()[0].asDType());
    if (!Count || *Count > (uint64_t(1) << 48))
      return std::nullopt;
    return *Count * Size;
  }
  if (!Val.isSequence())
    return 0;
  uint64_t Sum = 0;
  for (size_t I = 0; I != Val.size(); ++I) {
    std::optional<uint64_t> Item = bytesOf(Val[I]);
    if (!Item)
      return std::nullopt;
    Sum += *Item;
  }
  return Sum;
}

/// Leaves out what would take more than the budget, before anything is run.
void ConstantFolder::dropLarge() {
  DenseMap<const Node *, Argument> Map;
  std::unique_ptr<GraphModule> Part = extract(Map);
  ValueInference Inference(Part->graph(), Part.get());
  SmallVector<Node *, 16> Kept;
  for (Node *N : Folded) {
    Node *Copy = Map.lookup(N).asNode();
    bool Good = all_of(N->operandUses(), [&](const Use &U) {
      return IsConstant.contains(G.node(U.Value));
    });
    if (Good) {
      Expected<Argument> Val = Inference.infer(*Copy);
      if (Val) {
        Copy->setMeta("val", *Val);
        std::optional<uint64_t> Bytes = bytesOf(*Val);
        Good = Bytes && *Bytes <= Budget;
      } else {
        // Nobody knows; at least it is not made from numbers alone.
        consumeError(Val.takeError());
        Good = N->numOperands() != 0;
      }
    }
    if (Good)
      Kept.push_back(N);
    else
      IsConstant.erase(N);
  }
  Folded = std::move(Kept);
}

/// Whether \p A can stand in the arguments of a node for what it is.
static bool isLiteral(const Argument &A) {
  if (A.isSequence())
    return all_of(A.elements(), isLiteral);
  return A.isInt() || A.isFloat() || A.isBool() || A.isNone() ||
         A.kind() == ArgKind::Complex || A.isString();
}

Expected<bool> ConstantFolder::replace(Node &N, const RunValue &Value) {
  Expected<TorchBackend &> Backend = loadTorchBackend();
  if (!Backend)
    return Backend.takeError();
  auto IsStaying = [&](Node *User) { return !IsConstant.contains(User); };
  Expected<std::optional<TensorBytes>> Bytes = Backend->bytesOf(Value);
  if (!Bytes) {
    // No bytes of its own, as a quantized tensor.
    consumeError(Bytes.takeError());
    return false;
  }
  if (!*Bytes) {
    Expected<Argument> Literal = Backend->typeOf(M.context(), Value);
    if (!Literal) {
      consumeError(Literal.takeError());
      return false;
    }
    if (!isLiteral(*Literal))
      return false;
    N.replaceAllUsesWith(*Literal, IsStaying);
    return true;
  }
  const TensorBytes &Tensor = **Bytes;
  if (elementSize(Tensor.Type) == 0 || Tensor.Bytes.size() > Budget)
    return false;
  Budget -= Tensor.Bytes.size();
  InsertionGuard At = G.insertingBefore(&N);
  Expected<Node *> New = State.addConstant(
      "_folded_" + N.name(),
      TensorData::ofBytes(Tensor.Type, Tensor.Sizes, Tensor.Bytes));
  if (!New)
    return New.takeError();
  for (const KwArg &Entry : N.meta().entries())
    if (!(*New)->meta(Entry.Name))
      (*New)->setMeta(Entry.Name, Entry.Value);
  N.replaceAllUsesWith(*New, IsStaying);
  return true;
}

unsigned ConstantFolder::eraseDead() {
  unsigned Count = 0;
  for (Node *N : reverse(Folded))
    if (!N->hasUsers() && G.eraseNode(N))
      ++Count;
  for (Node *N : Sources)
    if (!N->hasUsers())
      State.erase(*N);
  return Count;
}

Expected<unsigned> ConstantFolder::run() {
  collect();
  if (Folded.empty())
    return 0;
  dropLarge();
  SmallVector<Node *, 8> Wanted;
  for (Node *N : Folded)
    if (isWanted(*N))
      Wanted.push_back(N);
  if (Wanted.empty())
    return 0;
  Expected<TorchBackend &> Backend = loadTorchBackend();
  if (!Backend)
    return Backend.takeError();

  DenseMap<const Node *, Argument> Map;
  std::unique_ptr<GraphModule> Part = extract(Map);
  ValueKeeper Keeper;
  SmallVector<Argument, 8> Results;
  for (Node *N : Wanted) {
    Node *Copy = Map.lookup(N).asNode();
    Keeper.Values[Copy] = nullptr;
    Results.push_back(Copy);
  }
  Part->graph().output(Argument::tuple(Results));
  Expected<std::unique_ptr<GraphRunner>> Runner =
      Backend->prepareRun(*Part, RunOptions());
  if (!Runner)
    return Runner.takeError();
  (*Runner)->setObserver(&Keeper);
  Expected<std::vector<RunValuePtr>> Done = (*Runner)->run({});
  if (!Done)
    return Done.takeError();

  bool Any = false;
  for (Node *N : Wanted) {
    const RunValuePtr &Value = Keeper.Values[Map.lookup(N).asNode()];
    if (!Value)
      continue;
    Expected<bool> Replaced = replace(*N, *Value);
    if (!Replaced)
      return Replaced.takeError();
    Any |= *Replaced;
  }
  return Any ? eraseDead() : 0;
}
