//===- PartitionTest.cpp - Parts of graphs that run as one call -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/Partition.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace fx;
using namespace llvm;

namespace {

constexpr uint32_t None = Partition::None;

class PartitionTest : public ::testing::Test {
protected:
  PartitionTest() : G(Ctx), X(G.placeholder("x")) {}

  /// A call with a tag.
  Node *call(StringRef Target, ArrayRef<Argument> Args, uint32_t Tag = None) {
    Node *N = G.callFunction(Target, Args);
    Tags[N] = Tag;
    return N;
  }
  Node *relu(Node *A, uint32_t Tag = None) {
    return call("torch.relu", {A}, Tag);
  }
  Node *add(Node *A, Node *B, uint32_t Tag = None) {
    return call("torch.add", {A, B}, Tag);
  }
  Partition partition(PartitionOptions Options = {}, uint32_t NumTags = 8) {
    return Partition(
        G, NumTags,
        [&](const Node &N) {
          auto It = Tags.find(&N);
          return It == Tags.end() ? None : It->second;
        },
        Options);
  }
  /// `0:relu,relu_1 1:add`, by order.
  static std::string text(const Partition &P) {
    std::vector<std::string> Parts;
    for (const Partition::Part &Part : P.parts()) {
      std::vector<std::string> Names;
      for (Node *N : Part.Nodes)
        Names.push_back(N->name());
      Parts.push_back(std::to_string(Part.Tag) + ":" + join(Names, ","));
    }
    return join(Parts, " ");
  }
  static std::string order(const Partition &P) {
    std::vector<std::string> Names;
    for (Node *N : P.order())
      Names.push_back(N->name());
    return join(Names, " ");
  }
  /// Whether the order runs, and the nodes of each part follow each other.
  void check(const Partition &P) {
    ASSERT_EQ(P.order().size(), G.size());
    DenseMap<const Node *, size_t> Place;
    std::vector<size_t> Seen(P.parts().size());
    uint32_t Last = None;
    for (Node *N : P.order()) {
      uint32_t Part = P.partOf(*N);
      if (Part != None) {
        EXPECT_TRUE(Part == Last || Seen[Part] == 0) << N->name();
        ++Seen[Part];
      }
      Last = Part;
      for (unsigned I = 0; I != N->numOperands(); ++I)
        EXPECT_TRUE(Place.count(N->operand(I))) << N->name();
      EXPECT_TRUE(Place.try_emplace(N, Place.size()).second);
    }
    for (auto [I, Part] : enumerate(P.parts())) {
      EXPECT_EQ(Seen[I], Part.Nodes.size());
      for (Node *N : Part.Nodes)
        EXPECT_EQ(P.partOf(*N), I);
    }
  }
  std::string run(PartitionOptions Options = {}) {
    Partition P = partition(Options);
    check(P);
    return text(P);
  }

