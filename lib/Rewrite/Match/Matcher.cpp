//===- Matcher.cpp - Finds where a rule fits ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "fx/IR/Dimensions.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

bool Matcher::match(const CompiledRule &Rule, Node *Root) {
  R = &Rule;
  Bindings.resize(Rule.Slots.size());
  for (Binding &B : Bindings)
    if (B.State != Binding::Unbound)
      B = Binding();
  Nodes.clear();
  Trail.clear();
  Taken.clear();
  Goals.clear();
  Choices.clear();
  Variants.clear();
  Steps = 0;
  if (Tracing)
    Nearest = NearMiss();
  Terms.setMatch(Rule, Bindings);
  if (!run(pushMatch(Rule.Root, Argument(Root), NoGoal)))
    return false;
  Roots.assign({Root});
  if (Rule.Native && !matchNative(Root))
    return false;
  if (Rule.Each)
    return matchEach(Root);
  if (Rule.Statements)
    return all_of(reverse(Rule.OtherRoots), [&](PatternId Statement) {
      return matchStatement(Statement);
    });
  return all_of(Rule.OtherRoots,
                [&](PatternId Other) { return matchOther(Other); });
}

/// A node that is bound to a value that \p Pat names.
const Node *Matcher::boundNode(PatternId Id, unsigned Depth) {
  const Pattern &Pat = R->Patterns[Id];
  if (Pat.SlotOf != NoSlot && !R->Slots[Pat.SlotOf].IsList)
    if (const Node *N = Bindings[Pat.SlotOf].Value.asNode())
      return N;
  if (Depth < 4)
    for (PatternId Kid : Pat.Kids)
      if (const Node *N = boundNode(Kid, Depth + 1))
        return N;
  return nullptr;
}

SmallVector<Node *, 8> Matcher::candidates(PatternId Root) {
  constexpr unsigned MaxUsers = 256;
  SmallVector<Node *, 8> Found;
  const Node *Shared = boundNode(Root, 0);
  if (!Shared)
    return Found;
  // Between what is shared and the root may be as much as in the pattern.
  SmallVector<const Node *, 16> Level = {Shared};
  unsigned Count = 0;
  for (unsigned I = 0; I != 4 && !Level.empty(); ++I) {
    SmallVector<const Node *, 16> Next;
    for (const Node *N : Level)
      for (Node *User : N->users()) {
        if (++Count > MaxUsers)
          return {};
        if (!User->isCall())
          continue;
        Next.push_back(User);
        if (mayFit(R->Patterns[Root], Argument(User)) &&
            !is_contained(Found, User))
          Found.push_back(User);
      }
    Level = std::move(Next);
  }
  sort(Found, [](Node *A, Node *B) { return A->isBefore(B); });
  return Found;
}

bool Matcher::matchMore(PatternId Root, Node *N) {
  size_t NumTrail = Trail.size(), NumNodes = Nodes.size();
  size_t NumTaken = Taken.size();
  Goals.clear();
  Choices.clear();
  if (run(pushMatch(Root, Argument(N), NoGoal)))
    return true;
  while (Trail.size() > NumTrail) {
    Bindings[Trail.back().first] = std::move(Trail.back().second);
    Trail.pop_back();
  }
  Nodes.resize(NumNodes);
  Taken.resize(NumTaken);
  return false;
}

bool Matcher::matchNative(Node *Root) {
  const Pattern &Pat = R->Patterns[R->Root];
  Native = MatchedNodes();
  Outcome Fits = R->Native->match(*Root, Native);
  if (!Fits)
    return miss(Pat, Argument(Root), Fits.why());
  for (Node *N : Native.nodes()) {
    if (&N->graph() != &Root->graph() || !N->isCall())
      return miss(Pat, Argument(Root),
                  "what is covered is not a call of this graph");
    if (!IgnoresEffects && !Effects.get(*N).isRemovable())
      return miss(Pat, Argument(N), "the call has effects");
    cover(N);
  }
  return true;
}

