//===- SavedInputs.h - Inputs that torch.save wrote -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_INPUTS_SAVEDINPUTS_H
#define FX_LIB_INTEROP_INPUTS_SAVEDINPUTS_H

#include "fx/Execution/TorchRun.h"
#include "llvm/Support/Error.h"

namespace fx {

class Context;
class GraphModule;
class MappedFile;
class TorchBackend;

/// One value, and the key that it has in the dictionary that was saved.
struct SavedInput {
  std::string Name;
  RunValuePtr Value;
};

/// What \p File has: a tensor, values in a list or tuple, a dictionary of
/// them, or `(args, kwargs)`, which is what torch.export keeps. With \p Leaves
/// the values are those in containers, which is what exported programs take.
/// Errors: those of TorchSaveFile; err_saved_input.
llvm::Expected<std::vector<SavedInput>>
readSavedInputs(std::shared_ptr<const MappedFile> File, TorchBackend &Backend,
                Context &Ctx, bool Leaves);

/// The inputs that \p M was exported with: a record of its archive. Errors:
/// err_no_sample_inputs, those of reading it.
llvm::Expected<std::shared_ptr<const MappedFile>>
findSampleInputs(const GraphModule &M);

} // namespace fx

#endif // FX_LIB_INTEROP_INPUTS_SAVEDINPUTS_H
