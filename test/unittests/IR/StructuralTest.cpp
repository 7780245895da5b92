//===- StructuralTest.cpp - Hash and comparison of graphs -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Structural.h"
#include "fx/IR/Module.h"
#include "gtest/gtest.h"
#include <cmath>
#include <functional>

using namespace fx;
using llvm::StringRef;

namespace {

/// A module with a bit of everything.
struct Sample {
  explicit Sample(Context &Ctx) : Ctx(Ctx), M(Ctx) {
    auto Root = std::make_unique<Module>(Ctx, Ctx.intern("Net"));
    Module &Conv = Root->addChild(
        Ctx.intern("conv"),
        std::make_unique<Module>(Ctx, Ctx.intern("torch.nn.Conv2d")));
    Conv.setArgs({3, 64});
    Conv.setKwargs({{Ctx.intern("bias"), false}});
    Conv.addTensor({Ctx.intern("weight")});
    Conv.setAttribute(Ctx.intern("scale"), 1.5);
    Module &Sub = Root->addChild(
        Ctx.intern("sub"),
        std::make_unique<Module>(Ctx, Ctx.intern("torch.fx.GraphModule")));
    auto Nested = std::make_unique<Graph>(Ctx);
    Nested->output(Nested->placeholder("y"));
    Sub.setGraph(std::move(Nested));
    M.setTree(std::move(Root), GraphModule::TreeKind::Closed);
    Graph &G = M.graph();
    X = G.placeholder("x");
    Add = G.callFunction(
        "operator.add",
        {X, Argument::list({1, 2.5, Argument::string(Ctx, "s"), X})});
    Conv1 = G.callModule("conv", {Add});
    Relu = G.callFunction("torch.nn.functional.relu", {Conv1},
                          KwArg{Ctx.intern("inplace"), true});
    Mul = G.callFunction("operator.mul", {Add, X});
    Out = G.output(Argument::tuple({Relu, Mul}));
    Relu->setMeta("tag", 7);
    X->setType("torch.Tensor");
  }
  Context &Ctx;
  GraphModule M;
  Node *X, *Add, *Conv1, *Relu, *Mul, *Out;
};

class Structural : public testing::Test {
protected:
  /// Changes one sample and expects that the difference to an unchanged one is
  /// \p Text, both ways and within one context or across two.
  void expect(std::function<void(Sample &)> Change, StringRef Text,
              StringRef Node = "", StringRef Path = "",
              StructuralOptions Without = {true, true, true, true, true}) {
    Context Ctx, OtherCtx;
    Sample A(Ctx), B(Ctx), C(OtherCtx);
    EXPECT_EQ(structuralHash(A.M), structuralHash(B.M));
    EXPECT_FALSE(findDifference(A.M, B.M).has_value());
    EXPECT_FALSE(findDifference(A.M, C.M).has_value());
    Change(B);
    Change(C);
    EXPECT_NE(structuralHash(A.M), structuralHash(B.M)) << Text.str();
    for (Sample *Other : {&B, &C}) {
      auto D = findDifference(A.M, Other->M);
      ASSERT_TRUE(D.has_value()) << Text.str();
      EXPECT_EQ(D->Text, Text);
      EXPECT_EQ(D->Node, Node);
      EXPECT_EQ(D->Path, Path);
      EXPECT_TRUE(findDifference(Other->M, A.M).has_value());
    }
    bool All = Without.Names && Without.Metadata && Without.Types &&
               Without.Users && Without.Tree;
    if (All)
      return;
    EXPECT_EQ(structuralHash(A.M, Without), structuralHash(B.M, Without));
    EXPECT_FALSE(findDifference(A.M, B.M, Without).has_value());
    EXPECT_FALSE(findDifference(A.M, C.M, Without).has_value());
  }
};

TEST_F(Structural, CloneIsEqual) {
  Context Ctx;
  Sample S(Ctx);
  std::unique_ptr<GraphModule> Copy = S.M.clone();
  EXPECT_EQ(structuralHash(S.M), structuralHash(*Copy));
  EXPECT_FALSE(findDifference(S.M, *Copy).has_value());
  EXPECT_FALSE(findDifference(S.M.graph(), Copy->graph()).has_value());
}

TEST_F(Structural, IdsDoNotCount) {
  Context Ctx;
  Sample A(Ctx), B(Ctx);
  // Ids and use ids of the second differ from here on.
  {
    InsertionGuard Guard = B.M.graph().insertingBefore(B.Out);
    Node *Extra = B.M.graph().callFunction("torch.relu", {B.X});
    B.M.graph().eraseNode(Extra);
    B.Mul->setArgs({B.X, B.Add});
    B.Mul->setArgs({B.Add, B.X});
  }
  B.X->setLoc(77);
  EXPECT_EQ(structuralHash(A.M), structuralHash(B.M));
  EXPECT_FALSE(findDifference(A.M, B.M).has_value());
}

TEST_F(Structural, Nodes) {
  expect([](Sample &S) { S.Relu->setTarget("torch.relu"); },
         "the target of %relu is 'torch.nn.functional.relu' in the first and "
         "'torch.relu' in the second",
         "relu");
  expect([](Sample &S) { S.X->prepend(S.Out); },
         "node 1 is %x, a placeholder in the first and %output, a output in "
         "the second",
         "x");
  expect([](Sample &S) { S.M.graph().placeholder("z"); },
         "the graph ends before %z in the first: it has 6 nodes in the first "
         "and 7 in the second",
         "z");
  StructuralOptions NoNames;
  NoNames.Names = false;
  expect([](Sample &S) { S.Relu->rename("other"); },
         "node 4 is %relu in the first and %other in the second", "relu", "",
         NoNames);
  StructuralOptions NoTypes;
  NoTypes.Types = false;
  expect([](Sample &S) { S.X->setType(""); },
         "the type of %x is 'torch.Tensor' in the first and none in the second",
         "x", "", NoTypes);
  StructuralOptions NoUsers;
  NoUsers.Users = false;
  expect([](Sample &S) { S.Add->setArgs(S.Add->args()); },
         "the users of %x are %add, %mul in the first and %mul, %add in the "
         "second",
         "x", "", NoUsers);
}

TEST_F(Structural, Arguments) {
  expect([](Sample &S) { S.Mul->setArgs({S.X, S.Add}); },
         "argument 0 of %mul is %add in the first and %x in the second", "mul");
  expect([](Sample &S) { S.Add->setArgs({S.X}); },
         "%add has 2 positional arguments in the first and 1 in the second",
         "add");
  expect([](Sample &S) { S.Relu->setKwargs({}); },
         "%relu has 1 keyword arguments in the first and 0 in the second",
         "relu");
  expect([](Sample &S) { S.Relu->updateKwarg("inplace", false); },
         "argument 'inplace' of %relu is True in the first and False in the "
         "second",
         "relu");
  expect([](Sample &S) { S.Relu->setKwargs(KwArg{S.Ctx.intern("in"), true}); },
         "keyword argument 0 of %relu is 'inplace' in the first and 'in' in "
         "the second",
         "relu");
}

TEST_F(Structural, ValuesThatLookAlike) {
  Context Ctx, OtherCtx;
  auto Differ = [&](Argument P, Argument Q) {
    GraphModule A(Ctx), B(Ctx);
    A.graph().output(P);
    B.graph().output(Q);
    EXPECT_NE(structuralHash(A), structuralHash(B));
    EXPECT_TRUE(findDifference(A, B).has_value());
  };
  Differ(1, 1.0);
  Differ(1, true);
  Differ(0.0, -0.0);
  Differ(std::nan("1"), std::nan("2"));
  Differ(Argument::tuple({1}), Argument::list({1}));
  Differ(Argument::string(Ctx, "cpu"), Argument::device(Ctx, "cpu"));
  Differ(Argument::list({}), Argument());
  GraphModule A(Ctx), B(OtherCtx);
  A.graph().output(std::nan("1"));
  B.graph().output(std::nan("1"));
  EXPECT_FALSE(findDifference(A, B).has_value());
}

TEST_F(Structural, Metadata) {
  StructuralOptions NoMeta;
  NoMeta.Metadata = false;
  expect([](Sample &S) { S.Relu->setMeta("tag", 3); },
         "metadata 'tag' of %relu is 7 in the first and 3 in the second",
         "relu", "", NoMeta);
  expect([](Sample &S) { S.Relu->setMeta("more", 3); },
         "only in the second %relu has metadata 'more'", "relu", "", NoMeta);
  expect([](Sample &S) { S.Relu->clearMeta(); },
         "only in the first %relu has metadata 'tag'", "relu", "", NoMeta);
}

TEST_F(Structural, Tree) {
  StructuralOptions NoTree;
  NoTree.Tree = false;
  auto Conv = [](Sample &S) -> Module & { return *S.M.submodule("conv"); };
  expect([&](Sample &S) { Conv(S).setClassName(S.Ctx.intern("Conv2d")); },
         "the class is 'torch.nn.Conv2d' in the first and 'Conv2d' in the "
         "second",
         "", "conv", NoTree);
  expect([&](Sample &S) { Conv(S).setArgs({3, 65}); },
         "constructor argument 1 is 64 in the first and 65 in the second", "",
         "conv", NoTree);
  expect([&](Sample &S) { Conv(S).setKwargs({}); },
         "there are 3 constructor arguments in the first and 2 in the second",
         "", "conv", NoTree);
  expect([&](Sample &S) { Conv(S).setArgs({3}); },
         "there are 3 constructor arguments in the first and 2 in the second",
         "", "conv", NoTree);
  expect(
      [&](Sample &S) { Conv(S).setKwargs({{S.Ctx.intern("groups"), false}}); },
      "constructor argument 'bias' in the first is 'groups' in the second", "",
      "conv", NoTree);
  expect([&](Sample &S) { Conv(S).setKwargs({{S.Ctx.intern("bias"), true}}); },
         "constructor argument 'bias' is False in the first and True in the "
         "second",
         "", "conv", NoTree);
  // One argument more here is not one less there.
  expect(
      [&](Sample &S) {
        Conv(S).setArgs({3, 64, 1});
        Conv(S).setKwargs({});
      },
      "there are 3 constructor arguments in the first and 3 in the second", "",
      "conv", NoTree);
  expect([&](Sample &S) { Conv(S).tensor("weight")->Persistent = false; },
         "only in the first 'weight' is persistent", "", "conv", NoTree);
  expect([&](Sample &S) { Conv(S).tensor("weight")->Pickled = true; },
         "only in the second 'weight' is pickled", "", "conv", NoTree);
  expect(
      [&](Sample &S) { Conv(S).tensor("weight")->Record = S.Ctx.intern("w0"); },
      "the record of 'weight' is none in the first and 'w0' in the second", "",
      "conv", NoTree);
  expect([&](Sample &S) { Conv(S).tensor("weight")->Name = S.Ctx.intern("w"); },
         "a tensor is 'weight' in the first and 'w' in the second", "", "conv",
         NoTree);
  expect([&](Sample &S) { Conv(S).setTraining(true); },
         "only in the second it is in training mode", "", "conv", NoTree);
  expect([&](Sample &S) { Conv(S).tensor("weight")->RequiresGrad = false; },
         "only in the first 'weight' requires a gradient", "", "conv", NoTree);
  expect(
      [&](Sample &S) { Conv(S).tensor("weight")->Role = TensorAttr::Buffer; },
      "'weight' is a parameter in the first and a buffer in the second", "",
      "conv", NoTree);
  expect([&](Sample &S) { Conv(S).setAttribute(S.Ctx.intern("scale"), 2); },
         "attribute 'scale' is 1.5 in the first and 2 in the second", "",
         "conv", NoTree);
  expect([&](Sample &S) { Conv(S).setExtraText({"x"}); },
         "the text that it shows differs", "", "conv", NoTree);
  expect([](Sample &S) { S.M.root().removeChild("sub"); },
         "the submodules are conv, sub in the first and conv in the second", "",
         "", NoTree);
  expect([](Sample &S) { S.M.setTreeKind(GraphModule::TreeKind::Open); },
         "the module tree is closed in the first and open in the second", "",
         "", NoTree);
  expect([](Sample &S) { S.M.addWeightFile("w.safetensors"); },
         "the weights are in '' in the first and 'w.safetensors' in the second",
         "", "", NoTree);
  expect([](Sample &S) { S.M.setName(S.Ctx.intern("m")); },
         "the name is none in the first and 'm' in the second", "", "", NoTree);
  expect([](Sample &S) { S.M.submodule("sub")->graph()->placeholder("z"); },
         "the graph ends before %z in the first: it has 2 nodes in the first "
         "and 3 in the second",
         "z", "sub", NoTree);
  expect([](Sample &S) { S.M.submodule("sub")->setGraph(nullptr); },
         "only in the first it has a graph of its own", "", "sub", NoTree);
}

} // namespace
