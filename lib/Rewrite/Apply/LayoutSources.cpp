//===- LayoutSources.cpp - Whose layout a value follows -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSources.h"
#include "Compile/RuleOps.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/OpSets.h"
#include "fx/IR/TensorGeometry.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// Strides of a dense tensor whose dimensions lie in memory in the order
/// \p Order, the outermost first. Symbolic sizes count as some number.
static TensorType laidOut(TensorType T, ArrayRef<unsigned> Order) {
  SmallVector<Argument, 6> Strides(T.rank());
  int64_t Next = 1;
  for (unsigned D : reverse(Order)) {
    Strides[D] = Next;
    const Argument &Size = T.sizes()[D];
    Next *= Size.isInt() ? std::max<int64_t>(Size.asInt(), 1) : 8;
  }
  return T.withStrides(Argument::tuple(Strides));
}

/// The strides of \p T doubled, and the largest of several 0, as expand() and a
/// slice with steps give them.
static TensorType spread(TensorType T, SymbolicMath &Math) {
  SmallVector<Argument, 6> Strides(T.rank());
  std::optional<unsigned> Outermost;
  unsigned Many = 0;
  for (unsigned D = 0; D != T.rank(); ++D) {
    Strides[D] = Math.mul(Argument(2), T.strides()[D]);
    const Argument &Size = T.sizes()[D];
    if (Size == Argument(0) || Size == Argument(1))
      continue;
    ++Many;
    if (!Outermost || (Strides[D].isInt() && Strides[*Outermost].isInt() &&
                       Strides[D].asInt() > Strides[*Outermost].asInt()))
      Outermost = D;
  }
  if (Many > 1)
    Strides[*Outermost] = Argument(0);
  return T.withStrides(Argument::tuple(Strides));
}

/// The strides of dimensions of one place set to some number.
static TensorType withFreeStrides(TensorType T, int64_t To) {
  SmallVector<Argument, 6> Strides(T.strides());
  for (unsigned D = 0; D != T.rank(); ++D)
    if (T.sizes()[D] == Argument(1))
      Strides[D] = To;
  return T.withStrides(Argument::tuple(Strides));
}

/// Whether some dimension of \p T has one place.
static bool hasUnit(TensorType T) {
  return T && any_of(T.sizes(), [](const Argument &Size) {
           return Size.isInt() && Size.asInt() == 1;
         });
}

/// Whether \p T may have other strides than it has.
bool LayoutSources::hasOthers(TensorType T, Kind K) {
  if (!T || !T.isStrided() || !T.hasStrides())
    return false;
  if (K == Free)
    return hasUnit(T);
  auto Many = count_if(T.sizes(), [](const Argument &Size) {
    return Size != Argument(0) && Size != Argument(1);
  });
  return Many > (K == Sparse ? 0 : 1);
}

/// Nothing is known for several results.
bool LayoutSources::mayLieOtherwise(const Node &N, Kind K) {
  const Argument *Val = N.val();
  if (!Val || Val->isSequence())
    return true;
  return Val->kind() == ArgKind::TensorType && hasOthers(N.tensorType(), K);
}

TensorType LayoutSources::makeLayers(TensorType T, Kind K) {
  if (K == Sparse)
    return spread(T, Inference.math());
  if (K == Free)
    return withFreeStrides(T, 1009);
  auto InOrder = llvm::to_vector<6>(seq<unsigned>(0, T.rank()));
  SmallVector<unsigned, 6> Last(InOrder), Reverse(reverse(InOrder));
  std::rotate(Last.begin() + 1, Last.begin() + 2, Last.end());
  // The first that is another one.
  for (ArrayRef<unsigned> Order : {ArrayRef(Last), ArrayRef(Reverse)}) {
    TensorType Other = laidOut(T, Order);
    bool IsOther =
        withFreeStrides(Other, 1).value() != withFreeStrides(T, 1).value();
    if (IsOther && (K == ChannelsLast || Order == ArrayRef(Reverse)))
      return Other;
  }
  return laidOut(T, InOrder);
}

/// Without the strides of dimensions of one place, which contiguous() and
/// others leave as they are.
static Argument withoutFreeStrides(const Argument &Val) {
  if (Val.kind() != ArgKind::TensorType || !TensorType(Val).hasStrides())
    return Val;
  return withFreeStrides(TensorType(Val), 1).value();
}

