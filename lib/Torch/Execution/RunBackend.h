//===- RunBackend.h - Running graphs for the tools --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_EXECUTION_RUNBACKEND_H
#define FX_LIB_TORCH_EXECUTION_RUNBACKEND_H

#include "fx/Execution/TorchBackend.h"
#include "fx/Torch/Interpreter.h"
#include "fx/Translate/Recording.h"

namespace fx::torch_impl {

/// What a value of a run is.
const c10::IValue &valueOf(const RunValue &V);

/// What libFXTorch is for the tools. TorchBackend.h says what each function
/// does; each is defined beside what it uses.
class LibTorchBackend final : public TorchBackend {
public:
  /// \p Version is that of the LibTorch in this process.
  explicit LibTorchBackend(std::string Version);

  llvm::StringRef version() const override { return Version; }
  llvm::Error loadLibrary(llvm::StringRef Path) override;
  llvm::Expected<std::unique_ptr<GraphModule>>
  importScript(Context &Ctx, llvm::StringRef Path,
               ExampleMaker Examples) override;

  llvm::Expected<std::unique_ptr<GraphRunner>>
  prepareRun(GraphModule &M, const RunOptions &Options) override;
  llvm::Expected<RunValuePtr> makeValue(const ValueSpec &Spec,
                                        uint64_t Seed) override;
  RunValuePtr makeList(llvm::ArrayRef<RunValuePtr> Items) override;
  llvm::Expected<RunValuePtr> makeTensor(const TensorBytes &Bytes) override;
  llvm::Expected<RunValuePtr> makeTensor(const StoredTensor &T) override;
  llvm::Expected<RunValuePtr> asFloat(const RunValuePtr &Value,
                                      DType Type) override;
  llvm::Expected<std::optional<TensorBytes>>
  bytesOf(const RunValue &Value) override;
  RunValuePtr asTensor(const RunValuePtr &Value) override;
  RunValuePtr copyOf(const RunValuePtr &Value) override;
  llvm::Expected<StoredTensor> storageOf(const RunValue &Value) override;
  std::string describe(const RunValue &Value) override;
  ValueComparison compare(const RunValue &A, const RunValue &B,
                          const CompareOptions &Options) override;
  std::optional<ValueErrors> errors(const RunValue &A,
                                    const RunValue &B) override;
  void seed(uint64_t Seed) override;
  uint64_t randomState() override;
  llvm::Expected<std::vector<RunValuePtr>>
  gradients(GraphModule &M, llvm::ArrayRef<RunValuePtr> Inputs) override;
  void setThreads(unsigned N) override;
  llvm::Expected<Argument> typeOf(Context &Ctx, const RunValue &Value) override;
  bool shareMemory(const RunValue &A, const RunValue &B) override;
  llvm::Expected<std::vector<NodeValueType>>
  propagateShapes(GraphModule &M, llvm::ArrayRef<RunValuePtr> Inputs,
                  const RunOptions &Options, bool Meta) override;
  llvm::Expected<std::unique_ptr<GraphModule>>
  traceOperators(GraphModule &M, llvm::ArrayRef<RunValuePtr> Inputs) override;
  llvm::Expected<Recording> record(GraphModule &M,
                                   llvm::ArrayRef<RunValuePtr> Inputs,
                                   const RunOptions &Options,
                                   llvm::StringRef Name) override;

private:
  std::string Version;
};

/// \p T with elements of float64 or complex128, which every other element fits
/// into; complex ones as pairs in a last dimension.
at::Tensor widen(const at::Tensor &T);

/// The arguments of a run of \p I; null stands for a default.
llvm::Expected<std::vector<c10::IValue>>
argumentsOf(const Interpreter &I, llvm::ArrayRef<RunValuePtr> Given);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_EXECUTION_RUNBACKEND_H
