//===- Plan.h - A graph made ready to run -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph compiled once: what each target names, where each value lies, and
// where it is used last. Running a plan changes nothing in it, so that threads
// share it: what a run finds out about calls is in its Execution.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_EXECUTION_PLAN_H
#define FX_LIB_TORCH_EXECUTION_PLAN_H

#include "Callable.h"
#include "fx/IR/Module.h"
#include <optional>

namespace fx::torch_impl {

class Plan;
class TensorStore;

/// An argument of a node: a constant, the value of a node, or a container of
/// such.
struct ValueTemplate {
  enum KindOf : uint8_t { Constant, Slot, Aggregate };
  KindOf Kind = Constant;
  uint32_t Place = 0;
  c10::IValue Value;
  /// What an aggregate is, and its elements.
  Argument Shape;
  std::vector<ValueTemplate> Items;
};

/// What a value is as far as binding goes; see kindOf().
using ValueKind = uint8_t;
ValueKind kindOf(const c10::IValue &V);

/// How one argument of an operator gets onto the stack.
struct PushStep {
  enum KindOf : uint8_t {
    Constant,
    Copy,  ///< The value of a slot.
    Move,  ///< The same, which is not needed any more.
    Build, ///< A container.
    Rest,  ///< A list of all positional arguments from Place on.
  };
  static constexpr ValueKind NoGuard = 255;
  /// Guards for a tensor of any shape.
  static constexpr ValueKind AnyTensor = 0;

  KindOf Kind = Constant;
  /// Whether it has to be made what the parameter takes.
  bool Convert = false;
  /// The kind of a slot's value for which the binding holds.
  ValueKind Guard = NoGuard;
  uint32_t Place = 0;
  const ValueTemplate *Template = nullptr;
  c10::IValue Value;
};

/// One node.
struct Instruction {
  enum KindOf : uint8_t { Input, Attribute, Call, ModuleCall, Output };
  KindOf Kind = Call;
  /// A subscript with a constant number, which needs no binding.
  bool IsItem = false;
  /// Where the result goes.
  uint32_t Result = 0;
  /// Of an attribute that runs write: its place among what each run or session
  /// has for itself (Execution::OwnState).
  std::optional<uint32_t> Own;
  /// Slots that are not needed after it.
  llvm::SmallVector<uint32_t, 2> Dead;
  const Node *N = nullptr;
  const Callable *Target = nullptr;
  /// Plan of a module call, or of an attribute that is a module with a graph.
  Plan *Inner = nullptr;
  /// Slots of the inputs of a call of an expansion.
  llvm::SmallVector<uint32_t, 4> InnerInputs;
  /// Tensor, or other value, of an attribute.
  const at::Tensor *Tensor = nullptr;
  c10::IValue Value;
  std::vector<ValueTemplate> Args;
  std::vector<std::pair<Symbol, ValueTemplate>> Kwargs;
};

/// What binding found out about a call; empty before the first run. It holds
/// until kinds of arguments change.
struct BoundCall {
  bool IsBound = false;
  /// Runs through Target alone.
  bool IsSlow = false;
  uint32_t NumResults = 0;
  /// What is called: one of these.
  const c10::OperatorHandle *Op = nullptr;
  const ScriptFunction *Script = nullptr;
  const c10::FunctionSchema *Schema = nullptr;
  std::vector<PushStep> Steps;
  /// What the binding depends on besides: slots and kinds.
  std::vector<std::pair<uint32_t, ValueKind>> Guards;
};

/// One graph.
class Plan {
public:
  const Graph &graph() const { return *G; }
  /// Path of the module that the graph belongs to.
  const std::string &path() const { return Path; }
  std::vector<Instruction> Instructions;
  uint32_t NumSlots = 0;
  /// Indexed by node id.
  std::vector<uint32_t> SlotOf;
  /// The instructions of placeholders.
  std::vector<uint32_t> Inputs;
  /// Its place in the PlanSet.
  uint32_t Index = 0;
  /// Whether this is what a call of a module without a graph computes: its
  /// placeholders are the distinct operands of the call.
  bool isExpansion() const { return Expanded != nullptr; }

private:
  friend class PlanBuilder;
  const Graph *G = nullptr;
  std::string Path;
  /// Where the plan is of an expansion.
  std::unique_ptr<Graph> Expanded;
};

/// The plans of a module: of its graph, and of all that those call.
class PlanSet {
public:
  /// Compiles the graph of \p M. Tensors come from \p Store. Errors:
  /// err_run_unknown_target, err_run_module, err_run_attribute.
  static llvm::Expected<std::unique_ptr<PlanSet>>
  create(GraphModule &M, TensorStore &Store, bool KeepDead);

  const Plan &root() const { return *Plans.front(); }
  llvm::ArrayRef<std::unique_ptr<Plan>> plans() const { return Plans; }

private:
  friend class PlanBuilder;
  std::vector<std::unique_ptr<Plan>> Plans;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_EXECUTION_PLAN_H
