//===- LayoutSourcesTest.cpp - Whose layout a value follows ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/LayoutSources.h"
#include "fx/IR/Module.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::StringRef;
using rewrite::LayoutSources;

namespace {

class LayoutSourcesTest : public ::testing::Test {
protected:
  LayoutSourcesTest() : M(Ctx), G(M.graph()), Layouts(G) {}

  /// Of any kind.
  bool followsInputs(const Node &N) {
    return llvm::any_of(LayoutSources::Kinds, [&](LayoutSources::Kind K) {
      return Layouts.followsInputs(N, K);
    });
  }

  /// An input of a caller, or a parameter.
  Node *input(ArrayRef<int64_t> Sizes, StringRef Kind = "user_input") {
    llvm::SmallVector<Argument, 4> Dims(Sizes.begin(), Sizes.end());
    llvm::SmallVector<Argument, 4> Strides(Dims.size());
    int64_t Product = 1;
    for (size_t I = Dims.size(); I-- != 0; Product *= Sizes[I])
      Strides[I] = Product;
    Node *N = G.placeholder("x");
    N->setVal(Argument::tensorType(DType::Float32, Argument::tuple(Dims),
                                   Argument::tuple(Strides),
                                   Argument::device(Ctx, "cpu")));
    llvm::SmallVector<Argument, 2> Spec = {Argument::string(Ctx, Kind)};
    if (Kind != "user_input")
      Spec.push_back(Argument::string(Ctx, "x"));
    N->setMeta("input_spec", Argument::tuple(Spec));
    return N;
  }
  /// A call whose value follows from its rule, where it has one.
  Node *call(StringRef Op, ArrayRef<Argument> Args,
             ArrayRef<KwArg> Named = {}) {
    Node *N = G.callFunction(("torch.ops." + Op).str(), Args, Named);
    if (llvm::Expected<Argument> Val = inferValue(*N, &M))
      N->setVal(*Val);
    else
      llvm::consumeError(Val.takeError());
    return N;
  }
  Node *copyInRows(Node *Of) {
    return call("aten.clone.default", {Of},
                {{Ctx.intern("memory_format"), MemoryFormat::Contiguous}});
  }

