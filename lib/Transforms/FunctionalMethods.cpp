//===- FunctionalMethods.cpp - Methods as functions -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/FunctionalMethods.h"
#include "CallFitting.h"
#include "Selected.h"
#include "fx/IR/Graph.h"
#include "fx/IR/OpOverloads.h"
#include "fx/IR/OpRegistry.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_FUNCTIONALMETHODS
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

/// The function that is the same operator as a method and has its name, or is
/// the operator's main function; null when there is none.
static const OpTarget *functionFor(const OpTarget &Method) {
  for (StringRef Prefix : {"torch.", "torch.functional."})
    if (const OpTarget *F = lookupFunction((Prefix + Method.name()).str());
        F && &F->op() == &Method.op())
      return F;
  StringRef Builder = Method.op().builder();
  return Builder.empty() ? nullptr : lookupFunction(Builder);
}

static bool isSameParam(const SchemaParam &A, const SchemaParam &B) {
  return A.Type == B.Type && A.HasDefault == B.HasDefault &&
         A.Default == B.Default;
}

/// Whether \p Function takes every argument that \p Method takes, in the same
/// places and under the same names but for the receiver's, and needs no others.
/// Functions have `out` besides.
static bool takesArgsOf(const OpSchema &Function, const OpSchema &Method) {
  ArrayRef<SchemaParam> F = Function.params(), M = Method.params();
  if (F.size() < M.size() || M.empty() || !isSameParam(F[0], M[0]))
    return false;
  for (size_t I = 1; I != M.size(); ++I)
    if (!isSameParam(F[I], M[I]) || F[I].Name != M[I].Name ||
        F[I].Kind != M[I].Kind)
      return false;
  return all_of(F.drop_front(M.size()),
                [](const SchemaParam &P) { return !P.isRequired(); });
}

/// Whether \p N is a shape, which has methods that tensors have too:
/// `x.shape.numel()`.
static bool isShape(const Node &N) {
  if (N.isCallMethod())
    return is_contained({"size", "stride"}, N.targetText());
  return N.isCallFunction() && N.targetText() == "builtins.getattr" &&
         N.numArgs() > 1 && N.arg(1).isString() && N.arg(1).str() == "shape";
}

/// The arguments of the call as a function: a list that is spread over
/// positions becomes one tuple, which only methods and few functions accept
/// otherwise. Nothing where one node may be the list, or its only item.
static std::optional<OwnedCallArgs> gatherLists(const OwnedCallArgs &Call,
                                                const BoundCall &Bound) {
  OwnedCallArgs Result = Call;
  for (unsigned I = 0, E = Bound.size(); I != E; ++I) {
    if (isSpreadList(Bound, I)) {
      Result.Args.truncate(Bound.slot(I).Index);
      Result.Args.push_back(*Bound.given(I));
      continue;
    }
    const SchemaType &Type = Bound.schema().params()[I].Type;
    const Argument *Given = Bound.given(I);
    if (!Given || !Given->isNode() || !Type.isList() || Type.FixedSize ||
        Type.isTensorLike() || Bound.slot(I).Kind != BoundSlot::Positional)
      continue;
    const Node &N = *Given->asNode();
    // `y.size(0)` is a number, and `y.size()` a list.
    bool IsSize =
        isShape(N) && N.isCallMethod() && N.numArgs() + N.numKwargs() > 1;
    if (isKnownNumber(N) || IsSize)
      Result.Args[Bound.slot(I).Index] = Argument::tuple({*Given});
    else if (!(N.val() && N.val()->isSequence()) && !isShape(N))
      return std::nullopt;
  }
  return Result;
}

/// The arguments with which \p Function does what \p Method does, or
/// std::nullopt when there are none.
static std::optional<OwnedCallArgs> translate(const OpTarget &Method,
                                              const OpTarget &Function,
                                              const OwnedCallArgs &Call) {
  SmallVector<BoundCall, 2> Fits = fittingOverloads(Method, Call.get());
  std::optional<OwnedCallArgs> Common;
  for (const BoundCall &Fit : Fits) {
    if (none_of(Function.overloads(), [&](const OpSchema &S) {
          return takesArgsOf(S, Fit.schema());
        }))
      return std::nullopt;
    std::optional<OwnedCallArgs> Args = gatherLists(Call, Fit);
    if (!Args || (Common && !(*Common == *Args)))
      return std::nullopt;
    Common = std::move(Args);
  }
  if (!Common)
    return std::nullopt;
  // The function must not take them for something that the method does not.
  SmallVector<BoundCall, 2> New = fittingOverloads(Function, Common->get());
  bool Same = !New.empty() && all_of(New, [&](const BoundCall &N) {
    return any_of(Fits, [&](const BoundCall &F) {
      return takesArgsOf(N.schema(), F.schema());
    });
  });
  return Same ? Common : std::nullopt;
}

/// Whether \p Value may be a Tensor, as far as the call that makes it shows.
static bool mayBeTensor(const Argument &Value) {
  const Node *N = Value.asNode();
  if (!N)
    return false;
  bool IsPart = false;
  while (N->isGetItem() && N->numOperands() != 0) {
    N = N->operand(0);
    IsPart = true;
  }
  if (isShape(*N))
    return false;
  if (IsPart || !N->opTarget())
    return true;
  std::optional<BoundCall> Call = tryBindCall(*N);
  if (!Call || Call->schema().returns().size() != 1)
    return !Call;
  const SchemaType &Type = Call->schema().returns().front().Type;
  return Type.Kind == SchemaKind::Any ||
         (Type.Kind == SchemaKind::Tensor && !Type.isList());
}

bool fx::makeFunctional(Node &N) {
  if (!N.isCallMethod() || N.numArgs() == 0)
    return false;
  const OpTarget *Method = N.opTarget();
  const OpTarget *Function = Method ? functionFor(*Method) : nullptr;
  if (!Function || !mayBeTensor(N.arg(0)))
    return false;
  std::optional<OwnedCallArgs> Args =
      translate(*Method, *Function, {N.args(), N.kwargs()});
  if (!Args)
    return false;
  N.setOp(Opcode::CallFunction);
  N.setTarget(Function->name());
  N.setArgsKwargs(Args->Args, Args->Kwargs);
  return true;
}

size_t fx::makeMethodsFunctional(Graph &G) {
  size_t Count = 0;
  for (Node *N : G.nodes())
    Count += makeFunctional(*N);
  return Count;
}

namespace {
struct FunctionalMethods : impl::FunctionalMethodsBase<FunctionalMethods> {
  Expected<bool> run(GraphModule &M) override {
    return Selected.run(
        *this, Where.get(), M, diags(), NumChanged, [this](Node &N) {
          if (!N.isCallMethod() || !mayRewrite(N) || !makeFunctional(N))
            return false;
          if (isWatched())
            rewrote(N.name());
          return true;
        });
  }

private:
  SelectedNodes Selected;
};
} // namespace
