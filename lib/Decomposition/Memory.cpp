//===- Memory.cpp - Writes as new values ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor of the program is an alias: a storage and the views that lead from
// its base to the tensor. A write makes a new base, out of the new contents by
// way of the views turned round; the other aliases of the storage are made anew
// from that when they are used next.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpRegistry.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

unsigned Engine::aliasOf(Node *N) {
  unsigned &Id = AliasIds[N];
  if (!Id) {
    Aliases.push_back({unsigned(Storages.size()), 0, Argument(N), {}});
    Storages.push_back({Argument(N), 0});
    Id = Aliases.size();
  }
  return Id - 1;
}

void Engine::noteView(const TargetFacts &F, ArrayRef<Argument> Values,
                      const Argument &Result) {
  Node *Base = Values[F.ViewOf].asNode();
  if (!Base)
    return;
  ViewStep Step{&F, SmallVector<Argument, 4>(Values), -1};
  for (Argument &A : Step.Values)
    A = lower(A);
  auto Note = [&](Node *N, int Item) {
    // Aliases may move when one is added.
    Alias View = Aliases[aliasOf(Base)];
    View.Current = Argument(N);
    View.Generation = Storages[View.StorageId].Generation;
    View.Steps.push_back(Step);
    View.Steps.back().Item = Item;
    Aliases.push_back(std::move(View));
    AliasIds[N] = Aliases.size();
  };
  if (Node *N = Result.asNode())
    return Note(N, -1);
  for (size_t I = 0; I != Result.size(); ++I)
    if (Node *N = Result[I].asNode())
      Note(N, I);
}

Argument Engine::replay(const ViewStep &Step, const Argument &Base) {
  SmallVector<Argument, 4> Values(Step.Values);
  Values[Step.Facts->ViewOf] = Base;
  Argument Result = emit(*Step.Facts, Values);
  return Step.Item >= 0 ? getItem(Result, Step.Item) : Result;
}

Argument Engine::current(const Argument &A) {
  return A.mapNodes([&](Node *N) {
    if (!AliasIds.contains(N) || !AliasIds[N])
      return Argument(N);
    unsigned Id = AliasIds[N] - 1;
    unsigned Storage = Aliases[Id].StorageId;
    if (Aliases[Id].Generation == Storages[Storage].Generation)
      return Aliases[Id].Current;
    Argument Made = Storages[Storage].Base;
    SmallVector<ViewStep, 2> Steps = Aliases[Id].Steps;
    for (const ViewStep &Step : Steps)
      Made = replay(Step, Made);
    Aliases[Id].Current = Made;
    Aliases[Id].Generation = Storages[Storage].Generation;
    if (Node *New = Made.asNode())
      AliasIds[New] = Id + 1;
    return Made;
  });
}

bool Engine::isWritten(Node *N) {
  return AliasIds.contains(N) && AliasIds[N] &&
         Storages[Aliases[AliasIds[N] - 1].StorageId].Generation != 0;
}

