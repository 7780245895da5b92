//===- ListenersTest.cpp --------------------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/Printer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {

/// Writes down everything that it hears.
struct Log : GraphListener {
  explicit Log(bool Users = false) : Users(Users) {}
  void usesReplaced(Node &Old, Node &New, unsigned Count,
                    ArrayRef<Node *> Chosen) override {
    Text += "replace:" + Old.name() + ">" + New.name() + ":" +
            std::to_string(Count);
    for (const Node *N : Chosen)
      Text += "," + N->name();
    Text += ' ';
  }
  bool hearsUsers() const override { return Users; }
  void nodeChanged(Node &N, NodeChange What) override {
    static constexpr StringLiteral Names[] = {
        "args", "operands", "op", "target", "name", "type", "place"};
    Text += (Names[unsigned(What)] + ":" + N.name() + " ").str();
  }
  void metaChanged(Node &N) override { Text += "meta:" + N.name() + " "; }
  void usersReordered(Node &N) override { Text += "users:" + N.name() + " "; }
  void graphDestroyed(Graph &) override { Text += "destroyed "; }
  std::string take() { return std::exchange(Text, ""); }
  bool Users;
  std::string Text;
};

TEST(Listeners, HearWhatChanged) {
  Context Ctx;
  Log L;
  {
    Graph G(Ctx);
    Node *X = G.placeholder("x"), *Y = G.placeholder("y");
    Node *F = G.callFunction("torch.add", {X, Y});
    Node *H = G.callFunction("torch.mul", {F, F});
    G.addListener(&L);
    F->setArgs({X, 1});
    F->setOperand(0, Y);
    H->replaceInputWith(F, X);
    F->setOp(Opcode::CallMethod);
    F->setTarget("add");
    F->rename("f");
    F->setType("int");
    X->append(F);
    EXPECT_EQ(L.take(), "args:add operands:add operands:mul op:add target:add "
                        "name:f type:f place:f ");
    F->setMeta("a", 1);
    F->setMeta("a", 1);
    F->eraseMeta("b");
    F->eraseMeta("a");
    F->clearMeta();
    EXPECT_EQ(L.take(), "meta:f meta:f ");
    H->setMeta("a", 1);
    Node *Copy = G.nodeCopy(H);
    EXPECT_EQ(L.take(), "meta:mul meta:mul_1 ");
    EXPECT_TRUE(X->setUserOrder({Copy, H}));
    EXPECT_TRUE(G.renameNodesToCanonical());
    EXPECT_EQ(L.take(), "users:x name:add ");
  }
  EXPECT_EQ(L.take(), "destroyed ");
}

TEST(Listeners, HearOfUsersWhenTheyAsk) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x"), *Y = G.placeholder("y");
  Node *A = G.callFunction("a", {X, X}), *B = G.callFunction("b", {X});
  Log Plain, Curious(/*Users=*/true);
  G.addListener(&Plain);
  X->replaceAllUsesWith(Y);
  EXPECT_EQ(Plain.take(), "replace:x>y:3 ");
  G.addListener(&Curious);
  Y->replaceAllUsesWith(X, [&](Node *N) { return N == A; });
  EXPECT_EQ(Plain.take(), "replace:y>x:2,a ");
  EXPECT_EQ(Curious.take(), "operands:a replace:y>x:2,a ");
  Y->replaceAllUsesWith(X);
  EXPECT_EQ(Plain.take(), "replace:y>x:1 ");
  EXPECT_EQ(Curious.take(), "operands:b replace:y>x:1 ");
  G.removeListener(&Curious);
  X->replaceAllUsesWith(Y);
  EXPECT_EQ(Plain.take(), "replace:x>y:3 ");
  X->replaceAllUsesWith(Y);
  EXPECT_EQ(Plain.take(), "");
  // A copy of the metadata is told of too.
  B->setMeta("k", 1);
  Node *C = G.callFunction("c", {Y});
  Plain.take();
  B->replaceAllUsesWith(C, nullptr, /*PropagateMeta=*/true);
  EXPECT_EQ(Plain.take(), "meta:c ");
  G.removeListener(&Plain);
}