LayoutSources::Answer LayoutSources::ask(const Node &N, Kind K) {
  Answer &Known = Answers[K][&N];
  if (Known != Unknown)
    return Known;
  if (!N.isCall() || !N.val())
    return Known = Fails;
  const OpTarget *Target = N.opTarget();
  if (isOrder(K) && Target && Target->op().isPointwise() &&
      N.numOperands() == 1)
    return Known = Keeps;
  // An element of several results lies as they do.
  if (N.isGetItem() && N.numOperands() && N.operand(0)->val() &&
      N.operand(0)->val()->isSequence())
    return Known = Keeps;
  // What cannot lie otherwise changes nothing.
  bool AnyOther = N.isCallModule() || any_of(N.allInputNodes(), [&](Node *O) {
                    return !O->tensorType() || hasOthers(O->tensorType(), K);
                  });
  if (!AnyOther)
    return Known = Fixed;
  Answer *Same = sharedAnswer(N, K);
  if (!Same)
    return Known = infer(N, K);
  if (*Same == Unknown)
    *Same = infer(N, K);
  return Known = *Same;
}

/// Calls with one target differ in their sizes, if at all.
size_t LayoutSources::HashCallTypes::operator()(const CallTypes &C) const {
  size_t Hash = C.Call;
  for (const Argument &Val : C.Values) {
    if (Val.kind() != ArgKind::TensorType)
      continue;
    for (const Argument &Size : TensorType(Val).sizes())
      Hash = Hash * 31 + (Size.isInt() ? Size.asInt() : 0);
  }
  return Hash;
}

LayoutSources::Answer *LayoutSources::sharedAnswer(const Node &N, Kind K) {
  if (!N.isCallFunction())
    return nullptr;
  CallTypes Types;
  Types.Call = N.callId();
  Types.Values.push_back(*N.val());
  for (unsigned I = 0; I != N.numOperands(); ++I) {
    const Argument *Val = N.operand(I)->val();
    // A graph, or what is not known.
    if (!Val)
      return nullptr;
    Types.Values.push_back(*Val);
  }
  return &Shared[K][std::move(Types)];
}

LayoutSources::Answer LayoutSources::infer(const Node &N, Kind K) {
  std::optional<Argument> Val = inferWith(N, [&](Node *Operand) {
    Node *Other = Scratch.placeholder("x");
    if (const Argument *Val = Operand->val())
      Other->setVal(*Val);
    TensorType T = Operand->tensorType();
    if (hasOthers(T, K))
      Other->setVal(makeLayers(T, K).value());
    return Argument(Other);
  });
  while (!Scratch.empty())
    Scratch.eraseNode(Scratch.back());
  if (!Val)
    return Fails;
  Argument Old = *N.val();
  if (K != Free) {
    Old = withoutFreeStrides(Old);
    Val = withoutFreeStrides(*Val);
  }
  bool IsSame = compareValues(Old, *Val, Inference.math()).empty();
  return IsSame ? Fixed : Keeps;
}

/// What \p N returns for the operands that \p Lay gives, as Scratch computes
/// it; none where that is not known.
std::optional<Argument>
LayoutSources::inferWith(const Node &N, function_ref<Argument(Node *)> Lay) {
  Expected<Argument> Val = N.isCallModule()
                               ? inferModule(N, Lay)
                               : Inference.infer(*Scratch.nodeCopy(&N, Lay));
  if (Val)
    return *Val;
  consumeError(Val.takeError());
  return std::nullopt;
}

/// The same for the formula of a module.
Expected<Argument>
LayoutSources::inferModule(const Node &N, function_ref<Argument(Node *)> Lay) {
  Module *Owner = Scratch.owningModule();
  Module *Callee = Owner ? Owner->lookup(N.targetText()) : nullptr;
  const ModuleInfo *Class = Callee ? classOf(*Callee) : nullptr;
  if (!Class || Callee->graph() || Class->expansion().empty())
    return createStringError("no formula");
  SmallVector<Argument, 4> Args;
  for (const Argument &A : N.args())
    Args.push_back(A.mapNodes(Lay));
  SmallVector<KwArg, 2> Kwargs(N.kwargs());
  for (KwArg &A : Kwargs)
    A.Value = A.Value.mapNodes(Lay);
  Expected<Expansion> Formula =
      expandModule(Scratch, *Callee, *Class, N.targetText(), {Args, Kwargs});
  if (!Formula)
    return Formula.takeError();
  if (!Formula->Hidden.empty() || !Formula->Result.isNode())
    return createStringError("more than one value");
  for (Node *New : Formula->Created) {
    Expected<Argument> Val = Inference.infer(*New);
    if (!Val)
      return Val.takeError();
    New->setVal(*Val);
  }
  // Identity returns its input, whose type may not be known.
  if (const Argument *Val = Formula->Result.asNode()->val())
    return *Val;
  return createStringError("no type");
}

