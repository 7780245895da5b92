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

#ifndef FX_LIB_TORCH_TORCHSCRIPT_SCRIPTEVALUATOR_H
#define FX_LIB_TORCH_TORCHSCRIPT_SCRIPTEVALUATOR_H

#include "AugmentedAssignments.h"
#include "ScriptExamples.h"
#include "ScriptIntegers.h"
#include "ScriptState.h"
#include "ScriptSubscripts.h"
#include "WrittenConstants.h"
#include "fx/Support/Progress.h"
#include "fx/Tracing/Tracer.h"
#include "llvm/ADT/DenseSet.h"
#include <torch/csrc/jit/ir/ir.h>

namespace fx::torch_impl {

class ScriptEvaluator {
public:
  /// Nothing is computed of the state in \p Variable, which may change.
  ScriptEvaluator(Tracer &T, const ScriptTree &Tree,
                  const ScriptState::StorageSet &Variable)
      : T(T), Tree(Tree), State(Tree, Variable), Written(*this),
        Integers(*this), Subscripts(*this, T) {}

  using Values = std::vector<ScriptValue>;

  /// Runs a function or method; \p Args has one value for each input.
  ScriptValue run(torch::jit::Function &F, const Values &Args);
  /// What can only be decided when all has run: which assignments are in place,
  /// which copies and tensors of sizes the graph \p G needs.
  void finish(Graph &G);

  Context &context() const { return T.context(); }
  ScriptExamples &examples() { return Examples; }
  ScriptState &state() { return State; }
  const AugmentedAssignments &augmented() const { return Augmented; }

  /// Throws, with the place of \p N and its source.
  [[noreturn]] void fail(torch::jit::Node *N, const llvm::Twine &What) const;

  /// \name Values of the tracer
  /// @{
  /// \p Type is that of the parameter, which distinguishes dtypes from ints;
  /// may be null.
  TraceValue lower(const ScriptValue &V, const c10::Type *Type = nullptr);
  ScriptValue raise(const TraceValue &V);
  ScriptValue raise(const c10::IValue &V);
  ScriptValue record(Opcode Op, llvm::StringRef Target,
                     const TraceArguments &Args);
  /// @}

  /// \name Examples
  /// @{
  /// What \p V is with the example inputs.
  std::optional<c10::IValue> example(const ScriptValue &V,
                                     const c10::TypePtr &Type) const;
  /// What of \p V the example inputs do not decide, a set of Variation.
  uint8_t variation(const ScriptValue &V) const;
  /// Notes that callers of the graph may give other values for \p Input, whose
  /// lengths and whether they are given code may ask for.
  void noteInput(const Node &Input) { Unasked.insert(&Input); }
  /// Records that the graph is for \p Example, None or a flag, as \p Input.
  void guardInput(const TraceValue &Input, llvm::StringRef Name,
                  const c10::IValue &Example);
  /// Computes the example of a result from those of the arguments.
  void computeExample(torch::jit::Node *N, const Values &In,
                      llvm::ArrayRef<ScriptValue> Results,
                      llvm::function_ref<void(torch::jit::Stack &)> Run);
  /// @}

private:
  using Env = llvm::DenseMap<const torch::jit::Value *, ScriptValue>;

  //===--- Control flow, ScriptEvaluator.cpp ------------------------------===//
  void runBlock(torch::jit::Block *B, Env &E);
  void runNode(torch::jit::Node *N, Env &E);
  void runIf(torch::jit::Node *N, Env &E);
  void runLoop(torch::jit::Node *N, Env &E);
  void runConstruct(torch::jit::Node *N, Env &E);
  void runUnpack(torch::jit::Node *N, Env &E);
  bool isInstance(torch::jit::Node *N, Env &E);
  std::optional<bool> condition(torch::jit::Node *N, const ScriptValue &V);
  std::optional<int64_t> rounds(torch::jit::Node *N, const ScriptValue &V);
  void guard(torch::jit::Node *N, const ScriptValue &Holds, bool Expected);
  void guardNotNone(torch::jit::Node *N, const ScriptValue &V);
  void guardLength(torch::jit::Node *N, const ScriptValue &List,
                   int64_t Expected);
  bool isNewlyAsked(const ScriptValue &V) { return Unasked.erase(V.node()); }
  /// The same for a number.
  void guardNumber(torch::jit::Node *N, const ScriptValue &V, int64_t Expected);
  bool assertion(torch::jit::Node *N, const ScriptValue &Condition, Env &E);

