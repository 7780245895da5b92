//===- TracerTest.cpp - Tests of tracing ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tracing/Tracer.h"
#include "fx/IR/Printer.h"
#include "fx/Tracing/ExecutionTrace.h"
#include "fx/Tracing/Functions.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;
namespace torch = fx::trace::torch;
namespace F = torch::nn::functional;

namespace {

std::string text(const GraphModule &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  printGraph(M.graph(), OS, PrintFormat::FX);
  return Text;
}

std::string textOf(Expected<std::unique_ptr<GraphModule>> M) {
  return M ? text(**M) : "error: " + toString(M.takeError());
}

TEST(Tracer, Operators) {
  Context Ctx;
  auto Fn = function({"x", "y"}, [](Proxy X, Proxy Y) -> TraceValue {
    Proxy A = 1.0 - X * Y;
    Proxy B = A.softmax(kw("dim", 1)) < 2;
    Proxy C = F::relu(B[{slice(0, 2), ellipsis(), TraceValue()}],
                      kw("inplace", true));
    auto [D, E] = torch::chunk(C, 2).unpack<2>();
    return {3 > D, -E, matmul(D, E), X.attr("shape"), X.float_()};
  });
  EXPECT_EQ(textOf(symbolicTrace(Ctx, Fn)), R"(graph():
    %x : [num_users=3] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%x, %y), kwargs = {})
    %sub : [num_users=1] = call_function[target=operator.sub](args = (1.0, %mul), kwargs = {})
    %softmax : [num_users=1] = call_method[target=softmax](args = (%sub,), kwargs = {dim: 1})
    %lt : [num_users=1] = call_function[target=operator.lt](args = (%softmax, 2), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%lt, (slice(0, 2, None), Ellipsis, None)), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%getitem,), kwargs = {inplace: True})
    %chunk : [num_users=2] = call_function[target=torch.chunk](args = (%relu, 2), kwargs = {})
    %getitem_1 : [num_users=2] = call_function[target=operator.getitem](args = (%chunk, 0), kwargs = {})
    %getitem_2 : [num_users=2] = call_function[target=operator.getitem](args = (%chunk, 1), kwargs = {})
    %lt_1 : [num_users=1] = call_function[target=operator.lt](args = (%getitem_1, 3), kwargs = {})
    %neg : [num_users=1] = call_function[target=operator.neg](args = (%getitem_2,), kwargs = {})
    %matmul : [num_users=1] = call_function[target=operator.matmul](args = (%getitem_1, %getitem_2), kwargs = {})
    %getattr_1 : [num_users=1] = call_function[target=builtins.getattr](args = (%x, shape), kwargs = {})
    %float_1 : [num_users=1] = call_method[target=float](args = (%x,), kwargs = {})
    return (lt_1, neg, matmul, getattr_1, float_1))");
}

TEST(Tracer, RefusesControlFlow) {
  Context Ctx;
  auto Condition = function(
      {"x"}, [](Proxy X) -> TraceValue { return X.sum() > 0 ? X : -X; });
  EXPECT_EQ(textOf(symbolicTrace(Ctx, Condition)),
            "error: symbolically traced variables cannot be used as inputs to "
            "control flow");
  auto Loop = function({"x"}, [](Proxy X) -> TraceValue {
    Proxy Sum = X;
    for (Proxy Row : X)
      Sum += Row;
    return Sum;
  });
  EXPECT_TRUE(StringRef(textOf(symbolicTrace(Ctx, Loop)))
                  .starts_with("error: Proxy object cannot be iterated."));
}

TEST(Tracer, RootArguments) {
  Context Ctx;
  auto Fn = function(
      {"x", {"scale", 2.0}, "*args", {"mode", "up"}, "**kwargs"},
      [](Proxy X, TraceValue Scale, Proxy Args, TraceValue,
         Proxy Kwargs) -> TraceValue { return {X * Scale, Args, Kwargs}; });
  EXPECT_EQ(textOf(symbolicTrace(Ctx, Fn)), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %scale : [num_users=1] = placeholder[target=scale](default=2.0)
    %mode : [num_users=0] = placeholder[target=mode](default=up)
    %_args : [num_users=1] = placeholder[target=*args]
    %_kwargs : [num_users=1] = placeholder[target=**kwargs]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%x, %scale), kwargs = {})
    return (mul, _args, _kwargs))");
}

