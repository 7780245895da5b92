//===- Writes.cpp - Operators that write ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call that writes becomes a call that computes the new contents. Which
// operator that is, the schemas say: `pow_.Scalar` takes what
// `pow.Tensor_Scalar` takes.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "fx/IR/OpRegistry.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Functional forms
//===----------------------------------------------------------------------===//

/// Whether the two take the same by name, in any order, but for parameters that
/// are written by keyword. What is written in place may have another name:
/// dropout calls `input` what dropout_ calls `self`.
static bool takesTheSame(const OpSchema &Functional, const OpSchema &Writing) {
  ArrayRef<SchemaParam> Own = Functional.params();
  SmallVector<bool, 8> Used(Own.size());
  for (size_t I = 0; I != Writing.params().size(); ++I) {
    const SchemaParam &P = Writing.params()[I];
    if (P.isOut())
      continue;
    std::optional<unsigned> At = Functional.findParam(P.Name);
    if (!At && P.Type.Written && I < Own.size())
      At = I;
    if (!At || Own[*At].Type.Kind != P.Type.Kind ||
        Own[*At].Type.ListDepth != P.Type.ListDepth)
      return false;
    Used[*At] = true;
  }
  // A functional form may know more of the result (dtype, device).
  for (size_t I = 0; I != Own.size(); ++I)
    if (!Used[I] && !Own[I].HasDefault)
      return false;
  return true;
}

/// What `add_`, `__iand__` and `add.out` compute, without the overload.
static SmallVector<std::string, 2> functionalNames(StringRef Op) {
  StringRef Bare = Op;
  if (Bare.starts_with("__i") && Bare.ends_with("__"))
    return {("__" + Bare.drop_front(3)).str()};
  if (Bare.ends_with("__") || !Bare.consume_back("_"))
    return {Op.str()};
  return {Bare.str(), (Bare + "_functional").str()};
}

/// The first overload of the operator `aten::Op` that \p Accept takes, the one
/// called \p Preferred before all others.
static const TargetFacts *
findOverload(Engine &E, StringRef Op, StringRef Preferred,
             function_ref<bool(const TargetFacts &)> Accept) {
  // Aliases of others, such as true_divide, are not operators of their own.
  for (StringRef Overload :
       {Preferred, StringRef("default"), StringRef("Tensor")})
    if (const TargetFacts *Found = E.find((Op + "." + Overload).str()))
      if (Accept(*Found))
        return Found;
  for (const std::string &Name : {Op.str(), ("aten." + Op).str()}) {
    const OpInfo *Info = lookupOp(Name);
    if (!Info)
      continue;
    for (const OpSpelling &S : Info->spellings()) {
      StringRef Other = S.Name;
      if (S.Kind != TargetKind::Function ||
          !Other.consume_front("torch.ops.aten.") ||
          Other.split('.').first != Op)
        continue;
      if (const TargetFacts *Found = E.find(Other.str()))
        if (Accept(*Found))
          return Found;
    }
  }
  return nullptr;
}

const TargetFacts *Engine::functionalForm(const TargetFacts &F) {
  StringRef Name = F.Target->name();
  // What others mean by names is theirs.
  if (!Name.consume_front("torch.ops.aten."))
    return nullptr;
  auto [Op, Overload] = Name.split('.');
  auto Accept = [&](const TargetFacts &Found) {
    return !Found.Writes && takesTheSame(*Found.Schema, *F.Schema);
  };
  for (const std::string &Functional : functionalNames(Op))
    if (const TargetFacts *Found =
            findOverload(*this, Functional, Overload, Accept))
      return Found;
  return nullptr;
}

