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
#include "ScriptVariation.h"
#include "fx/IR/Progress.h"
#include "fx/Tracing/Tracer.h"
#include "llvm/ADT/DenseSet.h"
#include <torch/csrc/jit/ir/ir.h>

namespace fx::torch_impl {

class ScriptEvaluator {
public:
  /// Storages of state.
  using StorageSet = llvm::DenseSet<const void *>;
  /// Nothing is computed of the state in \p Variable, which may change.
  ScriptEvaluator(Tracer &T, const ScriptTree &Tree, const StorageSet &Variable)
      : T(T), Tree(Tree), Variable(Variable) {}

  using Values = std::vector<ScriptValue>;

  /// Runs a function or method; \p Args has one value for each input.
  ScriptValue run(torch::jit::Function &F, const Values &Args);

  /// \name Values of the tracer
  /// @{
  /// \p Type is that of the parameter, which distinguishes dtypes from ints;
  /// may be null.
  TraceValue lower(const ScriptValue &V, const c10::Type *Type = nullptr);
  ScriptValue raise(const TraceValue &V);
  ScriptValue raise(const c10::IValue &V);
  /// @}

  /// \p Varies is a set of Variation: what \p V does not decide.
  void setExample(Node *N, c10::IValue V, uint8_t Varies) {
    Examples[N] = {std::move(V), Varies};
  }
  bool hasExamples() const { return !Examples.empty(); }
  /// The examples of the arguments that \p M was first called with.
  std::vector<VaryingArgument> exampleArguments(const Module &M) const {
    return FirstCalls.lookup(&M);
  }

  /// `x += y` was recorded as torch.fx does; where something else sees the
  /// change, it becomes the in-place operator.
  void fixInPlace();

  /// Tensors of sizes that only numbers were needed of leave the graph.
  void eraseUnusedIntegers();

  /// Copies of constants that need not be any leave the graph.
  void eraseUnusedCopies(Graph &G);

  /// Parameters and buffers become what they were before the examples ran.
  void restoreState();

  /// Whether each run of the program makes \p Known, which the import has
  /// computed, again: it is neither state nor a constant that the program
  /// holds.
  bool isMadeByRuns(const at::Tensor &Known);

  /// State of which something was computed.
  const StorageSet &folded() const { return FoldedState; }
  /// That of it which is written afterwards, so that the evaluation failed.
  const StorageSet &foldedTooEarly() const { return TooEarly; }

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
  std::optional<bool> condition(torch::jit::Node *N, const ScriptValue &V);
  std::optional<int64_t> rounds(torch::jit::Node *N, const ScriptValue &V);
  void guard(torch::jit::Node *N, const ScriptValue &Holds, bool Expected);
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
  void recordOp(torch::jit::Node *N, Values In, Env &E);
  bool recordReversed(torch::jit::Node *N, const Values &In, Env &E);
  bool runFacts(torch::jit::Node *N, const Values &In, Env &E);
  bool recordAttribute(torch::jit::Node *N, const Values &In, Env &E);
  ScriptValue subscript(torch::jit::Node *N, const Values &In);
  bool indexesByNumbers(const ScriptValue &Indices) const;
  ScriptValue record(Opcode Op, llvm::StringRef Target,
                     const TraceArguments &Args);
  ScriptValue item(const ScriptValue &V, int64_t I);

  //===--- Sizes as tensors, ScriptIntegers.cpp ---------------------------===//
  std::optional<int64_t> knownInteger(const ScriptValue &V);
  std::optional<ScriptValue> integerOf(Node *T);
  bool recordInteger(torch::jit::Node *N, const Values &In, Env &E);

  //===--- Lists and dictionaries, ScriptContainers.cpp -------------------===//
  bool runContainerOp(torch::jit::Node *N, const Values &In, Env &E);

  //===--- Tensors that are written, ScriptConstants.cpp ------------------===//
  bool isWritten(const ScriptValue &V) const;
  bool isWrittenState(const ScriptValue &V) const;
  uint8_t writtenVariation(const ScriptValue &V) const;
  ScriptValue written(const at::Tensor &Constant);
  at::Tensor contentsNow(const at::Tensor &Constant);
  void ownWritten(torch::jit::Node *N, Values &In);
  bool isState(const at::Tensor &T);
  bool writesState(const c10::FunctionSchema *Schema, const Values &In);
  void saveState(const at::Tensor &T);
  void noteFolded(const ScriptValue &V);
  void noteCodeTensors(const c10::IValue &Constant);

