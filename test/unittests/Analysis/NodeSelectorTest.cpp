//===- NodeSelectorTest.cpp - The language that picks nodes ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/NodeSelector.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {

class NodeSelectorTest : public ::testing::Test {
protected:
  NodeSelectorTest() : M(Ctx) {
    auto Tree = std::make_unique<fx::Module>(Ctx, Symbol());
    Tree->addSubmodule("layer1.0.relu", std::make_unique<fx::Module>(
                                            Ctx, Ctx.intern("torch.nn.ReLU")));
    Tree->addSubmodule("layer1.0.conv1",
                       std::make_unique<fx::Module>(Ctx, Ctx.intern("Conv2d")));
    M.setTree(std::move(Tree), GraphModule::TreeKind::Open);
    Graph &G = M.graph();
    Node *X = G.placeholder("x");
    X->setMeta("val",
               Argument::tensorType(DType::Float32, Argument::tuple({2, 3}),
                                    Argument(), Argument()));
    Node *Conv = G.callModule("layer1.0.conv1", {X});
    Node *Relu = G.callModule("layer1.0.relu", {Conv});
    Relu->setMeta("tag", Argument::string(Ctx, "a b"));
    Node *F = G.callFunction("torch.nn.functional.relu", {Relu},
                             {{Ctx.intern("inplace"), false}});
    F->setMeta("tag", Argument::list({Argument::string(Ctx, "one"),
                                      Argument::string(Ctx, "two")}));
    F->setMeta("depth", 3);
    F->setMeta("note", Argument::string(Ctx, "it's"));
    Relu->setMeta("a-b:c_1", 1);
    Node *Add = G.callFunction("operator.add", {F, Relu});
    Add->setMeta("nn_module_stack",
                 Argument::dict(
                     {Argument::string(Ctx, "layer1.1@1"),
                      Argument::tuple(
                          {Argument::string(Ctx, "layer1.1"),
                           Argument::string(Ctx, "torch.nn.modules.activation."
                                                 "LeakyReLU")})}));
    Add->setMeta("note", Argument::string(Ctx, "*"));
    Add->setMeta("val",
                 Argument::tuple(
                     {Argument::tensorType(DType::BFloat16, Argument::tuple({}),
                                           Argument(), Argument()),
                      1}));
    G.output(Add);
  }

  /// Names of the picked nodes, or the error.
  std::string pick(StringRef Text) {
    Expected<NodeSelector> S = NodeSelector::parse(Text, Ctx);
    if (!S) {
      std::string Message;
      raw_string_ostream OS(Message);
      DiagnosticEngine Diags;
      Diags.setStream(OS);
      Diags.setColors(false);
      Diags.report(S.takeError());
      return Message;
    }
    EXPECT_EQ(S->text(), Text);
    NodeMatcher Matcher(*S, M.graph());
    std::string Picked;
    for (Node *N : M.graph().nodes()) {
      bool Yes = Matcher.matches(*N);
      EXPECT_EQ(Matcher.matches(*N), Yes) << "from the cache";
      EXPECT_EQ(S->matches(*N, M), Yes);
      if (Yes)
        Picked += (Picked.empty() ? "" : " ") + N->name();
    }
    return Picked;
  }

  Context Ctx;
  GraphModule M;
};

constexpr const char *All = "x layer1_0_conv1 layer1_0_relu relu add output";

TEST_F(NodeSelectorTest, EveryKey) {
  EXPECT_EQ(pick("*"), All);
  EXPECT_EQ(pick("op=call_module"), "layer1_0_conv1 layer1_0_relu");
  EXPECT_EQ(pick("op=call_*"), "layer1_0_conv1 layer1_0_relu relu add");
  EXPECT_EQ(pick("op!=call_*"), "x output");
  EXPECT_EQ(pick("target=layer1.*.relu"), "layer1_0_relu");
  EXPECT_EQ(pick("target=output"), "output");
  EXPECT_EQ(pick("name=layer1_0_*"), "layer1_0_conv1 layer1_0_relu");
  EXPECT_EQ(pick("name=relu"), "relu");
  EXPECT_EQ(pick("path=layer1.*"), "layer1_0_conv1 layer1_0_relu add");
  EXPECT_EQ(pick("path"), "layer1_0_conv1 layer1_0_relu add");
  EXPECT_EQ(pick("class=relu"), "layer1_0_relu");
  EXPECT_EQ(pick("class=*ReLU"), "layer1_0_relu add");
  EXPECT_EQ(pick("class=torch.nn.*"), "layer1_0_conv1 layer1_0_relu add");
  EXPECT_EQ(pick("class=torch.nn.LEAKYrelu"), "add");
  EXPECT_EQ(pick("class=torch.nn.modules.*"), "layer1_0_conv1 add");
  EXPECT_EQ(pick("class={conv2d,leakyrelu}"), "layer1_0_conv1 add");
  EXPECT_EQ(pick("class!=conv2d"), "layer1_0_relu add");
  EXPECT_EQ(pick("tag='a b'"), "layer1_0_relu");
  EXPECT_EQ(pick("tag=two"), "relu");
  EXPECT_EQ(pick("tag"), "layer1_0_relu relu");
  EXPECT_EQ(pick("tag!=two"), "layer1_0_relu");
  EXPECT_EQ(pick("meta.depth"), "relu");
  EXPECT_EQ(pick("meta.depth=3"), "relu");
  EXPECT_EQ(pick("meta.depth=4"), "");
  EXPECT_EQ(pick("dtype=float32"), "x");
  EXPECT_EQ(pick("dtype=bf16"), "add");
  EXPECT_EQ(pick("dtype=torch.*float*"), "x add");
  EXPECT_EQ(pick("dtype!=f32"), "add");
  EXPECT_EQ(pick("kwarg=inplace"), "relu");
  EXPECT_EQ(pick("users=0"), "output");
  EXPECT_EQ(pick("users>1"), "layer1_0_relu");
  EXPECT_EQ(pick("users <= 1"), "x layer1_0_conv1 relu add output");
  EXPECT_EQ(pick("args>=2"), "add");
  EXPECT_EQ(pick("operator=relu"), "relu");
}

