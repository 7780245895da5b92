//===- GraphSemanticsTest.cpp - What torch.fx.Graph promises ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test per behavior of torch.fx.Graph. docs/FXDifferences.md names these
// tests, and lists what is different on purpose.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Graph.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Structural.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

class FXGraph : public testing::Test {
protected:
  FXGraph() : G(Ctx) {}
  Node *call(ArrayRef<Argument> Args = {}, StringRef Target = "my.f") {
    return G.callFunction(Target, Args);
  }
  template <typename Range> static std::string names(const Range &Nodes) {
    std::string Text;
    for (Node *N : Nodes)
      Text += (Text.empty() ? "" : " ") + N->name();
    return Text;
  }
  std::string order() { return names(G.nodes()); }

  Context Ctx;
  Graph G;
};

/// Writes down what it hears.
class Log : public GraphListener {
public:
  explicit Log(Graph &G) : G(G) { G.addListener(this); }
  ~Log() override { G.removeListener(this); }
  void nodeCreated(Node &N) override { add("create", N); }
  void nodeErased(Node &N) override { add("erase", N); }
  void usesReplaced(Node &Old, Node &New, unsigned, ArrayRef<Node *>) override {
    add("replace", Old);
    Text += ">" + New.name();
  }
  bool hearsUsers() const override { return true; }
  void nodeChanged(Node &N, NodeChange) override { add("change", N); }
  void add(StringRef What, Node &N) {
    Text += (Text.empty() ? "" : " ") + What.str() + ":" + N.name();
  }
  Graph &G;
  std::string Text;
};

// Whatever is changed, listeners hear of it once.
TEST_F(FXGraph, EveryEditIsHeard) {
  Node *X = G.placeholder("x"), *Y = G.placeholder("y");
  Node *F = G.callFunction("torch.add", {X, 1});
  Node *H = G.callFunction("torch.neg", {F});
  auto Heard = [&](llvm::function_ref<void()> Edit) {
    Log L(G);
    Edit();
    return L.Text;
  };
  EXPECT_EQ(Heard([&] { F->setTarget("torch.sub"); }), "change:add");
  EXPECT_EQ(Heard([&] { F->setType("int"); }), "change:add");
  EXPECT_EQ(Heard([&] { F->rename("other"); }), "change:other");
  EXPECT_EQ(Heard([&] { F->setArgs({X, 2}); }), "change:other");
  EXPECT_EQ(Heard([&] { F->setKwargs({{Ctx.intern("alpha"), 2}}); }),
            "change:other");
  EXPECT_EQ(Heard([&] { F->setArgsKwargs({X, 3}, {}); }), "change:other");
  EXPECT_EQ(Heard([&] { F->insertArg(0, Y); }), "change:other");
  EXPECT_EQ(Heard([&] { F->setOperand(0, X); }), "change:other");
  EXPECT_EQ(Heard([&] { F->replaceInputWith(X, Y); }), "change:other");
  EXPECT_EQ(Heard([&] { X->prepend(Y); }), "change:y");
  EXPECT_EQ(Heard([&] { X->append(Y); }), "change:y");
  EXPECT_EQ(Heard([&] { F->setOp(Opcode::CallMethod); }), "change:other");
  Node *K = G.callFunction("torch.abs", {H});
  EXPECT_EQ(Heard([&] { H->replaceAllUsesWith(F); }),
            "change:abs_1 replace:neg>other");
  EXPECT_EQ(K->arg(0).asNode(), F);
  EXPECT_EQ(Heard([&] { G.eraseNode(H); }), "erase:neg");
  EXPECT_EQ(Heard([&] { G.output(F); }), "create:output");
}

// Graph.nodes
TEST_F(FXGraph, NodesAreAList) {
  EXPECT_TRUE(G.empty());
  EXPECT_EQ(G.front(), nullptr);
  G.placeholder("x");
  call();
  EXPECT_EQ(G.size(), 2u);
  EXPECT_EQ(order(), "x f");
  EXPECT_EQ(names(G.reversedNodes()), "f x");
}

TEST_F(FXGraph, IterationSurvivesErasingAndInserting) {
  for (unsigned I = 0; I != 6; ++I)
    call();
  std::string Seen;
  for (Node *N : G.nodes()) {
    Seen += N->name() + " ";
    if (N->name() == "f_1") {
      // This one, the one behind it, and one that was seen.
      G.eraseNode(N->next());
      G.eraseNode(N->prev());
      G.eraseNode(N);
      call({}, "my.late");
    }
  }
  EXPECT_EQ(Seen, "f f_1 f_3 f_4 f_5 late ");
  for (Node *N : G.reversedNodes())
    G.eraseNode(N);
  EXPECT_TRUE(G.empty());
}

