//===- ValueCall.cpp - A call as value rules see it -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ValueCall.h"
#include "ValueRules.h"
#include "fx/Analysis/Autocast.h"
#include "fx/IR/Context.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Literal.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpInfo.h"
#include "fx/IR/TensorGeometry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static const OpSchema &emptySchema() {
  static const OpSchema Empty;
  return Empty;
}

ValueCall::ValueCall(const Node &N, const OpSchema *Schema, SymbolicMath &Math,
                     const GraphModule *M)
    : N(N), Schema(Schema ? Schema : &emptySchema()), Given(this->Schema),
      Math(Math), M(M), Ctx(N.context()) {}

ValueCall::ValueCall(const Node &N, const BoundCall &Call, SymbolicMath &Math,
                     const GraphModule *M)
    : ValueCall(N, &Call.schema(), Math, M) {
  Bound = &Call;
}

ValueCall ValueCall::element(const OpSchema &Schema, StringRef Op,
                             size_t I) const {
  ValueCall Part(N, &Schema, Math, M);
  Part.Given = Given;
  Part.PartOf = Op;
  Part.Element = I;
  return Part;
}

StringRef ValueCall::opName() const {
  if (!PartOf.empty())
    return PartOf;
  const OpTarget *Target = N.opTarget();
  return Target ? Target->op().name() : StringRef();
}

Argument ValueCall::fail(const Twine &Why) {
  if (!Failed)
    Reason = Why.str();
  Failed = true;
  return Argument::none();
}

Argument ValueCall::valueOf(const Node &Operand) {
  if (const Argument *Val = Operand.val()) {
    TensorValue Tensor(*Val);
    if (!OperandType || !Tensor ||
        !isAutocast(TensorType(*Val), OperandDevice, *OperandType))
      return *Val;
    return resultLike(Tensor, *OperandType);
  }
  return fail("operand %" + Operand.name() + " has no val");
}

Argument ValueCall::valueOf(const Argument &A) {
  if (Node *Operand = A.asNode())
    return valueOf(*Operand);
  if (!A.containsNode())
    return A;
  return A.mapNodes([&](Node *Operand) { return valueOf(*Operand); });
}

std::optional<unsigned> ValueCall::param(StringRef Name) const {
  if (std::optional<unsigned> I = Schema->findParam(Name))
    return I;
  // What functions of Python call the parameters of ATen.
  static constexpr std::pair<StringLiteral, StringLiteral> Others[] = {
      {"self", "input"},
      {"self", "tensor"},
      {"self", "a"},
      {"other", "b"},
      {"indices", "input"},
      {"split_size", "split_size_or_sections"},
      {"split_sizes", "split_size_or_sections"}};
  for (const auto &[Ours, Other] : Others)
    if (Name == Ours)
      if (std::optional<unsigned> I = Schema->findParam(Other))
        return I;
  return std::nullopt;
}

/// Defaults of schemas: mostly small numbers.
static Argument parseDefault(Context &Ctx, StringRef Text) {
  int64_t Number;
  if (Text == "None")
    return Argument::none();
  if (Text == "False" || Text == "True")
    return Text == "True";
  if (!Text.getAsInteger(10, Number))
    return Number;
  Expected<Argument> Value = parseLiteral(Ctx, Text);
  if (Value)
    return *Value;
  consumeError(Value.takeError());
  return Argument::none();
}

Argument ValueCall::raw(unsigned I) {
  if (Bound)
    return I < Bound->size() ? Bound->value(Ctx, I) : Argument::none();
  if (I < N.numArgs())
    return N.arg(I);
  if (I >= Schema->params().size())
    return fail("argument " + Twine(I + 1) + " is missing");
  const SchemaParam &Param = Given->params()[I];
  for (unsigned K = 0, E = N.numKwargs(); K != E; ++K)
    if (N.kwargName(K).str() == Param.Name)
      return N.kwargValue(K);
  if (Param.HasDefault)
    return parseDefault(Ctx, Param.Default);
  return fail("argument '" + Param.Name + "' is missing");
}

Argument ValueCall::get(unsigned I) {
  Argument A = valueOf(raw(I));
  const SchemaParam *Param = Element ? &Schema->params()[I] : nullptr;
  // One number for each element, which data tell.
  if (Param && Param->Name == "scalars" && TensorValue(A))
    return Argument::none();
  if (!Param || !A.isSequence() || Param->Type.isList())
    return A;
  return *Element < A.size() ? A[*Element] : fail("the lists differ in length");
}

