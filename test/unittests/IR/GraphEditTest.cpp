//===- GraphEditTest.cpp - Random edits against a naive model -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../fuzz/GraphEditModel.h"
#include "gtest/gtest.h"
#include <random>

using namespace fx;

namespace {

std::vector<uint8_t> randomBytes(unsigned Seed, size_t Count) {
  std::mt19937 Random(Seed);
  std::vector<uint8_t> Bytes(Count);
  for (uint8_t &B : Bytes)
    B = uint8_t(Random());
  return Bytes;
}

TEST(GraphEdit, RandomEditsAgreeWithANaiveModel) {
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    Context Ctx;
    test::GraphEditModel Model(Ctx);
    ASSERT_EQ(Model.run(randomBytes(Seed, 2000), 10), "") << "seed " << Seed;
  }
}

TEST(GraphEdit, LongSequencesOfEdits) {
  Context Ctx;
  test::GraphEditModel Model(Ctx);
  EXPECT_EQ(Model.run(randomBytes(12345, 60000), 1000), "");
}

TEST(GraphEdit, RepeatedInsertionAtOneSpotKeepsTheOrder) {
  Context Ctx;
  Graph G(Ctx);
  Node *Last = G.placeholder("x");
  Node *First = Last;
  // Every insertion halves the room before Last.
  for (unsigned I = 0; I != 5000; ++I) {
    InsertionGuard Guard = G.insertingBefore(Last);
    First = G.callFunction("operator.neg");
    Last->prepend(First);
  }
  Node *Before = nullptr;
  for (Node *N : G.nodes()) {
    ASSERT_TRUE(!Before || Before->isBefore(N));
    Before = N;
  }
}

TEST(GraphEdit, RefusesPlacesThatWereErased) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *Y = G.callFunction("operator.neg", {X});
  G.eraseNode(Y);
  {
    InsertionGuard Guard = G.insertingBefore(Y);
    G.callFunction("operator.pos", {X});
  }
  EXPECT_EQ(G.takeRefusal(), "cannot insert at a node that was erased before");
  EXPECT_EQ(G.size(), 2u);
  Node *Z = G.callFunction("operator.neg", {X});
  G.eraseNode(Z);
  G.setInsertionPoint(Z);
  G.callFunction("operator.pos", {X});
  EXPECT_EQ(G.takeRefusal(), "cannot insert at a node that was erased before");
  EXPECT_EQ(G.size(), 3u);
  EXPECT_FALSE(bool(G.lint()));
}

/// What is refused changes nothing.
TEST(GraphEdit, NodesThatAreNone) {
  Context Ctx;
  Graph G(Ctx), Other(Ctx);
  Node *X = G.placeholder("x"), *Null = nullptr;
  Node *Foreign = Other.placeholder("y");
  Node *Neg = G.callFunction("operator.neg", {X});
  Node *Gone = G.callFunction("operator.neg", {X});
  G.eraseNode(Gone);
  EXPECT_EQ(G.takeRefusal(), "");
  auto Check = [&](const std::string &Why) {
    EXPECT_EQ(G.takeRefusal(), Why);
    EXPECT_EQ(G.size(), 2u);
    EXPECT_EQ(Neg->operand(0), X);
    EXPECT_FALSE(bool(G.lint()));
  };
  X->replaceAllUsesWith(Null);
  Check("cannot use a null pointer to a node");
  X->replaceAllUsesWith(Gone);
  Check("cannot use a node that was erased before");
  X->replaceAllUsesWith(Foreign);
  Check("cannot use %y: it is a node of another graph");
  Gone->replaceAllUsesWith(X);
  Check("cannot replace a node that was erased before");
  Neg->replaceInputWith(X, Foreign);
  Check("cannot use %y: it is a node of another graph");
  Neg->setOperand(0, Null);
  Check("cannot use a null pointer to a node");
  X->append(Foreign);
  Check("cannot move %y: it is a node of another graph");
  X->prepend(Null);
  Check("cannot move a null pointer to a node");
  EXPECT_FALSE(G.eraseNode(Null));
  Check("cannot erase a null pointer");
  {
    InsertionGuard Guard = G.insertingBefore(Foreign);
  }
  Check("cannot insert at %y: it is a node of another graph");
  // A new call takes None, and is not valid.
  Node *Call = G.callFunction("operator.neg", {Null});
  EXPECT_TRUE(Call->arg(0).isNone());
  EXPECT_EQ(G.takeRefusal(), "cannot use a null pointer to a node");
  EXPECT_TRUE(bool(G.lint()));
}

