//===- FuseConvBN.cpp - Convolutions that normalize -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In evaluation a batch normalization multiplies each channel by a constant and
// adds another. After a convolution both go into its weight and bias.
//
//===----------------------------------------------------------------------===//

#include "ConvBNFolding.h"
#include "State/KnownWeights.h"
#include "fx/IR/OpView.h"
#include "fx/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_FUSECONVBN
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

/// Where a call has its tensors: each is a node, or a member of a module.
struct TensorRef {
  Node *N = nullptr;
  std::string Path;
  explicit operator bool() const { return N || !Path.empty(); }
};

struct ConvCall {
  Node *Call = nullptr;
  Module *Callee = nullptr; ///< Module of a call_module.
  TensorRef Weight, Bias;
  bool Transposed = false;
  int64_t Groups = 1;
};

struct NormCall {
  Node *Call = nullptr;
  Module *Callee = nullptr;
  TensorRef Weight, Bias, Mean, Variance;
  double Epsilon = 0;
  /// The result is a tuple, whose first item is the normalized tensor.
  bool ReturnsTuple = false;
};

class Fuser {
public:
  explicit Fuser(GraphModule &M);

  /// Fuses \p N, if that is a normalization after a convolution.
  Expected<bool> fuse(Node *N);
  /// Modules that may not be called any more.
  ArrayRef<std::string> leftModules() const { return Left; }

private:
  std::optional<NormCall> asNorm(Node *N);
  std::optional<ConvCall> asConv(Node *N);
  std::optional<NormCall> normOfModule(Node *N);
  std::optional<ConvCall> convOfModule(Node *N);
  bool isExclusive(const ConvCall &C) const;
  bool isConstant(const TensorRef &T);
  Expected<TensorData> read(const TensorRef &T);
  Expected<std::optional<TensorData>> readIf(const TensorRef &T);
  Error write(ConvCall &C, const ConvBNFolding &Folded);
  Error writeModule(ConvCall &C, const ConvBNFolding &Folded);
  Expected<Node *> put(const TensorRef &Old, StringRef NewPath,
                       const TensorData &Data, const TensorAttr &Kind,
                       Node *At);

  GraphModule &M;
  Context &Ctx;
  StateEditor State;
  /// How often the graphs name each state and each module.
  StringMap<unsigned> NumUses;
  std::vector<std::string> Left;
};

struct FuseConvBN : impl::FuseConvBNBase<FuseConvBN> {
  Expected<bool> run(GraphModule &M) override {
    Fuser F(M);
    SmallVector<Graph *, 4> Graphs;
    M.forEachGraph([&](Graph &G, StringRef) { Graphs.push_back(&G); });
    bool Changed = false;
    for (Graph *G : Graphs)
      for (Node *N : G->nodes()) {
        if (!mayRewrite(*N))
          continue;
        std::string Name = isWatched() ? N->name() : std::string();
        Expected<bool> Fused = F.fuse(N);
        if (!Fused)
          return Fused;
        NumFused += *Fused;
        Changed |= *Fused;
        if (*Fused)
          rewrote(Name);
      }
    M.deleteUnusedSubmodules(F.leftModules());
    return Changed;
  }
};

} // namespace

/// Full path of what a node names in the tree; empty for other nodes.
static std::string fullPath(const Node &N) {
  if (!N.isCallModule())
    return StateEditor::pathOf(N);
  const Module *Owner = N.graph().owningModule();
  std::string Base = Owner ? Owner->path() : "";
  return Base.empty() ? N.targetText().str()
                      : Base + "." + N.targetText().str();
}

/// The module that \p N calls, from the graph of whatever module it is in.
static Module *calleeOf(const Node &N) {
  Module *Owner = N.graph().owningModule();
  return Owner ? Owner->lookup(N.targetText()) : nullptr;
}

Fuser::Fuser(GraphModule &M) : M(M), Ctx(M.context()), State(M) {
  M.forEachGraph([&](Graph &G, StringRef) {
    for (Node *N : G.nodes())
      if (N->isPlaceholder() || N->isGetAttr() || N->isCallModule())
        if (std::string Path = fullPath(*N); !Path.empty())
          ++NumUses[Path];
  });
}

//===----------------------------------------------------------------------===//
// What is matched
//===----------------------------------------------------------------------===//

static TensorRef refOf(const Argument &A) { return {A.asNode(), {}}; }

