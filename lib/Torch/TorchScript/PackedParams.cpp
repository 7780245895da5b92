//===- PackedParams.cpp - Objects of C++ that hold weights ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedParams.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <ATen/core/Tensor.h>
#include <ATen/core/class_type.h>
#include <ATen/core/dispatch/Dispatcher.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

/// `quantized.LinearPackedParamsBase` of an object of C++; empty for others.
static std::string foreignClass(const IValue &V) {
  if (!V.isObject() || !V.toObjectRef().type()->name())
    return {};
  std::string Name = V.toObjectRef().type()->name()->qualifiedName();
  StringRef Rest = Name;
  return Rest.consume_front("__torch__.torch.classes.") ? Rest.str()
                                                        : std::string();
}

bool torch_impl::holdsForeignObject(const IValue &V) {
  if (V.isTensorList())
    return false;
  if (V.isList())
    return any_of(V.toListRef(), holdsForeignObject);
  if (V.isTuple())
    return any_of(V.toTupleRef().elements(), holdsForeignObject);
  if (V.isGenericDict()) {
    for (const auto &Entry : V.toGenericDict())
      if (holdsForeignObject(Entry.value()))
        return true;
    return false;
  }
  return V.isCapsule() || !foreignClass(V).empty();
}

/// What the operator `quantized::Name` says of \p Object.
static std::vector<IValue> ask(const std::string &Name, const IValue &Object) {
  std::vector<IValue> Stack{Object};
  c10::Dispatcher::singleton()
      .findSchemaOrThrow(("quantized::" + Name).c_str(), "")
      .callBoxed(&Stack);
  return Stack;
}

static std::optional<PackingCall> packingOfLinear(const IValue &Object) {
  std::vector<IValue> Args = ask("linear_unpack", Object);
  if (Args.empty() || !Args[0].isTensor())
    return std::nullopt;
  if (Args[0].toTensor().is_quantized())
    return PackingCall{"torch.ops.quantized.linear_prepack.default",
                       std::move(Args)};
  // Half the bits are all that it keeps.
  Args[0] = Args[0].toTensor().to(c10::ScalarType::Float);
  return PackingCall{"torch.ops.quantized.linear_prepack_fp16.default",
                     std::move(Args)};
}

static std::optional<PackingCall> packingOfConv(const IValue &Object,
                                                bool Is3D) {
  std::string Conv = Is3D ? "conv3d" : "conv2d";
  std::vector<IValue> Args = ask(Conv + "_unpack", Object);
  bool Transposed = ask(Conv + "_transpose", Object)[0].toInt();
  Args.push_back(ask(Conv + "_stride", Object)[0]);
  Args.push_back(ask(Conv + "_padding", Object)[0]);
  if (Transposed)
    Args.push_back(ask(Conv + "_output_padding", Object)[0]);
  Args.push_back(ask(Conv + "_dilation", Object)[0]);
  Args.push_back(ask(Conv + "_groups", Object)[0]);
  const char *Targets[] = {"torch.ops.quantized.conv2d_prepack.default",
                           "torch.ops.quantized.conv_transpose2d_prepack."
                           "default",
                           "torch.ops.quantized.conv3d_prepack.default",
                           "torch.ops.quantized.conv_transpose3d_prepack."
                           "default"};
  return PackingCall{Targets[2 * Is3D + Transposed], std::move(Args)};
}

std::optional<PackingCall> torch_impl::packingCall(const IValue &Object) {
  std::string Class = foreignClass(Object);
  if (Class == "quantized.LinearPackedParamsBase")
    return packingOfLinear(Object);
  if (Class == "quantized.Conv2dPackedParamsBase")
    return packingOfConv(Object, /*Is3D=*/false);
  if (Class == "quantized.Conv3dPackedParamsBase")
    return packingOfConv(Object, /*Is3D=*/true);
  if (Class == "quantized.EmbeddingPackedParamsBase") {
    std::vector<IValue> Args = ask("embedding_bag_unpack", Object);
    // Those of less than eight bits have no elements of their own.
    if (Args[0].isTensor() && Args[0].toTensor().element_size() == 1 &&
        Args[0].toTensor().scalar_type() == c10::ScalarType::QUInt8)
      return PackingCall{"torch.ops.quantized.embedding_bag_prepack.default",
                         std::move(Args)};
  }
  return std::nullopt;
}
