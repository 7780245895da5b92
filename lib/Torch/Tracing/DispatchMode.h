//===- DispatchMode.h - Hearing of every call ------------------*- C++ -*--===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A key above autograd that no tensor carries: while a thread includes it, all
// calls of operators arrive at one boxed function first, factories too.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_TRACING_DISPATCHMODE_H
#define FX_LIB_TORCH_TRACING_DISPATCHMODE_H

#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <string>

namespace fx::torch_impl {

class DispatchListener {
public:
  virtual ~DispatchListener();
  /// Makes the call, whose arguments are on top of \p Stack, with
  /// Op.callBoxed(). Calls that are made meanwhile are not heard. May throw.
  virtual void call(const c10::OperatorHandle &Op,
                    torch::jit::Stack *Stack) = 0;
};

/// While it lives, calls of this thread go to \p Listener, and not to the one
/// before it.
class DispatchMode {
public:
  explicit DispatchMode(DispatchListener &Listener);
  ~DispatchMode();

private:
  DispatchListener *Outer;
  c10::impl::IncludeDispatchKeyGuard Included;
};

/// While it lives, nothing is heard.
class DispatchModeOff {
public:
  DispatchModeOff();

private:
  c10::impl::ExcludeDispatchKeyGuard Excluded;
};

/// The target of a call_function that calls an overload:
/// `torch.ops.aten.add.Tensor`.
std::string targetOf(const c10::FunctionSchema &S);

/// Whether the result, or its size, follows from the elements of tensors.
bool readsElements(const c10::FunctionSchema &S);

/// The listener of this thread, or null.
DispatchListener *dispatchListener();

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_TRACING_DISPATCHMODE_H
