//===- PickleObjects.cpp - What pickles may call --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What torch.save needs of Python and torch, as data. Nothing is called.
//
//===----------------------------------------------------------------------===//

#include "PickleMachine.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace fx;
using namespace llvm;

/// More than any tensor has.
static constexpr size_t MaxRank = 64;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The dtype of a class of storages, `FloatStorage`.
static std::optional<DType> storageType(StringRef Name) {
  return StringSwitch<std::optional<DType>>(Name)
      .Case("DoubleStorage", DType::Float64)
      .Case("FloatStorage", DType::Float32)
      .Case("HalfStorage", DType::Float16)
      .Case("BFloat16Storage", DType::BFloat16)
      .Case("LongStorage", DType::Int64)
      .Case("IntStorage", DType::Int32)
      .Case("ShortStorage", DType::Int16)
      .Case("CharStorage", DType::Int8)
      .Case("ByteStorage", DType::UInt8)
      .Case("BoolStorage", DType::Bool)
      .Case("ComplexDoubleStorage", DType::Complex128)
      .Case("ComplexFloatStorage", DType::Complex64)
      .Default(std::nullopt);
}

/// What \p Function of torch makes, where that is a tensor which is not read.
static StringRef unreadTensor(StringRef Function) {
  return StringSwitch<StringRef>(Function)
      .Cases("torch._utils._rebuild_sparse_tensor",
             "torch._utils._rebuild_sparse_csr_tensor", "a sparse tensor")
      .Case("torch._utils._rebuild_qtensor", "a quantized tensor")
      .Case("torch._utils._rebuild_nested_tensor", "a nested tensor")
      .Case("torch._utils._rebuild_meta_tensor_no_storage",
            "a tensor of the meta device, which has no elements")
      .Default("");
}

/// Whether it is a class of Python's plain values, which may be named but not
/// called.
static bool isPlainClass(StringRef Module, StringRef Name) {
  return (Module == "builtins" || Module == "__builtin__") &&
         is_contained({"bool", "dict", "float", "int", "list", "str", "tuple"},
                      Name);
}

bool PickleMachine::pushGlobal(StringRef Module, StringRef Name) {
  std::string Whole = (Module + "." + Name).str();
  Raw V;
  auto Push = [&](PickleKind Kind, int64_t Value) {
    V.Kind = Kind;
    V.Int = Value;
    return push(V);
  };
  if (Module == "torch") {
    if (std::optional<DType> Type = storageType(Name)) {
      V.Depth = uint8_t(*Type);
      return Push(PickleKind::Callable, TypedStorage);
    }
    if (std::optional<DType> Type = parseDType(Whole))
      return Push(PickleKind::DType, int64_t(*Type));
  }
  int Callable =
      StringSwitch<int>(Whole)
          .Case("collections.OrderedDict", OrderedDict)
          .Case("collections.defaultdict", DefaultDict)
          .Case("torch._utils._rebuild_tensor_v2", RebuildTensor)
          .Case("torch._utils._rebuild_tensor_v3", RebuildTensorOfType)
          .Case("torch._utils._rebuild_parameter", RebuildParameter)
          .Case("torch._utils._rebuild_parameter_with_state",
                RebuildParameterWithState)
          .Case("torch._tensor._rebuild_from_type_v2", RebuildFromType)
          .Case("torch.Size", MakeSize)
          .Case("torch.device", MakeDevice)
          .Case("torch.serialization._get_layout", GetLayout)
          .Cases("__builtin__.complex", "builtins.complex", MakeComplex)
          .Cases("torch.storage.UntypedStorage", "torch.UntypedStorage",
                 UntypedStorage)
          .Cases("torch.Tensor", "torch._tensor.Tensor",
                 "torch.nn.parameter.Parameter", "torch.nn.parameter.Buffer",
                 TensorClass)
          .Default(-1);
  if (Callable < 0 && isPlainClass(Module, Name))
    Callable = PlainClass;
  if (Callable >= 0)
    return Push(PickleKind::Callable, Callable);
  if (StringRef Kind = unreadTensor(Whole); !Kind.empty())
    return fail("there is " + Kind + " ('" + Whole +
                "'); only tensors whose elements lie in memory one by one and "
                "plain values are read");
  return fail("'" + detail::diagArgument(Whole) +
              "' is not allowed: only tensors and plain values are read, and "
              "nothing is executed");
}

