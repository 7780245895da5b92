//===- WeightWriter.h - Saving the weights of modules -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Saves the weights of modules as safetensors, and chooses the names of such
/// files. WeightStore.h is about reading them.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_WEIGHTWRITER_H
#define FX_INTEROP_WEIGHTWRITER_H

#include "fx/IR/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>

namespace fx {

class OutputTransaction;

/// Where weights are written.
struct SaveWeightsOptions {
  /// Save what passes have added, and leave other records where they are.
  bool OnlyAdded = false;
  /// Share the blocks of large tensors with the files they come from where the
  /// file system can.
  bool ShareBlocks = false;
  /// Where the file is to be written with others. The modules find it when
  /// that is committed.
  OutputTransaction *Files = nullptr;
};

/// Writes the records that \p Modules name to the safetensors file \p Path,
/// which may be one that they come from. A tensor is called by its place in the
/// tree; a record that is not a whole tensor, as one with views, is a row of
/// bytes. Ties are kept: state of one record names one tensor. The state then
/// names these, and the modules find them: in this file alone, or in this one
/// besides where only additions were saved. Errors: err_state_no_record; those
/// of reading and writing.
llvm::Error saveWeights(llvm::ArrayRef<GraphModule *> Modules,
                        llvm::StringRef Path, SaveWeightsOptions Opts = {});

/// The usual file of the weights of the text \p Text: `net.safetensors` of
/// `net.fx`.
std::string weightsBeside(llvm::StringRef Text);

/// The file that the weights of the text \p Text can be written to without a
/// loss: weightsBeside(), or else that with the first of `.1`, `.2`, ... that
/// is free. Free is what does not exist, and what the old contents of \p Text
/// name as their weights, unless \p IsKept says that others need it.
std::string
freeWeightsBeside(llvm::StringRef Text,
                  llvm::function_ref<bool(llvm::StringRef)> IsKept = nullptr);

/// Why a file \p File of weights has no values for the state at \p Path, which
/// it lacks: what it has instead.
std::string whyNoWeight(llvm::StringRef File, llvm::StringRef Path);

/// Whether a file of weights may lack the state \p T of \p M: what no state
/// dictionary has, such as a buffer that is not persistent, or a constant. The
/// model keeps its own. TorchScript does not say which buffers are persistent.
bool mayLack(const GraphModule &M, const TensorAttr &T);

/// Whether the state of \p M names records that are in no file yet.
bool hasUnsavedWeights(GraphModule &M);

} // namespace fx

#endif // FX_INTEROP_WEIGHTWRITER_H
