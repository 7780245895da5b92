//===- TestNativeRules.cpp - A plugin with rules made in C++ --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Graph.h"
#include "fx/Pass/PassPlugin.h"
#include "fx/Rewrite/RewritePattern.h"
#include "fx/Rewrite/RuleBuilder.h"
#include "fx/Rewrite/RuleLibrary.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::rewrite;
using llvm::ArrayRef;
using llvm::StringRef;

/// Whether a constant is a power of two, as no condition can ask.
static Outcome isPower(ArrayRef<Argument> Args) {
  if (!Args[0].isInt())
    return Outcome::no("a power of two is an integer");
  int64_t N = Args[0].asInt();
  return Argument(N > 0 && (N & (N - 1)) == 0);
}

static Outcome powerOf(ArrayRef<Argument> Args) {
  return Argument(int64_t(llvm::Log2_64(Args[0].asInt())));
}

static bool isCallOf(const Node *N, StringRef Op) {
  return N && N->isCallFunction() &&
         N->targetText() == ("torch.ops.aten." + Op).str();
}

namespace {
/// Chains of sums with the same number, however long: `x + 2 + 2 + 2` is
/// `x + 6`. A pattern has a fixed number of nodes.
class SumsOfOneNumber : public RewritePattern {
public:
  Outcome match(Node &Root, MatchedNodes &M) const override {
    Argument Number = Root.arg(1);
    if (!Number.isInt())
      return Outcome::no("the number is not an integer");
    int64_t Count = 1;
    Node *First = Root.operand(0);
    for (; isCallOf(First, "add.Tensor") && First->numArgs() == 2 &&
           First->arg(1) == Number && First->hasOneUser();
         First = First->operand(0), ++Count)
      M.add(*First);
    if (Count == 1)
      return Outcome::no("only one sum has that number");
    M.set("first", First);
    M.set("sum", Argument(Count * Number.asInt()));
    return Argument(true);
  }
  llvm::Expected<Node *> rewrite(Node &Root, const MatchedNodes &M,
                                 ResultBuilder &R) const override {
    return R.call("add", {M["first"], M["sum"]});
  }
};

/// Says that what it makes is a sum, which has other types.
class WrongType : public RewritePattern {
public:
  Outcome match(Node &, MatchedNodes &) const override {
    return Argument(true);
  }
  llvm::Expected<Node *> rewrite(Node &Root, const MatchedNodes &,
                                 ResultBuilder &R) const override {
    llvm::Expected<Node *> Sum = R.call("sum", {Root.operand(0)});
    if (!Sum)
      return Sum;
    return R.call("mul", {*Sum, 2});
  }
};

/// Takes what is random for pure.
class DrawsAnew : public RewritePattern {
public:
  Outcome match(Node &Root, MatchedNodes &M) const override {
    M.add(*Root.operand(0));
    return Argument(true);
  }
  llvm::Expected<Node *> rewrite(Node &Root, const MatchedNodes &,
                                 ResultBuilder &R) const override {
    return R.call("nothing_of_that_name", {&Root});
  }
};

/// Uses, or gives, a value that is made after the root.
class TakesLater : public RewritePattern {
public:
  explicit TakesLater(bool Gives) : Gives(Gives) {}
  Outcome match(Node &, MatchedNodes &) const override {
    return Argument(true);
  }
  llvm::Expected<Node *> rewrite(Node &Root, const MatchedNodes &,
                                 ResultBuilder &R) const override {
    Node *Last = Root.graph().outputNode()->operand(0);
    if (Gives)
      return Last;
    return R.call("abs", {Last});
  }

private:
  bool Gives;
};

/// Covers a node of another graph.
class TakesForeign : public RewritePattern {
public:
  Outcome match(Node &Root, MatchedNodes &M) const override {
    static Graph Other(Root.context());
    M.add(*Other.placeholder("x"));
    return Argument(true);
  }
  llvm::Expected<Node *> rewrite(Node &Root, const MatchedNodes &,
                                 ResultBuilder &) const override {
    return &Root;
  }
};
} // namespace

static std::string makeRules() {
  Value X("x"), Y("y");
  Constant K("k"), P("p"), N("n");
  RuleTable Rules;
  Rules.add("test-shift")
      .doc("Products with powers of two are shifts.")
      .exact()
      .attribute("benefit 2")
      .match(X * K)
      .where(op("dtype", X) == text("torch.int64") && op("test.is_power", K))
      .let(N, op("test.power_of", K))
      .with(op("bitwise_left_shift", X, N))
      .example("(x: i64[3]) %x * 8 => bitwise_left_shift(%x, 3)")
      .example("no (x: i64[3]) %x * 6 \"no power of two\"");
  Rules.add("test-sums")
      .level(1)
      .exact()
      .attribute("phase recognise") // The longest chain first.
      .match(op("torch.ops.aten.add.Tensor", X, K))
      .where(op("is_int", X), "rounding differs")
      .withNative();
  Rules.add("test-wrong").exact().match(op("cos", X)).withNative();
  Rules.add("test-random").exact().match(op("sin", X)).withNative();
  Rules.add("test-later").exact().match(op("tan", X)).withNative();
  Rules.add("test-last").exact().match(op("tan", X)).withNative();
  Rules.add("test-foreign").exact().match(op("tan", X)).withNative();
  Rules.add("test-all")
      .finite()
      .match(Y, -(X + 1.5) / (X - Y) * op("{relu, gelu}", others()))
      .where(!(op("rank", X) < 2 || op("rank", X) >= 4) && op("given", P))
      .match(anyOf({X.as(Y), list({X, anything()})}))
      .with(op("mul", X, named("other", 2)));
  return Rules.str();
}

FX_PASS_PLUGIN("test-native-rules", "1.0", [](PluginHost &) {
  registerRuleFunction("test.is_power", 1, 1, isPower);
  registerRuleFunction("test.power_of", 1, 1, powerOf);
  registerRewritePattern("test-sums", std::make_unique<SumsOfOneNumber>());
  registerRewritePattern("test-wrong", std::make_unique<WrongType>());
  registerRewritePattern("test-random", std::make_unique<DrawsAnew>());
  registerRewritePattern("test-later", std::make_unique<TakesLater>(false));
  registerRewritePattern("test-last", std::make_unique<TakesLater>(true));
  registerRewritePattern("test-foreign", std::make_unique<TakesForeign>());
  // Names that are taken.
  if (registerRuleFunction("rank", 1, 1, isPower) ||
      registerRuleFunction("relu", 1, 1, isPower) ||
      registerRuleFunction("test.is_power", 1, 1, isPower) ||
      registerRewritePattern("test-sums", std::make_unique<WrongType>()))
    llvm::errs() << "a name was given twice\n";
  std::string Text = makeRules();
  if (std::getenv("TEST_PRINT_RULES"))
    llvm::errs() << Text;
  // The last one is only for its text.
  registerRules("test-native-rules.fxr",
                StringRef(Text).split("\nrule test-all").first);
})
