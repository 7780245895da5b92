//===- CastWeights.cpp - Weights of another float type --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatePatterns.h"
#include "fx/Interop/StateTables.h"
#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/MapVector.h"
#include <cmath>

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_CASTWEIGHTS
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
/// One record and the state in it.
struct Weight {
  std::vector<std::string> Paths;
  bool IsSelected = true;
};

struct CastWeights : impl::CastWeightsBase<CastWeights> {
  Expected<bool> run(GraphModule &M) override;

private:
  Expected<bool> cast(GraphModule &M, StringRef Record, const Weight &W,
                      DType To);
  void castBack(GraphModule &M, ArrayRef<std::string> Paths, DType From);
};
} // namespace

static bool isCastable(DType T) {
  return T == DType::Float64 || T == DType::Float32 || T == DType::Float16 ||
         T == DType::BFloat16;
}

/// \p Type with elements of type \p To.
static Argument withDType(const Argument &Type, DType To) {
  ArrayRef<Argument> F = Type.elements();
  if (F.size() == 4)
    return Argument::tensorType(To, F[1], F[2], F[3]);
  return Argument::tensorType(To, F[1], F[2], F[3], F[4].asBool(), F[5],
                              F[6].asLayout());
}

/// What is finite and would not stay so.
static bool overflows(const TensorData &Old, const TensorData &New) {
  std::vector<double> A = Old.toDoubles(), B = New.toDoubles();
  for (auto [X, Y] : zip_equal(A, B))
    if (std::isfinite(X) && !std::isfinite(Y))
      return true;
  return false;
}

/// Lets the users of the state see what they saw before: elements of type
/// \p From.
void CastWeights::castBack(GraphModule &M, ArrayRef<std::string> Paths,
                           DType From) {
  M.forEachGraph([&](Graph &G, StringRef) {
    for (Node *N : G.nodes()) {
      if ((!N->isPlaceholder() && !N->isGetAttr()) ||
          !is_contained(Paths, StateEditor::pathOf(*N)))
        continue;
      const TensorAttr &T = *M.state(StateEditor::pathOf(*N));
      std::optional<Argument> Val;
      if (const Argument *Old = N->meta("val"))
        Val = *Old;
      if (Val || M.program())
        N->setMeta("val", placeholderType(T));
      if (!N->hasUsers())
        continue;
      // Behind the last placeholder, where calls may begin.
      Node *Before = N->next();
      while (Before && Before->isPlaceholder())
        Before = Before->next();
      InsertionGuard At = G.insertingBefore(Before);
      KwArg DTypeArg{M.context().intern("dtype"), Argument(From)};
      Node *Back = M.program()
                       ? G.callFunction("torch.ops.aten._to_copy.default", {N},
                                        {DTypeArg})
                       : G.callMethod("to", {N, Argument(From)});
      if (Val && Val->kind() == ArgKind::TensorType) {
        ArrayRef<Argument> F = Val->elements();
        Back->setMeta("val", Argument::tensorType(
                                 From, F[1], stridesOfCopy(F[1], F[2]), F[3]));
      }
      N->replaceAllUsesWith(Back, [&](Node *User) { return User != Back; });
    }
  });
}

Expected<bool> CastWeights::cast(GraphModule &M, StringRef Record,
                                 const Weight &W, DType To) {
  const TensorAttr &First = *M.state(W.Paths.front());
  DType From = First.Type.elements()[0].asDType();
  WeightStore &Store = WeightStore::of(M);
  Expected<StringRef> Bytes = Store.read(Record);
  if (!Bytes)
    return Bytes.takeError();
  int64_t Count = Bytes->size() / elementSize(From);
  // The whole record, so that views stay views.
  Expected<TensorData> Old =
      TensorData::view(From, {Count}, {1}, 0, *Bytes, M.weightStore());
  if (!Old)
    return Old.takeError();
  TensorData New = Old->to(To);
  if (overflows(*Old, New)) {
    warning(SMLoc(), "'" + W.Paths.front() + "' has elements that " +
                         toString(To) + " cannot hold, and stays");
    return false;
  }
  Expected<std::string> Name = Store.add(W.Paths.front(), New.bytes().str());
  if (!Name)
    return Name.takeError();
  keepStateOrder(M);
  for (const std::string &Path : W.Paths) {
    TensorAttr &T = *M.state(Path);
    T.Record = M.context().intern(*Name);
    T.Type = withDType(T.Type, To);
    ++NumCast;
  }
  castBack(M, W.Paths, From);
  return true;
}

Expected<bool> CastWeights::run(GraphModule &M) {
  Expected<StatePatterns> Selected = StatePatterns::parse(Select, name());
  if (!Selected)
    return Selected.takeError();
  DType To = Type == DTypeKind::Float16    ? DType::Float16
             : Type == DTypeKind::Bfloat16 ? DType::BFloat16
             : Type == DTypeKind::Float32  ? DType::Float32
                                           : DType::Float64;
  StateEditor State(M);
  WholeModules Whole(M);
  MapVector<StringRef, Weight> Weights;
  M.forEachState([&](TensorAttr &T, StringRef Path) {
    Weight &W = Weights[recordOf(T, M.context().intern(Path).str())];
    W.Paths.push_back(Path.str());
    W.IsSelected &=
        T.isTensor() && !T.Pickled && T.Type.kind() == ArgKind::TensorType &&
        isCastable(T.Type.elements()[0].asDType()) &&
        T.Type.elements()[0].asDType() != To && Selected->match(Path) &&
        !Whole.cover(Path) && State.isConstant(Path);
  });
  bool Changed = false;
  for (const auto &[Record, W] : Weights) {
    if (!W.IsSelected)
      continue;
    Expected<bool> Cast = cast(M, Record, W, To);
    if (!Cast)
      return Cast;
    Changed |= *Cast;
  }
  return Changed;
}
