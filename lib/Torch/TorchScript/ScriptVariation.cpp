//===- ScriptVariation.cpp - What examples cannot decide ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScriptVariation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/record_function.h>
#include <torch/csrc/jit/ir/ir.h>

using namespace fx::torch_impl;
using namespace llvm;
namespace jit = torch::jit;

//===----------------------------------------------------------------------===//
// Sizes that depend on values
//===----------------------------------------------------------------------===//

namespace {
/// What this thread's observer has seen.
struct Observed {
  unsigned Depth = 0;
  bool DataShape = false;
};
struct Calls : at::ObserverContext {};
} // namespace

static thread_local Observed Current;

/// Whether values decide about the sizes of an operator's results. Operators of
/// other libraries have no tags.
static bool hasDataShape(const c10::OperatorName &Name) {
  if (!StringRef(Name.name).starts_with("aten::"))
    return StringSwitch<bool>(Name.name)
        .Cases("torchvision::roi_align", "torchvision::roi_pool",
               "torchvision::ps_roi_align", "torchvision::ps_roi_pool",
               "torchvision::deform_conv2d", false)
        .Default(!StringRef(Name.name).starts_with("quantized::"));
  // With a mask as index it calls nonzero.
  if (Name.name == "aten::index")
    return false;
  auto Op = c10::Dispatcher::singleton().findSchema(Name);
  return Op && Op->hasTag(at::Tag::dynamic_output_shape);
}

static std::unique_ptr<at::ObserverContext>
enterOperator(const at::RecordFunction &F) {
  if (auto Name = F.operator_name()) {
    // A number that a function reads from a tensor may become a size.
    bool IsRead =
        Current.Depth == 0 && (Name->name == "aten::item" ||
                               Name->name == "aten::_local_scalar_dense");
    Current.DataShape |= IsRead || hasDataShape(*Name);
  }
  ++Current.Depth;
  return std::make_unique<Calls>();
}

static void leaveOperator(const at::RecordFunction &, at::ObserverContext *C) {
  if (C)
    --Current.Depth;
}

DataShapeObserver::DataShapeObserver() {
  Current = Observed();
  Handle = at::addThreadLocalCallback(
      at::RecordFunctionCallback(&enterOperator, &leaveOperator)
          .scopes({at::RecordScope::FUNCTION}));
}

DataShapeObserver::~DataShapeObserver() { at::removeCallback(Handle); }

bool DataShapeObserver::seen() const { return Current.DataShape; }

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The first that is not a list: of lists, all items are alike.
static c10::IValue firstLeaf(const c10::IValue &V) {
  if (!V.isList() || V.toListRef().empty())
    return V;
  return firstLeaf(V.toListRef()[0]);
}

static bool holdsTensor(const c10::IValue &V) {
  if (V.isTensorList())
    return true;
  return firstLeaf(V).isTensor();
}

static bool isNumber(const c10::IValue &V) {
  return V.isInt() || V.isDouble() || V.isBool() || V.isComplexDouble();
}

uint8_t fx::torch_impl::inputVariation(const c10::IValue &Example) {
  if (holdsTensor(Example))
    return V_Contents;
  if (isNumber(firstLeaf(Example)))
    return V_Given;
  uint8_t All = 0;
  if (Example.isTuple())
    for (const c10::IValue &E : Example.toTupleRef().elements())
      All |= inputVariation(E);
  if (Example.isGenericDict())
    for (const auto &Entry : Example.toGenericDict())
      All |= inputVariation(Entry.value());
  return All;
}

uint8_t fx::torch_impl::itemVariation(uint8_t Whole, const c10::IValue &Item) {
  return Item.isList() || Item.isGenericDict() ? Whole : Whole & ~V_Length;
}

/// What is the same for all tensors of a type and a rank.
static bool isFact(StringRef Name) {
  if (Name == "is_nonzero" || Name == "is_same_size" ||
      Name == "is_contiguous" || Name == "is_set_to")
    return false;
  return Name.starts_with("is_") ||
         StringSwitch<bool>(Name)
             .Cases("dim", "ndim", "ndimension", "dtype", "device", "layout",
                    true)
             .Cases("requires_grad", "itemsize", "element_size", "get_device",
                    true)
             .Default(false);
}