TEST(GraphEdit, PlacesThatAreNone) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *Add = G.callFunction("operator.add", {X, X});
  Node *Neg = G.callFunction("operator.neg", {Add});
  Add->setOperand(2, X);
  EXPECT_EQ(G.takeRefusal(), "cannot set operand 2 of %add: it has 2");
  Add->updateArg(9, 1);
  EXPECT_EQ(G.takeRefusal(), "cannot change argument 9 of %add: it has 2");
  Add->insertArg(3, 1);
  EXPECT_EQ(G.takeRefusal(), "cannot change argument 3 of %add: it has 2");
  EXPECT_EQ(Add->numArgs(), 2u);
  EXPECT_EQ(Neg->operand(0), Add);
  EXPECT_FALSE(bool(G.lint()));
}

/// Whether isBefore() is the order of the list.
bool isOrdered(const Graph &G) {
  const Node *Before = nullptr;
  for (const Node *N : G.nodes()) {
    if (Before && (!Before->isBefore(N) || N->isBefore(Before)))
      return false;
    Before = N;
  }
  return true;
}

// At the front, at the end, in the middle and all over, however little room is
// left there.
TEST(GraphEdit, AnyInsertionKeepsTheOrder) {
  for (unsigned Spot = 0; Spot != 5; ++Spot) {
    Context Ctx;
    Graph G(Ctx);
    std::vector<Node *> Nodes;
    for (unsigned I = 0; I != 300; ++I)
      Nodes.push_back(G.placeholder("x"));
    std::mt19937 Random(Spot);
    for (unsigned I = 0; I != 3000; ++I) {
      Node *At = Spot == 0   ? G.front()
                 : Spot == 1 ? Nodes[150]
                 : Spot == 2 ? Nodes[299]
                 : Spot == 3 ? Nodes[Random() % Nodes.size()]
                             : Nodes.back();
      InsertionGuard Guard = G.insertingBefore(At);
      Nodes.push_back(G.callFunction("operator.neg"));
      ASSERT_TRUE(I % 100 != 0 || isOrdered(G)) << Spot << " after " << I;
    }
    EXPECT_TRUE(isOrdered(G)) << Spot;
  }
}

// Numbers end at 2^32: a node that goes to the end again and again gets there.
TEST(GraphEdit, MovingToTheEndForEverKeepsTheOrder) {
  Context Ctx;
  Graph G(Ctx);
  Node *A = G.placeholder("a"), *B = G.placeholder("b");
  for (unsigned I = 0; I != 35'000'000; ++I) {
    B->append(A);
    A->append(B);
  }
  EXPECT_TRUE(isOrdered(G));
  Node *C = G.placeholder("c");
  EXPECT_TRUE(A->isBefore(B) && B->isBefore(C) && A->isBefore(C));
}

/// Replaces \p Old by a new node.
void rewrite(Graph &G, Node *Old) {
  InsertionGuard Guard = G.insertingBefore(Old);
  Node *New = G.callFunction("torch.relu", Old->args());
  Old->replaceAllUsesWith(New);
  EXPECT_TRUE(G.eraseNode(Old));
}

/// How many erased nodes a graph keeps the slots of, and more than that.
constexpr unsigned NumKept = 4096, ManyErased = 5000;

