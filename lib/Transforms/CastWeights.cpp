//===- CastWeights.cpp - Weights of another float type --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/StatePatterns.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpRegistry.h"
#include "fx/Interop/StateTables.h"
#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"
#include "fx/Transforms/StateEditor.h"
#include <cmath>

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_CASTWEIGHTS
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
/// One record and the state in it.
struct Weight {
  std::string Record;
  std::vector<std::string> Paths;
  bool IsSelected = true;
  /// The nodes that are it, in the order of the graphs.
  SmallVector<Node *, 1> Nodes = {};
};

struct CastWeights : impl::CastWeightsBase<CastWeights> {
  Expected<bool> run(GraphModule &M) override;

private:
  Expected<bool> cast(GraphModule &M, StateEditor &State, const Weight &W,
                      DType To);
};
} // namespace

static bool isCastable(DType T) {
  return T == DType::Float64 || T == DType::Float32 || T == DType::Float16 ||
         T == DType::BFloat16;
}

/// Whether \p User gives \p Table a sparse gradient.
static bool givesSparseGradient(const Node &User, const Node &Table) {
  const OpTarget *Target = User.opTarget();
  if (!Target || !is_contained({"embedding", "embedding_bag", "_embedding_bag"},
                               Target->op().name()))
    return false;
  std::optional<BoundCall> Call = tryBindCall(User);
  const Argument *Weight = Call ? Call->given("weight") : nullptr;
  const Argument *Sparse = Call ? Call->given("sparse") : nullptr;
  return Weight && Weight->asNode() == &Table && Sparse &&
         *Sparse != Argument(false);
}

/// Whether PyTorch computes a sparse gradient for the state at \p Path, which
/// is of \p W. The gradient of a conversion does not take one.
static bool hasSparseGradient(GraphModule &M, const Weight &W, StringRef Path) {
  if (!TensorType(M.state(Path)->typeWithGradient()).requiresGrad())
    return false;
  return any_of(W.Nodes, [&](const Node *N) {
    return StateEditor::pathOf(*N) == Path &&
           any_of(N->users(), [&](const Node *User) {
             return givesSparseGradient(*User, *N);
           });
  });
}

/// Why a copy in place of the state at \p Path, which is of \p W, would not be
/// the same to the graph, where the record has \p NumBytes; empty if it is.
static StringRef whyNotCopied(GraphModule &M, StateEditor &State,
                              const Weight &W, StringRef Path,
                              uint64_t NumBytes) {
  if (State.isReturned(Path))
    return "an output may share its memory";
  if (hasSparseGradient(M, W, Path))
    return "its gradient is sparse";
  TensorType Type = M.state(Path)->tensorType();
  auto Sizes = Type.fixedSizes(), Strides = Type.fixedStrides();
  if (!Sizes || !Strides || !Type.isStrided())
    return "its layout in memory is not known";
  // Only what is dense keeps its strides.
  if (!isDense(*Sizes, *Strides))
    return "a copy has other strides";
  std::optional<uint64_t> Count = elementCount(*Sizes);
  bool IsView = Type.fixedOffset() != 0 || !Count ||
                *Count * elementSize(Type.dtype()) != NumBytes;
  if (IsView && State.hasStorageUses(Path))
    return "a call looks at memory around it";
  return "";
}

/// What is finite and would not stay so.
static bool overflows(const TensorData &Old, const TensorData &New) {
  std::vector<double> A = Old.toDoubles(), B = New.toDoubles();
  for (auto [X, Y] : zip_equal(A, B))
    if (std::isfinite(X) && !std::isfinite(Y))
      return true;
  return false;
}

/// The users of \p N by the modules that they are of, the first one in front.
/// PyTorch makes modules again of calls that follow each other: a cast stands
/// among the calls that it is for.
static SmallVector<SmallVector<Node *, 2>, 1> usersByModule(Node &N) {
  SmallVector<SmallVector<Node *, 2>, 1> Groups;
  auto StackOf = [](const Node *User) {
    const Argument *Stack = User->meta("nn_module_stack");
    return Stack ? *Stack : Argument();
  };
  SmallVector<Node *, 4> Users(N.users());
  sort(Users, [](Node *A, Node *B) { return A->isBefore(B); });
  for (Node *User : Users) {
    auto It = find_if(Groups, [&](const auto &Group) {
      return StackOf(Group.front()) == StackOf(User);
    });
    if (It == Groups.end())
      Groups.push_back({User});
    else
      It->push_back(User);
  }
  return Groups;
}

/// Finds the nodes of all weights at once: there may be as many of these as of
/// nodes.
static void findNodes(GraphModule &M, MutableArrayRef<Weight> Weights) {
  StringMap<Weight *> Of;
  for (Weight &W : Weights)
    for (const std::string &Path : W.Paths)
      if (W.IsSelected)
        Of[Path] = &W;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (Node *N : G.nodes())
      if (N->isPlaceholder() || N->isGetAttr())
        if (Weight *W = Of.lookup(StateEditor::pathOf(*N)))
          W->Nodes.push_back(N);
  });
}