  Context Ctx;
  GraphModule M;
  Graph &G;
  LayoutSources Layouts;
};

TEST_F(LayoutSourcesTest, CallersMayGiveInputsOtherStrides) {
  Node *X = input({2, 3});
  EXPECT_TRUE(followsInputs(*X));
  EXPECT_TRUE(followsInputs(*call("aten.relu.default", {X})));
  // A placeholder without a role is an input.
  Node *Plain = input({4, 1, 3});
  Plain->eraseMeta("input_spec");
  EXPECT_TRUE(followsInputs(*Plain));
  // Parameters are those of the program.
  Node *W = input({2, 3}, "parameter");
  EXPECT_FALSE(followsInputs(*W));
  EXPECT_FALSE(followsInputs(*call("aten.relu.default", {W})));
  // The strides of these make no difference.
  EXPECT_FALSE(followsInputs(*input({})));
  EXPECT_FALSE(followsInputs(*input({0})));
  // The stride of one place.
  EXPECT_TRUE(followsInputs(*input({1, 1})));
  // A slice with steps.
  EXPECT_TRUE(followsInputs(*input({5})));
  EXPECT_FALSE(followsInputs(*call("aten.relu.default", {input({5})})));
}

TEST_F(LayoutSourcesTest, OneOperandThatFollowsIsEnough) {
  Node *X = input({2, 3}), *W = input({2, 3}, "parameter");
  Node *First = call("aten.add.Tensor", {X, W});
  Node *Last = call("aten.add.Tensor", {W, X});
  Node *None = call("aten.add.Tensor", {W, W});
  EXPECT_TRUE(followsInputs(*First));
  EXPECT_TRUE(followsInputs(*Last));
  EXPECT_FALSE(followsInputs(*None));
  // An operand that was asked before counts as much.
  EXPECT_TRUE(followsInputs(*call("aten.mul.Tensor", {None, First})));
  EXPECT_FALSE(followsInputs(*call("aten.mul.Tensor", {None, W})));
}

TEST_F(LayoutSourcesTest, SomeCallsLayResultsOutInOneWay) {
  Node *X = input({2, 3, 4, 5}), *Y = input({4, 3}), *Z = input({3, 4});
  Node *Copy = copyInRows(X);
  EXPECT_FALSE(followsInputs(*Copy));
  EXPECT_FALSE(followsInputs(*call("aten.mm.default", {Y, Z})));
  EXPECT_TRUE(followsInputs(*call("aten.clone.default", {X})));
  // Convolutions keep channels last, though not the reverse of dimensions.
  Node *K = input({2, 3, 1, 1}, "parameter");
  EXPECT_TRUE(followsInputs(*call("aten.conv2d.default", {X, K})));
  // A view of what lies in one way does so too, and so does its sum.
  Node *View = call("aten.transpose.int", {Copy, 1, 2});
  EXPECT_FALSE(followsInputs(*View));
  EXPECT_FALSE(followsInputs(
      *call("aten.sum.dim_IntList", {View, Argument::list({Argument(1)})})));
}

TEST_F(LayoutSourcesTest, NothingIsKnownOfUnknownCalls) {
  Node *X = input({2, 3}), *W = input({2, 3}, "parameter");
  EXPECT_TRUE(followsInputs(*call("mine.op.default", {X})));
  EXPECT_FALSE(followsInputs(*call("mine.op.default", {W})));
  // view fails for some strides, and is what its operand is for the others.
  Node *View = call("aten.view.default",
                    {X, Argument::list({Argument(3), Argument(2)})});
  EXPECT_TRUE(followsInputs(*View));
}

TEST_F(LayoutSourcesTest, CallersSeeResults) {
  Node *X = input({2, 3});
  Node *Seen = call("aten.relu.default", {X});
  Node *Sum = call("aten.sum.default", {call("aten.sin.default", {X})});
  Node *Unused = call("aten.relu.default", {X});
  Node *Later = call("aten.relu.default", {X});
  Node *End = call("aten.t.default", {call("aten.exp.default", {Later})});
  G.output(Argument::tuple({Seen, Sum, End}));
  EXPECT_TRUE(Layouts.isSeen(*Seen));
  EXPECT_TRUE(Layouts.isSeen(*Later));
  EXPECT_FALSE(Layouts.isSeen(*Sum->arg(0).asNode()));
  EXPECT_FALSE(Layouts.isSeen(*Unused));
  // A result that is a number is seen, as is all that is returned.
  EXPECT_TRUE(Layouts.isSeen(*Sum));
}

TEST_F(LayoutSourcesTest, CallsSeeTheLayoutOfOperands) {
  Node *X = input({2, 3}), *Y = input({3, 2});
  auto Relu = [&] { return call("aten.relu.default", {X}); };
  Node *Viewed = Relu(), *Copied = Relu(), *Multiplied = Relu(),
       *Split = Relu(), *Measured = Relu(), *Given = Relu();
  call("aten.view.default", {Viewed, Argument::list({Argument(6)})});
  copyInRows(Copied);
  call("aten.mm.default", {Multiplied, Y});
  Node *Parts = call("aten.split.Tensor", {Split, 1, 1});
  call("aten.sym_stride.int", {Measured, 0});
  call("mine.op.default", {Given});
  EXPECT_TRUE(Layouts.isSeen(*Viewed));
  EXPECT_FALSE(Layouts.isSeen(*Copied));
  EXPECT_FALSE(Layouts.isSeen(*Multiplied));
  // Nobody looks at the parts.
  EXPECT_FALSE(Layouts.isSeen(*Split));
  EXPECT_FALSE(Layouts.isSeen(*Parts));
  EXPECT_TRUE(Layouts.isSeen(*Measured));
  EXPECT_TRUE(Layouts.isSeen(*Given));
}

} // namespace
