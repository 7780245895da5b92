//===- PlaceProof.cpp - Rules about places, for all sizes -----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pattern is computed on tensors of which only the ranks are known, in each
// of its forms, then the conditions are taken as facts, then the result is
// computed. Each element of both has to come from the same place.
//
//===----------------------------------------------------------------------===//

#include "PlaceProof.h"
#include "fx/IR/OpOverloads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// More cases than these are not looked at.
static constexpr uint64_t MaxCases = 200000;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

std::optional<unsigned> fx::rewrite::findPlaceParam(const PlaceOp &Op,
                                                    StringRef Name) {
  // NumPy's names, Python's, and those of what says where to split.
  Name = StringSwitch<StringRef>(Name)
             .Case("axis0", "dim0")
             .Case("axis1", "dim1")
             .Case("index", Op.Name == "getitem" ? "other" : "index")
             .Default(canonicalParam(Name));
  for (unsigned I = 0; I != Op.Params.size(); ++I)
    if (canonicalParam(Op.Params[I].Name) == Name)
      return I;
  if (Op.Params.size() > 1 && Op.Params[1].Kind == PlaceParam::Parts &&
      is_contained({"split_size_or_sections", "split_sizes", "split_size",
                    "sections", "indices", "tensor_indices_or_sections"},
                   Name))
    return 1;
  return std::nullopt;
}

PlaceValue
fx::rewrite::applyPlaceOp(PlaceScope &S, const PlaceOp &Op,
                          std::vector<std::optional<PlaceValue>> Args) {
  std::vector<PlaceValue> Given;
  for (auto [Param, Arg] : zip(Op.Params, Args)) {
    int64_t Number;
    if (Arg)
      Given.push_back(std::move(*Arg));
    else if (Param.Default == "None")
      Given.emplace_back();
    else if (!Param.Default.getAsInteger(10, Number))
      Given.push_back(PlaceValue::integer(Number));
    else
      S.C.giveUp("an argument of " + Op.Name + " is not given");
  }
  return S.C.ended() ? PlaceValue() : Op.Apply(S.C, Given);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
/// Computes what a pattern fits.
class PatternMaker {
public:
  explicit PatternMaker(PlaceScope &S) : S(S), C(S.C) {}
  /// \p Kind says what stands there; \p First is the first argument of the
  /// call.
  PlaceValue make(PatternId Id, PlaceParam Kind, const PlaceValue &First);

private:
  PlaceValue makeAny(PlaceParam Kind, const PlaceValue &First);
  PlaceValue makeTensor(unsigned Rank);
  /// Leaves a case as soon as a condition is false.
  void prune();
  bool isBound(const Term &T) const;
  PlaceValue makeCall(const Pattern &Pat);
  PlaceValue makeList(const Pattern &Pat, PlaceParam Kind,
                      const PlaceValue &First);
  PlaceValue makeEach(const Pattern &Pat, PlaceParam Kind,
                      const PlaceValue &First);
  bool isListSlot(SlotId Slot) const {
    return Slot != NoSlot && S.Rule.Slots[Slot].IsList;
  }

  PlaceScope &S;
  Cases &C;
};
} // namespace

PlaceValue PatternMaker::makeAny(PlaceParam Kind, const PlaceValue &First) {
  if (Kind != PlaceParam::Tensor && Kind != PlaceParam::Tensors &&
      Kind != PlaceParam::Values)
    return anyArgument(C, Kind, First);
  if (Kind == PlaceParam::Tensors || Kind == PlaceParam::Values)
    C.giveUp("nothing is known of a list of tensors");
  return makeTensor(C.choose(Cases::MaxRank + 1));
}

PlaceValue PatternMaker::makeTensor(unsigned Rank) {
  PlaceValue Input = anyTensor(C, Rank, int(S.Inputs.size()));
  S.Inputs.push_back(Input.T);
  return Input;
}