// Not even a graph that is rewritten as a whole grows by more than what it
// keeps.
TEST(GraphEdit, RewritingUsesSlotsAgain) {
  Context Ctx;
  Graph G(Ctx);
  Node *Last = G.placeholder("x");
  for (unsigned I = 0; I != 2 * ManyErased; ++I)
    Last = G.callFunction("torch.relu", {Last});
  uint32_t Bound = G.idBound();
  for (Node *N : G.nodes())
    if (N->isCallFunction())
      rewrite(G, N);
  EXPECT_LT(G.idBound(), Bound + ManyErased);
  Bound = G.idBound();
  unsigned Count = 0;
  for (Node *N : G.findNodes(Opcode::CallFunction, "torch.relu")) {
    rewrite(G, N);
    ++Count;
  }
  EXPECT_EQ(Count, 2 * ManyErased);
  EXPECT_EQ(G.idBound(), Bound);
}

// A pointer that is older than the edits is not one to a new node.
TEST(GraphEdit, ErasedNodesStayErased) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *Old = G.callFunction("torch.relu", {X});
  Node *User = G.callFunction("operator.neg", {Old});
  rewrite(G, Old);
  for (unsigned I = 0; I != 1000; ++I)
    G.callFunction("torch.relu", {X});
  EXPECT_TRUE(Old->isErased());
  User->replaceAllUsesWith(Old);
  EXPECT_EQ(G.takeRefusal(), "cannot use a node that was erased before");
  User->updateArg(0, Old);
  llvm::Error Wrong = G.lint();
  EXPECT_TRUE(bool(Wrong));
  llvm::consumeError(std::move(Wrong));
}

/// Whether one of many new nodes, each erased again, is \p N.
bool isUsedAgain(Graph &G, const Node *N) {
  bool IsUsed = false;
  for (unsigned I = 0; I != ManyErased; ++I) {
    Node *New = G.placeholder("new");
    IsUsed |= New == N;
    G.eraseNode(New);
  }
  return IsUsed;
}

TEST(GraphEdit, OnlyWhatIteratorsStandOnIsHeld) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x"), *Y = G.placeholder("y");
  Node *Z = G.placeholder("z");
  std::unique_ptr<Graph> Copy;
  {
    NodeRange::iterator OnX = G.nodes().begin(), AlsoOnX = OnX;
    NodeRange::iterator OnY = std::next(OnX);
    EXPECT_TRUE(G.eraseNode(X));
    EXPECT_TRUE(G.eraseNode(Y));
    Copy = G.clone();
    EXPECT_FALSE(isUsedAgain(G, X) || isUsedAgain(G, Y));
    EXPECT_EQ(*++OnX, Z);
    EXPECT_FALSE(isUsedAgain(G, X));
    AlsoOnX = NodeRange::iterator();
    EXPECT_TRUE(isUsedAgain(G, X));
    EXPECT_FALSE(isUsedAgain(G, Y));
  }
  EXPECT_TRUE(isUsedAgain(G, Y));
  // Nothing is held in the copy.
  unsigned NumNew = 0;
  for (unsigned I = 0; I != ManyErased; ++I) {
    uint32_t Bound = Copy->idBound();
    Node *New = Copy->placeholder("new");
    NumNew += New->id() >= Bound;
    Copy->eraseNode(New);
  }
  EXPECT_EQ(NumNew, NumKept + 1 - 2);
}

TEST(GraphEdit, IteratorsMayOutliveTheirGraph) {
  Context Ctx;
  auto G = std::make_unique<Graph>(Ctx);
  G->placeholder("x");
  NodeRange::iterator It = G->nodes().begin(), Other = It;
  G.reset();
  EXPECT_EQ(It, NodeRange::iterator());
}

