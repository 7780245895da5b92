//===- Guards.cpp - What the engine decides for every rule ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile/RuleOps.h"
#include "Rewriter.h"
#include "fx/Analysis/OutputRoles.h"
#include "fx/Analysis/ViewMarks.h"
#include "fx/IR/OpInfo.h"
#include "fx/IR/OpSets.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

bool Rewriter::checkSteps(const CompiledRule &Rule, std::string *Why) {
  Terms.setMatch(Rule, Match.bindings());
  for (const Step &S : Rule.Steps) {
    if (S.Target == NoSlot) {
      if (Terms.holds(*S.Value))
        continue;
      if (Why)
        *Why = !S.Reason.empty()        ? S.Reason.str()
               : Terms.reason().empty() ? "a condition does not hold"
                                        : Terms.reason();
      return false;
    }
    std::optional<Argument> Value = Terms.evaluate(*S.Value);
    if (!Value) {
      if (Why)
        *Why = Terms.reason();
      return false;
    }
    Match.bindings()[S.Target] = {Binding::Given, *Value};
  }
  return true;
}

/// What matched nodes read may not be written between them and the place of
/// the result.
bool Rewriter::checkWrites(std::string &Why) {
  if (isBroken(EngineGuard::Write))
    return true;
  for (Node *N : Match.nodes()) {
    if (N == Place)
      continue;
    bool Moves = Place->isBefore(N);
    const Node &From = Moves ? *Place : *N, &To = Moves ? *N : *Place;
    auto Refuse = [&](const Node &Value) {
      const Node *Writer =
          Memory->writerBetween(Value, From, To, Match.nodes());
      if (Writer)
        Why = "write: %" + Writer->name() + " comes between %" + N->name() +
              " and " +
              (Moves ? "%" + Place->name() : std::string("the root")) +
              ", and may change %" + Value.name();
      return Writer != nullptr;
    };
    if (!Moves && Refuse(*N))
      return false;
    for (const Use &U : N->operandUses())
      if (Refuse(*G.node(U.Value)))
        return false;
  }
  return true;
}

/// What the result draws is drawn in the order of the calls still, and once: a
/// matched call that draws does not change places with another one, or with one
/// that seeds them, and nobody else uses it.
bool Rewriter::checkDraws(std::string &Why) {
  auto Draws = [&](const Node *N) { return Effects.get(*N).Random; };
  if (isBroken(EngineGuard::Effects) || none_of(Emit.created(), Draws))
    return true;
  for (Node *N : Match.nodes()) {
    if (N == Place || !Draws(N))
      continue;
    bool Moves = Place->isBefore(N);
    const Node *To = Moves ? N : Place;
    for (const Node *Between = Moves ? Place : N; Between != To;
         Between = Between->next()) {
      if (!Between->isCall() || is_contained(Match.nodes(), Between) ||
          is_contained(Emit.created(), Between))
        continue;
      const EffectSummary &E = Effects.get(*Between);
      if (!E.Random && !E.Unknown && !E.SideEffect)
        continue;
      Why = "effects: %" + Between->name() + " comes between %" + N->name() +
            ", which draws random numbers, and %" + Place->name() +
            ", and may draw some too";
      return false;
    }
  }
  for (const Node *N : stayingNodes())
    if (Draws(N)) {
      Why = "effects: %" + N->name() +
            " draws random numbers and has other users; the result would draw "
            "them again";
      return false;
    }
  return true;
}

/// What the result uses has to be there before it. State is moved up.
bool Rewriter::checkPlace(std::string &Why) {
  if (News.size() <= 1 || isBroken(EngineGuard::Place))
    return true;
  for (Node *N : Emit.created())
    for (Node *Operand : N->allInputNodes()) {
      if (Operand->isBefore(N))
        continue;
      if (Operand->isGetAttr()) {
        Operand->moveBefore(Place);
        continue;
      }
      Why = "place: %" + Operand->name() + " is made after %" + Place->name() +
            ", the first of the nodes that are replaced";
      return false;
    }
  return true;
}