// Graph.create_node
TEST_F(FXGraph, CreateNodeNamesAfterTheTarget) {
  EXPECT_EQ(call({}, "torch.nn.functional.relu")->name(), "relu");
  EXPECT_EQ(call({}, "my.CamelCase")->name(), "camel_case");
  EXPECT_EQ(call({}, "torch.ops.aten.add.Tensor")->name(), "add_tensor");
  EXPECT_EQ(G.callModule("layers.0.linear")->name(), "layers_0_linear");
  EXPECT_EQ(G.callMethod("__getitem__")->name(), "getitem");
  EXPECT_EQ(G.placeholder("*args")->name(), "_args");
  EXPECT_EQ(G.placeholder("input")->name(), "input_1");
  EXPECT_EQ(G.createNode(Opcode::CallFunction, Ctx.intern("my.f"), {}, {},
                         "CamelCase")
                ->name(),
            "CamelCase"); // A given name is not snake-cased.
}

TEST_F(FXGraph, NamesAreNeverFreed) {
  Node *A = call();
  G.eraseNode(A);
  EXPECT_EQ(call()->name(), "f_1");
}

// Graph.placeholder
TEST_F(FXGraph, PlaceholderDefaults) {
  EXPECT_EQ(G.placeholder("a")->numArgs(), 0u);
  Node *B = G.placeholder("b", Argument());
  ASSERT_EQ(B->numArgs(), 1u);
  EXPECT_TRUE(B->arg(0).isNone());
  EXPECT_EQ(G.placeholder("c", Argument(2), "int")->type().str(), "int");
}

// Graph.output, Graph.output_node
TEST_F(FXGraph, OutputNode) {
  EXPECT_EQ(G.outputNode(), nullptr);
  Node *X = G.placeholder("x");
  Node *Out = G.output(Argument::tuple({X, 1}), "tuple");
  EXPECT_EQ(Out->targetText(), "output");
  EXPECT_EQ(Out->name(), "output");
  EXPECT_EQ(Out->type().str(), "tuple");
  EXPECT_EQ(G.outputNode(), Out);
  // torch.fx asserts that the last node is the output.
  call();
  EXPECT_EQ(G.outputNode(), Out);
}

// Graph.erase_node
TEST_F(FXGraph, EraseNodeIsRefusedWhileThereAreUsers) {
  Node *X = G.placeholder("x");
  Node *A = call({X});
  EXPECT_FALSE(G.eraseNode(X));
  EXPECT_EQ(
      llvm::toString(G.checkErasable(X)),
      "cannot erase %x: it has users (%f); give them another operand first");
  EXPECT_TRUE(G.eraseNode(A));
  EXPECT_FALSE(X->hasUsers());
  EXPECT_TRUE(A->isErased());
  EXPECT_EQ(A->numArgs(), 0u);
  EXPECT_FALSE(G.eraseNode(A)); // Erased before.
  EXPECT_TRUE(bool(G.checkErasable(A)) && true);
  Graph Other(Ctx);
  EXPECT_FALSE(G.eraseNode(Other.placeholder("y")));
  EXPECT_TRUE(G.eraseNode(X));
  EXPECT_TRUE(G.empty());
}

// Graph.inserting_before
TEST_F(FXGraph, InsertingBeforeRestoresThePoint) {
  Node *X = G.placeholder("x");
  Node *Out = G.output(X);
  {
    InsertionGuard Outer = G.insertingBefore(Out);
    call();
    {
      InsertionGuard Inner = G.insertingBefore(X);
      call();
      call();
    }
    call();
  }
  call();
  EXPECT_EQ(order(), "f_1 f_2 x f f_3 output f_4");
}

TEST_F(FXGraph, GuardsMayDieInAnyOrder) {
  Node *X = G.placeholder("x"), *Y = G.placeholder("y");
  G.placeholder("z");
  std::optional<InsertionGuard> Outer(G.insertingBefore(X));
  std::optional<InsertionGuard> Middle(G.insertingBefore(Y));
  std::optional<InsertionGuard> Inner(G.insertingAfter(Y));
  Middle.reset();
  call();
  EXPECT_EQ(order(), "x y f z");
  Inner.reset();
  call();
  EXPECT_EQ(order(), "f_1 x y f z");
  Outer.reset();
  call();
  EXPECT_EQ(order(), "f_1 x y f z f_2");
}

