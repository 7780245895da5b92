//===- Values.h - Arguments as values of LibTorch ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Arguments of nodes as the dispatcher takes them (c10::IValue), and its
/// values as Arguments. Nothing here throws: errors say in a few words what
/// does not convert, and the caller adds where.
///
/// Slices, ranges, `...` and functions given as values have no form in the
/// dispatcher: what takes them, such as operator.getitem, handles Arguments.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TORCH_VALUES_H
#define FX_TORCH_VALUES_H

#include "fx/IR/Argument.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type_base.h>
#include <optional>
#include <string>

namespace c10 {
struct Argument;
}

namespace fx {

/// \name The same enumerators; none where one side lacks it.
/// @{
std::optional<c10::ScalarType> toTorch(DType T);
std::optional<c10::Layout> toTorch(Layout L);
std::optional<c10::MemoryFormat> toTorch(MemoryFormat F);
std::optional<DType> fromTorch(c10::ScalarType T);
std::optional<Layout> fromTorch(c10::Layout L);
std::optional<MemoryFormat> fromTorch(c10::MemoryFormat F);
/// @}

/// The value that a node has, or null when it has none yet.
using NodeValues = llvm::function_ref<const c10::IValue *(const Node *)>;

/// The value of \p A. With \p Type, that of the dispatcher's parameter
/// (c10::Argument::type()), it is made to fit as convertTo() does; without, a
/// list of equals is a list of their type and any other list one of Any.
/// O(size).
llvm::Expected<c10::IValue>
toIValue(const Argument &A, NodeValues Values, const c10::Type *Type = nullptr,
         std::optional<int32_t> FixedSize = std::nullopt);

/// c10::Argument::N(), which is of another type in each LibTorch.
std::optional<int32_t> fixedSizeOf(const c10::Argument &Param);

/// Makes \p V what a parameter of \p Type takes, by the rules of PyTorch's own
/// argument parser: an int or bool for a float, a number for a tensor (a
/// wrapped number), a tensor without dimensions for a number, one number for a
/// list of \p FixedSize (see fixedSizeOf()), a tuple for a list, a string for
/// a device. Costs a comparison where it fits already.
llvm::Error convertTo(c10::IValue &V, const c10::Type &Type,
                      std::optional<int32_t> FixedSize = std::nullopt);

/// What stands for a tensor in an Argument.
using TensorArguments =
    llvm::function_ref<llvm::Expected<Argument>(const at::Tensor &)>;

/// \p V as an Argument. \p Type, that of the parameter or result
/// (c10::Argument::real_type()), separates dtypes, layouts and so on from ints.
/// An undefined tensor is None. O(size).
llvm::Expected<Argument> toArgument(Context &Ctx, const c10::IValue &V,
                                    TensorArguments OfTensor,
                                    const c10::Type *Type = nullptr);

/// What is known of a tensor, as `val` holds it: dtype, sizes, strides, device,
/// requires_grad, offset, layout. None for an undefined one. Strides are None
/// where the layout has none.
llvm::Expected<Argument> tensorTypeOf(Context &Ctx, const at::Tensor &T);

/// The `val` of a result: tensorTypeOf() for tensors, containers of such,
/// everything else as it is.
llvm::Expected<Argument> valueTypeOf(Context &Ctx, const c10::IValue &V);

/// For messages: `f32[2, 3]`, `int 5`, `[f32[2], f32[3]]`, cut after a few
/// items.
std::string describeValue(const c10::IValue &V);

} // namespace fx

#endif // FX_TORCH_VALUES_H
