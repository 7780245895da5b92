//===- FoldConstants.cpp - Computing what depends on no input -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes that depend on constants alone are run once, by LibTorch. What others
// use of their results becomes constants, with the strides that the results
// have, and where somebody looks at it with their whole memory.
//
//===----------------------------------------------------------------------===//

#include "ConstantEvaluator.h"
#include "State/KnownWeights.h"
#include "State/StorageUses.h"
#include "SymbolicValues.h"
#include "fx/Analysis/MemoryAnalysis.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/SymbolicExpr.h"
#include "fx/Transforms/Passes.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_FOLDCONSTANTS
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

/// What became of a node that was run.
struct Folded {
  /// Its value, while somebody may need it.
  RunValuePtr Value;
  /// What can be in its place: a number, or a tensor.
  std::optional<Argument> Literal;
  bool IsTensor = false;
  /// Size of the constant in bytes.
  uint64_t Size = 0;
  /// Why nothing can, where that is worth a remark.
  std::string Why;
  bool canReplace() const { return Literal || IsTensor; }
};

/// How the steps are called.
constexpr StringLiteral Folding = "folded", Erasing = "erased";

class ConstantFolder {
public:
  /// What the pass hears and answers.
  struct Reports {
    function_ref<void(const Node &N, const Twine &Text)> Remark;
    /// Whether a node may be folded, or erased then; and that it was.
    function_ref<bool(const Node &N, StringRef What)> May;
    function_ref<void(StringRef Name, StringRef What)> Done;
  };
  ConstantFolder(GraphModule &M, bool Parameters, bool Optional,
                 uint64_t Budget, Reports Tell)
      : M(M), G(M.graph()), State(M), Memory(G), Parameters(Parameters),
        Optional(Optional), Budget(Budget), Tell(Tell) {}

  /// Returns how many calls went.
  Expected<unsigned> run();
  /// A call whose value is folded may have to stay.
  bool hasChanged() const { return HasChanged; }

private:
  bool isConstantState(const Node &N);
  bool isFoldable(const Node &N) const;
  void collect();
  void dropLarge();
  RunValuePtr valueOf(const Node &N, ConstantEvaluator &Evaluator);
  void evaluate(ConstantEvaluator &Evaluator);
  Folded look(Node &N, RunValuePtr Value, ConstantEvaluator &Evaluator);
  void forget(const Node &N);
  bool isWanted(const Node &N) const;
  void choose(SmallVectorImpl<Node *> &Wanted);
  Node *findLostSymbol();
  Error replace(Node &N, ConstantEvaluator &Evaluator);
  unsigned eraseDead();

  GraphModule &M;
  Graph &G;
  StateEditor State;
  MemoryAnalysis Memory;
  EffectCache Effects;
  bool Parameters, Optional;
  uint64_t Budget;
  Reports Tell;
  bool HasChanged = false;
  /// State and calls that depend on nothing else, in the order of the graph.
  SmallVector<Node *, 16> Sources, Calls;
  /// Those of them that need not stay in the graph.
  DenseSet<const Node *> IsConstant;
  DenseMap<const Node *, Folded> Results;
};

struct FoldConstants : impl::FoldConstantsBase<FoldConstants> {
  Expected<bool> run(GraphModule &M) override {
    auto Remark = [&](const Node &N, const Twine &Text) {
      remark(N, "%" + N.name() + " stays: " + Text);
    };
    auto May = [&](const Node &N, StringRef What) {
      return mayRewrite(N, What);
    };
    auto Done = [&](StringRef Name, StringRef What) { rewrote(Name, What); };
    ConstantFolder Folder(M, Parameters, Optional, Budget, {Remark, May, Done});
    Expected<unsigned> Count = Folder.run();
    if (!Count)
      return Count.takeError();
    NumFolded += *Count;
    return Folder.hasChanged();
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
  if (T->mayHaveGradient() && !Parameters)
    return false;
  return State.isFixed(Path) && hasElements(M, *T, Path);
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
  return N.tensorType().isOnCPU();
}

/// Whether every run may give another result: an address, or elements that
/// are never written.
static bool isArbitrary(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return true;
  return StringSwitch<bool>(Target->op().name())
      .Cases("data_ptr", "storage", "untyped_storage", true)
      .Cases("empty", "empty_like", "empty_strided", "empty_permuted", true)
      .Cases("new_empty", "new_empty_strided", "resize", "resize_as", true)
      .Default(false);
}

/// Whether \p N may change how later calls compute. Operators of the dispatcher
/// do not, and this pass does not look at gradients.
static bool changesMode(const Node &N, const EffectSummary &S) {
  if (!N.isCallFunction() && !N.isCallMethod())
    return false;
  StringRef Name = N.targetText();
  if (Name.starts_with("torch.ops.") || Name.contains("grad_enabled") ||
      Name.contains("assert"))
    return false;
  return S.Unknown || S.SideEffect;
}

bool ConstantFolder::isFoldable(const Node &N) const {
  if ((!N.isCallFunction() && !N.isCallMethod()) || isArbitrary(N))
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
      Calls.push_back(N);
      IsConstant.insert(N);
    } else if (changesMode(*N, Effects.get(*N))) {
      return;
    }
  }
}

