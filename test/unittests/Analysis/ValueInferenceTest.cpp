//===- ValueInferenceTest.cpp - Values of nodes from their operands -------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ValueInference.h"
#include "fx/Analysis/ValueCall.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpRegistry.h"
#include "gtest/gtest.h"

using namespace fx;

namespace {
class ValueInferenceTest : public testing::Test {
protected:
  ValueInferenceTest() : M(Ctx), G(M.graph()) {}

  Argument tensor(DType T, llvm::ArrayRef<int64_t> Sizes) {
    llvm::SmallVector<Argument, 4> Dims(Sizes.begin(), Sizes.end());
    llvm::SmallVector<Argument, 4> Strides(Dims.size());
    int64_t Product = 1;
    for (size_t I = Dims.size(); I-- != 0; Product *= Sizes[I])
      Strides[I] = Product;
    return Argument::tensorType(T, Argument::tuple(Dims),
                                Argument::tuple(Strides),
                                Argument::device(Ctx, "cpu"));
  }
  Node *input(DType T, llvm::ArrayRef<int64_t> Sizes) {
    Node *N = G.placeholder("x");
    N->setMeta("val", tensor(T, Sizes));
    return N;
  }
  std::string failure(const Node &N) {
    llvm::Expected<Argument> Value = inferValue(N, &M);
    return Value ? "" : llvm::toString(Value.takeError());
  }

  Context Ctx;
  GraphModule M;
  Graph &G;
};
} // namespace

TEST_F(ValueInferenceTest, TypesArePromoted) {
  // torch.promote_types
  EXPECT_EQ(promoteTypes(DType::Int32, DType::Float16), DType::Float16);
  EXPECT_EQ(promoteTypes(DType::Float16, DType::BFloat16), DType::Float32);
  EXPECT_EQ(promoteTypes(DType::UInt8, DType::Int8), DType::Int16);
  EXPECT_EQ(promoteTypes(DType::Float64, DType::Complex64), DType::Complex128);
  EXPECT_EQ(promoteTypes(DType::Bool, DType::UInt8), DType::UInt8);
  // torch.result_type: numbers and tensors without dimensions count less.
  Promotion P;
  P.add(TensorValue(tensor(DType::Int32, {2})));
  P.addNumber(DType::Int64);
  EXPECT_EQ(P.result(), DType::Int32);
  P.add(TensorValue(tensor(DType::Float64, {})));
  EXPECT_EQ(P.result(), DType::Float64);
  P.add(TensorValue(tensor(DType::Float16, {2})));
  EXPECT_EQ(P.result(), DType::Float16);
}

TEST_F(ValueInferenceTest, NewNodesGetValues) {
  Node *X = input(DType::Float32, {2, 3});
  Node *Sum = G.callFunction("torch.ops.aten.sum.dim_IntList",
                             {X, Argument::list({1})});
  Node *Out = G.callFunction("torch.ops.aten.add.Tensor", {X, 1});
  G.output(Argument::tuple({Sum, Out}));
  llvm::Expected<unsigned> Count = inferMissingValues(M);
  ASSERT_TRUE(bool(Count));
  EXPECT_EQ(*Count, 2u);
  EXPECT_EQ(*Sum->meta("val"), tensor(DType::Float32, {2}));
  EXPECT_EQ(*Out->meta("val"), tensor(DType::Float32, {2, 3}));
}

TEST_F(ValueInferenceTest, Failures) {
  Node *X = input(DType::Float32, {2, 3});
  std::string NoRule =
      failure(*G.callFunction("torch.ops.mine.op.default", {X}));
  EXPECT_TRUE(llvm::StringRef(NoRule).starts_with(
      "there is no rule for the value of 'torch.ops.mine.op.default'"))
      << NoRule;
  // Rules meet arguments of any kind and number.
  for (const char *Target :
       {"torch.ops.aten.mm.default", "torch.ops.aten.cat.default",
        "torch.ops.aten.view.default", "torch.ops.aten.conv2d.default",
        "torch.ops.aten.slice.Tensor", "torch.ops.aten.index.Tensor",
        "torch.ops.aten.max_pool2d.default", "torch.ops.aten.permute.default",
        "torch.ops.aten.split.Tensor", "torch.ops.aten.topk.default"}) {
    EXPECT_NE(failure(*G.callFunction(Target)), "") << Target;
    EXPECT_NE(failure(*G.callFunction(Target, {1, Argument::none()})), "")
        << Target;
    EXPECT_NE(failure(*G.callFunction(Target, {X, X})), "") << Target;
    EXPECT_NE(failure(*G.callFunction(
                  Target, {X, Argument::list({Argument::list({})})})),
              "")
        << Target;
  }
  EXPECT_NE(failure(*G.callFunction("torch.ops.aten.select.int", {X, 7, 0})),
            "");
}

