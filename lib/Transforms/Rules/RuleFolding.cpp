//===- RuleFolding.cpp - Constants that rules compute ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators that weights are folded with, on elements as doubles: LibTorch
// is not needed for them.
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/RuleFolding.h"
#include "State/KnownWeights.h"
#include "fx/IR/OpBinding.h"
#include "fx/Transforms/StateEditor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

namespace {

/// What fold() can compute.
enum class FoldOp : uint8_t {
  None,
  Copy,   ///< The same elements in the same order, maybe with other sizes.
  Map,    ///< A function of the elements of one operand.
  Zip,    ///< The same for two operands, or one and a number.
  Expand, ///< Sizes are broadcast.
  Permute,
  Cat,
  Sum
};

/// When elements are rounded to the types of the calls that gave them: always,
/// or, where a constant of the type `Result` is computed in double, by casts,
/// and where a call computes in fewer bits than that constant has. A program
/// that does so wants the rounding.
struct Rounding {
  std::optional<DType> Result;

  bool inDouble() const { return Result.has_value(); }
  bool applies(const Node &N) const;
};

class FoldingHost final : public RuleHost {
public:
  FoldingHost(GraphModule &M, bool Inference) : M(M), Inference(Inference) {}

  bool isConstant(const Node &N) override { return isConstant(N, 0); }
  Expected<std::vector<double>> elements(const Node &N) override;
  Expected<Node *> fold(Node &Value, bool InDouble) override;
  uint64_t bytesFreed(const Node &State) override;
  bool erase(Node &State) override;
  Expected<Node *> addState(StringRef Path, DType T, ArrayRef<int64_t> Sizes,
                            StringRef Bytes) override;

private:
  static constexpr unsigned MaxDepth = 16;

  StateEditor &state();
  bool isConstant(const Node &N, unsigned Depth);
  bool isConstantState(StringRef Path);
  Expected<TensorData> evaluate(const Node &N, Rounding R, unsigned Depth);
  Expected<TensorData> compute(const Node &N, FoldOp Op, const BoundCall &Call,
                               Rounding R, unsigned Depth);
  Expected<TensorData> zip(const Node &N, const BoundCall &Call, Rounding R,
                           unsigned Depth);
  Expected<TensorData> cat(const Node &N, const BoundCall &Call, Rounding R,
                           unsigned Depth);
  /// The first state that \p N is made of.
  const Node *firstState(const Node &N, unsigned Depth);

  GraphModule &M;
  bool Inference;
  std::optional<StateEditor> State;
  /// How many nodes name each state.
  StringMap<unsigned> NumNodes;
  StringMap<bool> Known;
};

} // namespace

std::unique_ptr<RuleHost> fx::makeRuleHost(GraphModule &M, bool Inference) {
  return std::make_unique<FoldingHost>(M, Inference);
}

static Error cannot(const Twine &Why) { return createStringError(Why); }

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

StateEditor &FoldingHost::state() {
  if (State)
    return *State;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (Node *N : G.nodes())
      if (N->isPlaceholder() || N->isGetAttr())
        if (std::string Path = StateEditor::pathOf(*N); !Path.empty())
          ++NumNodes[Path];
  });
  return State.emplace(M);
}

bool FoldingHost::isConstantState(StringRef Path) {
  StateEditor &Editor = state();
  auto [It, New] = Known.try_emplace(Path);
  if (!New)
    return It->second;
  const TensorAttr *T = M.state(Path);
  return It->second = T && T->isTensor() &&
                      (Inference || !T->mayHaveGradient()) &&
                      Editor.isFixed(Path) && hasElements(M, *T, Path);
}

uint64_t FoldingHost::bytesFreed(const Node &N) {
  std::string Path = StateEditor::pathOf(N);
  StateEditor &Editor = state();
  if (Path.empty() || NumNodes.lookup(Path) > 1 || Editor.isShared(Path) ||
      StateEditor::isOfPreserved(M, Path))
    return 0;
  TensorType T = N.tensorType();
  auto Sizes = T ? T.fixedSizes() : std::nullopt;
  std::optional<uint64_t> Count = Sizes ? elementCount(*Sizes) : std::nullopt;
  return Count ? *Count * elementSize(T.dtype()) : 0;
}

