//===- ScriptEvaluator.h - TorchScript's IR over proxies --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs methods and functions of TorchScript. What is known is computed by
// LibTorch, what is not becomes nodes through a Tracer. With example inputs
// each node has an example value as well, which decides conditions.
//
// Everything here throws ScriptFailure, and what LibTorch throws.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_SCRIPTEVALUATOR_H
#define FX_LIB_TORCH_SCRIPTEVALUATOR_H

#include "ScriptTree.h"
#include "ScriptValue.h"
#include "fx/Tracing/Tracer.h"
#include <torch/csrc/jit/ir/ir.h>

namespace fx::torch_impl {

class ScriptEvaluator {
public:
  ScriptEvaluator(Tracer &T, const ScriptTree &Tree) : T(T), Tree(Tree) {}

  using Values = std::vector<ScriptValue>;

  /// Runs a function or method; \p Args has one value for each input.
  ScriptValue run(torch::jit::Function &F, const Values &Args);

  /// \name Values of the tracer
  /// @{
  /// \p Type is that of the parameter, which tells dtypes from ints; may be
  /// null.
  TraceValue lower(const ScriptValue &V, const c10::Type *Type = nullptr);
  ScriptValue raise(const TraceValue &V);
  ScriptValue raise(const c10::IValue &V);
  /// @}

  void setExample(Node *N, c10::IValue V) { Examples[N] = std::move(V); }
  bool hasExamples() const { return !Examples.empty(); }
  /// The examples of the arguments that \p M was first called with.
  std::vector<c10::IValue> exampleArguments(const Module &M) const {
    return FirstCalls.lookup(&M);
  }

  /// `x += y` was recorded as torch.fx does; where something else sees the
  /// change, it becomes the in-place operator.
  void fixInPlace();

private:
  using Env = llvm::DenseMap<const torch::jit::Value *, ScriptValue>;
  struct Frame {
    Env Vars;
    int Depth = 0;
  };

  //===--- Control flow, ScriptEvaluator.cpp ------------------------------===//
  void runBlock(torch::jit::Block *B, Env &E);
  void runNode(torch::jit::Node *N, Env &E);
  void runIf(torch::jit::Node *N, Env &E);
  void runLoop(torch::jit::Node *N, Env &E);
  void runConstruct(torch::jit::Node *N, Env &E);
  void runUnpack(torch::jit::Node *N, Env &E);
  bool isInstance(torch::jit::Node *N, Env &E);
  std::optional<bool> condition(const ScriptValue &V);
  bool assertion(torch::jit::Node *N, const ScriptValue &Condition, Env &E);

  //===--- Calls and attributes, ScriptCalls.cpp --------------------------===//
  ScriptValue getAttr(torch::jit::Node *N, Env &E);
  void setAttr(torch::jit::Node *N, Env &E);
  ScriptValue callMethod(torch::jit::Node *N, Env &E);
  ScriptValue callModule(torch::jit::Node *N, Module &M, Env &E);
  ScriptValue callFunction(torch::jit::Node *N, Env &E);
  ScriptValue recordFunction(torch::jit::Node *N, torch::jit::Function &F,
                             llvm::StringRef Target, const Values &Args);

  //===--- Operators, ScriptOps.cpp ---------------------------------------===//
  void runOp(torch::jit::Node *N, Env &E);
  bool runKnown(torch::jit::Node *N, const Values &In, Env &E);
  void recordOp(torch::jit::Node *N, const Values &In, Env &E);
  bool recordReversed(torch::jit::Node *N, const Values &In, Env &E);
  bool runFacts(torch::jit::Node *N, const Values &In, Env &E);
  bool recordAttribute(torch::jit::Node *N, const Values &In, Env &E);
  ScriptValue subscript(torch::jit::Node *N, const Values &In);
  ScriptValue record(Opcode Op, llvm::StringRef Target,
                     const TraceArguments &Args);
  ScriptValue item(const ScriptValue &V, int64_t I);

  //===--- Lists and dictionaries, ScriptContainers.cpp -------------------===//
  bool runContainerOp(torch::jit::Node *N, const Values &In, Env &E);

  //===--- Helpers --------------------------------------------------------===//
  ScriptValue value(torch::jit::Value *V, const Env &E) const;
  Values inputs(torch::jit::Node *N, const Env &E) const;
  /// The value if all of it is known, as \p Type.
  std::optional<c10::IValue> known(const ScriptValue &V,
                                   const c10::TypePtr &Type) const;
  /// What \p V is with the example inputs.
  std::optional<c10::IValue> example(const ScriptValue &V,
                                     const c10::TypePtr &Type) const;
  /// Computes the example of a result from those of the arguments.
  void computeExample(torch::jit::Node *N, const Values &In,
                      llvm::ArrayRef<ScriptValue> Results,
                      llvm::function_ref<void(torch::jit::Stack &)> Run);
  [[noreturn]] void fail(torch::jit::Node *N, const llvm::Twine &What) const;

  Tracer &T;
  const ScriptTree &Tree;
  llvm::DenseMap<Node *, c10::IValue> Examples;
  llvm::DenseMap<const Module *, std::vector<c10::IValue>> FirstCalls;
  /// A node that stands for the beginning of an index expression.
  struct Subscript {
    std::string Key;
    std::vector<TraceValue> Items;
    int64_t Dims = 0;
  };
  llvm::DenseMap<Node *, Subscript> Subscripts;
  /// `x += y` as `operator.add`.
  std::vector<Node *> Augmented;
  llvm::DenseMap<const void *, std::shared_ptr<ScriptObject>> Objects;
  /// Attributes of modules that were assigned, by slot, and lists.
  llvm::DenseMap<std::pair<const Module *, size_t>, ScriptValue> Attributes;
  unsigned Depth = 0;
  uint64_t Steps = 0;
};

/// The Python source that \p N came from, as far as the archive has it.
std::string sourceText(const torch::jit::Node *N);
/// `file.py:12`, or a name for code without source.
std::string sourcePlace(const torch::jit::Node *N);

/// Equal for what came from the same piece of source.
std::string sourceKey(const torch::jit::Node *N);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_SCRIPTEVALUATOR_H
