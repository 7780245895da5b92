//===- TensorGeometry.cpp - Where elements lie in memory ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/TensorGeometry.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace fx;
using namespace llvm;

std::optional<uint64_t> fx::elementCount(ExtentsRef Sizes) {
  uint64_t Count = 1;
  bool Large = false, Empty = false;
  for (int64_t Size : Sizes) {
    if (Size < 0)
      return std::nullopt;
    Empty |= Size == 0;
    bool Overflowed = false;
    Count = SaturatingMultiply(Count, uint64_t(Size), &Overflowed);
    Large |= Overflowed;
  }
  if (Empty)
    return 0;
  // The largest elements have 16 bytes.
  if (Large || Count >> 59)
    return std::nullopt;
  return Count;
}

Extents fx::contiguousStrides(ExtentsRef Sizes) {
  Extents Strides(Sizes.size());
  int64_t Stride = 1;
  for (size_t I = Sizes.size(); I--;) {
    Strides[I] = Stride;
    // What no memory holds has strides that mean nothing.
    (void)MulOverflow(Stride, std::max<int64_t>(Sizes[I], 1), Stride);
  }
  return Strides;
}

/// The dimensions of a contiguous tensor from the innermost to the outermost.
static SmallVector<unsigned, 6> usualOrder(size_t Rank) {
  SmallVector<unsigned, 6> Order;
  for (unsigned D = Rank; D--;)
    Order.push_back(D);
  return Order;
}

/// Whether there are no holes when the dimensions stand in this order.
static bool isPacked(ExtentsRef Sizes, ExtentsRef Strides,
                     ArrayRef<unsigned> Order) {
  int64_t Expected = 1;
  for (unsigned D : Order) {
    if (Sizes[D] == 1)
      continue;
    if (Strides[D] != Expected || MulOverflow(Expected, Sizes[D], Expected))
      return false;
  }
  return true;
}

bool fx::isContiguous(ExtentsRef Sizes, ExtentsRef Strides) {
  return is_contained(Sizes, 0) ||
         isPacked(Sizes, Strides, usualOrder(Sizes.size()));
}

bool fx::isChannelsLast(ExtentsRef Sizes, ExtentsRef Strides) {
  if (Sizes.size() == 4)
    return isPacked(Sizes, Strides, {1, 3, 2, 0});
  return Sizes.size() == 5 && isPacked(Sizes, Strides, {1, 4, 3, 2, 0});
}

/// The dimensions from the one with the smallest stride to that with the
/// largest, without those of less than two places.
static SmallVector<unsigned, 6> byStride(ExtentsRef Sizes, ExtentsRef Strides) {
  SmallVector<unsigned, 6> Order;
  for (unsigned D = 0; D != Sizes.size(); ++D)
    if (Sizes[D] > 1)
      Order.push_back(D);
  stable_sort(Order,
              [&](unsigned A, unsigned B) { return Strides[A] < Strides[B]; });
  return Order;
}

bool fx::isDense(ExtentsRef Sizes, ExtentsRef Strides) {
  return is_contained(Sizes, 0) ||
         isPacked(Sizes, Strides, byStride(Sizes, Strides));
}

bool fx::mayOverlap(ExtentsRef Sizes, ExtentsRef Strides) {
  if (is_contained(Sizes, 0))
    return false;
  // The place after all elements of the dimensions so far.
  uint64_t End = 1;
  for (unsigned D : byStride(Sizes, Strides)) {
    if (Strides[D] < 0 || uint64_t(Strides[D]) < End)
      return true;
    End = SaturatingMultiplyAdd<uint64_t>(Sizes[D] - 1, Strides[D], End);
  }
  return false;
}

bool fx::overlaps(ExtentsRef Sizes, ExtentsRef Strides) {
  if (!mayOverlap(Sizes, Strides))
    return false;
  constexpr uint64_t MaxEnumerated = 1 << 16;
  SmallVector<unsigned, 6> Order = byStride(Sizes, Strides);
  uint64_t Reach = 0, Elements = 1;
  for (unsigned D : Order) {
    if (Strides[D] <= 0)
      return true;
    Reach = SaturatingMultiplyAdd<uint64_t>(Sizes[D] - 1, Strides[D], Reach);
    Elements = SaturatingMultiply<uint64_t>(Elements, Sizes[D]);
  }
  // More elements than places; or too many to look at each.
  if (Elements > MaxEnumerated || Elements > Reach + 1)
    return true;
  DenseSet<uint64_t> Seen;
  for (uint64_t I = 0; I != Elements; ++I) {
    uint64_t At = 0, Rest = I;
    for (unsigned D : Order) {
      At += Rest % Sizes[D] * Strides[D];
      Rest /= Sizes[D];
    }
    if (!Seen.insert(At).second)
      return true;
  }
  return false;
}

Extents fx::denseStrides(ExtentsRef Sizes, ExtentsRef Strides) {
  Extents Result(Strides);
  if (isDense(Sizes, Strides))
    return Result;
  IterationOrder Order(Sizes);
  Order.add(Sizes, Strides);
  int64_t Stride = 1;
  for (unsigned D : Order.find()) {
    Result[D] = Stride;
    Stride *= std::max<int64_t>(Sizes[D], 1);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// IterationOrder
//===----------------------------------------------------------------------===//

void IterationOrder::add(ExtentsRef OwnSizes, ExtentsRef OwnStrides) {
  if (OwnSizes.size() > Sizes.size() || OwnSizes.size() != OwnStrides.size())
    return;
  Extents Expanded(Sizes.size(), 0);
  size_t First = Sizes.size() - OwnSizes.size();
  for (size_t I = Sizes.size(); I-- != 0;) {
    if (I >= First) {
      if (OwnSizes[I - First] != 1 || Sizes[I] == 1)
        Expanded[I] = OwnStrides[I - First];
      continue;
    }
    // A new dimension of size one continues the next.
    if (Sizes[I] == 1)
      Expanded[I] =
          I + 1 < Sizes.size()
              ? int64_t(uint64_t(Sizes[I + 1]) * uint64_t(Expanded[I + 1]))
              : 1;
  }
  Strides.push_back(std::move(Expanded));
}

bool IterationOrder::areContiguous() const {
  return all_of(Strides,
                [&](const Extents &Own) { return isContiguous(Sizes, Own); });
}

bool IterationOrder::areChannelsLast() const {
  return Sizes.size() == 4 && all_of(Strides, [&](const Extents &Own) {
           return isChannelsLast(Sizes, Own);
         });
}

/// Above 0: \p A must stand further out than \p B. No side is taken where a
/// stride is zero, so the order is not transitive, and the sort must take
/// PyTorch's steps.
int IterationOrder::compare(unsigned A, unsigned B) const {
  for (const Extents &Own : Strides) {
    if (Own[A] == 0 || Own[B] == 0)
      continue;
    if (Own[A] != Own[B])
      return Own[A] < Own[B] ? -1 : 1;
    if (Sizes[A] > Sizes[B])
      return 1;
  }
  return 0;
}

SmallVector<unsigned, 6> IterationOrder::find() const {
  SmallVector<unsigned, 6> Order = usualOrder(Sizes.size());
  for (int I = 1, E = Order.size(); I < E; ++I)
    for (int Upper = I, Lower = I - 1; Lower >= 0; --Lower) {
      int Result = compare(Order[Lower], Order[Upper]);
      if (Result > 0) {
        std::swap(Order[Lower], Order[Upper]);
        Upper = Lower;
      } else if (Result < 0) {
        break;
      }
    }
  return Order;
}
