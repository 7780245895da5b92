//===- NodeSemanticsTest.cpp - What torch.fx.Node promises ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test per behavior of torch.fx.Node. docs/FXDifferences.md names these
// tests, and lists what is different on purpose.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Graph.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

class FXNode : public testing::Test {
protected:
  FXNode() : G(Ctx) {
    X = G.placeholder("x");
    Y = G.placeholder("y");
  }
  Node *call(ArrayRef<Argument> Args, ArrayRef<KwArg> Kwargs = {}) {
    return G.callFunction("my.f", Args, Kwargs);
  }
  KwArg keyword(StringRef Name, Argument Value) {
    return {Ctx.intern(Name), Value};
  }
  template <typename Range> static std::string names(const Range &Nodes) {
    std::string Text;
    for (Node *N : Nodes)
      Text += (Text.empty() ? "" : " ") + N->name();
    return Text;
  }
  static std::string users(const Node *N) { return names(N->users()); }
  std::string order() { return names(G.nodes()); }

  Context Ctx;
  Graph G;
  Node *X, *Y;
};

// Node.args, Node.kwargs
TEST_F(FXNode, AssigningArgumentsRebuildsTheUses) {
  Node *A = call({X}), *B = call({X});
  EXPECT_EQ(users(X), "f f_1");
  A->setArgs({X, Y});
  EXPECT_EQ(users(X), "f_1 f"); // To the end, as in torch.fx.
  EXPECT_EQ(users(Y), "f");
  A->setKwargs({keyword("k", X)});
  EXPECT_EQ(users(X), "f_1 f");
  A->setArgs({});
  EXPECT_EQ(users(X), "f_1 f");
  A->setKwargs({});
  EXPECT_EQ(users(X), "f_1");
  EXPECT_FALSE(Y->hasUsers());
  EXPECT_EQ(B->arg(0).asNode(), X);
}

// Node.all_input_nodes
TEST_F(FXNode, AllInputNodesAreDistinctInOrderOfOccurrence) {
  Node *Z = G.placeholder("z");
  Node *N =
      call({Argument::list({Y, X}), Argument::slice(Z, X, Argument())},
           {keyword("a", Y),
            keyword("b", Argument::dict({Argument::string(Ctx, "k"), Z}))});
  EXPECT_EQ(names(N->allInputNodes()), "y x z");
  EXPECT_EQ(N->numOperands(), 6u);
  EXPECT_TRUE(call({1, 2})->allInputNodes().empty());
}

// Node.users
TEST_F(FXNode, UsersAreCountedOnceAndKeepTheirOrder) {
  Node *A = call({X, X, Argument::tuple({X})});
  Node *B = call({Y, X});
  EXPECT_EQ(users(X), A->name() + " " + B->name());
  EXPECT_EQ(X->numUsers(), 2u);
  EXPECT_TRUE(Y->hasOneUser());
  EXPECT_FALSE(X->hasOneUser());
}

// Use-def tracking of containers
TEST_F(FXNode, NodesInsideContainersAreUses) {
  Argument None;
  call({Argument::tuple({X}), Argument::list({Argument::tuple({X})}),
        Argument::dict({1, X}), Argument::slice(None, X, None),
        Argument::range(0, X, 1),
        Argument::namedTuple(Ctx.intern("m.NT"),
                             {Argument::string(Ctx, "a"), X})});
  EXPECT_EQ(X->numUsers(), 1u);
  EXPECT_EQ(G.back()->numOperands(), 6u);
}

// Node.next, Node.prev
TEST_F(FXNode, NeighborsAreNullAtTheEnds) {
  EXPECT_EQ(X->prev(), nullptr);
  EXPECT_EQ(X->next(), Y);
  EXPECT_EQ(Y->prev(), X);
  EXPECT_EQ(Y->next(), nullptr);
}

// Node.prepend
TEST_F(FXNode, PrependMovesANodeBeforeAnother) {
  Node *A = call({}), *B = call({});
  X->prepend(B);
  EXPECT_EQ(order(), "f_1 x y f");
  EXPECT_TRUE(B->isBefore(X));
  X->prepend(B); // Where it is already.
  EXPECT_EQ(order(), "f_1 x y f");
  A->prepend(A); // Itself: nothing happens.
  EXPECT_EQ(order(), "f_1 x y f");
}

// Node.append
TEST_F(FXNode, AppendMovesANodeBehindAnother) {
  Node *A = call({});
  A->append(X);
  EXPECT_EQ(order(), "y f x");
  X->append(X);
  A->append(X);
  EXPECT_EQ(order(), "y f x");
  X->moveBefore(Y);
  EXPECT_EQ(order(), "x y f");
  X->moveAfter(Y);
  EXPECT_EQ(order(), "y x f");
}

