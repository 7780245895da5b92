//===- Interpreter.h - Running graphs ---------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Runs a GraphModule with LibTorch (torch.fx: Interpreter). The graph is
/// compiled once: targets are looked up, places of values assigned, last uses
/// found. After that a call of an operator costs little more than the operator.
/// \code{.txt}
///   Interpreter I(Module);
///   Expected<c10::IValue> Result = I.run({Image});
/// \endcode
/// A subclass changes what nodes do, as in torch.fx:
/// \code{.txt}
///   struct NoRelu : Interpreter {
///     using Interpreter::Interpreter;
///     Expected<c10::IValue> callFunction(const Node &N,
///                                        CallValues A) override {
///       if (isa<ops::Relu>(&N)) return A.Args[0];
///       return Interpreter::callFunction(N, std::move(A));
///     }
///   };
/// \endcode
/// Values are those of TorchScript, and besides capsules for what it lacks
/// (slices, dtypes, functions). Nothing here throws.
///
/// An Interpreter runs one graph at a time: run() in a second thread is an
/// error. To serve a model from several threads use CompiledModel.h.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TORCH_INTERPRETER_H
#define FX_TORCH_INTERPRETER_H

#include "fx/Execution/TorchRun.h"
#include "fx/IR/Module.h"
#include <ATen/core/ivalue.h>
#include <functional>
#include <memory>
#include <optional>

namespace fx {

/// The arguments of a call, as Python passes them.
struct CallValues {
  std::vector<c10::IValue> Args;
  std::vector<std::pair<std::string, c10::IValue>> Kwargs;
};

/// How an Interpreter runs a graph.
struct InterpreterOptions {
  /// Values can be differentiated; without, c10::InferenceMode is on.
  bool Gradients = false;
  WeightSource Weights;
};

/// One input of a model, with the value that it has if none is given.
struct ModelInput : RunInput {
  /// The default, or what a program was exported with; there is one where
  /// HasDefault says so.
  std::optional<Argument> Constant;
};

/// Runs a graph node by node (torch.fx: Interpreter).
class Interpreter {
public:
  /// \p M must not be edited while this lives.
  explicit Interpreter(GraphModule &M, InterpreterOptions Options = {});
  virtual ~Interpreter();
  Interpreter(const Interpreter &) = delete;
  Interpreter &operator=(const Interpreter &) = delete;

  GraphModule &module() const { return M; }

  /// Compiles the graph, if no run has done that yet. Errors: unknown
  /// targets, modules that cannot be run, weights that are missing.
  llvm::Error prepare();

  /// What a caller gives: all placeholders, of an exported program the user's.
  std::vector<ModelInput> inputs() const;

  /// Runs the graph (torch.fx: Interpreter.run). Of an exported program, \p
  /// Args are the leaves of its inputs in order, the result is a tuple of the
  /// leaves of its outputs, and state and inputs are changed as its signature
  /// says. Errors name the node, its line, schema and arguments.
  llvm::Expected<c10::IValue> run(std::vector<c10::IValue> Args);

  /// The tensor that get_attr of \p Path gives; the same memory each time.
  llvm::Expected<at::Tensor> tensor(llvm::StringRef Path);
  /// Puts another in its place. To be called before prepare().
  void setTensor(llvm::StringRef Path, at::Tensor T);

  /// Called around each node of the module's graphs.
  using BeforeNode = std::function<void(const RunEvent &)>;
  using AfterNode =
      std::function<void(const RunEvent &, const c10::IValue &Result)>;
  void setHooks(BeforeNode Before, AfterNode After);

protected:
  /// \name What nodes do
  /// A subclass may replace each of these; then nodes are run one by one.
  /// @{
  /// Fetches the arguments of \p N and calls one of the functions below
  /// (torch.fx: Interpreter.run_node).
  virtual llvm::Expected<c10::IValue> runNode(const Node &N);
  virtual llvm::Expected<c10::IValue> placeholder(const Node &N);
  virtual llvm::Expected<c10::IValue> getAttr(const Node &N);
  virtual llvm::Expected<c10::IValue> callFunction(const Node &N, CallValues A);
  virtual llvm::Expected<c10::IValue> callMethod(const Node &N, CallValues A);
  virtual llvm::Expected<c10::IValue> callModule(const Node &N, CallValues A);
  virtual llvm::Expected<c10::IValue> output(const Node &N, CallValues A);
  /// @}

  /// The values of the arguments of \p N
  /// (torch.fx: fetch_args_kwargs_from_env).
  llvm::Expected<CallValues> argumentsOf(const Node &N) const;
  /// The value of a node that was run in this run, or null.
  const c10::IValue *valueOf(const Node &N) const;

private:
  struct Impl;
  llvm::Expected<c10::IValue> runNodes(std::vector<c10::IValue> Inputs);

  GraphModule &M;
  std::unique_ptr<Impl> I;
};

} // namespace fx

#endif // FX_TORCH_INTERPRETER_H
