//===- ProgramSignature.h - What goes in and out of a program ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph of an exported program takes its state besides what users give, and
// returns what becomes of the state besides what users get. Here both are
// looked up once, so that a run only fills in values.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_SERVING_PROGRAMSIGNATURE_H
#define FX_LIB_TORCH_SERVING_PROGRAMSIGNATURE_H

#include "ProgramInputs.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Torch/Interpreter.h"
#include <ATen/core/Tensor.h>

namespace fx::torch_impl {

class TensorStore;

/// What a caller of \p M gives: all placeholders, of an exported program the
/// user's.
std::vector<ModelInput> inputsOf(const GraphModule &M);

/// What messages call them.
std::vector<std::string> namesOf(llvm::ArrayRef<ModelInput> Inputs);

/// Immutable but for the places of state that its maker assigns.
class ProgramSignature {
public:
  /// A placeholder.
  struct Input {
    /// The tensor, if it is state; null for users' values, and for tokens and
    /// objects of classes that this process does not have.
    const at::Tensor *State = nullptr;
    /// See Instruction::Own.
    std::optional<uint32_t> Own;
  };
  /// A value that the graph returns.
  struct Output {
    OutputSpec::SpecKind Kind = OutputSpec::UserOutput;
    /// What it is written to: state, or a placeholder.
    const at::Tensor *State = nullptr;
    std::optional<uint32_t> Own;
    std::optional<uint32_t> Place;
  };

  /// \p Users is what the users of \p M give, with the names that messages
  /// use. Errors: those of \p Store.
  static llvm::Expected<std::unique_ptr<ProgramSignature>>
  create(GraphModule &M, TensorStore &Store, std::vector<ModelInput> Users);

  /// The values of all placeholders for those that the user gives: all, or all
  /// but constants. \p OwnState is as in Execution. Errors: err_run_input_count
  /// and those of ProgramInputChecks.
  llvm::Expected<std::vector<c10::IValue>>
  bind(std::vector<c10::IValue> Args,
       llvm::ArrayRef<at::Tensor> OwnState) const;

  /// Whether users get values of that kind.
  static bool isForUser(OutputSpec::SpecKind Kind);
  /// What of \p Results the user gets, as a tuple.
  c10::IValue userOutputs(const c10::IValue &Results) const;
  /// Writes what a functional program computed for state and inputs: to state
  /// where \p OwnState has none only if \p WritesState.
  void writeBack(const std::vector<c10::IValue> &Inputs,
                 const c10::IValue &Results,
                 llvm::ArrayRef<at::Tensor> OwnState, bool WritesState) const;
  bool writesBack() const { return WritesBack; }

  std::vector<Input> Inputs;
  /// None where the graph returns something else than its specs say: then the
  /// user gets that.
  std::optional<std::vector<Output>> Outputs;

private:
  std::vector<ModelInput> Users;
  /// The placeholders of Users, among Inputs.
  std::vector<uint32_t> UserPlaces;
  std::optional<ProgramInputChecks> Checks;
  bool WritesBack = false;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_SERVING_PROGRAMSIGNATURE_H