/// The contents of the base after a view of it was written.
Argument Engine::invert(const ViewStep &Step, const Argument &Base,
                        const Argument &Written) {
  StringRef Name = Step.Facts->Target->name();
  Name.consume_front("torch.ops.aten.");
  StringRef Op = Name.split('.').first;
  const SmallVector<Argument, 4> &Values = Step.Values;
  const Argument *BaseVal =
      Base.isNode() ? Base.asNode()->meta("val") : nullptr;
  TensorValue Type(BaseVal ? *BaseVal : Argument());
  if (Op == "alias" || Op == "detach" || Op == "lift_fresh")
    return call("alias", {Written});
  if (Name == "view.dtype")
    return call("view.dtype", {Written, Type.dtype()});
  bool NeedsType = is_contained(
      {"view", "_unsafe_view", "_reshape_alias", "expand", "squeeze", "unfold"},
      Op);
  if (NeedsType && !Type) {
    fail("memory of unknown sizes is written through a view");
    return Argument();
  }
  if (Op == "view" || Op == "_unsafe_view" || Op == "_reshape_alias")
    return call("reshape", {Written, Argument::list(Type.sizes())});
  if (Op == "expand")
    // A tensor that is larger than its memory cannot be written.
    return call("reshape", {Written, Argument::list(Type.sizes())});
  if (Op == "permute") {
    int64_t Rank = Values[1].size();
    SmallVector<Argument, 6> Inverse(Rank);
    for (int64_t I = 0; I != Rank; ++I) {
      int64_t D = Values[1][I].isInt() ? Values[1][I].asInt() : I;
      D = D < 0 ? D + Rank : D;
      if (D < 0 || D >= Rank) {
        fail("there is no dimension " + Twine(D));
        return Argument();
      }
      Inverse[D] = Argument(I);
    }
    return call("permute", {Written, Argument::list(Inverse)});
  }
  if (Op == "transpose" || Op == "swapaxes" || Op == "swapdims")
    return call("transpose.int", {Written, Values[1], Values[2]});
  if (Op == "t")
    return call("t", {Written});
  if (Op == "select")
    return call("select_scatter", {Base, Written, Values[1], Values[2]});
  if (Op == "slice")
    return call("slice_scatter",
                {Base, Written, Values[1], Values[2], Values[3], Values[4]});
  if (Op == "split_with_sizes" || Op == "split") {
    // The item begins where those before it end.
    Dim Start = 0;
    for (int I = 0; I != Step.Item; ++I)
      Start = compute(SymbolicMath::Add, Start,
                      raise(Op == "split" ? Values[1] : Values[1][I]));
    Dim End = compute(SymbolicMath::Add, Start,
                      raise(Op == "split" ? Values[1] : Values[1][Step.Item]));
    return call("slice_scatter", {Base, Written, Values[2], Start, End});
  }
  if (Op == "diagonal")
    return call("diagonal_scatter",
                {Base, Written, Values[1], Values[2], Values[3]});
  if (Op == "unsqueeze")
    return call("squeeze.dim", {Written, Values[1]});
  if (Op == "squeeze") {
    SmallVector<bool, 8> Gone(Type.rank(), Values.size() == 1);
    auto Note = [&](const Argument &D) {
      int64_t At = D.isInt() ? D.asInt() : 0;
      if (At < 0)
        At += Type.rank();
      if (At >= 0 && size_t(At) < Gone.size())
        Gone[At] = true;
    };
    if (Values.size() > 1) {
      if (Values[1].isSequence())
        for (const Argument &D : Values[1].elements())
          Note(D);
      else
        Note(Values[1]);
    }
    Argument Result = Written;
    for (size_t I = 0; I != Gone.size(); ++I)
      if (Gone[I] && SymbolicMath::isInt(Type.sizes()[I], 1))
        Result = call("unsqueeze", {Result, int64_t(I)});
    return Result;
  }
  if (Op == "as_strided")
    return call("as_strided_scatter",
                {Base, Written, Values[1], Values[2], Values[3]});
  if (Op == "view_as_real")
    return call("view_as_complex", {Written});
  if (Op == "view_as_complex")
    return call("view_as_real", {Written});
  if (Op == "_conj")
    return call("_conj", {Written});
  if (Op == "unfold")
    return call("unfold_backward", {Written, Argument::list(Type.sizes()),
                                    Values[1], Values[2], Values[3]});
  fail("memory is written through '" + Step.Facts->Name.str() +
       "', which cannot be turned round");
  return Argument();
}

