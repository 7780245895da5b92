//===- NormalizeArgsTest.cpp - One way to write a call --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/NormalizeArgs.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Printer.h"
#include "fx/Transforms/FunctionalMethods.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {

class CallsTest : public ::testing::Test {
protected:
  CallsTest() : G(Ctx), X(G.placeholder("x")), Y(G.placeholder("y")) {}

  KwArg kw(StringRef Name, Argument Value) {
    return {Ctx.intern(Name), std::move(Value)};
  }
  /// What stands after `target=`.
  std::string text(const Node &N) {
    std::string Text;
    raw_string_ostream OS(Text);
    printNode(N, OS, PrintFormat::FX);
    return Text.substr(Text.find("call_"));
  }
  std::string normalize(Node *N, NormalizeArgsOptions Options = {}) {
    normalizeArgs(*N, Options);
    EXPECT_FALSE(normalizeArgs(*N, Options)) << "twice";
    return text(*N);
  }
  std::string functional(Node *N) {
    makeFunctional(*N);
    EXPECT_FALSE(makeFunctional(*N)) << "twice";
    return text(*N);
  }

  Context Ctx;
  Graph G;
  Node *X, *Y;
};

constexpr NormalizeArgsOptions Drop = {NormalizeArgsOptions::Drop, false};
constexpr NormalizeArgsOptions Fill = {NormalizeArgsOptions::Fill, false};
constexpr NormalizeArgsOptions Keywords = {NormalizeArgsOptions::Keep, true};

TEST_F(CallsTest, SchemaOrder) {
  EXPECT_EQ(normalize(G.callFunction("torch.softmax", {},
                                     {kw("dim", 1), kw("input", X)})),
            "call_function[target=torch.softmax](args = (%x, 1), kwargs = {})");
  EXPECT_EQ(
      normalize(G.callFunction("torch.addmm", {X},
                               {kw("alpha", 2), kw("mat2", Y), kw("mat1", X)})),
      "call_function[target=torch.addmm](args = (%x, %x, %y), "
      "kwargs = {alpha: 2})");
  EXPECT_EQ(normalize(G.callFunction("torch.ops.aten.flatten.using_ints", {X},
                                     {kw("end_dim", 2)})),
            "call_function[target=torch.ops.aten.flatten.using_ints]("
            "args = (%x,), kwargs = {end_dim: 2})");
}

TEST_F(CallsTest, Defaults) {
  Node *N = G.callFunction("torch.flatten", {X, 0, -1});
  EXPECT_EQ(
      normalize(N),
      "call_function[target=torch.flatten](args = (%x, 0, -1), kwargs = {})");
  EXPECT_EQ(normalize(N, Drop),
            "call_function[target=torch.flatten](args = (%x,), kwargs = {})");
  EXPECT_EQ(
      normalize(G.callFunction("torch.addmm", {X, X, Y}, {kw("alpha", 1)}),
                Drop),
      "call_function[target=torch.addmm](args = (%x, %x, %y), kwargs = {})");
  // What follows something left out needs its name.
  EXPECT_EQ(normalize(G.callFunction("torch.flatten", {X, 0, 2}), Drop),
            "call_function[target=torch.flatten](args = (%x,), kwargs = "
            "{end_dim: 2})");
  EXPECT_EQ(normalize(G.callFunction("torch.ops.aten.addmm.default", {X, X, Y}),
                      Fill),
            "call_function[target=torch.ops.aten.addmm.default](args = "
            "(%x, %x, %y), kwargs = {beta: 1, alpha: 1})");
}

TEST_F(CallsTest, OnlyKeywords) {
  EXPECT_EQ(normalize(G.callFunction("torch.flatten", {X, 0, 2}), Keywords),
            "call_function[target=torch.flatten](args = (), kwargs = "
            "{input: %x, start_dim: 0, end_dim: 2})");
  // The receiver of a method has no name.
  EXPECT_EQ(normalize(G.callMethod("flatten", {X, 0, 2}), Keywords),
            "call_method[target=flatten](args = (%x,), kwargs = "
            "{start_dim: 0, end_dim: 2})");
}

TEST_F(CallsTest, ListsThatAreSpread) {
  EXPECT_EQ(normalize(G.callMethod("permute", {X, 1, 0})),
            "call_method[target=permute](args = (%x, (1, 0)), kwargs = {})");
  EXPECT_EQ(normalize(G.callMethod("permute", {X, Argument::tuple({1, 0})})),
            "call_method[target=permute](args = (%x, (1, 0)), kwargs = {})");
}

TEST_F(CallsTest, NumpyNames) {
  EXPECT_EQ(normalize(G.callFunction("torch.softmax", {X}, {kw("axis", 1)})),
            "call_function[target=torch.softmax](args = (%x, 1), kwargs = {})");
}

TEST_F(CallsTest, KeywordsThatTellOverloadsApartStay) {
  // torch.max(x, y) would be the maximum of two tensors.
  Node *Max = G.callFunction("torch.max", {}, {kw("dim", Y), kw("input", X)});
  EXPECT_TRUE(StringRef(normalize(Max)).contains("dim: %y")) << text(*Max);
}

TEST_F(CallsTest, WhatIsNotKnownOrDoesNotFitStays) {
  for (Node *N : {G.callFunction("my.function", {}, {kw("b", X), kw("a", Y)}),
                  G.callFunction("torch.flatten", {}, {kw("nonsense", X)}),
                  G.callModule("m", {}, {kw("input", X)}), G.getAttr("w"), X}) {
    std::string Before;
    raw_string_ostream OS(Before);
    printNode(*N, OS, PrintFormat::FX);
    EXPECT_FALSE(normalizeArgs(*N));
    EXPECT_FALSE(makeFunctional(*N));
    std::string After;
    raw_string_ostream OS2(After);
    printNode(*N, OS2, PrintFormat::FX);
    EXPECT_EQ(Before, After);
  }
}

TEST_F(CallsTest, Functional) {
  EXPECT_EQ(functional(G.callMethod("relu", {X})),
            "call_function[target=torch.relu](args = (%x,), kwargs = {})");
  EXPECT_EQ(
      functional(G.callMethod("permute", {X, 1, 0})),
      "call_function[target=torch.permute](args = (%x, (1, 0)), kwargs = {})");
  EXPECT_EQ(functional(G.callMethod("add", {X, Y}, {kw("alpha", 2)})),
            "call_function[target=torch.add](args = (%x, %y), kwargs = "
            "{alpha: 2})");
  EXPECT_EQ(functional(G.callMethod("view", {X, -1})),
            "call_method[target=view](args = (%x, -1), kwargs = {})");
  EXPECT_EQ(functional(G.callMethod("nonsense", {X})),
            "call_method[target=nonsense](args = (%x,), kwargs = {})");
}

TEST_F(CallsTest, FunctionalKeepsTheNode) {
  Node *Relu = G.callMethod("relu", {X});
  Relu->setMeta("tag", 1);
  Relu->setType("torch.Tensor");
  Node *User = G.callFunction("torch.neg", {Relu});
  EXPECT_EQ(makeMethodsFunctional(G), 1u);
  EXPECT_EQ(Relu->name(), "relu");
  EXPECT_EQ(Relu->meta("tag")->asInt(), 1);
  EXPECT_EQ(Relu->type(), "torch.Tensor");
  EXPECT_EQ(User->arg(0).asNode(), Relu);
  EXPECT_EQ(G.findNodes(Opcode::CallFunction, "torch.relu").size(), 1u);
  EXPECT_TRUE(G.findNodes(Opcode::CallMethod).empty());
}

} // namespace