/// The matched nodes that others use, or the result, users first.
SmallVector<Node *, 8> Rewriter::stayingNodes() {
  SmallVector<Node *, 8> Staying, Nodes(Match.nodes());
  auto HasOther = [&](const Node *N) {
    return any_of(N->users(), [&](Node *User) {
      return !is_contained(Nodes, User) || is_contained(Emit.created(), User);
    });
  };
  // Mostly nothing does, and then the order does not matter.
  if (none_of(Nodes, [&](Node *N) {
        return !is_contained(Match.roots(), N) && HasOther(N);
      }))
    return Staying;
  // Users come after what they use.
  sort(Nodes, [](Node *A, Node *B) { return B->isBefore(A); });
  for (Node *N : Nodes)
    if (!is_contained(Match.roots(), N) &&
        (HasOther(N) || any_of(N->users(), [&](Node *User) {
           return is_contained(Staying, User);
         })))
      Staying.push_back(N);
  return Staying;
}

static bool haveSameOffset(const Node &A, const Node &B) {
  const Argument *OfA = A.val(), *OfB = B.val();
  return (OfA && OfB && *OfA == *OfB) ||
         A.tensorType().offset() == B.tensorType().offset();
}

/// Whether a call of \p N may give its operand back, the very tensor, and not
/// another one in the same memory. Of modules that is not known.
static bool mayReturnOperand(const Node &N) {
  const OpTarget *Target = N.opTarget();
  return N.isCallModule() ||
         (Target && Target->op().isIn(OpSet::ReturnsOperand));
}

/// Whether \p Root may be the tensor \p New itself.
static bool mayBe(const Node *Root, const Node &New) {
  while (Root != &New && Root->isCall() && Root->numOperands() &&
         mayReturnOperand(*Root))
    Root = Root->operand(0);
  return Root == &New;
}

/// The operands that \p N may give back as they are: those that it writes, and
/// the first one of calls that may do nothing.
static SmallVector<const Node *, 2> returnedOperands(const Node &N,
                                                     EffectCache &Effects) {
  SmallVector<const Node *, 2> Result;
  if (!N.isCall() || N.numOperands() == 0)
    return Result;
  if (mayReturnOperand(N) || N.isGetItem())
    Result.push_back(N.operand(0));
  const EffectSummary &E = Effects.get(N);
  for (unsigned I : E.Writes)
    if (is_contained(E.Aliases, I))
      Result.push_back(N.operand(I));
  return Result;
}

/// Whether the graph returns \p N: it, or what a call that writes to it, or may
/// do nothing, gives back.
static bool isReturned(const Node &N, EffectCache &Effects,
                       unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 16;
  if (Depth == MaxDepth)
    return true;
  return any_of(N.users(), [&](const Node *User) {
    return User->isOutput() ||
           (is_contained(returnedOperands(*User, Effects), &N) &&
            isReturned(*User, Effects, Depth + 1));
  });
}

/// Whether \p New may be a tensor that somebody else has: an input, state, or
/// another result, also by calls that may give their operand back.
static bool mayBeKnown(const Node &New, EffectCache &Effects,
                       unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 16;
  return Depth == MaxDepth || New.isPlaceholder() || New.isGetAttr() ||
         isReturned(New, Effects) ||
         any_of(returnedOperands(New, Effects), [&](const Node *Operand) {
           return mayBeKnown(*Operand, Effects, Depth + 1);
         });
}

/// Whether autograd saves the result of \p N, which may not be written then.
static bool savesResult(const Node &N) {
  const OpTarget *Target = N.opTarget();
  return Target && Target->op().isIn(OpSet::SavesResult);
}