bool Matcher::matchEach(Node *Root) {
  // Lists have an item for each, which may be None.
  auto Fill = [&] {
    for (size_t I = 0; I != R->Slots.size(); ++I) {
      if (!R->Slots[I].IsList)
        continue;
      SmallVector<Argument, 4> Items;
      if (Bindings[I].State == Binding::Given)
        append_range(Items, Bindings[I].Value.elements());
      if (Items.size() < Roots.size()) {
        Items.resize(Roots.size());
        Bindings[I] = {Binding::Given, Argument::list(Items)};
      }
    }
  };
  Fill();
  const Pattern &Pat = R->Patterns[R->Root];
  for (Node *N : candidates(R->Root)) {
    if (is_contained(Nodes, N) || !matchMore(R->Root, N))
      continue;
    if (N->isBefore(Root))
      return miss(Pat, Argument(N), "the first of those that fit is this");
    Roots.push_back(N);
    Fill();
  }
  return true;
}

/// The last call before those that were found.
bool Matcher::matchStatement(PatternId Statement) {
  SmallVector<Node *, 8> Found = candidates(Statement);
  for (Node *N : reverse(Found))
    if (N->isBefore(Roots.back()) && matchMore(Statement, N)) {
      Roots.push_back(N);
      return true;
    }
  return miss(R->Patterns[Statement], Argument(),
              "nothing fits this statement before the next one");
}

bool Matcher::matchOther(PatternId Root) {
  for (Node *N : candidates(Root))
    if (!is_contained(Roots, N) && matchMore(Root, N)) {
      Roots.push_back(N);
      return true;
    }
  return miss(R->Patterns[Root], Argument(), "nothing fits this root");
}

uint32_t Matcher::pushMatch(PatternId Pat, const Argument &Subject,
                            uint32_t Next) {
  return push({Goal::Match, Pat, Next, Subject});
}

/// Remembers that \p G can be tried again, with \p Alternative.
void Matcher::later(const Goal &G, uint32_t Alternative) {
  Choices.push_back({G, Alternative, Trail.size(), Nodes.size(), Taken.size()});
}

bool Matcher::run(uint32_t First) {
  uint32_t Current = First;
  uint32_t Rest = NoGoal;
  while (Current != NoGoal) {
    if (++Steps >= MaxSteps)
      return false;
    // Goals may be added meanwhile.
    Goal G = Goals[Current];
    if (step(G, 0, Rest)) {
      Current = Rest;
      continue;
    }
    while (true) {
      if (Choices.empty() || ++Steps >= MaxSteps)
        return false;
      Choice C = std::move(Choices.back());
      Choices.pop_back();
      while (Trail.size() > C.NumTrail) {
        Bindings[Trail.back().first] = std::move(Trail.back().second);
        Trail.pop_back();
      }
      Nodes.resize(C.NumNodes);
      Taken.resize(C.NumTaken);
      if (step(C.Of, C.Alternative, Rest)) {
        Current = Rest;
        break;
      }
    }
  }
  return true;
}

bool Matcher::step(const Goal &G, uint32_t Alternative, uint32_t &Rest) {
  switch (G.Kind) {
  case Goal::Match:
    return stepMatch(G, Alternative, Rest);
  case Goal::Assign:
    return stepAssign(G, Alternative, Rest);
  case Goal::Guard:
    return stepGuard(G, Rest);
  }
  llvm_unreachable("all kinds are listed");
}

