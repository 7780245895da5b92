//===- SharedState.h - State that runs share, and what they write -*- C++ -*-=//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a model that several threads run. What no run writes is there
// once. Of what runs write, each session has tensors of its own, and so has a
// run without a session if it writes in place.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_SERVING_SHAREDSTATE_H
#define FX_LIB_TORCH_SERVING_SHAREDSTATE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <optional>
#include <string>
#include <vector>

namespace fx::torch_impl {

class PlanSet;
class ProgramSignature;
class TensorStore;

/// Immutable.
class SharedState {
public:
  /// Finds out what runs of \p Plans write, and gives instructions and \p
  /// Signature, which may be null, the places of that.
  SharedState(PlanSet &Plans, ProgramSignature *Signature,
              const TensorStore &Store);

  /// Whether a run without a session needs tensors of its own.
  bool writesInPlace() const { return AnyInPlace; }
  /// Tensors for Execution::OwnState: copies of all that runs write, or with
  /// \p OnlyInPlace of what they write in place. Those that share memory still
  /// do.
  std::vector<at::Tensor> copy(bool OnlyInPlace) const;
  /// The paths of what runs write, and the place of one.
  std::vector<std::string> paths() const;
  std::optional<size_t> find(llvm::StringRef Path) const;

  /// \p V with copies of tensors that share memory with the state of the model
  /// or with \p OwnState.
  c10::IValue withoutState(c10::IValue V,
                           llvm::ArrayRef<at::Tensor> OwnState) const;

private:
  struct OwnTensor {
    const at::Tensor *Initial;
    bool InPlace;
    std::string Path;
  };
  std::vector<OwnTensor> Own;
  bool AnyInPlace = false;
  /// All state.
  llvm::DenseSet<const void *> Memory;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_SERVING_SHAREDSTATE_H