TEST(Users, MoveAmongThem) {
  Context Ctx;
  Graph G(Ctx);
  Node *X = G.placeholder("x");
  Node *A = G.callFunction("a", {X, X}), *B = G.callFunction("b", {1, X});
  Node *C = G.callFunction("c", {A, X, X});
  auto Users = [](const Node *N) {
    std::string Text;
    for (const Node *User : N->users())
      Text += User->name();
    return Text;
  };
  EXPECT_EQ(Users(X), "abc");
  EXPECT_EQ(A->nextUserOf(0), B);
  EXPECT_EQ(A->nextUserOf(1), B);
  EXPECT_EQ(C->nextUserOf(1), nullptr);
  EXPECT_TRUE(A->moveAmongUsersOf(1, nullptr));
  EXPECT_EQ(Users(X), "bca");
  EXPECT_TRUE(C->moveAmongUsersOf(2, B));
  EXPECT_EQ(Users(X), "cba");
  EXPECT_TRUE(C->moveAmongUsersOf(1, B));
  EXPECT_TRUE(B->moveAmongUsersOf(0, B));
  EXPECT_EQ(Users(X), "cba");
  EXPECT_TRUE(B->moveAmongUsersOf(0, C));
  EXPECT_EQ(Users(X), "bca");
  EXPECT_FALSE(A->moveAmongUsersOf(0, G.callFunction("d", {A})));
  EXPECT_EQ(Users(X), "bca");
  EXPECT_FALSE(bool(G.lint()));
}

TEST(Listeners, HearOfModules) {
  struct TreeLog : ModuleListener {
    void moduleChanged(fx::Module &M, ModuleChange What) override {
      static constexpr StringLiteral Names[] = {
          "class", "children", "code", "state", "attributes", "program"};
      Text += (Names[unsigned(What)] + ":" + M.path() + " ").str();
    }
    std::string take() { return std::exchange(Text, ""); }
    std::string Text;
  } L;
  Context Ctx;
  GraphModule M(Ctx);
  M.root().addListener(&L);
  M.root().addSubmodule("a.b",
                        std::make_unique<fx::Module>(Ctx, Ctx.intern("B")));
  // An empty module on the way, then what goes into it.
  EXPECT_EQ(L.take(), "children: children:a ");
  fx::Module &B = *M.submodule("a.b");
  B.setClassName(Ctx.intern("C"));
  B.setTraining(true);
  B.setArgs({});
  B.setKwargs({});
  B.setExtraText({});
  EXPECT_EQ(L.take(), "class:a.b class:a.b class:a.b class:a.b class:a.b ");
  B.addTensor({Ctx.intern("w")});
  B.setAttribute(Ctx.intern("n"), 1);
  B.removeAttribute("n");
  B.removeTensor("w");
  EXPECT_EQ(L.take(), "state:a.b attributes:a.b attributes:a.b state:a.b ");
  B.setGraph(std::make_unique<Graph>(Ctx));
  B.takeGraph();
  EXPECT_EQ(L.take(), "code:a.b code:a.b ");
  M.setTree(std::make_unique<fx::Module>(Ctx, Symbol()),
            GraphModule::TreeKind::Closed);
  EXPECT_EQ(L.take(), "code: children: ");
  // The new root has the listener.
  M.root().setTraining(true);
  EXPECT_EQ(L.take(), "class: ");
  ExportedProgram &P = M.makeProgram();
  Node *X = M.graph().placeholder("x"), *Y = M.graph().placeholder("y");
  P.ModuleCalls.push_back({Ctx.intern("a"), true, {Argument(X)}, {}});
  P.noteModuleCalls();
  M.graph().output(X);
  X->replaceAllUsesWith(Y);
  M.graph().eraseNode(M.graph().outputNode());
  M.graph().eraseNode(Y);
  EXPECT_EQ(L.take(), "program: program: program: ");
  M.root().removeListener(&L);
  M.root().setTraining(false);
  EXPECT_EQ(L.take(), "");
}

TEST(Printer, Frames) {
  Context Ctx;
  GraphModule M(Ctx);
  M.graph().output(1);
  M.root().addSubmodule("a",
                        std::make_unique<fx::Module>(Ctx, Ctx.intern("A")));
  M.submodule("a")->setGraph(M.graph().clone());
  std::string Frame, Whole, Rebuilt;
  raw_string_ostream FrameOS(Frame), WholeOS(Whole), RebuiltOS(Rebuilt);
  printModuleFrame(M, FrameOS, [](const Graph &, unsigned Indent) {
    return "<" + std::to_string(Indent) + ">";
  });
  EXPECT_EQ(Frame,
            "fx 1\nmodule = ? loose {\n  a = A {\n    <4>\n  }\n}\n<0>\n");
  printModule(M, WholeOS, PrintFormat::Native);
  printModuleFrame(M, RebuiltOS, [](const Graph &G, unsigned Indent) {
    std::string Text;
    raw_string_ostream OS(Text);
    printFramedGraph(G, OS, Indent);
    return Text;
  });
  EXPECT_EQ(Rebuilt, Whole);
}

} // namespace