std::optional<NormCall> Fuser::normOfModule(Node *N) {
  Module *Callee = calleeOf(*N);
  const ModuleInfo *Class = Callee ? classOf(*Callee) : nullptr;
  if (!Class || Callee->isTraining() || Callee->graph() ||
      !StringSwitch<bool>(Class->name())
           .Cases("torch.nn.BatchNorm1d", "torch.nn.BatchNorm2d",
                  "torch.nn.BatchNorm3d", true)
           .Default(false) ||
      N->numArgs() != 1 || N->numKwargs() != 0)
    return std::nullopt;
  Expected<BoundCall> Ctor = bindConstructor(*Callee, *Class, false);
  if (!Ctor) {
    consumeError(Ctor.takeError());
    return std::nullopt;
  }
  Argument Epsilon = Ctor->value(Ctx, "eps");
  NormCall C;
  C.Call = N;
  C.Callee = Callee;
  auto Member = [&](StringRef Name) -> TensorRef {
    if (!Callee->tensor(Name))
      return {};
    return {nullptr, Callee->path() + "." + Name.str()};
  };
  C.Weight = Member("weight");
  C.Bias = Member("bias");
  C.Mean = Member("running_mean");
  C.Variance = Member("running_var");
  if (!Epsilon.isFloat())
    return std::nullopt;
  C.Epsilon = Epsilon.asFloat();
  return C;
}

std::optional<NormCall> Fuser::asNorm(Node *N) {
  if (N->isCallModule() && M.treeKind() == GraphModule::TreeKind::Closed)
    return normOfModule(N);
  const OpTarget *Target = N->opTarget();
  if (!Target)
    return std::nullopt;
  StringRef Name = Target->op().name();
  bool NoTraining = Name == "_native_batch_norm_legit_no_training";
  if (Name != "batch_norm" && Name != "native_batch_norm" && !NoTraining)
    return std::nullopt;
  std::optional<BoundCall> Bound =
      tryBindCall(*Target, {N->args(), N->kwargs()});
  if (!Bound ||
      (!NoTraining && !(Bound->value(Ctx, "training") == Argument(false))))
    return std::nullopt;
  Argument Epsilon = Bound->value(Ctx, "eps");
  if (!Epsilon.isFloat())
    return std::nullopt;
  NormCall C;
  C.Call = N;
  C.Weight = refOf(Bound->value(Ctx, "weight"));
  C.Bias = refOf(Bound->value(Ctx, "bias"));
  C.Mean = refOf(Bound->value(Ctx, "running_mean"));
  C.Variance = refOf(Bound->value(Ctx, "running_var"));
  C.Epsilon = Epsilon.asFloat();
  C.ReturnsTuple = Name != "batch_norm";
  return C;
}

std::optional<ConvCall> Fuser::convOfModule(Node *N) {
  Module *Callee = calleeOf(*N);
  const ModuleInfo *Class = Callee ? classOf(*Callee) : nullptr;
  if (!Class || Callee->graph() || !Callee->tensor("weight"))
    return std::nullopt;
  StringRef Name = Class->name();
  if (!Name.consume_front("torch.nn.Conv"))
    return std::nullopt;
  ConvCall C;
  C.Transposed = Name.consume_front("Transpose");
  if (Name != "1d" && Name != "2d" && Name != "3d")
    return std::nullopt;
  Expected<BoundCall> Ctor = bindConstructor(*Callee, *Class, false);
  if (!Ctor) {
    consumeError(Ctor.takeError());
    return std::nullopt;
  }
  Argument Groups = Ctor->value(Ctx, "groups");
  if (!Groups.isInt())
    return std::nullopt;
  C.Call = N;
  C.Callee = Callee;
  C.Groups = Groups.asInt();
  C.Weight.Path = Callee->path() + ".weight";
  if (Callee->tensor("bias"))
    C.Bias.Path = Callee->path() + ".bias";
  return C;
}