TEST_F(NodeSelectorTest, Combinations) {
  EXPECT_EQ(pick("op=call_module & class=ReLU & path=layer1.* & "
                 "!(name=relu_1 | tag=foo)"),
            "layer1_0_relu");
  EXPECT_EQ(pick("op=output | op=placeholder & name=y"), "output");
  EXPECT_EQ(pick("(op=output | op=placeholder) & name=x"), "x");
  EXPECT_EQ(pick("!op=call_* & !op=output"), "x");
  EXPECT_EQ(pick("!!op=output"), "output");
  EXPECT_EQ(pick("op == output || name = x && *"), "x output");
  EXPECT_EQ(pick("!*"), "");
  EXPECT_EQ(pick("name=[!lxo]*"), "relu add");
  EXPECT_EQ(pick("name={x,add}"), "x add");
  EXPECT_EQ(pick("name=\"{x,add}\""), "x add");
  EXPECT_EQ(pick("((((op=output))))"), "output");
  EXPECT_EQ(pick("path & !(path=*)"), "");
}

TEST_F(NodeSelectorTest, ValuesEndOutsideOfBracketsAndEscapes) {
  EXPECT_EQ(pick("tag=a\\ b"), "layer1_0_relu");
  EXPECT_EQ(pick("tag={a b,one}"), "layer1_0_relu relu");
  EXPECT_EQ(pick("tag=a[ &|()]b"), "layer1_0_relu");
  EXPECT_EQ(pick("tag=a[]) ]b"), "layer1_0_relu");
  EXPECT_EQ(pick("(tag=a\\ b)"), "layer1_0_relu");
  EXPECT_EQ(pick("tag=a\\ b&name=*"), "layer1_0_relu");
  EXPECT_EQ(pick("tag='a \\b'"), "layer1_0_relu");
  EXPECT_EQ(pick("tag='a\\'b'"), "");
  EXPECT_EQ(pick("meta.note='*'"), "relu add");
  EXPECT_EQ(pick("meta.note='\\*'"), "add");
  EXPECT_EQ(pick("meta.note=\\*"), "add");
  EXPECT_EQ(pick("meta.note='it\\'s'"), "relu");
  EXPECT_EQ(pick("meta.note=\"it's\""), "relu");
  EXPECT_EQ(pick("meta.note='\\it\\'\\s'"), "relu");
  EXPECT_NE(pick("name=[l").find("6: error: '[l' is not"), std::string::npos);
  EXPECT_NE(pick("name={x)").find("6: error: '{x' is not"), std::string::npos);
  EXPECT_NE(pick("name=x\\").find("6: error: 'x\\' is not"), std::string::npos);
  EXPECT_NE(pick("tag='a\\").find("5: error: this quote"), std::string::npos);
  // GlobPattern takes `[!]` for any character.
  EXPECT_NE(pick("tag=a[!])]b").find("9: error: unmatched"), std::string::npos);
}

TEST_F(NodeSelectorTest, SaysWhatAWordMayMean) {
  auto Suggests = [&](StringRef Text, StringRef Meant) {
    std::string Message = pick(Text);
    EXPECT_NE(Message.find(("did you mean '" + Meant + "'?").str()),
              std::string::npos)
        << Message;
  };
  Suggests("relu", "operator=relu");
  Suggests("relu & *", "operator=relu");
  Suggests("(relu)", "operator=relu");
  Suggests("rel* & *", "name=rel*");
  Suggests("rel?|*", "name=rel?");
  Suggests("rel[u](", "name=rel[u]");
  Suggests("nam=x", "name");
  EXPECT_EQ(pick("meta.a-b:c_1"), "layer1_0_relu");
  EXPECT_EQ(pick("users<9"), All);
  EXPECT_NE(pick("users<1a").find("takes a number, not '1a'"),
            std::string::npos);
}