bool FoldingHost::erase(Node &N) {
  std::string Path = StateEditor::pathOf(N);
  if (Path.empty() || !state().erase(N))
    return false;
  --NumNodes[Path];
  return true;
}

Expected<Node *> FoldingHost::addState(StringRef Path, DType T,
                                       ArrayRef<int64_t> Sizes,
                                       StringRef Bytes) {
  M.setTreeKind(GraphModule::TreeKind::Closed);
  Expected<Node *> N =
      StateEditor(M).addBuffer(Path, TensorData::ofBytes(T, Sizes, Bytes));
  if (N && !(*N)->val())
    (*N)->setVal(M.state(StateEditor::pathOf(**N))->typeWithGradient());
  return N;
}

//===----------------------------------------------------------------------===//
// What is computed
//===----------------------------------------------------------------------===//

static bool isCast(const Node &N) {
  return is_contained({"to", "_to_copy"}, N.opTarget()->op().name());
}

bool Rounding::applies(const Node &N) const {
  return !Result || isCast(N) ||
         itemSize(N.tensorType().dtype()) < itemSize(*Result);
}

static FoldOp foldOpOf(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return FoldOp::None;
  // A view of another type shows the bits, and not the numbers.
  const Node *Of = N.numOperands() ? N.operand(0) : nullptr;
  TensorType OfType = Of ? Of->tensorType() : TensorType();
  if (OfType && Target->op().name() == "view" &&
      OfType.dtype() != N.tensorType().dtype())
    return FoldOp::None;
  // What is computed here has no imaginary parts.
  if (OfType && isComplexType(OfType.dtype()))
    return FoldOp::None;
  return StringSwitch<FoldOp>(Target->op().name())
      .Cases("reshape", "view", "_unsafe_view", "flatten", "unsqueeze",
             FoldOp::Copy)
      .Cases("squeeze", "unflatten", "contiguous", "clone", "detach",
             FoldOp::Copy)
      .Cases("to", "_to_copy", "alias", FoldOp::Copy)
      .Cases("neg", "sqrt", "rsqrt", "reciprocal", "square", "abs", FoldOp::Map)
      .Cases("add", "sub", "rsub", "mul", "div", FoldOp::Zip)
      .Cases("expand", "expand_as", FoldOp::Expand)
      .Cases("permute", "transpose", "t", FoldOp::Permute)
      .Case("cat", FoldOp::Cat)
      .Case("sum", FoldOp::Sum)
      .Default(FoldOp::None);
}

/// A real tensor of fixed sizes.
static bool isReal(const Node &N) {
  TensorType T = N.tensorType();
  return T && T.fixedSizes() && isFloatType(T.dtype()) &&
         !isComplexType(T.dtype()) && T.isOnCPU();
}

bool FoldingHost::isConstant(const Node &N, unsigned Depth) {
  // State that is made has its node in the root graph.
  if (&N.graph() != &M.graph() || Depth == MaxDepth)
    return false;
  if (N.isPlaceholder() || N.isGetAttr()) {
    std::string Path = StateEditor::pathOf(N);
    return !Path.empty() && isConstantState(Path);
  }
  return foldOpOf(N) != FoldOp::None && N.numOperands() && isReal(N) &&
         all_of(N.allInputNodes(),
                [&](const Node *O) { return isConstant(*O, Depth + 1); });
}

Expected<std::vector<double>> FoldingHost::elements(const Node &N) {
  Expected<TensorData> Data = evaluate(N, Rounding(), 0);
  if (!Data)
    return Data.takeError();
  return Data->toDoubles();
}

