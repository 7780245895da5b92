//===- DispatchTracerTest.cpp - Graphs of C++ code of LibTorch ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Printer.h"
#include "fx/Torch/Interpreter.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/ops/from_blob.h>
#include <gtest/gtest.h>
#include <torch/autograd.h>
#include <torch/nn.h>
#include <torch/utils.h>

using namespace fx;
using namespace llvm;
using at::Tensor;
using c10::IValue;
namespace nn = torch::nn;

namespace {

class DispatchTracerTest : public testing::Test {
protected:
  DispatchTracerTest() { torch::manual_seed(0); }

  /// The calls of a graph: names of targets without `torch.ops.aten.`.
  static std::string calls(const DispatchTrace &T) {
    std::string Text;
    for (Node *N : T.Module->graph().nodes()) {
      StringRef Target = N->targetText();
      Target.consume_front("torch.ops.aten.");
      if (N->isCallFunction())
        Text += (Text.empty() ? "" : " ") + Target.str();
    }
    return Text;
  }
  static std::string text(const DispatchTrace &T) {
    std::string Text;
    raw_string_ostream OS(Text);
    printModule(*T.Module, OS, PrintFormat::Native);
    return Text;
  }

  Expected<DispatchTrace> trace(std::vector<IValue> Inputs,
                                function_ref<IValue()> Code,
                                DispatchTraceOptions Options = {}) {
    return traceDispatched(Ctx, {}, Inputs, Code, Options);
  }
  std::string errorOf(std::vector<IValue> Inputs, function_ref<IValue()> Code) {
    Expected<DispatchTrace> T = trace(Inputs, Code);
    return T ? "" : toString(T.takeError());
  }
  DispatchTrace take(Expected<DispatchTrace> T) {
    if (T)
      return std::move(*T);
    ADD_FAILURE() << toString(T.takeError());
    return {std::make_unique<GraphModule>(Ctx), {}};
  }

  static bool isSame(const IValue &A, const IValue &B) {
    if (A.isTensor() && B.isTensor())
      return torch::allclose(A.toTensor(), B.toTensor(), 1e-5, 1e-6);
    if (A.isTuple() && B.isTuple()) {
      const auto &X = A.toTupleRef().elements(), &Y = B.toTupleRef().elements();
      if (X.size() != Y.size())
        return false;
      for (size_t I = 0; I != X.size(); ++I)
        if (!isSame(X[I], Y[I]))
          return false;
      return true;
    }
    return A.isNone() && B.isNone();
  }

  static Tensor sumOf(const IValue &V) {
    if (V.isTensor())
      return V.toTensor().pow(2).sum();
    Tensor Sum = torch::zeros({});
    for (const IValue &Item : V.toTupleRef().elements())
      Sum = Sum + sumOf(Item);
    return Sum;
  }

  static std::string withoutMeta(const DispatchTrace &T) {
    std::string Text;
    std::string All = text(T);
    for (StringRef Rest = All; !Rest.empty();) {
      auto [Line, After] = Rest.split('\n');
      bool HasMeta = Line.starts_with("    %");
      Text += (HasMeta ? Line.split(" {val: ").first : Line).str() + "\n";
      Rest = After;
    }
    return Text;
  }
  static std::string metaOf(const DispatchTrace &T, StringRef Name) {
    std::string Text;
    raw_string_ostream OS(Text);
    Node *N = T.Module->graph().findByName(Name);
    if (!N)
      return "no node";
    printNode(*N, OS);
    return Text.substr(Text.find("{val"));
  }
  static std::string pathsOf(const DispatchTrace &T) {
    std::string Text;
    for (Node *N : T.Module->graph().nodes())
      if (N->isCallFunction())
        Text += N->name() + ":" + modulePath(*N).value_or("") + " ";
    return Text;
  }

  template <typename ModuleT, typename... ArgTs>
  static auto forward(ModuleT &M, ArgTs &...Args) {
    if constexpr (requires { M.ptr(); })
      return M->forward(Args...);
    else
      return M.forward(Args...);
  }

  /// Traces \p M, runs the graph on other inputs of the same sizes, and
  /// compares results and gradients with those of the module.
  template <typename ModuleT, typename... ArgTs>
  DispatchTrace check(ModuleT &M, const ArgTs &...Args) {
    DispatchTrace T = take(traceModule(Ctx, M, Args...));
    Error Lint = T.Module->graph().lint();
    EXPECT_FALSE(bool(Lint)) << toString(std::move(Lint));
    std::tuple<ArgTs...> Others = {torch::randn_like(Args)...};
    std::apply([&](auto &...Other) { compare(T, M, Other...); }, Others);
    return T;
  }

