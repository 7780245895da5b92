//===- PyTensor.cpp - Functions and methods that Python writes itself -----===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution/Handlers.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/StringSwitch.h"
#include <ATen/Functions.h>
#include <ATen/autocast_mode.h>
#include <ATen/core/grad_mode.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

static const at::Tensor &receiver(const PyCall &C) {
  const IValue &V = C.get(0, "input");
  if (!V.isTensor())
    fail(describe(V) + " is not a tensor");
  return V.toTensor();
}

//===----------------------------------------------------------------------===//
// Conversions of dtype and device
//===----------------------------------------------------------------------===//

static c10::Device toDevice(const IValue &V) {
  if (V.isDevice())
    return V.toDevice();
  if (V.isString())
    return c10::Device(V.toStringRef());
  fail(describe(V) + " is not a device");
}

/// x.to(device, dtype), x.to(dtype), x.to(other), in any order of keywords.
static IValue doTo(PyCall &C) {
  at::Tensor T = receiver(C);
  at::TensorOptions Options;
  bool NonBlocking = false, Copy = false;
  c10::optional<c10::MemoryFormat> Format;
  unsigned Flags = 0;
  auto Take = [&](const IValue &V, StringRef Name) {
    const PyValue *Object = asPyValue(V);
    if (V.isNone())
      return;
    if (V.isTensor()) {
      Options =
          Options.dtype(V.toTensor().dtype()).device(V.toTensor().device());
    } else if (auto Type = toScalarType(V)) {
      Options = Options.dtype(*Type);
    } else if (Object && Object->Kind == PyValue::MemoryFormat) {
      Format = c10::MemoryFormat(Object->Number);
    } else if (V.isBool()) {
      bool IsCopy = Name == "copy" || (Name.empty() && Flags++ == 1);
      (IsCopy ? Copy : NonBlocking) = V.toBool();
    } else {
      Options = Options.device(toDevice(V));
    }
  };
  for (const IValue &V : drop_begin(C.Args))
    Take(V, "");
  for (const auto &[Name, V] : C.Kwargs)
    Take(V, Name);
  return T.to(Options, NonBlocking, Copy, Format);
}

template <c10::ScalarType Type> static IValue cast(PyCall &C) {
  return receiver(C).to(Type);
}

static IValue doType(PyCall &C) {
  const IValue *Type = C.find(1, "dtype");
  if (!Type || Type->isNone())
    return std::string(receiver(C).toString());
  if (auto Scalar = toScalarType(*Type))
    return receiver(C).to(*Scalar);
  StringRef Name = Type->isString() ? StringRef(Type->toStringRef()) : "";
  const PyValue *Object = asPyValue(*Type);
  if (Object)
    Name = Object->Text;
  auto Scalar = StringSwitch<std::optional<c10::ScalarType>>(Name)
                    .Case("torch.FloatTensor", c10::ScalarType::Float)
                    .Case("torch.DoubleTensor", c10::ScalarType::Double)
                    .Case("torch.HalfTensor", c10::ScalarType::Half)
                    .Case("torch.BFloat16Tensor", c10::ScalarType::BFloat16)
                    .Case("torch.LongTensor", c10::ScalarType::Long)
                    .Case("torch.IntTensor", c10::ScalarType::Int)
                    .Case("torch.ShortTensor", c10::ScalarType::Short)
                    .Case("torch.CharTensor", c10::ScalarType::Char)
                    .Case("torch.ByteTensor", c10::ScalarType::Byte)
                    .Case("torch.BoolTensor", c10::ScalarType::Bool)
                    .Default(std::nullopt);
  if (!Scalar)
    fail("there is no type " + describe(*Type));
  return receiver(C).to(*Scalar);
}

static IValue doCPU(PyCall &C) { return receiver(C).cpu(); }
static IValue doCUDA(PyCall &C) { return receiver(C).cuda(); }

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static IValue doSize(PyCall &C) {
  const IValue *Dim = C.find(1, "dim");
  if (!Dim || Dim->isNone())
    return *attributeOf(receiver(C), "shape");
  return receiver(C).size(toInteger(*Dim));
}

static IValue doStride(PyCall &C) {
  const at::Tensor &T = receiver(C);
  if (const IValue *Dim = C.find(1, "dim"))
    return T.stride(toInteger(*Dim));
  std::vector<IValue> Items(T.strides().begin(), T.strides().end());
  return makeTuple(std::move(Items));
}