Argument ValueCall::get(StringRef Name) {
  std::optional<unsigned> I = param(Name);
  return I ? get(*I) : Argument::none();
}

TensorValue ValueCall::tensor(unsigned I) {
  TensorValue T(get(I));
  if (!T)
    fail("argument " + Twine(I + 1) + " is not a tensor");
  return T;
}

TensorValue ValueCall::tensor(StringRef Name) {
  std::optional<unsigned> I = param(Name);
  if (!I) {
    fail("there is no parameter '" + Name + "'");
    return {};
  }
  TensorValue T(get(*I));
  if (!T)
    fail("'" + Name + "' is not a tensor");
  return T;
}

TensorValue ValueCall::optionalTensor(StringRef Name) {
  std::optional<unsigned> I = param(Name);
  return I ? TensorValue(get(*I)) : TensorValue();
}

SmallVector<TensorValue, 4> ValueCall::tensors(StringRef Name) {
  SmallVector<TensorValue, 4> Result;
  Argument List = get(Name);
  if (!List.isNone() && !List.isSequence()) {
    fail("'" + Name + "' is not a list");
    return Result;
  }
  for (const Argument &A : List.elements()) {
    TensorValue T(A);
    if (!T)
      fail("'" + Name + "' holds something that is not a tensor");
    else
      Result.push_back(std::move(T));
  }
  return Result;
}

int64_t ValueCall::integer(StringRef Name) {
  Argument A = get(Name);
  if (A.isInt())
    return A.asInt();
  if (A.isBool())
    return A.asBool();
  // The losses of torch.nn.functional name it.
  if (Name == "reduction" && A.isString())
    if (int64_t I = StringSwitch<int64_t>(A.str())
                        .Case("none", 0)
                        .Case("mean", 1)
                        .Case("sum", 2)
                        .Default(-1);
        I >= 0)
      return I;
  fail("'" + Name + "' is not a constant integer");
  return 0;
}

bool ValueCall::flag(StringRef Name) {
  Argument A = get(Name);
  if (A.isInt())
    return A.asInt() != 0;
  return A.isBool() && A.asBool();
}

static bool isSize(const Argument &A) {
  return A.isInt() || A.kind() == ArgKind::SymExpr;
}

Dim ValueCall::size(StringRef Name) {
  Argument A = get(Name);
  if (A.isBool())
    return int64_t(A.asBool());
  if (!isSize(A) && !A.isNone())
    return fail("'" + Name + "' is not an integer");
  return A;
}

Dims ValueCall::sizes(StringRef Name, unsigned Count) {
  Argument A = get(Name);
  Dims Result;
  if (isSize(A)) {
    Result.assign(std::max(Count, 1u), A);
    return Result;
  }
  for (const Argument &E : A.elements()) {
    if (!isSize(E)) {
      fail("'" + Name + "' holds something that is not an integer");
      return {};
    }
    Result.push_back(E);
  }
  if (Result.size() == 1 && Count > 1)
    Result.assign(Count, Dim(Result[0]));
  return Result;
}

SmallVector<int64_t, 6> ValueCall::integers(StringRef Name, unsigned Count) {
  SmallVector<int64_t, 6> Result;
  for (const Dim &D : sizes(Name, Count)) {
    if (!D.isInt())
      fail("'" + Name + "' is symbolic");
    Result.push_back(D.isInt() ? D.asInt() : 0);
  }
  return Result;
}

unsigned ValueCall::wrapDim(int64_t D, size_t Rank) {
  int64_t Bound = std::max<int64_t>(Rank, 1);
  if (D < -Bound || D >= Bound) {
    mismatch("there is no dimension " + Twine(D) + " among " + Twine(Rank));
    return 0;
  }
  return D < 0 ? D + Bound : D;
}

unsigned ValueCall::dim(StringRef Name, size_t Rank) {
  return wrapDim(integer(Name), Rank);
}

DType ValueCall::dtype(StringRef Name, DType Default) {
  Argument A = get(Name);
  return A.kind() == ArgKind::DType ? A.asDType() : Default;
}

Argument ValueCall::device(StringRef Name, const Argument &Default) {
  Argument A = get(Name);
  if (A.kind() != ArgKind::Device && !A.isString())
    return Default;
  return deviceOfTensors(context(), A.str());
}

