//===- VerifyDimensions.cpp - Dimensions that calls name ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators of aten count dimensions from both ends of their first tensor, and
// take one without dimensions for one of one. Which of their parameters are
// dimensions follows from the names; the tables have the exceptions, which
// test/Differential/binding.test knows from PyTorch.
//
//===----------------------------------------------------------------------===//

#include "Graph/GraphAccess.h"
#include "GraphVerifier.h"
#include "Operators/AtenTable.h"
#include "fx/IR/Dimensions.h"
#include "fx/IR/Literal.h"
#include "fx/IR/OpBinding.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

/// The operator of aten without namespace, overload and final `_`; empty for
/// what is none.
static StringRef atenName(const OpTarget &Target) {
  StringRef Name = Target.name();
  if (Target.isOperatorOverload()) {
    if (!Name.consume_front("torch.ops.aten."))
      return "";
    Name = Name.split('.').first;
  } else {
    Name = Target.op().name();
    if (aten::lookup(("aten::" + Name).str()).empty())
      return "";
  }
  Name.consume_back("_");
  return Name;
}

/// Operators whose dimensions mean something else, or are not checked.
static bool isException(StringRef Name) {
  static constexpr StringLiteral Public[] = {"_log_softmax", "_safe_softmax",
                                             "_softmax", "_stack"};
  static constexpr StringLiteral Others[] = {
      // With several tensors, the one with the most dimensions counts.
      "cosine_similarity", "linalg_vecdot", "linalg_tensorsolve",
      // -1 is all of them; numbers of repetitions; of something else.
      "native_norm", "norm_except_dim", "tile", "slice_inverse"};
  return (Name.starts_with("_") && !is_contained(Public, Name)) ||
         Name.contains("backward") || is_contained(Others, Name);
}

bool fx::isDimension(StringRef Param) {
  static constexpr StringLiteral Names[] = {
      "axis",       "axis0",     "axis1",   "destination", "dim",
      "dim0",       "dim1",      "dim2",    "dimension",   "dims",
      "dims_other", "dims_self", "end_dim", "source",      "start_dim"};
  return is_contained(Names, Param);
}

/// A `source` that is a tensor or a storage holds no integers, and
/// torch.tensordot takes a number of dimensions too.
static bool hasDimensions(const SchemaParam &Param) {
  return isDimension(Param.Name) &&
         !(Param.Name == "dims" && Param.Type.Kind == SchemaKind::Any);
}

bool fx::addsDimension(StringRef Name) {
  static constexpr StringLiteral Names[] = {"_stack", "diag_embed", "stack",
                                            "unsqueeze", "unsqueeze_copy"};
  return is_contained(Names, Name);
}

static bool mayRepeat(StringRef Name) {
  return Name == "roll" || Name == "fft_fftshift" || Name == "fft_ifftshift";
}

/// Where tensors without dimensions are let through.
static bool takesAnyOfScalar(StringRef Name) {
  static constexpr StringLiteral Names[] = {"cummax", "cummin"};
  return is_contained(Names, Name);
}

/// Operators that take two dimensions which must not be the same.
static bool isDiagonal(StringRef Name) {
  return Name.starts_with("diagonal") || Name == "diag_embed" ||
         Name == "linalg_diagonal";
}

/// The integers that \p Value is or holds.
static void addIntegers(const Argument &Value, SmallVectorImpl<int64_t> &Dims) {
  if (Value.isInt())
    Dims.push_back(Value.asInt());
  else if (Value.isSequence())
    for (const Argument &Item : Value.elements())
      if (Item.isInt())
        Dims.push_back(Item.asInt());
}

static constexpr uint32_t NoOperand = ~0u;

namespace {
/// Looks up arguments of a node by parameter.
struct Arguments {
  const Node &N;
  const OpSchema &Schema;
  ArrayRef<BoundSlot> Slots;
  Context &Ctx;

  /// What parameter \p I is given, or its default.
  Argument value(unsigned I) const {
    switch (Slots[I].Kind) {
    case BoundSlot::Positional:
      return N.arg(Slots[I].Index);
    case BoundSlot::Keyword:
      return N.kwargValue(Slots[I].Index);
    case BoundSlot::Default: {
      Expected<Argument> Default =
          parseLiteral(Ctx, Schema.params()[I].Default);
      if (Default)
        return *Default;
      consumeError(Default.takeError());
      return Argument();
    }
    case BoundSlot::Rest: {
      SmallVector<Argument, 4> Items;
      for (unsigned A = Slots[I].Index; A < N.numArgs(); ++A)
        Items.push_back(N.arg(A));
      return Items.size() == 1 && Items[0].isSequence()
                 ? Items[0]
                 : Argument::tuple(Items);
    }
    }
    return Argument();
  }