TEST(Tracer, ConcreteArguments) {
  Context Ctx;
  auto Fn =
      function({"x", "flag", "none"},
               [](Proxy X, TraceValue Flag, TraceValue None) -> TraceValue {
                 if (Flag.constant().asBool() && None.isNone())
                   return X + 1;
                 return X;
               });
  EXPECT_EQ(textOf(symbolicTrace(Ctx, Fn,
                                 {kw("flag", true), kw("none", TraceValue())})),
            R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %flag_1 : [num_users=1] = placeholder[target=flag_1]
    %eq : [num_users=1] = call_function[target=operator.eq](args = (%flag_1, True), kwargs = {})
    %_assert : [num_users=0] = call_function[target=torch._assert](args = (%eq, flag has been specialized to have value True but got another value), kwargs = {})
    %none_1 : [num_users=1] = placeholder[target=none_1]
    %_assert_is_none : [num_users=0] = call_function[target=torch.fx._symbolic_trace._assert_is_none](args = (%none_1, none has been specialized to have value None but got another value), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, 1), kwargs = {})
    return add)");
  auto Dict = function({"d"}, [](TraceValue D) -> TraceValue {
    std::vector<TraceValue> Items = D.elements();
    return Items[1].proxy() + Items[3];
  });
  TraceValue In = TraceValue::input();
  EXPECT_EQ(
      textOf(symbolicTrace(
          Ctx, Dict, {kw("d", TraceValue::dict({kw("a", In), kw("b", 3)}))})),
      R"(graph():
    %d_1 : [num_users=1] = placeholder[target=d_1]
    %d_2 : [num_users=1] = placeholder[target=d_2]
    %eq : [num_users=1] = call_function[target=operator.eq](args = (%d_2, 3), kwargs = {})
    %_assert : [num_users=0] = call_function[target=torch._assert](args = (%eq, d has been specialized to have value 3 but got another value), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%d_1, 3), kwargs = {})
    return [add])");
  EXPECT_EQ(textOf(symbolicTrace(Ctx, Dict, {kw("", 1), kw("", 2)})),
            "error: Tracing expected 1 arguments but got 2 concrete arguments");
}

TEST(Tracer, TensorConstants) {
  Context Ctx;
  int Storage = 0;
  TraceTensor T{&Storage,
                Argument::tensorType(DType::Float32, Argument::tuple({2}),
                                     Argument(), Argument()),
                nullptr};
  auto Fn = function({"x"}, [&](Proxy X) -> TraceValue { return X + T + T; });
  Tracer Tr;
  Expected<std::unique_ptr<GraphModule>> M = Tr.trace(Ctx, Fn);
  ASSERT_TRUE(bool(M));
  EXPECT_EQ(text(**M), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %_tensor_constant0 : [num_users=1] = get_attr[target=_tensor_constant0]
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, %_tensor_constant0), kwargs = {})
    %_tensor_constant0_1 : [num_users=1] = get_attr[target=_tensor_constant0]
    %add_1 : [num_users=1] = call_function[target=operator.add](args = (%add, %_tensor_constant0_1), kwargs = {})
    return add_1)");
  ASSERT_EQ(Tr.constants().size(), 1u);
  EXPECT_NE((*M)->root().tensor("_tensor_constant0"), nullptr);
}