  Context Ctx;
  Graph G;
  Node *X;
  DenseMap<const Node *, uint32_t> Tags;
};

TEST_F(PartitionTest, NothingHasATag) {
  G.output(relu(X));
  EXPECT_EQ(run(), "");
}

TEST_F(PartitionTest, AGraphWithoutNodes) {
  Context Other;
  Graph Empty(Other);
  Partition P(Empty, 1, [](const Node &) { return 0u; });
  EXPECT_TRUE(P.parts().empty());
  EXPECT_TRUE(P.order().empty());
}

TEST_F(PartitionTest, AChainIsOnePart) {
  G.output(relu(relu(relu(X, 0), 0), 0));
  EXPECT_EQ(run(), "0:relu,relu_1,relu_2");
}

TEST_F(PartitionTest, PlaceholdersAndOutputsAreInNoPart) {
  Tags[X] = 0;
  Node *Output = G.output(relu(X, 0));
  Tags[Output] = 0;
  EXPECT_EQ(run(), "0:relu");
}

TEST_F(PartitionTest, ATagThatNeedsItselfHasLevels) {
  // relu and relu_2 have one tag, relu_1 stands between them.
  G.output(relu(relu(relu(X, 0)), 0));
  EXPECT_EQ(run(), "0:relu 0:relu_2");
}

TEST_F(PartitionTest, TwoTagsThatNeedEachOther) {
  Node *A = relu(X, 0);
  Node *B = relu(A, 1);
  Node *C = relu(B, 0);
  G.output(relu(C, 1));
  EXPECT_EQ(run(), "0:relu 1:relu_1 0:relu_2 1:relu_3");
}

TEST_F(PartitionTest, TagsWithoutACycleAreWhole) {
  // Two tags side by side that meet at the end, whatever their levels.
  Node *A = relu(X, 0);
  Node *B = relu(X, 1);
  Node *C = relu(A, 0);
  Node *D = add(B, A, 1);
  G.output({Argument::tuple({C, D})});
  EXPECT_EQ(run(), "0:relu,relu_2 1:relu_1,add");
}

TEST_F(PartitionTest, PiecesAreJoinedWithTheirUsers) {
  // relu_2 needs nothing and could be at the first level; its user is at the
  // second one, and takes it.
  Node *A = relu(X, 0);
  Node *B = relu(A);
  Node *C = relu(X, 0);
  G.output(add(B, C, 0));
  EXPECT_EQ(run(), "0:relu 0:relu_2,add");
}

TEST_F(PartitionTest, APieceWithUsersOfBothLevelsStaysWithTheFirst) {
  Node *C = relu(X, 0);
  Node *A = add(X, C, 0);
  Node *B = relu(A);
  G.output(add(B, C, 0));
  EXPECT_EQ(run(), "0:relu,add 0:add_1");
}

TEST_F(PartitionTest, IndependentPieces) {
  Node *A = relu(relu(X, 0), 0);
  Node *B = relu(X, 0);
  G.output({Argument::tuple({A, B})});
  EXPECT_EQ(run(), "0:relu,relu_1,relu_2");
  PartitionOptions Split;
  Split.SplitIndependent = true;
  EXPECT_EQ(run(Split), "0:relu,relu_1 0:relu_2");
}

TEST_F(PartitionTest, SmallPartsAreNone) {
  Node *A = relu(relu(X, 0), 0);
  G.output(relu(A, 1));
  PartitionOptions Two;
  Two.MinNodes = 2;
  EXPECT_EQ(run(Two), "0:relu,relu_1");
}

TEST_F(PartitionTest, WithoutSmallPartsOthersGrow) {
  // relu_2 needs the tag 2 and relu_3 is needed by it, but no node of the tag 2
  // needs another one by way of them.
  Node *A = relu(relu(X, 2), 2);
  Node *B = relu(A, 1);
  Node *C = relu(X, 1);
  Node *D = relu(add(A, C, 2), 2);
  G.output({Argument::tuple({B, D})});
  EXPECT_EQ(run(), "2:relu,relu_1 1:relu_2 1:relu_3 2:add,relu_4");
  PartitionOptions Two;
  Two.MinNodes = 2;
  EXPECT_EQ(run(Two), "2:relu,relu_1,add,relu_4");
}

TEST_F(PartitionTest, APartIsWhereItsFirstNodeIs) {
  Node *A = relu(X, 0);
  Node *B = relu(X);
  Node *C = add(A, B, 0);
  G.output(C);
  Partition P = partition();
  check(P);
  EXPECT_EQ(order(P), "x relu_1 relu add output");
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

TEST_F(PartitionTest, AWriteBetweenReads) {
  Node *A = relu(X);
  Node *B = relu(A, 0);
  call("torch.ops.aten.add_.Tensor", {A, 1});
  G.output(add(B, relu(A, 0)));
  // The write must stay between the two nodes of the tag.
  EXPECT_EQ(run(), "0:relu_1 0:relu_2");
}

TEST_F(PartitionTest, AWriteToOtherMemory) {
  Node *A = relu(X);
  Node *Other = call("torch.zeros", {2});
  Node *B = relu(A, 0);
  call("torch.ops.aten.add_.Tensor", {Other, 1});
  G.output(add(B, relu(A, 0)));
  EXPECT_EQ(run(), "0:relu_1,relu_2");
}

TEST_F(PartitionTest, AWriteByAView) {
  Node *A = relu(X);
  Node *View = call("torch.ops.aten.view.default", {A, 2});
  Node *B = relu(A, 0);
  call("torch.ops.aten.add_.Tensor", {View, 1});
  G.output(add(B, relu(A, 0)));
  EXPECT_EQ(run(), "0:relu_1 0:relu_2");
}

TEST_F(PartitionTest, AWriteToWhatIsGivenMayBeToOtherInputs) {
  Node *Y = G.placeholder("y");
  Node *B = relu(X, 0);
  call("torch.ops.aten.add_.Tensor", {Y, 1});
  G.output(add(B, relu(X, 0)));
  EXPECT_EQ(run(), "0:relu 0:relu_1");
}

TEST_F(PartitionTest, TwoWritesAndNoRead) {
  Node *A = relu(X);
  call("torch.ops.aten.add_.Tensor", {A, 1}, 0);
  call("torch.ops.aten.mul_.Tensor", {A, 2});
  call("torch.ops.aten.add_.Tensor", {A, 3}, 0);
  G.output(A);
  EXPECT_EQ(run(), "0:add__tensor 0:add__tensor_1");
}

TEST_F(PartitionTest, RandomNumbersAreDrawnInOrder) {
  Node *A = call("torch.rand_like", {X}, 0);
  Node *B = call("torch.rand_like", {X});
  Node *C = call("torch.rand_like", {X}, 0);
  G.output({Argument::tuple({A, B, C})});
  EXPECT_EQ(run(), "0:rand_like 0:rand_like_2");
}

TEST_F(PartitionTest, ChecksFailInOrder) {
  StringRef Assert = "torch.ops.aten._assert_async.msg";
  Argument Text = Argument::string(Ctx, "no");
  call(Assert, {X, Text}, 0);
  call(Assert, {X, Text});
  call(Assert, {X, Text}, 0);
  G.output(relu(X));
  EXPECT_EQ(run(), "0:_assert_async_msg 0:_assert_async_msg_2");
}

TEST_F(PartitionTest, ChecksAndOtherNodesChangePlaces) {
  Node *A = relu(X, 0);
  call("torch.ops.aten._assert_async.msg", {A, Argument::string(Ctx, "no")});
  G.output(relu(A, 0));
  EXPECT_EQ(run(), "0:relu,relu_1");
}

TEST_F(PartitionTest, WritesThatCallersSeeStayOnTheirSideOfChecks) {
  Argument Text = Argument::string(Ctx, "no");
  call("torch.ops.aten.add_.Tensor", {X, 1}, 0);
  Node *Y = G.placeholder("y");
  call("torch.ops.aten._assert_async.msg", {relu(Y), Text});
  call("torch.ops.aten.add_.Tensor", {X, 1}, 0);
  G.output(Y);
  EXPECT_EQ(run(), "0:add__tensor 0:add__tensor_1");
}

TEST_F(PartitionTest, NothingPassesAnUnknownCall) {
  Node *A = relu(X, 0);
  call("mylib.unheard_of", {X});
  G.output(add(A, relu(X, 0)));
  EXPECT_EQ(run(), "0:relu 0:relu_1");
}

TEST_F(PartitionTest, UnknownCallsInAPart) {
  Node *A = relu(X, 0);
  Node *B = call("mylib.unheard_of", {A}, 0);
  G.output(add(B, relu(X, 0), 0));
  EXPECT_EQ(run(), "0:relu,unheard_of,relu_1,add");
}

//===----------------------------------------------------------------------===//
// Many graphs
//===----------------------------------------------------------------------===//

class RandomPartition : public ::testing::TestWithParam<unsigned> {};

/// The ends of every edge that must stay, found by looking at all pairs.
static bool mustStay(const Node &A, const Node &B, const Node *Memory) {
  auto Touches = [&](const Node &N) {
    for (unsigned I = 0; I != N.numOperands(); ++I)
      if (N.operand(I) == Memory)
        return true;
    return false;
  };
  auto Writes = [&](const Node &N) {
    return N.targetText().contains("add_.") && N.operand(0) == Memory;
  };
  auto Draws = [](const Node &N) { return N.targetText().contains("rand"); };
  return (Writes(A) && Touches(B)) || (Touches(A) && Writes(B)) ||
         (Draws(A) && Draws(B));
}

TEST_P(RandomPartition, OrderIsLegal) {
  std::mt19937 Random(GetParam());
  auto Below = [&](unsigned N) { return unsigned(Random() % N); };
  Context Ctx;
  Graph G(Ctx);
  std::vector<Node *> Values = {G.placeholder("x"), G.placeholder("y")};
  Node *Memory = G.callFunction("torch.zeros", {2});
  DenseMap<const Node *, uint32_t> Tags;
  unsigned NumTags = 1 + Below(4);
  for (unsigned I = 0, E = 5 + Below(60); I != E; ++I) {
    auto Any = [&] { return Values[Below(Values.size())]; };
    Node *N = nullptr;
    switch (Below(10)) {
    case 0:
      N = G.callFunction("torch.ops.aten.add_.Tensor", {Memory, Any()});
      break;
    case 1:
      N = G.callFunction("torch.rand_like", {Any()});
      break;
    case 2:
      N = G.callFunction("torch.add", {Memory, Any()});
      break;
    default:
      N = G.callFunction("torch.add", {Any(), Any()});
    }
    if (N->targetText() != "torch.ops.aten.add_.Tensor")
      Values.push_back(N);
    if (Below(3))
      Tags[N] = Below(NumTags);
  }
  G.output(Argument(Values.back()));
  PartitionOptions Options;
  Options.SplitIndependent = Below(2);
  Options.MinNodes = 1 + Below(3);
  auto TagOf = [&](const Node &N) {
    auto It = Tags.find(&N);
    return It == Tags.end() ? None : It->second;
  };
  Partition P(G, NumTags, TagOf, Options);

  ASSERT_EQ(P.order().size(), G.size());
  DenseMap<const Node *, size_t> Place;
  for (auto [I, N] : enumerate(P.order()))
    Place[N] = I;
  ASSERT_EQ(Place.size(), G.size());
  for (Node *N : G.nodes())
    for (unsigned I = 0; I != N->numOperands(); ++I)
      EXPECT_LT(Place[N->operand(I)], Place[N]);
  for (Node *A : G.nodes())
    for (Node *B = A->next(); B; B = B->next())
      if (!A->isPlaceholder() && !B->isOutput() && mustStay(*A, *B, Memory)) {
        EXPECT_LT(Place[A], Place[B]) << A->name() << " " << B->name();
      }
  size_t InParts = 0;
  for (const Partition::Part &Part : P.parts()) {
    EXPECT_GE(Part.Nodes.size(), Options.MinNodes);
    size_t First = Place[Part.Nodes.front()];
    for (auto [I, N] : enumerate(Part.Nodes)) {
      EXPECT_EQ(Place[N], First + I);
      EXPECT_EQ(TagOf(*N), Part.Tag);
      ++InParts;
    }
  }
  if (Options.MinNodes == 1) {
    EXPECT_EQ(InParts, Tags.size());
  }

  // Parts that are tags of their own stay as they are.
  PartitionOptions Plain;
  Partition Again(
      G, P.parts().size(), [&](const Node &N) { return P.partOf(N); }, Plain);
  ASSERT_EQ(Again.parts().size(), P.parts().size());
  for (auto [A, B] : zip(P.parts(), Again.parts()))
    EXPECT_EQ(A.Nodes, B.Nodes);
}

INSTANTIATE_TEST_SUITE_P(Graphs, RandomPartition, ::testing::Range(0u, 200u));

TEST(PartitionDepth, LongChainsOfCycles) {
  // Two tags in turn: as many levels as nodes.
  Context Ctx;
  Graph G(Ctx);
  Node *Last = G.placeholder("x");
  DenseMap<const Node *, uint32_t> Tags;
  for (unsigned I = 0; I != 200000; ++I) {
    Last = G.callFunction("torch.relu", {Last});
    Tags[Last] = I & 1;
  }
  G.output(Last);
  Partition P(G, 2, [&](const Node &N) { return Tags.lookup(&N); });
  EXPECT_EQ(P.parts().size(), 200000u);
}

} // namespace
