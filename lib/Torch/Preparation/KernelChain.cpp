//===- KernelChain.cpp - Small operators without a dispatcher -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelChain.h"
#include "RowKernels.h"
#include "llvm/ADT/SmallVector.h"
#include <ATen/Functions.h>
#include <torch/library.h>

using namespace fx::torch_impl;
using namespace fx::torch_impl::chain;
using namespace llvm;

static_assert(std::is_trivially_copyable_v<Step> &&
              sizeof(Step) % sizeof(int64_t) == 0);
static constexpr int64_t FieldsOfStep = sizeof(Step) / sizeof(int64_t);

int64_t chain::workOf(const Step &S) {
  switch (S.Kind) {
  case Op::Linear:
    return S.Inner * S.Width;
  case Op::Norm:
  case Op::Softmax:
  case Op::GELU:
  case Op::GELUTanh:
  case Op::SiLU:
  case Op::Sigmoid:
  case Op::Tanh:
  case Op::Exp:
    return 16 * S.Width;
  default:
    return 2 * S.Width;
  }
}

at::Tensor chain::encode(const std::vector<Step> &Steps) {
  at::Tensor T = at::empty({int64_t(Steps.size()), FieldsOfStep}, at::kLong);
  std::memcpy(T.data_ptr<int64_t>(), Steps.data(), Steps.size() * sizeof(Step));
  return T;
}

static ArrayRef<Step> decode(const at::Tensor &T) {
  return {reinterpret_cast<const Step *>(T.data_ptr<int64_t>()),
          size_t(T.size(0))};
}

//===----------------------------------------------------------------------===//
// By LibTorch's kernels
//===----------------------------------------------------------------------===//

namespace {
/// Computes steps on whole tensors.
class TensorChain {
public:
  TensorChain(ArrayRef<at::Tensor> Inputs, const at::Tensor &Weights)
      : Inputs(Inputs), Weights(Weights) {}

  std::vector<at::Tensor> run(ArrayRef<Step> Steps);

private:
  at::Tensor get(const Place &P, int64_t Width) const;
  at::Tensor compute(const Step &S) const;
  at::Tensor binary(const Step &S, const at::Tensor &X) const;

  ArrayRef<at::Tensor> Inputs;
  const at::Tensor &Weights;
  std::vector<std::pair<int64_t, at::Tensor>> Scratch;
  std::vector<at::Tensor> Outputs;
};
} // namespace

at::Tensor TensorChain::get(const Place &P, int64_t Width) const {
  switch (P.Space) {
  case Place::None:
    break;
  case Place::Input:
    return Inputs[P.Index];
  case Place::Output:
    return Outputs[P.Index];
  case Place::Weight:
    return Weights.narrow(0, P.Index, Width);
  case Place::Scratch:
    for (const auto &[Index, T] : Scratch)
      if (Index == P.Index)
        return T;
  }
  return {};
}

at::Tensor TensorChain::binary(const Step &S, const at::Tensor &X) const {
  at::Tensor Y = get(S.Y, S.Width);
  switch (S.Kind) {
  case Op::Add:
    return Y.defined() ? at::add(X, Y, S.F1) : at::add(X, S.F0 * S.F1);
  case Op::Sub:
    return Y.defined() ? at::sub(X, Y, S.F1) : at::sub(X, S.F0 * S.F1);
  case Op::Mul:
    return Y.defined() ? at::mul(X, Y) : at::mul(X, S.F0);
  default:
    return Y.defined() ? at::div(X, Y) : at::div(X, S.F0);
  }
}

at::Tensor TensorChain::compute(const Step &S) const {
  at::Tensor X = get(S.X, S.Width), Bias = get(S.Bias, S.Width);
  switch (S.Kind) {
  case Op::Linear:
    return at::linear(X,
                      Weights.narrow(0, S.Weights.Index, S.Inner * S.Width)
                          .view({S.Inner, S.Width})
                          .t(),
                      Bias);
  case Op::Norm:
    return at::layer_norm(X, {S.Width}, get(S.Weights, S.Width), Bias, S.F0);
  case Op::Softmax:
    return at::softmax(X, -1);
  case Op::ReLU:
    return at::relu(X);
  case Op::GELU:
    return at::gelu(X);
  case Op::GELUTanh:
    return at::gelu(X, "tanh");
  case Op::SiLU:
    return at::silu(X);
  case Op::Sigmoid:
    return at::sigmoid(X);
  case Op::Tanh:
    return at::tanh(X);
  case Op::Exp:
    return at::exp(X);
  case Op::Neg:
    return at::neg(X);
  case Op::HardTanh:
    return at::hardtanh(X, S.F0, S.F1);
  case Op::LeakyReLU:
    return at::leaky_relu(X, S.F0);
  case Op::HardSwish:
    return at::hardswish(X);
  case Op::HardSigmoid:
    return at::hardsigmoid(X);
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
    return binary(S, X);
  }
  return {};
}

