//===- DecomposeTest.cpp - Decomposing graphs from C++ --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Decomposition/Decompose.h"
#include "fx/AsmParser/Parser.h"
#include "fx/Decomposition/Decomposition.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace fx::decomposition;
using llvm::StringRef;

namespace {

/// Two calls, each of an operator with a rule.
constexpr char Text[] = R"(fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%silu, %w), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    return %linear
)";

class DecomposeTest : public ::testing::Test {
protected:
  std::unique_ptr<GraphModule> parse(StringRef Source) {
    return llvm::cantFail(parseModule(Ctx, Source));
  }
  /// What nodes call, without `torch.ops.aten.`.
  static std::string calls(const GraphModule &M) {
    std::string Result;
    for (const Node *N : M.graph().nodes()) {
      StringRef Target = N->targetText();
      if (!N->isCall())
        continue;
      Target.consume_front("torch.ops.aten.");
      Result += (Result.empty() ? "" : " ") + Target.str();
    }
    return Result;
  }
  static std::string message(llvm::Expected<DecomposeResult> Result) {
    return Result ? std::string() : toString(Result.takeError());
  }

  Context Ctx;
};

TEST_F(DecomposeTest, ReplacesCallsByCoreOperators) {
  auto M = parse(Text);
  DecomposeResult Result = llvm::cantFail(decompose(*M, {}));
  EXPECT_TRUE(Result.Changed);
  // silu; linear, and two operators that it is made of.
  EXPECT_EQ(Result.NumDecomposed, 4u);
  EXPECT_TRUE(Result.Refused.empty());
  EXPECT_EQ(calls(*M), "sigmoid.default mul.Tensor permute.default mm.default");
  // Every new node says what it is.
  for (const Node *N : M->graph().nodes())
    EXPECT_TRUE(!N->isCall() || N->meta("val")) << N->name();

  Result = llvm::cantFail(decompose(*M, {}));
  EXPECT_FALSE(Result.Changed);
  EXPECT_EQ(Result.NumDecomposed, 0u);
}

TEST_F(DecomposeTest, KeepsWhatIsNamed) {
  for (StringRef Name : {"silu", "silu.default"}) {
    auto M = parse(Text);
    DecomposeOptions Options;
    Options.Keep.insert(Name);
    DecomposeResult Result = llvm::cantFail(decompose(*M, Options));
    EXPECT_EQ(Result.NumDecomposed, 3u);
    EXPECT_EQ(calls(*M), "silu.default permute.default mm.default");
  }
  auto M = parse(Text);
  DecomposeOptions Other;
  Other.Keep.insert("silu.out");
  EXPECT_EQ(llvm::cantFail(decompose(*M, Other)).NumDecomposed, 4u);
}

TEST_F(DecomposeTest, DecomposesSelectedNodesInPlace) {
  auto M = parse(Text);
  DecomposeOptions Options;
  auto IsLinear = [](const Node &N) { return N.name() == "linear"; };
  Options.Selects = IsLinear;
  DecomposeResult Result = llvm::cantFail(decompose(*M, Options));
  EXPECT_TRUE(Result.Changed);
  EXPECT_EQ(Result.NumDecomposed, 3u);
  EXPECT_EQ(calls(*M), "silu.default permute.default mm.default");
  // The others keep their names, and writes stay writes.
  EXPECT_TRUE(M->graph().findByName("silu"));
  auto W = parse(R"(fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    return %silu
)");
  auto IsSilu = [](const Node &N) { return N.name() == "silu"; };
  Options.Selects = IsSilu;
  (void)llvm::cantFail(decompose(*W, Options));
  EXPECT_EQ(calls(*W), "add_.Tensor sigmoid.default mul.Tensor");
}