std::optional<ConvCall> Fuser::asConv(Node *N) {
  if (N->isCallModule() && M.treeKind() == GraphModule::TreeKind::Closed)
    return convOfModule(N);
  const OpTarget *Target = N->opTarget();
  if (!Target)
    return std::nullopt;
  StringRef Name = Target->op().name();
  bool General = Name == "convolution";
  ConvCall C;
  C.Transposed = Name.starts_with("conv_transpose");
  if (!General && !C.Transposed && Name != "conv1d" && Name != "conv2d" &&
      Name != "conv3d")
    return std::nullopt;
  std::optional<BoundCall> Bound =
      tryBindCall(*Target, {N->args(), N->kwargs()});
  if (!Bound)
    return std::nullopt;
  if (General) {
    Argument Transposed = Bound->value(Ctx, "transposed");
    if (!Transposed.isBool())
      return std::nullopt;
    C.Transposed = Transposed.asBool();
  }
  Argument Groups = Bound->value(Ctx, "groups");
  Argument Bias = Bound->value(Ctx, "bias");
  if (!Groups.isInt() || (!Bias.isNone() && !Bias.isNode()))
    return std::nullopt;
  C.Call = N;
  C.Groups = Groups.asInt();
  C.Weight = refOf(Bound->value(Ctx, "weight"));
  C.Bias = refOf(Bias);
  return C;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Whether it is state that nothing writes, and whose elements are known.
bool Fuser::isConstant(const TensorRef &T) {
  std::string Path = T.N ? StateEditor::pathOf(*T.N) : T.Path;
  const TensorAttr *Attr = Path.empty() ? nullptr : M.state(Path);
  return Attr && State.isFixed(Path) && hasElements(M, *Attr, Path);
}

Expected<TensorData> Fuser::read(const TensorRef &T) {
  return T.N ? State.read(*T.N) : readState(M, T.Path);
}

Expected<std::optional<TensorData>> Fuser::readIf(const TensorRef &T) {
  if (!T)
    return std::nullopt;
  Expected<TensorData> Data = read(T);
  if (!Data)
    return Data.takeError();
  return std::move(*Data);
}

/// Whether only the call uses the module that it calls.
bool Fuser::isExclusive(const ConvCall &C) const {
  if (!C.Callee)
    return true;
  return NumUses.lookup(fullPath(*C.Call)) == 1 &&
         !NumUses.contains(C.Weight.Path) &&
         (C.Bias.Path.empty() || !NumUses.contains(C.Bias.Path));
}

/// Puts \p Data in the place of \p Old if that has no other users, else into
/// new state of the kind of \p Kind. Returns its node.
Expected<Node *> Fuser::put(const TensorRef &Old, StringRef NewPath,
                            const TensorData &Data, const TensorAttr &Kind,
                            Node *At) {
  if (Old.N && Old.N->hasOneUser() &&
      NumUses.lookup(StateEditor::pathOf(*Old.N)) == 1) {
    if (Error E = State.replace(*Old.N, Data))
      return E;
    return Old.N;
  }
  InsertionGuard Guard = At->graph().insertingBefore(At);
  return State.addLike(NewPath, Data, Kind);
}

Error Fuser::write(ConvCall &C, const ConvBNFolding &Folded) {
  if (C.Callee)
    return writeModule(C, Folded);
  std::string Path = StateEditor::pathOf(*C.Weight.N);
  const TensorAttr Kind = *M.state(Path);
  StringRef Owner = StringRef(Path).rsplit('.').first;
  std::string BiasPath = C.Bias.N ? StateEditor::pathOf(*C.Bias.N)
                         : StringRef(Path).contains('.')
                             ? (Owner + ".bias").str()
                             : std::string("bias");
  Expected<Node *> Weight = put(C.Weight, Path, Folded.Weight, Kind, C.Call);
  if (!Weight)
    return Weight.takeError();
  Expected<Node *> Bias = put(C.Bias, BiasPath, Folded.Bias, Kind, C.Call);
  if (!Bias)
    return Bias.takeError();
  // All forms of convolution take input, weight and bias in this order.
  auto Set = [&](StringRef Param, unsigned Position, Node *Value) {
    if (C.Call->kwarg(Param))
      C.Call->updateKwarg(Param, Value);
    else if (Position < C.Call->numArgs())
      C.Call->updateArg(Position, Value);
    else if (Position == C.Call->numArgs())
      C.Call->insertArg(Position, Value);
    else
      C.Call->updateKwarg(Param, Value);
  };
  Node *OldWeight = C.Weight.N, *OldBias = C.Bias.N;
  Set("weight", 1, *Weight);
  Set("bias", 2, *Bias);
  if (OldWeight != *Weight)
    State.erase(*OldWeight);
  if (OldBias && OldBias != *Bias)
    State.erase(*OldBias);
  return Error::success();
}

/// Lets the constructor make a bias.
static void addBiasArgument(Module &Conv, const ModuleInfo &Class) {
  unsigned Place = *Class.constructor().findParam("bias");
  if (Place < Conv.args().size()) {
    std::vector<Argument> Args = Conv.args().vec();
    Args[Place] = true;
    Conv.setArgs(std::move(Args));
    return;
  }
  std::vector<KwArg> Kwargs = Conv.kwargs().vec();
  llvm::erase_if(Kwargs, [](const KwArg &K) { return K.Name.str() == "bias"; });
  Conv.setKwargs(std::move(Kwargs));
}

Error Fuser::writeModule(ConvCall &C, const ConvBNFolding &Folded) {
  if (C.Bias.Path.empty()) {
    addBiasArgument(*C.Callee, *classOf(*C.Callee));
    TensorAttr Bias = *C.Callee->tensor("weight");
    Bias.Record = {};
    C.Bias.Path = C.Callee->path() + ".bias";
    M.addState(C.Bias.Path, Bias);
  }
  if (Error E = writeState(M, C.Weight.Path, Folded.Weight))
    return E;
  return writeState(M, C.Bias.Path, Folded.Bias);
}

//===----------------------------------------------------------------------===//
// Fusing
//===----------------------------------------------------------------------===//

/// Whether the channels are dimension 1 of the result of \p Conv, as far as its
/// type tells: without a batch they are dimension 0.
static bool hasBatch(const Node *Conv, const TensorData &Weight) {
  TensorType Type = Conv->tensorType();
  return !Type || Type.rank() == Weight.rank();
}

/// Whether the results of both have the same strides, as far as their types
/// tell: what comes next may depend on them.
static bool haveSameStrides(const Node &Conv, const Node &Norm) {
  TensorType A = Conv.tensorType(), B = Norm.tensorType();
  for (auto [Size, New, Old] : zip(A.sizes(), A.strides(), B.strides()))
    if (!(Size == Argument(1)) && !(Old == New))
      return false;
  return true;
}

/// The node that has the normalized tensor; null if another result is used.
static Node *normalized(const NormCall &Norm) {
  if (!Norm.ReturnsTuple)
    return Norm.Call;
  Node *Result = nullptr;
  for (Node *User : Norm.Call->users()) {
    if (!User->isGetItem() || User->numArgs() != 2)
      return nullptr;
    if (User->arg(1) == Argument(0) && !Result)
      Result = User;
    else if (User->hasUsers())
      return nullptr;
  }
  return Result;
}

Expected<bool> Fuser::fuse(Node *N) {
  std::optional<NormCall> Norm = asNorm(N);
  if (!Norm || !Norm->Mean || !Norm->Variance)
    return false;
  Node *Input = N->numArgs() ? N->arg(0).asNode() : nullptr;
  if (!Input)
    if (std::optional<Argument> Named = N->kwarg("input"))
      Input = Named->asNode();
  if (!Input || !Input->hasOneUser())
    return false;
  std::optional<ConvCall> Conv = asConv(Input);
  Node *Result = normalized(*Norm);
  if (!Conv || !Result || !Conv->Weight || !isExclusive(*Conv) ||
      !haveSameStrides(*Conv->Call, *Result))
    return false;
  // State that is made or goes has its nodes in the root graph.
  bool IsNested = &N->graph() != &M.graph();
  if (IsNested && (!Conv->Callee || !Norm->Callee))
    return false;
  for (const TensorRef *T : {&Conv->Weight, &Norm->Mean, &Norm->Variance})
    if (!isConstant(*T))
      return false;
  for (const TensorRef *T : {&Conv->Bias, &Norm->Weight, &Norm->Bias})
    if (*T && !isConstant(*T))
      return false;

  Expected<TensorData> Weight = read(Conv->Weight);
  if (!Weight)
    return Weight.takeError();
  if (!hasBatch(Conv->Call, *Weight))
    return false;
  Expected<TensorData> Mean = read(Norm->Mean), Variance = read(Norm->Variance);
  if (!Mean)
    return joinErrors(Mean.takeError(),
                      Variance ? Error::success() : Variance.takeError());
  if (!Variance)
    return Variance.takeError();
  ConvBNFolding Folded{std::move(*Weight)};
  Folded.Transposed = Conv->Transposed;
  Folded.Groups = Conv->Groups;
  Folded.Epsilon = Norm->Epsilon;
  Folded.Mean = &*Mean;
  Folded.Variance = &*Variance;
  std::optional<TensorData> Optional[3];
  const TensorRef *Refs[3] = {&Conv->Bias, &Norm->Weight, &Norm->Bias};
  const TensorData **Places[3] = {&Folded.OldBias, &Folded.Scale,
                                  &Folded.Shift};
  for (unsigned I = 0; I != 3; ++I) {
    Expected<std::optional<TensorData>> Data = readIf(*Refs[I]);
    if (!Data)
      return Data.takeError();
    Optional[I] = std::move(*Data);
    if (Optional[I])
      *Places[I] = &*Optional[I];
  }
  if (!Folded.fold())
    return false;
  if (Error E = write(*Conv, Folded))
    return E;

  SmallVector<Node *, 4> Tensors;
  for (const TensorRef *T :
       {&Norm->Weight, &Norm->Bias, &Norm->Mean, &Norm->Variance})
    if (T->N && !is_contained(Tensors, T->N))
      Tensors.push_back(T->N);
  Result->replaceAllUsesWith(Conv->Call);
  if (Norm->ReturnsTuple)
    for (Node *Item : to_vector(Norm->Call->users()))
      Item->graph().eraseNode(Item);
  if (Norm->Callee)
    Left.push_back(Norm->Callee->path());
  N->graph().eraseNode(N);
  for (Node *T : Tensors)
    if (!T->hasUsers())
      State.erase(*T);
  return true;
}