//===----------------------------------------------------------------------===//
// What is too large
//===----------------------------------------------------------------------===//

/// The bytes of the tensors in \p Val; none where a size is not known.
static std::optional<uint64_t> bytesOf(const Argument &Val) {
  if (TensorType T{Val}) {
    auto Sizes = T.fixedSizes();
    std::optional<uint64_t> Count;
    if (Sizes)
      Count = elementCount(*Sizes);
    if (!Count || *Count > (uint64_t(1) << 48))
      return std::nullopt;
    return *Count * elementSize(T.dtype());
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

/// Whether reading all elements of \p N takes longer than anyone waits. A size
/// that is not known is one that depends on constants.
static bool isTooMuchToRead(const Node &N) {
  constexpr uint64_t MaxElements = uint64_t(1) << 32;
  TensorType T = N.tensorType();
  return T && T.hasMoreElements(MaxElements);
}

/// Leaves out what would take more than the budget, before anything is run.
void ConstantFolder::dropLarge() {
  GraphModule Part(M.context());
  DenseMap<const Node *, Node *> Map;
  for (Node *N : Sources)
    Map[N] = copyState(M, StateEditor::pathOf(*N), Part);
  for (Node *N : Calls)
    Map[N] = Part.graph().nodeCopy(
        N, [&](Node *O) -> Argument { return Map.lookup(O); });
  ValueInference Inference(Part.graph(), &Part);
  for (Node *N : Calls) {
    Node *Copy = Map.lookup(N);
    // Sums of what is expanded have few elements of many.
    bool Good = all_of(N->operandUses(), [&](const Use &U) {
      const Node *Operand = G.node(U.Value);
      return IsConstant.contains(Operand) && !isTooMuchToRead(*Operand);
    });
    if (Good) {
      Expected<Argument> Val = Inference.infer(*Copy);
      if (Val) {
        Copy->setVal(*Val);
        std::optional<uint64_t> Bytes = bytesOf(*Val);
        Good = Bytes && *Bytes <= Budget;
      } else {
        // This is not known; at least it is not made from numbers alone.
        consumeError(Val.takeError());
        Good = N->numOperands() != 0;
      }
    }
    if (!Good)
      IsConstant.erase(N);
  }
}

//===----------------------------------------------------------------------===//
// Computing
//===----------------------------------------------------------------------===//

/// Whether \p A can be in the arguments of a node for what it is.
static bool isLiteral(const Argument &A) {
  if (A.isSequence())
    return all_of(A.elements(), isLiteral);
  return A.isInt() || A.isFloat() || A.isBool() || A.isNone() ||
         A.kind() == ArgKind::Complex || A.isString();
}

/// Whether a tensor of the type \p Real is what \p Val says. Strides of
/// dimensions with one place, and of no elements, do not matter.
static bool isTensorOf(const TensorType &Val, const TensorType &Real) {
  if (!Val || !Real || Val.dtype() != Real.dtype() ||
      Val.sizes() != Real.sizes())
    return false;
  if (!Val.hasStrides() || is_contained(Real.sizes(), Argument(0)))
    return true;
  for (auto [Size, A, B] :
       zip_equal(Real.sizes(), Val.strides(), Real.strides()))
    if (!(Size == Argument(1)) && !(A == B))
      return false;
  return true;
}

/// What can be done with the value of \p N.
Folded ConstantFolder::look(Node &N, RunValuePtr Value,
                            ConstantEvaluator &Evaluator) {
  Folded F;
  F.Value = std::move(Value);
  const Argument *Val = N.val();
  // Values after it are in terms of its symbols.
  if (Val && hasSymbols(*Val))
    return F;
  Expected<Argument> Type = Evaluator.typeOf(*F.Value);
  if (!Type) {
    consumeError(Type.takeError());
    return F;
  }
  if (Type->kind() != ArgKind::TensorType) {
    if (isLiteral(*Type) && (!Val || *Val == *Type))
      F.Literal = std::move(*Type);
    return F;
  }
  Expected<TensorData> Data = Evaluator.tensorOf(*F.Value);
  if (!Data) {
    F.Why = "of its value, " + toString(Data.takeError());
    return F;
  }
  bool KeepsStorage = hasStorageUses(N, Effects);
  bool Agrees = !Val || isTensorOf(N.tensorType(), TensorType(*Type));
  if (Agrees && Val && KeepsStorage)
    Agrees = N.tensorType().offset() == Argument(Data->storageOffset());
  if (!Agrees) {
    ValueInference Inference(G, &M);
    std::string Difference = compareValues(*Val, *Type, Inference.math());
    F.Why =
        "its value is not what 'val' says: " +
        (Difference.empty() ? "it begins elsewhere in its memory" : Difference);
    return F;
  }
  F.Size = KeepsStorage ? Data->storage().size() : Data->compactSize();
  F.IsTensor = true;
  return F;
}

/// The value of state or of a call that was run; null if there is none.
RunValuePtr ConstantFolder::valueOf(const Node &N,
                                    ConstantEvaluator &Evaluator) {
  auto [It, New] = Results.try_emplace(&N);
  if (!New || !is_contained({Opcode::Placeholder, Opcode::GetAttr}, N.op()))
    return It->second.Value;
  Expected<RunValuePtr> Value = Evaluator.state(N);
  if (!Value) {
    Tell.Remark(N, toString(Value.takeError()));
    return nullptr;
  }
  return It->second.Value = std::move(*Value);
}

/// Lets go the values of operands of \p N that are not needed any more.
void ConstantFolder::forget(const Node &N) {
  for (Node *O : N.allInputNodes()) {
    // What cannot be replaced stays, and uses what it used.
    bool IsDone = all_of(O->users(), [&](const Node *User) {
      auto It = Results.find(User);
      return IsConstant.contains(User) && It != Results.end() &&
             It->second.canReplace();
    });
    if (IsDone)
      Results[O].Value = nullptr;
  }
}

void ConstantFolder::evaluate(ConstantEvaluator &Evaluator) {
  for (Node *N : Calls) {
    bool IsKnown = IsConstant.contains(N);
    for (const Use &U : N->operandUses()) {
      const Node &O = *G.node(U.Value);
      IsKnown = IsKnown && IsConstant.contains(&O) && valueOf(O, Evaluator);
    }
    if (!IsKnown) {
      IsConstant.erase(N);
      continue;
    }
    Expected<RunValuePtr> Value = Evaluator.call(
        *N, [&](const Node &O) { return valueOf(O, Evaluator); });
    if (!Value) {
      IsConstant.erase(N);
      Results[N].Why = toString(Value.takeError());
      continue;
    }
    Results[N] = look(*N, std::move(*Value), Evaluator);
    forget(*N);
  }
}

//===----------------------------------------------------------------------===//
// What is replaced
//===----------------------------------------------------------------------===//

/// Whether a node that stays uses \p N.
bool ConstantFolder::isWanted(const Node &N) const {
  return any_of(N.users(),
                [&](const Node *User) { return !IsConstant.contains(User); });
}

/// Finds the nodes that others use and a constant replaces; those that nothing
/// can replace stay, and use others in turn.
void ConstantFolder::choose(SmallVectorImpl<Node *> &Wanted) {
  Wanted.clear();
  uint64_t Left = Budget;
  for (Node *N : reverse(Calls)) {
    if (!IsConstant.contains(N) || !isWanted(*N))
      continue;
    const Folded &F = Results[N];
    if (!F.Value || !F.canReplace() || F.Size > Left ||
        !Tell.May(*N, Folding)) {
      IsConstant.erase(N);
      continue;
    }
    Left -= F.Size;
    Wanted.push_back(N);
  }
}

static void addSymbols(const Argument &A, const ExportedProgram &Program,
                       SmallVectorImpl<std::string> &Names) {
  if (A.kind() != ArgKind::SymExpr) {
    for (const Argument &Part : A.elements())
      addSymbols(Part, Program, Names);
    return;
  }
  const SymbolicInfo *Info = Program.symbolic(A.symbol());
  if (!Info)
    return;
  if (std::optional<SymbolicExpr> E = SymbolicExpr::parse(Info->Source.str()))
    for (const SymbolicExpr::Node &N : E->nodes())
      if (N.Kind == SymbolicExpr::Symbol)
        Names.push_back(N.Text.str());
}

/// The first node that would go and whose symbol others still have.
Node *ConstantFolder::findLostSymbol() {
  if (!M.program())
    return nullptr;
  StringSet<> Bound;
  StringMap<Node *> Lost;
  for (Node *N : G.nodes()) {
    const Argument *Val = N->val();
    if (!Val)
      continue;
    SmallVector<std::string, 4> Names;
    addSymbols(*Val, *M.program(), Names);
    bool Goes = !N->isPlaceholder() && IsConstant.contains(N);
    for (const std::string &Name : Names) {
      if (Bound.contains(Name))
        continue;
      if (Goes)
        Lost.try_emplace(Name, N);
      else if (Node *Maker = Lost.lookup(Name))
        return Maker;
      else
        Bound.insert(Name);
    }
  }
  return nullptr;
}

Error ConstantFolder::replace(Node &N, ConstantEvaluator &Evaluator) {
  auto IsStaying = [&](Node *User) { return !IsConstant.contains(User); };
  const Folded &F = Results[&N];
  if (F.Literal) {
    N.replaceAllUsesWith(*F.Literal, IsStaying);
    HasChanged = true;
    Tell.Done(N.name(), Folding);
    return Error::success();
  }
  Expected<TensorData> Data = Evaluator.tensorOf(*F.Value);
  if (!Data)
    return Data.takeError();
  TensorData Kept = hasStorageUses(N, Effects) ? *Data : Data->compact();
  InsertionGuard At = G.insertingBefore(&N);
  Expected<Node *> New = State.addConstant("_folded_" + N.name(), Kept);
  if (!New)
    return New.takeError();
  for (const KwArg &Entry : N.meta().entries())
    if (!(*New)->meta(Entry.Name))
      (*New)->setMeta(Entry.Name, Entry.Value);
  N.replaceAllUsesWith(*New, IsStaying);
  HasChanged = true;
  Tell.Done(N.name(), Folding);
  return Error::success();
}

unsigned ConstantFolder::eraseDead() {
  unsigned Count = 0;
  // What stays may do so for a symbol alone.
  for (Node *N : reverse(Calls)) {
    if (!IsConstant.contains(N) || N->hasUsers() || !Tell.May(*N, Erasing))
      continue;
    std::string Name = N->name();
    if (!G.eraseIfUnused(N))
      continue;
    Tell.Done(Name, Erasing);
    ++Count;
  }
  for (Node *N : Sources) {
    if (N->hasUsers() || !Tell.May(*N, Erasing))
      continue;
    std::string Name = N->name();
    if (!State.erase(*N))
      continue;
    Tell.Done(Name, Erasing);
  }
  return Count;
}

Expected<unsigned> ConstantFolder::run() {
  // The constants would have no place.
  if (!WeightStore::of(M).takesState())
    return 0;
  collect();
  if (Calls.empty())
    return 0;
  dropLarge();
  auto First = find_if(
      Calls, [&](Node *N) { return IsConstant.contains(N) && isWanted(*N); });
  if (First == Calls.end())
    return 0;
  Expected<TorchBackend &> Backend = loadTorchBackend();
  if (!Backend) {
    if (!Optional)
      return Backend.takeError();
    Tell.Remark(**First, toString(Backend.takeError()));
    return 0;
  }
  ConstantEvaluator Evaluator(M, *Backend);
  evaluate(Evaluator);
  SmallVector<Node *, 8> Wanted;
  choose(Wanted);
  while (Node *Maker = findLostSymbol()) {
    IsConstant.erase(Maker);
    choose(Wanted);
  }
  for (Node *N : Calls)
    if (auto It = Results.find(N); It != Results.end() &&
                                   !It->second.Why.empty() &&
                                   !IsConstant.contains(N))
      Tell.Remark(*N, It->second.Why);
  for (Node *N : reverse(Wanted))
    if (Error E = replace(*N, Evaluator))
      return E;
  return Wanted.empty() ? 0 : eraseDead();
}