  //===--- Calls and attributes, ScriptCalls.cpp --------------------------===//
  ScriptValue getAttr(torch::jit::Node *N, Env &E);
  ScriptValue foreignObject(torch::jit::Node *N, const c10::IValue &Object);
  void setAttr(torch::jit::Node *N, Env &E);
  ScriptValue callMethod(torch::jit::Node *N, Env &E);
  void runContext(torch::jit::Node *N, Env &E);
  bool runGradMode(torch::jit::Node *N, const Values &In, Env &E);
  ScriptValue callModule(torch::jit::Node *N, Module &M, Env &E);
  ScriptValue callFunction(torch::jit::Node *N, Env &E);
  ScriptValue recordFunction(torch::jit::Node *N, torch::jit::Function &F,
                             llvm::StringRef Target, const Values &Args);

  //===--- Operators, ScriptOps.cpp ---------------------------------------===//
  void runOp(torch::jit::Node *N, Env &E);
  void readNumber(torch::jit::Node *N, llvm::MutableArrayRef<ScriptValue> In);
  bool writesState(const c10::FunctionSchema *Schema, const Values &In);
  bool runKnown(torch::jit::Node *N, const Values &In, Env &E);
  void recordOp(torch::jit::Node *N, Values In, Env &E);
  bool recordReversed(torch::jit::Node *N, const Values &In, Env &E);
  bool runFacts(torch::jit::Node *N, const Values &In, Env &E);
  bool recordAttribute(torch::jit::Node *N, const Values &In, Env &E);
  ScriptValue item(const ScriptValue &V, int64_t I);

  //===--- Lists and dictionaries, ScriptContainers.cpp -------------------===//
  bool runContainerOp(torch::jit::Node *N, const Values &In, Env &E);

  //===--- Helpers --------------------------------------------------------===//
  TraceValue makeQuantized(const at::Tensor &Q);
  ScriptValue value(torch::jit::Value *V, const Env &E);
  Values inputs(torch::jit::Node *N, const Env &E);
  /// The value if all of it is known, as \p Type.
  std::optional<c10::IValue> known(const ScriptValue &V,
                                   const c10::TypePtr &Type) const;
  void raiseVariation(torch::jit::Node *N, const Values &In);

  Tracer &T;
  const ScriptTree &Tree;
  ScriptExamples Examples;
  ScriptState State;
  WrittenConstants Written;
  ScriptIntegers Integers;
  ScriptSubscripts Subscripts;
  AugmentedAssignments Augmented;
  /// Constants of the code without dimensions.
  llvm::DenseSet<const void *> Numbers;
  /// Conditions that an assertion holds to what the examples have decided.
  llvm::DenseSet<const Node *> Guarded;
  /// Whether a caller of the graph who wants gradients has them here.
  bool HasGradients = true;
  /// Whether __enter__ or __exit__ runs.
  bool IsInContext = false;
  /// Inputs of the model about which no code has asked.
  llvm::DenseSet<const Node *> Unasked;
  llvm::DenseMap<const void *, std::shared_ptr<ScriptObject>> Objects;
  /// Attributes of modules that were assigned, by slot, and lists.
  llvm::DenseMap<std::pair<const Module *, size_t>, ScriptValue> Attributes;
  unsigned Depth = 0;
  uint64_t Steps = 0;
  Progress Imported{"operations of TorchScript imported"};
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TORCHSCRIPT_SCRIPTEVALUATOR_H