static IValue doDim(PyCall &C) { return receiver(C).dim(); }
static IValue doNumel(PyCall &C) { return receiver(C).numel(); }
static IValue doOffset(PyCall &C) { return receiver(C).storage_offset(); }
static IValue doElementSize(PyCall &C) {
  return int64_t(receiver(C).element_size());
}
static IValue doItem(PyCall &C) { return IValue(receiver(C).item()); }
static IValue doIsTensor(PyCall &C) { return C.get(0, "obj").isTensor(); }
static IValue doIsContiguous(PyCall &C) {
  auto Format = c10::MemoryFormat::Contiguous;
  if (const IValue *V = C.find(1, "memory_format"))
    if (const PyValue *Object = asPyValue(*V, PyValue::MemoryFormat))
      Format = c10::MemoryFormat(Object->Number);
  return receiver(C).is_contiguous(Format);
}
static IValue doIsFloatingPoint(PyCall &C) {
  return receiver(C).is_floating_point();
}
static IValue doIsComplex(PyCall &C) { return receiver(C).is_complex(); }

static IValue listOf(const at::Tensor &T) {
  if (T.dim() == 0)
    return IValue(T.item());
  std::vector<IValue> Rows;
  for (const at::Tensor &Row : T.unbind(0))
    Rows.push_back(listOf(Row));
  return makeList(Rows);
}

static IValue doToList(PyCall &C) { return listOf(receiver(C)); }

static IValue doLen(PyCall &C) {
  return callFunction("builtins.len", {C.get(0, "input")});
}