std::vector<at::Tensor> TensorChain::run(ArrayRef<Step> Steps) {
  for (const Step &S : Steps) {
    at::Tensor T = compute(S);
    if (S.Result.Space == Place::Output) {
      Outputs.push_back(std::move(T));
      continue;
    }
    // Memory that another value had is free again.
    llvm::erase_if(Scratch, [&](const auto &Entry) {
      return Entry.first == S.Result.Index;
    });
    Scratch.push_back({S.Result.Index, std::move(T)});
  }
  return std::move(Outputs);
}

//===----------------------------------------------------------------------===//
// The operator
//===----------------------------------------------------------------------===//

/// Memory for what only steps see; a thread has one for all chains.
static float *scratch(size_t Count) {
  static thread_local std::vector<float> Memory;
  if (Memory.size() < Count)
    Memory.resize(Count);
  return Memory.data();
}

static std::vector<at::Tensor> runRows(ArrayRef<at::Tensor> Inputs,
                                       const at::Tensor &Weights,
                                       ArrayRef<Step> Steps, int64_t Rows) {
  int64_t Columns = 0;
  std::vector<at::Tensor> Outputs;
  std::vector<int64_t> Sizes = Inputs[0].sizes().vec();
  for (const Step &S : Steps) {
    if (S.Result.Space == Place::Output) {
      Sizes.back() = S.Width;
      Outputs.push_back(at::empty(Sizes, Inputs[0].options()));
    } else {
      Columns = std::max(Columns, S.Result.Index + S.Width);
    }
  }
  RowMemory Memory;
  Memory.Rows = Rows;
  Memory.Scratch = scratch(Columns * Rows);
  Memory.Weights = Weights.data_ptr<float>();
  for (const at::Tensor &T : Inputs)
    Memory.Inputs.push_back(T.data_ptr<float>());
  for (const at::Tensor &T : Outputs)
    Memory.Outputs.push_back(T.data_ptr<float>());
  runSteps(Steps, Memory);
  return Outputs;
}

/// All sizes but the last.
static c10::IntArrayRef rowsOf(const at::Tensor &T) {
  return T.sizes().slice(0, size_t(T.dim()) - 1);
}

static void runChain(const c10::OperatorHandle &, torch::jit::Stack *Stack) {
  at::Tensor StepData = std::move(Stack->back()).toTensor();
  Stack->pop_back();
  at::Tensor Weights = std::move(Stack->back()).toTensor();
  Stack->pop_back();
  std::vector<at::Tensor> Inputs = std::move(Stack->back()).toTensorVector();
  Stack->pop_back();
  ArrayRef<Step> Steps = decode(StepData);
  for (at::Tensor &T : Inputs) {
    TORCH_CHECK(T.scalar_type() == at::kFloat && T.device().is_cpu() &&
                    T.dim() && rowsOf(T) == rowsOf(Inputs[0]),
                "fx_opt::chain: an input is not float32 of the same rows");
    T = T.contiguous();
  }
  int64_t Rows = 1;
  for (int64_t Size : rowsOf(Inputs[0]))
    Rows *= Size;
  bool IsSmall = Rows && llvm::all_of(Steps, [&](const Step &S) {
                   return workOf(S) <= MostWork / Rows;
                 });
  std::vector<at::Tensor> Outputs =
      IsSmall ? runRows(Inputs, Weights, Steps, Rows)
              : TensorChain(Inputs, Weights).run(Steps);
  Stack->push_back(std::move(Outputs));
}

void chain::registerOperator() {
  static torch::Library Library = [] {
    torch::Library L(torch::Library::FRAGMENT, "fx_opt", {}, __FILE__,
                     __LINE__);
    L.def("chain(Tensor[] inputs, Tensor weights, Tensor steps) -> Tensor[]",
          torch::CppFunction::makeFromBoxedFunction<&runChain>());
    return L;
  }();
}