TEST_F(ValueInferenceTest, ErasedOperandsAreNamed) {
  Node *X = input(DType::Float32, {2, 3});
  Node *Erased = G.callFunction("torch.ops.aten.sin.default", {X});
  G.eraseNode(Erased);
  std::string Why =
      failure(*G.callFunction("torch.ops.aten.cos.default", {Erased}));
  EXPECT_NE(Why.find("was a node of another graph or an erased one"),
            std::string::npos)
      << Why;
}

TEST_F(ValueInferenceTest, InputsOfProgramsHaveAPlaceInTheSignature) {
  Node *X = G.placeholder("x");
  EXPECT_NE(failure(*X).find("--shape-prop"), std::string::npos);
  M.makeProgram();
  EXPECT_NE(failure(*X).find("%x has no 'input_spec'"), std::string::npos);
}

static Argument pairs(ValueCall &C) {
  TensorValue T = C.tensor(0u);
  Dims Sizes(T.sizes());
  Sizes.push_back(2);
  return C.result(T.dtype(), Sizes, T.device());
}

TEST_F(ValueInferenceTest, RulesHaveNames) {
  EXPECT_FALSE(lookupValueRule("test-pairs"));
  EXPECT_TRUE(registerValueRule("test-pairs", pairs));
  EXPECT_FALSE(registerValueRule("test-pairs", pairs));
  EXPECT_EQ(lookupValueRule("test-pairs"), pairs);
  // Each rule that the table of operators names is there.
  forEachDeclaredOp([](const OpInfo &Op) {
    if (!Op.valueRule().empty()) {
      EXPECT_TRUE(lookupValueRule(Op.valueRule())) << Op.name().str();
    }
  });
}

/// The value of a tensor with these strides.
static Argument strided(Context &Ctx, llvm::ArrayRef<int64_t> Sizes,
                        llvm::ArrayRef<int64_t> Strides, int64_t Offset = 0) {
  llvm::SmallVector<Argument, 4> S(Sizes.begin(), Sizes.end()),
      T(Strides.begin(), Strides.end());
  return Argument::tensorType(DType::Float32, Argument::tuple(S),
                              Argument::tuple(T), Argument::device(Ctx, "cpu"),
                              false, Offset);
}

TEST_F(ValueInferenceTest, Strides) {
  // Each operand is a tensor of these sizes and strides.
  struct {
    const char *Target;
    std::vector<int64_t> Sizes, Strides;
    std::vector<Argument> Rest;
    std::vector<int64_t> NewSizes, NewStrides;
    int64_t Offset = 0;
  } Cases[] = {
      {"slice.Tensor", {4, 10}, {10, 1}, {1, 2, 9, 3}, {4, 3}, {10, 3}, 2},
      {"slice.Tensor", {4, 10}, {20, 2}, {1, 2, 9, 3}, {4, 3}, {20, 6}, 4},
      {"slice.Tensor", {4, 10}, {1, 4}, {0, 1, 4, 2}, {2, 10}, {2, 4}, 1},
      {"unfold.default", {10}, {3}, {0, 4, 2}, {4, 4}, {6, 3}},
      {"select.int", {4, 10}, {1, 4}, {1, 2}, {4}, {1}, 8},
      {"narrow.default", {4, 10}, {1, 4}, {1, 2, 3}, {4, 3}, {1, 4}, 8},
      {"diagonal.default", {4, 5}, {2, 9}, {1}, {4}, {11}, 9},
      {"unsqueeze.default", {4, 5}, {1, 8}, {1}, {4, 1, 5}, {1, 40, 8}},
      {"expand.default", {}, {}, {Argument::list({1, 3})}, {1, 3}, {0, 0}},
      // Elementwise: the order of the operand, without its holes.
      {"neg.default", {4, 5}, {1, 8}, {}, {4, 5}, {1, 4}},
      {"neg.default",
       {2, 3, 4, 5},
       {120, 1, 30, 6},
       {},
       {2, 3, 4, 5},
       {60, 1, 15, 3}},
      {"neg.default", {3, 4}, {0, 1}, {}, {3, 4}, {4, 1}},
      {"add.Scalar", {5, 0, 3}, {1, 1, 1}, {1}, {5, 0, 3}, {3, 3, 1}},
      // A copy keeps strides where there are no holes.
      {"clone.default", {2, 1, 3}, {1, 50, 2}, {}, {2, 1, 3}, {1, 50, 2}},
      {"clone.default", {2, 1, 3}, {2, 50, 4}, {}, {2, 1, 3}, {1, 6, 2}},
      {"tril.default", {4, 5}, {1, 4}, {}, {4, 5}, {5, 1}},
      {"rot90.default", {4, 5}, {5, 1}, {}, {5, 4}, {1, 5}},
      {"atleast_3d.default", {4, 5}, {0, 0}, {}, {4, 5, 1}, {0, 0, 1}},
      // What is like channels-last counts as that, with holes as well.
      {"pixel_shuffle.default",
       {1, 4, 2, 3},
       {48, 1, 24, 8},
       {2},
       {1, 1, 4, 6},
       {24, 1, 6, 1}},
      {"max_pool3d.default",
       {4, 4, 4, 4},
       {64, 1, 16, 4},
       {Argument::list({2, 2, 2})},
       {4, 2, 2, 2},
       {8, 4, 2, 1}},
      {"_fft_c2c.default",
       {5, 6, 7},
       {42, 7, 1},
       {Argument::list({0}), 0, true},
       {5, 6, 7},
       {1, 35, 5}},
      {"view.default", {6}, {1}, {Argument::list({6, 1})}, {6, 1}, {1, 1}},
  };
  for (const auto &Case : Cases) {
    Node *X = G.placeholder("x");
    X->setMeta("val", strided(Ctx, Case.Sizes, Case.Strides));
    std::vector<Argument> Args = {X};
    Args.insert(Args.end(), Case.Rest.begin(), Case.Rest.end());
    std::string Target = std::string("torch.ops.aten.") + Case.Target;
    llvm::Expected<Argument> Value =
        inferValue(*G.callFunction(Target, Args), &M);
    ASSERT_TRUE(bool(Value)) << Target;
    EXPECT_EQ(*Value, strided(Ctx, Case.NewSizes, Case.NewStrides, Case.Offset))
        << Target;
  }
}

