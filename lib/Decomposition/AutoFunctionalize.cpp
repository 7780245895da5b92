//===- AutoFunctionalize.cpp - Custom operators that write ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A custom operator that writes is called by one of higher order, which takes
// the memory and gives it back with new contents
// (torch._higher_order_ops.auto_functionalize). Tensors that may overlap are
// given as views of one base, so that the operator sees the same memory twice.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "llvm/ADT/DenseSet.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// Why PyTorch would not take \p F (torch: can_auto_functionalize); null if it
/// does.
static const char *whyRefused(const TargetFacts &F) {
  StringRef Name = F.Target->name();
  for (StringRef BuiltIn : {"aten", "prim", "prims"})
    if (Name.starts_with(("torch.ops." + BuiltIn + ".").str()))
      return "writes memory and has no functional form";
  const OpSchema &Schema = *F.Schema;
  for (const SchemaParam &P : Schema.params())
    if (P.Type.Written &&
        (P.Type.Kind != SchemaKind::Tensor || P.Type.ListDepth > 1))
      return "writes something that is not a tensor";
  if (Schema.hasTag(ST_Out))
    return "is an out form, which has no functional form";
  if (Schema.hasTag(ST_InPlace))
    return nullptr;
  for (const SchemaReturn &R : Schema.returns()) {
    if (R.Type.AliasSet)
      return "returns memory that it writes or views, without the tag "
             "'inplace', which has no functional form";
    if (R.Type.Kind != SchemaKind::Tensor || R.Type.isList())
      return "writes memory and returns something else than tensors, which has "
             "no functional form";
  }
  return nullptr;
}

namespace {
/// One tensor that is written.
struct WrittenTensor {
  std::string Prefix; ///< Begin of its keywords: `_x`, `_xs_0`.
  Node *N;            ///< Null for None.
};
} // namespace

Argument Engine::autoFunctionalize(const TargetFacts &F,
                                   ArrayRef<Argument> Values,
                                   const Argument *KnownVal) {
  if (const char *Why = whyRefused(F)) {
    fail("'" + F.Name.str() + "' " + Why);
    return Argument();
  }
  ArrayRef<SchemaParam> Params = F.Schema->params();
  SmallVector<KwArg, 8> Kwargs;
  auto AddKey = [&](const Twine &Key, const Argument &Value) {
    Kwargs.push_back({Ctx.intern(Key.str()), lower(Value)});
  };
  SmallVector<WrittenTensor, 4> Tensors;
  for (size_t I = 0; I != Params.size(); ++I) {
    std::string Prefix = ("_" + Params[I].Name).str();
    if (!Params[I].Type.Written) {
      AddKey(Params[I].Name, Values[I]);
    } else if (!Params[I].Type.isList()) {
      Tensors.push_back({Prefix, Values[I].asNode()});
    } else if (Values[I].isNone()) {
      AddKey(Prefix + "_length", Argument());
    } else {
      AddKey(Prefix + "_length", int64_t(Values[I].size()));
      for (size_t J = 0; J != Values[I].size(); ++J)
        Tensors.push_back(
            {Prefix + "_" + std::to_string(J), Values[I][J].asNode()});
    }
  }
  // Storages of which two tensors may overlap.
  DenseSet<unsigned> Overlapped;
  for (size_t I = 0; I != Tensors.size(); ++I)
    for (size_t J = 0; J != I; ++J)
      if (Tensors[I].N && Tensors[J].N &&
          sharing(Tensors[I].N, Tensors[J].N) == Sharing::Unsure)
        Overlapped.insert(Aliases[aliasOf(Tensors[I].N)].StorageId);

  SmallVector<Argument, 4> Bases;
  // What has to be written with the new contents of each: a tensor, or a
  // storage.
  SmallVector<std::pair<Node *, unsigned>, 4> Targets;
  for (const WrittenTensor &T : Tensors) {
    if (!T.N) {
      AddKey(T.Prefix + "_base_index", Argument());
      continue;
    }
    unsigned Id = aliasOf(T.N), Storage = Aliases[Id].StorageId;
    bool ByBase = Overlapped.contains(Storage);
    Node *Base = ByBase ? Storages[Storage].Base.asNode() : T.N;
    size_t At = 0;
    while (At != Targets.size() &&
           !(ByBase ? !Targets[At].first && Targets[At].second == Storage
                    : Targets[At].first &&
                          sharing(Targets[At].first, T.N) == Sharing::Same))
      ++At;
    if (At == Targets.size()) {
      Targets.push_back({ByBase ? nullptr : T.N, Storage});
      Bases.push_back(Argument(Base));
    }
    AddKey(T.Prefix + "_base_index", int64_t(At));
    if (!ByBase || Aliases[Id].Steps.empty())
      continue;
    TensorValue Type = T.N->tensorType(), Of = Base->tensorType();
    if (!Type || !Of || !isDense(Of) ||
        any_of(Aliases[Id].Steps,
               [](const ViewStep &S) { return S.reinterprets(); })) {
      fail("'" + F.Name.str() + "' writes views that may overlap");
      return Argument();
    }
    AddKey(T.Prefix + "_size", Argument::list(Type.sizes()));
    AddKey(T.Prefix + "_stride", Argument::list(Type.strides()));
    AddKey(T.Prefix + "_storage_offset", Type.offset());
  }
  AddKey("_all_bases", Argument::list(Bases));

  // What it returns comes first, None for nothing.
  SmallVector<Argument, 4> Vals;
  size_t NumReturns = F.Schema->returns().size();
  size_t NumResults = std::max<size_t>(NumReturns, 1);
  for (size_t I = 0; I != NumResults; ++I) {
    Argument Val;
    if (KnownVal && NumReturns == 1 && !KnownVal->isSequence())
      Val = *KnownVal;
    else if (KnownVal && KnownVal->isSequence() && I < KnownVal->size())
      Val = (*KnownVal)[I];
    Vals.push_back(Val);
  }
  for (const Argument &Base : Bases) {
    const Argument *Val = Base.asNode()->val();
    Vals.push_back(Val ? *Val : Argument());
  }
  if (failed())
    return Argument();
  Argument Val = Argument::tuple(Vals);
  Argument Op[] = {Argument::function(F.Name)};
  Node *N =
      finish(G.callFunction("torch.ops.higher_order.auto_functionalized_v2", Op,
                            Kwargs),
             &Val);
  Argument Results = resultsOf(N);
  for (size_t I = 0; I != Targets.size(); ++I) {
    Argument New = getItem(Results, NumResults + I);
    if (Targets[I].first)
      write(Argument(Targets[I].first), New);
    else
      setBase(Targets[I].second, New);
  }
  if (NumReturns == 0)
    return Argument();
  if (F.Schema->hasTag(ST_InPlace))
    return Tensors.empty() || !Tensors[0].N ? Argument()
                                            : current(Argument(Tensors[0].N));
  if (NumReturns == 1)
    return getItem(Results, 0);
  SmallVector<Argument, 4> Returned;
  for (size_t I = 0; I != NumReturns; ++I)
    Returned.push_back(getItem(Results, I));
  return Argument::tuple(Returned);
}