  template <typename ModuleT, typename... ArgTs>
  void compare(const DispatchTrace &T, ModuleT &M, ArgTs &...Inputs) {
    (Inputs.requires_grad_(), ...);
    std::vector<Tensor> Leaves = {Inputs...};
    for (const auto &S : T.State)
      if (S.Value.requires_grad())
        Leaves.push_back(S.Value);
    std::vector<Tensor> Buffers;
    for (const auto &S : T.State)
      if (!S.Value.requires_grad())
        Buffers.push_back(S.Value.clone());

    torch::manual_seed(1);
    IValue Wanted = IValue(forward(M, Inputs...));
    auto WantedGrads = torch::autograd::grad({sumOf(Wanted)}, Leaves, {}, {},
                                             false, /*allow_unused=*/true);
    std::vector<Tensor> WantedBuffers;
    for (const auto &S : T.State) {
      if (S.Value.requires_grad())
        continue;
      WantedBuffers.push_back(S.Value.clone());
      torch::NoGradGuard NoGrad;
      Tensor(S.Value).copy_(Buffers[WantedBuffers.size() - 1]);
    }

    compareRun(T, Wanted, WantedGrads, WantedBuffers, Leaves,
               [&] { return Replay(T).run({IValue(Inputs)...}); });
    size_t Next = 0;
    for (const auto &S : T.State) {
      torch::NoGradGuard NoGrad;
      if (!S.Value.requires_grad())
        Tensor(S.Value).copy_(Buffers[Next++]);
    }
    compareRun(T, Wanted, WantedGrads, WantedBuffers, Leaves, [&]() -> IValue {
      InterpreterOptions Options;
      Options.Gradients = true;
      Interpreter I(*T.Module, Options);
      for (const auto &S : T.State)
        I.setTensor(S.Path, S.Value);
      Expected<IValue> Result = I.run({IValue(Inputs)...});
      if (Result)
        return *Result;
      ADD_FAILURE() << toString(Result.takeError());
      return IValue();
    });
  }

  static void compareRun(const DispatchTrace &T, const IValue &Wanted,
                         ArrayRef<Tensor> WantedGrads,
                         ArrayRef<Tensor> WantedBuffers,
                         const std::vector<Tensor> &Leaves,
                         function_ref<IValue()> Run) {
    torch::manual_seed(1);
    IValue Found = Run();
    ASSERT_TRUE(isSame(Wanted, Found));
    auto FoundGrads = torch::autograd::grad({sumOf(Found)}, Leaves, {}, {},
                                            false, /*allow_unused=*/true);
    for (size_t I = 0; I != Leaves.size(); ++I) {
      EXPECT_EQ(WantedGrads[I].defined(), FoundGrads[I].defined());
      EXPECT_TRUE(!WantedGrads[I].defined() ||
                  isSame(WantedGrads[I], FoundGrads[I]))
          << "gradient " << I;
    }
    size_t I = 0;
    for (const auto &S : T.State) {
      if (S.Value.requires_grad())
        continue;
      EXPECT_TRUE(isSame(S.Value, WantedBuffers[I++])) << S.Path;
    }
  }

  Context Ctx;
};

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

TEST_F(DispatchTracerTest, MLP) {
  nn::Sequential Net(nn::Linear(4, 8), nn::ReLU(), nn::Linear(8, 3),
                     nn::LogSoftmax(1));
  DispatchTrace T = check(Net, torch::randn({5, 4}));
  EXPECT_EQ(withoutMeta(T), R"(fx 1
module = torch.nn.Sequential training {
  "0" = torch.nn.Module {
    weight = parameter(torch.float32, (8, 4))
    bias = parameter(torch.float32, (8,))
  }
  "2" = torch.nn.Module {
    weight = parameter(torch.float32, (3, 8))
    bias = parameter(torch.float32, (3,))
  }
}
graph():
    %arg0 : [num_users=1] = placeholder[target=arg0]
    %_0_weight : [num_users=1] = get_attr[target=0.weight]
    %_0_bias : [num_users=1] = get_attr[target=0.bias]
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%arg0, %_0_weight, %_0_bias), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%linear,), kwargs = {})
    %_2_weight : [num_users=1] = get_attr[target=2.weight]
    %_2_bias : [num_users=1] = get_attr[target=2.bias]
    %linear_1 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%relu, %_2_weight, %_2_bias), kwargs = {})
    %log_softmax : [num_users=1] = call_function[target=torch.ops.aten.log_softmax.int](args = (%linear_1, 1), kwargs = {})
    return %log_softmax
)");
  EXPECT_EQ(metaOf(T, "linear_1"),
            "{val: tensor(torch.float32, (5, 3), (3, 1), device(\"cpu\"), "
            "requires_grad=True), nn_module_stack: {\"2\": (\"2\", "
            "\"torch.nn.Linear\")}}");
  // Without a bias, and with more dimensions.
  nn::Sequential Other(nn::Linear(4, 8),
                       nn::Linear(nn::LinearOptions(8, 3).bias(false)));
  EXPECT_EQ(calls(check(Other, torch::randn({2, 5, 4}))),
            "linear.default linear.default");
}