TEST_F(ValueInferenceTest, EinsumTurnsItsResult) {
  Node *A = input(DType::Float32, {2, 3, 5, 7}),
       *B = input(DType::Float32, {2, 7, 3, 11});
  auto Sum = [&](const char *Equation) {
    llvm::Expected<Argument> Value =
        inferValue(*G.callFunction("torch.ops.aten.einsum.default",
                                   {Argument::string(Ctx, Equation),
                                    Argument::list({A, B})}),
                   &M);
    EXPECT_TRUE(bool(Value)) << llvm::toString(Value.takeError());
    return Value ? *Value : Argument();
  };
  EXPECT_EQ(Sum("bhqk,bkhd->bqhd"),
            strided(Ctx, {2, 5, 3, 11}, {165, 11, 55, 1}));
  EXPECT_EQ(Sum("bhqk,bkhd->bhqd"),
            strided(Ctx, {2, 3, 5, 11}, {165, 55, 11, 1}));
}

TEST_F(ValueInferenceTest, InvalidArguments) {
  Node *X = input(DType::Float32, {2, 3, 4});
  auto Dims = [](std::initializer_list<Argument> L) {
    return Argument::list(L);
  };
  struct {
    const char *Target;
    std::vector<Argument> Rest;
  } Cases[] = {
      {"movedim.intlist", {Dims({0, 1}), Dims({0, 0})}},
      {"movedim.intlist", {Dims({0, 0}), Dims({0, 1})}},
      {"movedim.intlist", {Dims({0, 7}), Dims({0, 1})}},
      {"movedim.intlist", {Dims({0}), Dims({0, 1})}},
      {"permute.default", {Dims({0, 1, 1})}},
      {"transpose.int", {0, 3}},
      {"unfold.default", {0, 1, 0}},
      {"squeeze.dims", {Dims({0, 9})}},
      {"sum.dim_IntList", {Dims({0, 9})}},
      {"diagonal.default", {0, 1, 1}},
      {"rot90.default", {1, Dims({1, 1})}},
      {"as_strided.default", {Dims({2, 2}), Dims({1})}},
      {"topk.default", {1, 9}},
      {"tensordot.default", {X, Dims({0, 5}), Dims({0, 5})}},
      {"fft_fftn.default", {Argument::none(), Dims({5})}},
      {"_fft_c2c.default", {Dims({5}), 0, true}},
      {"glu.default", {5}},
      {"repeat.default", {Dims({2})}},
      {"gather.default", {9, X}},
      {"index_select.default", {9, X}},
      {"cumsum.default", {9}},
      {"softmax.int", {9}},
  };
  for (const auto &Case : Cases) {
    std::vector<Argument> Args = {X};
    Args.insert(Args.end(), Case.Rest.begin(), Case.Rest.end());
    std::string Target = std::string("torch.ops.aten.") + Case.Target;
    EXPECT_NE(failure(*G.callFunction(Target, Args)), "") << Target;
  }
}