TEST(GraphEdit, TablesTellNodesInOneSlotApart) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  uint32_t Id = X->id();
  NodeSet Set;
  NodeMap<int> Map(7);
  NodeWorklist Work;
  NodeRef Ref = X;
  EXPECT_TRUE(Set.insert(X));
  EXPECT_FALSE(Set.insert(X));
  Map[X] = 1;
  Work.push(X);
  EXPECT_EQ(Ref.get(), X);
  EXPECT_TRUE(G.eraseNode(X));
  EXPECT_FALSE(Ref);
  Node *Y = G.placeholder("y");
  for (unsigned I = 0; I != ManyErased && Y->id() != Id; ++I) {
    G.eraseNode(Y);
    Y = G.placeholder("y");
  }
  ASSERT_EQ(Y->id(), Id);
  EXPECT_FALSE(Ref);
  EXPECT_FALSE(Set.contains(Y));
  EXPECT_FALSE(Map.contains(Y));
  EXPECT_EQ(Map.lookup(Y), 7);
  EXPECT_EQ(Work.pop(), nullptr);
  Work.push(Y);
  EXPECT_EQ(Map[Y], 7);
  EXPECT_TRUE(Set.insert(Y));
  Set.erase(Y);
  EXPECT_FALSE(Set.contains(Y));
  EXPECT_EQ(Work.pop(), Y);
}

TEST(GraphEdit, ConsecutiveCreatesAfterANodeStayInOrder) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *Y = G.placeholder("y");
  {
    InsertionGuard Guard = G.insertingAfter(X);
    Node *A = G.callFunction("operator.neg", {X});
    Node *B = G.callFunction("operator.abs", {A});
    EXPECT_EQ(X->next(), A);
    EXPECT_EQ(A->next(), B);
    EXPECT_EQ(B->next(), Y);
  }
  EXPECT_EQ(G.insertionPoint(), nullptr);
}

TEST(GraphEdit, ErasingTheInsertionPointMovesItOn) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *Y = G.placeholder("y");
  InsertionGuard Outer = G.insertingBefore(X);
  {
    InsertionGuard Inner = G.insertingBefore(Y);
    EXPECT_TRUE(G.eraseNode(X));
  }
  Node *Z = G.placeholder("z");
  EXPECT_EQ(Z->next(), Y);
}

TEST(GraphEdit, ReplacingUsesMakesNoSelfLoop) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *Neg = G.callFunction("operator.neg", {X});
  Node *Wrap = G.callFunction("torch.relu", {Neg});
  Node *Out = G.output(Neg);
  EXPECT_EQ(Neg->replaceAllUsesWith(Wrap), 1u);
  EXPECT_EQ(Wrap->operand(0), Neg);
  EXPECT_EQ(Out->operand(0), Wrap);
}

TEST(GraphEdit, ForeignNodesAreKeptOutAndNoted) {
  Context Ctx;
  Graph G(Ctx), H(Ctx);
  Node *X = G.placeholder("x");
  Node *Y = H.placeholder("y");
  Node *Add = G.callFunction("operator.add", {X, Y});
  EXPECT_EQ(Add->arg(0), Argument(X));
  EXPECT_TRUE(Add->arg(1).isNone());
  ASSERT_EQ(G.nodesWithForeignOperands().size(), 1u);
  EXPECT_EQ(G.nodesWithForeignOperands()[0], Add->id());
  Node *Nested = G.callFunction(
      "torch.cat", {Argument::list({Y, X, Argument::slice(Y, 1, X)})});
  EXPECT_EQ(Nested->arg(0),
            Argument::list({Argument(), X, Argument::slice({}, 1, X)}));
  EXPECT_EQ(H.front()->numUsers(), 0u);
}

TEST(GraphEdit, ManyOperandsAndUsers) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  std::vector<Argument> Values;
  for (unsigned I = 0; I != 100000; ++I)
    Values.push_back(I % 2 ? X : G.callFunction("operator.neg", {X}));
  Node *Out = G.output(Argument::tuple(Values));
  EXPECT_EQ(Out->numOperands(), 100000u);
  EXPECT_EQ(Out->allInputNodes().size(), 50001u);
  EXPECT_EQ(X->numUsers(), 50001u);
  Node *Y = G.placeholder("y");
  EXPECT_EQ(X->replaceAllUsesWith(Y), 100000u);
  EXPECT_EQ(Y->numUsers(), 50001u);
  EXPECT_EQ(Out->arg(0).size(), 100000u);
}

} // namespace
