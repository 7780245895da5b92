//===- Execution.h - Running plans ------------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_EXECUTION_EXECUTION_H
#define FX_LIB_TORCH_EXECUTION_EXECUTION_H

#include "Plan.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fx::torch_impl {

/// What a node threw, with what is known of it. Thrown through LibTorch's code,
/// and turned into an error at the end.
struct NodeFailure {
  const Node *N = nullptr;
  std::string Text;
  /// Each is a note: schema, arguments, the module it happened in.
  std::vector<std::pair<diag::ID, std::string>> Notes;

  /// err_run_node with its notes, and the stack trace of the node.
  llvm::Error toError() const;
};

/// Is notified of each node that is run.
class NodeObserver {
public:
  virtual ~NodeObserver();
  virtual void before(const Plan &P, const Instruction &I) = 0;
  virtual void after(const Plan &P, const Instruction &I,
                     const c10::IValue &Result) = 0;
};

/// What running a plan needs besides the plan, kept from run to run.
struct Frame {
  /// Indexed by instruction; empty before the first run.
  std::vector<BoundCall> Calls;
  /// Room for values.
  std::vector<c10::IValue> Spare;
};

/// Runs plans, in one thread at a time. Plans are not changed, so that several
/// of these may run the same.
class Execution {
public:
  /// \p Plans outlive this.
  explicit Execution(const PlanSet &Plans) : Frames(Plans.plans().size()) {}

  /// Runs \p P with one value for each placeholder. Throws NodeFailure.
  c10::IValue run(const Plan &P, std::vector<c10::IValue> Inputs);
  /// The same for the graph of a module, called as Python calls it.
  c10::IValue call(const Plan &P, PyCall Call);
  /// Calls the graph that \p V is.
  c10::IValue callGraph(const c10::IValue &V, std::vector<c10::IValue> Args);

  /// Values of placeholders for arguments as Python passes them.
  static std::vector<c10::IValue> bindInputs(const Plan &P, PyCall Call);

  /// \name The steps of one instruction, for who runs them one by one
  /// @{
  using Slots = std::vector<c10::IValue>;
  static c10::IValue evaluate(const ValueTemplate &T, const Slots &Values);
  static PyCall argumentsOf(const Instruction &I, const Slots &Values);
  c10::IValue runModule(const Instruction &I, Slots &Values);
  /// The same for values that are given.
  c10::IValue callModule(const Instruction &I, PyCall Call);
  /// @}

  NodeObserver *Observer = nullptr;
  /// What attributes that have a place here give instead of the tensors of the
  /// plan; may be empty.
  llvm::ArrayRef<at::Tensor> OwnState;

private:
  /// Room for the values of \p P: that of its last run, unless it is in use.
  Slots takeFrame(const Plan &P);
  /// Runs \p P with the values of its placeholders in \p Values.
  c10::IValue runFrame(const Plan &P, Slots Values);
  c10::IValue execute(const Plan &P, Slots &Values);
  void step(const Instruction &I, BoundCall &B, Slots &Values);
  static void bind(const Instruction &I, BoundCall &B, const Slots &Values);
  static bool guardsHold(const BoundCall &B, const Slots &Values);
  void push(const Instruction &I, const BoundCall &B, Slots &Values);
  NodeFailure describeFailure(const Instruction &I, const BoundCall &B,
                              size_t Base) const;

  /// Indexed by plan.
  std::vector<Frame> Frames;
  torch::jit::Stack Stack;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_EXECUTION_EXECUTION_H