/// Where the old and the new root share memory with other captures, nobody may
/// be able to tell: nothing of that memory is written later, and not both are
/// seen outside of the graph. What stays of the match is a capture, too.
bool Rewriter::checkAliases(Node *Root, const Node &New, std::string &Why) {
  auto IsSaved = [&] {
    if (Options.Inference || !New.isCall() || !savesResult(New) ||
        (Root->opTarget() && &Root->opTarget()->op() == &New.opTarget()->op()))
      return false;
    const Node *Writer = Memory->writerAfter(*Root, *Place);
    if (!Writer || isBroken(EngineGuard::WriteAfter))
      return false;
    Why = "gradient: %" + New.name() + " is saved for gradients, and %" +
          Writer->name() + " writes it";
    return true;
  };
  bool IsFresh = New.isCall() && Effects.get(New).isFreshAndPure();
  bool IsCreated = is_contained(Emit.created(), &New);
  // A copy takes a tensor out of inference mode.
  if (const Node *Switch = IsCreated || Options.Inference
                               ? nullptr
                               : Memory->inferenceSwitchBetween(New, *Root)) {
    Why = "gradient: %" + New.name() +
          " is computed in inference mode, which %" + Switch->name() +
          " changes";
    return false;
  }
  // What only the match uses becomes the result as a new call would.
  bool IsNew = IsCreated || (IsFresh && all_of(New.users(), [&](Node *User) {
                               return is_contained(Match.nodes(), User);
                             }));
  bool IsFreshForFresh = IsFresh && IsNew &&
                         Effects.get(*Root).isFreshAndPure() &&
                         haveSameOffset(*Root, New);
  // Most results are memory of their own in place of memory of its own.
  if (IsFreshForFresh && IsCreated)
    return !IsSaved();
  SmallVector<Node *, 8> Staying = stayingNodes();
  // Nor has anything a view of what the match leaves.
  if (IsFreshForFresh && Staying.empty())
    return !IsSaved();
  SmallVector<const Node *, 16> Inside;
  for (const Node *N : Match.nodes())
    if (!is_contained(Staying, N))
      Inside.push_back(N);
  SmallVector<const Node *, 4> Old = Memory->aliases(*Root, Inside);
  std::optional<unsigned> OldCopies = Memory->numMayCopy(*Root, Inside);
  append_range(Inside, Emit.created());
  SmallVector<const Node *, 4> Now = Memory->aliases(New, Inside);
  // A caller may give an input that has other strides than the example: two
  // reshapes copy where one does not. Where views succeed, a reshape is a view.
  std::optional<unsigned> NewCopies = Memory->numMayCopy(New, Inside);
  bool SameCopies =
      OldCopies && NewCopies && (*OldCopies == 0 || *OldCopies == *NewCopies);
  auto ChangesShape = [&](const Node &N) {
    if (isBroken(EngineGuard::Shape) || !Memory->isReshapedInPlace(N))
      return false;
    Why = "alias: the shape of %" + N.name() + " is changed in place";
    return true;
  };
  auto Check = [&](const Node &Capture) {
    // What is saved for gradients may not be written before they are computed.
    if (!Options.Inference && !is_contained(Old, &Capture) &&
        isWrittenAtEnd(Capture)) {
      Why = "gradient: %" + Capture.name() + " is written after the graph";
      return false;
    }
    for (const Node *N : {&Capture, static_cast<const Node *>(Root)}) {
      const Node *Writer = Memory->writerAfter(*N, *Place);
      if (Writer && !isBroken(EngineGuard::WriteAfter)) {
        Why = "alias: %" + N->name() + " would share other memory, and %" +
              Writer->name() + " writes it later";
        return false;
      }
      if (ChangesShape(*N))
        return false;
    }
    bool IsShared = is_contained(Old, &Capture) && is_contained(Now, &Capture);
    if (Memory->leavesGraph(*Root) &&
        (IsShared ? Memory->isSeenBeside(Capture, Inside)
                  : Memory->leavesGraph(Capture)) &&
        !isBroken(EngineGuard::Returned)) {
      Why = "alias: %" + Root->name() + " and %" + Capture.name() +
            " are both seen outside of the graph, and only one of the two "
            "results shares their memory";
      return false;
    }
    return true;
  };
  // One tensor in place of another: its shape is seen by all who have it.
  if (!IsNew)
    for (const Node *N : {static_cast<const Node *>(Root), &New})
      if (ChangesShape(*N))
        return false;
  // What is made while gradients are off has none, whatever it is made of.
  const Node *Switch = IsNew || Options.Inference
                           ? nullptr
                           : Memory->gradientSwitchBetween(New, *Root);
  if (Switch) {
    Why = "gradient: %" + New.name() + " may have one, and %" + Root->name() +
          " is made after %" + Switch->name();
    return false;
  }
  if (haveDifferentRoles(*Root, New)) {
    Why = "alias: one of %" + Root->name() + " and %" + New.name() +
          " is a result, and the other becomes what an input or a buffer holds";
    return false;
  }
  // What is at which place of the storage is another matter than the elements.
  bool SameStorage =
      all_of(Now, [&](const Node *N) { return is_contained(Old, N); }) &&
      Now.size() == Old.size() && haveSameOffset(*Root, New);
  if (!SameStorage && !isBroken(EngineGuard::ByPlace) &&
      Memory->isReadByPlace(*Root)) {
    Why = "alias: the storage of %" + Root->name() +
          " is looked at by place, as as_strided does, and would be another";
    return false;
  }
  for (const Node *Capture : Now)
    if ((!SameCopies || !is_contained(Old, Capture)) && !Check(*Capture))
      return false;
  for (const Node *Capture : Old)
    if (!is_contained(Now, Capture) && !Check(*Capture))
      return false;
  // Callers may change the shape of what they get, or ask for gradients.
  if (!IsNew && isReturned(*Root, Effects) && !mayBe(Root, New) &&
      mayBeKnown(New, Effects) && !isBroken(EngineGuard::Returned)) {
    Why = "alias: the result %" + Root->name() + " would be the very tensor %" +
          New.name();
    return false;
  }
  return !IsSaved();
}