TEST_F(FXGraph, InsertingBeforeNothingIsTheFront) {
  G.placeholder("x");
  InsertionGuard Guard = G.insertingBefore(nullptr);
  call();
  call();
  EXPECT_EQ(order(), "f f_1 x");
}

// Graph.inserting_after
TEST_F(FXGraph, InsertingAfterKeepsTheOrder) {
  // torch.fx reverses it.
  Node *X = G.placeholder("x");
  G.placeholder("y");
  {
    InsertionGuard Guard = G.insertingAfter(X);
    call();
    call();
  }
  {
    InsertionGuard Guard = G.insertingAfter(nullptr);
    call();
  }
  EXPECT_EQ(order(), "x f f_1 y f_2");
}

TEST_F(FXGraph, ThePointBehindANodeStaysWhenItsNeighborMoves) {
  Node *X = G.placeholder("x"), *Y = G.placeholder("y");
  G.placeholder("z");
  InsertionGuard Guard = G.insertingAfter(X);
  X->prepend(Y);
  call();
  EXPECT_EQ(order(), "y x f z");
  {
    InsertionGuard Inner = G.insertingBefore(Y);
    // The point before a node moves with it.
    X->append(Y);
    call();
  }
  EXPECT_EQ(order(), "x f_1 y f z");
}

TEST_F(FXGraph, TheInsertionPointCanBeSetForGood) {
  Node *X = G.placeholder("x");
  G.setInsertionPoint(X);
  call();
  call();
  G.setInsertionPoint(nullptr);
  call();
  EXPECT_EQ(order(), "f f_1 x f_2");
}

// Graph.node_copy
TEST_F(FXGraph, NodeCopyTakesEverythingAlong) {
  Node *X = G.placeholder("x");
  Node *A = call({X, Argument::list({X, 1})});
  A->setType("int");
  A->setMeta("tag", 3);
  Graph Other(Ctx);
  Node *Y = Other.placeholder("y");
  Node *Copy = Other.nodeCopy(A, [&](Node *) { return Argument(Y); });
  EXPECT_EQ(Copy->name(), "f");
  EXPECT_EQ(Copy->targetText(), "my.f");
  EXPECT_EQ(Copy->type().str(), "int");
  EXPECT_EQ(Copy->meta("tag")->asInt(), 3);
  EXPECT_EQ(Copy->arg(1)[0].asNode(), Y);
  // In the same graph the name is a candidate.
  EXPECT_EQ(G.nodeCopy(A)->name(), "f_1");
  EXPECT_EQ(X->numUsers(), 2u);
}

TEST_F(FXGraph, NodeCopyWithoutATransformLeavesForeignNodesToTheVerifier) {
  Node *A = call({G.placeholder("x")});
  Graph Other(Ctx);
  Other.nodeCopy(A);
  llvm::Error E = Other.lint();
  EXPECT_TRUE(bool(E));
  EXPECT_NE(llvm::toString(std::move(E)).find("node of another graph"),
            std::string::npos);
}

// Between contexts everything is interned anew.
TEST_F(FXGraph, NodeCopyAndGraphCopyIntoAnotherContext) {
  Node *X = G.placeholder("x");
  Node *A = G.callFunction(
      "my.f",
      {Argument::list({X, Argument::string(Ctx, "s"), Argument::complex(1, 2)}),
       Argument::integer(Ctx, "123456789012345678901234567890"),
       Argument::device(Ctx, "cuda:1"),
       Argument::namedTuple(Ctx.intern("P"), {Argument::string(Ctx, "a"), X})},
      KwArg{Ctx.intern("k"), Argument::function(Ctx.intern("torch.relu"))},
      "result_7");
  A->setType("int");
  A->setMeta("tag", Argument::string(Ctx, "t"));
  G.output(Argument::tuple({A, Argument::string(Ctx, "end")}));

  Context Ctx2;
  // Ids differ.
  for (int I = 0; I != 50; ++I)
    Ctx2.intern("filler" + std::to_string(I));
  Graph Copy(Ctx2);
  llvm::DenseMap<const Node *, Argument> Values;
  Copy.output(Copy.graphCopy(G, Values));
  EXPECT_EQ(findDifference(G, Copy), std::nullopt)
      << findDifference(G, Copy)->Text;
  EXPECT_FALSE(bool(Copy.lint()));
  Node *Again = Copy.nodeCopy(A, [&](Node *) { return Values[X]; });
  EXPECT_EQ(Again->name(), "result_8");
  EXPECT_EQ(Again->arg(0)[1].symbol(), Ctx2.intern("s"));
  EXPECT_EQ(Again->meta("tag")->str(), "t");
}