static IValue doRequiresGrad(PyCall &C) {
  at::Tensor T = receiver(C);
  T.requires_grad_(isTrue(C.getOr(1, "requires_grad", true)));
  return T;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static IValue doSplit(PyCall &C) {
  const at::Tensor &T = receiver(C);
  const IValue *Found = C.find(1, "split_size");
  const IValue &Size = Found ? *Found : C.get(1, "split_size_or_sections");
  int64_t Dim = toInteger(C.getOr(2, "dim", int64_t(0)));
  std::vector<at::Tensor> Parts;
  if (isSequence(Size)) {
    std::vector<int64_t> Sizes;
    for (const IValue &V : itemsOf(Size))
      Sizes.push_back(toInteger(V));
    Parts = T.split_with_sizes(Sizes, Dim);
  } else {
    Parts = T.split(toInteger(Size), Dim);
  }
  return makeTuple({Parts.begin(), Parts.end()});
}

static IValue doNonZero(PyCall &C) {
  const at::Tensor &T = receiver(C);
  const IValue *AsTuple = C.find(1, "as_tuple");
  if (!AsTuple || !isTrue(*AsTuple))
    return T.nonzero();
  std::vector<at::Tensor> Parts = at::nonzero_numpy(T);
  return makeTuple({Parts.begin(), Parts.end()});
}

/// What Python's unique() returns: one tensor, or a tuple of those asked for.
static IValue
uniqueResult(const std::tuple<at::Tensor, at::Tensor, at::Tensor> &Parts,
             bool Inverse, bool Counts) {
  const auto &[Out, Where, Number] = Parts;
  if (!Inverse && !Counts)
    return Out;
  std::vector<IValue> Result = {Out};
  if (Inverse)
    Result.push_back(Where);
  if (Counts)
    Result.push_back(Number);
  return makeTuple(std::move(Result));
}

static IValue doUnique(PyCall &C) {
  const at::Tensor &T = receiver(C);
  bool Sorted = isTrue(C.getOr(1, "sorted", true));
  bool Inverse = isTrue(C.getOr(2, "return_inverse", false));
  bool Counts = isTrue(C.getOr(3, "return_counts", false));
  IValue Dim = C.getOr(4, "dim", IValue());
  return uniqueResult(
      Dim.isNone() ? at::_unique2(T, Sorted, Inverse, Counts)
                   : at::unique_dim(T, toInteger(Dim), Sorted, Inverse, Counts),
      Inverse, Counts);
}

static IValue doUniqueConsecutive(PyCall &C) {
  bool Inverse = isTrue(C.getOr(1, "return_inverse", false));
  bool Counts = isTrue(C.getOr(2, "return_counts", false));
  IValue Dim = C.getOr(3, "dim", IValue());
  c10::optional<int64_t> At;
  if (!Dim.isNone())
    At = toInteger(Dim);
  return uniqueResult(at::unique_consecutive(receiver(C), Inverse, Counts, At),
                      Inverse, Counts);
}

//===----------------------------------------------------------------------===//
// New tensors
//===----------------------------------------------------------------------===//

/// Sizes and numbers of nested sequences.
static void flatten(const IValue &V, std::vector<int64_t> &Sizes,
                    std::vector<at::Tensor> &Items, unsigned Depth = 0) {
  if (!isSequence(V)) {
    if (Depth != Sizes.size())
      fail("the rows have different lengths");
    if (V.isTensor())
      Items.push_back(V.toTensor().detach());
    else if (V.isScalar())
      // As Python: whole numbers are int64, others of the usual float type.
      Items.push_back(at::scalar_tensor(
          V.toScalar(), V.isBool()     ? c10::ScalarType::Bool
                        : V.isInt()    ? c10::ScalarType::Long
                        : V.isDouble() ? c10::get_default_dtype_as_scalartype()
                                       : c10::ScalarType::ComplexFloat));
    else
      fail("a tensor cannot hold " + describe(V));
    return;
  }
  size_t Length = lengthOf(V);
  if (Items.empty() && Depth == Sizes.size())
    Sizes.push_back(int64_t(Length));
  else if (Depth >= Sizes.size() || Sizes[Depth] != int64_t(Length))
    fail("the rows have different lengths");
  for (size_t I = 0; I != Length; ++I)
    flatten(itemOf(V, I), Sizes, Items, Depth + 1);
}

static IValue doTensor(PyCall &C) {
  const IValue &Data = C.get(0, "data");
  at::Tensor Result;
  IValue Type = C.getOr(1, "dtype", IValue());
  std::optional<c10::ScalarType> Scalar = toScalarType(Type);
  if (Data.isTensor()) {
    Result = Data.toTensor().detach().clone();
  } else {
    std::vector<int64_t> Sizes;
    std::vector<at::Tensor> Items;
    flatten(Data, Sizes, Items);
    if (Items.empty()) {
      Result = at::empty(Sizes, c10::get_default_dtype_as_scalartype());
    } else {
      // Wide enough not to round before the conversion.
      if (Scalar && Data.isDouble())
        Items[0] = at::scalar_tensor(Data.toScalar(), c10::ScalarType::Double);
      c10::ScalarType Common = Items[0].scalar_type();
      for (const at::Tensor &Item : Items)
        Common = c10::promoteTypes(Common, Item.scalar_type());
      for (at::Tensor &Item : Items)
        Item = Item.to(Common);
      std::vector<int64_t> Full = Sizes;
      Full.insert(Full.end(), Items[0].sizes().begin(), Items[0].sizes().end());
      Result = at::stack(Items).reshape(Full);
    }
  }
  if (Scalar)
    Result = Result.to(*Scalar);
  if (const IValue *Device = C.keyword("device"); Device && !Device->isNone())
    Result = Result.to(toDevice(*Device));
  if (const IValue *Grad = C.keyword("requires_grad"); Grad && isTrue(*Grad))
    Result.requires_grad_(true);
  return Result;
}

static IValue doAsTensor(PyCall &C) {
  const IValue &Data = C.get(0, "data");
  if (!Data.isTensor())
    return doTensor(C);
  IValue Type = C.getOr(1, "dtype", IValue());
  at::Tensor T = Data.toTensor();
  if (auto Scalar = toScalarType(Type))
    T = T.to(*Scalar);
  return T;
}

static IValue doNewTensor(PyCall &C) {
  PyCall Inner;
  Inner.Args.push_back(C.get(1, "data"));
  IValue Type = C.getOr(2, "dtype", IValue());
  Inner.Kwargs.push_back(
      {"dtype", Type.isNone() ? makeDType(receiver(C).scalar_type()) : Type});
  return doTensor(Inner);
}

static IValue doNew(PyCall &C) {
  std::vector<int64_t> Sizes;
  for (const IValue &V : drop_begin(C.Args))
    for (const IValue &Size :
         isSequence(V) ? itemsOf(V) : std::vector<IValue>{V})
      Sizes.push_back(toInteger(Size));
  return receiver(C).new_empty(Sizes);
}

//===----------------------------------------------------------------------===//
// torch.functional
//===----------------------------------------------------------------------===//

static std::vector<at::Tensor> tensorsOf(PyCall &C, unsigned From = 0) {
  std::vector<at::Tensor> Result;
  ArrayRef<IValue> Args = ArrayRef(C.Args).drop_front(From);
  std::vector<IValue> Items;
  if (Args.size() == 1 && isSequence(Args[0])) {
    Items = itemsOf(Args[0]);
    Args = Items;
  }
  for (const IValue &V : Args)
    Result.push_back(V.toTensor());
  return Result;
}

static IValue tupleOf(const std::vector<at::Tensor> &Tensors) {
  return makeTuple({Tensors.begin(), Tensors.end()});
}

static IValue doEinsum(PyCall &C) {
  if (!C.get(0, "equation").isString())
    fail("einsum() with sublists");
  return at::einsum(C.Args[0].toStringRef(), tensorsOf(C, 1));
}

static IValue doMeshGrid(PyCall &C) {
  if (const IValue *Indexing = C.keyword("indexing");
      Indexing && Indexing->isString())
    return tupleOf(at::meshgrid(tensorsOf(C), Indexing->toStringRef()));
  return tupleOf(at::meshgrid(tensorsOf(C), "ij"));
}

static IValue doBroadcastTensors(PyCall &C) {
  return tupleOf(at::broadcast_tensors(tensorsOf(C)));
}

static IValue doBlockDiag(PyCall &C) { return at::block_diag(tensorsOf(C)); }
static IValue doChainMatmul(PyCall &C) {
  return at::chain_matmul(tensorsOf(C));
}
static IValue doCartesianProd(PyCall &C) {
  return at::cartesian_prod(tensorsOf(C));
}

static IValue doBroadcastShapes(PyCall &C) {
  std::vector<at::Tensor> Shapes;
  for (const IValue &V : C.Args) {
    std::vector<int64_t> Sizes;
    for (const IValue &Size :
         isSequence(V) ? itemsOf(V) : std::vector<IValue>{V})
      Sizes.push_back(toInteger(Size));
    Shapes.push_back(at::zeros({1}).expand(Sizes));
  }
  return *attributeOf(at::broadcast_tensors(Shapes).at(0), "shape");
}

template <at::Tensor (*Fn)(const at::Tensor &)>
static IValue atLeast(PyCall &C) {
  if (C.Args.size() == 1 && C.Args[0].isTensor())
    return Fn(C.Args[0].toTensor());
  std::vector<IValue> Items;
  for (const at::Tensor &T : tensorsOf(C))
    Items.push_back(Fn(T));
  return makeTuple(std::move(Items));
}

static IValue doTensorDot(PyCall &C) {
  const at::Tensor &A = C.get(0, "a").toTensor(), &B = C.get(1, "b").toTensor();
  IValue Dims = C.getOr(2, "dims", int64_t(2));
  std::vector<int64_t> Left, Right;
  if (isSequence(Dims)) {
    for (const IValue &V : itemsOf(itemOf(Dims, 0)))
      Left.push_back(toInteger(V));
    for (const IValue &V : itemsOf(itemOf(Dims, 1)))
      Right.push_back(toInteger(V));
  } else {
    for (int64_t I = 0, N = toInteger(Dims); I < N; ++I) {
      Left.push_back(A.dim() - N + I);
      Right.push_back(I);
    }
  }
  return at::tensordot(A, B, Left, Right);
}

//===----------------------------------------------------------------------===//
// State of the process
//===----------------------------------------------------------------------===//

static IValue doIsGradEnabled(PyCall &) { return c10::GradMode::is_enabled(); }
static IValue doSetGradEnabled(PyCall &C) {
  c10::GradMode::set_enabled(isTrue(C.get(0, "mode")));
  return IValue();
}
static IValue doFalse(PyCall &) { return false; }
static IValue doDefaultDType(PyCall &) {
  return makeDType(c10::get_default_dtype_as_scalartype());
}
static IValue doManualSeed(PyCall &C) {
  at::manual_seed(uint64_t(toInteger(C.get(0, "seed"))));
  return IValue();
}
static IValue doDevice(PyCall &C) { return toDevice(C.get(0, "device")); }
static IValue doSizeClass(PyCall &C) {
  return callFunction("builtins.tuple", {C.get(0, "sizes")});
}
static IValue doNothing(PyCall &) { return IValue(); }

static constexpr HandlerEntry Functions[] = {
    {"torch.tensor", doTensor},
    {"torch.as_tensor", doAsTensor},
    {"torch.is_tensor", doIsTensor},
    {"torch.numel", doNumel},
    {"torch.nonzero", doNonZero},
    {"torch.is_floating_point", doIsFloatingPoint},
    {"torch.is_complex", doIsComplex},
    {"torch.device", doDevice},
    {"torch.Size", doSizeClass},
    {"torch.is_grad_enabled", doIsGradEnabled},
    {"torch._C._set_grad_enabled", doSetGradEnabled},
    {"torch.is_autocast_enabled", doFalse},
    {"torch.is_inference_mode_enabled", doFalse},
    {"torch.get_default_dtype", doDefaultDType},
    {"torch.random.manual_seed", doManualSeed},
    {"torch.manual_seed", doManualSeed},
    {"torch.functional.einsum", doEinsum},
    {"torch.einsum", doEinsum},
    {"torch.functional.meshgrid", doMeshGrid},
    {"torch.meshgrid", doMeshGrid},
    {"torch.functional.broadcast_tensors", doBroadcastTensors},
    {"torch.broadcast_tensors", doBroadcastTensors},
    {"torch.functional.broadcast_shapes", doBroadcastShapes},
    {"torch.broadcast_shapes", doBroadcastShapes},
    {"torch.functional.block_diag", doBlockDiag},
    {"torch.block_diag", doBlockDiag},
    {"torch.functional.chain_matmul", doChainMatmul},
    {"torch.functional.cartesian_prod", doCartesianProd},
    {"torch.functional.atleast_1d", atLeast<at::atleast_1d>},
    {"torch.functional.atleast_2d", atLeast<at::atleast_2d>},
    {"torch.functional.atleast_3d", atLeast<at::atleast_3d>},
    {"torch.functional.tensordot", doTensorDot},
    {"torch.tensordot", doTensorDot},
    {"torch.functional.unique", doUnique},
    // What TorchScript calls for each choice of flags.
    {"torch.functional._return_output", doUnique},
    {"torch.functional._return_inverse", doUnique},
    {"torch.functional._return_counts", doUnique},
    {"torch.functional._return_inverse_and_counts", doUnique},
    {"torch.functional.unique_consecutive", doUniqueConsecutive},
    {"torch.functional._consecutive_return_output", doUniqueConsecutive},
    {"torch.functional._consecutive_return_inverse", doUniqueConsecutive},
    {"torch.functional._consecutive_return_counts", doUniqueConsecutive},
    {"torch.functional._consecutive_return_inverse_and_counts",
     doUniqueConsecutive},
    {"torch.split", doSplit},
    {"torch.ops.profiler._record_function_enter_new.default", doNothing},
    {"torch.ops.profiler._record_function_exit._RecordFunction", doNothing},
    {"torch._functorch.predispatch.lazy_load_decompositions", doNothing},
};

static constexpr HandlerEntry Methods[] = {
    {"to", doTo},
    {"type", doType},
    {"float", cast<c10::ScalarType::Float>},
    {"double", cast<c10::ScalarType::Double>},
    {"half", cast<c10::ScalarType::Half>},
    {"bfloat16", cast<c10::ScalarType::BFloat16>},
    {"int", cast<c10::ScalarType::Int>},
    {"long", cast<c10::ScalarType::Long>},
    {"short", cast<c10::ScalarType::Short>},
    {"char", cast<c10::ScalarType::Char>},
    {"byte", cast<c10::ScalarType::Byte>},
    {"bool", cast<c10::ScalarType::Bool>},
    {"cfloat", cast<c10::ScalarType::ComplexFloat>},
    {"cdouble", cast<c10::ScalarType::ComplexDouble>},
    {"cpu", doCPU},
    {"cuda", doCUDA},
    {"size", doSize},
    {"stride", doStride},
    {"dim", doDim},
    {"ndimension", doDim},
    {"numel", doNumel},
    {"nelement", doNumel},
    {"storage_offset", doOffset},
    {"element_size", doElementSize},
    {"item", doItem},
    {"is_contiguous", doIsContiguous},
    {"is_floating_point", doIsFloatingPoint},
    {"is_complex", doIsComplex},
    {"tolist", doToList},
    {"__len__", doLen},
    {"requires_grad_", doRequiresGrad},
    {"split", doSplit},
    {"nonzero", doNonZero},
    {"unique", doUnique},
    {"unique_consecutive", doUniqueConsecutive},
    {"new_tensor", doNewTensor},
    {"new", doNew},
};

ArrayRef<HandlerEntry> torch_impl::torchHandlers() { return Functions; }
ArrayRef<HandlerEntry> torch_impl::tensorMethods() { return Methods; }