/// Where two roots share memory before or after and not both, nobody may be
/// able to tell either.
bool Rewriter::checkSharing(std::string &Why) {
  ArrayRef<Node *> Roots = Match.roots();
  // Statements are replaced together, by one result or none.
  if (Roots.size() < 2 || News.size() != Roots.size())
    return true;
  SmallVector<const Node *, 16> Inside(Match.nodes().begin(),
                                       Match.nodes().end());
  append_range(Inside, Emit.created());
  // For each node, the first root that has a part in its memory.
  SmallDenseMap<const Node *, unsigned> FirstOld, FirstNew;
  EquivalenceClasses<unsigned> Old, New;
  auto Add = [&](const Node &N, unsigned I, auto &First, auto &Classes) {
    Classes.insert(I);
    for (const Node *Sharer : Memory->sharers(N, Inside))
      Classes.unionSets(First.try_emplace(Sharer, I).first->second, I);
  };
  for (auto [I, Root, Result] : enumerate(Roots, News)) {
    Add(*Root, I, FirstOld, Old);
    Add(*Result, I, FirstNew, New);
  }
  // For each root, the first one that it shares memory with.
  auto Firsts = [&](const EquivalenceClasses<unsigned> &Classes) {
    SmallDenseMap<unsigned, unsigned> FirstOf;
    SmallVector<unsigned, 8> List;
    for (unsigned I = 0; I != Roots.size(); ++I)
      List.push_back(
          FirstOf.try_emplace(Classes.getLeaderValue(I), I).first->second);
    return List;
  };
  SmallVector<unsigned, 8> Before = Firsts(Old), After = Firsts(New);
  if (Before == After)
    return true;
  auto IsTold = [&](const Node &A, const Node &B) {
    for (const Node *N : {&A, &B})
      if (const Node *Writer = Memory->writerAfter(*N, *Place);
          Writer && !isBroken(EngineGuard::WriteAfter)) {
        Why = "alias: %" + A.name() + " and %" + B.name() +
              " share memory either before or after only, and %" +
              Writer->name() + " writes it later";
        return true;
      }
    if (!Memory->leavesGraph(A) || !Memory->leavesGraph(B) ||
        isBroken(EngineGuard::Returned))
      return false;
    Why = "alias: %" + A.name() + " and %" + B.name() +
          " are both seen outside of the graph, and share memory either before "
          "or after only";
    return true;
  };
  for (unsigned I = 0; I != Roots.size(); ++I)
    for (unsigned J = I + 1; J != Roots.size(); ++J)
      if ((Before[I] == Before[J]) != (After[I] == After[J]) &&
          IsTold(*Roots[I], *Roots[J]))
        return false;
  return true;
}

