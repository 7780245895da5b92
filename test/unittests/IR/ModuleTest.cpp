//===- ModuleTest.cpp - The module tree -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Module.h"
#include "fx/IR/Structural.h"
#include "gtest/gtest.h"

using namespace fx;

namespace {

std::unique_ptr<Module> make(Context &Ctx, llvm::StringRef Class) {
  return std::make_unique<Module>(Ctx, Ctx.intern(Class));
}

TEST(ModuleTest, FindsChildrenHoweverManyThereAre) {
  Context Ctx;
  std::unique_ptr<Module> Root = make(Ctx, "Root");
  for (unsigned N = 0; N != 40; ++N) {
    std::string Name = "c" + std::to_string(N);
    EXPECT_EQ(Root->child(Name), nullptr);
    Module &C = Root->addChild(Ctx.intern(Name), make(Ctx, "A"));
    EXPECT_EQ(Root->child(Name), &C);
    EXPECT_EQ(Root->child("c0"), Root->children().front().get());
  }
  // A second child of that name takes its place.
  Module &Other = Root->addChild(Ctx.intern("c7"), make(Ctx, "B"));
  EXPECT_EQ(Root->children().size(), 40u);
  EXPECT_EQ(Root->children()[7].get(), &Other);
  EXPECT_EQ(Root->child("c7"), &Other);
  // Down to a few again.
  for (unsigned N = 0; N != 35; ++N) {
    std::string Name = "c" + std::to_string(N);
    Root->removeChild(Name);
    EXPECT_EQ(Root->child(Name), nullptr);
    EXPECT_EQ(Root->child("c39"), Root->children().back().get());
  }
  EXPECT_EQ(Root->children().size(), 5u);
}

// torch.nn.Module.get_submodule
TEST(ModuleTest, PathsNameModules) {
  Context Ctx;
  std::unique_ptr<Module> Root = make(Ctx, "Root");
  Module &B = Root->addSubmodule("a.b", make(Ctx, "B"));
  EXPECT_EQ(Root->lookup("a.b"), &B);
  EXPECT_EQ(B.path(), "a.b");
  EXPECT_EQ(Root->lookup(""), Root.get());
  for (const char *Path : {"b", "a.", ".a", "a.b.", "a..b", "."})
    EXPECT_EQ(Root->lookup(Path), nullptr) << Path;
}

// GraphModule.add_submodule: modules on the way are empty.
TEST(ModuleTest, AddSubmodule) {
  Context Ctx;
  std::unique_ptr<Module> Root = make(Ctx, "Root");
  Module &First = Root->addSubmodule("a.b.c", make(Ctx, "C"));
  EXPECT_EQ(Root->lookup("a.b")->className().str(), "torch.nn.Module");
  Module &Second = Root->addSubmodule("a.b.d", make(Ctx, "D"));
  EXPECT_EQ(Root->lookup("a.b.c"), &First);
  EXPECT_EQ(Root->lookup("a.b.d"), &Second);
  // What is there is replaced, as setattr does.
  Root->addSubmodule("a.b", make(Ctx, "E"));
  EXPECT_EQ(Root->lookup("a.b.c"), nullptr);
}

// GraphModule.delete_submodule: false where there is none.
TEST(ModuleTest, DeleteSubmodule) {
  Context Ctx;
  std::unique_ptr<Module> Root = make(Ctx, "Root");
  Module &A = Root->addSubmodule("a", make(Ctx, "A"));
  A.addTensor({Ctx.intern("w")});
  EXPECT_FALSE(Root->deleteSubmodule("a.b"));
  EXPECT_FALSE(Root->deleteSubmodule("a.w")) << "no module";
  EXPECT_FALSE(Root->deleteSubmodule(""));
  EXPECT_TRUE(Root->deleteSubmodule("a"));
  EXPECT_EQ(Root->lookup("a"), nullptr);
}

// GraphModule.delete_all_unused_submodules
TEST(ModuleTest, DeleteUnusedSubmodules) {
  Context Ctx;
  GraphModule M(Ctx);
  for (const char *Path : {"called.inner.deep", "tensor.inner", "unused.inner",
                           "prefix.called", "prefix.unused"})
    M.root().addSubmodule(Path, make(Ctx, "A"));
  // What an unused graph names is unused too; a used one tells what it needs.
  for (const char *Path : {"dead", "fetched"}) {
    Module &Sub = M.root().addSubmodule(Path, make(Ctx, "G"));
    Sub.addSubmodule("named.x", make(Ctx, "A"));
    Sub.addSubmodule("other", make(Ctx, "A"));
    auto Body = std::make_unique<Graph>(Ctx);
    Body->callModule("named", {Body->placeholder("x")});
    Sub.setGraph(std::move(Body));
  }
  Graph &G = M.graph();
  Node *X = G.placeholder("x");
  G.callModule("called", {X});
  G.callModule("prefix.called", {X});
  G.getAttr("tensor.weight");
  G.getAttr("fetched");
  EXPECT_EQ(M.deleteUnusedSubmodules(), 5u);
  std::string Left;
  M.root().walk([&](Module &, llvm::StringRef Path) {
    Left += (Left.empty() ? "" : " ") + Path.str();
  });
  EXPECT_EQ(Left, "called called.inner called.inner.deep tensor prefix "
                  "prefix.called fetched fetched.named fetched.named.x");
  EXPECT_EQ(M.deleteUnusedSubmodules(), 0u);
}

TEST(ModuleTest, DeleteUnusedSubmodulesBelowEachOther) {
  for (std::vector<std::string> Paths :
       {std::vector<std::string>{"a", "a.b", "a.b.c"}, {"a.b.c", "a.b", "a"}}) {
    Context Ctx;
    GraphModule M(Ctx);
    M.root().addSubmodule("a.b.c", make(Ctx, "A"));
    M.root().addSubmodule("d", make(Ctx, "A"));
    M.deleteUnusedSubmodules(Paths);
    EXPECT_FALSE(M.root().child("a"));
    EXPECT_TRUE(M.root().child("d"));
  }
}

// GraphModule.__deepcopy__
TEST(ModuleTest, CloneIsIndependent) {
  Context Ctx;
  GraphModule M(Ctx);
  Module &A = M.root().addSubmodule("a.b", make(Ctx, "A"));
  A.addTensor({Ctx.intern("w")});
  A.setAttribute(Ctx.intern("scale"), 2);
  A.setTraining(true);
  M.graph().output(M.graph().getAttr("a.b.w"));
  M.setTreeKind(GraphModule::TreeKind::Closed);
  std::unique_ptr<GraphModule> Copy = M.clone();
  EXPECT_EQ(findDifference(M, *Copy), std::nullopt);
  Module *B = Copy->submodule("a.b");
  EXPECT_EQ(B->path(), "a.b");
  EXPECT_EQ(Copy->graph().owningModule(), &Copy->root());
  B->setAttribute(Ctx.intern("scale"), 3);
  EXPECT_EQ(A.attribute("scale")->asInt(), 2);
  Copy->root().deleteSubmodule("a");
  EXPECT_EQ(M.submodule("a.b"), &A);
}

// What a get_attr target names.
TEST(ModuleTest, Attributes) {
  Context Ctx;
  GraphModule M(Ctx);
  Module &A = M.root().addSubmodule("a.b", make(Ctx, "A"));
  A.addTensor({Ctx.intern("w")});
  A.setAttribute(Ctx.intern("scale"), 2);
  EXPECT_EQ(M.attribute("a.b.w").Tensor, A.tensor("w"));
  EXPECT_EQ(M.attribute("a.b.scale").Value->asInt(), 2);
  EXPECT_EQ(M.attribute("a.b").Sub, &A);
  EXPECT_FALSE(bool(M.attribute("a.b.c")));
  EXPECT_EQ(M.attribute("a.b.c").Owner, &A);
  EXPECT_EQ(M.attribute("c.d").Owner, nullptr);
  EXPECT_TRUE(M.root().hasAttribute("a.b.w"));
  EXPECT_FALSE(M.root().hasAttribute("a.b."));
}

// Names are found by a table once there are many.
TEST(ModuleTest, ManyTensorsAndAttributes) {
  Context Ctx;
  std::unique_ptr<Module> M = make(Ctx, "A");
  constexpr int Count = 40;
  for (int I = 0; I != Count; ++I) {
    std::string Number = std::to_string(I);
    M->addTensor({Ctx.intern("t" + Number)});
    M->setAttribute(Ctx.intern("a" + Number), I);
  }
  M->addTensor({Ctx.intern("t20"), TensorAttr::Buffer});
  M->setAttribute(Ctx.intern("a20"), -1);
  ASSERT_EQ(M->tensors().size(), size_t(Count));
  ASSERT_EQ(M->attributes().size(), size_t(Count));
  std::unique_ptr<Module> Copy = M->clone();
  for (const Module *Each : {M.get(), Copy.get()}) {
    EXPECT_EQ(Each->tensor("t20"), &Each->tensors()[20]);
    EXPECT_EQ(Each->tensor("t20")->Role, TensorAttr::Buffer);
    EXPECT_EQ(Each->attribute("a20"), &Each->attributes()[20].Value);
    EXPECT_EQ(Each->attribute("a20")->asInt(), -1);
    EXPECT_EQ(Each->tensor("a20"), nullptr);
    EXPECT_EQ(Each->tensor("none"), nullptr);
  }
  // Down to few, and up again.
  for (int I = 0; I != Count - 3; ++I) {
    M->removeTensor("t" + std::to_string(I));
    M->removeAttribute("a" + std::to_string(I));
  }
  for (int I = 0; I != Count; ++I) {
    M->addTensor({Ctx.intern("t" + std::to_string(I))});
    M->setAttribute(Ctx.intern("a" + std::to_string(I)), I);
  }
  ASSERT_EQ(M->tensors().size(), size_t(Count));
  EXPECT_EQ(M->tensors()[0].Name.str(), "t37");
  EXPECT_EQ(M->tensors()[3].Name.str(), "t0");
  EXPECT_EQ(M->tensor("t0"), &M->tensors()[3]);
  EXPECT_EQ(M->attribute("a39")->asInt(), 39);
}

// Where a path leads past modules, these are made; names with dots that are no
// paths are names of the root's own state.
TEST(ModuleTest, StateHasPaths) {
  Context Ctx;
  GraphModule M(Ctx);
  auto Add = [&](llvm::StringRef Path) { return M.addState(Path, {}); };
  auto Paths = [&] {
    std::string Text;
    M.forEachState([&](TensorAttr &, llvm::StringRef Path) {
      Text += (Text.empty() ? "" : " ") + Path.str();
    });
    return Text;
  };
  EXPECT_EQ(Add(""), nullptr);
  TensorAttr *W = Add("a.b.w");
  ASSERT_TRUE(W);
  EXPECT_EQ(W->Name.str(), "w");
  EXPECT_EQ(M.state("a.b.w"), W);
  ASSERT_TRUE(M.root().lookup("a.b"));
  EXPECT_EQ(M.root().lookup("a.b")->className(), "torch.nn.Module");
  // A module has the name.
  EXPECT_EQ(Add("a"), nullptr);
  // What hangs below state, or is not a path, is a name.
  for (llvm::StringRef Path : {"a.b", "a.b.w.x", ".w", "w.", "a..w"}) {
    TensorAttr *T = Add(Path);
    ASSERT_TRUE(T) << Path.str();
    EXPECT_EQ(T->Name.str(), Path);
    EXPECT_EQ(M.root().tensor(Path), T);
    EXPECT_EQ(M.state(Path), T);
  }
  EXPECT_EQ(Paths(), "a.b a.b.w.x .w w. a..w a.b.w");
  EXPECT_EQ(M.freeStatePath("a.b.w"), "a.b.w_1");
  EXPECT_EQ(M.freeStatePath(".w"), "w");
  EXPECT_EQ(M.freeStatePath("a.b.v"), "a.b.v");
  EXPECT_EQ(M.freeStatePath("a.b"), "a.b_1");
  ASSERT_TRUE(Add("a.b.w_1"));
  EXPECT_EQ(M.freeStatePath("a.b.w"), "a.b.w_2");
  // Empty modules go with their last state, and no others.
  EXPECT_FALSE(M.removeState("a.b.v"));
  EXPECT_TRUE(M.removeState("a.b.w"));
  EXPECT_TRUE(M.root().lookup("a.b"));
  EXPECT_TRUE(M.removeState("a.b.w_1"));
  EXPECT_FALSE(M.root().child("a"));
  EXPECT_TRUE(M.removeState("a..w"));
  EXPECT_FALSE(M.removeState("a..w"));
  EXPECT_EQ(Paths(), "a.b a.b.w.x .w w.");
}

TEST(ModuleTest, ModulesThatSayMoreThanAPathStay) {
  Context Ctx;
  GraphModule M(Ctx);
  auto Leaves = [&](llvm::function_ref<void(Module &)> Mark) {
    M.addState("m.w", {});
    Mark(*M.root().child("m"));
    EXPECT_TRUE(M.removeState("m.w"));
    bool Left = M.root().child("m");
    M.root().removeChild("m");
    return Left;
  };
  EXPECT_FALSE(Leaves([](Module &) {}));
  EXPECT_TRUE(Leaves([&](Module &N) { N.setClassName(Ctx.intern("Net")); }));
  EXPECT_TRUE(Leaves([](Module &N) { N.setArgs({1}); }));
  EXPECT_TRUE(Leaves([&](Module &N) { N.setKwargs({{Ctx.intern("a"), 1}}); }));
  EXPECT_TRUE(Leaves([](Module &N) { N.setExtraText({"x"}); }));
  EXPECT_TRUE(
      Leaves([&](Module &N) { N.setAttribute(Ctx.intern("scale"), 1.5); }));
  EXPECT_TRUE(Leaves([&](Module &N) { N.addTensor({Ctx.intern("v")}); }));
  EXPECT_TRUE(
      Leaves([&](Module &N) { N.setGraph(std::make_unique<Graph>(Ctx)); }));
  EXPECT_TRUE(
      Leaves([&](Module &N) { N.addChild(Ctx.intern("c"), make(Ctx, "C")); }));
}

// Module trees are not deeper than what texts can hold.
TEST(ModuleTest, PathsOfStateAreNotTooDeep) {
  Context Ctx;
  GraphModule M(Ctx);
  std::string Path = "w";
  for (unsigned I = 0; I != 100; ++I)
    Path = "m." + Path;
  ASSERT_TRUE(M.addState(Path, {}));
  EXPECT_EQ(M.root().tensor(Path), nullptr);
  Path = "n." + Path;
  ASSERT_TRUE(M.addState(Path, {}));
  EXPECT_NE(M.root().tensor(Path), nullptr);
  EXPECT_EQ(M.root().child("n"), nullptr);
}

} // namespace
