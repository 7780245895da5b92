//===- StateEditorTest.cpp - Editing weights from a pass ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/StateEditor.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/Context.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {
class StateEditorTest : public testing::Test {
protected:
  StateEditorTest() : M(Ctx) {
    M.setTreeKind(GraphModule::TreeKind::Closed);
    M.setWeightStore(std::make_shared<WeightStore>());
  }
  /// A parameter of six elements and its node.
  Node *add(StringRef Path, ArrayRef<int64_t> Sizes, ArrayRef<int64_t> Strides,
            int64_t Offset = 0) {
    std::string Record =
        cantFail(M.weightStore()->add("record", Six.storage().str()));
    TensorData View = cantFail(TensorData::view(
        DType::Float32, Sizes, Strides, Offset,
        cantFail(M.weightStore()->read(Record)), M.weightStore()));
    TensorAttr T;
    T.Record = Ctx.intern(Record);
    T.Type = View.type(Ctx);
    M.addState(Path, T);
    return M.graph().getAttr(Path);
  }
  SmallVector<int64_t, 6> stridesOf(StringRef Path) {
    return SmallVector<int64_t, 6>(cantFail(readState(M, Path)).strides());
  }
  using Strides = SmallVector<int64_t, 6>;

  Context Ctx;
  GraphModule M;
  TensorData Six =
      TensorData::of<float>(DType::Float32, {2, 3}, {0, 1, 2, 3, 4, 5});
};
} // namespace

TEST_F(StateEditorTest, FindsFreePaths) {
  add("weight", {6}, {1});
  add("layers.0.weight", {6}, {1});
  add("odd-name.weight", {6}, {1});
  EXPECT_EQ(M.freeStatePath("scale"), "scale");
  EXPECT_EQ(M.freeStatePath("weight"), "weight_1");
  EXPECT_EQ(M.freeStatePath("layers.0.scale"), "layers.0.scale");
  EXPECT_EQ(M.freeStatePath("layers.0.weight"), "layers.0.weight_1");
  EXPECT_EQ(M.freeStatePath("layers"), "layers_1");
  EXPECT_EQ(M.freeStatePath("odd-name.other-name"), "odd-name.other_name");
  // No module can be where a tensor is.
  EXPECT_EQ(M.freeStatePath("weight.x"), "weight_x");
  EXPECT_EQ(M.freeStatePath("layers.0.weight.x"), "layers.0.weight_x");
  // Nor can attributes have names of Python or of PyTorch.
  EXPECT_EQ(M.freeStatePath("class"), "class_1");
  EXPECT_EQ(M.freeStatePath("layers.0.forward"), "layers.0.forward_1");
  EXPECT_EQ(M.freeStatePath("training"), "training_1");
  EXPECT_EQ(M.freeStatePath("graph"), "graph_1");
  EXPECT_EQ(M.freeStatePath("forward.weight"), "forward_weight");
  EXPECT_EQ(M.freeStatePath("a..b."), "a.b");
  EXPECT_EQ(M.freeStatePath(""), "_");
  EXPECT_EQ(M.freeStatePath("__dict__"), "__dict___1");
}

TEST_F(StateEditorTest, FindsAnotherNodeAfterOneIsErased) {
  Node *A = add("w", {2, 3}, {3, 1});
  Node *B = M.graph().getAttr("w");
  M.graph().output(B);
  StateEditor State(M);
  ASSERT_EQ(State.find("w"), A);
  EXPECT_TRUE(State.erase(*A));
  EXPECT_EQ(State.find("w"), B);
}

TEST_F(StateEditorTest, ReplacesInTheLayoutOfTheState) {
  Node *Columns = add("columns", {2, 3}, {1, 2});
  StateEditor State(M);
  ASSERT_FALSE(bool(State.replace(*Columns, Six)));
  EXPECT_EQ(stridesOf("columns"), (Strides{1, 2}));
  EXPECT_TRUE(cantFail(State.read(*Columns)).isIdenticalTo(Six));
  // Other sizes, and a layout that was chosen, are as they are given.
  TensorData Row = cantFail(Six.reshape({6}));
  ASSERT_FALSE(bool(State.replace(*Columns, Row)));
  EXPECT_EQ(stridesOf("columns"), (Strides{1}));
  ASSERT_FALSE(
      bool(State.replace(*Columns, cantFail(Six.withStrides({4, 1})))));
  EXPECT_EQ(stridesOf("columns"), (Strides{4, 1}));
  EXPECT_TRUE(cantFail(State.read(*Columns)).isIdenticalTo(Six));
}

