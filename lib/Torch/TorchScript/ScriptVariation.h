//===- ScriptVariation.h - What examples cannot decide ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Example inputs decide what depends on the shapes of the inputs alone. What
// depends on their values is another one for other inputs: this says of a value
// what of it is.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTVARIATION_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTVARIATION_H

#include "llvm/ADT/ArrayRef.h"
#include <ATen/core/ivalue.h>

namespace torch::jit {
struct Node;
}

namespace fx::torch_impl {

/// What may be different for other inputs of the same shapes; a bit set.
enum Variation : uint8_t {
  V_Contents = 1, ///< Elements of a tensor, or a number read from one.
  V_Sizes = 2,    ///< Sizes of a tensor, or a number made of such sizes.
  /// Numbers or sizes made of numbers among the inputs, or of sizes that
  /// callers choose.
  V_Given = 4,
  V_Length = 8, ///< How many items a list has.
};

/// An argument of an operator.
struct VaryingArgument {
  c10::IValue Example;
  uint8_t Varies = 0;
};

/// Variation of an input of the model.
uint8_t inputVariation(const c10::IValue &Example);

/// Variation of a result of \p N. \p DataShape says that the values of a tensor
/// have decided about sizes while the example was computed.
uint8_t resultVariation(const torch::jit::Node *N,
                        llvm::ArrayRef<VaryingArgument> Args,
                        const c10::IValue &Result, bool DataShape);

/// Variation of an item of what varies like \p Whole.
uint8_t itemVariation(uint8_t Whole, const c10::IValue &Item);

/// Notices operators whose results have sizes that depend on values, such as
/// nonzero(), in what this thread runs while it exists.
class DataShapeObserver {
public:
  DataShapeObserver();
  ~DataShapeObserver();
  DataShapeObserver(const DataShapeObserver &) = delete;
  bool seen() const;

private:
  uint64_t Handle;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTVARIATION_H
