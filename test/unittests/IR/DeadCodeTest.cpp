//===- DeadCodeTest.cpp - Removing what nobody needs ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/EffectCache.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {

std::string names(const Graph &G) {
  std::vector<std::string> Names;
  for (Node *N : G.nodes())
    Names.push_back(N->name());
  return join(Names, " ");
}

// torch.fx: Graph.eliminate_dead_code.
TEST(DeadCode, RemovesChainsInOneSweep) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  G.placeholder("unused");
  Node *A = G.callFunction("torch.relu", {X});
  G.callFunction("torch.neg", {G.callFunction("torch.relu", {A})});
  G.getAttr("w");
  G.output(A);
  EXPECT_TRUE(G.eliminateDeadCode());
  EXPECT_EQ(names(G), "x unused relu output");
  EXPECT_FALSE(G.eliminateDeadCode());
}

TEST(DeadCode, KeepsEffects) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *Fresh = G.callFunction("torch.neg", {X});
  Symbol Out = Ctx.intern("out");
  G.callMethod("add_", {X, 1});
  G.callFunction("torch.add", {X, 1}, {{Out, Fresh}});
  G.callFunction("torch.rand_like", {X});
  G.callFunction("torch._assert", {X, Argument::string(Ctx, "m")});
  G.callFunction("my.unknown", {X});
  G.callMethod("unknown_method", {X});
  G.callFunction("torch.ops.aten.add_.Tensor", {X, X});
  G.callModule("unknown", {X});
  std::string Before = names(G);
  EXPECT_FALSE(G.eliminateDeadCode());
  EXPECT_EQ(names(G), Before);
}

TEST(DeadCode, MetadataSaysWhatIsPure) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *A = G.callFunction("my.unknown", {X});
  Node *B = G.callFunction("my.unknown", {X});
  (void)A;
  B->setMeta("is_pure", true);
  G.output(X);
  EXPECT_TRUE(G.eliminateDeadCode());
  EXPECT_EQ(names(G), "x unknown output");
}

TEST(DeadCode, CallersRuleDecides) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  G.callFunction("my.unknown", {X});
  G.callFunction("torch.relu", {X});
  EXPECT_TRUE(G.eliminateDeadCode(
      [](const Node &N) { return N.targetText() == "torch.relu"; }));
  EXPECT_EQ(names(G), "x relu");
}

TEST(DeadCode, EmptyGraphAndNoOutput) {
  Context Ctx;
  Graph G(Ctx);
  EXPECT_FALSE(G.eliminateDeadCode());
  G.placeholder("x");
  EXPECT_FALSE(G.eliminateDeadCode());
  EXPECT_EQ(names(G), "x");
}

TEST(DeadCode, GraphsThatAreFetched) {
  Context Ctx;
  GraphModule M(Ctx);
  auto Tree = std::make_unique<fx::Module>(Ctx, Symbol());
  for (const char *Name : {"used", "unused"}) {
    auto Sub = std::make_unique<fx::Module>(Ctx, Symbol());
    Sub->setGraph(std::make_unique<Graph>(Ctx, Sub.get()));
    Node *X = Sub->graph()->placeholder("x");
    Sub->graph()->callFunction("torch.relu", {X});
    Sub->graph()->output(X);
    Tree->addChild(Ctx.intern(Name), std::move(Sub));
  }
  M.setTree(std::move(Tree), GraphModule::TreeKind::Closed);
  Graph &G = M.graph();
  Node *Used = G.getAttr("used");
  G.callFunction("torch.cond", {Used});
  EXPECT_TRUE(G.eliminateDeadCode());
  EXPECT_EQ(names(*M.submodule("used")->graph()), "x output");
  EXPECT_EQ(names(*M.submodule("unused")->graph()), "x relu output");
  EXPECT_FALSE(G.eliminateDeadCode());
}

TEST(EffectCache, AnswersByPosition) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x"), *Y = G.placeholder("y");
  EffectCache Cache;
  Node *Add = G.callMethod("add_", {X, Y});
  const EffectSummary &E = Cache.get(*Add);
  EXPECT_EQ(ArrayRef<uint32_t>(E.Writes), ArrayRef<uint32_t>({0}));
  EXPECT_EQ(ArrayRef<uint32_t>(E.Aliases), ArrayRef<uint32_t>({0}));
  // A value that occurs twice is written wherever it stands, and does not
  // spoil what others are told.
  Node *Both = G.callMethod("add_", {X, X});
  EXPECT_EQ(Cache.get(*Both).Writes.size(), 1u);
  Node *Mul = G.callMethod("mul_", {Y, Y});
  EXPECT_EQ(Cache.get(*Mul).Writes.size(), 2u);
  Node *MulOther = G.callMethod("mul_", {X, Y});
  EXPECT_EQ(Cache.get(*MulOther).Writes.size(), 1u);
  EXPECT_TRUE(Cache.get(*G.callFunction("torch.add", {X, Y})).isFreshAndPure());
  EXPECT_TRUE(Cache.get(*G.getAttr("w")).isRemovable());
  EXPECT_TRUE(Cache.get(*G.getAttr("w")).ReadsState);
  EXPECT_FALSE(Cache.get(*X).isRemovable());
}

} // namespace