/// Net of the execution-order example.
std::unique_ptr<GraphModule> makeNet(Context &Ctx) {
  auto M = std::make_unique<GraphModule>(Ctx);
  M->setTreeKind(GraphModule::TreeKind::Closed);
  auto Add = [&](Module &Parent, StringRef Name, StringRef Class) -> Module & {
    return Parent.addChild(Ctx.intern(Name),
                           std::make_unique<Module>(Ctx, Ctx.intern(Class)));
  };
  auto Parameters = [&](Module &Owner, ArrayRef<StringRef> Names) {
    for (StringRef Name : Names) {
      TensorAttr A;
      A.Name = Ctx.intern(Name);
      Owner.addTensor(A);
    }
  };
  Module &Root = M->root();
  Root.setClassName(Ctx.intern("Net"));
  Parameters(Root, {"weight"});
  Module &Linear = Add(Root, "layer0", "torch.nn.Linear");
  Linear.setArgs({Argument(4), Argument(4)});
  Parameters(Linear, {"weight", "bias"});
  Module &Inner = Add(Root, "inner", "Inner");
  Parameters(Inner, {"scale"});
  Module &Lin = Add(Inner, "lin", "torch.nn.Linear");
  Lin.setArgs({Argument(4), Argument(4)});
  Parameters(Lin, {"weight", "bias"});
  Add(Root, "relu", "torch.nn.ReLU");
  return M;
}

void defineNet(ClassCode &Code) {
  Code.define("Inner",
              function({"x"}, [](TracedModule Self, Proxy X) -> TraceValue {
                Proxy Y = Self.call("lin", X);
                return Y * Self.attr("scale");
              }));
  Code.define("Net",
              function({"x"}, [](TracedModule Self, Proxy X) -> TraceValue {
                X = Self.call("relu", Self.call("layer0", X));
                X = Self.call("inner", X);
                X = Self.call("inner", X);
                return torch::matmul(X, Self.attr("weight"));
              }));
}

TEST(Tracer, ModulesInCpp) {
  Context Ctx;
  ClassCode Code;
  defineNet(Code);
  Tracer T;
  T.addCode(Code);
  Expected<std::unique_ptr<GraphModule>> M = T.trace(makeNet(Ctx));
  ASSERT_TRUE(bool(M)) << toString(M.takeError());
  EXPECT_EQ(text(**M), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %layer0 : [num_users=1] = call_module[target=layer0](args = (%x,), kwargs = {})
    %relu : [num_users=1] = call_module[target=relu](args = (%layer0,), kwargs = {})
    %inner_lin : [num_users=1] = call_module[target=inner.lin](args = (%relu,), kwargs = {})
    %inner_scale : [num_users=2] = get_attr[target=inner.scale]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%inner_lin, %inner_scale), kwargs = {})
    %inner_lin_1 : [num_users=1] = call_module[target=inner.lin](args = (%mul,), kwargs = {})
    %mul_1 : [num_users=1] = call_function[target=operator.mul](args = (%inner_lin_1, %inner_scale), kwargs = {})
    %weight : [num_users=1] = get_attr[target=weight]
    %matmul : [num_users=1] = call_function[target=torch.matmul](args = (%mul_1, %weight), kwargs = {})
    return matmul)");
  // Second calls have keys of their own.
  Node *Second = (*M)->graph().findByName("mul_1");
  ASSERT_TRUE(Second->meta("nn_module_stack"));
  std::string Stack;
  raw_string_ostream OS(Stack);
  printArgument(*Second->meta("nn_module_stack"), Ctx, OS, PrintFormat::Native);
  EXPECT_EQ(Stack, R"({"inner@1": ("inner", "Inner")})");
}

TEST(Tracer, EntersLeaves) {
  struct EnterAll : Tracer {
    bool isLeafModule(const Module &, StringRef) override { return false; }
  };
  Context Ctx;
  ClassCode Code;
  defineNet(Code);
  EnterAll T;
  T.addCode(Code);
  Expected<std::unique_ptr<GraphModule>> M = T.trace(makeNet(Ctx));
  ASSERT_TRUE(bool(M)) << toString(M.takeError());
  EXPECT_EQ(text(**M), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %layer0_weight : [num_users=1] = get_attr[target=layer0.weight]
    %layer0_bias : [num_users=1] = get_attr[target=layer0.bias]
    %linear : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%x, %layer0_weight, %layer0_bias), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%linear,), kwargs = {inplace: False})
    %inner_lin_weight : [num_users=2] = get_attr[target=inner.lin.weight]
    %inner_lin_bias : [num_users=2] = get_attr[target=inner.lin.bias]
    %linear_1 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%relu, %inner_lin_weight, %inner_lin_bias), kwargs = {})
    %inner_scale : [num_users=2] = get_attr[target=inner.scale]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%linear_1, %inner_scale), kwargs = {})
    %linear_2 : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%mul, %inner_lin_weight, %inner_lin_bias), kwargs = {})
    %mul_1 : [num_users=1] = call_function[target=operator.mul](args = (%linear_2, %inner_scale), kwargs = {})
    %weight : [num_users=1] = get_attr[target=weight]
    %matmul : [num_users=1] = call_function[target=torch.matmul](args = (%mul_1, %weight), kwargs = {})
    return matmul)");
  // No module is called any more.
  EXPECT_FALSE((*M)->submodule("relu"));
  EXPECT_TRUE((*M)->submodule("inner.lin"));

  // A graph can be traced again: nothing changes.
  std::string Before = text(**M);
  EXPECT_EQ(textOf(symbolicTrace(**M)), Before);
}