  /// The operand whose dimensions parameter \p Of counts.
  uint32_t tensorOf(const SchemaParam &Of) const;
};
} // namespace

uint32_t Arguments::tensorOf(const SchemaParam &Of) const {
  for (auto [I, Param] : enumerate(Schema.params())) {
    if (Param.Type.Kind != SchemaKind::Tensor ||
        (Of.Name == "dims_other" && Param.Name != "other"))
      continue;
    if (Slots[I].Kind != BoundSlot::Positional &&
        Slots[I].Kind != BoundSlot::Keyword)
      return NoOperand;
    unsigned Item = Slots[I].Kind == BoundSlot::Keyword
                        ? N.numArgs() + Slots[I].Index
                        : Slots[I].Index;
    ArgReader R(N.spec(), Item);
    ArgToken T = R.next();
    bool IsList = T.Kind == ArgKind::List || T.Kind == ArgKind::Tuple;
    if (IsList && T.Count)
      T = R.next();
    return T.Kind == ArgKind::Node ? T.Operand : NoOperand;
  }
  return NoOperand;
}

bool GraphVerifier::planDimensions(const Node &N, const OpTarget &Target,
                                   const OpSchema &Schema,
                                   ArrayRef<BoundSlot> Slots, CallPlan &Plan) {
  if (none_of(Schema.params(), hasDimensions))
    return true;
  StringRef Name = atenName(Target);
  if (Name.empty() || isException(Name))
    return true;
  Arguments Args{N, Schema, Slots, G.context()};
  // Nothing is subtracted no times.
  if (Name == "diff" && Args.value(1) == Argument(0))
    return true;
  bool Diagonal = isDiagonal(Name);
  CallPlan::Dimensions Pair{NoOperand, 0,  addsDimension(Name),
                            true,      {}, &Schema};
  for (auto [I, Param] : enumerate(Schema.params())) {
    if (!hasDimensions(Param) ||
        (Slots[I].Kind == BoundSlot::Default && !Diagonal))
      continue;
    CallPlan::Dimensions D{Args.tensorOf(Param),
                           uint32_t(I),
                           addsDimension(Name),
                           Param.Type.isList() && !mayRepeat(Name),
                           {},
                           &Schema};
    D.AnyOfScalar = takesAnyOfScalar(Name);
    D.SkipVectors = Name.starts_with("cat") || Name.starts_with("concat");
    addIntegers(Args.value(I), D.Dims);
    if (Diagonal) {
      Pair.Tensor = D.Tensor;
      Pair.Param = I;
      Pair.Dims.append(D.Dims.begin(), D.Dims.end());
      continue;
    }
    if (!D.Dims.empty())
      Plan.Dims.push_back(std::move(D));
  }
  if (!Pair.Dims.empty())
    Plan.Dims.push_back(std::move(Pair));
  // What Python's functions do with an unknown value is not checked.
  if (Target.isOperatorOverload())
    for (const CallPlan::Dimensions &D : Plan.Dims)
      if (!verifyDimensions(N, D, /*Rank=*/std::nullopt))
        return false;
  erase_if(Plan.Dims,
           [](const CallPlan::Dimensions &D) { return D.Tensor == NoOperand; });
  return true;
}

/// Whether Python's functions take all constants of \p Call for what they are
/// bound to: a number is a tensor for few of them.
static bool takesConstants(const BoundCall &Call,
                           const ArgumentBinder &Binder) {
  for (auto [I, Param] : enumerate(Call.schema().params())) {
    const Argument *Given = Call.given(I);
    if (Given && !Given->isNode() && Param.Type.Kind == SchemaKind::Tensor &&
        !Param.Type.isList() && !Binder.binds(*Given, Param.Type))
      return false;
  }
  return true;
}

/// Which overload Python takes may depend on nodes: the dimensions are wrong if
/// they are for each that it may take.
void GraphVerifier::planPython(const Node &N, const OpTarget &Target,
                               CallPlan &Plan) {
  if (none_of(Target.overloads(), [](const OpSchema &S) {
        return any_of(S.params(), hasDimensions);
      }))
    return;
  SmallVector<Argument, 4> Args = N.args();
  SmallVector<KwArg, 4> Kwargs = N.kwargs();
  ArgumentBinder Binder(Target);
  uint8_t Alternative = 0;
  SmallVector<CallPlan::Dimensions, 2> Found;
  for (const OpSchema &Schema : Target.overloads()) {
    BoundCall Bound;
    if (bindCall(Schema, Target.bindOptions(), {Args, Kwargs}, Bound) ||
        !takesConstants(Bound, Binder))
      continue;
    SmallVector<BoundSlot, 8> Slots;
    for (unsigned I = 0; I != Bound.size(); ++I)
      Slots.push_back(Bound.slot(I));
    CallPlan One;
    planDimensions(N, Target, Schema, Slots, One);
    if (One.Dims.empty())
      return;
    for (CallPlan::Dimensions &D : One.Dims) {
      D.Alternative = Alternative;
      Found.push_back(std::move(D));
    }
    ++Alternative;
  }
  Plan.Dims.append(Found.begin(), Found.end());
}

