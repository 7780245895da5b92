//===- Replay.h - Runs graphs of plain operators ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a traced graph means, in a few lines that share nothing with the tracer
// or the interpreter but the conversion of values.
//
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_UNITTESTS_TORCH_REPLAY_H
#define FX_TEST_UNITTESTS_TORCH_REPLAY_H

#include "fx/Torch/DispatchTracer.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/DenseMap.h"
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/GradMode.h>
#include <stdexcept>

namespace fx {

class Replay {
public:
  explicit Replay(const DispatchTrace &Trace) : Trace(Trace) {}

  c10::IValue run(llvm::ArrayRef<c10::IValue> Inputs) {
    Values.clear();
    for (Node *N : Trace.Module->graph().nodes()) {
      if (N->isOutput())
        return valueOf(N->arg(0));
      if (N->isPlaceholder()) {
        Values[N] = Inputs.front();
        Inputs = Inputs.drop_front();
      } else if (N->isGetAttr()) {
        Values[N] = state(N->targetText());
      } else if (N->targetText() == "operator.getitem") {
        Values[N] = item(Values[N->operand(0)], N->arg(1).asInt());
      } else if (N->targetText() == "torch._C._set_grad_enabled") {
        c10::GradMode::set_enabled(N->arg(0).asBool());
      } else {
        call(N);
      }
    }
    return {};
  }

private:
  c10::IValue valueOf(const Argument &A, const c10::Argument *Param = nullptr) {
    auto Lookup = [&](const Node *N) { return &Values[N]; };
    llvm::Expected<c10::IValue> V =
        Param ? toIValue(A, Lookup, Param->type().get(), fixedSizeOf(*Param))
              : toIValue(A, Lookup);
    if (!V)
      throw std::runtime_error(llvm::toString(V.takeError()));
    return *V;
  }

  at::Tensor state(llvm::StringRef Path) {
    for (const auto &S : Trace.State)
      if (S.Path == Path)
        return S.Value;
    throw std::runtime_error("no state " + Path.str());
  }

  static c10::IValue item(const c10::IValue &V, int64_t I) {
    return V.isTuple() ? V.toTupleRef().elements()[size_t(I)]
                       : V.toListRef()[size_t(I)];
  }

  void call(Node *N) {
    // torch.ops.aten.add.Tensor
    llvm::SmallVector<llvm::StringRef, 5> Parts;
    N->targetText().split(Parts, '.');
    auto Op = c10::Dispatcher::singleton().findSchemaOrThrow(
        (Parts[2] + "::" + Parts[3]).str().c_str(),
        Parts[4] == "default" ? "" : Parts[4].str().c_str());
    torch::jit::Stack Stack;
    unsigned Position = 0;
    for (const c10::Argument &Param : Op.schema().arguments()) {
      if (std::optional<Argument> Given = N->kwarg(Param.name()))
        Stack.push_back(valueOf(*Given, &Param));
      else if (!Param.kwarg_only() && Position < N->numArgs())
        Stack.push_back(valueOf(N->arg(Position++), &Param));
      else
        Stack.push_back(*Param.default_value());
    }
    Op.callBoxed(&Stack);
    Values[N] =
        Stack.size() == 1 ? Stack.front() : c10::ivalue::Tuple::create(Stack);
  }

  const DispatchTrace &Trace;
  llvm::DenseMap<const Node *, c10::IValue> Values;
};

} // namespace fx

#endif // FX_TEST_UNITTESTS_TORCH_REPLAY_H
