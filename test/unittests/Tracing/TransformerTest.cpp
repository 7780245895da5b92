//===- TransformerTest.cpp - Graphs from graphs ---------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Tracing/Transformer.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Ops.h"
#include "fx/IR/Printer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {

std::string textOf(const Graph &G) {
  std::string Text;
  for (const Node *N : G.nodes())
    Text += N->name() + " = " + N->targetText().str() + "; ";
  return Text;
}

struct Fixture : testing::Test {
  Context Ctx;
  GraphModule M{Ctx};
  Node *X = nullptr, *Relu = nullptr;

  void SetUp() override {
    Graph &G = M.graph();
    X = G.placeholder("x");
    Relu = G.callFunction<ops::Relu>(X);
    Relu->setMeta("tag", Argument(1));
    G.output(G.callFunction<ops::Add>(Relu, X));
  }
};

using TransformerTest = Fixture;

TEST_F(TransformerTest, CopiesByDefault) {
  Expected<std::unique_ptr<Graph>> New = Transformer(M).transform();
  ASSERT_TRUE(bool(New)) << toString(New.takeError());
  EXPECT_EQ(textOf(**New), textOf(M.graph()));
  const Argument *Tag = (*New)->findByName("relu")->meta("tag");
  ASSERT_TRUE(Tag);
  EXPECT_EQ(Tag->asInt(), 1);
  EXPECT_EQ(M.graph().size(), 4u);
}

TEST_F(TransformerTest, MakesAPlainGraphOfAProgram) {
  M.makeProgram();
  Expected<std::unique_ptr<Graph>> New = Transformer(M).transform();
  ASSERT_TRUE(bool(New)) << toString(New.takeError());
  M.root().setGraph(std::move(*New));
  EXPECT_EQ(M.program(), nullptr);
  EXPECT_EQ(M.clone()->program(), nullptr);
  for (unsigned I = 0; I != 2; ++I) {
    const ExportedProgram &P = M.makeProgram();
    EXPECT_EQ(&P, M.program());
  }
}

struct NoRelu : Transformer {
  using Transformer::Transformer;
  Expected<Argument> callFunction(const Node &N, ArrayRef<Argument> Args,
                                  ArrayRef<KwArg> Kwargs) override {
    if (ops::Relu::classof(&N))
      return Args[0];
    return Transformer::callFunction(N, Args, Kwargs);
  }
};

TEST_F(TransformerTest, ASubclassChangesNodes) {
  Expected<std::unique_ptr<Graph>> New = NoRelu(M).transform();
  ASSERT_TRUE(bool(New)) << toString(New.takeError());
  EXPECT_EQ(textOf(**New), "x = x; add = torch.add; output = output; ");
  const Node *Add = (*New)->findByName("add");
  EXPECT_EQ(Add->arg(0).asNode(), Add->arg(1).asNode());
}

struct Fails : Transformer {
  using Transformer::Transformer;
  Expected<Argument> placeholder(const Node &) override {
    return createStringError("no inputs");
  }
};

TEST_F(TransformerTest, ErrorsEndIt) {
  Expected<std::unique_ptr<Graph>> New = Fails(M).transform();
  ASSERT_FALSE(bool(New));
  EXPECT_EQ(toString(New.takeError()), "no inputs");
}

} // namespace