void Engine::write(const Argument &Target, const Argument &New) {
  Node *N = Target.asNode();
  Node *Contents = New.asNode();
  if (!N || !Contents) {
    fail("something that is no tensor is written");
    return;
  }
  Argument Written = New;
  const Argument *Old = N->meta("val"), *Val = Contents->meta("val");
  if (Old && Val && Old->kind() == ArgKind::TensorType &&
      Val->kind() == ArgKind::TensorType &&
      TensorValue(*Old).dtype() != TensorValue(*Val).dtype())
    Written = call("_to_copy", {Written, TensorValue(*Old).dtype()});
  unsigned Id = aliasOf(N);
  unsigned StorageId = Aliases[Id].StorageId;
  SmallVector<ViewStep, 2> Steps = Aliases[Id].Steps;
  // A value that is something else already needs a node of its own.
  if (Node *W = Written.asNode();
      !W || W->isPlaceholder() || (AliasIds.contains(W) && AliasIds[W]))
    Written = call("clone", {Written});
  if (failed())
    return;
  SmallVector<Argument, 4> Bases = {Storages[StorageId].Base};
  for (const ViewStep &Step : ArrayRef(Steps).drop_back(!Steps.empty()))
    Bases.push_back(replay(Step, Bases.back()));
  Argument Base = Written;
  for (size_t I = Steps.size(); I-- > 0;)
    Base = invert(Steps[I], Bases[I], Base);
  if (failed())
    return;
  Storages[StorageId].Base = Base;
  ++Storages[StorageId].Generation;
  Argument Current = Base;
  for (const ViewStep &Step : Steps)
    Current = replay(Step, Current);
  Aliases[Id].Current = Current;
  Aliases[Id].Generation = Storages[StorageId].Generation;
  if (Node *Now = Current.asNode())
    AliasIds[Now] = Id + 1;
}

//===----------------------------------------------------------------------===//
// Operators that write
//===----------------------------------------------------------------------===//

/// Whether the two take the same, but for parameters that are written by
/// keyword.
static bool takesTheSame(const OpSchema &Functional, const OpSchema &Out) {
  SmallVector<const SchemaParam *, 8> Rest;
  for (const SchemaParam &P : Out.params())
    if (!P.Type.Written || P.Kind != ParamKind::KeywordOnly)
      Rest.push_back(&P);
  // A functional form may know more of the result (dtype, device).
  size_t I = 0;
  for (const SchemaParam &P : Functional.params()) {
    if (I < Rest.size() && P.Name == Rest[I]->Name &&
        P.Type.Kind == Rest[I]->Type.Kind)
      ++I;
    else if (!P.HasDefault)
      return false;
  }
  return I == Rest.size();
}

const TargetFacts *Engine::functionalForm(const TargetFacts &F) {
  StringRef Name = F.Target->name();
  if (!Name.consume_front("torch.ops."))
    return nullptr;
  auto [Package, Rest] = Name.split('.');
  auto [Op, Overload] = Rest.split('.');
  std::string Prefix =
      Package == "aten" ? std::string() : (Package + "::").str();
  if (Op.consume_back("_"))
    for (StringRef Suffix : {"", "_functional"})
      if (const TargetFacts *Found =
              find(Prefix + Op.str() + Suffix.str() + "." + Overload.str()))
        return Found;
  // The overload may have another name, `transpose.int`; ask all of them.
  const OpInfo *Functional = F.Target->op().functionalForm();
  for (const OpInfo *Info : {Functional, lookupOp(Op), &F.Target->op()}) {
    if (!Info)
      continue;
    for (const OpSpelling &S : Info->spellings()) {
      StringRef Other = S.Name;
      if (S.Kind != TargetKind::Function ||
          !Other.consume_front("torch.ops.") || !Other.starts_with(Package))
        continue;
      Other = Other.drop_front(Package.size() + 1);
      if (Other.split('.').first != Op)
        continue;
      const TargetFacts *Found = find(Prefix + Other.str());
      if (Found && !Found->Writes && takesTheSame(*Found->Schema, *F.Schema))
        return Found;
    }
  }
  return nullptr;
}

