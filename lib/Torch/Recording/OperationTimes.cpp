//===- OperationTimes.cpp - How long operators take -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationTimes.h"
#include <ATen/record_function.h>

using namespace fx::torch_impl;

static thread_local OperationTimes *Current = nullptr;

/// LibTorch calls plain functions.
struct OperationTimes::Hooks {
  struct Context : at::ObserverContext {
    double Start;
  };
  static std::unique_ptr<at::ObserverContext>
  enter(const at::RecordFunction &) {
    if (!Current)
      return nullptr;
    auto C = std::make_unique<Context>();
    C->Start = Current->now();
    return C;
  }
  static void leave(const at::RecordFunction &F, at::ObserverContext *C) {
    if (!Current || !C || F.seqNr() < 0)
      return;
    double Start = static_cast<Context *>(C)->Start;
    Interval Took = {Start, Current->now() - Start};
    if (F.scope() == at::RecordScope::BACKWARD_FUNCTION) {
      Current->Backward.try_emplace(F.seqNr(), Took);
      return;
    }
    if (F.scope() != at::RecordScope::FUNCTION || F.forwardThreadId() != 0)
      return;
    // Operators around the one that made the function have its number too; that
    // one began last.
    auto [It, IsNew] = Current->Forward.try_emplace(F.seqNr(), Took);
    if (!IsNew && Start > It->second.Start)
      It->second = Took;
  }
};

void OperationTimes::start() {
  if (Handle)
    return;
  Current = this;
  Handle = at::addThreadLocalCallback(
      at::RecordFunctionCallback(&Hooks::enter, &Hooks::leave)
          .scopes(
              {at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION}));
}

void OperationTimes::stop() {
  if (!Handle)
    return;
  at::removeCallback(Handle);
  Handle = 0;
  Current = nullptr;
}

double OperationTimes::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin)
      .count();
}

double OperationTimes::forward(int64_t Sequence) const {
  auto It = Forward.find(Sequence);
  return It == Forward.end() ? -1 : It->second.Seconds;
}

double OperationTimes::backward(int64_t Sequence) const {
  auto It = Backward.find(Sequence);
  return It == Backward.end() ? -1 : It->second.Seconds;
}
