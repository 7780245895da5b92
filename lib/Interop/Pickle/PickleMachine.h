//===- PickleMachine.h - The stack machine of pickles -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PICKLE_PICKLEMACHINE_H
#define FX_LIB_INTEROP_PICKLE_PICKLEMACHINE_H

#include "fx/Interop/Pickle.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

namespace fx {

/// Runs a pickle. Functions return false after an error; the first one counts.
class PickleMachine {
public:
  PickleMachine(Pickle &P, llvm::StringRef Bytes, PickleLimits Limits)
      : P(P), Bytes(Bytes), Limits(Limits) {}

  bool run();
  llvm::StringRef message() const { return Message; }
  /// Offset of the instruction that is wrong.
  size_t errorOffset() const { return Start; }

private:
  using Raw = PickleValue::Raw;
  using Container = Pickle::Container;

  /// What a pickle may name in order to call it, or to say the type of what is
  /// called. Part of the Raw of a Callable.
  enum Function : uint8_t {
    OrderedDict,
    DefaultDict,
    RebuildTensor,       ///< _rebuild_tensor_v2
    RebuildTensorOfType, ///< _rebuild_tensor_v3
    RebuildParameter,
    RebuildParameterWithState,
    RebuildFromType,
    MakeSize,
    MakeDevice,
    GetLayout,
    MakeComplex,
    TypedStorage, ///< With a type: torch.FloatStorage.
    UntypedStorage,
    TensorClass,
    PlainClass, ///< list and the like: what a defaultdict would make.
  };

  bool fail(const llvm::Twine &Text);
  /// Counts memory that is about to be used.
  bool charge(uint64_t Size);

  // Taking from the text.
  bool take(uint64_t Size, llvm::StringRef &Text);
  bool takeNumber(unsigned Size, uint64_t &Number);
  bool takeLine(llvm::StringRef &Text);
  bool pushText(PickleKind Kind, unsigned SizeBytes);
  bool pushLong(unsigned SizeBytes);

  // The stack.
  bool push(Raw V);
  bool pushInt(int64_t Value);
  bool pop(Raw &V);
  Raw *top();
  bool popMark(size_t &First);

  // Containers.
  unsigned depthOf(const Raw &V) const;
  bool notePart(const Raw &V, unsigned &Depth);
  bool pushTuple(size_t First);
  bool pushContainer(PickleKind Kind);
  bool addItems(PickleKind Kind, size_t First);
  bool memoize(uint64_t Place);
  bool recall(uint64_t Place);

  // Objects (PickleObjects.cpp).
  bool pushGlobal(llvm::StringRef Module, llvm::StringRef Name);
  bool pushStackGlobal();
  bool loadPersistent();
  bool reduce();
  bool build();
  bool call(Function F, llvm::ArrayRef<Raw> Args);
  bool makeOrderedDict(llvm::ArrayRef<Raw> Args);
  bool makeDefaultDict(llvm::ArrayRef<Raw> Args);
  bool makeTensor(llvm::ArrayRef<Raw> Args, bool HasType);
  bool makeParameter(llvm::ArrayRef<Raw> Args);
  bool callForType(llvm::ArrayRef<Raw> Args);
  bool makeDevice(llvm::ArrayRef<Raw> Args);
  bool takeInts(const Raw &Tuple, llvm::ArrayRef<int64_t> &Ints);
  llvm::ArrayRef<Raw> items(const Raw &Tuple) const;
  static llvm::StringRef text(const Raw &V);

  bool step(uint8_t Code, bool &Done);

  Pickle &P;
  llvm::StringRef Bytes;
  PickleLimits Limits;
  /// Offsets of the next byte, and of the instruction.
  size_t Cur = 0, Start = 0;
  uint64_t Memory = 0;
  std::string Message;
  std::vector<Raw> Stack;
  std::vector<size_t> Marks;
  /// Indexed by number; those that were never stored are Callables without a
  /// name.
  std::vector<Raw> Memo;
  llvm::StringMap<unsigned> StorageIndex;
};

} // namespace fx

#endif // FX_LIB_INTEROP_PICKLE_PICKLEMACHINE_H
