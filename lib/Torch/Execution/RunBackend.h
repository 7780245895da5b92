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

llvm::Expected<std::unique_ptr<GraphModule>>
importScriptFile(Context &Ctx, llvm::StringRef Path,
                 TorchBackend::ExampleMaker Examples);
llvm::Expected<std::unique_ptr<GraphRunner>>
prepareRun(GraphModule &M, const RunOptions &Options);
llvm::Expected<RunValuePtr> makeValue(const ValueSpec &Spec, uint64_t Seed);
RunValuePtr makeRunList(llvm::ArrayRef<RunValuePtr> Items);
llvm::Expected<RunValuePtr> makeTensor(const TensorBytes &Bytes);
llvm::Expected<RunValuePtr> makeTensor(const StoredTensor &T);
llvm::Expected<RunValuePtr> asFloat(const RunValuePtr &Value, DType Type);
llvm::Expected<std::optional<TensorBytes>> bytesOf(const RunValue &Value);
RunValuePtr asTensor(const RunValuePtr &Value);
llvm::Expected<StoredTensor> storageOf(const RunValue &Value);
std::string describeRunValue(const RunValue &Value);
ValueComparison compareValues(const RunValue &A, const RunValue &B,
                              const CompareOptions &Options);
std::optional<ValueErrors> errorsOf(const RunValue &A, const RunValue &B);
void seedGenerators(uint64_t Seed);
uint64_t randomState();
llvm::Expected<std::vector<RunValuePtr>>
gradientsOf(GraphModule &M, llvm::ArrayRef<RunValuePtr> Inputs);
void setThreads(unsigned N);
llvm::Expected<Argument> typeOfRunValue(Context &Ctx, const RunValue &Value);
bool shareMemory(const RunValue &A, const RunValue &B);
llvm::Expected<std::vector<NodeValueType>>
propagateShapes(GraphModule &M, llvm::ArrayRef<RunValuePtr> Inputs,
                const RunOptions &Options, bool Meta);
llvm::Expected<std::unique_ptr<GraphModule>>
traceOperators(GraphModule &M, llvm::ArrayRef<RunValuePtr> Inputs);
llvm::Expected<Recording> recordModule(GraphModule &M,
                                       llvm::ArrayRef<RunValuePtr> Inputs,
                                       const RunOptions &Options,
                                       llvm::StringRef Name);

/// \p T with elements of float64 or complex128, which every other element fits
/// into; complex ones as pairs in a last dimension.
at::Tensor widen(const at::Tensor &T);

/// The arguments of a run of \p I; null stands for a default.
llvm::Expected<std::vector<c10::IValue>>
argumentsOf(const Interpreter &I, llvm::ArrayRef<RunValuePtr> Given);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_EXECUTION_RUNBACKEND_H