/// Whether \p User returns \p N, which it writes to.
static bool returnsWritten(const Node &User, const Node &N) {
  const OpTarget *Target = User.opTarget();
  return Target && Target->op().name().ends_with("_") && User.numOperands() &&
         User.operand(0) == &N;
}

bool LayoutSources::isSeen(const Node &N) {
  return any_of(Kinds, [&](Kind K) { return isSeen(N, K); });
}

bool LayoutSources::isSeen(const Node &N, Kind K) {
  SmallVector<const Node *, 16> Worklist = {&N};
  SmallPtrSet<const Node *, 16> Visited = {&N};
  while (!Worklist.empty())
    for (const Node *Last = Worklist.pop_back_val();
         const Node *User : Last->users()) {
      if (!Visited.insert(User).second)
        continue;
      if (returnsWritten(*User, *Last)) {
        Worklist.push_back(User);
        continue;
      }
      Answer A = ask(*User, K);
      // Strides may become numbers.
      if (A == Fails || (A == Keeps && !mayLieOtherwise(*User, K)))
        return true;
      if (A == Keeps)
        Worklist.push_back(User);
    }
  return false;
}

/// Whether \p Alone is true of \p N or of what it is made from, up to nodes of
/// which it is false. \p Known has what was asked before.
static bool isTrueAbove(const Node &N, NodeMap<uint8_t> &Known,
                        function_ref<std::optional<bool>(const Node &)> Alone) {
  // The nodes on the way to N, each with its operand that comes next.
  SmallVector<std::pair<const Node *, unsigned>, 16> Path = {{&N, 0}};
  while (!Path.empty()) {
    auto &[Last, Next] = Path.back();
    std::optional<bool> Answer;
    if (Known.contains(Last))
      Answer = Known.lookup(Last);
    else if (Next == 0)
      Answer = Alone(*Last);
    if (!Answer && Next == Last->numOperands())
      Answer = false;
    if (Answer == true) {
      for (auto &[Follower, Operand] : Path)
        Known[Follower] = true;
      return true;
    }
    if (Answer) {
      Known[Last] = false;
      Path.pop_back();
      continue;
    }
    Path.push_back({Last->operand(Next++), 0});
  }
  return false;
}

/// Whether it is not known what \p N gives for other operands.
static bool hasNoRule(const Node &N) {
  const OpTarget *Target = N.opTarget();
  return Target && Target->valueRule().empty();
}

bool LayoutSources::followsInputs(const Node &N, Kind K) {
  auto Alone = [&](const Node &M) -> std::optional<bool> {
    if (!M.isPlaceholder()) {
      if (!mayLieOtherwise(M, K) || ask(M, K) == Fixed)
        return false;
      // An operator without a value rule makes something dense.
      if (!isOrder(K) && hasNoRule(M))
        return false;
      return std::nullopt;
    }
    std::optional<InputSpec> Spec = InputSpec::of(M);
    return (!Spec || Spec->Kind == InputSpec::UserInput) &&
           mayLieOtherwise(M, K);
  };
  return isTrueAbove(N, Follows[K], Alone);
}

static bool isPointwise(const Node &N) {
  const OpTarget *Target = N.opTarget();
  return Target && Target->op().isPointwise();
}

/// The tensors that elementwise calls make \p N of, in the order in which they
/// decide about its layout.
static SmallVector<const Node *, 8> elementsOf(const Node &N) {
  // Whoever looks further learns little.
  constexpr unsigned MaxVisited = 24;
  SmallVector<const Node *, 8> Found;
  SmallVector<const Node *, 16> Worklist = {&N};
  SmallPtrSet<const Node *, 16> Visited;
  while (!Worklist.empty()) {
    const Node *Last = Worklist.pop_back_val();
    if (!Visited.insert(Last).second)
      continue;
    if (Visited.size() > MaxVisited || !isPointwise(*Last)) {
      Found.push_back(Last);
      continue;
    }
    // The last one to look at comes first; rsub(x, y) is y - x.
    SmallVector<Node *, 4> Operands = Last->allInputNodes();
    if (Last->opTarget()->op().name() != "rsub")
      std::reverse(Operands.begin(), Operands.end());
    for (Node *Operand : Operands)
      if (Operand->tensorType())
        Worklist.push_back(Operand);
  }
  return Found;
}