// Node.__lt__
TEST_F(FXNode, OrderFollowsTheList) {
  Node *A = call({});
  EXPECT_TRUE(X->isBefore(Y) && Y->isBefore(A) && X->isBefore(A));
  EXPECT_FALSE(A->isBefore(X) || X->isBefore(X));
  A->append(X);
  EXPECT_TRUE(A->isBefore(X));
}

// Node.update_arg, Node.update_kwarg
TEST_F(FXNode, UpdateOneArgument) {
  Node *N = call({X, 1}, {keyword("k", 2)});
  N->updateArg(1, Y);
  EXPECT_EQ(N->arg(1).asNode(), Y);
  EXPECT_EQ(users(Y), "f");
  N->updateKwarg("k", X);
  N->updateKwarg("new", 3);
  EXPECT_EQ(N->kwarg("k")->asNode(), X);
  EXPECT_EQ(N->kwarg("new")->asInt(), 3);
  EXPECT_EQ(N->numKwargs(), 2u);
  EXPECT_FALSE(N->kwarg("none").has_value());
}

// Node.insert_arg
TEST_F(FXNode, InsertArgument) {
  Node *N = call({X});
  N->insertArg(0, Y);
  N->insertArg(2, 5);
  EXPECT_EQ(names(N->allInputNodes()), "y x");
  EXPECT_EQ(N->arg(2).asInt(), 5);
  EXPECT_EQ(users(Y), "f");
}

// Keyword arguments keep their order
TEST_F(FXNode, KeywordsKeepTheirOrder) {
  Node *N = call({}, {keyword("b", 1), keyword("a", 2)});
  EXPECT_EQ(N->kwargName(0).str(), "b");
  N->updateKwarg("b", 3);
  EXPECT_EQ(N->kwargName(0).str(), "b");
  EXPECT_EQ(N->kwargValue(0).asInt(), 3);
}

// Node.replace_all_uses_with
TEST_F(FXNode, ReplaceAllUsesRewritesEveryOccurrence) {
  Node *A = call({X, Argument::list({X, 1})}, {keyword("k", X)});
  Node *B = call({X});
  EXPECT_EQ(X->replaceAllUsesWith(Y), 4u);
  EXPECT_FALSE(X->hasUsers());
  EXPECT_EQ(users(Y), "f f_1");
  EXPECT_EQ(A->arg(1)[0].asNode(), Y);
  EXPECT_EQ(A->kwarg("k")->asNode(), Y);
  EXPECT_EQ(B->arg(0).asNode(), Y);
}

TEST_F(FXNode, ReplaceAllUsesAppendsToTheUsersOfTheNewNode) {
  call({Y});
  call({X});
  call({Y, X});
  X->replaceAllUsesWith(Y);
  EXPECT_EQ(users(Y), "f f_2 f_1");
}

TEST_F(FXNode, ReplaceAllUsesAsksTheFilter) {
  Node *A = call({X}), *B = call({X});
  EXPECT_EQ(X->replaceAllUsesWith(Y, [&](Node *N) { return N == B; }), 1u);
  EXPECT_EQ(users(X), A->name());
  EXPECT_EQ(users(Y), B->name());
}

TEST_F(FXNode, ReplaceAllUsesMakesNoSelfLoop) {
  // torch.fx would rewrite the new node too.
  Node *Relu = call({X}), *Wrapped = call({Relu}), *User = call({Relu});
  Relu->replaceAllUsesWith(Wrapped);
  EXPECT_EQ(Wrapped->arg(0).asNode(), Relu);
  EXPECT_EQ(User->arg(0).asNode(), Wrapped);
  // The same where the new node has users already.
  Node *Again = call({Wrapped});
  call({Again});
  Wrapped->replaceAllUsesWith(Again);
  EXPECT_EQ(Again->arg(0).asNode(), Wrapped);
  EXPECT_EQ(User->arg(0).asNode(), Again);
  EXPECT_EQ(X->replaceAllUsesWith(X), 0u);
}

TEST_F(FXNode, ReplaceAllUsesPropagatesMetadata) {
  X->setMeta("tag", 7);
  Node *N = call({X});
  X->replaceAllUsesWith(N, nullptr, /*PropagateMeta=*/true);
  ASSERT_NE(N->meta("tag"), nullptr);
  EXPECT_EQ(N->meta("tag")->asInt(), 7);
  EXPECT_NE(X->meta("tag"), nullptr);
}

TEST_F(FXNode, ReplaceAllUsesByAnyValue) {
  Node *A = call({X, Argument::list({X})}), *B = call({X, Y});
  EXPECT_EQ(
      X->replaceAllUsesWith(Argument(2.5), [&](Node *N) { return N == A; }),
      2u);
  EXPECT_EQ(A->arg(0).asFloat(), 2.5);
  EXPECT_EQ(A->arg(1)[0].asFloat(), 2.5);
  // Nor does an aggregate make a self-loop.
  Argument Pair = Argument::tuple({B, Y});
  EXPECT_EQ(X->replaceAllUsesWith(Pair), 0u);
  EXPECT_EQ(B->arg(0).asNode(), X);
  EXPECT_EQ(X->replaceAllUsesWith(Argument(Y)), 1u);
  EXPECT_EQ(B->arg(0).asNode(), Y);
}