/// The integers of an argument that is one, or a list.
static std::optional<SmallVector<int64_t, 6>> integersOf(const Argument &A) {
  SmallVector<int64_t, 6> Items;
  if (A.isInt())
    return SmallVector<int64_t, 6>{A.asInt()};
  if (!A.isSequence())
    return std::nullopt;
  for (const Argument &Item : A.elements()) {
    if (!Item.isInt())
      return std::nullopt;
    Items.push_back(Item.asInt());
  }
  return Items;
}

/// Which dimension of the operand each one of the result is.
static std::optional<SmallVector<int64_t, 6>>
permutationOf(StringRef Op, const BoundCall &Call, Context &Ctx, int64_t Rank) {
  SmallVector<int64_t, 6> Dims;
  for (int64_t I = 0; I != Rank; ++I)
    Dims.push_back(I);
  if (Op == "t") {
    if (Rank == 2)
      std::swap(Dims[0], Dims[1]);
    return Dims;
  }
  SmallVector<int64_t, 6> Given;
  if (Op == "permute") {
    auto Listed = integersOf(Call.value(Ctx, "dims"));
    if (!Listed || Listed->size() != size_t(Rank))
      return std::nullopt;
    Given = *Listed;
  } else {
    for (StringRef Param : {"dim0", "dim1"}) {
      Argument A = Call.value(Ctx, Param);
      if (!A.isInt())
        return std::nullopt;
      Given.push_back(A.asInt());
    }
  }
  for (int64_t &D : Given) {
    D = D < 0 ? D + Rank : D;
    if (D < 0 || D >= Rank)
      return std::nullopt;
  }
  if (Op == "permute")
    return Given;
  std::swap(Dims[Given[0]], Dims[Given[1]]);
  return Dims;
}

static TensorData inDouble(ArrayRef<int64_t> Sizes, ArrayRef<double> Values) {
  return TensorData::of<double>(DType::Float64, Sizes, Values);
}

/// Calls \p Visit with each position of \p Sizes, in row-major order.
static void forEachPosition(ArrayRef<int64_t> Sizes,
                            function_ref<void(ArrayRef<int64_t>)> Visit) {
  SmallVector<int64_t, 6> At(Sizes.size());
  for (uint64_t Count = *elementCount(Sizes); Count != 0; --Count) {
    Visit(At);
    for (size_t D = Sizes.size(); D-- != 0;) {
      if (++At[D] != Sizes[D])
        break;
      At[D] = 0;
    }
  }
}

static SmallVector<int64_t, 6> rowMajorStrides(ArrayRef<int64_t> Sizes) {
  SmallVector<int64_t, 6> Strides(Sizes.size(), 1);
  for (size_t I = Sizes.size(); I-- > 1;)
    Strides[I - 1] = Strides[I] * Sizes[I];
  return Strides;
}

static TensorData permute(const TensorData &Of, ArrayRef<int64_t> Dims) {
  SmallVector<int64_t, 6> Sizes, Steps, Strides = rowMajorStrides(Of.sizes());
  for (int64_t D : Dims) {
    Sizes.push_back(Of.sizes()[D]);
    Steps.push_back(Strides[D]);
  }
  std::vector<double> Old = Of.toDoubles(), New;
  New.reserve(Old.size());
  forEachPosition(Sizes, [&](ArrayRef<int64_t> At) {
    int64_t From = 0;
    for (size_t I = 0; I != At.size(); ++I)
      From += At[I] * Steps[I];
    New.push_back(Old[From]);
  });
  return inDouble(Sizes, New);
}

/// Sums over the dimensions that \p Sizes lacks; \p Kept says which stay.
static TensorData sumOver(const TensorData &Of, ArrayRef<bool> Kept,
                          ArrayRef<int64_t> Sizes) {
  SmallVector<int64_t, 6> Steps(Of.rank(), 0);
  int64_t Count = 1;
  for (size_t I = Of.rank(); I-- != 0;)
    if (Kept[I]) {
      Steps[I] = Count;
      Count *= Of.sizes()[I];
    }
  std::vector<double> Sums(Count, 0.0), Values = Of.toDoubles();
  size_t Next = 0;
  forEachPosition(Of.sizes(), [&](ArrayRef<int64_t> At) {
    int64_t Into = 0;
    for (size_t I = 0; I != At.size(); ++I)
      Into += At[I] * Steps[I];
    Sums[Into] += Values[Next++];
  });
  return inDouble(Sizes, Sums);
}

