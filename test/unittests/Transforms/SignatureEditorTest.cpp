//===- SignatureEditorTest.cpp - Editing the signature of a program -------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/SignatureEditor.h"
#include "fx/IR/Context.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {
const std::string Leaf =
    R"({"type": null, "context": null, "children_spec": []})";

/// A container of such children.
std::string container(StringRef Type, StringRef Context, StringRef Children) {
  return (R"({"type": "builtins.)" + Type + R"(", "context": )" + Context +
          R"(, "children_spec": [)" + Children + "]}")
      .str();
}
std::string tuple(StringRef Children) {
  return container("tuple", "\"null\"", Children);
}
/// The inputs of a call with such positional arguments, and no others.
std::string inputs(StringRef Args) {
  return "[1, " + tuple(Args.str() + ", " + container("dict", "\"[]\"", "")) +
         "]";
}

/// A program that gives -x for x and y.
class SignatureEditorTest : public testing::Test {
protected:
  SignatureEditorTest() : M(Ctx), Editor(M) {
    ModuleCall Call;
    Call.HasSignature = true;
    M.makeProgram().ModuleCalls.push_back(Call);
    Graph &G = M.graph();
    for (Node **N : {&X, &Y}) {
      *N = G.placeholder(N == &X ? "x" : "y");
      (*N)->setMeta("input_spec", InputSpec().toArgument(Ctx));
    }
    Neg = G.callFunction("torch.ops.aten.neg.default", {X});
    setOutputSpecs(*G.output(Argument::tuple({Neg})), {OutputSpec()});
    setInputs(inputs(tuple(Leaf + ", " + Leaf)));
    setOutputs("[1, " + tuple(Leaf) + "]");
  }
  ModuleCall &call() { return M.program()->ModuleCalls.front(); }
  void setInputs(StringRef Spec) { call().InSpec = Ctx.intern(Spec); }
  void setOutputs(StringRef Spec) { call().OutSpec = Ctx.intern(Spec); }

  /// Why an edit is refused.
  static std::string text(Error E) {
    std::string Text = toString(std::move(E));
    StringRef Why = Text;
    EXPECT_TRUE(Why.empty() || Why.consume_front("cannot edit the signature: "))
        << Text;
    return Why.str();
  }
  std::string addInput() {
    Expected<Node *> N = Editor.addUserInput("z", 1);
    return N ? "" : text(N.takeError());
  }

  Context Ctx;
  GraphModule M;
  SignatureEditor Editor;
  Node *X, *Y, *Neg;
};
} // namespace

TEST_F(SignatureEditorTest, RefusesInputsThatAreNotThoseOfTheGraph) {
  std::string Others = "its inputs are not those of the graph",
              Unread = "the tree of containers cannot be read: ";
  for (const auto &[Spec, Why] :
       std::initializer_list<std::pair<std::string, std::string>>{
           {"", Unread + "expected an array, found the end"},
           {"[2, " + Leaf + "]", Unread + "its version is not 1"},
           {inputs(tuple(Leaf)), Others},
           {inputs(tuple(Leaf + ", " + Leaf + ", " + Leaf)), Others},
           {"[1, " + tuple(Leaf + ", " + Leaf + ", " + tuple("")) + "]",
            Others},
           {"[1, " + tuple(tuple(Leaf + ", " + Leaf)) + "]", Others},
           {"[1, " + Leaf + "]", Others}}) {
    setInputs(Spec);
    EXPECT_EQ(text(Editor.removeUserInput(*Y)), Why) << Spec;
    EXPECT_EQ(addInput(), Why) << Spec;
    EXPECT_EQ(call().InSpec.str(), Spec);
  }
  EXPECT_EQ(Editor.userInputs(), (std::vector<Node *>{X, Y}));
  setInputs("[1, " + tuple(Leaf + ", " + Leaf) + "]");
  EXPECT_EQ(text(Editor.removeUserInput(*Y)), Others);
}

TEST_F(SignatureEditorTest, RemovesGuardsOfTheInput) {
  std::vector<Symbol> &Guards = M.program()->GuardsCode;
  auto Names = [&](std::vector<StringRef> Texts) {
    std::vector<Symbol> Result;
    for (StringRef Text : Texts)
      Result.push_back(Ctx.intern(Text));
    return Result;
  };
  call().ArgNames = Names({"x", "y"});
  Guards = Names({"L['x'] > 1", "L['y'] > 1", "L[\"y\"] > 2",
                  "len(L['flat_args']) == 2", "L['yy'] > 1"});
  EXPECT_EQ(text(Editor.removeUserInput(*Y)), "");
  EXPECT_EQ(Guards, Names({"L['x'] > 1", "L['yy'] > 1"}));
  EXPECT_EQ(*call().ArgNames, Names({"x"}));
  Node *Z = cantFail(Editor.addUserInput("z", 1));
  EXPECT_EQ(*call().ArgNames, Names({"x", "z"}));
  // Where names are missing, any guard may be of the input.
  call().ArgNames = Names({"x"});
  EXPECT_EQ(text(Editor.removeUserInput(*Z)), "");
  EXPECT_EQ(Guards, Names({}));
  EXPECT_EQ(*call().ArgNames, Names({"x"}));
  Z = cantFail(Editor.addUserInput("z", 1));
  call().ArgNames.reset();
  Guards = Names({"L['x'] > 1"});
  EXPECT_EQ(text(Editor.removeUserInput(*Z)), "");
  EXPECT_EQ(Guards, Names({}));
  EXPECT_FALSE(call().ArgNames);
}