/// Whether \p N shows the bytes of its operand as another type, or the same,
/// through which there are no gradients.
static bool isViewOfType(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (!Target || Target->op().name() != "view")
    return false;
  auto IsType = [](const Argument &A) { return A.kind() == ArgKind::DType; };
  return any_of(N.args(), IsType) ||
         any_of(N.kwargs(),
                [&](const KwArg &Entry) { return IsType(Entry.Value); });
}

bool Rewriter::checkGradients(const CompiledRule &Rule, std::string &Why) {
  // Integers have no gradients.
  auto MayHaveOne = [](const Node *Root) {
    TensorType Type = Root->tensorType();
    return !Type || isFloatType(Type.dtype()) || isComplexType(Type.dtype());
  };
  bool MayHaveGradients =
      !Options.Inference && any_of(Match.roots(), MayHaveOne);
  if (MayHaveGradients)
    for (const Node *N : Match.nodes())
      if (isViewOfType(*N)) {
        Why =
            "gradient: %" + N->name() +
            " has none, whatever its operand has, and the result may have one";
        return false;
      }
  if (!Rule.Inference)
    return true;
  if (MayHaveGradients) {
    Why = "gradient: the rule is for inference only";
    return false;
  }
  // PyTorch refuses to write to what a parameter shares, unless it is detached.
  for (const Node *Root : Match.roots())
    if (const Node *Writer = Memory->writerAfter(*Root, *Place)) {
      Why = "gradient: %" + Root->name() + " is written by %" + Writer->name() +
            " later";
      return false;
    }
  return true;
}

/// Views, sizes and items cost nothing; what is not known is dear.
unsigned Rewriter::cost(const Node &N) {
  if (N.isGetItem() || N.isGetAttr() || N.isPlaceholder())
    return 0;
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return 16;
  StringRef Op = Target->op().name();
  if (Op.starts_with("sym_size") || Op == "size")
    return 0;
  if (Target->op().isPointwise())
    return 1;
  const EffectSummary &E = Effects.get(N);
  if (!E.Aliases.empty() && !E.Unknown)
    return 0;
  for (const OpSchema &S : Target->overloads()) {
    if (S.hasTag(ST_Pointwise))
      return 1;
    if (S.hasTag(ST_Reduction))
      return 4;
  }
  return Op.contains("norm") || Op.contains("softmax") || Op == "mean" ||
                 Op == "sum"
             ? 4
             : 16;
}

/// Matched nodes that others use stay; then what is new may not cost more than
/// what goes.
bool Rewriter::checkCost(const CompiledRule &Rule, std::string &Why) {
  if (Rule.Shared)
    return true;
  SmallVector<Node *, 8> Staying = stayingNodes();
  if (Staying.empty())
    return true;
  unsigned Gain = 0;
  for (Node *N : Match.nodes())
    if (!is_contained(Staying, N))
      Gain += cost(*N);
  unsigned Price = 0;
  for (Node *N : Emit.created())
    Price += cost(*N);
  if (!Rule.Once && Price <= Gain)
    return true;
  // The last one in the graph; what it needs stays because of it.
  const Node &Last = *Staying.front();
  bool IsNeeded = all_of(Last.users(), [&](Node *User) {
    return is_contained(Match.nodes(), User) ||
           is_contained(Emit.created(), User);
  });
  Why = "shared: %" + Last.name() +
        (IsNeeded ? " is needed by the result, and stays"
                  : " is used by others too, and stays");
  return false;
}

