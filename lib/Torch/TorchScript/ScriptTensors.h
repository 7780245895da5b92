//===- ScriptTensors.h - Tensors of imported TorchScript --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTTENSORS_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTTENSORS_H

#include "ScriptTree.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace fx::torch_impl {

/// A constant of an imported graph.
struct ScriptConstant {
  at::Tensor Value;
  /// A run of the program makes it again, of nothing that is traced.
  bool MadeByRuns = false;
};

/// Puts the bytes of the tensors that graphs need where passes and interpreters
/// look for them. Tensors in one storage are so in the module too.
llvm::Error storeTensors(GraphModule &M, const ScriptTree &Tree,
                         const llvm::StringMap<ScriptConstant> &Constants);

/// Those of the storages in \p Folded, of which constants were computed, that a
/// graph may change: it writes to them, or lets a caller do so.
llvm::DenseSet<const void *>
findChanging(GraphModule &M, const ScriptTree &Tree,
             const llvm::DenseSet<const void *> &Folded);

/// Lets a run copy what the program makes, where it returns that to a caller,
/// who may write to it, or writes to it itself. After storeTensors().
void copyForRuns(GraphModule &M,
                 const llvm::StringMap<ScriptConstant> &Constants);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTTENSORS_H
