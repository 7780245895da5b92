//===- NumbersTest.cpp - Numbers beside tensors ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python gives `x + 1` to the operator for two tensors, with a number that
// takes no part in finding the dtype. What each function records for autograd
// was read off PyTorch 1.13 and 2.13.
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/Interpreter.h"
#include "gtest/gtest.h"
#include <ATen/Functions.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/version.h>

using namespace fx;
using namespace llvm;
using c10::IValue;

namespace {

struct NumbersTest : testing::Test {
  Context Ctx;

  /// What the call `Target(A, B)` gives for \p X, where `nullptr` stands for
  /// it.
  at::Tensor call(Opcode Op, StringRef Target, const Argument *A,
                  const Argument *B, const at::Tensor &X) {
    GraphModule M(Ctx);
    Graph &G = M.graph();
    Node *In = G.placeholder("x");
    Argument Args[] = {A ? *A : Argument(In), B ? *B : Argument(In)};
    G.output(Op == Opcode::CallMethod ? G.callMethod(Target, Args)
                                      : G.callFunction(Target, Args));
    InterpreterOptions Options;
    Options.Gradients = true;
    Interpreter I(M, Options);
    Expected<IValue> R = I.run({X});
    if (!R || !R->isTensor()) {
      ADD_FAILURE() << Target.str() << ": " << toString(R.takeError());
      return at::zeros({});
    }
    return R->toTensor();
  }
};

TEST_F(NumbersTest, GradientFunctions) {
  const struct {
    Opcode Op;
    const char *Target;
    bool Reflected;
    const char *Name;
  } Cases[] = {
      {Opcode::CallFunction, "operator.add", false, "AddBackward0"},
      {Opcode::CallFunction, "operator.add", true, "AddBackward0"},
      {Opcode::CallFunction, "operator.iadd", true, "AddBackward0"},
      {Opcode::CallFunction, "operator.sub", false, "SubBackward0"},
      {Opcode::CallFunction, "operator.sub", true, "RsubBackward1"},
      {Opcode::CallFunction, "operator.mul", false, "MulBackward0"},
      {Opcode::CallFunction, "operator.mul", true, "MulBackward0"},
      {Opcode::CallFunction, "operator.truediv", false, "DivBackward0"},
      {Opcode::CallFunction, "operator.truediv", true, "MulBackward0"},
      {Opcode::CallFunction, "operator.mod", false, "RemainderBackward0"},
      {Opcode::CallFunction, "operator.pow", false, "PowBackward0"},
#if TORCH_VERSION_MAJOR < 2
      {Opcode::CallFunction, "operator.pow", true, "PowBackward1"},
#else
      {Opcode::CallFunction, "operator.pow", true, "PowBackward2"},
#endif
      {Opcode::CallFunction, "torch.add", false, "AddBackward0"},
      {Opcode::CallFunction, "torch.sub", false, "SubBackward0"},
      {Opcode::CallFunction, "torch.mul", false, "MulBackward0"},
      {Opcode::CallFunction, "torch.div", false, "DivBackward0"},
      {Opcode::CallFunction, "torch.multiply", false, "MulBackward0"},
      {Opcode::CallFunction, "torch.divide", false, "DivBackward0"},
      {Opcode::CallFunction, "torch.subtract", false, "SubBackward0"},
      {Opcode::CallFunction, "torch.true_divide", false, "DivBackward0"},
      {Opcode::CallFunction, "torch.rsub", false, "RsubBackward1"},
      {Opcode::CallFunction, "torch.pow", true, "PowBackward2"},
      {Opcode::CallFunction, "torch.fmod", false, "FmodBackward0"},
      {Opcode::CallFunction, "torch.xlogy", false, "XlogyBackward2"},
      {Opcode::CallMethod, "add", false, "AddBackward0"},
      {Opcode::CallMethod, "sub", false, "SubBackward0"},
      {Opcode::CallMethod, "mul", false, "MulBackward0"},
      {Opcode::CallMethod, "div", false, "DivBackward0"},
      // The operator that a graph names is the one that runs.
      {Opcode::CallFunction, "torch.ops.aten.add.Scalar", false,
       "AddBackward1"},
      {Opcode::CallFunction, "torch.ops.aten.add.Tensor", false,
       "AddBackward0"},
  };
  at::Tensor X = at::full({3}, 2.0).set_requires_grad(true);
  Argument Two(2);
  for (const auto &C : Cases) {
    at::Tensor R = C.Reflected ? call(C.Op, C.Target, &Two, nullptr, X)
                               : call(C.Op, C.Target, nullptr, &Two, X);
    ASSERT_TRUE(R.grad_fn()) << C.Target;
    EXPECT_EQ(R.grad_fn()->name(), C.Name)
        << C.Target << (C.Reflected ? ", reflected" : "");
  }
}

TEST_F(NumbersTest, InPlace) {
  GraphModule M(Ctx);
  Graph &G = M.graph();
  Node *X = G.placeholder("x");
  Node *Y = G.callFunction("operator.neg", {X});
  for (StringRef Target : {"iadd", "isub", "imul", "itruediv"})
    Y = G.callFunction(("operator." + Target).str(), {Y, 2});
  G.output(Y);
  InterpreterOptions Options;
  Options.Gradients = true;
  Interpreter I(M, Options);
  std::vector<std::string> Names;
  I.setHooks(nullptr, [&](const RunEvent &E, const IValue &V) {
    if (E.N.isCallFunction())
      Names.push_back(V.toTensor().grad_fn()->name());
  });
  at::Tensor In = at::full({3}, 5.0).set_requires_grad(true);
  Expected<IValue> R = I.run({In});
  ASSERT_TRUE(bool(R)) << toString(R.takeError());
  EXPECT_TRUE(at::equal(R->toTensor(), at::full({3}, -5.0)));
  EXPECT_EQ(Names, (std::vector<std::string>{"NegBackward0", "AddBackward0",
                                             "SubBackward0", "MulBackward0",
                                             "DivBackward0"}));
}

TEST_F(NumbersTest, DTypes) {
  using at::ScalarType;
  const struct {
    const char *Target;
    ScalarType In;
    Argument Number;
    bool Reflected;
    ScalarType Out;
    double First;
  } Cases[] = {
      {"add", ScalarType::Long, 1, false, ScalarType::Long, 4},
      {"add", ScalarType::Long, 1.5, false, ScalarType::Float, 4.5},
      {"add", ScalarType::Bool, 1, false, ScalarType::Long, 2},
      {"add", ScalarType::Byte, 300, false, ScalarType::Byte, 47},
      {"add", ScalarType::Half, 1.5, true, ScalarType::Half, 4.5},
      {"mul", ScalarType::Long, true, false, ScalarType::Long, 3},
      {"mul", ScalarType::Half, 2.5, false, ScalarType::Half, 7.5},
      {"truediv", ScalarType::Long, 2, false, ScalarType::Float, 1.5},
      {"truediv", ScalarType::Long, 6, true, ScalarType::Float, 2},
      {"truediv", ScalarType::Half, 6, true, ScalarType::Half, 2},
      {"sub", ScalarType::Long, 1, true, ScalarType::Long, -2},
      {"sub", ScalarType::Byte, 300, true, ScalarType::Byte, 41},
      {"floordiv", ScalarType::Long, 7, true, ScalarType::Long, 2},
      {"pow", ScalarType::Long, 2, true, ScalarType::Long, 8},
      {"pow", ScalarType::Long, 2.0, true, ScalarType::Float, 8},
  };
  for (const auto &C : Cases) {
    at::Tensor X = at::full({2}, 3, at::TensorOptions(C.In));
    std::string Target = std::string("operator.") + C.Target;
    at::Tensor R =
        C.Reflected ? call(Opcode::CallFunction, Target, &C.Number, nullptr, X)
                    : call(Opcode::CallFunction, Target, nullptr, &C.Number, X);
    EXPECT_EQ(R.scalar_type(), C.Out) << Target;
    EXPECT_NEAR(R.to(ScalarType::Double)[0].item().toDouble(), C.First, 1e-2)
        << Target;
  }
}

} // namespace
