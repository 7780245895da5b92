//===- DispatchTracerImpl.h - Calls become nodes ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TRACING_DISPATCHTRACERIMPL_H
#define FX_LIB_TORCH_TRACING_DISPATCHTRACERIMPL_H

#include "DispatchMode.h"
#include "TensorNodes.h"
#include "fx/Torch/DispatchTracer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace fx::torch_impl {

/// The module calls that are going on, and the modules that own what nodes use:
/// where nodes come from.
class DispatchPlaces {
public:
  explicit DispatchPlaces(const TraceRoot &Root);

  void enter(const void *Identity);
  void enter(llvm::StringRef Name, llvm::StringRef Class);
  void leave() { Scopes.pop_back(); }

  /// \p N reads the parameter or buffer at \p Path.
  void noteState(const Node *N, llvm::StringRef Path);
  /// Keeps the scopes around \p N, and what its operands say.
  void note(const Node *N);
  /// Gives all nodes of \p G that were noted their `nn_module_stack`.
  void writeStacks(Graph &G) const;

private:
  struct Call {
    std::string Key, Path, Class;
  };
  struct Place {
    /// The calls around it.
    std::vector<Call> Scope;
    /// Innermost module that owns everything owned that it uses.
    std::optional<std::string> Owner;
    /// It is made of parameters and buffers alone.
    bool OfStateOnly = false;
  };
  void enter(std::string Path, llvm::StringRef Class);
  std::string pathOf(const Place &P) const;
  Argument stackOf(Context &Ctx, const Place &P, llvm::StringRef Path) const;

  llvm::StringMap<std::string> Classes;
  llvm::DenseMap<const void *, std::string> Paths;
  llvm::StringMap<unsigned> NumCalls;
  std::vector<Call> Scopes;
  llvm::DenseMap<const Node *, Place> Places;
};

class DispatchTracer final : public DispatchListener {
public:
  DispatchTracer(Context &Ctx, const TraceRoot &Root,
                 const DispatchTraceOptions &Options);
  /// Leaves state and random numbers as they were.
  ~DispatchTracer() override;

  /// Each of these may throw.
  void begin(llvm::ArrayRef<c10::IValue> Inputs);
  void call(const c10::OperatorHandle &Op, torch::jit::Stack *Stack) override;
  void end(const c10::IValue &Result);
  DispatchTrace take() &&;

  /// Why the graph is wrong, even if the code went on; empty otherwise.
  llvm::StringRef refusal() const { return Refusal; }
  /// The operator that was being called; empty when there is none.
  std::string currentCall() const;
  DispatchPlaces &places() { return Places; }

private:
  using Schema = c10::FunctionSchema;
  struct Saved {
    at::Tensor Live, Before;
  };
  /// The arguments of a call as those of a node.
  struct NodeArgs {
    llvm::SmallVector<Argument, 8> Args;
    llvm::SmallVector<KwArg, 4> Kwargs;
  };

  [[noreturn]] void refuse(const llvm::Twine &Message);
  Argument check(llvm::Expected<Argument> A);
  void addTree(const TraceRoot &Root);

  void touch(const Schema &S, llvm::ArrayRef<c10::IValue> Args);
  void touchTensor(const Schema &S, unsigned Param, const at::Tensor &T);
  void makeConstant(TensorMemory &Memory);
  void saveBeforeWrite(const at::Tensor &T);
  void noteGradMode(llvm::ArrayRef<c10::IValue> Args);
  void setGradMode(bool Enabled);
  NodeArgs argumentsOf(const Schema &S, llvm::ArrayRef<c10::IValue> Args);
  llvm::ArrayRef<std::optional<Argument>> defaultsOf(const Schema &S);
  void refuseData(const Schema &S, llvm::ArrayRef<c10::IValue> Args);
  bool dependsOnData(const c10::IValue &V);

  Node *addNode(Opcode Op, llvm::StringRef Target, const NodeArgs &Args,
                llvm::StringRef Name, const c10::IValue &Value);
  void bindValue(Node *N, const c10::IValue &V);
  void bindItem(Node *N, unsigned Item, const c10::IValue &V);
  Node *item(Node *N, unsigned Item, const c10::IValue &V);
  Argument nodeOf(const at::Tensor &T);
  Node *stateNode(const at::Tensor &T, llvm::StringRef Path);
  Node *aliasNode(const at::Tensor &T, const TensorMemory &Memory);
  std::string addConstant(const at::Tensor &T);

  Context &Ctx;
  DispatchTraceOptions Options;
  std::unique_ptr<GraphModule> M;
  Graph &G;
  TensorNodes Nodes;
  DispatchPlaces Places;

  std::vector<DispatchTrace::StateTensor> State;
  /// Paths of tensors of the root.
  llvm::DenseMap<const c10::TensorImpl *, std::string> StatePaths;
  /// Places of constants in State.
  llvm::DenseMap<const c10::StorageImpl *, size_t> ConstantMemory;
  llvm::DenseMap<const c10::StorageImpl *, at::Tensor> ParameterMemory;
  std::vector<Saved> ToRestore;
  unsigned NumConstants = 0;
  at::Tensor RandomState;

  /// Nodes whose values depend on inputs, state or random numbers.
  llvm::DenseSet<const Node *> DataNodes;
  llvm::DenseMap<const Schema *, std::vector<std::optional<Argument>>> Defaults;
  bool GradEnabled = true, GradEnabledAtBegin = true;
  const c10::OperatorHandle *Current = nullptr;
  std::string Refusal;
};

/// Makes `linear` of what torch::nn::functional::linear calls instead.
void restoreLinear(Graph &G);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TRACING_DISPATCHTRACERIMPL_H
