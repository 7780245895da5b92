//===- TensorType.h - What is known of a tensor -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A TensorType argument (Argument.h) holds the facts of a tensor by position.
/// This view names them. The `val` of a node is one, or holds several:
///
///   if (TensorType T = N.tensorType(); T && T.isStrided())
///     use(T.dtype(), T.sizes(), T.strides());
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_TENSORTYPE_H
#define FX_IR_TENSORTYPE_H

#include "fx/IR/Argument.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace fx {

/// The type of a tensor (torch.export: TensorMeta), or no type. Shares the
/// argument that it was made from; as cheap to copy as that.
class TensorType {
public:
  /// No type.
  TensorType() = default;
  /// The type that \p A is; no type where A is anything else.
  explicit TensorType(Argument A);

  explicit operator bool() const { return !Value.isNone(); }
  /// The argument, or None.
  const Argument &value() const { return Value; }

  DType dtype() const { return Type; }
  /// An Int or a SymExpr for each dimension.
  llvm::ArrayRef<Argument> sizes() const { return Sizes; }
  /// In elements, one for each dimension; empty where they are not known.
  llvm::ArrayRef<Argument> strides() const { return Strides; }
  size_t rank() const { return Sizes.size(); }
  bool hasStrides() const {
    return !Value.isNone() && !Value.elements()[2].isNone();
  }
  /// A Device, or None.
  const Argument &device() const;
  /// Whether the tensor lives in the memory of the processor, or nothing is
  /// known of its device.
  bool isOnCPU() const;
  bool requiresGrad() const;
  /// Place of the first element in the storage, in elements: an Int or a
  /// SymExpr.
  Argument offset() const;
  Layout layout() const;
  bool isStrided() const { return layout() == Layout::Strided; }

  /// \name The same as numbers; none where one is symbolic
  /// @{
  std::optional<llvm::SmallVector<int64_t, 6>> fixedSizes() const;
  /// Those of a contiguous tensor where none are known.
  std::optional<llvm::SmallVector<int64_t, 6>> fixedStrides() const;
  std::optional<int64_t> fixedOffset() const;
  /// @}
  /// Whether it is known to have more elements than \p Limit.
  bool hasMoreElements(uint64_t Limit) const;
  /// Whether sizes and strides are numbers, and the elements lie one after the
  /// other in the order of the dimensions (torch: Tensor.is_contiguous).
  bool isContiguous() const;

  /// \name The same type but for one fact
  /// @{
  TensorType withDType(DType T) const;
  TensorType withRequiresGrad(bool Wanted) const;
  TensorType withStrides(Argument Strides) const;
  TensorType withDevice(Argument Device) const;
  /// In memory of its own: at offset 0, and without a gradient.
  TensorType fresh() const;
  /// @}

  friend bool operator==(const TensorType &A, const TensorType &B) {
    return A.Value == B.Value;
  }

private:
  Argument Value;
  DType Type = DType::Float32;
  llvm::ArrayRef<Argument> Sizes, Strides;
};

/// The device of a tensor that is made on \p Name: `cuda` is the first of its
/// type, the CPU and the meta device are one alone.
Argument deviceOfTensors(Context &Ctx, llvm::StringRef Name);

/// The integers in \p Items; none where one is anything else.
std::optional<llvm::SmallVector<int64_t, 6>>
fixedIntegers(llvm::ArrayRef<Argument> Items);

} // namespace fx

#endif // FX_IR_TENSORTYPE_H