struct BasicBlockImpl : nn::Module {
  nn::Conv2d Conv1, Conv2, Down = nullptr;
  nn::BatchNorm2d Norm1, Norm2;
  BasicBlockImpl(int64_t In, int64_t Out, int64_t Stride)
      : Conv1(nn::Conv2dOptions(In, Out, 3).stride(Stride).padding(1)),
        Conv2(nn::Conv2dOptions(Out, Out, 3).padding(1)), Norm1(Out),
        Norm2(Out) {
    register_module("conv1", Conv1);
    register_module("bn1", Norm1);
    register_module("conv2", Conv2);
    register_module("bn2", Norm2);
    if (In != Out)
      Down = register_module(
          "down", nn::Conv2d(nn::Conv2dOptions(In, Out, 1).stride(Stride)));
  }
  Tensor forward(Tensor X) {
    Tensor Shortcut = Down ? Down(X) : X;
    X = Norm1(Conv1(X));
    torch::relu_(X);
    X = Norm2(Conv2(X));
    X += Shortcut;
    return torch::relu(X);
  }
};
TORCH_MODULE(BasicBlock);

struct ResNet : nn::Module {
  nn::Sequential Layer1, Layer2;
  nn::Linear Head;
  ResNet()
      : Layer1(BasicBlock(3, 4, 1), BasicBlock(4, 4, 1)),
        Layer2(BasicBlock(4, 8, 2)), Head(8, 2) {
    register_module("layer1", Layer1);
    register_module("layer2", Layer2);
    register_module("fc", Head);
  }
  Tensor forward(Tensor X) {
    X = Layer2->forward(Layer1->forward(X));
    return Head(torch::adaptive_avg_pool2d(X, {1, 1}).flatten(1));
  }
};

TEST_F(DispatchTracerTest, CNNWithResiduals) {
  ResNet Net;
  DispatchTrace T = check(Net, torch::randn({2, 3, 8, 8}));
  // What uses no parameters is somewhere within what is around it.
  std::string Paths = pathsOf(T);
  EXPECT_TRUE(StringRef(Paths).starts_with(
      "conv2d:layer1.0.down conv2d_1:layer1.0.conv1 add_:layer1.0.bn1 "
      "batch_norm:layer1.0.bn1 relu_:layer1.0 conv2d_2:layer1.0.conv2 "
      "add__1:layer1.0.bn2 batch_norm_1:layer1.0.bn2 add__2:layer1 relu:layer1 "
      "conv2d_3:layer1.1.conv1 add__3:layer1.1.bn1 batch_norm_2:layer1.1.bn1 "
      "relu__1:layer1.1 conv2d_4:layer1.1.conv2"))
      << Paths;
  Net.eval();
  T = check(Net, torch::randn({2, 3, 8, 8}));
  EXPECT_EQ(calls(T),
            "conv2d.default conv2d.default batch_norm.default relu_.default "
            "conv2d.default batch_norm.default add_.Tensor relu.default "
            "conv2d.default batch_norm.default relu_.default conv2d.default "
            "batch_norm.default add_.Tensor relu.default conv2d.default "
            "conv2d.default batch_norm.default relu_.default conv2d.default "
            "batch_norm.default add_.Tensor relu.default "
            "adaptive_avg_pool2d.default flatten.using_ints linear.default");
}

struct LSTMNet : nn::Module {
  nn::Embedding Words;
  nn::LSTM Cells;
  nn::Linear Head;
  LSTMNet()
      : Words(10, 4),
        Cells(nn::LSTMOptions(4, 6).num_layers(2).bidirectional(true)),
        Head(12, 3) {
    register_module("words", Words);
    register_module("lstm", Cells);
    register_module("head", Head);
  }
  std::tuple<Tensor, std::tuple<Tensor, Tensor>> forward(Tensor X) {
    auto [Out, State] = Cells->forward(X);
    return {Head(Out), State};
  }
};

