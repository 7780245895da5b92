//===- CompiledModel.h - A model that threads share -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// For programs that serve a model: load it once, run it from any number of
/// threads.
/// \code{.txt}
///   auto M = CompiledModel::load("model.pt2");
///   if (!M)
///     return M.takeError();
///   auto Out = (*M)->run({{"image", Image}});   // in any thread, at any time
/// \endcode
/// A CompiledModel never changes. Each run that goes on has a frame of its own;
/// weights are in memory once, mapped from their file where its layout allows
/// that, so that processes share them too.
///
/// State. What a run writes, such as running statistics, counters and caches in
/// buffers, a run of the model sees for itself alone: it begins with the values
/// in the file and leaves nothing behind. A session keeps them from run to run.
/// A program that writes to inputs writes to the caller's tensors.
///
/// What a thread has set does not matter: runs are in inference mode, and
/// without autocast but where the model itself turns it on. What belongs to the
/// process does: the default dtype, the number of LibTorch's threads, and the
/// default generator of random numbers, from which runs in several threads draw
/// in no fixed order.
///
/// Results are tensors of their own or share memory with inputs, never with
/// weights or with the state of a session. They are inference tensors: outside
/// of c10::InferenceMode use them as they are, or clone them to write to them.
/// Nothing here throws.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TORCH_COMPILEDMODEL_H
#define FX_TORCH_COMPILEDMODEL_H

#include "fx/IR/Module.h"
#include "fx/Torch/Interpreter.h"
#include <ATen/core/ivalue.h>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace fx {

/// How a model is loaded.
struct CompileOptions {
  /// Name of the model in a file that has several; empty: the first one.
  std::string Model;
  WeightSource Weights;
  /// How the graph is prepared before it runs.
  enum class Preparation {
    /// The graph runs as it is: results are bitwise equal to those of LibTorch
    /// with weights that do not require gradients.
    Exact,
    /// Weights are packed and calls are fused for this processor, where
    /// LibTorch has the kernels. Results differ by rounding; NaN stays NaN.
    CPU,
    /// As CPU, and activations such as ReLU are fused into the convolution
    /// before them, which may turn NaN into a number.
    Finite,
  };
  Preparation Prepare = Preparation::CPU;
};

/// A value for the input of a name.
struct NamedValue {
  NamedValue(std::string Name, c10::IValue Value)
      : Name(std::move(Name)), Value(std::move(Value)) {}
  std::string Name;
  c10::IValue Value;
};
using NamedValues = std::vector<NamedValue>;

/// A size of an input or an output.
struct ModelSize {
  /// The number, or -1 where it is symbolic.
  int64_t Fixed = -1;
  /// `s77`, `2*s77 + 1`; empty for a number. What has the same text has the
  /// same size.
  std::string Symbol;
  /// Limits of a symbolic one, where there are some.
  std::optional<int64_t> Min, Max;
};

/// One leaf of what goes in or comes out.
struct ModelLeaf {
  /// As Python would write it: `image`, `batch['ids']`, `past[0][1]`; of an
  /// output `logits`, its key or field, `[1]`, or nothing for the only one.
  std::string Name;
  /// Type of a tensor, where it is known.
  std::optional<DType> Type;
  std::vector<ModelSize> Sizes;
  /// An integer, a float or a bool.
  bool IsNumber = false;
  /// An input that need not be given.
  bool IsOptional = false;
};

namespace torch_impl {
struct SessionState;
} // namespace torch_impl

class ModelSession;

/// A model that is ready to run, immutable and shared by threads.
class CompiledModel : public std::enable_shared_from_this<CompiledModel> {
  struct Key {};

public:
  /// Reads \p Path, whatever kind of model it is (see loadModel), and makes it
  /// ready to run. Errors begin with the path.
  static llvm::Expected<std::shared_ptr<const CompiledModel>>
  load(llvm::StringRef Path, const CompileOptions &Options = {});
  /// The same for a module of \p Ctx, which nobody else uses from then on.
  static llvm::Expected<std::shared_ptr<const CompiledModel>>
  create(std::shared_ptr<Context> Ctx, std::unique_ptr<GraphModule> M,
         const CompileOptions &Options = {});

