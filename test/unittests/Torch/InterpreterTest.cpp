//===- InterpreterTest.cpp - Running graphs from C++ ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/Interpreter.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Ops.h"
#include "gtest/gtest.h"
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/library.h>

using namespace fx;
using namespace llvm;
using c10::IValue;

namespace {

struct InterpreterTest : testing::Test {
  Context Ctx;
  GraphModule M{Ctx};
  Graph &G = M.graph();

  at::Tensor run(Interpreter &I, std::vector<IValue> Args) {
    Expected<IValue> R = I.run(std::move(Args));
    EXPECT_TRUE(bool(R)) << toString(R.takeError());
    return R && R->isTensor() ? R->toTensor() : at::Tensor();
  }
  std::string errorOf(Interpreter &I, std::vector<IValue> Args) {
    Expected<IValue> R = I.run(std::move(Args));
    EXPECT_FALSE(bool(R));
    return R ? "" : toString(R.takeError());
  }
};

TEST_F(InterpreterTest, RunsAndRunsAgain) {
  Node *X = G.placeholder("x");
  Node *Y = G.callFunction<ops::Mul>(X, 2.0);
  G.output(G.callFunction<ops::Relu>(Y));
  Interpreter I(M);
  for (int Round = 0; Round != 3; ++Round) {
    at::Tensor In = at::full({3}, Round - 1);
    EXPECT_TRUE(at::equal(run(I, {In}), at::relu(In * 2.0)));
  }
}

TEST_F(InterpreterTest, BindsAgainWhenTypesChange) {
  Node *X = G.placeholder("x"), *Y = G.placeholder("y");
  G.output(G.callFunction("operator.add", {X, Y}));
  Interpreter I(M);
  at::Tensor T = at::ones({2});
  EXPECT_TRUE(at::equal(run(I, {T, T}), T + T));
  EXPECT_TRUE(at::equal(run(I, {T, int64_t(3)}), T + 3));
  EXPECT_TRUE(at::equal(run(I, {int64_t(3), T}), T + 3));
  EXPECT_TRUE(at::equal(run(I, {T, at::ones({})}), T + 1));
  Expected<IValue> Sum = I.run({int64_t(2), int64_t(3)});
  ASSERT_TRUE(bool(Sum)) << toString(Sum.takeError());
  EXPECT_EQ(Sum->toInt(), 5);
}

TEST_F(InterpreterTest, KeywordsDefaultsAndLists) {
  Node *X = G.placeholder("x");
  Node *S = G.callFunction("torch.sum", {X}, {{Ctx.intern("dim"), 1}});
  Node *C = G.callFunction("torch.cat", {Argument::list({S, S})});
  Node *V = G.callMethod("view", {C, 2, -1});
  G.output(V);
  Interpreter I(M);
  at::Tensor In = at::arange(12, c10::ScalarType::Float).view({3, 4});
  at::Tensor Sum = In.sum(1);
  EXPECT_TRUE(at::equal(run(I, {In}), at::cat({Sum, Sum}).view({2, -1})));
}

TEST_F(InterpreterTest, MissingInputsAreAnError) {
  Node *X = G.placeholder("x");
  Node *Y = G.placeholder("y", Argument(2));
  G.output(G.callFunction("operator.add", {X, Y}));
  Interpreter I(M);
  EXPECT_NE(errorOf(I, {}).find(
                "the number of inputs is 0 and must be 1 or 2 (x, y)"),
            std::string::npos);
  EXPECT_TRUE(at::equal(run(I, {at::ones({2})}), at::full({2}, 3)));
}

// A program may load the library with an operator after an error about it.
TEST_F(InterpreterTest, OperatorsThatComeLater) {
  Node *X = G.placeholder("x");
  G.output(G.callFunction("torch.ops.fx_later.twice.default", {X}));
  at::Tensor T = at::ones({2});
  {
    Interpreter I(M);
    EXPECT_NE(errorOf(I, {T}).find("torch.ops.fx_later.twice.default"),
              std::string::npos);
  }
  torch::Library Later(torch::Library::FRAGMENT, "fx_later", {}, __FILE__,
                       __LINE__);
  Later.def("twice(Tensor x) -> Tensor",
            [](const at::Tensor &X) { return X + X; });
  Interpreter I(M);
  EXPECT_TRUE(at::equal(run(I, {T}), T + T));
}

TEST_F(InterpreterTest, ErrorsNameNodeSchemaAndArguments) {
  Node *X = G.placeholder("x");
  Node *Y = G.callFunction("torch.mm", {X, X}, {}, "product");
  Y->setMeta("stack_trace",
             Argument::string(Ctx, "  File \"m.py\", line 7, in forward\n"));
  G.output(Y);
  Interpreter I(M);
  std::string Text = errorOf(I, {at::ones({2, 3})});
  for (StringRef Part : {"running %product failed", "aten::mm(",
                         "f32[2, 3], f32[2, 3]", "File \"m.py\", line 7"})
    EXPECT_NE(Text.find(Part.str()), std::string::npos) << Text;
  // The interpreter is as good as before.
  EXPECT_TRUE(at::equal(run(I, {at::ones({2, 2})}), at::full({2, 2}, 2.0)));
}

TEST_F(InterpreterTest, ValuesGoAtTheirLastUse) {
  constexpr unsigned Length = 20;
  Node *X = G.placeholder("x");
  Node *V = X;
  for (unsigned N = 0; N != Length; ++N)
    V = G.callFunction("torch.neg", {V});
  G.output(V);
  Interpreter I(M);
  std::vector<c10::weak_intrusive_ptr<c10::TensorImpl>> Results;
  size_t MostAlive = 0;
  I.setHooks(nullptr, [&](const RunEvent &, const IValue &R) {
    if (R.isTensor())
      Results.emplace_back(R.toTensor().getIntrusivePtr());
    size_t Alive = 0;
    for (const auto &Weak : Results)
      Alive += !Weak.expired();
    MostAlive = std::max(MostAlive, Alive);
  });
  run(I, {at::ones({4})});
  // The input too.
  EXPECT_EQ(Results.size(), size_t(Length + 1));
  // The operand was moved to the stack: at most it and the result are alive.
  EXPECT_LE(MostAlive, 2u);
}

TEST_F(InterpreterTest, HooksHearOfNodes) {
  Node *X = G.placeholder("x");
  G.output(G.callFunction("torch.neg", {X}));
  Interpreter I(M);
  std::string Heard;
  I.setHooks(
      [&](const RunEvent &E) { Heard += "<" + E.N.name(); },
      [&](const RunEvent &E, const IValue &) { Heard += ">" + E.N.name(); });
  run(I, {at::ones({4})});
  EXPECT_NE(Heard.find("<neg>neg"), std::string::npos) << Heard;
}

struct Swapped : Interpreter {
  using Interpreter::Interpreter;
  std::vector<std::string> Seen;
  Expected<IValue> runNode(const Node &N) override {
    Seen.push_back(N.name());
    return Interpreter::runNode(N);
  }
  Expected<IValue> callFunction(const Node &N, CallValues A) override {
    if (ops::Neg::classof(&N))
      return IValue(A.Args[0].toTensor().abs());
    return Interpreter::callFunction(N, std::move(A));
  }
};

TEST_F(InterpreterTest, ASubclassChangesNodes) {
  Node *X = G.placeholder("x");
  Node *N = G.callFunction<ops::Neg>(X);
  G.output(G.callFunction<ops::Add>(N, X));
  Swapped I(M);
  at::Tensor In = at::full({2}, -3.0);
  EXPECT_TRUE(at::equal(run(I, {In}), In.abs() + In));
  EXPECT_EQ(I.Seen, (std::vector<std::string>{"x", "neg", "add", "output"}));
}

TEST_F(InterpreterTest, ModulesAndWeights) {
  auto Tree = std::make_unique<Module>(Ctx, Ctx.intern("Net"));
  auto Linear = std::make_unique<Module>(Ctx, Ctx.intern("torch.nn.Linear"));
  Linear->setArgs({Argument(3), Argument(2)});
  Tree->addChild(Ctx.intern("lin"), std::move(Linear));
  M.setTree(std::move(Tree), GraphModule::TreeKind::Open);
  Node *X = G.placeholder("x");
  G.output(G.callModule("lin", {X}));
  Interpreter I(M);
  at::Tensor W = at::randn({2, 3}), B = at::randn({2});
  I.setTensor("lin.weight", W);
  I.setTensor("lin.bias", B);
  at::Tensor In = at::randn({4, 3});
  EXPECT_TRUE(at::allclose(run(I, {In}), at::linear(In, W, B)));

  // Without weights an error, with a seed the same ones each time.
  Interpreter Without(M);
  EXPECT_NE(errorOf(Without, {In}).find("there are no values for 'lin."),
            std::string::npos);
  InterpreterOptions Options;
  Options.Weights.RandomSeed = 7;
  Interpreter First(M, Options), Second(M, Options);
  EXPECT_TRUE(at::equal(run(First, {In}), run(Second, {In})));
}

TEST_F(InterpreterTest, GradientsWhenAskedFor) {
  Node *X = G.placeholder("x");
  G.output(G.callFunction<ops::Mul>(X, X));
  InterpreterOptions Options;
  Options.Gradients = true;
  Interpreter I(M, Options);
  at::Tensor In = at::ones({2}).requires_grad_(true);
  run(I, {In}).sum().backward();
  EXPECT_TRUE(at::equal(In.grad(), at::full({2}, 2.0)));
  Interpreter Plain(M);
  EXPECT_TRUE(run(Plain, {In}).is_inference());
}

} // namespace
