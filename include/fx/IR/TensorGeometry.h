//===- TensorGeometry.h - Where elements lie in memory ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What PyTorch says of sizes and strides that are numbers. All lists of one
/// call have one length.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_TENSORGEOMETRY_H
#define FX_IR_TENSORGEOMETRY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace fx {

using Extents = llvm::SmallVector<int64_t, 6>;
using ExtentsRef = llvm::ArrayRef<int64_t>;

/// The number of elements of a tensor of \p Sizes; none where that is not below
/// 2^59 or a size is negative. So the bytes of that many can be counted, too.
std::optional<uint64_t> elementCount(ExtentsRef Sizes);
/// The strides of a contiguous tensor, in elements.
Extents contiguousStrides(ExtentsRef Sizes);
/// torch: Tensor.is_contiguous(). Strides of dimensions of size one do not
/// count, and what is empty is contiguous.
bool isContiguous(ExtentsRef Sizes, ExtentsRef Strides);
/// torch: Tensor.is_contiguous(memory_format=torch.channels_last), or
/// torch.channels_last_3d for five dimensions.
bool isChannelsLast(ExtentsRef Sizes, ExtentsRef Strides);
/// Whether each place between the first and the last element is one element's
/// (torch: Tensor.is_non_overlapping_and_dense).
bool isDense(ExtentsRef Sizes, ExtentsRef Strides);
/// Whether two elements may have one place; as PyTorch, it looks no further
/// than dimensions that do not nest.
bool mayOverlap(ExtentsRef Sizes, ExtentsRef Strides);
/// Whether two elements share a place. Where dimensions do not nest, this
/// compares all elements; above a limit of elements it answers yes.
bool overlaps(ExtentsRef Sizes, ExtentsRef Strides);
/// Dense strides that order dimensions as \p Strides do
/// (torch: infer_dense_strides): those of a copy in torch.preserve_format.
Extents denseStrides(ExtentsRef Sizes, ExtentsRef Strides);

/// The order in which an elementwise operation goes over dimensions, from the
/// strides of its operands (at::TensorIteratorBase::reorder_dimensions).
class IterationOrder {
public:
  explicit IterationOrder(ExtentsRef Sizes) : Sizes(Sizes) {}

  /// Adds an operand of these sizes and strides, expanded to those of the
  /// operation.
  void add(ExtentsRef OwnSizes, ExtentsRef OwnStrides);
  /// Whether all operands are contiguous, or channels-last with four
  /// dimensions.
  bool areContiguous() const;
  bool areChannelsLast() const;
  /// Dimensions from the innermost to the outermost.
  llvm::SmallVector<unsigned, 6> find() const;

private:
  int compare(unsigned A, unsigned B) const;

  Extents Sizes;
  llvm::SmallVector<Extents, 3> Strides;
};

} // namespace fx

#endif // FX_IR_TENSORGEOMETRY_H