/// A call that is updated goes, so nobody else may use it.
bool Rewriter::checkUpdates(std::string &Why) {
  for (const auto &[Old, New] : Emit.updates())
    for (Node *User : Old->users())
      if (!is_contained(Match.roots(), Old) &&
          !is_contained(Match.nodes(), User)) {
        Why = "shared: %" + Old->name() +
              " is used by others too, and cannot be updated";
        return false;
      }
  return true;
}

/// New state may not take more memory than that which goes, but for little.
bool Rewriter::checkGrowth(const CompiledRule &Rule, std::string &Why) {
  constexpr uint64_t Little = 64 << 10;
  if (Rule.Grows || Emit.states().empty())
    return true;
  uint64_t Bytes = 0, Freed = Little;
  for (const Node *N : Emit.states())
    Bytes += Host->bytesFreed(*N);
  SmallVector<Node *, 8> Seen;
  const Node *Staying = nullptr;
  for (Node *N : Match.nodes())
    for (Node *Operand : N->allInputNodes()) {
      if (is_contained(Seen, Operand) || !Host->isConstant(*Operand))
        continue;
      Seen.push_back(Operand);
      bool Goes = all_of(Operand->users(), [&](Node *User) {
        return is_contained(Match.nodes(), User);
      });
      if (Goes)
        Freed += Host->bytesFreed(*Operand);
      else
        Staying = Operand;
    }
  if (Bytes <= Freed)
    return true;
  Why = "memory: new constants take " + std::to_string(Bytes) +
        " bytes, and less goes";
  if (Staying)
    Why += ", since %" + Staying->name() + " is used by others too";
  return false;
}

static bool isProduct(StringRef Op) {
  return StringSwitch<bool>(Op)
      .Cases("matmul", "mm", "bmm", "addmm", "baddbmm", "linear", true)
      .Default(false);
}

/// Whether \p User gives a value of the same type for \p New as for \p Root.
bool Rewriter::givesSameType(const Node &User, const Node &Root, Node &New) {
  Node *Twin = G.nodeCopy(&User, [&](Node *Operand) {
    return Argument(Operand == &Root ? &New : Operand);
  });
  Expected<Argument> Val = Inference.infer(*Twin);
  G.eraseNode(Twin);
  if (!Val) {
    consumeError(Val.takeError());
    return false;
  }
  return User.val() &&
         compareValues(*User.val(), *Val, Inference.math()).empty();
}

/// Whether nobody can tell other strides: elementwise calls, reductions and
/// products that give what they gave.
bool Rewriter::mayDifferInStrides(const Node &Root, Node &New,
                                  std::string &Why) {
  TensorType Old = Root.tensorType(), Now = New.tensorType();
  bool Same = Old && Now && Old.dtype() == Now.dtype() && Old.isContiguous() &&
              Terms.equal(Argument::list(Old.sizes()),
                          Argument::list(Now.sizes())) == true &&
              Old.layout() == Now.layout() && Old.device() == Now.device();
  if (!Same)
    return false;
  for (const Node *User : Root.users()) {
    const OpTarget *Target = User->opTarget();
    const EffectSummary &E = Effects.get(*User);
    bool IsBlind =
        Target && E.isFreshAndPure() &&
        (Target->op().isPointwise() || isProduct(Target->op().name()) ||
         any_of(Target->overloads(), [](const OpSchema &S) {
           return S.hasTag(ST_Pointwise) || S.hasTag(ST_Reduction);
         }));
    if (!IsBlind || !givesSameType(*User, Root, New)) {
      Why = "type: the result would differ in its strides, which %" +
            User->name() + " may look at";
      return false;
    }
  }
  return true;
}

/// A caller may give an input that has other strides than that of the example:
/// what lies in memory in one way then may not become what lies as the input
/// does.
bool Rewriter::checkLayout(const CompiledRule &Rule, const Node &Root,
                           const Node &New, std::string &Why) {
  bool Vague = !Rule.Layout && Layouts.isVague(New);
  if (!Rule.Layout && Vague != Layouts.isVague(Root) && Layouts.isSeen(Root)) {
    Why = "type: %" + (Vague ? New : Root).name() +
          " may have other strides of dimensions of one place than its value "
          "says";
    return false;
  }
  if (!Options.OtherLayouts || Rule.Layout || !Layouts.mayDiffer(Root, New))
    return true;
  Why = "type: %" + New.name() + " has the strides that a caller gives, and %" +
        Root.name() + " has others";
  return false;
}

