//===- RunInputs.h - Inputs for runs of models ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What the inputs of a model are, and values for them: from SPECs such as
/// `randn(1,3,224,224)` (see ValueSpecParser.h), from a safetensors file, or
/// made up from what the graph says of its placeholders.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_RUNINPUTS_H
#define FX_INTEROP_RUNINPUTS_H

#include "fx/Execution/TorchRun.h"
#include "fx/Interop/ValueSpecParser.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace fx {

class TorchBackend;

/// Where inputs come from. A SPEC takes precedence over a value in the file.
struct RunInputSource {
  /// A safetensors file with tensors called like the inputs, or by number; the
  /// items of a list are `NAME.0`, `NAME.1`. A .npz file, or one that
  /// torch.save wrote. `sample`: what the program was exported with.
  std::string File;
  /// SPECs, each for the next input without a value or with a name.
  std::vector<std::string> Specs;
  /// The random numbers of an input depend on this and its place.
  uint64_t Seed = 0;
  /// Tensors that SPECs and types describe have sizes alone.
  bool Meta = false;
  /// The sizes of inputs that are made up.
  ExampleSizes Sizes = ExampleSizes::AsExported;
};

/// What a caller of \p M gives: its placeholders, of an exported program the
/// user's.
std::vector<RunInput> runInputsOf(const GraphModule &M);

/// What err_run_input_count says of inputs that have the names \p Names: that
/// \p Given are not as many as are needed, or as there are. \p AllOrNeeded: nor
/// may it be a number between these.
llvm::Error wrongInputCount(llvm::ArrayRef<std::string> Names, size_t Needed,
                            size_t Given, bool AllOrNeeded = false);

/// A value for each of \p Inputs; null for those that have a default and
/// nothing else. Errors: err_input_spec, err_run_input, err_run_no_default;
/// those of reading files.
llvm::Expected<std::vector<RunValuePtr>>
makeRunInputs(TorchBackend &Backend, const GraphModule &M,
              llvm::ArrayRef<RunInput> Inputs, const RunInputSource &Source);

/// The values that \p Source has for inputs of a model that is not imported
/// yet; null for the others.
llvm::Expected<ExampleInputs> makeExampleInputs(TorchBackend &Backend,
                                                Context &Ctx,
                                                llvm::ArrayRef<RunInput> Inputs,
                                                const RunInputSource &Source);

} // namespace fx

#endif // FX_INTEROP_RUNINPUTS_H