/// `%a op %b` for elements; \p Alpha is a factor of the second.
static double combine(StringRef Op, double A, double B, double Alpha) {
  if (Op == "add")
    return A + Alpha * B;
  if (Op == "sub")
    return A - Alpha * B;
  if (Op == "rsub")
    return B - Alpha * A;
  return Op == "mul" ? A * B : A / B;
}

static double apply(StringRef Op, double A) {
  if (Op == "neg")
    return -A;
  if (Op == "sqrt")
    return std::sqrt(A);
  if (Op == "rsqrt")
    return 1.0 / std::sqrt(A);
  if (Op == "reciprocal")
    return 1.0 / A;
  return Op == "square" ? A * A : std::abs(A);
}

static std::optional<double> numberOf(const Argument &A) {
  if (A.isFloat())
    return A.asFloat();
  if (A.isInt())
    return double(A.asInt());
  return std::nullopt;
}

Expected<TensorData> FoldingHost::zip(const Node &N, const BoundCall &Call,
                                      Rounding R, unsigned Depth) {
  Context &Ctx = M.context();
  StringRef Op = N.opTarget()->op().name();
  double Alpha = 1;
  ArrayRef<SchemaParam> Params = Call.schema().params();
  for (size_t I = 2; I != Params.size(); ++I) {
    if (!Call.isGiven(I))
      continue;
    std::optional<double> Given = numberOf(Call.value(Ctx, I));
    if (Params[I].Name != "alpha" || !Given)
      return cannot("an argument of %" + N.name() + " is not known");
    Alpha = *Given;
    // A product and a sum may be rounded together.
    if (Alpha != 1 && !R.inDouble())
      return cannot("how often kernels round in %" + N.name() +
                    " is not known; fold64 does not ask for it");
  }
  TensorData Operands[2];
  for (unsigned I = 0; I != 2; ++I) {
    Argument A = Call.value(Ctx, I);
    if (std::optional<double> Number = numberOf(A)) {
      // Kernels take numbers in the type of the elements.
      if (!R.inDouble() && N.tensorType().dtype() == DType::Float32)
        Number = double(float(*Number));
      Operands[I] = TensorData::full(DType::Float64, {}, *Number);
      continue;
    }
    if (!A.isNode())
      return cannot("an operand of %" + N.name() + " is not known");
    Expected<TensorData> Data = evaluate(*A.asNode(), R, Depth + 1);
    if (!Data)
      return Data;
    Operands[I] = std::move(*Data);
  }
  return TensorData::zip(Operands[0], Operands[1], [&](double A, double B) {
    return combine(Op, A, B, Alpha);
  });
}

Expected<TensorData> FoldingHost::cat(const Node &N, const BoundCall &Call,
                                      Rounding R, unsigned Depth) {
  Argument Parts = Call.value(M.context(), 0u);
  Argument Dim = Call.value(M.context(), 1u);
  SmallVector<int64_t, 6> Sizes = *N.tensorType().fixedSizes();
  int64_t Rank = Sizes.size();
  if (!Parts.isSequence() || !Dim.isInt() || Dim.asInt() < -Rank ||
      Dim.asInt() >= Rank)
    return cannot("the parts of %" + N.name() + " are not known");
  int64_t D = Dim.asInt() < 0 ? Dim.asInt() + Rank : Dim.asInt();
  SmallVector<int64_t, 6> Strides = rowMajorStrides(Sizes);
  std::vector<double> Values(*elementCount(Sizes));
  int64_t Begin = 0;
  for (const Argument &Part : Parts.elements()) {
    Expected<TensorData> Data = evaluate(*Part.asNode(), R, Depth + 1);
    if (!Data)
      return Data;
    if (int64_t(Data->rank()) != Rank)
      return cannot("a part of %" + N.name() + " has another rank");
    std::vector<double> Elements = Data->toDoubles();
    size_t Next = 0;
    forEachPosition(Data->sizes(), [&](ArrayRef<int64_t> At) {
      int64_t Into = Begin * Strides[D];
      for (int64_t I = 0; I != Rank; ++I)
        Into += At[I] * Strides[I];
      Values[Into] = Elements[Next++];
    });
    Begin += Data->sizes()[D];
  }
  return inDouble(Sizes, Values);
}

