//===- DispatchMode.cpp - Hearing of every call ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DispatchMode.h"
#include "fx/IR/OpRegistry.h"
#include <torch/library.h>

using namespace fx;
using namespace fx::torch_impl;
using llvm::StringRef;

/// No tensor of LibTorch has it.
static constexpr auto ModeKey = c10::DispatchKey::TESTING_ONLY_GenericMode;

static thread_local DispatchListener *Current = nullptr;

DispatchListener::~DispatchListener() = default;

DispatchListener *fx::torch_impl::dispatchListener() { return Current; }

DispatchMode::DispatchMode(DispatchListener &Listener)
    : Outer(Current), Included(ModeKey) {
  Current = &Listener;
}

DispatchMode::~DispatchMode() { Current = Outer; }

DispatchModeOff::DispatchModeOff() : Excluded(c10::DispatchKeySet({ModeKey})) {}

std::string fx::torch_impl::targetOf(const c10::FunctionSchema &S) {
  auto [Namespace, Name] = StringRef(S.name()).split("::");
  StringRef Overload = S.overload_name();
  return ("torch.ops." + Namespace + "." + Name + "." +
          (Overload.empty() ? "default" : Overload))
      .str();
}

bool fx::torch_impl::readsElements(const c10::FunctionSchema &S) {
  StringRef Name = S.name();
  if (Name == "aten::item" || Name == "aten::is_nonzero" ||
      Name == "aten::allclose")
    return true;
  const OpTarget *Target = lookupFunction(targetOf(S));
  return Target && Target->overloads().size() == 1 &&
         Target->overloads().front().hasTag(ST_DataShape);
}

static void hearCall(const c10::OperatorHandle &Op, c10::DispatchKeySet,
                     torch::jit::Stack *Stack) {
  DispatchModeOff Off;
  if (Current)
    Current->call(Op, Stack);
  else
    Op.callBoxed(Stack);
}

TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, M) {
  M.fallback(torch::CppFunction::makeFromBoxedFunction<&hearCall>());
}