TEST_F(FXGraph, GraphCopyOfItselfEnds) {
  Node *X = G.placeholder("x");
  Node *A = call({X});
  call({A});
  llvm::DenseMap<const Node *, Argument> Values;
  Values[X] = X;
  EXPECT_TRUE(G.graphCopy(G, Values).isNone());
  EXPECT_EQ(order(), "x f f_1 f_2 f_3");
  EXPECT_EQ(G.back()->operand(0)->name(), "f_2");
  // Into the middle of it.
  InsertionGuard Guard = G.insertingBefore(A);
  Values = {{X, Argument(X)}};
  G.graphCopy(G, Values);
  EXPECT_EQ(order(), "x f_4 f_5 f_6 f_7 f f_1 f_2 f_3");
  EXPECT_FALSE(bool(G.lint()));
}

// Graph.graph_copy
TEST_F(FXGraph, GraphCopyMapsValues) {
  Node *X = G.placeholder("x");
  Node *A = call({X, 1});
  Node *B = call({A, X});
  G.output(Argument::tuple({B, X}));
  call({}, "my.behind"); // Behind the output: not copied.
  Graph Other(Ctx);
  Node *Y = Other.placeholder("f");
  llvm::DenseMap<const Node *, Argument> Values;
  Values[X] = Y; // Mapped already: not copied.
  Node *Out = nullptr;
  Argument Result = Other.graphCopy(G, Values, &Out);
  EXPECT_EQ(names(Other.nodes()), "f f_1 f_2");
  EXPECT_EQ(Result.size(), 2u);
  EXPECT_EQ(Result[0].asNode(), Values[B].asNode());
  EXPECT_EQ(Result[1].asNode(), Y);
  EXPECT_EQ(Out, G.outputNode());
  EXPECT_EQ(Values[A].asNode()->arg(0).asNode(), Y);
  EXPECT_FALSE(bool(Other.lint()));
}

TEST_F(FXGraph, GraphCopyMapsToConstants) {
  Node *X = G.placeholder("x");
  G.output(call({X, Argument::list({X})}));
  Graph Other(Ctx);
  llvm::DenseMap<const Node *, Argument> Values;
  Values[X] = Argument(2);
  Node *Copy = Other.graphCopy(G, Values).asNode();
  ASSERT_NE(Copy, nullptr);
  EXPECT_EQ(Copy->arg(0).asInt(), 2);
  EXPECT_EQ(Copy->arg(1)[0].asInt(), 2);
  EXPECT_TRUE(Other.graphCopy(Graph(Ctx), Values).isNone()); // No output.
}

// Graph.__deepcopy__
TEST_F(FXGraph, CloneIsIndependent) {
  Node *X = G.placeholder("x");
  Node *A = call({X});
  A->setMeta("tag", 1);
  G.output(A);
  G.eraseNode(call());
  std::unique_ptr<Graph> Copy = G.clone();
  EXPECT_FALSE(findDifference(G, *Copy).has_value());
  EXPECT_EQ(&Copy->front()->graph(), Copy.get());
  Node *Twin = Copy->findByName("f");
  Twin->setTarget("my.g");
  Twin->setMeta("tag", 2);
  EXPECT_EQ(A->targetText(), "my.f");
  EXPECT_EQ(A->meta("tag")->asInt(), 1);
  // Both go on counting for themselves.
  EXPECT_EQ(call()->name(), "f_2");
  EXPECT_EQ(Copy->callFunction("my.f")->name(), "f_2");
}

TEST_F(FXGraph, LongGraphsNeedNoDeepStack) {
  Node *Last = G.placeholder("x");
  for (unsigned I = 0; I != 300000; ++I)
    Last = G.createPlain(Opcode::CallFunction, Ctx.intern("my.f"), Last);
  G.output(Last);
  std::unique_ptr<Graph> Copy = G.clone();
  Graph Other(Ctx);
  llvm::DenseMap<const Node *, Argument> Values;
  Other.graphCopy(G, Values);
  EXPECT_EQ(Other.size(), G.size() - 1);
  EXPECT_FALSE(bool(Copy->lint()));
  EXPECT_EQ(structuralHash(G), structuralHash(*Copy));
}