Argument Engine::mutate(const TargetFacts &F,
                        MutableArrayRef<Argument> Values) {
  ArrayRef<SchemaParam> Params = F.Schema->params();
  SmallVector<unsigned, 2> Targets;
  for (size_t I = 0; I != Params.size(); ++I)
    if (Params[I].Type.Written && !Values[I].isNone())
      Targets.push_back(I);
  if (F.Target->name() == "torch.ops.aten.detach_.default")
    return Values[0];
  // A rule may know better, as for batch_norm.
  if (F.Rule)
    return applyRule(F, Values, nullptr);
  const TargetFacts *Functional = functionalForm(F);
  if (!Functional)
    return autoFunctionalize(F, Values);
  SmallVector<Argument, 8> Given(Functional->Defaults);
  // dropout calls `input` what dropout_ calls `self`.
  for (size_t I = 0; I != Params.size(); ++I)
    if (std::optional<unsigned> At =
            Functional->Schema->findParam(Params[I].Name))
      Given[*At] = Values[I];
    else if (I < Given.size() &&
             !F.Schema->findParam(Functional->Schema->params()[I].Name))
      Given[I] = Values[I];
  Argument Result = dispatch(*Functional, Given);
  if (failed() || Targets.empty())
    return Result;
  const Argument &Target = Values[Targets[0]];
  if (Functional->ViewOf >= 0 && Target.isNode() && Result.isNode()) {
    // The same tensor with other sizes.
    unsigned Id = aliasOf(Target.asNode());
    Aliases[Id] = Aliases[aliasOf(Result.asNode())];
    AliasIds[Result.asNode()] = Id + 1;
    return Target;
  }
  SmallVector<Argument, 2> Written;
  for (size_t I = 0; I != Targets.size(); ++I) {
    const Argument &To = Values[Targets[I]];
    Argument New = Result.isSequence() ? getItem(Result, I) : Result;
    if (To.isSequence()) {
      for (size_t J = 0; J != To.size(); ++J)
        write(To[J], getItem(Result, J));
    } else {
      write(To, New);
    }
    Written.push_back(current(To));
  }
  if (F.Schema->returns().empty())
    return Argument();
  return Written.size() == 1 ? Written[0] : Argument::tuple(Written);
}

/// A call of an operator that writes and has no other form: an operator of
/// higher order takes the memory and gives it back with new contents.
Argument Engine::autoFunctionalize(const TargetFacts &F,
                                   ArrayRef<Argument> Values) {
  ArrayRef<SchemaParam> Params = F.Schema->params();
  for (const SchemaReturn &R : F.Schema->returns()) {
    if (R.Type.AliasSet == 0) {
      fail("'" + F.Name.str() +
           "' writes memory and returns new tensors, which has no functional "
           "form");
      return Argument();
    }
  }
  SmallVector<KwArg, 8> Plain, Written;
  for (size_t I = 0; I != Params.size(); ++I)
    (Params[I].Type.Written ? Written : Plain)
        .push_back({Ctx.intern(Params[I].Name), Values[I]});
  return autoFunctionalize(F.Name, Plain, Written, F.Schema->returns().size());
}

Argument Engine::autoFunctionalize(Symbol Target, ArrayRef<KwArg> Plain,
                                   ArrayRef<KwArg> Written, size_t NumReturns) {
  SmallVector<KwArg, 8> Kwargs;
  SmallVector<Argument, 2> Bases, Vals;
  for (const KwArg &K : Plain)
    Kwargs.push_back({K.Name, lower(K.Value)});
  for (const KwArg &K : Written) {
    Symbol Key = Ctx.intern(("_" + K.Name.str() + "_base_index").str());
    Node *N = K.Value.asNode();
    if (!N) {
      Kwargs.push_back({Key, Argument()});
      continue;
    }
    Kwargs.push_back({Key, int64_t(Bases.size())});
    Bases.push_back(K.Value);
    const Argument *Val = N->meta("val");
    Vals.push_back(Val ? *Val : Argument());
  }
  // What it returns comes first: the memory itself, or None.
  size_t NumResults = std::max<size_t>(NumReturns, 1);
  Argument Returned = NumReturns && !Vals.empty() ? Vals.front() : Argument();
  Vals.insert(Vals.begin(), NumResults, Returned);
  Kwargs.push_back({Ctx.intern("_all_bases"), Argument::list(Bases)});
  Argument Val = Argument::tuple(Vals);
  Argument Op[] = {Argument::function(Target)};
  Node *N =
      finish(G.callFunction("torch.ops.higher_order.auto_functionalized_v2", Op,
                            Kwargs),
             &Val);
  Argument Results = resultsOf(N);
  for (size_t I = 0; I != Bases.size(); ++I)
    write(Bases[I], getItem(Results, NumResults + I));
  if (NumReturns == 0 || Bases.empty())
    return Argument();
  return current(Bases.front());
}
