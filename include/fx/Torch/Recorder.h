//===- Recorder.h - Recording one run of a model ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Runs a model once, forward and backward, and writes down what happened
/// between its layers (torchrecorder: record). Layers are the modules that
/// nodes were traced from, as `nn_module_stack` and call_module tell; what
/// computed a tensor is known from autograd, and where there are no gradients
/// from the graph itself, so that integers and constants have their place too.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TORCH_RECORDER_H
#define FX_TORCH_RECORDER_H

#include "fx/Torch/Interpreter.h"
#include "fx/Translate/Recording.h"

namespace fx {

/// What a recorder records.
struct RecorderOptions {
  /// Name of the model; empty: its class.
  std::string Name;
  /// Differentiate the sum of all outputs, for the times of the backward run.
  bool Backward = true;
};

/// Runs the model of \p I on \p Inputs. \p I was made with Gradients, or there
/// are no operations of autograd. Its hooks are gone afterwards. Parameters
/// come to require gradients where the module says that they do. Errors: those
/// of Interpreter::run.
llvm::Expected<Recording> recordRun(Interpreter &I,
                                    std::vector<c10::IValue> Inputs,
                                    const RecorderOptions &Options = {});

} // namespace fx

#endif // FX_TORCH_RECORDER_H
