//===- LoweringIndexing.cpp - Indices and attributes of tensors -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Python does with the index of a tensor (torch:
// csrc/autograd/python_variable_indexing.cpp): views one dimension after the
// other, and then one call for all indices that are tensors.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "LoweringRules.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

namespace {

/// A tensor under an index.
struct Indexed {
  Argument View;
  /// For index.Tensor, None where a dimension stays; empty: there are none.
  SmallVector<Argument, 4> Tensors;
};

/// Applies an index item by item.
class Indexer {
public:
  Indexer(LoweringCall &C, const Argument &Tensor, const Argument &Index);
  /// Whether all items are of a kind that is known.
  bool isKnown() const { return Known; }
  Indexed run();

private:
  bool isNumber(const Argument &Item) const;
  void apply(const Argument &Item);
  int64_t rank() const { return typeOf(Result.View).rank(); }

  LoweringCall &C;
  SmallVector<Argument, 4> Items;
  bool Known = true;
  /// Dimensions that `...` stands for.
  int64_t Rest = 0;
  int64_t Dim = 0;
  /// What masks stand for beyond their place in the list of index.Tensor.
  int64_t Masked = 0;
  Indexed Result;
};

} // namespace

/// How many dimensions an index takes; uint8 counts as bool.
static int64_t dimsOf(const TensorType &Index) {
  bool IsMask = Index.dtype() == DType::Bool || Index.dtype() == DType::UInt8;
  return IsMask ? Index.rank() : 1;
}

/// Whether \p Item is a list of numbers, which stands for a tensor.
static bool isListOfNumbers(const Argument &Item) {
  constexpr size_t Most = 64;
  return Item.kind() == ArgKind::List && !Item.empty() && Item.size() <= Most &&
         all_of(Item.elements(), [](const Argument &A) { return A.isInt(); });
}

static Argument makeIndex(LoweringCall &C, const Argument &Numbers) {
  SmallVector<Argument, 8> Parts;
  for (const Argument &Number : Numbers.elements())
    Parts.push_back(C.call("full", {Argument::list({}), Number},
                           {{"dtype", DType::Int64}}));
  return C.call("stack", {Argument::list(Parts)});
}

bool Indexer::isNumber(const Argument &Item) const {
  Argument Raised = C.E.raise(Item);
  return Raised.isInt() || Raised.kind() == ArgKind::SymExpr;
}

Indexer::Indexer(LoweringCall &C, const Argument &Tensor, const Argument &Index)
    : C(C) {
  Result.View = Tensor;
  if (Index.kind() == ArgKind::Tuple)
    Items.assign(Index.elements().begin(), Index.elements().end());
  else
    Items.push_back(Index);
  for (Argument &Item : Items)
    if (isListOfNumbers(Item))
      Item = makeIndex(C, Item);
  int64_t Consumed = 0;
  unsigned NumEllipses = 0;
  for (const Argument &Item : Items) {
    TensorType Type = typeOf(Item);
    if (Type) {
      // A mask without dimensions adds one.
      Known &= dimsOf(Type) != 0;
      Consumed += dimsOf(Type);
    } else if (isNumber(Item) || Item.kind() == ArgKind::Slice) {
      ++Consumed;
    } else if (Item.kind() == ArgKind::Ellipsis) {
      ++NumEllipses;
    } else if (!Item.isNone()) {
      Known = false;
    }
  }
  Rest = rank() - Consumed;
  Known &= NumEllipses <= 1 && Rest >= 0;
}

void Indexer::apply(const Argument &Item) {
  if (TensorType Type = typeOf(Item)) {
    Result.Tensors.resize(Dim - Masked);
    Result.Tensors.push_back(Item);
    int64_t Count = dimsOf(Type);
    Dim += Count;
    Masked += Count - 1;
    return;
  }
  if (isNumber(Item)) {
    Result.View = C.call("select.int", {Result.View, Dim, Item});
    return;
  }
  if (Item.isNone()) {
    Result.View = C.call("unsqueeze", {Result.View, Dim++});
    return;
  }
  if (Item.kind() == ArgKind::Ellipsis) {
    Dim += Rest;
    return;
  }
  Argument Start = Item[0], Stop = Item[1], Step = Item[2];
  bool IsWhole = (Start.isNone() || Start == Argument(0)) && Stop.isNone() &&
                 (Step.isNone() || Step == Argument(1));
  if (!IsWhole)
    Result.View = C.call("slice.Tensor", {Result.View, Dim, Start, Stop,
                                          Step.isNone() ? Argument(1) : Step});
  ++Dim;
}

Indexed Indexer::run() {
  for (const Argument &Item : Items)
    if (!C.E.failed())
      apply(Item);
  return Result;
}

