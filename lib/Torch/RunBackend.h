//===- RunBackend.h - Running graphs for the tools --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_RUNBACKEND_H
#define FX_LIB_TORCH_RUNBACKEND_H

#include "fx/Pass/TorchRun.h"

namespace fx::torch_impl {

llvm::Expected<std::unique_ptr<GraphRunner>>
prepareRun(GraphModule &M, const RunOptions &Options);
llvm::Expected<RunValuePtr> makeValue(const ValueSpec &Spec, uint64_t Seed);
llvm::Expected<RunValuePtr> makeTensor(const TensorBytes &Bytes);
llvm::Expected<std::optional<TensorBytes>> bytesOf(const RunValue &Value);
std::string describeRunValue(const RunValue &Value);
ValueComparison compareValues(const RunValue &A, const RunValue &B, double Rtol,
                              double Atol);
void seedGenerators(uint64_t Seed);
void setThreads(unsigned N);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_RUNBACKEND_H