TEST_F(NodeSelectorTest, MatchesAll) {
  auto All = [&](StringRef Text) {
    return cantFail(NodeSelector::parse(Text, Ctx)).matchesAll();
  };
  EXPECT_TRUE(All("*"));
  EXPECT_TRUE(All("* & *"));
  EXPECT_FALSE(All("!*"));
  EXPECT_FALSE(All("op=*"));
}

TEST_F(NodeSelectorTest, ErrorsShowThePlace) {
  EXPECT_EQ(pick("op call_module"),
            "selector:1:4: error: expected '=' or '!=' after 'op'\n"
            "op call_module\n"
            "   ^\n");
  EXPECT_EQ(pick("op=call_module clas=x"),
            "selector:1:16: error: expected '&' or '|' between conditions\n"
            "op=call_module clas=x\n"
            "               ^\n");
  EXPECT_EQ(pick("op=call_module & clas=x"),
            "selector:1:18: error: there is no key 'clas'\n"
            "op=call_module & clas=x\n"
            "                 ^\n"
            "note: did you mean 'class'?\n");
  for (auto [Text, Message] :
       std::initializer_list<std::pair<const char *, const char *>>{
           {"", "1:1: error: the selector is empty"},
           {"  ", "1:3: error: the selector is empty"},
           {"op=output &", "1:12: error: expected a condition such as "
                           "'op=call_module' before the selector ends\n"},
           {"op=output & | *", "1:13: error: expected a condition such as "
                               "'op=call_module', not '|'"},
           {"(op=output", "1:1: error: unmatched '('"},
           {"op=output)", "1:10: error: unmatched ')'"},
           {"(op=output op=output)", "1:12: error: expected '&' or '|'"},
           {"quux=1", "note: keys are op, target"},
           {"meta.=1", "1:6: error: expected a metadata key"},
           {"op=", "1:4: error: expected a value after '='"},
           {"op>=", "1:3: error: 'op' takes '=' or '!=', not '>='"},
           {"users=x", "1:7: error: 'users' takes a number, not 'x'"},
           {"users", "1:6: error: expected '=' or '!=' after 'users'"},
           {"users=99999999999999999999", "takes a number"},
           {"name='x", "1:6: error: this quote is never closed"},
           {"name=[z-a]", "1:6: error: '[z-a]' is not a valid glob: "},
           {"class=[", "1:7: error: '[' is not a valid glob: "},
           {"op=call_modul", "note: did you mean 'call_module'?"},
           {"dtype=flaot32", "note: did you mean 'float32'?"},
           {"dtype=abcdefgh", "1:7: error: no dtype matches 'abcdefgh'"}})
    EXPECT_TRUE(StringRef(pick(Text)).contains(Message))
        << Text << ": " << pick(Text);
}

TEST_F(NodeSelectorTest, DepthIsBounded) {
  std::string Deep(NodeSelector::MaxDepth + 1, '(');
  EXPECT_TRUE(
      StringRef(pick(Deep + "*")).contains("nested more than 100 deep"));
  EXPECT_TRUE(StringRef(pick(std::string(100000, '!') + "*"))
                  .contains("nested more than 100 deep"));
  std::string Good(NodeSelector::MaxDepth, '(');
  EXPECT_EQ(pick(Good + "*" + std::string(NodeSelector::MaxDepth, ')')), All);
}

TEST_F(NodeSelectorTest, LongChainsAreFlat) {
  std::string Text = "op=output";
  for (unsigned I = 0; I != 20000; ++I)
    Text += " | name=n" + utostr(I);
  EXPECT_EQ(pick(Text), "output");
}

TEST_F(NodeSelectorTest, NestedGraphsHavePathsFromTheRoot) {
  fx::Module *Sub = M.submodule("layer1");
  ASSERT_TRUE(Sub);
  Sub->setGraph(std::make_unique<Graph>(Ctx, Sub));
  Graph &G = *Sub->graph();
  Node *Relu = G.callModule("0.relu");
  auto Picks = [&](StringRef Text) {
    return cantFail(NodeSelector::parse(Text, Ctx)).matches(*Relu, M);
  };
  EXPECT_TRUE(Picks("path=layer1.0.relu"));
  EXPECT_TRUE(Picks("class=relu"));
  EXPECT_TRUE(Picks("target=0.relu"));
}

} // namespace
