//===- ScriptSubscripts.h - x[...] ------------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTSUBSCRIPTS_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTSUBSCRIPTS_H

#include "ScriptValue.h"
#include "fx/Tracing/Proxy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <torch/csrc/jit/ir/ir.h>

namespace fx {
class Tracer;
}

namespace fx::torch_impl {

class ScriptEvaluator;

/// TorchScript has an operator for each part of an index; they come one after
/// the other and from the same piece of source, and are one call in Python.
class ScriptSubscripts {
public:
  ScriptSubscripts(ScriptEvaluator &E, Tracer &T) : E(E), T(T) {}

  /// Records \p N, which is such a part: see isSubscript().
  ScriptValue record(torch::jit::Node *N, llvm::ArrayRef<ScriptValue> In);

private:
  /// What a node stands for that is the beginning of an index.
  struct Subscript {
    std::string Key;
    std::vector<TraceValue> Items;
    int64_t Dims = 0;
    /// Tensors are in it, so that dimensions are not where they were.
    bool HasTensors = false;
  };
  ScriptEvaluator &E;
  Tracer &T;
  llvm::DenseMap<Node *, Subscript> Begun;
};

/// \p Lowered as a bound of a slice: what Python was not given is the end, or
/// None.
TraceValue sliceBound(const ScriptValue &V, TraceValue Lowered, int64_t Absent);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTSUBSCRIPTS_H