std::optional<MemoryFormat> ValueCall::memoryFormat() {
  Argument A = get("memory_format");
  if (A.kind() != ArgKind::MemoryFormat)
    return std::nullopt;
  return A.asMemoryFormat();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Dims ValueCall::contiguousStrides(DimsRef Sizes) {
  Dims Strides(Sizes.size());
  Dim Product = 1;
  for (size_t I = Sizes.size(); I-- != 0;) {
    Strides[I] = Product;
    Product = Math.mul(Product, Math.max(1, Sizes[I]));
  }
  return Strides;
}

Dims ValueCall::channelsLastStrides(DimsRef Sizes) {
  // Unlike contiguous ones, these become zero after an empty dimension.
  Dims Strides(Sizes.size());
  Dim Product = 1;
  auto Next = [&](size_t I) {
    Strides[I] = Product;
    Product = Math.mul(Product, Sizes[I]);
  };
  Next(1);
  for (size_t I = Sizes.size(); --I > 1;)
    Next(I);
  Next(0);
  return Strides;
}

Dims ValueCall::stridesFor(DimsRef Sizes, std::optional<MemoryFormat> Format) {
  bool Last = (Format == MemoryFormat::ChannelsLast && Sizes.size() == 4) ||
              (Format == MemoryFormat::ChannelsLast3d && Sizes.size() == 5);
  return Last ? channelsLastStrides(Sizes) : contiguousStrides(Sizes);
}

/// TensorImpl::is_strides_like_channels_last. The tensor may have holes.
bool ValueCall::suggestsChannelsLast(const TensorValue &T) {
  if ((T.rank() != 4 && T.rank() != 5) || T.strides().size() != T.rank() ||
      Math.hint(T.strides()[1]) == 0)
    return false;
  int64_t Least = 0;
  auto Fits = [&](size_t I) {
    int64_t Size = Math.hint(T.sizes()[I]), Stride = Math.hint(T.strides()[I]);
    if (Size == 0 || Stride < Least)
      return false;
    // What could be contiguous as well is taken for that.
    if (I == 0 && Least == Math.hint(T.strides()[1]))
      return false;
    return !MulOverflow(Stride, std::max<int64_t>(Size, 1), Least);
  };
  if (!Fits(1))
    return false;
  for (size_t I = T.rank(); --I > 1;)
    if (!Fits(I))
      return false;
  return Fits(0);
}

Dims ValueCall::suggestedStrides(const TensorValue &T, DimsRef Sizes) {
  return suggestsChannelsLast(T) ? channelsLastStrides(Sizes)
                                 : contiguousStrides(Sizes);
}

Argument ValueCall::result(DType T, DimsRef Sizes, DimsRef Strides,
                           const Argument &Device, Argument Offset) {
  if (Failed)
    return Argument::none();
  for (DimsRef List : {Sizes, Strides})
    for (const Dim &D : List)
      if (D.isNone())
        return fail("a size is too large, or divides by zero");
  for (DimsRef List : {Sizes, Strides})
    for (const Dim &D : List)
      if (D.isInt() && D.asInt() < 0)
        return mismatch("a size or stride would be " + Twine(D.asInt()));
  return Argument::tensorType(T, Argument::tuple(Sizes),
                              Argument::tuple(Strides), Device, false,
                              std::move(Offset));
}

Argument ValueCall::result(DType T, DimsRef Sizes, const Argument &Device) {
  return result(T, Sizes, contiguousStrides(Sizes), Device);
}

Argument ValueCall::resultLike(const TensorValue &Like, DType T) {
  return resultLike(Like, T, Like.device());
}

Argument ValueCall::resultLike(const TensorValue &Like, DType T,
                               const Argument &Device) {
  if (Failed)
    return Argument::none();
  if (Like.layout() != Layout::Strided || Like.strides().size() != Like.rank())
    return fail("the operand is not strided");
  return result(T, Like.sizes(), denseStrides(Like), Device);
}

Argument ValueCall::resultSuggested(const TensorValue &Like, DType T,
                                    DimsRef Sizes) {
  if (Failed)
    return Argument::none();
  return result(T, Sizes, suggestedStrides(Like, Sizes), Like.device());
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

bool ValueCall::same(const Dim &A, const Dim &B) {
  return Math.sameByExample(A, B);
}

Dim ValueCall::numel(DimsRef Sizes) {
  Dim Product = 1;
  for (const Dim &D : Sizes)
    Product = Math.mul(Product, D);
  return Product;
}

/// The numbers of the example.
static Extents hints(SymbolicMath &Math, DimsRef List) {
  Extents Numbers;
  for (const Dim &D : List)
    Numbers.push_back(Math.hint(D));
  return Numbers;
}

/// What \p Is says of the numbers; false where strides are not known.
static bool ofExample(SymbolicMath &Math, const TensorValue &T,
                      bool (*Is)(ExtentsRef, ExtentsRef)) {
  return T.strides().size() == T.rank() &&
         Is(hints(Math, T.sizes()), hints(Math, T.strides()));
}

bool ValueCall::isContiguous(const TensorValue &T) {
  return ofExample(Math, T, fx::isContiguous);
}

bool ValueCall::isChannelsLast(const TensorValue &T) {
  return ofExample(Math, T, fx::isChannelsLast);
}

bool ValueCall::isDense(const TensorValue &T) {
  return ofExample(Math, T, fx::isDense);
}

/// Whether an equation decides the only symbol of \p D. PyTorch puts the number
/// in its place then; an expression of several symbols, of one twice, of
/// powers, or of functions such as Min, stays as it is.
static bool isSolvable(const Dim &D) {
  std::string Text = D.str().str();
  if (StringRef(Text).contains("**"))
    return false;
  StringRef Only;
  for (StringRef Rest = Text; !Rest.empty();) {
    StringRef Word = Rest.take_while([](char C) { return isAlnum(C); });
    Rest = Rest.drop_front(std::max<size_t>(Word.size(), 1));
    StringRef Number = Word.drop_front(!Word.empty());
    if (Word.empty() || isDigit(Word.front()))
      continue;
    if (Number.empty() || !all_of(Number, isDigit))
      return false;
    if (!Only.empty())
      return false;
    Only = Word;
  }
  return true;
}

Dims ValueCall::broadcast(DimsRef A, DimsRef B) {
  Dims Result(std::max(A.size(), B.size()), Dim(1));
  for (size_t I = 0, E = Result.size(); I != E; ++I) {
    const Dim *X = I < A.size() ? &A[A.size() - 1 - I] : nullptr;
    const Dim *Y = I < B.size() ? &B[B.size() - 1 - I] : nullptr;
    Dim &R = Result[E - 1 - I];
    if (!X || !Y)
      R = X ? *X : *Y;
    else if (*X == *Y || SymbolicMath::isInt(*Y, 1))
      R = *X;
    else if (SymbolicMath::isInt(*X, 1))
      R = *Y;
    else if (X->isInt() && Y->isInt())
      mismatch("sizes " + Twine(X->asInt()) + " and " + Twine(Y->asInt()) +
               " do not broadcast");
    else
      R = Y->isInt() && isSolvable(*X) ? *Y : *X;
  }
  return Result;
}

bool fx::hasSymbols(ArrayRef<TensorValue> Tensors) {
  auto IsSymbolic = [](const Dim &D) { return !D.isInt(); };
  return any_of(Tensors, [&](const TensorValue &T) {
    return any_of(T.sizes(), IsSymbolic) || any_of(T.strides(), IsSymbolic);
  });
}

void fx::requireNumber(ValueCall &C, StringRef Name) {
  if (TensorValue T(C.get(Name)); T)
    C.require(T.rank() == 0, "a value for all elements has " + Twine(T.rank()) +
                                 " dimensions");
}

bool fx::requireSameSizes(ValueCall &C, DimsRef Sizes, DimsRef Others,
                          std::optional<size_t> Except) {
  if (!C.require(Sizes.size() == Others.size(),
                 "the tensors have different numbers of dimensions"))
    return false;
  for (size_t I = 0; I != Sizes.size(); ++I)
    if (I != Except && surelyDiffer(Sizes[I], Others[I])) {
      C.mismatch("sizes " + Twine(Sizes[I].asInt()) + " and " +
                 Twine(Others[I].asInt()) + " differ in dimension " + Twine(I));
      return false;
    }
  return true;
}

bool fx::requireAtLeast(ValueCall &C, const Dim &Number, int64_t Least,
                        StringRef What) {
  return !Number.isInt() ||
         C.require(Number.asInt() >= Least,
                   What + " is " + Twine(Number.asInt()) +
                       ", which is less than " + Twine(Least));
}

bool fx::requireMatrices(ValueCall &C, const TensorValue &T, bool Square) {
  if (!T)
    return false;
  return C.require(T.rank() >= 2, "the operand is not a matrix") &&
         (!Square ||
          C.require(!surelyDiffer(T.sizes()[T.rank() - 2], T.sizes().back()),
                    "the matrix is not square"));
}

bool fx::requireIndexType(ValueCall &C, const TensorValue &T) {
  return C.require(T.dtype() == DType::Int64 || T.dtype() == DType::Int32,
                   "the index is not an integer of 32 or 64 bits");
}

static bool sameSizes(DimsRef A, DimsRef B) {
  return A.data() == B.data() || A == B;
}

/// Strides without holes for dimensions in this order, the innermost first.
static Dims stridesInOrder(SymbolicMath &Math, DimsRef Sizes,
                           ArrayRef<unsigned> Order) {
  Dims Strides(Sizes.size());
  Dim Product = 1;
  for (unsigned D : Order) {
    Strides[D] = Product;
    Product = Math.mul(Product, Math.max(1, Sizes[D]));
  }
  return Strides;
}

/// at::infer_dense_strides.
Dims ValueCall::denseStrides(const TensorValue &T) {
  if (isDense(T))
    return Dims(T.strides());
  IterationOrder Order(hints(Math, T.sizes()));
  Order.add(hints(Math, T.sizes()), hints(Math, T.strides()));
  return stridesInOrder(Math, T.sizes(), Order.find());
}

TensorValue ValueCall::converted(const TensorValue &T, DType Type) {
  if (T.dtype() == Type || !T.rank() || T.strides().size() != T.rank() ||
      isDense(T))
    return T;
  return TensorValue(result(Type, T.sizes(), denseStrides(T), T.device()));
}

bool fx::isOnCpu(const Argument &Device) {
  return Device.kind() == ArgKind::Device && Device.str() == "cpu";
}

/// torch._prims_common.compute_elementwise_output_logical_to_physical_perm,
/// which is what most operators' fake implementations come to.
Dims ValueCall::elementwiseStrides(ArrayRef<TensorValue> Operands,
                                   DimsRef Sizes, bool Expanded) {
  if (Sizes.size() < 2)
    return contiguousStrides(Sizes);
  IterationOrder Order(hints(Math, Sizes));
  for (const TensorValue &T : Operands)
    if (T.rank() || Expanded || !isOnCpu(T.device()))
      Order.add(hints(Math, T.sizes()), hints(Math, T.strides()));
  // What is both is decided by the strides.
  bool Contiguous = Order.areContiguous();
  if (Contiguous != Order.areChannelsLast())
    return Contiguous
               ? contiguousStrides(Sizes)
               : stridesInOrder(Math, Sizes, ArrayRef<unsigned>{1, 3, 2, 0});
  return stridesInOrder(Math, Sizes, Order.find());
}

/// Whether the strides are numbers, and those of a new tensor.
static bool isPlainlyContiguous(const TensorValue &T) {
  int64_t Product = 1;
  if (T.strides().size() != T.rank())
    return false;
  for (size_t I = T.rank(); I-- != 0;) {
    const Dim &Size = T.sizes()[I];
    if (!Size.isInt() || !SymbolicMath::isInt(T.strides()[I], Product) ||
        MulOverflow(Product, std::max<int64_t>(Size.asInt(), 1), Product))
      return false;
  }
  return true;
}

Argument ValueCall::elementwise(ArrayRef<TensorValue> Operands, DType T,
                                bool Expanded) {
  if (Failed)
    return Argument::none();
  if (Operands.empty())
    return fail("there is no tensor");
  for (const TensorValue &Operand : Operands)
    if (Operand.layout() != Layout::Strided)
      return fail("an operand is not strided");
  // Almost always all operands have one shape and no holes.
  const TensorValue &First = Operands[0];
  if (First.value().elements().size() == 4 && First.dtype() == T &&
      isPlainlyContiguous(First) &&
      all_of(Operands.drop_front(), [&](const TensorValue &O) {
        return sameSizes(O.sizes(), First.sizes()) &&
               sameSizes(O.strides(), First.strides()) &&
               O.device() == First.device();
      }))
    return First.value();
  Dims Sizes(Operands[0].sizes());
  for (const TensorValue &O : Operands.drop_front())
    if (!sameSizes(O.sizes(), Sizes))
      Sizes = broadcast(Sizes, O.sizes());
  if (Failed)
    return Argument::none();
  // A tensor without dimensions may live on the CPU.
  const Argument *Device = &Operands[0].device();
  for (const TensorValue &O : Operands)
    if (O.rank()) {
      Device = &O.device();
      break;
    }
  if (isOnCpu(*Device))
    for (const TensorValue &O : Operands)
      if (!O.rank() &&
          all_of(Operands, [](const TensorValue &X) { return !X.rank(); }) &&
          O.device().kind() == ArgKind::Device && !isOnCpu(O.device()))
        Device = &O.device();
  return result(T, Sizes, elementwiseStrides(Operands, Sizes, Expanded),
                *Device);
}
