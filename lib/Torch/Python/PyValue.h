//===- PyValue.h - Values of Python that LibTorch lacks --------*- C++ -*--===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A running graph handles values as c10::IValue. What Python can say and that
// cannot, a slice, a dtype that is not an int, a function, is a capsule around
// one of these.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_PYTHON_PYVALUE_H
#define FX_LIB_TORCH_PYTHON_PYVALUE_H

#include "fx/IR/Argument.h"
#include "llvm/Support/Error.h"
#include <ATen/core/ivalue.h>
#include <torch/custom_class.h>

namespace fx::torch_impl {

struct PyValue : torch::CustomClassHolder {
  enum KindOf : uint8_t {
    DType,        ///< Number is a c10::ScalarType.
    Layout,       ///< Number is a c10::Layout.
    MemoryFormat, ///< Number is a c10::MemoryFormat.
    Ellipsis,
    Slice,    ///< Parts: start, stop, step.
    Range,    ///< Parts: start, stop, step.
    Function, ///< Text is the qualified name: of a function, type or operator.
    Enum,     ///< Text is the qualified name.
    Graph,    ///< A submodule as a value; Data is what the plan made of it.
    Method,   ///< A bound method: Parts[0] is the receiver, Text the name.
  };
  KindOf Kind;
  int64_t Number = 0;
  c10::IValue Parts[3];
  std::string Text;
  const void *Data = nullptr;

  explicit PyValue(KindOf Kind) : Kind(Kind) {}
};

using PyValuePtr = c10::intrusive_ptr<PyValue>;

c10::IValue wrap(PyValuePtr Object);
c10::IValue makeEnumerator(PyValue::KindOf Kind, int64_t Number);
c10::IValue makeSlice(c10::IValue Start, c10::IValue Stop, c10::IValue Step);
c10::IValue makeNamed(PyValue::KindOf Kind, llvm::StringRef Text);
c10::IValue makeDType(c10::ScalarType Type);

/// The object in \p V, or null.
const PyValue *asPyValue(const c10::IValue &V);
/// The same for one kind.
const PyValue *asPyValue(const c10::IValue &V, PyValue::KindOf Kind);

/// The value of a constant. Errors: what this LibTorch does not have.
llvm::Expected<c10::IValue> pyConstant(const Argument &A);

/// An aggregate of \p Items, the values of \p A's elements() (for dicts and
/// named tuples names and values in turn).
llvm::Expected<c10::IValue> pyAggregate(const Argument &A,
                                        std::vector<c10::IValue> Items);

/// A list of any values.
c10::IValue makeList(llvm::ArrayRef<c10::IValue> Items);
c10::IValue makeTuple(std::vector<c10::IValue> Items);

/// Whether \p V is a list or a tuple.
bool isSequence(const c10::IValue &V);
/// Its items.
std::vector<c10::IValue> itemsOf(const c10::IValue &V);
size_t lengthOf(const c10::IValue &V);
const c10::IValue &itemOf(const c10::IValue &V, size_t I);

/// For messages: `torch.float32`, and whatever describeValue() says.
std::string describe(const c10::IValue &V);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_PYTHON_PYVALUE_H
