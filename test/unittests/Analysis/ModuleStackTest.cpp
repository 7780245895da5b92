//===- ModuleStackTest.cpp - Which module a node comes from ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ModuleStack.h"
#include "fx/Analysis/ClassPattern.h"
#include "fx/Analysis/ModulePattern.h"
#include "gtest/gtest.h"

using namespace fx;

namespace {

TEST(ModuleStack, PathsOfTorchDynamo) {
  EXPECT_EQ(normalizeModulePath("layer1.0.conv1"), "layer1.0.conv1");
  EXPECT_EQ(normalizeModulePath("L['self']"), "");
  EXPECT_EQ(normalizeModulePath("L['self'].layer1[0].conv1"), "layer1.0.conv1");
  EXPECT_EQ(normalizeModulePath("L__self__.layer1.0"), "layer1.0");
  EXPECT_EQ(normalizeModulePath("L['self']._modules['layer1'][0]"), "layer1.0");
  EXPECT_EQ(normalizeModulePath("L['self']['layer1'][0]"), "layer1.0");
  EXPECT_EQ(normalizeModulePath("L__self__[0].a"), "0.a");
  EXPECT_EQ(normalizeModulePath("L__self__layer"), "L__self__layer");
  EXPECT_EQ(normalizeModulePath(""), "");
  EXPECT_EQ(joinModulePath("", "a"), "a");
  EXPECT_EQ(joinModulePath("a", ""), "a");
  EXPECT_EQ(joinModulePath("a", "b.c"), "a.b.c");
}

TEST(ModuleStack, WhatStacksHaveInCommon) {
  Context Ctx;
  Graph G(Ctx);
  auto Text = [&](const char *S) { return Argument::string(Ctx, S); };
  auto Make = [&](const Argument &Stack) {
    Node *N = G.placeholder("x");
    N->setMeta("nn_module_stack", Argument(Stack));
    return N;
  };
  Node *None = G.placeholder("x");
  Node *A = Make(Text(",,Net;a,a,f(;);b,a.b,B"));
  Node *B = Make(Text(",,Net;a,a,f(;);c,a.c,C"));
  Node *Root = Make(Text(",,Net"));
  EXPECT_EQ(commonModuleStack({None}), std::nullopt);
  EXPECT_EQ(commonModuleStack({A}), Text(",,Net;a,a,f(;);b,a.b,B"));
  EXPECT_EQ(commonModuleStack({None, A, B}), Text(",,Net;a,a,f(;)"));
  EXPECT_EQ(commonModuleStack({A, Root, B}), Text(",,Net"));
  Node *D = Make(Argument::dict({Text(""), Text("Net"), Text("a"), Text("f(;)"),
                                 Text("a.b"), Text("B")}));
  Node *E = Make(Argument::dict({Text(""), Text("Net"), Text("c"), Text("C")}));
  EXPECT_EQ(commonModuleStack({D, E}), Argument::dict({Text(""), Text("Net")}));
  EXPECT_EQ(commonModuleStack({E, Make(Text("x,y,z"))}), Argument::dict({}));
}

TEST(ModuleStack, EveryForm) {
  Context Ctx;
  auto Text = [&](const char *S) { return Argument::string(Ctx, S); };
  ModuleStack Expected = {{"", "", "m.Net"},
                          {"inner@1", "inner", "torch.nn.Sequential"}};
  EXPECT_EQ(
      parseModuleStack(Argument::dict(
          {Text(""), Argument::tuple({Text(""), Text("m.Net")}),
           Text("inner@1"),
           Argument::tuple({Text("inner"), Argument::function(Ctx.intern(
                                               "torch.nn.Sequential"))})})),
      Expected);
  EXPECT_EQ(
      parseModuleStack(Argument::dict({Text(""), Text("m.Net"), Text("inner@1"),
                                       Text("torch.nn.Sequential")})),
      Expected);
  EXPECT_EQ(parseModuleStack(Text(",,m.Net;inner@1,inner,torch.nn.Sequential")),
            Expected);
  // Commas and semicolons inside brackets do not separate.
  ModuleStack Odd = {{"a[1,2]", "b", "c(;)"}};
  EXPECT_EQ(parseModuleStack(Text("a[1,2],b,c(;)")), Odd);
  Odd = {{"f(x)", "b", "c]"}, {"d]", "e)", "f"}};
  EXPECT_EQ(parseModuleStack(Text("f(x),b,c];d],e),f")), Odd);
  EXPECT_EQ(parseModuleStack(Text("a")), std::nullopt);
  EXPECT_EQ(parseModuleStack(Text("")), ModuleStack());
  EXPECT_EQ(parseModuleStack(Argument::dict({})), ModuleStack());
  EXPECT_EQ(parseModuleStack(Text("a,b")), std::nullopt);
  EXPECT_EQ(parseModuleStack(Argument(3)), std::nullopt);
  for (const Argument &Entry :
       {Argument(3), Argument::none(), Argument::tuple({Text("a")}),
        Argument::tuple({Text("a"), Text("b"), Text("c")}),
        Argument::tuple({3, Text("b")}), Argument::dict({Text("a"), Text("b")}),
        Argument::dict({Text("a"), Text("b"), Text("c"), Text("d")}),
        Argument::slice(Text("a"), Text("b"), Argument())})
    EXPECT_EQ(parseModuleStack(Argument::dict({Text("a"), Entry})),
              std::nullopt)
        << unsigned(Entry.kind());
  EXPECT_EQ(parseModuleStack(Argument::dict({3, Text("b")})), std::nullopt);
}

TEST(ModuleStack, PathOfANode) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *Call = G.callModule("layer.0", {X});
  EXPECT_EQ(modulePath(*X), std::nullopt);
  EXPECT_EQ(modulePath(*Call), "layer.0");
  Call->setMeta("nn_module_stack",
                Argument::string(Ctx, "k,outer,C;l,inner,D"));
  EXPECT_EQ(modulePath(*Call), "inner");
  X->setMeta("nn_module_stack", Argument::dict({}));
  EXPECT_EQ(modulePath(*X), "");
}