TEST(Tracer, NestedGraphs) {
  Context Ctx;
  auto M = std::make_unique<GraphModule>(Ctx);
  M->setTreeKind(GraphModule::TreeKind::Closed);
  Module &Child = M->root().addChild(
      Ctx.intern("child"), std::make_unique<Module>(Ctx, Ctx.intern("Child")));
  Child.setGraph(std::make_unique<Graph>(Ctx, &Child));
  Graph &Inner = *Child.graph();
  Node *A = Inner.placeholder("a");
  Node *B = Inner.placeholder("b", Argument(2));
  Node *Sum = Inner.callFunction("operator.add", {A, B});
  Inner.output(Argument::tuple({Sum, A}));
  Graph &G = M->graph();
  Node *X = G.placeholder("x");
  Node *Call = G.callModule("child", {X});
  G.output(G.callFunction("operator.getitem", {Call, 0}));
  EXPECT_EQ(textOf(symbolicTrace(*M)), R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, 2), kwargs = {})
    return add)");
  Node *Bad = G.callModule("child", {X, X, X});
  G.outputNode()->updateArg(0, Bad);
  G.eraseNode(G.findByName("getitem"));
  Bad->graph().outputNode()->append(Bad);
  Bad->append(G.outputNode());
  EXPECT_EQ(textOf(symbolicTrace(*M)),
            "error: call of module 'child': takes at most 2 positional "
            "arguments, 3 given");
}

TEST(Tracer, ExecutionOrder) {
  Context Ctx;
  ClassCode Code;
  defineNet(Code);
  Tracer T;
  T.addCode(Code);
  Expected<ExecutionOrder> Order = traceExecutionOrder(*makeNet(Ctx), {T, {}});
  ASSERT_TRUE(bool(Order)) << toString(Order.takeError());
  EXPECT_EQ(Order->ModuleCalls,
            (std::vector<std::string>{"", "layer0", "relu", "inner",
                                      "inner.lin", "inner", "inner.lin"}));
  EXPECT_EQ(Order->Parameters,
            (std::vector<std::string>{"layer0.weight", "layer0.bias",
                                      "inner.lin.weight", "inner.lin.bias",
                                      "inner.scale", "weight"}));
}

TEST(GraphAppendingTracer, AddsToAGraph) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *Old = G.callModule("relu", {X});
  G.output(Old);
  GraphAppendingTracer T(G);
  {
    InsertionGuard At = G.insertingBefore(Old);
    Proxy New = F::relu(Proxy(X, T), named("inplace", false));
    Old->replaceAllUsesWith(New.node());
  }
  G.eraseNode(Old);
  EXPECT_FALSE(bool(T.takeError()));
  EXPECT_EQ(G.back()->prev()->targetText(), "torch.nn.functional.relu");
  EXPECT_FALSE(bool(Proxy(X, T)));
  Error E = T.takeError();
  EXPECT_TRUE(bool(E));
  consumeError(std::move(E));

  Graph Other(Ctx);
  GraphAppendingTracer T2(Other);
  torch::add(Proxy(X, T), Proxy(Other.placeholder("y"), T2));
  EXPECT_TRUE(StringRef(toString(T.takeError()))
                  .starts_with("Found multiple different tracers"));
  consumeError(T2.takeError());
}

} // namespace