TEST_F(DecomposeTest, SaysWhichRulesDidNotWork) {
  auto M = parse(R"(fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %unbind : [num_users=1] = call_function[target=torch.ops.aten.unbind.int](args = (%x,), kwargs = {})
    return %unbind
)");
  DecomposeResult Result = llvm::cantFail(decompose(*M, {}));
  EXPECT_EQ(Result.NumDecomposed, 0u);
  ASSERT_EQ(Result.Refused.size(), 1u);
  EXPECT_EQ(Result.Refused.begin()->first, "torch.ops.aten.unbind.int");
  EXPECT_EQ(Result.Refused.begin()->second, "the type of 'x' is not known");
  EXPECT_EQ(calls(*M), "unbind.int");
}

TEST_F(DecomposeTest, ErrorsNameTheNode) {
  auto Written = parse(R"(fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1), kwargs = {})
    return %add_
)");
  EXPECT_EQ(message(decompose(*Written, {})),
            "the contents of 'x' are changed in place, which no output "
            "of this graph can return (in %x)");
  auto Sizes = parse(R"(fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %wrong : [num_users=1] = call_function[target=torch.ops.aten.relu6.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    return %wrong
)");
  EXPECT_TRUE(
      StringRef(message(decompose(*Sizes, {})))
          .starts_with("'wrong' cannot be decomposed: what it is decomposed "
                       "into has other sizes"));
  auto Arguments = parse(R"(fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %few : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x,), kwargs = {})
    return %few
)");
  EXPECT_NE(message(decompose(*Arguments, {})), "");
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// silu as a division, for matrices.
Value silu(Call &C) {
  if (C[0].rank() != 2)
    return C.fail("only matrices are divided");
  Value Negated = -C[0];
  return C[0] / (C.call("exp", {Negated}) + Argument(1));
}

/// Makes something before it gives up.
Value relu6(Call &C) {
  (void)C.call("relu", {C[0]});
  return C.fail("it is not known how");
}

/// A copy that is contiguous.
Value inRows(Call &C) {
  return C.call("clone", {C[0], MemoryFormat::Contiguous});
}

const Entry Rules[] = {{"hardswish", silu},
                       {"selu.default", relu6},
                       {"mish", inRows},
                       {"softplus", inRows, KnowsLayout}};

TEST_F(DecomposeTest, RegisteredRulesComeFirst) {
  registerDecompositions(Rules);
  unsigned Place = 0;
  std::vector<unsigned> Places;
  forEachDecomposition([&](const Entry &E) {
    if (StringRef(E.Name) == "hardswish")
      Places.push_back(Place);
    ++Place;
  });
  ASSERT_FALSE(Places.empty());
  EXPECT_LT(Places.front(), std::size(Rules));

  auto M = parse(R"(fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.hardswish.default](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.ops.aten.hardswish.default](args = (%y,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.ops.aten.selu.default](args = (%x,), kwargs = {})
    return (%a, %b, %c)
)");
  DecomposeResult Result = llvm::cantFail(decompose(*M, {}));
  // What a rule made before it failed is gone.
  EXPECT_EQ(calls(*M), "neg.default exp.default add.Tensor div.Tensor "
                       "hardswish.default selu.default");
  EXPECT_EQ(Result.NumDecomposed, 1u);
  EXPECT_EQ(Result.Refused["torch.ops.aten.hardswish.default"],
            "only matrices are divided");
  EXPECT_EQ(Result.Refused["torch.ops.aten.selu.default"],
            "it is not known how");
}

TEST_F(DecomposeTest, LeavesLayoutsToRulesThatKnowThem) {
  registerDecompositions(Rules);
  auto CallsFor = [&](StringRef Op) {
    auto M = parse(
        (R"(fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.)" +
         Op +
         R"(.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    return %a
)")
            .str());
    EXPECT_TRUE(llvm::cantFail(decompose(*M, {})).Changed);
    return calls(*M);
  };
  EXPECT_EQ(CallsFor("softplus"), "clone.default");
  // Another rule's result is copied to the layout of the program.
  EXPECT_EQ(CallsFor("mish"),
            "clone.default permute.default clone.default permute.default");
}

} // namespace