PlaceValue PatternMaker::makeEach(const Pattern &Pat, PlaceParam Kind,
                                  const PlaceValue &First) {
  // Names with a star get an item in each round.
  std::vector<std::vector<PlaceValue>> Lists(S.Slots.size());
  std::vector<PlaceValue> Items;
  for (unsigned Count = 1 + C.choose(Cases::MaxItems); Count; --Count) {
    Items.push_back(make(Pat.Kids[0], Kind, First));
    for (SlotId Slot = 0; Slot != S.Slots.size(); ++Slot)
      if (isListSlot(Slot) && S.Slots[Slot]) {
        Lists[Slot].push_back(std::move(*S.Slots[Slot]));
        S.Slots[Slot].reset();
      }
  }
  for (SlotId Slot = 0; Slot != S.Slots.size(); ++Slot)
    if (!Lists[Slot].empty())
      S.Slots[Slot] = PlaceValue::list(std::move(Lists[Slot]));
  prune();
  return PlaceValue::list(std::move(Items));
}

bool PatternMaker::isBound(const Term &T) const {
  if (T.Kind == Term::Ref && !S.Slots[T.SlotOf])
    return false;
  return all_of(T.Kids, [&](const Term *Kid) { return !Kid || isBound(*Kid); });
}

void PatternMaker::prune() {
  for (const Step &Clause : S.Rule.Steps)
    if (!C.ended() && Clause.Target == NoSlot && isBound(*Clause.Value) &&
        truthOf(S, *Clause.Value) == false)
      C.leave();
}

PlaceValue PatternMaker::makeList(const Pattern &Pat, PlaceParam Kind,
                                  const PlaceValue &First) {
  bool IsJoined = Kind == PlaceParam::Tensors;
  PlaceParam Item = IsJoined || Kind == PlaceParam::Values ? PlaceParam::Tensor
                    : Kind == PlaceParam::Dims || Kind == PlaceParam::Order
                        ? PlaceParam::Dim
                        : PlaceParam::Number;
  if (Pat.IsEach)
    return makeEach(Pat, Item, First);
  std::vector<PlaceValue> Items;
  ArrayRef<PatternId> Kids = Pat.Kids;
  for (PatternId Kid : Pat.IsRest ? Kids.drop_back() : Kids)
    Items.push_back(make(Kid, Item, First));
  if (!Pat.IsRest)
    return PlaceValue::list(std::move(Items));
  const Pattern &Rest = S.Rule.Patterns[Kids.back()];
  std::vector<PlaceValue> Others;
  for (unsigned Count = C.choose(Cases::MaxItems + 1 - Items.size()); Count;
       --Count) {
    // Tensors that are joined have one rank, but for empty ones of rank 1.
    // A copy: the list grows.
    PlaceValue Other = !Items.empty()    ? Items[0]
                       : !Others.empty() ? Others[0]
                                         : First;
    bool IsSame = IsJoined && Other.Kind == PlaceValue::Tensor &&
                  Other.T->rank() > 1 && C.choose(2) == 0;
    Others.push_back(IsSame ? makeTensor(Other.T->rank())
                            : makeAny(Item, First));
    if (C.ended())
      return {};
    if (IsJoined && !IsSame && Other.Kind == PlaceValue::Tensor &&
        Other.T->rank() > 1 && Others.back().T->rank() != 1)
      C.leave();
  }
  append_range(Items, Others);
  if (Rest.SlotOf != NoSlot)
    S.Slots[Rest.SlotOf] = PlaceValue::list(std::move(Others));
  return PlaceValue::list(std::move(Items));
}

