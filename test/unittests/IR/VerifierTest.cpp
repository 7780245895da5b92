//===- VerifierTest.cpp - Each invariant, broken ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Damages a small graph in one way per invariant. Names of tests begin with the
// numbers of docs/LangRef.md.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Verifier.h"
#include "Graph/GraphAccess.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "gtest/gtest.h"

using namespace fx;
using fx::detail::GraphAccess;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

class Verifier : public testing::Test {
protected:
  /// x, add = x + x, relu = relu(add), output.
  Verifier() : Module(Ctx), G(Module.graph()) {
    X = G.placeholder("x");
    Add = G.callFunction("operator.add", {X, X});
    Relu = G.callFunction("torch.relu", {Add});
    Out = G.output(Relu);
  }

  /// Ids of what is reported, errors and warnings, each once.
  std::vector<diag::ID> check() {
    std::vector<diag::ID> Ids;
    Texts.clear();
    DiagnosticEngine Diags;
    Diags.setHandler([&](const Diagnostic &D) {
      if (Ids.empty() || Ids.back() != D.Id)
        Ids.push_back(D.Id);
      Texts += D.Text + "\n";
      for (const Note &N : D.Notes)
        Texts += "note: " + N.Text + "\n";
    });
    bool Valid = verify(Module, Diags);
    EXPECT_EQ(Valid, Diags.numErrors() == 0);
    return Ids;
  }
  void expectOnly(diag::ID Id, StringRef Text) {
    EXPECT_EQ(check(), std::vector<diag::ID>{Id}) << Texts;
    EXPECT_NE(Texts.find(Text.str()), std::string::npos) << Texts;
  }
  void expectValid() { EXPECT_EQ(check(), std::vector<diag::ID>{}) << Texts; }
  KwArg keyword(StringRef Name, Argument Value) {
    return {Ctx.intern(Name), Value};
  }

  Context Ctx;
  GraphModule Module;
  Graph &G;
  Node *X, *Add, *Relu, *Out;
  std::string Texts;
};

TEST_F(Verifier, AcceptsASoundGraph) { expectValid(); }