TEST_F(DispatchTracerTest, LSTM) {
  LSTMNet Net;
  DispatchTrace T = check(Net, torch::randn({5, 2, 4}));
  EXPECT_EQ(calls(T), "zeros.default zeros.default lstm.input operator.getitem "
                      "linear.default operator.getitem operator.getitem");
  EXPECT_EQ(T.Module->graph().outputNode()->numOperands(), 3u);
}

TEST_F(DispatchTracerTest, TransformerLayer) {
  nn::TransformerEncoderLayer Encoder(
      nn::TransformerEncoderLayerOptions(8, 2).dim_feedforward(16).dropout(
          0.1));
  DispatchTrace T = check(Encoder, torch::randn({5, 2, 8}));
  std::string Paths = pathsOf(T);
  EXPECT_NE(Paths.find("bmm:self_attn softmax:self_attn"), std::string::npos);
  EXPECT_NE(Paths.find("linear_1:self_attn.out_proj"), std::string::npos);
  EXPECT_NE(Paths.find("layer_norm:norm1 linear_2:linear1 relu: "),
            std::string::npos);
  nn::TransformerDecoderLayer Decoder(
      nn::TransformerDecoderLayerOptions(8, 2).dim_feedforward(16));
  Decoder->eval();
  check(Decoder, torch::randn({5, 2, 8}), torch::randn({4, 2, 8}));
}

//===----------------------------------------------------------------------===//
// What code can do
//===----------------------------------------------------------------------===//

TEST_F(DispatchTracerTest, MemoryWrittenThroughPointers) {
  Tensor X = torch::ones({3});
  DispatchTrace T = take(trace({X}, [&] {
    Tensor Weights = torch::empty({3});
    for (int I = 0; I != 3; ++I)
      Weights.data_ptr<float>()[I] = float(I);
    Tensor Filled = torch::empty({3}).fill_(2);
    return IValue(X * Weights + Filled + torch::tensor({1.0f, 2.0f, 3.0f}));
  }));
  // What torch::tensor calls depends on the version.
  EXPECT_TRUE(
      StringRef(calls(T)).starts_with("empty.memory_format fill_.Scalar "))
      << calls(T);
  EXPECT_GE(T.State.size(), 1u);
  EXPECT_TRUE(
      isSame(Replay(T).run({IValue(X)}), torch::tensor({3.f, 5.f, 7.f})));
}

TEST_F(DispatchTracerTest, Constants) {
  Tensor X = torch::ones({2}), Counter = torch::zeros({2});
  float Raw[] = {4, 5};
  DispatchTrace T = take(trace({X}, [&] {
    Counter.add_(1);
    return IValue(X + Counter + torch::from_blob(Raw, {2}));
  }));
  EXPECT_EQ(calls(T), "add_.Scalar add.Tensor add.Tensor");
  ASSERT_EQ(T.State.size(), 2u);
  // As it was before the code ran.
  EXPECT_TRUE(isSame(T.State[0].Value, torch::zeros({2})));
  EXPECT_TRUE(isSame(Replay(T).run({IValue(X)}), torch::tensor({6.f, 7.f})));
}

TEST_F(DispatchTracerTest, PastTheDispatcher) {
  Tensor X = torch::ones({2, 3});
  nn::Linear L(3, 3);
  DispatchTrace T = take(traceDispatched(Ctx, traceRoot(*L), {X}, [&] {
    Tensor Y = X * 2;
    return IValue(Y.data() + L->weight.data()[0] + X.variable_data());
  }));
  EXPECT_EQ(calls(T),
            "mul.Scalar detach.default select.int add.Tensor add.Tensor");
}

TEST_F(DispatchTracerTest, InAndOut) {
  Tensor X = torch::ones({2}), Y = torch::ones({2}), Z = torch::zeros({4});
  DispatchTrace T =
      take(trace({IValue(std::vector<Tensor>{X, Y}), Z},
                 [&] {
                   X.mul_(2);
                   torch::cat_out(Z, {X, Y});
                   auto [Values, Indices] = Z.max(0);
                   std::vector<Tensor> Parts = Z.chunk(2);
                   return IValue(std::make_tuple(Values, Parts, Z, 3, X));
                 },
                 {.InputNames = {"pair"}}));
  EXPECT_EQ(calls(T), "operator.getitem mul_.Scalar operator.getitem cat.out "
                      "max.dim chunk.default operator.getitem operator.getitem "
                      "operator.getitem");
  std::string Output;
  raw_string_ostream OS(Output);
  printNode(*T.Module->graph().outputNode(), OS);
  EXPECT_EQ(Output, "return (%getitem_2, [%getitem_3, %getitem_4], %cat, 3, "
                    "%mul_)");
}

