//===- EffectsTest.cpp - Binding calls, effects, inverses, views *- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Effects.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Literal.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpInverse.h"
#include "fx/IR/Ops.h"
#include "fx/IR/Printer.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::StringRef;

namespace {

/// A graph with three placeholders a, b, c, and short ways to make calls.
class CallTest : public testing::Test {
protected:
  Context Ctx;
  Graph G{Ctx};
  Node *A = G.placeholder("a");
  Node *B = G.placeholder("b");
  Node *C = G.placeholder("c");

  Argument lit(StringRef Text) {
    return llvm::cantFail(parseLiteral(Ctx, Text));
  }
  KwArg kw(StringRef Name, Argument Value) {
    return {Ctx.intern(Name), std::move(Value)};
  }
  std::string whyNot(Node *N) {
    llvm::Expected<BoundCall> Call = bindCall(*N);
    return Call ? "" : llvm::toString(Call.takeError());
  }
  /// `U` unknown, `R` random, `S` side effect, `M` and `P` for a module's
  /// tensors that are written or shared, `W` and `A` with such operands.
  std::string effects(const Node *N) {
    Effects E = getEffects(*N);
    EXPECT_EQ(hasEffects(*N), !E.isRemovable());
    std::string Text;
    Text += E.Unknown ? "U" : "";
    Text += E.Random ? "R" : "";
    Text += E.SideEffect ? "S" : "";
    Text += E.WritesState ? "M" : "";
    Text += E.SharesState ? "P" : "";
    for (Node *W : E.Writes)
      Text += "W" + W->name();
    for (Node *S : E.Aliases)
      Text += "A" + S->name();
    return Text;
  }
  std::string calls(StringRef Target, llvm::ArrayRef<Argument> Args,
                    llvm::ArrayRef<KwArg> Kwargs = {}) {
    return effects(G.callFunction(Target, Args, Kwargs));
  }
  std::string method(StringRef Target, llvm::ArrayRef<Argument> Args,
                     llvm::ArrayRef<KwArg> Kwargs = {}) {
    return effects(G.callMethod(Target, Args, Kwargs));
  }
};

using Binding = CallTest;

TEST_F(Binding, GivesArgumentsByName) {
  Node *N = G.callFunction("torch.nn.functional.dropout", {A, lit("0.25")},
                           {kw("training", false)});
  llvm::Expected<BoundCall> Call = bindCall(*N);
  ASSERT_TRUE(bool(Call));
  EXPECT_EQ(Call->given("input")->asNode(), A);
  EXPECT_EQ(Call->given("p")->asFloat(), 0.25);
  EXPECT_EQ(Call->given("inplace"), nullptr);
  EXPECT_FALSE(Call->value(Ctx, "inplace").asBool());
  EXPECT_EQ(Call->given("nope"), nullptr);
}

TEST_F(Binding, TakesTheFirstOverloadThatFits) {
  Node *N = G.callMethod("add", {A, lit("2")});
  EXPECT_EQ(bindCall(*N)->schema().overload(), "Scalar");
  EXPECT_EQ(whyNot(G.callMethod("view", {A, lit("2"), lit("3")})), "");
  EXPECT_EQ(whyNot(G.callMethod("view", {A, lit("(2, 3)")})), "");
  EXPECT_EQ(whyNot(G.callMethod("view", {A, lit("torch.int32")})), "");
  EXPECT_EQ(whyNot(G.callMethod("to", {A, lit("'cuda'")})), "");
  EXPECT_EQ(whyNot(G.callMethod("to", {A, lit("torch.float16")})), "");
}

TEST_F(Binding, SaysWhyNothingFits) {
  EXPECT_EQ(whyNot(G.callFunction("my.f", {A})),
            "'my.f' is not a known operator");
  EXPECT_EQ(whyNot(G.callFunction("torch.relu", {})),
            "'torch.relu': missing argument 'input'");
  EXPECT_EQ(whyNot(G.callFunction("torch.relu", {lit("'x'")})),
            "'torch.relu': the argument for 'input' is not of type Tensor");
  EXPECT_EQ(whyNot(G.callFunction("torch.ops.aten.relu.default", {A, B})),
            "'torch.ops.aten.relu.default': takes at most 1 positional "
            "arguments, 2 given");
  EXPECT_NE(whyNot(G.callFunction("torch.max", {A, lit("'x'")}))
                .find("no overload of 'torch.max' fits the arguments:\n  "
                      "(Tensor input"),
            std::string::npos);
}

TEST_F(Binding, ConvertsAsPythonAndTheDispatcherDo) {
  auto Fits = [&](StringRef Value, StringRef Type) {
    return fitsType(lit(Value), llvm::cantFail(parseSchemaType(Type)));
  };
  EXPECT_TRUE(Fits("1", "float"));
  EXPECT_FALSE(Fits("1.5", "int"));
  EXPECT_TRUE(Fits("1", "Tensor"));
  EXPECT_TRUE(Fits("3", "int[2]"));
  EXPECT_FALSE(Fits("3", "int[]"));
  EXPECT_TRUE(Fits("(3, 4)", "int[]"));
  EXPECT_FALSE(Fits("(3, 'x')", "int[]"));
  EXPECT_TRUE(Fits("[None, 2]", "int?[2]"));
  EXPECT_FALSE(Fits("None", "int"));
  EXPECT_TRUE(Fits("None", "int[]?"));
  EXPECT_TRUE(Fits("'cuda:1'", "Device"));
  EXPECT_TRUE(Fits("True", "int"));
  EXPECT_FALSE(Fits("1", "bool"));
  EXPECT_TRUE(Fits("torch.float32", "ScalarType"));
  EXPECT_FALSE(Fits("'x'", "MemoryFormat"));
  EXPECT_TRUE(fitsType(Argument(A), llvm::cantFail(parseSchemaType("int[]"))));
}

using EffectsOf = CallTest;

TEST_F(EffectsOf, PureCalls) {
  EXPECT_EQ(calls("torch.add", {A, B}), "");
  EXPECT_EQ(calls("operator.add", {A, Argument(1)}), "");
  EXPECT_EQ(calls("math.sqrt", {A}), "");
  EXPECT_EQ(calls("torch.ops.aten.mm.default", {A, B}), "");
  EXPECT_EQ(method("sum", {A}), "");
}

TEST_F(EffectsOf, WritesAndViews) {
  EXPECT_EQ(method("add_", {A, B}), "WaAa");
  EXPECT_EQ(calls("torch.add", {A, B}, {kw("out", C)}), "WcAc");
  EXPECT_EQ(calls("operator.iadd", {A, B}), "WaAa");
  EXPECT_EQ(calls("operator.setitem", {A, B, C}), "Wa");
  EXPECT_EQ(calls("torch.ops.aten.add.out", {A, B}, {kw("out", C)}), "WcAc");
  EXPECT_EQ(method("view", {A, lit("-1")}), "Aa");
  EXPECT_EQ(method("contiguous", {A}), "Aa");
  EXPECT_EQ(method("float", {A}), "Aa");
  EXPECT_EQ(calls("operator.getitem", {A, B}), "Aa");
  EXPECT_EQ(calls("torch.functional.split", {A, lit("2")}), "Aa");
  EXPECT_EQ(calls("torch.functional.meshgrid", {A, B}), "AaAb");
}

TEST_F(EffectsOf, ResultsThatAreGiven) {
  EXPECT_EQ(calls("torch.empty", {lit("2")}, {kw("out", A)}), "WaAa");
  EXPECT_EQ(calls("torch.view_copy", {A, lit("(2,)")}, {kw("out", B)}), "WbAb");
  EXPECT_EQ(calls("torch.slice_scatter", {A, B}, {kw("out", C)}), "WcAc");
  Argument Two = Argument::tuple({Argument(B), Argument(C)});
  EXPECT_EQ(calls("torch.functional.lu", {A}, {kw("out", Two)}), "WbWcAbAc");
  EXPECT_EQ(calls("torch.max", {A, 1}, {kw("out", Two)}), "WbWcAbAc");
  EXPECT_EQ(calls("torch.median", {A, 1}, {kw("out", Two)}), "WbWcAbAc");
  EXPECT_EQ(calls("torch.min", {A}, {kw("out", B)}), "WbAb");
  // No function of ours takes this, but somebody's may.
  EXPECT_EQ(calls("torch.relu", {A}, {kw("out", B)}), "U");
  EXPECT_EQ(calls("torch.relu", {A, B}), "U");
}

TEST_F(EffectsOf, ViewsThatDoNotSaySo) {
  EXPECT_EQ(calls("torch.unsafe_split", {A, lit("2")}), "Aa");
  EXPECT_EQ(method("unsafe_chunk", {A, lit("2")}), "Aa");
  EXPECT_EQ(method("sum_to_size", {A, lit("2")}), "Aa");
  EXPECT_EQ(calls("torch.sparse_coo_tensor", {A, B}), "Ab");
  EXPECT_EQ(calls("torch.histogramdd", {A, Argument::list({Argument(B)})}),
            "Ab");
  EXPECT_EQ(calls("torch.functional.chain_matmul", {A}), "Aa");
  EXPECT_EQ(calls("torch.ops.aten.unsafe_split.Tensor", {A, lit("2")}), "Aa");
}

TEST_F(EffectsOf, ProductsAreNew) {
  Argument Trace = Argument::string(Ctx, "ii->i"),
           Product = Argument::string(Ctx, "ij,jk->ik");
  EXPECT_EQ(calls("torch.functional.einsum", {Trace, A}), "Aa");
  EXPECT_EQ(calls("torch.functional.einsum", {Product, A, B}), "");
  EXPECT_EQ(calls("torch.ops.aten.einsum.default",
                  {Trace, Argument::list({Argument(A)})}),
            "Aa");
  EXPECT_EQ(calls("torch.ops.aten.einsum.default",
                  {Product, Argument::list({Argument(A), Argument(B)})}),
            "");
}

TEST_F(EffectsOf, ConditionsOnArguments) {
  StringRef Relu = "torch.nn.functional.relu";
  EXPECT_EQ(calls(Relu, {A}), "");
  EXPECT_EQ(calls(Relu, {A}, {kw("inplace", true)}), "WaAa");
  EXPECT_EQ(calls(Relu, {A, Argument(B)}), "WaAa") << "it may be true";
  StringRef Dropout = "torch.nn.functional.dropout";
  EXPECT_EQ(calls(Dropout, {A}, {kw("training", false)}), "Aa");
  EXPECT_EQ(calls(Dropout, {A}), "RAa");
  EXPECT_EQ(calls("torch.dropout", {A, lit("0.5"), lit("False")}), "Aa");
  EXPECT_EQ(calls("torch.dropout", {A, lit("0.5"), lit("True")}), "RAa");
  StringRef Norm = "torch.nn.functional.batch_norm";
  EXPECT_EQ(calls(Norm, {A, B, C}), "");
  EXPECT_EQ(calls(Norm, {A, B, C}, {kw("training", true)}), "WbWc");
  EXPECT_EQ(calls(Norm, {A, Argument(), Argument()}, {kw("training", true)}),
            "");
}

TEST_F(EffectsOf, RandomAndAssertions) {
  EXPECT_EQ(calls("torch.rand", {lit("2")}), "R");
  EXPECT_EQ(calls("torch.ops.aten.rand.default", {lit("[2]")}), "R");
  EXPECT_EQ(method("uniform_", {A}), "RWaAa");
  EXPECT_EQ(calls("torch._assert", {A, lit("'m'")}), "S");
  EXPECT_EQ(calls("torch.ops.aten._assert_async.msg", {A, lit("'m'")}), "S");
  EXPECT_EQ(calls("torch._C._set_grad_enabled", {lit("False")}), "S");
}

TEST_F(EffectsOf, WhatIsNotKnownMayDoAnything) {
  EXPECT_EQ(calls("my.f", {A}), "U");
  EXPECT_EQ(method("my_method", {A}), "U");
  EXPECT_EQ(method("view", {A, lit("'x'")}), "U") << "it does not bind";
  EXPECT_EQ(calls("torch.ops.higher_order.cond", {A}), "U");
  EXPECT_EQ(effects(G.callModule("m", {A})), "U");
  Node *Marked = G.callFunction("my.f", {A});
  Marked->setMeta("is_pure", true);
  EXPECT_EQ(effects(Marked), "");
}

TEST_F(EffectsOf, PlaceholdersAndOutputsStay) {
  EXPECT_EQ(effects(A), "S");
  EXPECT_EQ(effects(G.getAttr("w")), "P");
  EXPECT_TRUE(getEffects(*G.getAttr("w")).ReadsState);
  EXPECT_EQ(effects(G.output(A)), "S");
}

TEST_F(EffectsOf, Modules) {
  Module Root(Ctx, Ctx.intern("Net"));
  Graph Inside(Ctx, &Root);
  Node *X = Inside.placeholder("x");
  auto Call = [&](StringRef Class, llvm::ArrayRef<KwArg> Kwargs,
                  bool Training) {
    auto M = std::make_unique<Module>(Ctx, Ctx.intern(Class));
    M->setKwargs(Kwargs.vec());
    M->setTraining(Training);
    Root.addChild(Ctx.intern("m"), std::move(M));
    return effects(Inside.callModule("m", {X}));
  };
  EXPECT_EQ(Call("ReLU", {}, false), "");
  EXPECT_EQ(Call("torch.nn.ReLU", {kw("inplace", true)}, false), "WxAx");
  EXPECT_EQ(Call("Dropout", {}, false), "Ax");
  EXPECT_EQ(Call("Dropout", {}, true), "RAx");
  EXPECT_EQ(Call("Identity", {}, false), "Ax");
  EXPECT_EQ(Call("BatchNorm2d", {kw("num_features", 4)}, false), "");
  EXPECT_EQ(Call("BatchNorm2d", {kw("num_features", 4)}, true), "M");
  EXPECT_EQ(Call("Flatten", {}, false), "Ax");
  EXPECT_EQ(Call("LSTM", {}, false), "U");
  EXPECT_EQ(Call("MyModule", {}, false), "U");

  Module *Sub = Root.child("m");
  auto Body = std::make_unique<Graph>(Ctx, Sub);
  Node *Y = Body->placeholder("y");
  Body->output(Body->callMethod("add_", {Body->callMethod("relu", {Y}), Y}));
  Sub->setGraph(std::move(Body));
  EXPECT_EQ(effects(Inside.callModule("m", {X})), "");
  Graph &Again = *Sub->graph();
  Again.setInsertionPoint(Again.back());
  Again.callMethod("add_", {Again.front(), Again.front()});
  EXPECT_EQ(effects(Inside.callModule("m", {X})), "Wx");
}

TEST_F(EffectsOf, ModulesThatKeepAnInputInAContainer) {
  Module Root(Ctx, Ctx.intern("Net"));
  Graph Outside(Ctx, &Root);
  Node *X = Outside.placeholder("x");
  Module &M = Root.addChild(Ctx.intern("m"),
                            std::make_unique<Module>(Ctx, Ctx.intern("M")));
  auto Body = std::make_unique<Graph>(Ctx);
  Node *In = Body->placeholder("x");
  Node *Dict = Body->callFunction("builtins.dict", {});
  Body->callFunction("operator.setitem", {Dict, 0, In});
  Node *Item = Body->callFunction("operator.getitem", {Dict, 0});
  Body->callMethod("add_", {Item, 1});
  Body->output(Argument());
  M.setGraph(std::move(Body));
  EXPECT_EQ(effects(Outside.callModule("m", {X})), "Wx");
}

TEST_F(EffectsOf, ModulesThatKeepAnInputByMethod) {
  Module Root(Ctx, Ctx.intern("Net"));
  Graph Outside(Ctx, &Root);
  Node *X = Outside.placeholder("x");
  Module &M = Root.addChild(Ctx.intern("m"),
                            std::make_unique<Module>(Ctx, Ctx.intern("M")));
  auto Body = std::make_unique<Graph>(Ctx);
  Node *In = Body->placeholder("x");
  Node *Empty = Body->callFunction("torch.empty", {2});
  Body->callMethod("__setitem__", {Empty, 0, In});
  Body->callMethod("add_", {Empty, 1});
  Body->output(Argument());
  M.setGraph(std::move(Body));
  // What is set may be a container, for all that is known here.
  EXPECT_EQ(effects(Outside.callModule("m", {X})), "Wx");
}

TEST_F(EffectsOf, ModulesThatCallTheirChildren) {
  Module Root(Ctx, Ctx.intern("Net"));
  Graph Outside(Ctx, &Root);
  Node *X = Outside.placeholder("x");
  Module *Parent = &Root;
  auto AddChild = [&](StringRef Name, StringRef Class) {
    auto M = std::make_unique<Module>(Ctx, Ctx.intern(Class));
    M->setTraining(true);
    return &Parent->addChild(Ctx.intern(Name), std::move(M));
  };
  for (unsigned Level = 0; Level != 60; ++Level)
    Parent = AddChild("0", "torch.nn.Sequential");
  AddChild("0", "torch.nn.ReLU");
  EXPECT_EQ(effects(Outside.callModule("0", {X})), "");
  AddChild("1", "torch.nn.Dropout");
  EXPECT_EQ(effects(Outside.callModule("0", {X})), "R");
  Module *Norm = AddChild("2", "torch.nn.BatchNorm2d");
  Norm->setKwargs({kw("num_features", 4)});
  EXPECT_EQ(effects(Outside.callModule("0", {X})), "RM");
  AddChild("3", "MyModule");
  EXPECT_EQ(effects(Outside.callModule("0", {X})), "URM");
}

TEST_F(EffectsOf, ModulesThatReturnTheirTensors) {
  Module Root(Ctx, Ctx.intern("Net"));
  Graph Outside(Ctx, &Root);
  Module &Outer = Root.addChild(Ctx.intern("outer"),
                                std::make_unique<Module>(Ctx, Ctx.intern("M")));
  Module &Inner = Outer.addChild(
      Ctx.intern("inner"), std::make_unique<Module>(Ctx, Ctx.intern("M")));
  auto Body = std::make_unique<Graph>(Ctx);
  Body->output(Body->callMethod("view", {Body->getAttr("w"), 4}));
  Inner.setGraph(std::move(Body));
  EXPECT_EQ(effects(Outside.callModule("outer.inner", {})), "P");

  Body = std::make_unique<Graph>(Ctx);
  Node *Call = Body->callModule("inner", {});
  Body->output(Body->callFunction("torch.exp", {Call}));
  Outer.setGraph(std::move(Body));
  EXPECT_EQ(effects(Outside.callModule("outer", {})), "");
  Graph &Again = *Outer.graph();
  Again.setInsertionPoint(Again.back());
  Again.callMethod("add_", {Again.front(), 1});
  EXPECT_EQ(effects(Outside.callModule("outer", {})), "M");
}

// Thirty levels of modules, each of which calls the next one twice.
TEST_F(EffectsOf, ModulesThatAreCalledOftenAreLookedAtOnce) {
  Module Root(Ctx, Ctx.intern("Net"));
  Graph Outside(Ctx, &Root);
  Node *X = Outside.placeholder("x");
  Module *Parent = &Root;
  for (unsigned Level = 0; Level != 30; ++Level) {
    Module &M = Parent->addChild(
        Ctx.intern("m"), std::make_unique<Module>(Ctx, Ctx.intern("M")));
    auto Body = std::make_unique<Graph>(Ctx);
    Node *In = Body->placeholder("x");
    StringRef Inner = "m";
    if (Level == 29)
      Body->output(Body->callMethod("add_", {In, 1}));
    else
      Body->output(Body->callModule(Inner, {Body->callModule(Inner, {In})}));
    M.setGraph(std::move(Body));
    Parent = &M;
  }
  EXPECT_EQ(effects(Outside.callModule("m", {X})), "WxAx");
  // The root is not a module that its own graph can call.
  EXPECT_EQ(effects(Outside.callModule("", {X})), "U");
}

class Inverse : public CallTest {
protected:
  /// The line of the last node that undoing Target(Args) with respect to A
  /// makes from %c, or the error.
  std::string undo(Node *N) {
    llvm::Expected<Argument> Value = invertCall(G, *N, *A, C);
    if (!Value)
      return llvm::toString(Value.takeError());
    if (Value->asNode() == C)
      return "c";
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    printNode(*Value->asNode(), OS, PrintFormat::FX);
    return StringRef(Text).split("= ").second.str();
  }
};

TEST_F(Inverse, UnaryFunctions) {
  EXPECT_EQ(undo(G.callFunction("torch.exp", {A})),
            "call_function[target=torch.log](args = (%c,), kwargs = {})");
  EXPECT_EQ(undo(G.callFunction("torch.tan", {A})),
            "call_function[target=torch.arctan](args = (%c,), kwargs = {})");
  EXPECT_EQ(undo(G.callMethod("sigmoid", {A})),
            "call_function[target=torch.logit](args = (%c,), kwargs = {})");
  EXPECT_EQ(undo(G.callFunction("operator.neg", {A})),
            "call_function[target=operator.neg](args = (%c,), kwargs = {})");
  EXPECT_EQ(undo(G.callMethod("clone", {A})), "c");
}

TEST_F(Inverse, BothSidesOfArithmetic) {
  EXPECT_EQ(undo(G.callFunction("operator.add", {A, Argument(3)})),
            "call_function[target=operator.sub](args = (%c, 3), kwargs = {})");
  EXPECT_EQ(undo(G.callFunction("operator.mul", {Argument(2), A})),
            "call_function[target=operator.truediv](args = (%c, 2), "
            "kwargs = {})");
  EXPECT_EQ(undo(G.callFunction("operator.sub", {Argument(2), A})),
            "call_function[target=operator.sub](args = (2, %c), kwargs = {})");
  EXPECT_EQ(undo(G.callFunction("operator.truediv", {B, A})),
            "call_function[target=operator.truediv](args = (%b, %c), "
            "kwargs = {})");
  EXPECT_EQ(undo(G.callFunction("torch.add", {A, B}, {kw("alpha", 2)})),
            "call_function[target=torch.sub](args = (%c, %b), kwargs = "
            "{alpha: 2})");
  EXPECT_EQ(undo(G.callMethod("mul", {A, B})),
            "call_function[target=torch.div](args = (%c, %b), kwargs = {})");
}

TEST_F(Inverse, SaysWhyThereIsNone) {
  size_t Before = G.size();
  EXPECT_EQ(undo(G.callFunction("torch.abs", {A})),
            "'torch.abs' has no inverse for 'input'");
  EXPECT_EQ(undo(G.callFunction("my.f", {A})),
            "'my.f' is not a known operator");
  EXPECT_EQ(undo(G.callFunction("operator.add", {A, A})),
            "'a' is not one argument of its own");
  EXPECT_EQ(undo(G.callFunction("operator.add", {B, B})),
            "'a' is not an argument of it");
  EXPECT_EQ(undo(G.callMethod("exp_", {A})),
            "'exp_' does more than compute its result");
  EXPECT_EQ(undo(G.callFunction("operator.pow", {lit("-2"), A})),
            "inverse of 'operator.pow': 'log' does not take this constant");
  EXPECT_EQ(G.size(), Before + 6) << "no node is left over";
}

using Views = CallTest;

TEST_F(Views, FindAndReadEverySpelling) {
  Node *F = G.callFunction("torch.nn.functional.gelu", {A});
  Node *N = G.callFunction("torch._C._nn.gelu", {A},
                           {kw("approximate", lit("'tanh'"))});
  Node *Aten = G.callFunction("torch.ops.aten.gelu.default", {A});
  G.callFunction("torch.relu", {A});
  std::vector<Node *> Found;
  for (Node *Gelu : G.findNodes<ops::Gelu>())
    Found.push_back(Gelu);
  EXPECT_EQ(Found, (std::vector<Node *>{F, N, Aten}));
  auto View = llvm::dyn_cast<ops::Gelu>(N);
  ASSERT_TRUE(View);
  EXPECT_EQ(View.approximate().str(), "tanh");
  EXPECT_EQ(View.input().asNode(), A);
  EXPECT_EQ(llvm::cast<ops::Gelu>(F).approximate().str(), "none");
  EXPECT_FALSE(llvm::isa<ops::Gelu>(A));
  EXPECT_FALSE(llvm::dyn_cast<ops::Relu>(N));
}

TEST_F(Views, ReadArgumentsThatHaveOtherNames) {
  ops::Add Add = llvm::cast<ops::Add>(G.callFunction("operator.add", {A, B}));
  EXPECT_EQ(Add.input().asNode(), A);
  EXPECT_EQ(Add.other().asNode(), B);
  ops::Relu Relu = llvm::cast<ops::Relu>(G.callMethod("relu", {A}));
  EXPECT_EQ(Relu.input().asNode(), A);
}

TEST_F(Views, Build) {
  Node *M = G.callFunction<ops::Mul>(A, 2.0);
  EXPECT_EQ(M->targetText(), "torch.mul");
  EXPECT_EQ(M->arg(1).asFloat(), 2.0);
  Node *Add = G.callFunction<ops::Add>(M, B, named("alpha", 3));
  EXPECT_EQ(Add->kwarg("alpha")->asInt(), 3);
  ops::Add View(Add);
  EXPECT_EQ(G.callFunction<ops::Relu>(View)->arg(0).asNode(), Add);
  Node *Method = G.callFunction<ops::View>(A, -1);
  EXPECT_TRUE(Method->isCallMethod());
  EXPECT_EQ(Method->targetText(), "view");
}

TEST_F(Views, NullArgumentsAreRefused) {
  Node *Null = nullptr;
  ExportedProgram P(G);
  G.callFunction<ops::Mul>(Null, 3);
  EXPECT_EQ(G.takeRefusal(), "cannot use a null pointer to a node");
  G.callFunction<ops::Relu>(Null);
  EXPECT_EQ(G.takeRefusal(), "cannot use a null pointer to a node");
}

} // namespace