Expected<TensorData> FoldingHost::compute(const Node &N, FoldOp Op,
                                          const BoundCall &Call, Rounding R,
                                          unsigned Depth) {
  SmallVector<int64_t, 6> Sizes = *N.tensorType().fixedSizes();
  StringRef Name = N.opTarget()->op().name();
  if (Op == FoldOp::Zip)
    return zip(N, Call, R, Depth);
  if (Op == FoldOp::Cat)
    return cat(N, Call, R, Depth);
  Argument First = Call.value(M.context(), 0u);
  if (!First.isNode())
    return cannot("the operand of %" + N.name() + " is not known");
  Expected<TensorData> Of = evaluate(*First.asNode(), R, Depth + 1);
  if (!Of)
    return Of;
  switch (Op) {
  case FoldOp::Copy:
    return Of->reshape(Sizes);
  case FoldOp::Map:
    return Of->map([&](double V) { return apply(Name, V); });
  case FoldOp::Expand: {
    Expected<TensorData> Expanded = Of->expand(Sizes);
    if (!Expanded)
      return Expanded;
    return inDouble(Sizes, Expanded->toDoubles());
  }
  case FoldOp::Permute:
    if (auto Dims = permutationOf(Name, Call, M.context(), Of->rank()))
      return permute(*Of, *Dims);
    return cannot("the dimensions of %" + N.name() + " are not known");
  default:
    break;
  }
  SmallVector<bool, 6> Kept(Of->rank(), true);
  auto Dims = Call.schema().params().size() > 1
                  ? integersOf(Call.value(M.context(), 1u))
                  : std::nullopt;
  if (!Dims || Dims->empty())
    return cannot("the dimensions of %" + N.name() + " are not known");
  for (int64_t D : *Dims) {
    D = D < 0 ? D + int64_t(Of->rank()) : D;
    if (D < 0 || D >= int64_t(Of->rank()))
      return cannot("%" + N.name() + " has not as many dimensions");
    Kept[D] = false;
  }
  return sumOver(*Of, Kept, Sizes);
}

/// Whether every kernel gives the nearest number to what is computed exactly.
static bool isRoundedOnce(const Node &N, FoldOp Op) {
  if (Op != FoldOp::Map && Op != FoldOp::Zip)
    return Op != FoldOp::Sum;
  DType T = N.tensorType().dtype();
  StringRef Name = N.opTarget()->op().name();
  return (T == DType::Float32 || T == DType::Float64) && Name != "rsqrt" &&
         Name != "rsub";
}