/// The tensors that decide about the layout of both, if they come in another
/// order: of two that lie in different ways the first one does.
static SmallVector<const Node *, 8> swappedElements(const Node &Old,
                                                    const Node &New) {
  // Most replacements are an operand of what they replace.
  for (const Use &U : Old.operandUses())
    if (Old.graph().node(U.Value) == &New)
      return {};
  SmallVector<const Node *, 8> Before = elementsOf(Old),
                               After = elementsOf(New);
  auto Common = [](ArrayRef<const Node *> Nodes,
                   ArrayRef<const Node *> Others) {
    SmallVector<const Node *, 8> Found;
    copy_if(Nodes, std::back_inserter(Found),
            [&](const Node *N) { return is_contained(Others, N); });
    return Found;
  };
  SmallVector<const Node *, 8> First = Common(Before, After);
  if (First.size() < 2 || First == Common(After, Before))
    return {};
  return First;
}

bool LayoutSources::mayDiffer(const Node &Old, const Node &New) {
  bool IsPointwise = isPointwise(Old);
  SmallVector<const Node *, 8> Swapped;
  if (IsPointwise)
    Swapped = swappedElements(Old, New);
  return any_of(Kinds, [&](Kind K) {
    // What has the elements of an elementwise call, in their order, is taken to
    // have its order in memory.
    if (IsPointwise && isOrder(K))
      return any_of(Swapped,
                    [&](const Node *N) { return followsInputs(*N, K); }) &&
             isSeen(Old, K);
    return followsInputs(New, K) && !followsInputs(Old, K) && isSeen(Old, K);
  });
}

/// Whether PyTorch takes \p T for contiguous or channels last although some
/// dimension of one place has another stride than in a new tensor.
static bool hasOddStrides(TensorType T) {
  auto Sizes = T ? T.fixedSizes() : std::nullopt;
  auto Strides = T ? T.fixedStrides() : std::nullopt;
  if (!Sizes || !Strides)
    return false;
  auto Order = llvm::to_vector<6>(seq<unsigned>(0, Sizes->size()));
  if (!isContiguous(*Sizes, *Strides)) {
    if (!isChannelsLast(*Sizes, *Strides))
      return false;
    std::rotate(Order.begin() + 1, Order.begin() + 2, Order.end());
  }
  int64_t Expected = 1;
  for (unsigned D : reverse(Order)) {
    if ((*Strides)[D] != Expected)
      return true;
    Expected *= std::max<int64_t>((*Sizes)[D], 1);
  }
  return false;
}

/// Whether `view` with the sizes of \p T gives other strides of dimensions of
/// one place, as far as is known.
static bool hasFreeStrides(TensorType T, SymbolicMath &Math) {
  if (!T || !T.hasStrides())
    return false;
  for (size_t I = 1; I < T.rank(); ++I)
    if (T.sizes()[I - 1] == Argument(1) &&
        !Math.equal(T.strides()[I - 1], Math.mul(T.sizes()[I], T.strides()[I])))
      return true;
  return false;
}

static bool isReshape(const OpInfo &Op) {
  return StringSwitch<bool>(Op.name())
      .Cases("view", "view_as", "reshape", "reshape_as", "_unsafe_view", true)
      .Cases("_reshape_alias", "flatten", "unflatten", "ravel", true)
      .Default(false);
}

/// Whether \p N is vague whatever its operands are; none where they decide.
std::optional<bool> LayoutSources::isVagueAlone(const Node &N) {
  const OpTarget *Target = N.opTarget();
  TensorType T = N.tensorType();
  // A module may be any of them.
  bool IsAny = N.isCallModule();
  if ((!Target && !IsAny) || !hasUnit(T))
    return false;
  bool IsPointwise = IsAny || Target->op().isPointwise();
  if (!IsPointwise && !Target->op().isIn(OpSet::Views))
    return false;
  bool IsReshape = IsAny || isReshape(Target->op());
  for (const Node *Operand : N.allInputNodes()) {
    TensorType Given = Operand->tensorType();
    if ((IsPointwise && hasOddStrides(Given)) ||
        (IsReshape && hasFreeStrides(Given, Inference.math())))
      return true;
  }
  return std::nullopt;
}

bool LayoutSources::isVague(const Node &N) {
  if (!hasUnit(N.tensorType()))
    return false;
  return isTrueAbove(N, Vague, [&](const Node &M) { return isVagueAlone(M); });
}