bool PickleMachine::pushStackGlobal() {
  Raw Name, Module;
  if (!pop(Name) || !pop(Module))
    return false;
  if (Name.Kind != PickleKind::String || Module.Kind != PickleKind::String)
    return fail("a name that is not a string");
  return pushGlobal(text(Module), text(Name));
}

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

StringRef PickleMachine::text(const Raw &V) { return {V.Text, V.Size}; }

ArrayRef<PickleMachine::Raw> PickleMachine::items(const Raw &Tuple) const {
  return ArrayRef(P.Items).slice(Tuple.Index, Tuple.Size);
}

/// ('storage', torch.FloatStorage, '0', 'cpu', 12): key, device, elements.
bool PickleMachine::loadPersistent() {
  Raw Id;
  if (!pop(Id))
    return false;
  auto Has = [&](size_t I, PickleKind Kind) {
    return items(Id)[I].Kind == Kind;
  };
  if (Id.Kind != PickleKind::Tuple || Id.Size < 5 ||
      !Has(0, PickleKind::String) || text(items(Id)[0]) != "storage" ||
      !Has(1, PickleKind::Callable) || !Has(2, PickleKind::String) ||
      !Has(3, PickleKind::String) || !Has(4, PickleKind::Int) ||
      items(Id)[4].Int < 0)
    return fail("a reference to a record that is not a storage");
  const Raw &Class = items(Id)[1];
  PickleStorage S;
  if (Class.Index == TypedStorage)
    S.Type = DType(Class.Depth);
  else if (Class.Index != UntypedStorage)
    return fail("a storage whose class is not a storage class");
  S.Key = text(items(Id)[2]);
  S.Device = text(items(Id)[3]);
  S.NumElements = items(Id)[4].Int;
  if (S.NumElements > uint64_t(INT64_MAX) / 16)
    return fail("a storage with too many elements");
  if (!isDeviceText(S.Device))
    return fail("'" + detail::diagArgument(S.Device) + "' is not a device");
  auto [It, IsNew] = StorageIndex.try_emplace(S.Key, P.Storages.size());
  if (IsNew) {
    if (!charge(sizeof(S) + S.Key.size() + 64))
      return false;
    P.Storages.push_back(S);
  } else if (P.Storages[It->second].numBytes() != S.numBytes()) {
    return fail("storage '" + detail::diagArgument(S.Key) +
                "' has another size than before");
  }
  Raw V;
  V.Kind = PickleKind::Storage;
  V.Size = It->second;
  // A storage may be named with several types.
  V.Depth = S.Type ? uint8_t(*S.Type) + 1 : 0;
  return push(V);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool PickleMachine::reduce() {
  Raw Args, Callee;
  if (!pop(Args) || !pop(Callee))
    return false;
  if (Callee.Kind != PickleKind::Callable || Args.Kind != PickleKind::Tuple)
    return fail("it calls something that is not a function");
  if (Args.Size > 16)
    return fail("a call with too many arguments");
  // Pushing may move the items.
  SmallVector<Raw, 8> Copy(items(Args));
  return call(Function(Callee.Index), Copy);
}

bool PickleMachine::call(Function F, ArrayRef<Raw> Args) {
  auto Only = [&](PickleKind Kind) {
    return (Args.size() == 1 && Args[0].Kind == Kind) ||
           fail("a call with wrong arguments");
  };
  Raw V;
  switch (F) {
  case OrderedDict:
    return makeOrderedDict(Args);
  case DefaultDict:
    return makeDefaultDict(Args);
  case RebuildTensor:
    return makeTensor(Args, /*HasType=*/false);
  case RebuildTensorOfType:
    return makeTensor(Args, /*HasType=*/true);
  case RebuildParameter:
  case RebuildParameterWithState:
    return makeParameter(Args);
  case RebuildFromType:
    return callForType(Args);
  case MakeSize:
    return Only(PickleKind::Tuple) && push(Args[0]);
  case MakeDevice:
    return makeDevice(Args);
  case GetLayout: {
    if (!Only(PickleKind::String))
      return false;
    std::optional<Layout> L = parseLayout(text(Args[0]));
    if (!L)
      return fail("'" + detail::diagArgument(text(Args[0])) +
                  "' is not a layout");
    V.Kind = PickleKind::Layout;
    V.Int = int64_t(*L);
    return push(V);
  }
  case MakeComplex: {
    if (Args.size() != 2 || Args[0].Kind != PickleKind::Float ||
        Args[1].Kind != PickleKind::Float)
      return fail("a call with wrong arguments");
    if (!charge(2 * sizeof(Raw)))
      return false;
    V.Kind = PickleKind::Complex;
    V.Size = 2;
    V.Index = P.Items.size();
    P.Items.insert(P.Items.end(), Args.begin(), Args.end());
    return push(V);
  }
  case TypedStorage:
  case UntypedStorage:
  case TensorClass:
  case PlainClass:
    break;
  }
  return fail("it calls a class, which is not allowed");
}

/// Without items, or with a list of pairs.
bool PickleMachine::makeOrderedDict(ArrayRef<Raw> Args) {
  if (Args.empty())
    return pushContainer(PickleKind::Dict);
  if (Args.size() != 1 || Args[0].Kind != PickleKind::List)
    return fail("a call with wrong arguments");
  if (!pushContainer(PickleKind::Dict))
    return false;
  size_t First = Stack.size();
  for (const Raw &Pair : P.Containers[Args[0].Index].Items) {
    if (Pair.Kind != PickleKind::Tuple || Pair.Size != 2)
      return fail("a call with wrong arguments");
    if (!push(items(Pair)[0]) || !push(items(Pair)[1]))
      return false;
  }
  return addItems(PickleKind::Dict, First);
}

/// Without items, which follow; what it would make for other keys is of no use.
bool PickleMachine::makeDefaultDict(ArrayRef<Raw> Args) {
  bool IsKnown = Args.empty() ||
                 (Args.size() == 1 && (Args[0].Kind == PickleKind::None ||
                                       Args[0].Kind == PickleKind::Callable));
  return IsKnown ? pushContainer(PickleKind::Dict)
                 : fail("a call with wrong arguments");
}

bool PickleMachine::makeDevice(ArrayRef<Raw> Args) {
  if (Args.empty() || Args.size() > 2 || Args[0].Kind != PickleKind::String)
    return fail("a call with wrong arguments");
  std::string Name = text(Args[0]).str();
  if (Args.size() == 2) {
    if (Args[1].Kind != PickleKind::Int)
      return fail("a call with wrong arguments");
    Name += ":" + std::to_string(Args[1].Int);
  }
  if (!isDeviceText(Name))
    return fail("'" + detail::diagArgument(Name) + "' is not a device");
  if (!charge(Name.size()))
    return false;
  StringRef Kept = StringRef(Name).copy(P.Memory);
  Raw V;
  V.Kind = PickleKind::Device;
  V.Text = Kept.data();
  V.Size = Kept.size();
  return push(V);
}

bool PickleMachine::takeInts(const Raw &Tuple, ArrayRef<int64_t> &Ints) {
  if (Tuple.Kind != PickleKind::Tuple || Tuple.Size > MaxRank)
    return fail("sizes that are not a tuple of numbers");
  SmallVector<int64_t, 8> Numbers;
  for (const Raw &Item : items(Tuple)) {
    if (Item.Kind != PickleKind::Int || Item.Int < 0)
      return fail("sizes that are not a tuple of numbers");
    Numbers.push_back(Item.Int);
  }
  if (!charge(Numbers.size() * sizeof(int64_t)))
    return false;
  Ints = ArrayRef<int64_t>(Numbers).copy(P.Memory);
  return true;
}

/// Elements of the storage from the first that the tensor has to after the
/// last one; none if they are more than fit into 63 bits.
static std::optional<int64_t> extent(const PickleTensor &T) {
  int64_t Last = T.Offset;
  for (auto [Size, Stride] : zip(T.Sizes, T.Strides)) {
    if (!Size)
      return T.Offset;
    int64_t Step;
    if (MulOverflow(Size - 1, Stride, Step) || AddOverflow(Last, Step, Last))
      return std::nullopt;
  }
  if (Last == INT64_MAX)
    return std::nullopt;
  return Last + 1;
}

/// (storage, offset, sizes, strides, requires_grad, hooks), then a dtype if it
/// has one.
bool PickleMachine::makeTensor(ArrayRef<Raw> Args, bool HasType) {
  if (Args.size() < 6u + HasType || Args[0].Kind != PickleKind::Storage ||
      Args[1].Kind != PickleKind::Int || Args[1].Int < 0 ||
      Args[4].Kind != PickleKind::Bool ||
      (HasType && Args[6].Kind != PickleKind::DType))
    return fail("a tensor with wrong arguments");
  PickleTensor T;
  T.Storage = Args[0].Size;
  T.Offset = Args[1].Int;
  T.RequiresGrad = Args[4].Int;
  if (!takeInts(Args[2], T.Sizes) || !takeInts(Args[3], T.Strides))
    return false;
  if (T.Sizes.size() != T.Strides.size())
    return fail("a tensor whose sizes and strides differ in number");
  const PickleStorage &S = P.Storages[T.Storage];
  if (HasType)
    T.Type = DType(Args[6].Int);
  else if (Args[0].Depth)
    T.Type = DType(Args[0].Depth - 1);
  else
    return fail("a tensor without a dtype");
  // Views that are conjugated or negated say so here.
  if (Args.size() > 6u + HasType) {
    const Raw &Views = Args[6 + HasType];
    bool IsPlain = Views.Kind == PickleKind::None ||
                   (Views.Kind == PickleKind::Dict &&
                    P.Containers[Views.Index].Items.empty());
    if (!IsPlain)
      return fail("a tensor that is a conjugated or negated view, or has other "
                  "properties that are not known");
  }
  std::optional<int64_t> End = extent(T);
  if (!End || uint64_t(*End) > S.numBytes() / itemSize(T.Type))
    return fail("a tensor that is not inside its storage '" +
                detail::diagArgument(S.Key) + "'");
  if (!charge(sizeof(T)))
    return false;
  Raw V;
  V.Kind = PickleKind::Tensor;
  V.Index = P.Tensors.size();
  P.Tensors.push_back(T);
  return push(V);
}

/// (tensor, requires_grad, hooks), then attributes of the object.
bool PickleMachine::makeParameter(ArrayRef<Raw> Args) {
  if (Args.size() < 3 || Args[0].Kind != PickleKind::Tensor ||
      Args[1].Kind != PickleKind::Bool)
    return fail("a parameter with wrong arguments");
  if (!charge(sizeof(PickleTensor)))
    return false;
  PickleTensor T = P.Tensors[Args[0].Index];
  T.IsParameter = true;
  T.RequiresGrad = Args[1].Int;
  Raw V;
  V.Kind = PickleKind::Tensor;
  V.Index = P.Tensors.size();
  P.Tensors.push_back(T);
  return push(V);
}

/// (function, class, arguments, attributes): a tensor with attributes, or of a
/// class derived from it.
bool PickleMachine::callForType(ArrayRef<Raw> Args) {
  if (Args.size() != 4 || Args[0].Kind != PickleKind::Callable ||
      Args[1].Kind != PickleKind::Callable || Args[1].Index != TensorClass ||
      Args[2].Kind != PickleKind::Tuple || Args[2].Size > 16)
    return fail("a call with wrong arguments");
  auto F = Function(Args[0].Index);
  if (F != RebuildTensor && F != RebuildTensorOfType && F != RebuildParameter)
    return fail("a call with wrong arguments");
  SmallVector<Raw, 8> Inner(items(Args[2]));
  return call(F, Inner);
}

/// Attributes of an object: those of a dictionary are of no use here.
bool PickleMachine::build() {
  Raw State;
  if (!pop(State))
    return false;
  Raw *Object = top();
  if (!Object)
    return false;
  return Object->Kind == PickleKind::Dict ||
         fail("it sets attributes of an object, which is not allowed");
}
