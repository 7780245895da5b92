//===- TorchBackend.h - What LibTorch does for the tools --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Tools and passes do not link LibTorch, whose libraries take 0.3 seconds and
/// 150 MB to load. What needs it is behind this interface, which libFXTorch
/// implements; loadTorchBackend() loads that on first use, through the door
/// that plugins use.
///
//===----------------------------------------------------------------------===//

#ifndef FX_EXECUTION_TORCHBACKEND_H
#define FX_EXECUTION_TORCHBACKEND_H

#include "fx/Execution/TorchRun.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace fx {

class Context;
class GraphModule;
struct Recording;

/// No exception leaves it: what LibTorch can make fail returns an error.
class TorchBackend {
public:
  virtual ~TorchBackend();

  /// Version of the LibTorch that is loaded: `2.13.0`.
  virtual llvm::StringRef version() const = 0;

  /// Loads a shared object that registers operators, as torch.ops.load_library
  /// does.
  virtual llvm::Error loadLibrary(llvm::StringRef Path) = 0;

  using ExampleMaker = llvm::function_ref<llvm::Expected<ExampleInputs>(
      llvm::ArrayRef<RunInput>)>;
  /// The graph of the TorchScript module in file \p Path, see
  /// fx/Torch/ScriptImport.h. \p Examples, which may be null, is asked for
  /// values of the parameters of `forward`.
  virtual llvm::Expected<std::unique_ptr<GraphModule>>
  importScript(Context &Ctx, llvm::StringRef Path, ExampleMaker Examples) = 0;
  /// \name Running graphs
  /// @{
  /// Makes \p M ready to run. Errors: unknown targets, modules that cannot be
  /// run, weights that are missing.
  virtual llvm::Expected<std::unique_ptr<GraphRunner>>
  prepareRun(GraphModule &M, const RunOptions &Options) = 0;
  /// Random numbers depend on \p Seed alone.
  virtual llvm::Expected<RunValuePtr> makeValue(const ValueSpec &Spec,
                                                uint64_t Seed) = 0;
  virtual RunValuePtr makeList(llvm::ArrayRef<RunValuePtr> Items) = 0;
  /// Copies the bytes.
  virtual llvm::Expected<RunValuePtr> makeTensor(const TensorBytes &Bytes) = 0;
  /// The same; the tensor lies in its memory as it says. Errors: elements
  /// outside of the memory.
  virtual llvm::Expected<RunValuePtr> makeTensor(const StoredTensor &T) = 0;
  /// \p Value, if it is a tensor of floating-point numbers, as one of \p Type,
  /// else as it is.
  virtual llvm::Expected<RunValuePtr> asFloat(const RunValuePtr &Value,
                                              DType Type) = 0;
  /// The contents of a tensor; none for every other value.
  virtual llvm::Expected<std::optional<TensorBytes>>
  bytesOf(const RunValue &Value) = 0;
  /// An integer, a float or a bool as a tensor without dimensions; every other
  /// value as it is.
  virtual RunValuePtr asTensor(const RunValuePtr &Value) = 0;
  /// The same value in memory of its own, tensors with their strides.
  virtual RunValuePtr copyOf(const RunValuePtr &Value) = 0;
  /// A tensor with its memory, nothing converted. Errors: it is not a tensor,
  /// or its elements are not single elements in memory of the CPU (sparse,
  /// quantized, lazily conjugated).
  virtual llvm::Expected<StoredTensor> storageOf(const RunValue &Value) = 0;
  /// `f32[2, 3], from -1.5 to 2, mean 0.1`
  virtual std::string describe(const RunValue &Value) = 0;
  /// Whether all elements are as near as \p Options wants, NaN equal to NaN,
  /// and types and sizes are the same.
  virtual ValueComparison compare(const RunValue &A, const RunValue &B,
                                  const CompareOptions &Options) = 0;
  /// How far \p A is from \p B; none where their sizes differ, or they have no
  /// tensors.
  virtual std::optional<ValueErrors> errors(const RunValue &A,
                                            const RunValue &B) = 0;
  /// Seeds the random numbers that graphs draw.
  virtual void seed(uint64_t Seed) = 0;
  /// Differs, almost surely, where other random numbers follow.
  virtual uint64_t randomState() = 0;
  /// The gradient of a weighted sum of what \p M returns, for each input that
  /// is of floating-point numbers, zeros where nothing flows; null for other
  /// inputs. Errors: those of running.
  virtual llvm::Expected<std::vector<RunValuePtr>>
  gradients(GraphModule &M, llvm::ArrayRef<RunValuePtr> Inputs) = 0;
  virtual void setThreads(unsigned N) = 0;
  /// What `val` says of a value: a TensorType, a number, a container of such.
  /// An error for what graphs have no values for.
  virtual llvm::Expected<Argument> typeOf(Context &Ctx,
                                          const RunValue &Value) = 0;
  /// Whether both are tensors in the same memory.
  virtual bool shareMemory(const RunValue &A, const RunValue &B) = 0;
  /// Runs \p M and returns the types of the values of all nodes that have one,
  /// those of nested graphs too. With \p Meta only sizes are computed. \p
  /// Inputs are as for GraphRunner::run. Errors: those of running.
  virtual llvm::Expected<std::vector<NodeValueType>>
  propagateShapes(GraphModule &M, llvm::ArrayRef<RunValuePtr> Inputs,
                  const RunOptions &Options, bool Meta) = 0;
  /// Runs \p M on \p Inputs, and gives the calls of operators that the
  /// dispatcher got; its constants are errors (fx/Torch/DispatchTracer.h).
  virtual llvm::Expected<std::unique_ptr<GraphModule>>
  traceOperators(GraphModule &M, llvm::ArrayRef<RunValuePtr> Inputs) = 0;
  /// Runs \p M forward and backward and writes down what happened; see
  /// fx/Torch/Recorder.h. \p Name is what the model is called; empty: its
  /// class.
  virtual llvm::Expected<Recording> record(GraphModule &M,
                                           llvm::ArrayRef<RunValuePtr> Inputs,
                                           const RunOptions &Options,
                                           llvm::StringRef Name) = 0;
  /// @}
};

/// The backend; the first call loads it, which takes a third of a second.
/// Thread-safe. Errors: this build has none, with what to install;
/// those of loadPassPlugin when it or LibTorch cannot be loaded.
llvm::Expected<TorchBackend &> loadTorchBackend();
/// What libFXTorch calls while it is loaded; \p Backend lives as long as the
/// process.
void setTorchBackend(TorchBackend &Backend);

/// Whether loadTorchBackend() has loaded it. A tool then ends by _Exit: the
/// static destructors of LibTorch take 40 ms and more.
bool isTorchBackendLoaded();

} // namespace fx

#endif // FX_EXECUTION_TORCHBACKEND_H