/// Whether \p N, a squeeze, may drop a dimension that its value has: PyTorch
/// assumes when it traces that dynamic sizes are neither 0 nor 1.
static bool mayDropMore(const Node &N, SymbolicMath &Math) {
  const OpTarget *Target = N.opTarget();
  Node *Operand = N.numOperands() ? N.operand(0) : nullptr;
  TensorType T = Operand ? Operand->tensorType() : TensorType();
  if (!Target || Target->op().name() != "squeeze" || !T)
    return false;
  std::optional<Argument> Given =
      N.numArgs() > 1 ? std::optional(N.arg(1)) : N.kwarg("dim");
  SmallBitVector Dims(T.rank(), /*t=*/!Given);
  auto Add = [&](const Argument &D) {
    if (D.isInt() && D.asInt() >= -int64_t(T.rank()) &&
        D.asInt() < int64_t(T.rank()))
      Dims.set(D.asInt() < 0 ? D.asInt() + T.rank() : D.asInt());
  };
  if (Given && Given->isSequence())
    for_each(Given->elements(), Add);
  else if (Given)
    Add(*Given);
  return any_of(Dims.set_bits(), [&](unsigned D) {
    const Argument &Size = T.sizes()[D];
    return !Size.isInt() && !Math.equal(Math.max(Argument(2), Size), Size);
  });
}

/// Whether the sizes that the value of \p Root has are those of every run, as
/// far as views between it and \p New decide.
static bool hasItsSizes(const Node &Root, const Node &New, SymbolicMath &Math) {
  constexpr unsigned MaxViews = 8;
  const Node *At = &Root;
  for (unsigned I = 0; I != MaxViews && At != &New && At->numOperands(); ++I) {
    const OpTarget *Target = At->opTarget();
    if (!Target || Target->op().isPointwise() ||
        !Target->op().isIn(OpSet::Strided))
      return true;
    if (mayDropMore(*At, Math))
      return false;
    At = At->operand(0);
  }
  return true;
}

/// Whether both are conjugated views, or neither is.
static bool haveSameMarks(const Node &Root, const Node &New) {
  const Argument *Val = Root.val();
  if (!Val || Val->kind() != ArgKind::TensorType ||
      !isComplexType(Val->elements()[0].asDType()))
    return true;
  std::optional<ViewMarks> Old = viewMarks(Root), Now = viewMarks(New);
  return Old && Now && Old->Conjugated == Now->Conjugated &&
         Old->Negated == Now->Negated;
}

/// The result has dtype, sizes, strides, device and layout of what it replaces.
bool Rewriter::checkType(const CompiledRule &Rule, Node *Root, Node &New,
                         std::string &Why) {
  if (isBroken(EngineGuard::Type))
    return true;
  const Argument *Old = Root->val(), *Now = New.val();
  for (const Node *N :
       {static_cast<const Node *>(Root), static_cast<const Node *>(&New)})
    if (!N->val()) {
      Why = "type: the value of %" + N->name() +
            " is not known; run infer-values before";
      return false;
    }
  std::string Difference = compareValues(*Old, *Now, Inference.math());
  if (Difference.empty()) {
    if (!hasItsSizes(*Root, New, Inference.math()))
      Why = "type: a dynamic size may be 1, and then %" + Root->name() +
            " has fewer dimensions than its value says";
    else if (!haveSameMarks(*Root, New))
      Why = "type: one of %" + Root->name() + " and %" + New.name() +
            " is a conjugated view";
    else
      return checkLayout(Rule, *Root, New, Why);
    return false;
  }
  if (Rule.Layout && mayDifferInStrides(*Root, New, Why))
    return true;
  if (Why.empty())
    Why = "type: the result would differ: " + Difference;
  return false;
}