  //===--- Helpers --------------------------------------------------------===//
  ScriptValue value(torch::jit::Value *V, const Env &E);
  Values inputs(torch::jit::Node *N, const Env &E);
  /// The value if all of it is known, as \p Type.
  std::optional<c10::IValue> known(const ScriptValue &V,
                                   const c10::TypePtr &Type) const;
  /// What \p V is with the example inputs.
  std::optional<c10::IValue> example(const ScriptValue &V,
                                     const c10::TypePtr &Type) const;
  /// What of \p V the example inputs do not decide, a set of Variation.
  uint8_t variation(const ScriptValue &V) const;
  void raiseVariation(torch::jit::Node *N, const Values &In);
  bool isPromoted(const Node &N) const;
  /// Computes the example of a result from those of the arguments.
  void computeExample(torch::jit::Node *N, const Values &In,
                      llvm::ArrayRef<ScriptValue> Results,
                      llvm::function_ref<void(torch::jit::Stack &)> Run);
  [[noreturn]] void fail(torch::jit::Node *N, const llvm::Twine &What) const;

  Tracer &T;
  const ScriptTree &Tree;
  const StorageSet &Variable;
  llvm::DenseMap<Node *, VaryingArgument> Examples;
  llvm::DenseMap<const Module *, std::vector<VaryingArgument>> FirstCalls;
  /// Conditions that an assertion holds to what the examples have decided.
  llvm::DenseSet<const Node *> Guarded;
  /// Constants that the model writes to, by their storage: the node of the
  /// copy that a run has of its own.
  struct WrittenConstant {
    Node *Copy = nullptr;
    at::Tensor Original;
  };
  llvm::DenseMap<const void *, WrittenConstant> Written;
  /// What constants of the graph held when it took them, by their storage: it
  /// may be written while the model is imported.
  struct ConstantContents {
    at::Tensor Original, Copy;
    int64_t Version = -1;
    llvm::DenseMap<const void *, at::Tensor> Views;
  };
  llvm::DenseMap<const void *, ConstantContents> Contents;
  /// Storages of parameters and buffers; and of those that are written, all of
  /// it and what it was.
  StorageSet StateStorages;
  StorageSet FoldedState, TooEarly;
  /// Storages of the tensors that stand in the code.
  StorageSet CodeStorages;
  llvm::DenseMap<const void *, std::pair<at::Tensor, at::Tensor>> SavedState;
  /// A node that stands for the beginning of an index expression.
  struct Subscript {
    std::string Key;
    std::vector<TraceValue> Items;
    int64_t Dims = 0;
    /// Tensors are in it, so that dimensions are not where they were.
    bool HasTensors = false;
  };
  llvm::DenseMap<Node *, Subscript> Subscripts;
  /// A tensor of one integer: what Python's operator, if there is one, makes
  /// of others and of numbers.
  struct HeldInteger {
    llvm::StringRef Operator;
    std::vector<ScriptValue> Operands;
    ScriptValue Number; ///< None before the first use.
  };
  llvm::DenseMap<Node *, HeldInteger> Integers;
  std::vector<Node *> IntegerTensors;
  /// `x += y` as `operator.add`.
  std::vector<Node *> Augmented;
  llvm::DenseMap<const void *, std::shared_ptr<ScriptObject>> Objects;
  /// Attributes of modules that were assigned, by slot, and lists.
  llvm::DenseMap<std::pair<const Module *, size_t>, ScriptValue> Attributes;
  unsigned Depth = 0;
  uint64_t Steps = 0;
  Progress Imported{"operations of TorchScript imported"};
};

/// The Python source that \p N came from, as far as the archive has it.
std::string sourceText(const torch::jit::Node *N);
/// `file.py:12`, or a name for code without source.
std::string sourcePlace(const torch::jit::Node *N);

/// Whether \p N was written by torch.jit.trace, which knows the lines that
/// called it and not their text.
bool isTraced(const torch::jit::Node *N);

/// Whether \p N has no operands but those that Python's operator takes.
bool takesOperands(const torch::jit::Node *N);

/// Equal for what came from the same piece of source.
std::string sourceKey(const torch::jit::Node *N);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_SCRIPTEVALUATOR_H
