//===- DispatchTracer.h - Graphs of C++ code of LibTorch --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Traces any C++ code that calls LibTorch. The code runs once, on real
/// tensors; the calls that the dispatcher gets from it become nodes:
///
///   torch::nn::Sequential Net(torch::nn::Conv2d(3, 8, 3), torch::nn::ReLU());
///   llvm::Expected<fx::DispatchTrace> Trace =
///       fx::traceModule(Ctx, Net, torch::rand({1, 3, 8, 8}));
///
///   %arg0 : [num_users=1] = placeholder[target=arg0]
///   %_0_weight : [num_users=1] = get_attr[target=0.weight]
///   %_0_bias : [num_users=1] = get_attr[target=0.bias]
///   %conv2d : ... = call_function[target=torch.ops.aten.conv2d.default](...
///   %relu : ... = call_function[target=torch.ops.aten.relu.default](...
///
/// Operators are seen whole, above autograd, as the code calls them. In-place
/// calls stay what they are: later uses of the tensor use the node that wrote
/// it last. Every node has the value that it had as `val`.
///
/// What the graph cannot say is an error: a number that the code reads out of
/// a tensor which depends on inputs or state, gradients that it computes,
/// autocast. What nobody sees is fixed by the run: branches on sizes, loops,
/// and what the code writes through pointers.
///
/// Tracing leaves parameters, buffers and the random numbers of the CPU as they
/// were. One thread traces one piece of code at a time; what the code does on
/// other threads is not seen.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TORCH_DISPATCHTRACER_H
#define FX_TORCH_DISPATCHTRACER_H

#include "fx/IR/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <memory>
#include <string>
#include <vector>

namespace torch::nn {
class Module;
}

namespace fx {

/// What traced code owns: tensors become get_attr nodes, and the modules that
/// own them say where a node comes from.
struct TraceRoot {
  struct ModuleEntry {
    std::string Path;
    std::string Class;              ///< As in Python: `torch.nn.Conv2d`.
    const void *Identity = nullptr; ///< Its address, for DispatchScope.
    bool Training = false;
  };
  struct TensorEntry {
    std::string Path;
    at::Tensor Value;
    TensorAttr::RoleKind Role = TensorAttr::Parameter;
  };
  std::vector<ModuleEntry> Modules; ///< Parents first, without the root.
  std::vector<TensorEntry> Tensors;
  std::string Class; ///< Class of the root module.
  bool Training = false;
};

/// What \p M and the modules below it are called and own.
TraceRoot traceRoot(const torch::nn::Module &M);

/// How C++ code is traced at the dispatcher.
struct DispatchTraceOptions {
  /// Names of the placeholders, in order; those that are missing are `arg0` and
  /// so on.
  std::vector<std::string> InputNames;
  /// A number that the code reads out of a tensor is part of the graph, which
  /// then holds for this number alone; otherwise that is an error.
  bool BakeData = false;
};

/// A graph and the tensors that its get_attr nodes name.
struct DispatchTrace {
  std::unique_ptr<GraphModule> Module;
  struct StateTensor {
    std::string Path;
    at::Tensor Value;
  };
  /// Parameters and buffers of the root, which are those of the code itself,
  /// and the constants `_tensor_constant0`, ... Each once, by its first path.
  std::vector<StateTensor> State;
};

/// Runs \p Code, which computes on the tensors of \p Inputs, and returns its
/// graph. An input is a tensor, or a list or tuple of them, nested or not;
/// anything else is fixed. Errors: what \p Code throws, and what a graph cannot
/// say.
llvm::Expected<DispatchTrace>
traceDispatched(Context &Ctx, const TraceRoot &Root,
                llvm::ArrayRef<c10::IValue> Inputs,
                llvm::function_ref<c10::IValue()> Code,
                const DispatchTraceOptions &Options = {});

/// Traces the forward function of \p M, a class derived from torch::nn::Module
/// or a holder of one. The caller includes the header that declares it.
template <typename ModuleT, typename... ArgTs>
llvm::Expected<DispatchTrace> traceModule(Context &Ctx,
                                          const DispatchTraceOptions &Options,
                                          ModuleT &M, const ArgTs &...Args) {
  if constexpr (requires { M.ptr()->children(); }) {
    return traceModule(Ctx, Options, *M.ptr(), Args...);
  } else {
    c10::IValue Inputs[] = {c10::IValue(Args)...};
    return traceDispatched(
        Ctx, traceRoot(M), Inputs,
        [&] { return c10::IValue(M.forward(Args...)); }, Options);
  }
}
template <typename ModuleT, typename... ArgTs>
llvm::Expected<DispatchTrace> traceModule(Context &Ctx, ModuleT &M,
                                          const ArgTs &...Args) {
  return traceModule(Ctx, DispatchTraceOptions(), M, Args...);
}

/// Says that what the thread runs while this lives is the call of a module,
/// which torch::nn itself tells nobody. Without scopes a node comes from the
/// module whose parameters it uses, and one that uses none from the innermost
/// module that is around its neighbors. Outside of tracing it does nothing.
///
///   torch::Tensor forward(torch::Tensor X) {
///     fx::DispatchScope Scope(*this);
class DispatchScope {
public:
  explicit DispatchScope(const torch::nn::Module &M)
      : DispatchScope(static_cast<const void *>(std::addressof(M))) {}
  /// A module that is in no tree: \p Name is below the scope around it.
  DispatchScope(llvm::StringRef Name, llvm::StringRef Class);
  DispatchScope(const DispatchScope &) = delete;
  DispatchScope &operator=(const DispatchScope &) = delete;
  ~DispatchScope();

private:
  explicit DispatchScope(const void *Identity);
  bool Active = false;
};

} // namespace fx

#endif // FX_TORCH_DISPATCHTRACER_H
