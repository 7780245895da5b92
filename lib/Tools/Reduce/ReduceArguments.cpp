//===- ReduceArguments.cpp - Edits that make calls simpler ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceEdits.h"
#include "fx/IR/Graph.h"
#include "fx/IR/OpBinding.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

static bool isPlainSequence(const Argument &A) {
  return A.kind() == ArgKind::Tuple || A.kind() == ArgKind::List;
}

/// Adds what may stand in place of \p A, the simplest first.
static void addSimpler(const Argument &A, SmallVectorImpl<Argument> &Out) {
  if (isPlainNumber(A))
    return;
  if (A.isInt()) {
    append_range(Out, ArrayRef<Argument>{0, 1, 2});
    return;
  }
  if (A.isFloat()) {
    append_range(Out, ArrayRef<Argument>{0.0, 1.0, 2.0});
    return;
  }
  if (!isPlainSequence(A))
    return;
  SmallVector<Argument, 4> Items(A.elements());
  for (size_t I = 0; Items.size() > 1 && I != Items.size(); ++I) {
    SmallVector<Argument, 4> Fewer(Items);
    Fewer.erase(Fewer.begin() + I);
    Out.push_back(Argument::aggregate(A.kind(), Symbol(), Fewer));
  }
  for (Argument &Item : Items) {
    SmallVector<Argument, 4> Simpler;
    addSimpler(Item, Simpler);
    Argument Old = Item;
    for (const Argument &S : Simpler) {
      Item = S;
      Out.push_back(Argument::aggregate(A.kind(), Symbol(), Items));
    }
    Item = Old;
  }
}

bool fx::isPlainNumber(const Argument &A) {
  if (A.isInt())
    return A.asInt() >= 0 && A.asInt() <= 2;
  return A.isFloat() &&
         (A.asFloat() == 0 || A.asFloat() == 1 || A.asFloat() == 2);
}

namespace {
/// One argument of a call, and another one in its place.
struct SimplerArgument {
  Node *N;
  bool IsKwarg;
  size_t Place;
  Argument With;
};
} // namespace

static SmallVector<SimplerArgument> simplerArguments(GraphModule &M) {
  SmallVector<SimplerArgument> Found;
  for (Node *N : allCallsOf(M)) {
    auto Add = [&](bool IsKwarg, size_t Place, const Argument &A) {
      SmallVector<Argument, 4> Simpler;
      addSimpler(A, Simpler);
      for (Argument &S : Simpler)
        Found.push_back({N, IsKwarg, Place, std::move(S)});
    };
    for (auto [Place, A] : enumerate(N->args()))
      Add(false, Place, A);
    for (auto [Place, A] : enumerate(N->kwargs()))
      Add(true, Place, A.Value);
  }
  return Found;
}

size_t fx::numSimplerArguments(GraphModule &M) {
  return simplerArguments(M).size();
}

bool fx::simplifyArgument(GraphModule &M, size_t Index) {
  SmallVector<SimplerArgument> All = simplerArguments(M);
  if (Index >= All.size())
    return false;
  const SimplerArgument &A = All[Index];
  SmallVector<Argument, 4> Args(A.N->args());
  SmallVector<KwArg, 4> Kwargs(A.N->kwargs());
  (A.IsKwarg ? Kwargs[A.Place].Value : Args[A.Place]) = A.With;
  A.N->setArgsKwargs(Args, Kwargs);
  inferFrom(*A.N, M);
  return true;
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// `add_` as `add`, in any spelling of a target; empty where it writes nothing.
static std::string withoutWrite(StringRef Target) {
  static constexpr StringLiteral Aten = "torch.ops.aten.";
  size_t End = Target.starts_with(Aten) ? Target.find('.', Aten.size())
                                        : StringRef::npos;
  StringRef Name = Target.take_front(End);
  if (!Name.ends_with("_") || Name.ends_with("__"))
    return "";
  return (Name.drop_back() + Target.substr(Name.size())).str();
}

/// The simplest operator of as many tensors.
static std::string simplestOf(StringRef Target, size_t NumOperands) {
  bool IsAten = Target.starts_with("torch.ops.aten.");
  if (NumOperands == 1)
    return IsAten ? "torch.ops.aten.relu.default" : "torch.relu";
  if (NumOperands == 2)
    return IsAten ? "torch.ops.aten.add.Tensor" : "torch.add";
  return "";
}

bool fx::simplifyTarget(GraphModule &M, size_t Call, unsigned Form) {
  SmallVector<Node *> Calls = allCallsOf(M);
  if (Call >= Calls.size())
    return false;
  Node *N = Calls[Call];
  if (Form == 0) {
    std::string Plain = withoutWrite(N->targetText());
    if (Plain.empty() || N->isCallModule())
      return false;
    N->setTarget(Plain);
    return tryBindCall(*N).has_value();
  }
  SmallVector<Node *, 4> Operands = N->allInputNodes();
  std::string Simplest = simplestOf(N->targetText(), Operands.size());
  if (!N->isCallFunction() || Simplest.empty() || N->targetText() == Simplest)
    return false;
  std::optional<Argument> Val;
  if (N->val())
    Val = *N->val();
  N->setTarget(Simplest);
  N->setArgsKwargs(SmallVector<Argument, 4>(Operands.begin(), Operands.end()),
                   {});
  inferFrom(*N, M);
  // Its users want a value of that type.
  return !Val || (N->val() && *N->val() == *Val);
}