TEST_F(StateEditorTest, ReplacesWhatOverlapped) {
  Node *Row = add("row", {2, 3}, {0, 1});
  StateEditor State(M);
  ASSERT_FALSE(bool(State.replace(*Row, Six)));
  EXPECT_EQ(stridesOf("row"), (Strides{3, 1}));
  EXPECT_TRUE(cantFail(State.read(*Row)).isIdenticalTo(Six));
}

TEST_F(StateEditorTest, KeepsTheLayoutOfAViewThatIsComputedWith) {
  Node *View = add("view", {2, 2}, {1, 2}, 1);
  StateEditor State(M);
  TensorData Old = cantFail(State.read(*View));
  EXPECT_EQ(Old.toDoubles(), (std::vector<double>{1, 3, 2, 4}));
  ASSERT_FALSE(
      bool(State.replace(*View, Old.map([](double V) { return -V; }))));
  TensorData New = cantFail(State.read(*View));
  EXPECT_EQ(stridesOf("view"), (Strides{1, 2}));
  EXPECT_EQ(New.storageOffset(), 0);
  EXPECT_EQ(New.storage().size(), 16u);
  EXPECT_EQ(New.toDoubles(), (std::vector<double>{-1, -3, -2, -4}));
}

TEST_F(StateEditorTest, AddsWithMemory) {
  auto Owner = std::make_shared<TensorData>(Six);
  TensorData View = cantFail(
      TensorData::view(DType::Float32, {2}, {2}, 1, Six.storage(), Owner));
  StateEditor State(M);
  Node *New = cantFail(State.addConstant("c", View));
  TensorData Read = cantFail(State.read(*New));
  EXPECT_EQ(Read.storageOffset(), 1);
  EXPECT_EQ(Read.strides()[0], 2);
  EXPECT_EQ(Read.storage(), Six.storage());
  EXPECT_EQ(Read.toDoubles(), (std::vector<double>{1, 3}));
}

TEST_F(StateEditorTest, KnowsWhoLooksAtMemory) {
  Node *Plain = add("plain", {2, 3}, {3, 1}), *Seen = add("seen", {2}, {1}, 2);
  Graph &G = M.graph();
  Node *Neg = G.callFunction("torch.neg", {Plain});
  Node *View = G.callMethod("view", {Seen, 2, 1});
  Node *Strided = G.callMethod(
      "as_strided", {View, Argument::tuple({6}), Argument::tuple({1}), 0});
  Node *Sum = G.callFunction("torch.add", {Neg, Strided});
  G.output(Sum);
  StateEditor State(M);
  EXPECT_FALSE(State.hasStorageUses("plain"));
  EXPECT_TRUE(State.hasStorageUses("seen"));
  EXPECT_TRUE(State.hasStorageUses("none"));
  EXPECT_FALSE(State.isReturned("seen"));
}

TEST_F(StateEditorTest, TellsEveryUseOfTheNewType) {
  Node *W = add("w", {2, 3}, {3, 1}), *Other = add("other", {2, 3}, {3, 1});
  Node *Again = M.graph().getAttr("w");
  Argument Old = M.state("w")->Type;
  for (Node *N : {W, Other})
    N->setVal(Old);
  StateEditor State(M);
  TensorData Row = cantFail(Six.reshape({6}));
  ASSERT_FALSE(bool(State.replace(*W, Row)));
  EXPECT_EQ(*W->val(), M.state("w")->typeWithGradient());
  EXPECT_NE(*W->val(), Old);
  EXPECT_EQ(*Other->val(), Old);
  // Nobody wanted to know it there.
  EXPECT_FALSE(Again->val());
}

TEST_F(StateEditorTest, TellsTheInputsOfAProgram) {
  M.makeProgram();
  StateEditor State(M);
  Node *W = cantFail(State.addParameter("w", Six)),
       *B = cantFail(State.addBuffer("b", Six)),
       *C = cantFail(State.addConstant("c", Six));
  TensorData Row = cantFail(Six.reshape({6}));
  for (Node *N : {W, B, C}) {
    ASSERT_TRUE(N->isPlaceholder());
    ASSERT_FALSE(bool(State.replace(*N, Row)));
    EXPECT_EQ(TensorType(*N->val()).fixedSizes()->size(), 1u);
  }
}