// Node.replace_input_with
TEST_F(FXNode, ReplaceInputRewritesOneNode) {
  Node *A = call({X, Argument::tuple({X, Y})}), *B = call({X});
  A->replaceInputWith(X, Y);
  EXPECT_EQ(names(A->allInputNodes()), "y");
  EXPECT_EQ(users(X), B->name());
  A->replaceInputWith(X, B); // No input any more: nothing happens.
  EXPECT_EQ(names(A->allInputNodes()), "y");
}

// Node._rename
TEST_F(FXNode, RenameTakesAFreshName) {
  Node *A = call({}), *B = call({});
  A->rename("y");
  EXPECT_EQ(A->name(), "y_1");
  A->rename("y_1"); // Its own name: nothing happens.
  EXPECT_EQ(A->name(), "y_1");
  B->rename("f"); // The name that A gave up is not free.
  EXPECT_EQ(B->name(), "f_2");
  EXPECT_EQ(G.findByName("y_1"), A);
  EXPECT_EQ(G.findByName("f"), nullptr);
}

// Node.target
TEST_F(FXNode, SettingTheTargetMovesTheNodeInTheIndex) {
  Node *N = G.callFunction("torch.relu", {X});
  EXPECT_EQ(G.findNodes(Opcode::CallFunction, "torch.relu").size(), 1u);
  N->setTarget("torch.tanh");
  EXPECT_EQ(G.findNodes(Opcode::CallFunction, "torch.relu").size(), 0u);
  ASSERT_EQ(G.findNodes(Opcode::CallFunction, "torch.tanh").size(), 1u);
  EXPECT_EQ(N->name(), "relu");
}

// Node.type
TEST_F(FXNode, TypesAreAnnotations) {
  EXPECT_FALSE(bool(X->type()));
  X->setType("torch.Tensor");
  EXPECT_EQ(X->type().str(), "torch.Tensor");
  X->setType("");
  EXPECT_FALSE(bool(X->type()));
}

// Node.meta, Node.stack_trace
TEST_F(FXNode, MetadataIsADictionaryOfItsOwn) {
  X->setMeta("stack_trace", Argument::string(Ctx, "File \"m.py\", line 1"));
  X->setMeta("tag", 1);
  Y->setMeta(X->meta());
  Y->setMeta("tag", 2);
  EXPECT_EQ(X->meta("tag")->asInt(), 1);
  EXPECT_EQ(Y->meta("tag")->asInt(), 2);
  EXPECT_EQ(Y->meta("stack_trace")->str(), "File \"m.py\", line 1");
  EXPECT_EQ(X->meta().entries()[0].Name.str(), "stack_trace");
  X->eraseMeta("tag");
  EXPECT_EQ(X->meta("tag"), nullptr);
  X->clearMeta();
  EXPECT_FALSE(X->hasMeta());
}

// map_arg, map_aggregate
TEST_F(FXNode, MapNodesKeepsTheShape) {
  Argument None, Key = Argument::string(Ctx, "k");
  Argument A =
      Argument::tuple({Argument::list({X, 1}), Argument::dict({Key, X}),
                       Argument::slice(X, None, None),
                       Argument::namedTuple(Ctx.intern("m.NT"), {Key, X})});
  Argument B = A.mapNodes([&](Node *N) { return Argument(Y); });
  unsigned Count = 0;
  B.forEachNode([&](Node *N) { Count += N == Y; });
  EXPECT_EQ(Count, 4u);
  EXPECT_EQ(B[1].elements()[0], Key);
  EXPECT_EQ(B[3].kind(), ArgKind::NamedTuple);
  EXPECT_EQ(B[3].str(), "m.NT");
  EXPECT_EQ(B[3][0], Argument(Y));
  // What holds no node is shared.
  Argument C = Argument::list({1, 2});
  EXPECT_EQ(C.mapNodes([&](Node *N) { return Argument(Y); }).elements().data(),
            C.elements().data());
}

// Values of arguments
TEST_F(FXNode, ArgumentsThatLookAlikeDiffer) {
  EXPECT_FALSE(Argument(1) == Argument(1.0));
  EXPECT_FALSE(Argument(1) == Argument(true));
  EXPECT_FALSE(Argument(0.0) == Argument(-0.0));
  EXPECT_FALSE(Argument::tuple({1}) == Argument::list({1}));
  Node *N = call({0.0, -0.0, true, 1});
  EXPECT_TRUE(N->arg(1) == Argument(-0.0));
  EXPECT_TRUE(N->arg(2).isBool());
}

} // namespace
