//===- TorchRun.h - Running graphs without linking LibTorch -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What tools and passes need to run a graph: values that they cannot look
/// into, made from descriptions and bytes, compared and described by LibTorch.
/// C++ programs that link LibTorch use fx/Torch/Interpreter.h instead.
///
//===----------------------------------------------------------------------===//

#ifndef FX_EXECUTION_TORCHRUN_H
#define FX_EXECUTION_TORCHRUN_H

#include "fx/IR/Module.h"
#include "fx/IR/TorchTypes.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// A value of a run: a tensor, a number, a container of such. Owners cannot
/// change it; a run may write to tensors that it is given.
class RunValue {
public:
  virtual ~RunValue();
};
using RunValuePtr = std::shared_ptr<const RunValue>;

/// How a value is to be made.
struct ValueSpec {
  enum FillKind : uint8_t {
    Randn,   ///< Normal.
    Rand,    ///< Uniform in [0, 1).
    RandInt, ///< Whole numbers in [Args[0], Args[1]).
    Zeros,
    Ones,
    Full, ///< Args[0].
    Arange,
    Number, ///< Not a tensor but Scalar.
    List,   ///< The items are in Items, as they are for Tuple and Dict.
    Tuple,
    Dict, ///< Keys has their keys.
  };
  FillKind Fill = Randn;
  DType Type = DType::Float32;
  std::vector<int64_t> Sizes;
  /// Sizes that callers choose: Sizes has an example. For runs that is all.
  struct NamedSize {
    unsigned Dim;
    std::string Name;
    /// Whether the caller gave the example; otherwise it is made up.
    bool HasExample = false;
    std::optional<int64_t> Min, Max;
  };
  std::vector<NamedSize> Named;
  /// Integers and floats.
  std::vector<Argument> Args;
  Argument Scalar;
  std::vector<ValueSpec> Items;
  std::vector<Argument> Keys;
  /// Sizes alone: a tensor of the meta device.
  bool Meta = false;
  /// How the elements are kept once they are made.
  Layout Form = Layout::Strided;
};

/// The contents of a tensor: contiguous, little-endian.
struct TensorBytes {
  DType Type = DType::Float32;
  std::vector<int64_t> Sizes;
  llvm::StringRef Bytes;
  /// Keeps the bytes alive.
  std::shared_ptr<const void> Owner;
};

/// A tensor as it lies in its memory: strides and offset count elements.
struct StoredTensor {
  DType Type = DType::Float32;
  std::vector<int64_t> Sizes, Strides;
  int64_t Offset = 0;
  /// All of it, little-endian.
  llvm::StringRef Storage;
  /// Keeps the bytes alive.
  std::shared_ptr<const void> Owner;
};

/// How far apart values may be.
struct CompareOptions {
  /// |A - B| <= Atol + Rtol * |B|, 1e-5 and 1e-4 where one of them is given.
  /// Where neither is, the coarsest type decides of the two and of Computed:
  /// 1e-5 and 1e-4 for float32 and float64, else a share of the largest |B|
  /// (docs/Running.md).
  std::optional<double> Rtol, Atol;
  /// Types that the values were computed with, as those of weights.
  std::vector<DType> Computed;
  /// Whether values of several floating-point types compare.
  bool AnyFloat = false;
  /// The flag of the tool that sets AnyFloat, for messages; may be empty.
  llvm::StringRef AnyFloatFlag;
};

/// How two values compare.
struct ValueComparison {
  bool Equal = true;
  /// What is different, for people; empty when nothing is.
  std::string Difference;
};

/// How far two tensors are apart; of containers the worst of their items.
struct ValueErrors {
  /// The largest |A - B|, the largest |A - B| / |B|, and the largest |A - B|
  /// divided by the largest |B|; infinite where one of the two alone is NaN.
  double MaxAbs = 0, MaxRel = 0, OfLargest = 0;
  /// The cosine of the angle between the two, of the elements that are finite
  /// in both; 0 where MaxAbs is infinite.
  double Cosine = 1;
  /// `f32[2, 3]`, `bf16[2, 3] for f32[2, 3]`.
  std::string Type;
};

/// Where the weights of a run come from.
struct WeightSource {
  /// A file to take them from instead of the one that the module names.
  std::string File;
  /// Makes them up from this seed where no file has them.
  std::optional<uint64_t> RandomSeed;
};

/// How a graph is run.
struct RunOptions {
  WeightSource Weights;
};

/// One input as the caller of a model sees it.
struct RunInput {
  std::string Name;
  const Node *Placeholder = nullptr;
  /// Need not be given.
  bool HasDefault = false;
};

/// Values to import a model with.
struct ExampleInputs {
  /// Null for inputs that have none.
  std::vector<RunValuePtr> Values;
  /// For each input, whether callers choose a size of it.
  std::vector<bool> NamedSizes;
};

/// The type that a node's value had in a run, as `val` says it.
struct NodeValueType {
  Node *N;
  Argument Type;
};

/// A node that runs.
struct RunEvent {
  const Node &N;
  /// Path of the module whose graph has the node.
  llvm::StringRef Path;
  /// Whether the node is part of what a module without a graph computes.
  bool Inner;
};

/// Is notified of nodes while they run.
class RunObserver {
public:
  virtual ~RunObserver();
  /// Whether it takes the results themselves, to which later nodes may write,
  /// and not copies.
  virtual bool sharesResults() const { return false; }
  virtual void before(const RunEvent &) {}
  /// \p Value makes the result, as it is now; later nodes may write to it.
  virtual void after(const RunEvent &,
                     llvm::function_ref<RunValuePtr()> /*Value*/) {}
};

/// A graph that is ready to run. The module must not be edited meanwhile.
class GraphRunner {
public:
  virtual ~GraphRunner();
  virtual llvm::ArrayRef<RunInput> inputs() const = 0;
  /// Runs it, with one value or null (the default) for each input. The result
  /// has the leaves of what it returns, in order. Errors: err_run_node and the
  /// others of "Running" in Diagnostics.td.
  virtual llvm::Expected<std::vector<RunValuePtr>>
  run(llvm::ArrayRef<RunValuePtr> Inputs) = 0;
  /// The parameter, buffer or constant at \p Path, as it is after the runs so
  /// far. Errors: those of prepareRun.
  virtual llvm::Expected<RunValuePtr> state(llvm::StringRef Path) = 0;
  /// Null: no observer.
  virtual void setObserver(RunObserver *Observer) = 0;
};

} // namespace fx

#endif // FX_EXECUTION_TORCHRUN_H