/// What is wrong with dimensions of a tensor that has \p Rank, if anything.
static std::optional<std::string> wrongDimension(const CallPlan::Dimensions &D,
                                                 std::optional<size_t> Rank) {
  StringRef Param = D.Schema->params()[D.Param].Name;
  int64_t Limit = Rank ? std::max<int64_t>(*Rank + D.Extra, 1) : 0;
  SmallVector<int64_t, 4> Seen;
  for (int64_t Dim : D.Dims) {
    if (Rank && (Dim < -Limit || Dim >= Limit))
      return ("'" + Param + "' names dimension " + Twine(Dim) +
              " of a tensor that has " + Twine(*Rank))
          .str();
    int64_t Place = Rank && Dim < 0 ? Dim + Limit : Dim;
    if (D.Distinct && is_contained(Seen, Place))
      return ("'" + Param + "' names dimension " + Twine(Place) + " twice")
          .str();
    Seen.push_back(Place);
  }
  return std::nullopt;
}

// V23
bool GraphVerifier::verifyDimensions(const Node &N,
                                     const CallPlan::Dimensions &D,
                                     std::optional<size_t> Rank) {
  std::optional<std::string> Why = wrongDimension(D, Rank);
  if (Why)
    reportCall(diag::err_verify_dimension, N, *Why, *D.Schema);
  return !Why;
}

/// Whether \p User, a call of \p Schema, writes to \p Tensor.
static bool writes(const Node &User, const OpTarget &Target,
                   const OpSchema &Schema, const Node &Tensor) {
  if (!Schema.isMutable())
    return false;
  SmallVector<Argument, 4> Args = User.args();
  SmallVector<KwArg, 4> Kwargs = User.kwargs();
  BoundCall Bound;
  if (bindCall(Schema, Target.bindOptions(), {Args, Kwargs}, Bound))
    return false;
  bool Found = false;
  for (auto [I, Param] : enumerate(Schema.params()))
    if (const Argument *Given = Param.Type.Written ? Bound.given(I) : nullptr)
      Given->forEachNode([&](const Node *N) { Found |= N == &Tensor; });
  return Found;
}

/// Whether something before \p N may give \p Tensor another shape than its
/// `val` says, as `out=` does.
static bool mayBeResized(const Node &Tensor, const Node &N) {
  for (const Node *User : Tensor.users()) {
    if (!User->isBefore(&N))
      continue;
    const OpTarget *Target = User->opTarget();
    if (!Target || Target->overloads().empty() ||
        any_of(Target->overloads(), [&](const OpSchema &S) {
          return writes(*User, *Target, S, Tensor);
        }))
      return true;
  }
  return false;
}

static bool mayBeEmptyVector(ArrayRef<Argument> Sizes) {
  return Sizes.size() == 1 && (!Sizes[0].isInt() || Sizes[0].asInt() == 0);
}

/// Whether \p N may name these dimensions of \p Tensor.
static bool mayName(const Node &N, const CallPlan::Dimensions &D,
                    const Node &Tensor) {
  TensorType Type = Tensor.tensorType();
  if (!Type)
    return true;
  size_t Rank = Type.rank();
  int64_t Limit = std::max<int64_t>(Rank + D.Extra, 1);
  bool InRange =
      all_of(D.Dims, [&](int64_t Dim) { return Dim >= -Limit && Dim < Limit; });
  if (InRange && (!D.Distinct || D.Dims.size() < 2))
    return true;
  return (D.AnyOfScalar && !Rank) ||
         (D.SkipVectors && mayBeEmptyVector(Type.sizes())) ||
         mayBeResized(Tensor, N) || !wrongDimension(D, Rank);
}

// V23
void GraphVerifier::verifyDimensions(const Node &N, const CallPlan &Plan) {
  const CallPlan::Dimensions *Wrong = nullptr;
  for (size_t I = 0, E = Plan.Dims.size(); I != E;) {
    const CallPlan::Dimensions *First = nullptr;
    unsigned Alternative = Plan.Dims[I].Alternative;
    for (; I != E && Plan.Dims[I].Alternative == Alternative; ++I)
      if (!First && !mayName(N, Plan.Dims[I], *N.operand(Plan.Dims[I].Tensor)))
        First = &Plan.Dims[I];
    if (!First)
      return;
    if (!Wrong)
      Wrong = First;
  }
  if (Wrong)
    verifyDimensions(N, *Wrong, N.operand(Wrong->Tensor)->tensorType().rank());
}