PlaceValue PatternMaker::makeCall(const Pattern &Pat) {
  const OpChoice &Choice = Pat.Ops[C.choose(Pat.Ops.size())];
  const PlaceOp *Op = lookupPlaceOp(Choice.Op->name());
  if (!Op) {
    C.giveUp(Choice.Op->name() + " does more than move elements");
    return {};
  }
  if (Pat.Operator != NoSlot || !Pat.Writes.empty())
    C.giveUp("an operator has a name, or writes");
  // Which argument each kid is, in each way to read them.
  std::vector<std::vector<std::optional<PatternId>>> Readings;
  for (const auto &Names : Choice.Signatures) {
    std::vector<std::optional<PatternId>> Kids(Op->Params.size());
    bool IsKnown = true;
    for (auto [Name, Kid] : zip(Names, Pat.Kids)) {
      // A view as another type moves no elements; the engine compares types.
      if (Name == "dtype") {
        IsKnown = false;
        continue;
      }
      std::optional<unsigned> I = findPlaceParam(*Op, Name);
      if (!I) {
        C.giveUp(Op->Name + " takes '" + Name + "'");
        return {};
      }
      Kids[*I] = Kid;
    }
    if (IsKnown && !is_contained(Readings, Kids))
      Readings.push_back(std::move(Kids));
  }
  if (Readings.empty()) {
    C.leave();
    return {};
  }
  const auto &Kids = Readings[C.choose(Readings.size())];
  std::vector<std::optional<PlaceValue>> Args(Op->Params.size());
  PlaceValue First;
  for (unsigned I = 0; I != Args.size() && !C.ended(); ++I) {
    PlaceParam Kind = Op->Params[I].Kind;
    if (Kids[I])
      Args[I] = make(*Kids[I], Kind, First);
    else if (Pat.AllowsOthers)
      Args[I] = makeAny(Kind, First);
    if (I == 0 && Args[I])
      First = *Args[I];
  }
  return C.ended() ? PlaceValue() : applyPlaceOp(S, *Op, std::move(Args));
}

