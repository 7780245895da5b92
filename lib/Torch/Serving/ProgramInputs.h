//===- ProgramInputs.h - What a program demands of its inputs ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_SERVING_PROGRAMINPUTS_H
#define FX_LIB_TORCH_SERVING_PROGRAMINPUTS_H

#include "fx/IR/Module.h"
#include <ATen/core/ivalue.h>
#include <memory>

namespace fx::torch_impl {

/// One value that the user of a program gives.
struct ProgramInput {
  const Node *Placeholder = nullptr;
  /// What messages call it.
  std::string Name;
  /// What the program was exported with, if it is a constant there.
  const Argument *Constant = nullptr;
};

/// What a program demands of its inputs, found out once. Immutable, so that
/// threads share it.
class ProgramInputChecks {
public:
  /// \p Program outlives this.
  ProgramInputChecks(const ExportedProgram &Program,
                     std::vector<ProgramInput> Inputs);
  ~ProgramInputChecks();

  /// Checks one value for each input: dtypes, and sizes against the types of
  /// placeholders, which gives symbols their values, and constants against
  /// what they were; then ranges and guards.
  /// Errors: err_run_input, err_run_range, err_run_guard.
  llvm::Error check(llvm::ArrayRef<c10::IValue> Values) const;

private:
  struct Impl;
  std::unique_ptr<const Impl> I;
};

/// What a guard asks about: `L['past'][0].size()[1]` has the name `past_0` and
/// the dimension 1.
struct GuardOperand {
  std::string Name;
  std::optional<int64_t> Dimension;
};

/// Whether the guard holds, a condition as torch.export writes it; none where
/// it says something that is not understood, or \p ValueOf does not know. Text
/// is never executed. Linear.
std::optional<bool> evaluateGuard(
    llvm::StringRef Text,
    llvm::function_ref<std::optional<double>(const GuardOperand &)> ValueOf);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_SERVING_PROGRAMINPUTS_H
