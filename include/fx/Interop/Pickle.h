//===- Pickle.h - Reading pickles without running them ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A pickle is a program for a small stack machine that builds Python objects,
/// and may call anything on the way. This reader has the machine (protocols 2
/// to 5) but nothing that it could call: from what torch.save writes it makes a
/// tree of plain values, tensors and storages. What a pickle asks for besides
/// is an error that names it.
///
/// Time and memory are linear in the pickle, memory with a limit of its own.
/// The result has no cycles and is no deeper than the limit, though parts may
/// occur in several places.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_PICKLE_H
#define FX_INTEROP_PICKLE_H

#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace fx {

/// How much a pickle may ask for.
struct PickleLimits {
  /// Bytes of what is built.
  uint64_t MaxMemory = 64 << 20;
  /// Nesting of containers.
  unsigned MaxDepth = 100;
};

/// Bytes that tensors are in (torch.UntypedStorage), in a record of their own.
struct PickleStorage {
  /// Name of the record; lives as long as the pickle's text.
  llvm::StringRef Key;
  /// Where the tensors were: `cpu`, `cuda:0`.
  llvm::StringRef Device;
  /// Type of the elements; none where they are bytes of any type.
  std::optional<DType> Type;
  uint64_t NumElements = 0;

  uint64_t numBytes() const;
};

/// A tensor: elements of a storage. It has been checked that they are all in
/// there.
struct PickleTensor {
  /// One of Pickle::storages().
  unsigned Storage = 0;
  DType Type = DType::Float32;
  bool RequiresGrad = false;
  /// torch.nn.Parameter.
  bool IsParameter = false;
  int64_t Offset = 0;
  llvm::ArrayRef<int64_t> Sizes, Strides;
};

/// What a value is.
enum class PickleKind : uint8_t {
  None,
  Bool,
  Int,
  BigInt, ///< Does not fit into 64 bits.
  Float,
  Complex,
  String,
  Bytes,
  Tuple, ///< Or a torch.Size.
  List,
  Dict, ///< Or an OrderedDict.
  DType,
  Layout,
  Device, ///< As text.
  Storage,
  Tensor,
  Callable, ///< Something that the pickle may only call.
};

class Pickle;

/// A value; lives as long as its pickle.
class PickleValue {
public:
  PickleKind kind() const;
  bool isNone() const { return kind() == PickleKind::None; }
  /// \name Contents, each of a value of one kind
  /// @{
  bool asBool() const;
  int64_t asInt() const;
  double asFloat() const;
  /// Of a String, Bytes or Device; of a BigInt the bytes in two's complement,
  /// the lowest first.
  llvm::StringRef asString() const;
  fx::DType asDType() const;
  fx::Layout asLayout() const;
  const PickleStorage &asStorage() const;
  const PickleTensor &asTensor() const;
  /// Items of a Tuple or List, entries of a Dict; 2 of a Complex.
  size_t size() const;
  /// An item of a Tuple, List or Complex.
  PickleValue operator[](size_t I) const;
  /// An entry of a Dict, in their order; a key may come twice.
  std::pair<PickleValue, PickleValue> entry(size_t I) const;
  /// @}

private:
  friend class Pickle;
  friend class PickleMachine;

  /// What fits in place; the rest is in the pickle.
  struct Raw {
    PickleKind Kind = PickleKind::None;
    /// Nesting depth of a tuple.
    uint8_t Depth = 0;
    /// Length of a text or tuple.
    uint32_t Size = 0;
    union {
      int64_t Int = 0;
      double Float;
      const char *Text;
      uint64_t Index;
    };
  };
  PickleValue(const Pickle &P, Raw V) : P(&P), V(V) {}

  const Pickle *P;
  Raw V;
};

/// What a pickle describes.
class Pickle {
public:
  /// \p Bytes outlives the result. \p File and \p Record are for messages.
  /// Errors: err_pickle.
  static llvm::Expected<std::unique_ptr<Pickle>> read(llvm::StringRef Bytes,
                                                      llvm::StringRef File,
                                                      llvm::StringRef Record,
                                                      PickleLimits Limits = {});

  PickleValue root() const { return PickleValue(*this, Root); }
  /// In the order in which they are named first.
  llvm::ArrayRef<PickleStorage> storages() const { return Storages; }

private:
  friend class PickleValue;
  friend class PickleMachine;
  using Raw = PickleValue::Raw;

  /// A list, or keys and values of a dictionary.
  struct Container {
    std::vector<Raw> Items;
    unsigned Depth = 1;
    /// It is inside another value, and must not change.
    bool IsPart = false;
  };

  Raw Root;
  /// Items of tuples.
  std::vector<Raw> Items;
  std::deque<Container> Containers;
  std::vector<PickleStorage> Storages;
  std::vector<PickleTensor> Tensors;
  /// Sizes and strides.
  llvm::BumpPtrAllocator Memory;
};

} // namespace fx

#endif // FX_INTEROP_PICKLE_H