/// What is asked of the sizes of a tensor, not of its elements.
static bool isAboutSizes(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("size", "shape", "sizes", "numel", "len", "stride", true)
      .Cases("storage_offset", "is_contiguous", "is_same_size", true)
      .Cases("sym_size", "sym_numel", "sym_stride", "nelement", true)
      .Default(false);
}

/// Lists of tensors that have as many items whatever the sizes are.
static bool hasFixedLength(StringRef Name, ArrayRef<VaryingArgument> Args) {
  return StringSwitch<bool>(Name)
      .Cases("where", "nonzero_numpy", "meshgrid", "broadcast_tensors", true)
      .Cases("split", "split_with_sizes", "unsafe_split",
             Args.size() > 1 && Args[1].Example.isList() &&
                 !(Args[1].Varies & V_Length))
      .Default(false);
}

/// Whether an argument that is not a tensor decides about the shape of a
/// result: numbers that are computed with do not, if there is a tensor.
static bool decidesShape(const c10::Argument *Param, bool AnyTensor) {
  return !Param || !AnyTensor ||
         Param->type()->kind() != c10::TypeKind::NumberType;
}

/// A function that returns early where there is nothing to select.
static bool selectsBoxes(const jit::Node *N) {
  if (N->kind() != c10::prim::CallFunction)
    return false;
  auto Type = N->input(0)->type()->cast<c10::FunctionType>();
  return Type && Type->function()->name() == "batched_nms";
}

uint8_t fx::torch_impl::resultVariation(const jit::Node *N,
                                        ArrayRef<VaryingArgument> Args,
                                        const c10::IValue &Result,
                                        bool DataShape) {
  const c10::FunctionSchema *Schema = N->maybeSchema();
  bool AnyTensor = any_of(
      Args, [](const VaryingArgument &A) { return holdsTensor(A.Example); });
  bool Writes = Schema && !Schema->returns().empty() &&
                Schema->returns()[0].alias_info() &&
                Schema->returns()[0].alias_info()->isWrite();
  constexpr uint8_t OfSizes = V_Sizes | V_Given;
  uint8_t All = 0, Shape = 0;
  for (auto [I, A] : enumerate(Args)) {
    All |= A.Varies;
    const c10::Argument *Param = Schema && I < Schema->arguments().size()
                                     ? &Schema->arguments()[I]
                                     : nullptr;
    if (holdsTensor(A.Example))
      // What is written to keeps its shape.
      Shape |= Writes && I != 0 ? 0 : A.Varies & OfSizes;
    else if (decidesShape(Param, AnyTensor))
      Shape |= (A.Varies & OfSizes) | (A.Varies & V_Contents ? V_Sizes : 0);
  }
  bool IsRandom = N->isNondeterministic();
  if (!All && !IsRandom)
    return 0;
  if ((DataShape && !Writes) || selectsBoxes(N))
    Shape |= V_Sizes;
  // Elements may depend on sizes as well.
  uint8_t Elements = (All & ~V_Given) || IsRandom ? V_Contents : 0;
  Elements |= All & V_Given;
  StringRef Name = StringRef(N->kind().toQualString()).rsplit(':').second;
  if (isFact(Name))
    return 0;
  if (holdsTensor(Result)) {
    bool Varies = Result.isList() && (Shape || (All & V_Length)) &&
                  !hasFixedLength(Name, Args);
    return Elements | Shape | (Varies ? V_Length : 0);
  }
  if (Name == "len" && !Args[0].Example.isTensor()) {
    // Items are as many as sizes say.
    if (!(All & V_Length))
      return 0;
    return All & V_Given && !(All & V_Sizes) ? V_Given : V_Sizes;
  }
  if (isAboutSizes(Name))
    return Shape;
  if (isNumber(firstLeaf(Result)) && !AnyTensor) {
    bool IsLonger = Result.isList() && (Shape || (All & V_Length));
    return (All & (V_Contents | OfSizes)) | (IsLonger ? V_Length : 0);
  }
  if (isNumber(Result))
    return Elements | Shape;
  return Elements | Shape | (Result.isTuple() || !Shape ? 0 : V_Length);
}
