//===- TensorData.h - Elements of tensors -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A tensor in memory: type, sizes, strides and bytes, which may be those of a
/// mapped file. Passes read weights as such, and make new ones:
/// \code{.txt}
///   TensorData Scaled =
///       Weight.map([&](double W) { return W * Scale; });      // one factor
///   Expected<TensorData> Folded = TensorData::zip(             // broadcasting
///       Weight, Gamma, [](double W, double G) { return W * G; });
///   TensorData Half = Weight.to(DType::Float16);
/// \endcode
/// Elements are computed with as doubles, which hold every element of the real
/// types but large 64-bit integers exactly, and are rounded once, to nearest
/// even. Copying a TensorData shares its bytes; they are copied when one of the
/// two is written to.
///
/// What is computed has the strides that PyTorch gives it: those of the operand
/// where that is dense, as a weight in channels_last is.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_TENSORDATA_H
#define FX_INTEROP_TENSORDATA_H

#include "fx/IR/Argument.h"
#include "fx/IR/TensorGeometry.h"
#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <complex>
#include <memory>
#include <string>

namespace fx {

class Context;

/// Bytes of an element that can be computed with; 0 for quantized types, bits
/// and parts of a byte, unlike itemSize() (torch: dtype.itemsize).
unsigned elementSize(DType T);

/// A tensor on the CPU: its type, sizes, strides and bytes.
class TensorData {
public:
  /// An empty tensor of torch.float32.
  TensorData() : Sizes{0}, Strides{1} {}

  /// \name Making tensors. The type has elements of whole bytes.
  /// @{
  static TensorData zeros(DType T, llvm::ArrayRef<int64_t> Sizes);
  static TensorData full(DType T, llvm::ArrayRef<int64_t> Sizes, double Value);
  /// The elements in order. \p Element is what the type is in C++: float,
  /// int64_t, bool, ... Ends the program where there are not as many bytes as
  /// \p Sizes elements take.
  template <typename Element>
  static TensorData of(DType T, llvm::ArrayRef<int64_t> Sizes,
                       llvm::ArrayRef<Element> Elements) {
    return ofBytes(T, Sizes,
                   {reinterpret_cast<const char *>(Elements.data()),
                    Elements.size() * sizeof(Element)});
  }
  /// The same from little-endian bytes.
  static TensorData ofBytes(DType T, llvm::ArrayRef<int64_t> Sizes,
                            llvm::StringRef Bytes);
  /// A tensor in the storage \p Bytes, which \p Owner keeps alive; \p Offset
  /// counts elements. Errors: elements outside of the bytes, negative strides,
  /// types without bytes of their own, expanded tensors of which a copy would
  /// take more than 16 GiB.
  static llvm::Expected<TensorData> view(DType T, llvm::ArrayRef<int64_t> Sizes,
                                         llvm::ArrayRef<int64_t> Strides,
                                         int64_t Offset, llvm::StringRef Bytes,
                                         std::shared_ptr<const void> Owner);
  /// @}

  DType dtype() const { return Type; }
  llvm::ArrayRef<int64_t> sizes() const { return Sizes; }
  llvm::ArrayRef<int64_t> strides() const { return Strides; }
  /// Place of the first element in the storage, in elements.
  int64_t storageOffset() const { return Offset; }
  unsigned rank() const { return Sizes.size(); }
  uint64_t numElements() const { return *elementCount(Sizes); }

  /// What `val` says of it, on the CPU where there is no \p Device.
  Argument type(Context &Ctx, Argument Device = {}) const;

  /// torch: Tensor.is_contiguous().
  bool isContiguous() const { return fx::isContiguous(Sizes, Strides); }
  /// torch: Tensor.is_non_overlapping_and_dense().
  bool isDense() const { return fx::isDense(Sizes, Strides); }
  /// This tensor if it is contiguous, else a copy that is.
  TensorData contiguous() const;
  /// The same elements with other strides, a copy unless it has them. Bytes
  /// between elements are zero. An error where elements may overlap.
  llvm::Expected<TensorData>
  withStrides(llvm::ArrayRef<int64_t> NewStrides) const;
  /// The same elements with the same strides in a storage that ends with the
  /// last of them, and begins with the first.
  TensorData compact() const;
  /// The bytes of that storage.
  uint64_t compactSize() const;
  /// All bytes of the memory that the elements are in, little-endian. There may
  /// be more than elements, as where this is a view.
  llvm::StringRef storage() const { return Storage; }
  /// The bytes of a contiguous tensor, little-endian.
  llvm::StringRef bytes() const;
  /// The elements of a contiguous tensor; \p Element has their size.
  template <typename Element> llvm::ArrayRef<Element> elements() const {
    assert(sizeof(Element) == elementSize(Type));
    return {reinterpret_cast<const Element *>(bytes().data()),
            bytes().size() / sizeof(Element)};
  }

  /// Element \p I in row-major order as a number; of a complex tensor the real
  /// part. O(rank).
  double get(uint64_t I) const;
  /// Sets element \p I, rounded to the type; makes a copy first where the bytes
  /// are shared, a contiguous one where elements are.
  void set(uint64_t I, double Value);
  /// All elements in row-major order.
  std::vector<double> toDoubles() const;

  /// torch: Tensor.to(dtype). Floats become integers by truncation, and what
  /// they cannot hold the nearest that they can.
  TensorData to(DType T) const;
  /// \p Fn of every element, in the same type.
  TensorData map(llvm::function_ref<double(double)> Fn) const;
  /// \p Fn of the elements of two tensors, whose sizes are broadcast as in
  /// torch; the result has type and order of dimensions of \p A. An error where
  /// they do not fit.
  static llvm::Expected<TensorData>
  zip(const TensorData &A, const TensorData &B,
      llvm::function_ref<double(double, double)> Fn);
  /// torch: Tensor.reshape; one size may be -1. An error where the numbers of
  /// elements differ.
  llvm::Expected<TensorData> reshape(llvm::ArrayRef<int64_t> NewSizes) const;
  /// torch: Tensor.expand, of sizes that were found to fit.
  llvm::Expected<TensorData> expand(llvm::ArrayRef<int64_t> NewSizes) const;

  /// Whether type, sizes and the bytes of all elements are the same.
  bool isIdenticalTo(const TensorData &O) const;

private:
  const char *data() const {
    return Storage.data() + Offset * elementSize(Type);
  }
  char *makeWritable();
  TensorData dense() const;
  void copyFrom(const TensorData &O);

  DType Type = DType::Float32;
  llvm::SmallVector<int64_t, 6> Sizes, Strides;
  int64_t Offset = 0;
  llvm::StringRef Storage;
  std::shared_ptr<const void> Owner;
  /// The storage, where this may write to it if it is not shared.
  std::shared_ptr<std::string> Own;
};

} // namespace fx

#endif // FX_INTEROP_TENSORDATA_H