TEST(ClassPattern, QualifiedAndBare) {
  auto Matches = [](const char *Glob, const char *Class) {
    return llvm::cantFail(ClassPattern::create(Glob)).matches(Class);
  };
  EXPECT_TRUE(Matches("relu", "ReLU"));
  EXPECT_TRUE(Matches("RELU", "torch.nn.modules.activation.ReLU"));
  EXPECT_TRUE(Matches("torch.nn.ReLU", "torch.nn.modules.activation.ReLU"));
  EXPECT_TRUE(Matches("torch.nn.modules.activation.ReLU",
                      "torch.nn.modules.activation.ReLU"));
  EXPECT_TRUE(Matches("torch.nn.ReLU", "ReLU"));
  EXPECT_FALSE(Matches("torch.nn.ReLU", "my.ReLU"));
  EXPECT_FALSE(Matches("relu", "LeakyReLU"));
  EXPECT_FALSE(Matches("*", ""));
  EXPECT_TRUE(Matches("{torch.nn.relu,my.gelu}", "GELU"));
  EXPECT_TRUE(Matches("{torch.nn.relu,my.gelu}", "my.GELU"));
  EXPECT_FALSE(Matches("{torch.nn.relu,my.gelu}", "torch.nn.GELU"));
  EXPECT_TRUE(Matches("torch.{nn,ao}.relu", "ReLU"));
  EXPECT_TRUE(Matches("a[.]b.r[e]lu", "ReLU"));
  llvm::Expected<ClassPattern> Bad = ClassPattern::create("[");
  EXPECT_FALSE(bool(Bad));
  llvm::consumeError(Bad.takeError());
}

TEST(ModulePattern, DottedNames) {
  auto Matches = [](const char *Text, const char *Class) {
    return llvm::cantFail(ModulePattern::parse(Text)).matchesClass(Class);
  };
  // Names of a known class, in any case, pick it under all its names.
  for (const char *Name :
       {"torch.nn.ReLU", "torch.nn.relu", "torch.nn.modules.activation.ReLU"})
    for (const char *Class :
         {"ReLU", "torch.nn.ReLU", "torch.nn.modules.activation.ReLU"})
      EXPECT_TRUE(Matches(Name, Class)) << Name << ' ' << Class;
  EXPECT_FALSE(Matches("torch.nn.ReLU", "GELU"));
  EXPECT_FALSE(Matches("torch.nn.ReLU", "torch.nn.GELU"));
  EXPECT_FALSE(Matches("torch.nn.ReLU", "my.ReLU"));
  EXPECT_FALSE(Matches("torch.nn.ReLU", ""));
  // What may be a path picks no class that is not known.
  EXPECT_FALSE(Matches("layer.Head", "Head"));
  EXPECT_TRUE(Matches("layer.Head", "layer.Head"));
  EXPECT_TRUE(Matches("layer.head", "layer.Head"));
  EXPECT_TRUE(Matches("class:layer.Head", "Head"));
  EXPECT_TRUE(Matches("Head", "layer.Head"));
  EXPECT_FALSE(Matches("path:torch.nn.ReLU", "torch.nn.ReLU"));
  EXPECT_FALSE(Matches("torch.nn.*", "torch.nn.ReLU"));
  EXPECT_TRUE(Matches("class:torch.nn.*", "torch.nn.ReLU"));
}

} // namespace
