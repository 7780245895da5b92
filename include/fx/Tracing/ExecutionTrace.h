//===- ExecutionTrace.h - The order of execution, while tracing -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Finds the order in which modules run and parameters are used by tracing
/// (torch.distributed.fsdp: _ExecOrderTracer). The order of a graph that is
/// already there is Analysis/ExecutionOrder.h.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRACING_EXECUTIONTRACE_H
#define FX_TRACING_EXECUTIONTRACE_H

#include "fx/Analysis/ExecutionOrder.h"
#include "fx/Tracing/Tracer.h"

namespace fx {

/// The tracer, and the arguments that are fixed (PyTorch: TracingConfig of
/// torch.distributed.fsdp).
struct TracingConfig {
  Tracer &T;
  ConcreteArgs Args;
};

/// Traces a copy of \p Tree and returns in which order modules are called and
/// parameters are used. It sees what the tracer sees: calls of modules that are
/// not leaves without nn_module_stack, and modules that make no node at all,
/// which an ExecutionOrder of the graph misses.
llvm::Expected<ExecutionOrder> traceExecutionOrder(const GraphModule &Tree,
                                                   const TracingConfig &Config);

} // namespace fx

#endif // FX_TRACING_EXECUTIONTRACE_H