TEST_F(DispatchTracerTest, GradMode) {
  Tensor X = torch::ones({2}).requires_grad_();
  DispatchTrace T = take(trace({X}, [&] {
    Tensor Scale;
    {
      torch::NoGradGuard NoGrad;
      Scale = X.sum();
    }
    return IValue(X * Scale);
  }));
  EXPECT_EQ(calls(T), "torch._C._set_grad_enabled sum.default "
                      "torch._C._set_grad_enabled mul.Tensor");
  Tensor Out = Replay(T).run({IValue(X)}).toTensor();
  EXPECT_TRUE(isSame(torch::autograd::grad({Out.sum()}, {X})[0],
                     torch::full({2}, 2.0)));
}

TEST_F(DispatchTracerTest, LeavesNoTraces) {
  nn::BatchNorm1d Norm(2);
  nn::Dropout Drop(0.5);
  Tensor X = torch::randn({4, 2});
  Tensor Mean = Norm->running_mean.clone();
  nn::Sequential Net(Norm, Drop);
  torch::manual_seed(7);
  DispatchTrace T = take(traceModule(Ctx, Net, X));
  EXPECT_TRUE(isSame(Norm->running_mean, Mean));
  EXPECT_EQ(Norm->num_batches_tracked.item<int64_t>(), 0);
  IValue Found = Replay(T).run({IValue(X)});
  torch::manual_seed(7);
  EXPECT_TRUE(isSame(Net->forward(X), Found));
}

TEST_F(DispatchTracerTest, Scopes) {
  struct Net : nn::Module {
    nn::Linear Inner;
    Net() : Inner(2, 2) { register_module("inner", Inner); }
    Tensor forward(Tensor X) {
      DispatchScope Root(*this);
      for (int I = 0; I != 2; ++I) {
        DispatchScope Scope(*Inner);
        X = Inner(X).relu();
      }
      DispatchScope Tail("tail", "my.Tail");
      return X.tanh();
    }
  } Model;
  DispatchTrace T = take(traceModule(Ctx, Model, torch::ones({1, 2})));
  EXPECT_EQ(pathsOf(T), "linear:inner relu:inner linear_1:inner relu_1:inner "
                        "tanh:tail ");
  auto Stack = moduleStack(*T.Module->graph().findByName("relu_1"));
  ASSERT_TRUE(Stack && Stack->size() == 1);
  EXPECT_EQ(Stack->front().Key, "inner@1");
  // Nothing happens outside of tracing.
  DispatchScope Alone("a", "b");
}

TEST_F(DispatchTracerTest, Errors) {
  Tensor X = torch::ones({2});
  const char *ReadsNumber =
      "aten::item: the code reads a number out of the elements of %sum_1: the "
      "graph would hold for this number alone. Keep it in a tensor, or allow "
      "that with the option BakeData";
  EXPECT_EQ(errorOf({X}, [&] { return IValue(X.sum().item<float>()); }),
            ReadsNumber);
  EXPECT_EQ(errorOf({X}, [&] { return IValue(X.mm(X)); }),
            "aten::mm: self must be a matrix");
  EXPECT_EQ(errorOf({X}, [&]() -> IValue { throw 5; }),
            "an exception of an unknown kind");
  // Which operator is called first depends on the version.
  EXPECT_NE(errorOf({X},
                    [&] {
                      Tensor Y = X.clone().requires_grad_();
                      Y.sum().backward();
                      return IValue(Y.grad());
                    })
                .find("the code computes gradients, which a graph cannot say"),
            std::string::npos);
  // Also where the code goes on.
  EXPECT_EQ(errorOf({X},
                    [&] {
                      try {
                        (void)X.sum().item<float>();
                      } catch (...) {
                      }
                      return IValue(X);
                    }),
            ReadsNumber);
  std::string Inner;
  take(trace({X}, [&] {
    Inner = errorOf({X}, [&] { return IValue(X + 1); });
    return IValue(X);
  }));
  EXPECT_EQ(Inner, "this thread is tracing already");
}

TEST_F(DispatchTracerTest, Numbers) {
  Tensor X = torch::ones({2});
  // A number that depends on nothing is a constant.
  DispatchTrace T = take(trace(
      {X}, [&] { return IValue(X * torch::arange(3).sum().item<int64_t>()); }));
  EXPECT_EQ(calls(T), "arange.default sum.default mul.Scalar");
  T = take(trace({X}, [&] { return IValue(X * X.sum().item<float>()); },
                 {.BakeData = true}));
  EXPECT_EQ(calls(T), "sum.default mul.Scalar");
}

} // namespace