TEST_F(SignatureEditorTest, RefusesInputsThatHaveToStay) {
  EXPECT_EQ(text(Editor.removeUserInput(*X)), "'x' is used");
  EXPECT_EQ(text(Editor.removeUserInput(*Neg)),
            "'neg_default' is not an input of the user");
  Node &Output = *M.graph().outputNode();
  OutputSpec Spec;
  Spec.Target = Y->target();
  for (OutputSpec::SpecKind Kind :
       {OutputSpec::UserInputMutation, OutputSpec::GradientToUserInput}) {
    Spec.Kind = Kind;
    setOutputSpecs(Output, {Spec});
    EXPECT_EQ(text(Editor.removeUserInput(*Y)), "an output belongs to 'y'");
  }
  Spec.Kind = OutputSpec::BufferMutation;
  setOutputSpecs(Output, {Spec});
  setInputs(inputs(container("namedtuple", "\"P\"", Leaf + ", " + Leaf)));
  EXPECT_EQ(text(Editor.removeUserInput(*Y)),
            "'y' is in a container that cannot get shorter");
  EXPECT_EQ(addInput(), "its positional inputs are not a tuple");
  setInputs(inputs(tuple(Leaf + ", " + Leaf)));
  EXPECT_EQ(text(Editor.removeUserInput(*Y)), "");
  EXPECT_EQ(call().InSpec.str(), inputs(tuple(Leaf)));
  EXPECT_EQ(addInput(), "");
  EXPECT_EQ(call().InSpec.str(), inputs(tuple(Leaf + ", " + Leaf)));
}

TEST_F(SignatureEditorTest, RefusesOutputsThatAreNotThoseOfTheGraph) {
  EXPECT_EQ(text(Editor.removeUserOutput(1)), "there is no output 1, only 1");
  std::string Unread = "the tree of containers cannot be read: expected an "
                       "array, found the end";
  setOutputs("");
  EXPECT_EQ(text(Editor.removeUserOutput(0)), Unread);
  EXPECT_EQ(text(Editor.addUserOutput(*X)), Unread);
  setOutputs("[1, " + tuple(Leaf + ", " + Leaf) + "]");
  EXPECT_EQ(text(Editor.removeUserOutput(0)),
            "its outputs are not those of the graph");
  EXPECT_EQ(Editor.userOutputs(), std::vector<Argument>{Neg});
}

TEST(SignatureEditor, RefusesPlainGraphs) {
  Context Ctx;
  GraphModule M(Ctx);
  Node *X = M.graph().placeholder("x");
  M.graph().output(X);
  SignatureEditor Editor(M);
  auto Text = [](Error E) { return toString(std::move(E)); };
  std::string Plain = "cannot edit the signature: a plain graph has no "
                      "signature: edit its placeholders and its output node";
  EXPECT_EQ(Text(Editor.removeUserInput(*X)), Plain);
  EXPECT_EQ(Text(Editor.addUserInput("y", Argument()).takeError()), Plain);
  EXPECT_EQ(Text(Editor.removeUserOutput(0)), Plain);
  EXPECT_EQ(Text(Editor.addUserOutput(*X)), Plain);
  EXPECT_EQ(Text(Editor.setUserOutputs({X})), Plain);
  EXPECT_TRUE(Editor.userInputs().empty() && Editor.userOutputs().empty());
}

TEST_F(SignatureEditorTest, RefusesProgramsThatSayNothing) {
  std::string Outputs = "the program does not say what its outputs are";
  auto RefusesAll = [&] {
    EXPECT_EQ(text(Editor.removeUserInput(*Y)),
              "the program does not say what its inputs are");
    EXPECT_EQ(addInput(), "the program does not say what its inputs are");
    EXPECT_EQ(text(Editor.removeUserOutput(0)), Outputs);
    EXPECT_EQ(text(Editor.addUserOutput(*X)), Outputs);
  };
  call().HasSignature = false;
  RefusesAll();
  call().HasSignature = true;
  call().Path = Ctx.intern("inner");
  RefusesAll();
  call().Path = Symbol();
  Node &Output = *M.graph().outputNode();
  Output.updateArg(0, Neg);
  EXPECT_EQ(text(Editor.addUserOutput(*X)), Outputs);
  Output.updateArg(0, Argument::tuple({Neg}));
  Output.eraseMeta("output_specs");
  EXPECT_EQ(text(Editor.addUserOutput(*X)), Outputs);
  EXPECT_TRUE(Editor.userOutputs().empty());
  Y->eraseMeta("input_spec");
  EXPECT_EQ(Editor.userInputs(), std::vector<Node *>{X});
}
