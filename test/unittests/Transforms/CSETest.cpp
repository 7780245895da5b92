//===- CSETest.cpp - Computing equal things once --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/CSE.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {

class CSETest : public ::testing::Test {
protected:
  CSETest() : G(Ctx), X(G.placeholder("x")), Y(G.placeholder("y")) {}

  Node *call(StringRef Target, ArrayRef<Argument> Args,
             ArrayRef<KwArg> Kwargs = {}) {
    return G.callFunction(Target, Args, Kwargs);
  }
  /// Runs CSE; twice does not do more.
  size_t run(CSEOptions Options = {}) {
    size_t Erased = eliminateCommonSubexpressions(G, Options);
    EXPECT_EQ(eliminateCommonSubexpressions(G, Options), 0u);
    return Erased;
  }
  std::string names() {
    std::vector<std::string> Names;
    for (Node *N : G.nodes())
      Names.push_back(N->name());
    return join(Names, " ");
  }

  Context Ctx;
  Graph G;
  Node *X, *Y;
};

TEST_F(CSETest, MergesChains) {
  Node *A = call("torch.neg", {call("torch.relu", {X})});
  Node *B = call("torch.neg", {call("torch.relu", {X})});
  G.output(call("torch.add", {A, B}));
  EXPECT_EQ(run(), 2u);
  EXPECT_EQ(names(), "x y relu neg add output");
}

TEST_F(CSETest, KeepsTheMetadataOfTheFirst) {
  Node *A = call("torch.relu", {X});
  A->setMeta("tag", 1);
  Node *B = call("torch.relu", {X});
  B->setMeta("tag", 2);
  B->setMeta("other", 3);
  G.output(call("torch.add", {A, B}));
  EXPECT_EQ(run(), 1u);
  EXPECT_EQ(A->meta("tag")->asInt(), 1);
  EXPECT_EQ(A->meta("other"), nullptr);
}

TEST_F(CSETest, ConstantsDifferByKindAndBits) {
  Symbol K = Ctx.intern("alpha");
  SmallVector<Node *, 16> Nodes = {
      call("torch.add", {X, 1}), call("torch.add", {X, 1.0}),
      call("torch.add", {X, true}), call("torch.mul", {X, 0.0}),
      call("torch.mul", {X, -0.0}), call("torch.add", {X, 1}, {{K, 1}}),
      call("torch.add", {X, Y}), call("torch.add", {Y, X}),
      // Containers and slices too.
      call("operator.getitem", {X, Argument::slice(1, 2, Argument())}),
      call("operator.getitem", {X, Argument::slice(1, 3, Argument())}),
      call("torch.cat", {Argument::list({X, Y})}),
      call("torch.cat", {Argument::tuple({X, Y})})};
  std::string Before = names();
  EXPECT_EQ(run(), 0u);
  EXPECT_EQ(names(), Before);
  call("torch.mul", {X, -0.0});
  call("torch.add", {X, 1}, {{K, 1}});
  call("torch.cat", {Argument::list({X, Y})});
  call("operator.getitem", {X, Argument::slice(1, 3, Argument())});
  EXPECT_EQ(run(), 4u);
  EXPECT_EQ(names(), Before);
}

TEST_F(CSETest, CommutesWhenAsked) {
  Node *A = call("torch.add", {X, Y}), *B = call("torch.add", {Y, X});
  Node *C = call("torch.sub", {X, Y}), *D = call("torch.sub", {Y, X});
  G.output(call("torch.stack", {Argument::list({A, B, C, D})}));
  EXPECT_EQ(run(), 0u);
  EXPECT_EQ(run({/*Commute=*/true}), 1u);
  EXPECT_EQ(A->numUsers(), 1u);
}

TEST_F(CSETest, OutputsDoNotComeToAlias) {
  Node *A = call("torch.relu", {X}), *B = call("torch.relu", {X});
  Node *C = call("torch.relu", {X});
  Node *N = call("torch.neg", {C});
  G.output(Argument::tuple({A, B, N}));
  // C does not leave the graph.
  EXPECT_EQ(run(), 1u);
  EXPECT_EQ(names(), "x y relu relu_1 neg output");
}

TEST_F(CSETest, OutputsThroughViewsDoNotComeToAlias) {
  Node *A = call("torch.relu", {X}), *B = call("torch.relu", {X});
  Node *V = G.callMethod("view", {A, -1}), *W = G.callMethod("view", {B, -1});
  G.output(Argument::list({V, W}));
  EXPECT_EQ(run(), 0u);
}

TEST_F(CSETest, ALaterOneMayLeaveInTheNameOfAnEarlierOne) {
  Node *A = call("torch.relu", {X});
  Node *N = call("torch.neg", {A});
  Node *B = call("torch.relu", {X});
  Node *C = call("torch.relu", {X});
  G.output(Argument::tuple({N, B, C}));
  // B becomes A, and then C must not: A leaves the graph now.
  EXPECT_EQ(run(), 1u);
  EXPECT_EQ(names(), "x y relu neg relu_2 output");
}

TEST_F(CSETest, NothingIsMergedAcrossAWrite) {
  Node *A = call("torch.relu", {X});
  G.callMethod("add_", {X, 1});
  Node *B = call("torch.relu", {X});
  Node *C = call("torch.relu", {X});
  G.output(call("torch.add", {A, call("torch.add", {B, C})}));
  EXPECT_EQ(run(), 1u);
  EXPECT_EQ(A->numUsers(), 1u);
}

TEST_F(CSETest, InputsMayBeAliases) {
  Node *A = call("torch.relu", {X});
  G.callMethod("add_", {Y, 1});
  Node *B = call("torch.relu", {X});
  G.output(call("torch.add", {A, B}));
  EXPECT_EQ(run(), 0u);
}

