//===- CanonicalNamesTest.cpp - Names and opcodes that change -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Graph.h"
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

// torch.fx: rename_nodes_to_canonical.
TEST(CanonicalNames, FollowTargetsAndOrder) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("*args");
  X->rename("relu_1");
  Node *A = G.callFunction("torch.relu", {X}, {}, "zzz");
  Node *Gone = G.callFunction("torch.relu", {X});
  Node *B = G.callFunction("torch.relu", {A});
  Node *C = G.callModule("layer1.0.conv1", {B}, {}, "relu");
  G.output(C);
  EXPECT_TRUE(G.eraseNode(Gone));
  ASSERT_EQ(G.findByName("zzz"), A);
  EXPECT_TRUE(G.renameNodesToCanonical());
  EXPECT_EQ(names(G), "_args relu relu_1 layer1_0_conv1 output");
  EXPECT_EQ(G.findByName("zzz"), nullptr);
  EXPECT_EQ(G.findByName("relu"), A);
  EXPECT_EQ(G.findByName("relu_1"), B);
  EXPECT_FALSE(G.renameNodesToCanonical());
  // The next name is as if the graph had been made anew.
  EXPECT_EQ(G.callFunction("torch.relu", {A})->name(), "relu_2");
}

TEST(CanonicalNames, EmptyGraph) {
  Context Ctx;
  Graph G(Ctx);
  EXPECT_FALSE(G.renameNodesToCanonical());
}

// torch.fx: setting Node.op re-files the node for find_nodes.
TEST(Node, SetOp) {
  struct Log : GraphListener {
    unsigned Changed = 0;
    void nodeChanged(Node &, NodeChange) override { ++Changed; }
  } L;
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *M = G.callMethod("relu", {X});
  EXPECT_EQ(G.findNodes(Opcode::CallMethod).size(), 1u);
  G.addListener(&L);
  M->setOp(Opcode::CallFunction);
  M->setTarget("torch.relu");
  G.removeListener(&L);
  EXPECT_EQ(L.Changed, 2u);
  EXPECT_TRUE(G.findNodes(Opcode::CallMethod).empty());
  EXPECT_EQ(G.findNodes(Opcode::CallFunction, "torch.relu").size(), 1u);
}

} // namespace