/// `a[i]` of a tuple, list or dictionary of values.
static std::optional<Argument> itemOf(Engine &E, const Argument &Of,
                                      const Argument &Index) {
  if (Of.kind() == ArgKind::Dict) {
    ArrayRef<Argument> Entries = Of.elements();
    for (size_t I = 0; I + 1 < Entries.size(); I += 2)
      if (Entries[I] == Index)
        return Entries[I + 1];
    return std::nullopt;
  }
  if (!Of.isSequence() || Of.kind() == ArgKind::NamedTuple)
    return std::nullopt;
  int64_t Size = Of.size();
  if (Argument I = E.raise(Index); I.isInt()) {
    int64_t At = I.asInt() < 0 ? I.asInt() + Size : I.asInt();
    return At >= 0 && At < Size ? std::optional<Argument>(Of[At])
                                : std::nullopt;
  }
  if (Index.kind() != ArgKind::Slice)
    return std::nullopt;
  auto Bound = [&](unsigned Part, int64_t Default) -> std::optional<int64_t> {
    Argument A = E.raise(Index[Part]);
    if (A.isNone())
      return Default;
    if (!A.isInt())
      return std::nullopt;
    return A.asInt();
  };
  std::optional<int64_t> Step = Bound(2, 1);
  if (!Step || *Step == 0)
    return std::nullopt;
  bool Up = *Step > 0;
  std::optional<int64_t> Start = Bound(0, Up ? 0 : Size - 1),
                         Stop = Bound(1, Up ? Size : -1 - Size);
  if (!Start || !Stop)
    return std::nullopt;
  auto Clamp = [&](int64_t At) {
    At = At < 0 ? At + Size : At;
    return Up ? std::clamp<int64_t>(At, 0, Size)
              : std::clamp<int64_t>(At, -1, Size - 1);
  };
  SmallVector<Argument, 4> Items;
  for (int64_t I = Clamp(*Start), End = Clamp(*Stop); Up ? I < End : I > End;
       I += *Step)
    Items.push_back(Of[I]);
  return Of.kind() == ArgKind::List ? Argument::list(Items)
                                    : Argument::tuple(Items);
}

std::optional<Argument> decomposition::lowerGetItem(LoweringCall &C) {
  if (C.Args.size() != 2)
    return std::nullopt;
  if (!typeOf(C.Args[0]))
    return itemOf(C.E, C.Args[0], C.Args[1]);
  Indexer I(C, C.Args[0], C.Args[1]);
  if (!I.isKnown())
    return std::nullopt;
  Indexed Of = I.run();
  if (Of.Tensors.empty())
    return Of.View;
  return C.call("index.Tensor", {Of.View, Argument::list(Of.Tensors)});
}

std::optional<Argument> decomposition::lowerSetItem(LoweringCall &C) {
  if (C.Args.size() != 3 || !typeOf(C.Args[0]))
    return std::nullopt;
  Argument Value = C.Args[2];
  TensorType Given = typeOf(Value);
  if (!Given && !Value.isInt() && !Value.isFloat() && !Value.isBool())
    return std::nullopt;
  Indexer I(C, C.Args[0], C.Args[1]);
  if (!I.isKnown())
    return std::nullopt;
  Indexed Of = I.run();
  TensorType Type = typeOf(Of.View);
  if (C.E.failed() || !Type)
    return std::nullopt;
  if (!Of.Tensors.empty()) {
    if (!Given)
      Value = C.call("full", {Argument::list({}), Value},
                     {{"dtype", Type.dtype()}, {"device", Type.device()}});
    (void)C.call("index_put_", {Of.View, Argument::list(Of.Tensors), Value});
  } else if (!Given) {
    (void)C.call("fill_.Scalar", {Of.View, Value});
  } else {
    // Python drops leading dimensions of size 1.
    Dims Sizes(Given.sizes());
    while (Sizes.size() > Type.rank() && SymbolicMath::isInt(Sizes[0], 1))
      Sizes.erase(Sizes.begin());
    if (Sizes.size() != Given.rank())
      Value = C.call("view", {Value, Argument::list(Sizes)});
    (void)C.call("copy_", {Of.View, Value});
  }
  return Argument();
}

/// The place of the result called \p Name of what \p N calls.
static std::optional<unsigned> resultPlace(const Node &N, StringRef Name) {
  std::optional<BoundCall> Bound = N.opTarget() ? tryBindCall(N) : std::nullopt;
  if (!Bound)
    return std::nullopt;
  ArrayRef<SchemaReturn> Returns = Bound->schema().returns();
  for (unsigned I = 0; I != Returns.size(); ++I)
    if (Returns[I].Name == Name)
      return I;
  return StringSwitch<std::optional<unsigned>>(Name)
      .Case("values", 0)
      .Case("indices", 1)
      .Default(std::nullopt);
}

std::optional<Argument> decomposition::lowerGetAttr(LoweringCall &C) {
  if (C.Args.size() < 2 || !C.Args[1].isString())
    return std::nullopt;
  StringRef Name = C.Args[1].str();
  if (C.Args[0].isSequence() && C.N.numOperands() == 1) {
    std::optional<unsigned> Place = resultPlace(*C.N.operand(0), Name);
    if (Place && *Place < C.Args[0].size())
      return C.Args[0][*Place];
    return std::nullopt;
  }
  TensorType Type = typeOf(C.Args[0]);
  if (!Type)
    return std::nullopt;
  if (Name == "shape")
    return Argument::tuple(Type.sizes());
  if (Name == "ndim")
    return Argument(int64_t(Type.rank()));
  if (std::optional<Argument> Constant = constantAttribute(Type, Name))
    return Constant;
  if (Name == "is_cuda" && Type.isOnCPU())
    return Argument(false);
  StringRef Op = StringSwitch<StringRef>(Name)
                     .Case("T", "numpy_T")
                     .Case("mT", "mT")
                     .Case("H", "matrix_H")
                     .Case("mH", "mH")
                     .Case("real", "real")
                     .Case("imag", "imag")
                     .Case("data", "detach")
                     .Default("");
  if (Op.empty())
    return std::nullopt;
  return C.call(Op, {C.Args[0]});
}