TEST_F(CSETest, WritesThroughViews) {
  Node *F = call("torch.neg", {X});
  Node *A = call("torch.relu", {F});
  G.callMethod("add_", {G.callMethod("view", {F, -1}), 1});
  Node *B = call("torch.relu", {F});
  Node *C = call("torch.exp", {X}), *D = call("torch.exp", {X});
  G.output(call("torch.stack", {Argument::list({A, B, C, D})}));
  // What does not touch the written memory is merged all the same.
  EXPECT_EQ(run(), 1u);
  EXPECT_EQ(names(), "x y neg relu view add_ relu_1 exp stack output");
}

TEST_F(CSETest, ResultsThatAreWrittenStayApart) {
  Node *A = call("torch.relu", {X}), *B = call("torch.relu", {X});
  G.callMethod("add_", {B, 1});
  G.output(call("torch.add", {A, B}));
  EXPECT_EQ(run(), 0u);
}

TEST_F(CSETest, OutIsAWrite) {
  Node *A = call("torch.empty_like", {X}), *B = call("torch.empty_like", {X});
  call("torch.add", {X, 1}, {{Ctx.intern("out"), B}});
  G.output(call("torch.add", {A, B}));
  EXPECT_EQ(run(), 0u);
}

TEST_F(CSETest, RandomNumbersAreDrawnAgain) {
  Node *A = call("torch.rand_like", {X}), *B = call("torch.rand_like", {X});
  G.output(call("torch.add", {A, B}));
  EXPECT_EQ(run(), 0u);
}

TEST_F(CSETest, UnknownFunctionsMayDoAnything) {
  Node *A = call("torch.relu", {X});
  Node *U = call("my.unknown", {A});
  Node *B = call("torch.relu", {X});
  Node *U2 = call("my.unknown", {A});
  Node *C = call("torch.relu", {X});
  Node *D = call("torch.relu", {X});
  G.output(call("torch.stack", {Argument::list({U, B, U2, C, D})}));
  EXPECT_EQ(run(), 1u);
  EXPECT_EQ(names(), "x y relu unknown relu_1 unknown_1 relu_2 stack output");
}

TEST_F(CSETest, GradModeSeparates) {
  Node *A = call("torch.relu", {X});
  Node *Check = call("torch._assert", {A, Argument::string(Ctx, "m")});
  Node *B = call("torch.relu", {X});
  call("torch._C._set_grad_enabled", {false});
  Node *C = call("torch.relu", {X});
  G.output(call("torch.stack", {Argument::list({A, B, C})}));
  (void)Check;
  EXPECT_EQ(run(), 1u);
}

TEST_F(CSETest, AttributesAreOneObject) {
  Node *A = G.getAttr("w"), *B = G.getAttr("w"), *C = G.getAttr("v");
  G.output(Argument::tuple({A, B, C}));
  EXPECT_EQ(run(), 1u);
  EXPECT_EQ(names(), "x y w v output");
}

TEST_F(CSETest, WrittenAttributesStay) {
  Node *A = G.getAttr("w"), *R = call("torch.relu", {A});
  G.callMethod("add_", {A, 1});
  Node *B = G.getAttr("w"), *S = call("torch.relu", {B});
  G.output(call("torch.add", {R, S}));
  EXPECT_EQ(run(), 0u);
}

TEST_F(CSETest, ContainersKeepWhatIsPutIn) {
  Node *A = call("torch.relu", {X}), *B = call("torch.relu", {X});
  call("operator.setitem", {Y, Argument::string(Ctx, "k"), A});
  G.output(B);
  EXPECT_EQ(run(), 0u);
}

TEST_F(CSETest, UsersOrderAndKeywords) {
  Symbol K = Ctx.intern("other");
  Node *A = call("torch.relu", {X}), *B = call("torch.relu", {X});
  Node *P = call("torch.neg", {B});
  Node *Q = call("torch.add", {A}, {{K, B}});
  G.output(Argument::tuple({P, Q}));
  EXPECT_EQ(run(), 1u);
  SmallVector<Node *> Users(A->users());
  EXPECT_EQ(Users.size(), 2u);
  EXPECT_EQ(Q->kwarg("other")->asNode(), A);
  EXPECT_EQ(Q->numOperands(), 2u);
}

TEST_F(CSETest, EmptyGraphAndNoOutput) {
  Graph Empty(Ctx);
  EXPECT_EQ(eliminateCommonSubexpressions(Empty), 0u);
  call("torch.relu", {X});
  call("torch.relu", {X});
  EXPECT_EQ(run(), 1u);
}

TEST_F(CSETest, ListenersHear) {
  struct Log : GraphListener {
    unsigned Erased = 0, Replaced = 0;
    void nodeErased(Node &) override { ++Erased; }
    void usesReplaced(Node &, Node &, unsigned, ArrayRef<Node *>) override {
      ++Replaced;
    }
  } L;
  Node *A = call("torch.relu", {X}), *B = call("torch.relu", {X});
  G.output(call("torch.add", {A, B}));
  G.addListener(&L);
  EXPECT_EQ(run(), 1u);
  G.removeListener(&L);
  EXPECT_EQ(L.Erased, 1u);
  EXPECT_EQ(L.Replaced, 1u);
}

TEST_F(CSETest, ManyMergesInARow) {
  // More than the lookahead, each of which depends on the one before.
  Node *A = X, *B = X;
  for (unsigned I = 0; I != 1000; ++I) {
    A = call("torch.relu", {A});
    B = call("torch.relu", {B});
  }
  G.output(call("torch.add", {A, B}));
  EXPECT_EQ(run(), 1000u);
  EXPECT_EQ(G.size(), 1004u);
}

} // namespace