  explicit CompiledModel(Key);
  ~CompiledModel();
  CompiledModel(const CompiledModel &) = delete;
  CompiledModel &operator=(const CompiledModel &) = delete;

  /// \name Running, in any thread
  /// Inputs are given as the model's forward() takes them in Python: by place
  /// or by name, dictionaries, lists and tuples as dictionaries, lists and
  /// tuples (a named tuple as a dictionary of its fields or a tuple, an object
  /// of a registered class as that dictionary, or as a tuple where the archive
  /// does not name its fields), and are checked before anything runs. The
  /// result nests likewise.
  /// @{
  /// Errors: err_run_input and others about inputs, which name the input and
  /// the dimension, and say what was found and what is wanted; err_run_node.
  llvm::Expected<c10::IValue> run(const NamedValues &Inputs) const;
  llvm::Expected<c10::IValue> run(const std::vector<c10::IValue> &Args,
                                  const NamedValues &Named = {}) const;
  /// A template, so that run({}) is the call of no inputs by place.
  template <typename = void>
  llvm::Expected<c10::IValue>
  run(std::initializer_list<NamedValue> Inputs) const {
    return run(NamedValues(Inputs));
  }
  llvm::Expected<c10::IValue> run(std::initializer_list<c10::IValue> Args,
                                  const NamedValues &Named = {}) const {
    return run(std::vector<c10::IValue>(Args), Named);
  }
  /// The leaves, in the order of inputs() and outputs().
  llvm::Expected<std::vector<c10::IValue>>
  runLeaves(std::vector<c10::IValue> Leaves) const;
  /// @}

  /// The leaves of what goes in, in order. A plain graph has one for each
  /// placeholder.
  llvm::ArrayRef<ModelLeaf> inputs() const;
  /// The leaves of what comes out; nothing is known of them in a plain graph.
  llvm::ArrayRef<ModelLeaf> outputs() const;

  /// Paths of the state that runs write, which sessions keep.
  std::vector<std::string> writtenState() const;
  /// A session, which begins with the state in the file. It keeps the model.
  /// The first run copies that state.
  std::unique_ptr<ModelSession> newSession() const;

private:
  friend class ModelSession;
  struct Impl;
  static llvm::Expected<std::shared_ptr<const CompiledModel>>
  make(std::shared_ptr<Context> Ctx, std::unique_ptr<GraphModule> M,
       const CompileOptions &Options, llvm::StringRef Path);

  std::unique_ptr<Impl> I;
};

/// Runs of one model that see what earlier ones have written. Runs of a session
/// happen one after the other, whatever threads they come from; those of
/// different sessions do not wait for each other.
class ModelSession {
public:
  explicit ModelSession(std::shared_ptr<const CompiledModel> Model);
  ~ModelSession();
  ModelSession(const ModelSession &) = delete;
  ModelSession &operator=(const ModelSession &) = delete;

  const CompiledModel &model() const { return *Model; }

  /// \name As those of CompiledModel
  /// @{
  llvm::Expected<c10::IValue> run(const NamedValues &Inputs);
  llvm::Expected<c10::IValue> run(const std::vector<c10::IValue> &Args,
                                  const NamedValues &Named = {});
  template <typename = void>
  llvm::Expected<c10::IValue> run(std::initializer_list<NamedValue> Inputs) {
    return run(NamedValues(Inputs));
  }
  llvm::Expected<c10::IValue> run(std::initializer_list<c10::IValue> Args,
                                  const NamedValues &Named = {}) {
    return run(std::vector<c10::IValue>(Args), Named);
  }
  llvm::Expected<std::vector<c10::IValue>>
  runLeaves(std::vector<c10::IValue> Leaves);
  /// @}

  /// A copy of the state at \p Path, one of CompiledModel::writtenState().
  llvm::Expected<at::Tensor> state(llvm::StringRef Path) const;
  /// Goes back to the state in the file.
  void reset();

private:
  std::shared_ptr<const CompiledModel> Model;
  std::unique_ptr<torch_impl::SessionState> I;
};

} // namespace fx

#endif // FX_TORCH_COMPILEDMODEL_H