PlaceValue PatternMaker::make(PatternId Id, PlaceParam Kind,
                              const PlaceValue &First) {
  const Pattern &Pat = S.Rule.Patterns[Id];
  if (C.ended())
    return {};
  if (Pat.SlotOf != NoSlot && S.Slots[Pat.SlotOf])
    return *S.Slots[Pat.SlotOf];
  PlaceValue Made;
  switch (Pat.Kind) {
  case Pattern::Value:
  case Pattern::Const:
    if (Pat.Type && Pat.Type->HasShape)
      C.giveUp("a value has a type");
    Made = makeAny(Kind, First);
    break;
  case Pattern::Any:
    Made = makeAny(Kind, First);
    break;
  case Pattern::Literal:
    Made = PlaceValue::of(Pat.Value_);
    break;
  case Pattern::Call:
    Made = makeCall(Pat);
    break;
  case Pattern::Choice:
    Made = make(Pat.Kids[C.choose(Pat.Kids.size())], Kind, First);
    break;
  case Pattern::List:
    Made = makeList(Pat, Kind, First);
    break;
  case Pattern::Guarded:
    Made = make(Pat.Kids[0], Kind, First);
    if (Pat.Where && truthOf(S, *Pat.Where) == false)
      C.leave();
    for (const auto &[Slot, Value] : Pat.Giving) {
      if (C.ended())
        break;
      S.Slots[Slot] = evaluatePlaces(S, *Value);
      if (S.Slots[Slot]->Kind == PlaceValue::Invalid)
        C.leave();
    }
    break;
  case Pattern::Chain:
    C.giveUp("a chain has any number of operators");
    break;
  case Pattern::NAry:
    C.giveUp("a sum or product computes");
    break;
  }
  if (Pat.SlotOf != NoSlot) {
    S.Slots[Pat.SlotOf] = Made;
    if (Pat.Kind == Pattern::Const && !isListSlot(Pat.SlotOf))
      prune();
  }
  return Made;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// Whether both come from the same element of the same input.
static bool isSameSource(PlaceScope &S, PlaceSource A, PlaceSource B) {
  if (A.Input != B.Input)
    return false;
  auto Flatten = [&](PlaceSource &Of) {
    if (!Of.IsLinear)
      Of.At = {S.Inputs[Of.Input]->numberOf(Of.At)};
    Of.IsLinear = true;
  };
  if (A.IsLinear != B.IsLinear) {
    Flatten(A);
    Flatten(B);
  }
  return all_of(zip(A.At, B.At), [&](const auto &Pair) {
    return S.C.Known.impliesZero(std::get<0>(Pair) - std::get<1>(Pair));
  });
}

/// One case: computes both sides and compares.
static void tryCase(const CompiledRule &Rule, Cases &C) {
  PlaceScope S{Rule, C, {}, {}, {}};
  S.Slots.resize(Rule.Slots.size());
  PlaceValue Left =
      PatternMaker(S).make(Rule.Root, PlaceParam::Tensor, PlaceValue());
  for (const Step &Clause : Rule.Steps) {
    if (C.ended())
      return;
    if (Clause.Target != NoSlot)
      S.Slots[Clause.Target] = evaluatePlaces(S, *Clause.Value);
    else if (truthOf(S, *Clause.Value) == false)
      return;
  }
  if (C.ended())
    return;
  C.IsResult = true;
  PlaceValue Right;
  for (const ResultStep &Result : Rule.Results) {
    PlaceValue Value = evaluatePlaces(S, *Result.Value);
    if (Result.Target != NoSlot)
      S.Slots[Result.Target] = Value;
    else
      Right = Value;
  }
  if (C.ended())
    return;
  if (Left.Kind != PlaceValue::Tensor || Right.Kind != PlaceValue::Tensor)
    return C.giveUp("the result is not one tensor");
  bool AreSame =
      Left.T->rank() == Right.T->rank() &&
      all_of(zip(Left.T->Sizes, Right.T->Sizes), [&](auto Pair) {
        return C.Known.impliesZero(std::get<0>(Pair) - std::get<1>(Pair));
      });
  if (!AreSame)
    return C.giveUp("the result may have other sizes");
  std::vector<Poly> Index;
  for (const Poly &Size : Left.T->Sizes) {
    // There is no element.
    if (C.Known.implies(Size * Poly(-1)))
      return;
    // Products with an index are only compared as such.
    if (C.Known.impliesZero(Size - Poly(1))) {
      Index.push_back(Poly(0));
      continue;
    }
    Index.push_back(C.Known.fresh());
    C.Known.assume(Index.back());
    C.Known.assume(Size - Index.back() - Poly(1));
  }
  PlaceSource Old = Left.T->element(C, Index);
  PlaceSource New = Right.T->element(C, Index);
  if (C.ended())
    return;
  if (!isSameSource(S, Old, New))
    C.giveUp("an element may come from another place");
}

/// Whether all roots are operators of the table: people expect a proof then.
static bool isAboutPlaces(const CompiledRule &Rule) {
  ArrayRef<OpChoice> Ops;
  PatternId Root = Rule.Root;
  while (Ops = Rule.Patterns[Root].Ops,
         Ops.empty() && !Rule.Patterns[Root].Kids.empty())
    Root = Rule.Patterns[Root].Kids[0];
  return !Ops.empty() && all_of(Ops, [](const OpChoice &Choice) {
    return lookupPlaceOp(Choice.Op->name()) != nullptr;
  });
}

/// What of a rule cannot be looked at; empty where all operators are in the
/// table.
static std::string whyNotAboutPlaces(const CompiledRule &Rule) {
  if (Rule.Native)
    return "C++ makes the result";
  if (Rule.Each || Rule.Statements || !Rule.OtherRoots.empty())
    return "it has several roots";
  if (Rule.Folds)
    return "it computes constants";
  std::string Other;
  auto Look = [&](ArrayRef<OpChoice> Ops) {
    for (const OpChoice &Choice : Ops)
      if (!lookupPlaceOp(Choice.Op->name()))
        Other =
            ("'" + Choice.Op->name() + "' does not only move elements").str();
  };
  for (const Pattern &Pat : Rule.Patterns) {
    Look(Pat.Ops);
    if (Pat.Kind == Pattern::NAry)
      return "it is about sums or products";
  }
  for (const Term &T : Rule.Terms)
    Look(T.Ops);
  return Other;
}

PlaceProof fx::rewrite::provePlaces(const CompiledRule &Rule) {
  PlaceProof Proof;
  Proof.IsAboutPlaces = isAboutPlaces(Rule);
  if (!Proof.IsAboutPlaces)
    return Proof;
  if (Proof.Why = whyNotAboutPlaces(Rule); !Proof.Why.empty())
    return Proof;
  Cases C;
  while (C.next()) {
    if (++Proof.NumCases > MaxCases) {
      Proof.Why = "there are too many cases";
      break;
    }
    tryCase(Rule, C);
    Proof.Why = C.why();
    if (!Proof.Why.empty())
      break;
  }
  return Proof;
}