TEST_F(Verifier, AcceptsWhatTorchFXAccepts) {
  // Placeholders after calls, two of one target, nodes behind the output.
  G.placeholder("x");
  G.callFunction("torch.relu", {X});
  expectValid();
  // No output at all; no nodes at all.
  for (Node *N : G.reversedNodes())
    G.eraseNode(N);
  expectValid();
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

TEST_F(Verifier, V1LinkToNowhere) {
  GraphAccess::next(*Add) = 12345;
  expectOnly(diag::err_verify_links, "a link leads out of the graph");
}

TEST_F(Verifier, V1LinksOfNeighborsDiffer) {
  GraphAccess::prev(*Relu) = X->id();
  expectOnly(diag::err_verify_links, "the links of two neighbors differ");
}

TEST_F(Verifier, V1Cycle) {
  GraphAccess::next(*Out) = X->id();
  GraphAccess::prev(*X) = Out->id();
  EXPECT_EQ(check(), std::vector<diag::ID>{diag::err_verify_links}) << Texts;
}

TEST_F(Verifier, V1WrongCount) {
  ++GraphAccess::numNodes(G);
  expectOnly(diag::err_verify_links, "fewer nodes than the graph counts");
  GraphAccess::numNodes(G) -= 2;
  expectOnly(diag::err_verify_links, "more nodes than the graph counts");
}

TEST_F(Verifier, V1WrongEnd) {
  GraphAccess::lastNode(G) = Relu->id();
  expectOnly(diag::err_verify_links, "its end is not the last node");
}

TEST_F(Verifier, V1ErasedNodeInTheList) {
  GraphAccess::flags(*Add) = 1;
  expectOnly(diag::err_verify_links, "an erased node is in it");
}

TEST_F(Verifier, V2OrderNumbers) {
  std::swap(GraphAccess::order(*Add), GraphAccess::order(*Relu));
  expectOnly(diag::err_verify_order, "%add is before %relu");
}

TEST_F(Verifier, V3OperandCount) {
  GraphAccess::spec(*Relu) = ArgSpec::plainId(2);
  expectOnly(diag::err_verify_operands, "it has 1 but needs 2");
}

TEST_F(Verifier, V3OperandsOutOfMemory) {
  GraphAccess::operandBegin(*Relu) = 100000;
  expectOnly(diag::err_verify_operands, "not in memory");
}

TEST_F(Verifier, V3OperandOfAnotherNode) {
  GraphAccess::use(G, GraphAccess::operandBegin(*Relu)).Owner = Add->id();
  expectOnly(diag::err_verify_operands, "one belongs to another node");
}

TEST_F(Verifier, V3OperandIsNoNode) {
  GraphAccess::use(G, GraphAccess::operandBegin(*Relu)).Value = 999;
  expectOnly(diag::err_verify_operands, "one is not a node of the graph");
}

TEST_F(Verifier, V4UseListLeadsNowhere) {
  GraphAccess::firstUse(*X) = 100000;
  expectOnly(diag::err_verify_uses, "a link leads out of the list");
}

TEST_F(Verifier, V4UseListLinksDiffer) {
  GraphAccess::use(G, GraphAccess::operandBegin(*Add) + 1).Prev = 0;
  expectOnly(diag::err_verify_uses, "the links of two neighbors differ");
}

TEST_F(Verifier, V4UseOfAnotherValue) {
  GraphAccess::use(G, GraphAccess::operandBegin(*Relu)).Value = X->id();
  expectOnly(diag::err_verify_uses, "a use of another value is among them");
}

TEST_F(Verifier, V4UseThatIsNoOperand) {
  // Relu loses its operand, but the list of its value keeps it.
  GraphAccess::operandCount(*Relu) = 0;
  GraphAccess::spec(*Relu) = ArgSpec::plainId(0);
  expectOnly(diag::err_verify_uses, "a use is not an operand of its user");
}

TEST_F(Verifier, V4OperandInNoList) {
  GraphAccess::firstUse(*Add) = GraphAccess::lastUse(*Add) = 0;
  expectOnly(diag::err_verify_uses, "one of relu is not among them");
}

TEST_F(Verifier, V4WrongEndOfTheUses) {
  GraphAccess::lastUse(*X) = GraphAccess::operandBegin(*Add);
  expectOnly(diag::err_verify_uses, "their end is not the last use");
}

TEST_F(Verifier, V5UsesOfOneUserApart) {
  Node *Sub;
  {
    InsertionGuard Guard = G.insertingBefore(Out);
    Sub = G.callFunction("operator.sub", {X, 1});
  }
  // x: add, add, sub becomes add, sub, add.
  uint32_t A = GraphAccess::operandBegin(*Add), B = A + 1,
           C = GraphAccess::operandBegin(*Sub);
  GraphAccess::use(G, A).Next = C;
  GraphAccess::use(G, C).Prev = A;
  GraphAccess::use(G, C).Next = B;
  GraphAccess::use(G, B).Prev = C;
  GraphAccess::use(G, B).Next = 0;
  GraphAccess::lastUse(*X) = B;
  expectOnly(diag::err_verify_use_neighbours, "%x by %add");
}

TEST_F(Verifier, V6NodeOfAnotherGraph) {
  Graph Other(Ctx);
  Node *Foreign = Other.placeholder("y");
  Relu->setArgs(Argument(Foreign));
  EXPECT_TRUE(Relu->arg(0).isNone());
  EXPECT_EQ(check(), std::vector<diag::ID>{diag::err_verify_foreign_node});
  // New arguments are judged anew.
  Relu->setArgs(Argument(X));
  expectValid();
  Node *Erased = G.callFunction("torch.relu", {X});
  G.eraseNode(Erased);
  Node *User = G.callFunction("operator.add", {X, Erased});
  expectOnly(diag::err_verify_foreign_node, "%" + User->name());
  G.eraseNode(User);
  expectValid();
}

TEST_F(Verifier, V7KeywordTwice) {
  Relu->setTarget("my.function");
  Relu->setKwargs({keyword("inplace", true), keyword("inplace", false)});
  expectOnly(diag::err_verify_arguments, "'inplace' occurs twice");
}

TEST_F(Verifier, V7MalformedValues) {
  auto Malformed = [&](Argument A, StringRef Why) {
    Relu->setTarget("my.function");
    Relu->setArgs(A);
    expectOnly(diag::err_verify_arguments, Why);
  };
  Malformed(Argument::aggregate(ArgKind::Slice, {}, {1}), "has three parts");
  Malformed(Argument::aggregate(ArgKind::Complex, {}, {1.0}), "two parts");
  Malformed(Argument::aggregate(ArgKind::Complex, {}, {1.0, 2}), "not a float");
  Malformed(Argument::aggregate(ArgKind::Dict, {}, {1}), "has no value");
  Malformed(Argument::aggregate(ArgKind::Dict, {}, {Argument(Add), 1}),
            "a key of a dictionary holds a node");
  Malformed(Argument::aggregate(ArgKind::NamedTuple, Ctx.intern("NT"), {1, 2}),
            "the name of a field is not a string");
  Malformed(Argument::aggregate(ArgKind::TensorType, {}, {1}), "four parts");
  Argument None;
  Malformed(Argument::aggregate(ArgKind::TensorType, {}, {1, None, None, None}),
            "begins with a dtype");
  Argument Deep = 1;
  for (unsigned I = 0; I <= MaxArgumentDepth; ++I)
    Deep = Argument::list(Deep);
  Malformed(Deep, "nested more than 200 deep");
}

TEST_F(Verifier, V7ValuesOfAllKinds) {
  Argument None;
  Relu->setTarget("my.function");
  for (const Argument &A :
       {Argument::aggregate(ArgKind::Slice, {}, {1, None, None}),
        Argument::aggregate(ArgKind::Complex, {}, {1.0, 2.0}),
        Argument::aggregate(ArgKind::Dict, {}, {1, Argument(X)}),
        Argument::namedTuple(Ctx.intern("NT"), {Argument::string(Ctx, "a"), X}),
        Argument::tensorType(DType::Float32, Argument::tuple({2}),
                             Argument::tuple({1}), None)}) {
    Relu->setArgs(A);
    expectValid();
  }
}

//===----------------------------------------------------------------------===//
// Values and names
//===----------------------------------------------------------------------===//

TEST_F(Verifier, V8UsedBeforeDefined) {
  X->prepend(Relu);
  expectOnly(diag::err_used_before_definition,
             "%add is used before it is defined");
}

TEST_F(Verifier, V8UsesItself) {
  Add->setArgs({X, Add});
  expectOnly(diag::err_used_before_definition,
             "%add is used before it is defined");
}

TEST_F(Verifier, V9NameTaken) {
  GraphAccess::nameBase(*Relu) = Ctx.intern("x").id();
  expectOnly(diag::err_verify_name_taken, "the name %x is taken");
}

TEST_F(Verifier, V9ManyNames) {
  // Suffixes near and far, in any order.
  llvm::SmallVector<Node *, 0> Nodes;
  for (unsigned I = 0; I != 3000; ++I)
    Nodes.push_back(G.createNode(
        Opcode::CallFunction, Ctx.intern("f.f"), Argument(X), {},
        "n" + std::to_string(I % 7) + "_" + std::to_string(I * 7919 % 100003)));
  expectValid();
  for (unsigned I : {5u, 1000u, 2999u}) {
    Node &Twin = *Nodes[I], &Of = *Nodes[I / 2];
    Name Own = Twin.nameRef();
    GraphAccess::nameBase(Twin) = Of.nameRef().Base;
    GraphAccess::nameSuffix(Twin) = Of.nameRef().Suffix;
    expectOnly(diag::err_verify_name_taken, "%" + Of.name() + " is taken");
    GraphAccess::nameBase(Twin) = Own.Base;
    GraphAccess::nameSuffix(Twin) = Own.Suffix;
  }
}

TEST_F(Verifier, V10NoIdentifier) {
  for (StringRef Name : {"a b", "1x", "é", ""}) {
    GraphAccess::nameBase(*Relu) = Ctx.intern(Name).id();
    EXPECT_EQ(check(), std::vector<diag::ID>{diag::err_verify_name_illegal});
  }
  GraphAccess::nameBase(*Relu) = 0;
  EXPECT_EQ(check(), std::vector<diag::ID>{diag::err_verify_name_illegal});
  // `a_1` must be the base `a` with a suffix.
  GraphAccess::nameBase(*Relu) = Ctx.intern("a_1").id();
  EXPECT_EQ(check(), std::vector<diag::ID>{diag::err_verify_name_illegal});
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

TEST_F(Verifier, V11NoTarget) {
  GraphAccess::target(*X) = 0;
  expectOnly(diag::err_verify_no_target, "placeholder %x has no target");
  X->setTarget("");
  expectValid();
  Relu->setTarget("");
  expectOnly(diag::err_verify_no_target, "call_function %relu has no target");
}

TEST_F(Verifier, V12Placeholder) {
  X->setArgs({1, 2});
  expectOnly(diag::err_verify_placeholder, "more than one argument");
  X->setArgs({1});
  expectValid();
  X->setKwargs(keyword("a", 1));
  expectOnly(diag::err_verify_placeholder, "keyword arguments");
}

TEST_F(Verifier, V13GetAttr) {
  Node *W = G.getAttr("w");
  expectValid();
  W->setArgs({1});
  expectOnly(diag::err_verify_get_attr, "get_attr %w has arguments");
  W->setArgsKwargs({}, keyword("a", 1));
  expectOnly(diag::err_verify_get_attr, "get_attr %w has arguments");
}

TEST_F(Verifier, V14Output) {
  Out->setArgs({Relu, Relu});
  expectOnly(diag::err_verify_output, "positional arguments, not one");
  Out->setArgs({});
  expectOnly(diag::err_verify_output, "positional arguments, not one");
  Out->setArgsKwargs(Argument(Relu), keyword("a", 1));
  expectOnly(diag::err_verify_output, "has keyword arguments");
  Out->setKwargs({});
  Out->setTarget("result");
  expectOnly(diag::err_verify_output, "another target than 'output'");
  Out->setTarget("output");
  G.callFunction("torch.relu", {Out});
  expectOnly(diag::err_verify_output, "has users");
}

TEST_F(Verifier, V15SecondOutput) {
  G.output(X);
  expectOnly(diag::err_verify_second_output, "second output");
}

TEST_F(Verifier, V16NoReceiver) {
  Node *View = G.callMethod("view", {}, keyword("size", 1));
  expectOnly(diag::err_verify_no_receiver, "%view");
  View->setArgs({3});
  expectValid();
}

//===----------------------------------------------------------------------===//
// The module tree
//===----------------------------------------------------------------------===//

class VerifierTree : public Verifier {
protected:
  void setTree(GraphModule::TreeKind Kind) {
    auto Root = std::make_unique<fx::Module>(Ctx, Ctx.intern("Net"));
    fx::Module &Layer = Root->addChild(
        Ctx.intern("layer"),
        std::make_unique<fx::Module>(Ctx, Ctx.intern("torch.nn.Linear")));
    Layer.addTensor({Ctx.intern("weight")});
    Layer.setAttribute(Ctx.intern("scale"), 2);
    Module.setTree(std::move(Root), Kind);
  }
};

TEST_F(VerifierTree, V17NoSuchModule) {
  setTree(GraphModule::TreeKind::Closed);
  Node *Call = G.callModule("layer", {X});
  expectValid();
  Call->setTarget("layer.0.relu");
  expectOnly(diag::err_verify_no_module, "no module 'layer.0.relu'");
  EXPECT_NE(Texts.find("'layer' is a torch.nn.Linear and has nothing like it"),
            std::string::npos)
      << Texts;
  Call->setTarget("lay");
  expectOnly(diag::err_verify_no_module, "the root is a Net and has layer");
  // The root cannot be called, and nothing has an empty name.
  Call->setTarget("");
  expectOnly(diag::err_verify_no_module, "no module ''");
  Call->setTarget("layer.");
  expectOnly(diag::err_verify_no_module, "no module 'layer.'");
  Call->setTarget("lay");
  Module.setTreeKind(GraphModule::TreeKind::Open);
  expectOnly(diag::err_verify_no_module, "no module 'lay'");
  Module.setTreeKind(GraphModule::TreeKind::None);
  expectValid();
}

TEST_F(VerifierTree, V18NoSuchAttribute) {
  setTree(GraphModule::TreeKind::Closed);
  for (StringRef Path : {"layer", "layer.weight", "layer.scale"})
    G.getAttr(Path);
  expectValid();
  Node *Bias = G.getAttr("layer.bias");
  expectOnly(diag::err_verify_no_attribute, "has weight, scale");
  Module.setTreeKind(GraphModule::TreeKind::Open);
  expectValid();
  Module.setTreeKind(GraphModule::TreeKind::Closed);
  Bias->setTarget("weight");
  expectOnly(diag::err_verify_no_attribute, "'weight'");
}

TEST_F(VerifierTree, V17V18NestedGraphsLookInTheirOwnModule) {
  setTree(GraphModule::TreeKind::Closed);
  fx::Module &Layer = *Module.root().child("layer");
  auto Nested = std::make_unique<Graph>(Ctx);
  Nested->getAttr("weight");
  Layer.setGraph(std::move(Nested));
  expectValid();
  Layer.graph()->getAttr("layer.weight");
  expectOnly(diag::err_verify_no_attribute, "'layer.weight'");
}

TEST_F(VerifierTree, V19NamesInTheTree) {
  setTree(GraphModule::TreeKind::Closed);
  fx::Module &Layer = *Module.root().child("layer");
  Layer.setAttribute(Ctx.intern("weight"), 1);
  expectOnly(diag::err_verify_tree_name,
             "module 'layer' are wrong: two things are called 'weight'");
  Layer.removeAttribute("weight");
  Layer.setAttribute(Ctx.intern("a.b"), 1);
  expectOnly(diag::err_verify_tree_name, "a dot in 'a.b'");
  Layer.removeAttribute("a.b");
  Layer.setAttribute(Ctx.intern(""), 1);
  expectOnly(diag::err_verify_tree_name, "something has none");
}

TEST_F(VerifierTree, V20NodesInData) {
  setTree(GraphModule::TreeKind::Closed);
  fx::Module &Layer = *Module.root().child("layer");
  Layer.setArgs({Argument(X)});
  expectOnly(diag::err_verify_node_in_data,
             "a constructor argument of module 'layer' contains a node");
  Layer.setArgs({});
  Layer.setAttribute(Ctx.intern("scale"), Argument::list(Argument(X)));
  expectOnly(diag::err_verify_node_in_data, "attribute 'scale' of module");
  Layer.removeAttribute("scale");
  const MetaDict &Dict =
      Ctx.internMeta(keyword("tag", Argument::tuple(Argument(X))));
  GraphAccess::meta(*Relu) = Dict.id();
  expectOnly(diag::err_verify_node_in_data,
             "metadata 'tag' of %relu contains a node");
}

//===----------------------------------------------------------------------===//
// Schemas
//===----------------------------------------------------------------------===//

TEST_F(Verifier, V21OperatorOverloads) {
  auto Call = [&](ArrayRef<Argument> Args, ArrayRef<KwArg> Kwargs = {}) {
    Relu->setTarget("torch.ops.aten.add.Tensor");
    Relu->setArgsKwargs(Args, Kwargs);
  };
  Call({Add, X}, keyword("alpha", 2));
  expectValid();
  Call({Add});
  expectOnly(diag::err_verify_schema,
             "'torch.ops.aten.add.Tensor' cannot be called like this: missing "
             "argument 'other'");
  EXPECT_NE(Texts.find("note: its schema is (Tensor self, Tensor other"),
            std::string::npos)
      << Texts;
  Call({Add, X, 2});
  expectOnly(diag::err_verify_schema, "positional");
  Call({Add, X}, keyword("beta", 2));
  expectOnly(diag::err_verify_schema, "beta");
  Call({Add, X}, keyword("other", 2));
  expectOnly(diag::err_verify_schema, "other");
  Call({Add, Argument::string(Ctx, "two")});
  expectOnly(diag::err_verify_schema, "other");
}

TEST_F(Verifier, V22PythonFunctions) {
  Relu->setArgs({Add, X});
  expectOnly(diag::warn_verify_signature, "'torch.relu'");
  // Types are the function's own affair, and unknown functions take anything.
  Relu->setArgs({Argument::string(Ctx, "x")});
  expectValid();
  Relu->setTarget("my.function");
  Relu->setArgsKwargs({1, 2, 3}, keyword("k", 1));
  expectValid();
}

//===----------------------------------------------------------------------===//
// As a function
//===----------------------------------------------------------------------===//

TEST_F(Verifier, LintSaysEverything) {
  EXPECT_FALSE(bool(G.lint()));
  X->prepend(Relu);
  G.output(X);
  std::string Text = llvm::toString(G.lint());
  EXPECT_NE(Text.find("%add is used before it is defined"), std::string::npos);
  EXPECT_NE(Text.find("second output"), std::string::npos) << Text;
}

TEST_F(Verifier, StopsAtTheLimitOfErrors) {
  for (unsigned I = 0; I != 100; ++I)
    G.output(X);
  DiagnosticEngine Diags;
  unsigned Count = 0;
  Diags.setHandler([&](const Diagnostic &) { ++Count; });
  EXPECT_FALSE(verify(Module, Diags));
  EXPECT_EQ(Count, 21u);
}

} // namespace