// Graph.find_nodes
TEST_F(FXGraph, FindNodesInOrder) {
  Node *X = G.placeholder("x");
  Node *A = call({X}, "torch.relu"), *B = call({X}, "torch.relu");
  G.callMethod("relu", {X});
  G.callModule("relu", {X});
  EXPECT_EQ(names(G.findNodes(Opcode::CallFunction, "torch.relu")),
            "relu relu_1");
  EXPECT_EQ(names(G.findNodes(Opcode::CallMethod)), "relu_2");
  EXPECT_EQ(names(G.findNodes(Opcode::CallModule, "relu")), "relu_3");
  EXPECT_TRUE(G.findNodes(Opcode::CallFunction, "torch.none").empty());
  B->append(A);
  EXPECT_EQ(names(G.findNodes(Opcode::CallFunction)), "relu_1 relu");
  // New nodes are found, erased ones are not, also while one looks at them.
  Node *C = call({X}, "torch.relu");
  std::string Seen;
  for (Node *N : G.findNodes(Opcode::CallFunction, "torch.relu")) {
    Seen += N->name() + " ";
    G.eraseNode(C);
  }
  EXPECT_EQ(Seen, "relu_1 relu ");
  for (unsigned I = 0; I != 50; ++I)
    G.eraseNode(call({X}, "torch.relu"));
  EXPECT_EQ(G.findNodes(Opcode::CallFunction, "torch.relu").size(), 2u);
}

// Graph.eliminate_dead_code
TEST_F(FXGraph, DeadCodeIsRemovedInOneSweep) {
  Node *X = G.placeholder("x");
  G.placeholder("unused");
  call({call({X})});
  Node *Kept = call({X}, "my.kept");
  G.output(X);
  auto IsImpure = [&](const Node &N) { return &N == Kept; };
  EXPECT_TRUE(G.eliminateDeadCode(IsImpure));
  EXPECT_EQ(order(), "x unused kept output");
  EXPECT_FALSE(G.eliminateDeadCode(IsImpure));
}

// Graph.lint
TEST_F(FXGraph, LintAcceptsAndRefuses) {
  Node *X = G.placeholder("x");
  Node *A = call({X}), *B = call({A});
  G.output(B);
  EXPECT_FALSE(bool(G.lint()));
  A->prepend(B);
  EXPECT_EQ(llvm::toString(G.lint()),
            "%f is used before it is defined (in %f_1)");
}

// _register_create_node_hook, _register_erase_node_hook,
// _register_replace_node_hook
TEST_F(FXGraph, ListenersHearEveryEdit) {
  Node *X = G.placeholder("x");
  Log Heard(G);
  Node *A = call({X});
  Node *B = call({A});
  A->replaceAllUsesWith(X);
  G.eraseNode(A);
  B->rename("b");
  B->setArgs({});
  X->prepend(B);
  EXPECT_EQ(Heard.Text, "create:f create:f_1 change:f_1 replace:f>x erase:f "
                        "change:b change:b change:b");
}

// Erases what is not used any more, and leaves after the first time.
class OnceCleaner : public GraphListener {
public:
  explicit OnceCleaner(Graph &G) : G(G) { G.addListener(this); }
  void usesReplaced(Node &Old, Node &, unsigned, ArrayRef<Node *>) override {
    G.removeListener(this);
    EXPECT_TRUE(G.eraseNode(&Old));
  }
  Graph &G;
};

TEST_F(FXGraph, ListenersMayEditAndLeave) {
  Node *X = G.placeholder("x");
  OnceCleaner Cleaner(G);
  Log Heard(G);
  Node *A = call({X}), *B = call({X});
  call({A, B});
  A->replaceAllUsesWith(X);
  B->replaceAllUsesWith(X);
  EXPECT_EQ(Heard.Text,
            "create:f create:f_1 create:f_2 change:f_2 erase:f replace:f>x "
            "change:f_2 replace:f_1>x");
  EXPECT_EQ(order(), "x f_1 f_2");
}

// Graph.owning_module
TEST_F(FXGraph, GraphsKnowTheirModule) {
  GraphModule M(Ctx);
  EXPECT_EQ(M.graph().owningModule(), &M.root());
  EXPECT_EQ(G.owningModule(), nullptr);
}

} // namespace