/// The elements of \p N as doubles in row-major order, each rounded as \p R
/// says.
Expected<TensorData> FoldingHost::evaluate(const Node &N, Rounding R,
                                           unsigned Depth) {
  if (Depth > MaxDepth)
    return cannot("there are more than " + Twine(MaxDepth) +
                  " operators from %" + N.name() + " to the state");
  if (N.isPlaceholder() || N.isGetAttr()) {
    if (!isConstant(N))
      return cannot("%" + N.name() + " is not constant");
    Expected<TensorData> Data = state().read(N);
    if (!Data)
      return Data;
    return inDouble(Data->sizes(), Data->toDoubles());
  }
  FoldOp Op = foldOpOf(N);
  std::optional<BoundCall> Call =
      Op == FoldOp::None ? std::nullopt : tryBindCall(N);
  if (!Call)
    return cannot("nothing computes %" + N.name() + " here");
  if (!isReal(N))
    return cannot("%" + N.name() +
                  " is not a tensor of real numbers of fixed sizes");
  if (!R.inDouble() && !isRoundedOnce(N, Op))
    return cannot("what kernels make of %" + N.name() +
                  " is not known to the last bit; fold64 does not ask for it");
  Expected<TensorData> Value = compute(N, Op, *Call, R, Depth);
  if (!Value || !R.applies(N))
    return Value;
  TensorData Rounded = Value->to(N.tensorType().dtype());
  return inDouble(Rounded.sizes(), Rounded.toDoubles());
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

const Node *FoldingHost::firstState(const Node &N, unsigned Depth) {
  if (!StateEditor::pathOf(N).empty() || Depth > MaxDepth)
    return &N;
  const Node *First = nullptr;
  for (const Node *O : N.allInputNodes()) {
    const Node *State = firstState(*O, Depth + 1);
    // A weight gives its name, not a factor of it.
    if (State &&
        (!First || State->tensorType().rank() > First->tensorType().rank()))
      First = State;
  }
  return First;
}

/// The smallest number that \p T holds with all of its bits.
static double smallestNormal(DType T) {
  switch (T) {
  case DType::Float16:
    return 0x1p-14;
  case DType::Float64:
    return 0x1p-1022;
  default: // bfloat16, float32
    return 0x1p-126;
  }
}

/// Whether all of a row, the weights of one output, lose bits as numbers of
/// \p T. A few of them do not matter beside others.
static bool hasFadingRow(const TensorData &Data, DType T) {
  std::vector<double> Elements = Data.toDoubles();
  size_t Rows = Data.rank() > 1 ? Data.sizes()[0] : 1;
  size_t Length = Rows ? Elements.size() / Rows : 0;
  for (size_t I = 0; I != Rows; ++I) {
    double Largest = 0;
    for (double V : ArrayRef(Elements).slice(I * Length, Length))
      Largest = std::max(Largest, std::abs(V));
    if (Largest != 0 && Largest < smallestNormal(T))
      return true;
  }
  return false;
}

Expected<Node *> FoldingHost::fold(Node &N, bool InDouble) {
  if (!isReal(N))
    return cannot("%" + N.name() +
                  " is not a tensor of real numbers of fixed sizes");
  if ((N.isPlaceholder() || N.isGetAttr()) && isConstant(N))
    return &N;
  Rounding R;
  if (InDouble)
    R.Result = N.tensorType().dtype();
  Expected<TensorData> Value = evaluate(N, R, 0);
  if (!Value)
    return Value.takeError();
  TensorType Type = N.tensorType();
  TensorData Data = Value->to(Type.dtype());
  if (ArrayRef<int64_t>(*Type.fixedSizes()) != Data.sizes())
    return cannot("%" + N.name() + " has other sizes than 'val' says");
  if (!all_of(Data.toDoubles(), [](double V) { return std::isfinite(V); }))
    return cannot("an element of %" + N.name() + " would not be finite");
  if (InDouble && hasFadingRow(*Value, Type.dtype()))
    return cannot("elements of %" + N.name() + " would be too small for " +
                  toString(Type.dtype()));
  if (auto Strides = Type.fixedStrides()) {
    Expected<TensorData> Laid = Data.withStrides(*Strides);
    if (!Laid)
      return Laid.takeError();
    Data = std::move(*Laid);
  }
  const Node *From = firstState(N, 0);
  std::string Path = From ? StateEditor::pathOf(*From) : "folded";
  const TensorAttr *Old = M.state(Path);
  bool IsParameter = Old && Old->Role == TensorAttr::Parameter;
  InsertionGuard At = N.graph().insertingBefore(&N);
  Expected<Node *> New =
      IsParameter ? state().addParameter(Path, Data, Old->RequiresGrad)
                  : state().addBuffer(Path, Data);
  if (!New)
    return New;
  if (!(*New)->val())
    (*New)->setVal(M.state(StateEditor::pathOf(**New))->typeWithGradient());
  std::string NewPath = StateEditor::pathOf(**New);
  ++NumNodes[NewPath];
  Known[NewPath] = true;
  return New;
}