bool Matcher::stepMatch(const Goal &G, uint32_t Alternative, uint32_t &Rest) {
  const Pattern &Pat = R->Patterns[G.Pat];
  Rest = G.Next;
  switch (Pat.Kind) {
  case Pattern::Any:
    take(G.Pat, 0, G.Subject);
    return true;
  case Pattern::Value:
    return bindValue(Pat, G.Subject);
  case Pattern::Const:
    return bindConst(Pat, G.Subject);
  case Pattern::Literal:
    return fitsLiteral(Pat, G.Subject);
  case Pattern::Call:
    return stepCall(G, Alternative, Rest);
  case Pattern::Choice:
    return stepChoice(G, Alternative, Rest);
  case Pattern::List:
    return stepList(G, Rest);
  case Pattern::NAry:
    return stepNAry(G, Alternative, Rest);
  case Pattern::Chain:
    return stepChain(G, Alternative, Rest);
  case Pattern::Guarded: {
    Goal Guard;
    Guard.Kind = Goal::Guard;
    Guard.Pat = G.Pat;
    Guard.Next = G.Next;
    Rest = pushMatch(Pat.Kids[0], G.Subject, push(std::move(Guard)));
    return true;
  }
  }
  llvm_unreachable("all kinds are listed");
}

bool Matcher::miss(const Pattern &Pat, const Argument &Subject,
                   const Twine &Why) {
  if (!Tracing || (Nearest.At && Nearest.Calls >= Nodes.size() &&
                   !(Nearest.Calls == Nodes.size() && Nearest.Why.empty())))
    return false;
  Nearest = {unsigned(Nodes.size()), &Pat, Subject.asNode(), Why.str()};
  return false;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void Matcher::set(SlotId Slot, Binding B) {
  Trail.push_back({Slot, std::move(Bindings[Slot])});
  Bindings[Slot] = std::move(B);
}

/// Counts dimensions from the end where that is known.
static Argument wrapDims(const Argument &A, int64_t Rank) {
  if (A.isInt())
    return A.asInt() < 0 ? Argument(A.asInt() + Rank) : A;
  if (!A.isSequence())
    return A;
  SmallVector<Argument, 4> Items;
  for (size_t I = 0; I != A.size(); ++I)
    Items.push_back(wrapDims(A[I], Rank));
  return Argument::list(Items);
}

/// How many dimensions those that \p Call is given may name. The operands of
/// `cat` may be vectors without elements, those of others are broadcast.
static std::optional<int64_t> numDimensions(const Node &Call) {
  int64_t Rank = 0;
  for (unsigned I = 0; I != Call.numOperands(); ++I) {
    const Node &Operand = *Call.operand(I);
    TensorType T = Operand.tensorType();
    if (!T && (I == 0 || !Operand.val()))
      return std::nullopt;
    if (T)
      Rank = std::max<int64_t>(Rank, T.rank());
  }
  const OpTarget *Target = Call.opTarget();
  return Rank + (Target && addsDimension(Target->op().name()));
}

/// Whether \p Param of \p Call is a dimension, or a list of them, that counts
/// from the end where it is negative.
static bool isDimensionOf(const Node *Call, const SchemaParam *Param) {
  // Those of tensordot count in one operand each.
  return Call && Param && isDimension(Param->Name) &&
         !Param->Name.starts_with("dims_") && Call->numOperands();
}

/// Binds \p Slot, or compares with what it is bound to: nodes by identity,
/// constants by value, and dimensions modulo \p Rank.
bool Matcher::bind(SlotId Slot, const Argument &Value,
                   std::optional<int64_t> Rank) {
  Binding &B = Bindings[Slot];
  if (R->Slots[Slot].IsList) {
    SmallVector<Argument, 4> Items;
    if (B.State == Binding::Given)
      append_range(Items, B.Value.elements());
    Items.push_back(Value);
    set(Slot, {Binding::Given, Argument::list(Items)});
    return true;
  }
  if (B.State == Binding::Unbound) {
    set(Slot, {Value.isNone() && R->Slots[Slot].IsValue ? Binding::NotGiven
                                                        : Binding::Given,
               Value, Rank});
    return true;
  }
  if (B.State == Binding::NotGiven)
    return Value.isNone();
  if (B.Value == Value)
    return true;
  if (R->Slots[Slot].IsValue)
    return false;
  Argument Known = Terms.raise(B.Value), Other = Terms.raise(Value);
  if (Terms.equal(Known, Other) == true)
    return true;
  return Rank && B.Rank == Rank &&
         Terms.equal(wrapDims(Known, *Rank), wrapDims(Other, *Rank)) == true;
}

/// Why mayFit() says no.
static StringLiteral whyNot(const Pattern &Pat) {
  if (Pat.Kind == Pattern::Const)
    return "a value is here whose number is not known";
  if (Pat.Kind == Pattern::Value)
    return "a constant is here, not a value of the graph";
  if (Pat.Kind == Pattern::List)
    return "a list is wanted";
  return "another operator is here";
}

bool Matcher::bindValue(const Pattern &Pat, const Argument &Subject) {
  if (!Subject.isNone() && !Subject.isNode())
    return miss(Pat, Subject, whyNot(Pat));
  if (Pat.Type && Subject.isNode() && !fitsType(Pat, *Subject.asNode()))
    return false;
  return bind(Pat.SlotOf, Subject) ||
         miss(Pat, Subject,
              "another value is %" + R->Slots[Pat.SlotOf].Name + " already");
}

bool Matcher::bindConst(const Pattern &Pat, const Argument &Subject,
                        const Node *Call, const SchemaParam *Param) {
  if (Terms.raise(Subject).containsNode())
    return miss(Pat, Subject, whyNot(Pat));
  std::optional<int64_t> Rank =
      isDimensionOf(Call, Param) ? numDimensions(*Call) : std::nullopt;
  return bind(Pat.SlotOf, Subject, Rank) ||
         miss(Pat, Subject,
              "another constant is $" + R->Slots[Pat.SlotOf].Name + " already");
}

std::optional<DType> fx::rewrite::dtypeOfKind(StringRef Kind) {
  bool IsFamily = Kind == "float" || Kind == "int" || Kind == "complex";
  return IsFamily ? std::nullopt : parseDTypeName(Kind);
}

static bool isOfKind(StringRef Kind, DType T) {
  if (Kind == "float")
    return isFloatType(T) && !isComplexType(T);
  if (Kind == "complex")
    return isComplexType(T);
  if (Kind == "int")
    return !isFloatType(T) && !isComplexType(T) && T != DType::Bool;
  return dtypeOfKind(Kind) == T;
}

bool Matcher::fitsType(const Pattern &Pat, const Node &N) {
  TensorType T = N.tensorType();
  Argument Subject(const_cast<Node *>(&N));
  if (!T)
    return miss(Pat, Subject, "its type is not known; run infer-values before");
  const TypePattern &Wanted = *Pat.Type;
  if (!Wanted.Kinds.empty() && none_of(Wanted.Kinds, [&](StringRef Kind) {
        return isOfKind(Kind, T.dtype());
      }))
    return miss(Pat, Subject, "it has another dtype");
  if (!Wanted.HasShape)
    return true;
  const auto *Rest = find_if(Wanted.Dims, [](const DimPattern &D) {
    return D.Kind == DimPattern::Rest;
  });
  bool HasRest = Rest != Wanted.Dims.end();
  size_t Fixed = Wanted.Dims.size() - HasRest;
  if (HasRest ? T.rank() < Fixed : T.rank() != Fixed)
    return miss(Pat, Subject, "it has another rank");
  size_t At = 0;
  for (size_t I = 0; I != Wanted.Dims.size(); ++I) {
    const DimPattern &D = Wanted.Dims[I];
    if (D.Kind == DimPattern::Rest) {
      size_t Count = T.rank() - Fixed;
      if (Pat.DimSlots[I] != NoSlot &&
          !bind(Pat.DimSlots[I], Argument::list(T.sizes().slice(At, Count))))
        return miss(Pat, Subject, "it has other sizes");
      At += Count;
      continue;
    }
    const Argument &Size = T.sizes()[At++];
    int64_t Number;
    bool Fits = true;
    if (D.Kind == DimPattern::Bind)
      Fits = bind(Pat.DimSlots[I], Size);
    else if (D.Kind == DimPattern::Number && !D.Text.getAsInteger(10, Number))
      Fits = Terms.equal(Size, Argument(Number)) == true;
    if (!Fits)
      return miss(Pat, Subject, "it has other sizes");
  }
  return true;
}

bool Matcher::fitsLiteral(const Pattern &Pat, const Argument &Subject,
                          const Node *Call, const SchemaParam *Param) {
  Argument Given = Terms.raise(Subject), Wanted = Pat.Value_;
  if (Terms.equal(Given, Wanted) == true && Given.isNone() == Wanted.isNone())
    return true;
  // One number stands for as many: `padding=1` for [1, 1].
  if (Param && Param->Type.FixedSize && Given.isSequence() &&
      Given.size() == Param->Type.FixedSize &&
      (Wanted.isInt() || Wanted.isFloat()) &&
      all_of(Given.elements(),
             [&](const Argument &A) { return Terms.equal(A, Wanted) == true; }))
    return true;
  bool IsDim = isDimensionOf(Call, Param);
  // One dimension may be given for a list of them, here or in the rule.
  if (IsDim && Wanted.isSequence() && Given.isInt())
    Given = Argument::list({Given});
  else if (IsDim && Wanted.isInt() && Given.isSequence())
    Wanted = Argument::list({Wanted});
  std::optional<int64_t> Rank = IsDim ? numDimensions(*Call) : std::nullopt;
  if (Rank &&
      Terms.equal(wrapDims(Given, *Rank), wrapDims(Wanted, *Rank)) == true)
    return true;
  if (IsDim && !Rank && !Given.containsNode())
    return miss(Pat, Argument(Call->operand(0)),
                "whether it is this dimension depends on a rank that is not "
                "known; run infer-values before");
  return miss(Pat, Subject, "another constant is here");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void Matcher::cover(Node *N) {
  if (!is_contained(Nodes, N))
    Nodes.push_back(N);
}

/// Whether \p Pat can fit at all, judged by what \p Subject is alone.
bool Matcher::mayFit(const Pattern &Pat, const Argument &Subject) {
  const Node *N = Subject.asNode();
  if (!Pat.Heads.empty())
    return N && N->isCall() && is_contained(Pat.Heads, Shapes.number(*N));
  if (Pat.Kind == Pattern::Const)
    return !N || !N->val() || N->val()->kind() != ArgKind::TensorType;
  if (Pat.Kind == Pattern::List)
    return !N;
  return N || Subject.isNone() || Pat.Kind != Pattern::Value;
}

bool Matcher::hasUsableEffects(const Pattern &Pat, const OpChoice &Op,
                               const Node &N) {
  if (IgnoresEffects)
    return true;
  const EffectSummary &E = Effects.get(N);
  if (!Pat.Writes.empty())
    return !E.Unknown && !E.Random && !E.SideEffect && !E.WritesState &&
           E.Writes.size() == Pat.Writes.size();
  if (E.isRemovable())
    return true;
  if (E.SideEffect || E.WritesState || !E.Writes.empty())
    return false;
  // What is named is known to whoever wrote the rule.
  return (!E.Unknown || Op.Only) && (!E.Random || Pat.Named);
}

bool Matcher::stepCall(const Goal &G, uint32_t Alternative, uint32_t &Rest) {
  const Pattern &Pat = R->Patterns[G.Pat];
  Node *N = G.Subject.asNode();
  if (Pat.SlotOf != NoSlot && !R->Slots[Pat.SlotOf].IsList &&
      Bindings[Pat.SlotOf].State != Binding::Unbound)
    return bind(Pat.SlotOf, G.Subject) ||
           miss(Pat, G.Subject,
                "another value is %" + R->Slots[Pat.SlotOf].Name + " already");
  if (!mayFit(Pat, G.Subject))
    return miss(Pat, G.Subject, whyNot(Pat));
  CallShape &Shape = Shapes.get(*N);
  const CallShape::Mapping &M = Shapes.map(Shape, Pat);
  if (!M.Fits)
    return miss(Pat, G.Subject,
                "an argument that the pattern does not name is not the "
                "default, or the call has another form");
  if (!hasUsableEffects(Pat, *M.Choice, *N))
    return miss(Pat, G.Subject, "the call has effects");
  SmallVector<Argument, 6> Subjects;
  for (uint8_t Param : M.Params)
    Subjects.push_back(Shapes.value(*N, Shape.Params[Param]));
  for (uint8_t I : Pat.Writes) {
    const EffectSummary &E = Effects.get(*N);
    if (none_of(E.Writes, [&](uint32_t Operand) {
          return Argument(N->operand(Operand)) == Subjects[I];
        }))
      return miss(Pat, G.Subject, "the call writes other memory");
  }
  bool Swapped = Alternative == 1;
  if (Pat.Commutes && !Swapped) {
    // Operators decide the order without search where they can.
    const Pattern &A = R->Patterns[Pat.Kids[0]];
    const Pattern &B = R->Patterns[Pat.Kids[1]];
    bool Straight = mayFit(A, Subjects[0]) && mayFit(B, Subjects[1]);
    bool Crossed = mayFit(A, Subjects[1]) && mayFit(B, Subjects[0]);
    if (Straight && Crossed && Subjects[0] != Subjects[1])
      later(G, 1);
    else if (!Straight && Crossed)
      Swapped = true;
  }
  if (Swapped)
    std::swap(Subjects[0], Subjects[1]);
  if (Pat.SlotOf != NoSlot && !bind(Pat.SlotOf, G.Subject))
    return false;
  cover(N);
  take(G.Pat, M.Choice - Pat.Ops.data(), G.Subject);
  if (Pat.Operator != NoSlot &&
      !bind(Pat.Operator, Argument::string(*P.Ctx, Shape.Op->name())))
    return false;
  // What needs no goal is decided at once.
  for (size_t I = 0; I != Subjects.size(); ++I) {
    const Pattern &Kid = R->Patterns[Pat.Kids[I]];
    const SchemaParam &Param = Shape.Schema->params()[M.Params[I]];
    if (Kid.Kind == Pattern::Literal &&
        !fitsLiteral(Kid, Subjects[I], N, &Param))
      return false;
    if (!mayFit(Kid, Subjects[I]))
      return miss(Kid, Subjects[I], whyNot(Kid));
    if (Kid.Kind == Pattern::Const && !bindConst(Kid, Subjects[I], N, &Param))
      return false;
  }
  // So are names, up to what may be tried in several ways.
  auto IsDecided = [](const Pattern &Kid) {
    return Kid.Kind == Pattern::Literal || Kid.Kind == Pattern::Const;
  };
  size_t First = 0;
  for (; First != Subjects.size(); ++First) {
    const Pattern &Kid = R->Patterns[Pat.Kids[First]];
    if (Kid.Kind == Pattern::Any)
      take(Pat.Kids[First], 0, Subjects[First]);
    else if (Kid.Kind == Pattern::Value) {
      if (!bindValue(Kid, Subjects[First]))
        return false;
    } else if (!IsDecided(Kid))
      break;
  }
  Rest = G.Next;
  for (size_t I = Subjects.size(); I-- != First;)
    if (!IsDecided(R->Patterns[Pat.Kids[I]]))
      Rest = pushMatch(Pat.Kids[I], Subjects[I], Rest);
  return true;
}

bool Matcher::stepChoice(const Goal &G, uint32_t Alternative, uint32_t &Rest) {
  const Pattern &Pat = R->Patterns[G.Pat];
  if (Pat.SlotOf != NoSlot) {
    bool IsBound = Bindings[Pat.SlotOf].State != Binding::Unbound;
    if (!bind(Pat.SlotOf, G.Subject))
      return false;
    if (IsBound) {
      Rest = G.Next;
      return true;
    }
  }
  for (uint32_t I = Alternative; I != Pat.Kids.size(); ++I) {
    if (!mayFit(R->Patterns[Pat.Kids[I]], G.Subject))
      continue;
    if (I + 1 != Pat.Kids.size()) {
      later(G, I + 1);
      // The name is bound again then.
      if (Pat.SlotOf != NoSlot)
        --Choices.back().NumTrail;
    }
    take(G.Pat, I, G.Subject);
    Rest = pushMatch(Pat.Kids[I], G.Subject, G.Next);
    return true;
  }
  return miss(Pat, G.Subject, "no form of it is here");
}

/// A view of another type, whose elements are other numbers.
static bool reinterprets(const Node &N) {
  auto IsType = [](const Argument &A) { return A.kind() == ArgKind::DType; };
  const OpTarget *Target = N.opTarget();
  return Target && Target->op().name() == "view" &&
         (any_of(N.args(), IsType) ||
          any_of(N.kwargs(), [&](const KwArg &K) { return IsType(K.Value); }));
}

/// Tries the kid below as many operators of the chain as \p Alternative says.
bool Matcher::stepChain(const Goal &G, uint32_t Alternative, uint32_t &Rest) {
  const Pattern &Pat = R->Patterns[G.Pat];
  auto IsLink = [&](const Node *N) {
    return N && N->isCall() && is_contained(Pat.Links, Shapes.number(*N)) &&
           !reinterprets(*N);
  };
  SmallVector<Argument, 4> Links;
  Node *N = G.Subject.asNode();
  for (uint32_t I = 0; I != Alternative; ++I) {
    Links.push_back(Argument(N));
    cover(N);
    N = N->operand(0);
  }
  if (Alternative != MaxChain && IsLink(N) && N->numOperands() &&
      Effects.get(*N).isRemovable()) {
    // What others use, too, stays as it is.
    if (Alternative == 0 || N->hasOneUser())
      later(G, Alternative + 1);
    else if (!mayFit(R->Patterns[Pat.Kids[0]], Argument(N)))
      return miss(Pat, Argument(N), "others use this part of the chain");
  }
  if (Pat.Operator != NoSlot)
    set(Pat.Operator, {Binding::Given, Argument::list(Links)});
  Rest = pushMatch(Pat.Kids[0], Argument(N), G.Next);
  return true;
}

bool Matcher::stepList(const Goal &G, uint32_t &Rest) {
  const Pattern &Pat = R->Patterns[G.Pat];
  if (!G.Subject.isSequence())
    return miss(Pat, G.Subject, "a list is wanted");
  size_t Fixed = Pat.Kids.size() - (Pat.IsRest || Pat.IsEach);
  size_t Size = G.Subject.size();
  bool IsOpen = Pat.IsRest || Pat.IsEach;
  if (IsOpen ? Size < Fixed : Size != Fixed)
    return miss(Pat, G.Subject, "the list has another length");
  Rest = G.Next;
  if (Pat.IsRest) {
    SmallVector<Argument, 4> Items;
    for (size_t I = Fixed; I != Size; ++I)
      Items.push_back(G.Subject[I]);
    set(R->Patterns[Pat.Kids.back()].SlotOf,
        {Binding::Given, Argument::list(Items)});
  }
  if (Pat.IsEach)
    for (size_t I = Size; I-- != 0;)
      Rest = pushMatch(Pat.Kids[0], G.Subject[I], Rest);
  else
    for (size_t I = Fixed; I-- != 0;)
      Rest = pushMatch(Pat.Kids[I], G.Subject[I], Rest);
  return true;
}

bool Matcher::stepGuard(const Goal &G, uint32_t &Rest) {
  const Pattern &Pat = R->Patterns[G.Pat];
  Rest = G.Next;
  Terms.setMatch(*R, Bindings);
  if (Pat.Where && !Terms.holds(*Pat.Where))
    return miss(Pat, Argument(),
                Terms.reason().empty() ? "a condition does not hold"
                                       : Terms.reason());
  for (const auto &[Slot, Value] : Pat.Giving) {
    std::optional<Argument> Constant = Terms.evaluate(*Value);
    if (!Constant || !bind(Slot, *Constant))
      return miss(Pat, Argument(), "a constant is not known, or is another");
  }
  return true;
}