/// What `_foreach_add_.List` does with each tensor of its list: `add.Tensor`.
const TargetFacts *Engine::elementForm(const TargetFacts &F) {
  StringRef Op = F.Target->name();
  if (!Op.consume_front("torch.ops.aten._foreach_"))
    return nullptr;
  Op = Op.split('.').first;
  if (!Op.consume_back("_"))
    return nullptr;
  ArrayRef<SchemaParam> Params = F.Schema->params();
  auto Accept = [&](const TargetFacts &Found) {
    ArrayRef<SchemaParam> Own = Found.Schema->params();
    if (Found.Writes || Own.size() < Params.size())
      return false;
    for (size_t I = 0; I != Own.size(); ++I)
      if (I < Params.size()
              ? Own[I].Type.Kind != Params[I].Type.Kind || Own[I].Type.isList()
              : !Own[I].HasDefault)
        return false;
    return true;
  };
  return findOverload(*this, Op, "Tensor", Accept);
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

static const Argument *tensorValOf(const Argument &A) {
  const Argument *Val = A.isNode() ? A.asNode()->val() : nullptr;
  return Val && Val->kind() == ArgKind::TensorType ? Val : nullptr;
}

/// Whether \p IsHazard is true of a tensor that a call writes and one that it
/// reads.
static bool
anyReadOfWritten(const TargetFacts &F, ArrayRef<Argument> Values,
                 function_ref<bool(Node *To, Node *From)> IsHazard) {
  ArrayRef<SchemaParam> Params = F.Schema->params();
  bool Any = false;
  for (size_t W = 0; W != Params.size(); ++W)
    if (Params[W].Type.Written)
      Values[W].forEachNode([&](Node *To) {
        for (size_t R = 0; R != Params.size(); ++R)
          if (!Params[R].Type.Written)
            Values[R].forEachNode(
                [&](Node *From) { Any = Any || IsHazard(To, From); });
      });
  return Any;
}

/// Whether a pointwise call reads elements that it writes from another place of
/// the same memory.
bool Engine::readsOtherElements(const TargetFacts &F,
                                ArrayRef<Argument> Values) {
  // What was written has dense contents now, and lies where it did.
  auto IsSparse = [&](Node *N) {
    const Argument *Val = tensorValOf(N);
    TensorValue Memory(Storages[Aliases[aliasOf(N)].StorageId].Layout);
    return (Val && !isDense(TensorValue(*Val))) || (Memory && !isDense(Memory));
  };
  return anyReadOfWritten(F, Values, [&](Node *To, Node *From) {
    return sharing(To, From) == Sharing::Unsure &&
           (IsSparse(To) || IsSparse(From));
  });
}

/// Whether a call reads, while it writes, the memory that it writes. Most
/// operators refuse to run then, or take one element at a time: those that are
/// pointwise refuse where both tensors are dense, and read what they have
/// written where one of them is not.
bool Engine::readsWhatItWrites(const TargetFacts &F,
                               ArrayRef<Argument> Values) {
  bool IsAten = F.Target->name().starts_with("torch.ops.aten.");
  if (IsAten) {
    StringRef Op = F.Target->name();
    Op.consume_front("torch.ops.aten.");
    Op = Op.split('.').first;
    bool Multiplies = is_contained({"addmm_", "addbmm_", "baddbmm_"}, Op);
    // PyTorch multiplies these into memory of their own.
    if (const Argument *Val = tensorValOf(Values[0]);
        Op == "addmm_" && Val && TensorValue(*Val).dtype() == DType::Int64)
      return false;
    if (F.Schema->hasTag(ST_Pointwise))
      return readsOtherElements(F, Values);
    bool Reduces = F.Schema->hasTag(ST_Out);
    if ((!Multiplies && !Reduces) || Op.starts_with("cum") || Op == "sort" ||
        Op == "copy")
      return false;
  }
  return anyReadOfWritten(F, Values, [&](Node *To, Node *From) {
    return sharing(To, From) != Sharing::Apart;
  });
}

/// The same tensor with other sizes or strides.
Argument Engine::reshapeInPlace(const Argument &Target,
                                const Argument &Result) {
  unsigned Id = aliasOf(Target.asNode());
  Alias View = Aliases[aliasOf(Result.asNode())];
  // It changes nothing, as t_() of a vector; as_strided_ may begin elsewhere.
  const Argument *Was = tensorValOf(current(Target));
  const Argument *Is = tensorValOf(Result);
  if (Was && Is && *Was == *Is && !View.Steps.empty() &&
      !View.Steps.back().is("as_strided"))
    return Target;
  Aliases[Id] = View;
  AliasIds[Result.asNode()] = Id + 1;
  return Target;
}

/// set_: one tensor becomes another view of what \p Source shows.
Argument Engine::showInstead(const Argument &Target, const Argument &Source) {
  Node *N = Target.asNode(), *Shown = Source.asNode();
  if (N && N == Shown)
    return Target;
  // What was written before has another node, and is the same tensor.
  auto IsInput = [&](const Node *P) {
    return P->isPlaceholder() && AliasIds.contains(P) &&
           AliasIds[P] == aliasOf(N) + 1;
  };
  if (!N || !Shown || N->isPlaceholder() || any_of(G.nodes(), IsInput)) {
    fail("the memory of an input is exchanged");
    return Argument();
  }
  unsigned From = aliasOf(Shown), To = aliasOf(N);
  Aliases[To] = Alias(Aliases[From]);
  return Target;
}

Argument Engine::resizeInPlace(const Argument &Target, const Argument &Sizes,
                               const Argument &Format) {
  const Argument *Val = tensorValOf(current(Target));
  if (!Val) {
    fail("memory of unknown sizes is resized");
    return Argument();
  }
  TensorValue Type(*Val);
  Dims New;
  int64_t Elements = 1, Own = 1;
  for (const Argument &Size : Sizes.elements()) {
    New.push_back(raise(Size));
    Elements *= math().hint(New.back());
  }
  for (int64_t Size : hints(Type.sizes()))
    Own *= Size;
  bool Same = New.size() == Type.rank();
  for (size_t I = 0; Same && I != New.size(); ++I)
    Same = math().hint(New[I]) == math().hint(Type.sizes()[I]);
  if (Format.kind() == ArgKind::MemoryFormat &&
      Format.asMemoryFormat() != MemoryFormat::Contiguous &&
      Format.asMemoryFormat() != MemoryFormat::Preserve) {
    fail("memory is resized to another format");
    return Argument();
  }
  if (Same)
    return Target;
  Node *N = Target.asNode();
  if (N->isPlaceholder() || !Aliases[aliasOf(N)].Steps.empty() ||
      !isContiguous(Type)) {
    fail(N->isPlaceholder()
             ? "input '" + N->name() + "' is resized"
             : "a view, or a tensor that is not contiguous, is resized");
    return Argument();
  }
  // What new memory holds is undefined here, too.
  if (Elements > Own) {
    if (outlivesGraph(Aliases[aliasOf(N)].StorageId))
      fail("memory of an input or of state grows");
    else
      write(Target, call("resize", {current(Target), Argument::list(New)}),
            /*Uniform=*/false, /*IsOutput=*/true);
    return Target;
  }
  SmallVector<Dim, 6> Strides(New.size(), Dim(1));
  for (size_t I = New.size(); I-- > 1;)
    Strides[I - 1] = compute(SymbolicMath::Mul, Strides[I], New[I]);
  return reshapeInPlace(
      Target, call("as_strided", {current(Target), Argument::list(New),
                                  Argument::list(Strides)}));
}

/// fill_diagonal_(self, fill_value, wrap)
Argument Engine::fillDiagonal(ArrayRef<Argument> Values) {
  const Argument *Val = tensorValOf(Values[0]);
  if (!Val || TensorValue(*Val).rank() < 2) {
    fail("the diagonal of something of unknown sizes is written");
    return Argument();
  }
  TensorValue Type(*Val);
  SmallVector<int64_t, 6> Sizes = hints(Type.sizes());
  Argument Part = Values[0];
  bool Wraps = Values[2].isBool() && Values[2].asBool() && Sizes.size() == 2 &&
               Sizes[0] > Sizes[1] + 1;
  if (Wraps && (!isContiguous(Type) || !Type.sizes()[0].isInt() ||
                !Type.sizes()[1].isInt())) {
    fail("the diagonal of a tensor that is not contiguous is wrapped");
    return Argument();
  }
  if (Wraps) {
    int64_t Step = Sizes[1] + 1;
    int64_t Count = divideCeil(Sizes[0] * Sizes[1], Step);
    Argument Flat = call("view", {Part, Argument::list({Argument(-1)})});
    Part = call("slice.Tensor", {Flat, 0, 0, (Count - 1) * Step + 1, Step});
  } else {
    if (Sizes.size() > 2 && !all_equal(Sizes)) {
      fail("the diagonal of a tensor of different sizes is written");
      return Argument();
    }
    for (size_t I = 1; I != Sizes.size(); ++I)
      Part = call("diagonal", {Part, 0, 0, 1});
  }
  call("fill_.Scalar", {Part, Values[1]});
  return current(Values[0]);
}

/// The type that a reduction computes in without an output argument and without
/// `dtype`.
static DType computedIn(StringRef Op, DType Of) {
  return Op != "mean" && isIntegral(Of, /*IncludingBool=*/true) ? DType::Int64
                                                                : Of;
}

/// What makes new elements (`arange`, `rand`) makes those of its output
/// argument, where there is one. Some reductions compute in its type.
static void fitToOutput(const TargetFacts &Functional, const TargetFacts &F,
                        const Argument &Output,
                        MutableArrayRef<Argument> Given) {
  const Argument *Val = tensorValOf(Output);
  if (!Val)
    return;
  auto Set = [&](StringRef Name, Argument Value) {
    std::optional<unsigned> At = Functional.Schema->findParam(Name);
    if (At && !F.Schema->findParam(Name))
      Given[*At] = Value;
  };
  DType T = TensorValue(*Val).dtype();
  Set("dtype", T);
  Set("device", TensorValue(*Val).device());
  // PyTorch: infer_dtype_from_optional.
  StringRef Op = Functional.Target->op().name();
  std::optional<unsigned> At = Functional.Schema->findParam("dtype");
  const Argument *Self = tensorValOf(Given[0]);
  if (At && Given[*At].isNone() && Self &&
      is_contained({"sum", "nansum", "mean", "prod", "cumsum", "cumprod"},
                   Op) &&
      computedIn(Op, TensorValue(*Self).dtype()) != T)
    Given[*At] = T;
}

/// The new contents that \p F gives to what it writes.
Argument Engine::callFunctional(const TargetFacts &Functional,
                                const TargetFacts &F,
                                ArrayRef<Argument> Values) {
  ArrayRef<SchemaParam> Params = F.Schema->params();
  SmallVector<Argument, 8> Given(Functional.Defaults);
  for (size_t I = 0; I != Params.size(); ++I)
    if (std::optional<unsigned> At =
            Functional.Schema->findParam(Params[I].Name))
      Given[*At] = Values[I];
    else if (Params[I].isOut())
      fitToOutput(Functional, F, Values[I], Given);
    else if (I < Given.size() &&
             !F.Schema->findParam(Functional.Schema->params()[I].Name))
      Given[I] = Values[I];
  // Contents are what the memory is, even where no rule says so.
  const Argument *Known =
      F.Schema->hasTag(ST_Out) || Functional.ViewOf >= 0 || Functional.Rule
          ? nullptr
          : tensorValOf(Values[0]);
  Argument Copy = Known ? *Known : Argument();
  Fallback = Known ? &Copy : nullptr;
  Argument Result = dispatch(Functional, Given);
  Fallback = nullptr;
  return Result;
}

/// Operators on lists write one tensor after the other, which the next may
/// read.
Argument Engine::mutateEach(const TargetFacts &F, ArrayRef<Argument> Values) {
  const TargetFacts *Each = elementForm(F);
  if (!Each)
    return Argument();
  size_t Count = Values[0].size();
  SmallVector<Argument, 4> Written;
  for (size_t I = 0; I != Count && !failed(); ++I) {
    SmallVector<Argument, 8> Given(Each->Defaults);
    for (size_t P = 0; P != Values.size(); ++P) {
      bool IsList = F.Schema->params()[P].Type.isList();
      if (IsList && Values[P].size() != Count) {
        fail("lists of different lengths are written");
        return Argument();
      }
      Given[P] = current(IsList ? Values[P][I] : Values[P]);
    }
    Argument To = Given[0];
    write(To, dispatch(*Each, Given));
    Written.push_back(current(To));
  }
  return Argument::list(Written);
}

Argument Engine::mutate(const TargetFacts &F, MutableArrayRef<Argument> Values,
                        const Argument *KnownVal) {
  // A rule may know better, as for batch_norm.
  if (F.Rule)
    return applyRule(F, Values, KnownVal);
  return functionalize(F, Values, KnownVal);
}

static bool isDropout(StringRef Name) {
  return Name.consume_front("torch.ops.aten.") &&
         is_contained({"dropout_.default", "feature_dropout_.default",
                       "alpha_dropout_.default",
                       "feature_alpha_dropout_.default"},
                      Name);
}

Argument Engine::functionalize(const TargetFacts &F,
                               MutableArrayRef<Argument> Values,
                               const Argument *KnownVal) {
  StringRef Name = F.Target->name();
  if (Name == "torch.ops.aten.detach_.default" ||
      (isDropout(Name) && dropsNothing(Values)))
    return Values[0];
  if (Name == "torch.ops.aten.set_.source_Tensor")
    return showInstead(Values[0], Values[1]);
  if (Name == "torch.ops.aten.resize_.default")
    return resizeInPlace(Values[0], Values[1], Values[2]);
  if (Name == "torch.ops.aten.resize_as_.default") {
    if (const Argument *Like = tensorValOf(Values[1]))
      return resizeInPlace(
          Values[0], Argument::list(TensorValue(*Like).sizes()), Values[2]);
  }
  if (Name == "torch.ops.aten.fill_diagonal_.default")
    return fillDiagonal(Values);
  if (readsWhatItWrites(F, Values)) {
    fail("'" + F.Name.str() + "' reads memory that it writes");
    return Argument();
  }
  if (elementForm(F))
    return mutateEach(F, Values);
  const TargetFacts *Functional = functionalForm(F);
  if (!Functional)
    return autoFunctionalize(F, Values, KnownVal);
  ArrayRef<SchemaParam> Params = F.Schema->params();
  SmallVector<unsigned, 2> Targets;
  for (size_t I = 0; I != Params.size(); ++I)
    if (Params[I].Type.Written && !Values[I].isNone())
      Targets.push_back(I);
  // Ids of nodes that are gone come again, so places tell which are new.
  const Node *Here = G.insertionPoint();
  const Node *Before = Here ? Here->prev() : G.back();
  auto IsNew = [Before](const Node &N) {
    return Before && Before->isBefore(&N);
  };
  Argument Result = callFunctional(*Functional, F, Values);
  if (failed() || Targets.empty())
    return Result;
  const Argument &Target = Values[Targets[0]];
  if (Functional->ViewOf >= 0 && Target.isNode() && Result.isNode())
    return reshapeInPlace(Target, Result);
  bool Uniform = Name.starts_with("torch.ops.aten.fill_.") ||
                 Name == "torch.ops.aten.zero_.default";
  auto WriteOne = [&](const Argument &To, Argument New, bool IsOutput) {
    if (New == To)
      return;
    // What another value stands for is not the memory that is written.
    if (New.isNode() && !IsNew(*New.asNode()))
      New = call("clone", {New});
    write(To, New, Uniform, IsOutput);
  };
  SmallVector<Argument, 2> Written;
  for (size_t I = 0; I != Targets.size(); ++I) {
    const Argument &To = Values[Targets[I]];
    bool Output = Params[Targets[I]].isOut();
    if (To.isSequence()) {
      Argument List = Targets.size() > 1 ? getItem(Result, I) : Result;
      for (size_t J = 0; J != To.size(); ++J)
        WriteOne(To[J], getItem(List, J), Output);
    } else {
      WriteOne(To, Result.isSequence() ? getItem(Result, I) : Result, Output);
    }
    Written.push_back(current(To));
  }
  if (F.Schema->returns().empty())
    return Argument();
  return Written.size() == 1 ? Written[0] : Argument::tuple(Written);
}