/// Lets the users of \p N, a weight that has been cast, see what they saw
/// before: elements of type \p From.
static void castBack(GraphModule &M, Node &N, DType From) {
  Graph &G = N.graph();
  const TensorAttr &T = *M.state(StateEditor::pathOf(N));
  TensorType Old = N.tensorType();
  if (N.val() || M.program())
    N.setVal(T.typeWithGradient());
  for (const SmallVector<Node *, 2> &Users : usersByModule(N)) {
    InsertionGuard At = G.insertingBefore(Users.front());
    KwArg DTypeArg{M.context().intern("dtype"), Argument(From)};
    Node *Back = M.program() ? G.callFunction("torch.ops.aten._to_copy.default",
                                              {&N}, {DTypeArg})
                             : G.callMethod("to", {&N, Argument(From)});
    if (Old)
      Back->setVal(Old.fresh().withDType(From).value());
    if (const Argument *Stack = Users.front()->meta("nn_module_stack"))
      Back->setMeta("nn_module_stack", Argument(*Stack));
    N.replaceAllUsesWith(Back,
                         [&](Node *User) { return is_contained(Users, User); });
  }
}

Expected<bool> CastWeights::cast(GraphModule &M, StateEditor &State,
                                 const Weight &W, DType To) {
  const TensorAttr &First = *M.state(W.Paths.front());
  DType From = First.tensorType().dtype();
  WeightStore &Store = WeightStore::of(M);
  Expected<Payload> Source = Store.payload(W.Record);
  if (!Source)
    return Source.takeError();
  for (const std::string &Path : W.Paths)
    if (StringRef Why = whyNotCopied(M, State, W, Path, Source->size());
        !Why.empty()) {
      remark(SMLoc(), "'" + Path + "' stays: " + Why);
      return false;
    }
  Expected<StringRef> Bytes = Store.read(W.Record);
  if (!Bytes)
    return Bytes.takeError();
  int64_t Count = Bytes->size() / elementSize(From);
  // The whole record, so that views stay views.
  Expected<TensorData> Old =
      TensorData::view(From, {Count}, {1}, 0, *Bytes, M.weightStore());
  if (!Old)
    return Old.takeError();
  TensorData New = Old->to(To);
  if (overflows(*Old, New)) {
    warning(SMLoc(), "'" + W.Paths.front() + "' has elements that " +
                         toString(To) + " cannot hold, and stays");
    return false;
  }
  Expected<std::string> Name = Store.add(W.Paths.front(), New.bytes().str());
  if (!Name)
    return Name.takeError();
  keepStateOrder(M);
  for (const std::string &Path : W.Paths) {
    TensorAttr &T = *M.state(Path);
    T.Record = M.context().intern(*Name);
    T.Type = T.tensorType().withDType(To).value();
    ++NumCast;
  }
  for (Node *N : W.Nodes)
    castBack(M, *N, From);
  return true;
}

Expected<bool> CastWeights::run(GraphModule &M) {
  Expected<StatePatterns> Selected = StatePatterns::parse(OfState, name());
  if (!Selected)
    return Selected.takeError();
  Selected->warnUnmatched(M, diags());
  DType To = Type == DTypeKind::Float16    ? DType::Float16
             : Type == DTypeKind::Bfloat16 ? DType::BFloat16
             : Type == DTypeKind::Float32  ? DType::Float32
                                           : DType::Float64;
  StateEditor State(M);
  WholeModules Whole(M);
  // One entry for each memory.
  std::vector<Weight> Weights;
  StringMap<size_t> Places;
  M.forEachState([&](TensorAttr &T, StringRef Path) {
    auto [It, IsNew] = Places.try_emplace(memoryOf(M, T, Path), Weights.size());
    if (IsNew)
      Weights.push_back({recordOf(T, Path).str(), {}});
    Weight &W = Weights[It->second];
    W.Paths.push_back(Path.str());
    auto IsSelected = [&] {
      if (!T.isTensor() || T.Pickled || T.Type.kind() != ArgKind::TensorType ||
          !Selected->match(Path) || Whole.cover(Path) ||
          !State.isConstant(Path))
        return false;
      const TensorAttr &First = *M.state(W.Paths.front());
      DType From = T.tensorType().dtype();
      return isCastable(From) && From != To &&
             First.tensorType().dtype() == From;
    };
    W.IsSelected = W.IsSelected && IsSelected();
  });
  findNodes(M, Weights);
  bool Changed = false;
  for (const Weight &W : Weights) {
    if (!W.IsSelected)
      continue;
    Expected<bool> Cast = cast(M, State, W, To);
    if (!Cast)
      return Cast;
    Changed |= *Cast;
  }
  return Changed;
}
