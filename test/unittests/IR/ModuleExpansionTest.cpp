//===- ModuleExpansionTest.cpp - Formulas of module classes -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/Literal.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/Printer.h"
#include "fx/IR/RecurrentModules.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

/// One case of Inputs/recorded-modules.txt.
struct Recorded {
  std::string Class;
  SmallVector<StringRef, 4> Args;
  SmallVector<StringRef, 4> Kwargs;
  SmallVector<StringRef, 4> Call;
  bool Training = false;
  /// Of all inputs; none: not known.
  std::optional<unsigned> Rank;
  std::string Expected;
};

/// Runs a recorded case and gives the graph in the file's form, or the error.
std::string expand(const Recorded &Case) {
  Context Ctx;
  Module Root(Ctx, Ctx.intern("Net"));
  auto Callee = std::make_unique<Module>(Ctx, Ctx.intern(Case.Class));
  std::vector<Argument> Args;
  std::vector<KwArg> Kwargs;
  for (StringRef Text : Case.Args)
    Args.push_back(llvm::cantFail(parseLiteral(Ctx, Text)));
  for (StringRef Text : Case.Kwargs) {
    auto [Name, Value] = Text.split('=');
    Kwargs.push_back(
        {Ctx.intern(Name), llvm::cantFail(parseLiteral(Ctx, Value))});
  }
  Callee->setArgs(Args);
  Callee->setKwargs(Kwargs);
  Callee->setTraining(Case.Training);
  Module &M = Root.addChild(Ctx.intern("m"), std::move(Callee));

  Graph G(Ctx, &Root);
  SmallVector<Argument, 4> CallArgs;
  SmallVector<KwArg, 4> CallKwargs;
  for (StringRef Text : Case.Call) {
    auto [Name, Value] = Text.split('=');
    Node *Input = G.placeholder(Value.empty() ? Name : Value);
    Input->rename("P_" + Name.str());
    if (Case.Rank)
      Input->setVal(Argument::tensorType(
          DType::Float32,
          Argument::tuple(SmallVector<Argument, 4>(*Case.Rank, Argument(4))),
          Argument::none(), Argument::none()));
    if (Value.empty())
      CallArgs.push_back(Input);
    else
      CallKwargs.push_back({Ctx.intern(Name), Input});
  }
  const ModuleInfo *Class = classOf(M);
  if (!Class)
    return "unknown class\n";
  // PyTorch 1.13 recorded them.
  ExpansionOptions Options;
  Options.OldTorch = true;
  llvm::Expected<Expansion> Made =
      expandModule(G, M, *Class, "m", {CallArgs, CallKwargs}, Options);
  if (!Made)
    return llvm::toString(Made.takeError()) + "\n";

  unsigned Number = 0;
  for (Node *N : Made->Created)
    N->rename(N->isGetAttr() ? "A_" + N->targetText().str()
                             : "N_" + std::to_string(Number++));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (Node *N : Made->Created) {
    if (N->isGetAttr())
      continue;
    std::string Line;
    llvm::raw_string_ostream LineOS(Line);
    printNode(*N, LineOS, PrintFormat::FX);
    StringRef Rest = StringRef(Line).split("] = ").second;
    auto [Opcode, Target] = Rest.split("[target=");
    OS << Opcode << ' ' << N->targetText()
       << Target.drop_front(N->targetText().size() + 1) << '\n';
  }
  Node *Output = G.output(Made->Result);
  printNode(*Output, OS, PrintFormat::FX);
  return Text + "\n";
}

TEST(ModuleExpansion, GivesWhatPyTorchRecords) {
  auto File = llvm::MemoryBuffer::getFile(
      FX_TEST_SOURCE_DIR "/unittests/IR/Inputs/recorded-modules.txt");
  ASSERT_TRUE(bool(File));
  Recorded Case;
  unsigned Cases = 0;
  auto Finish = [&](int64_t Line) {
    if (Case.Class.empty())
      return;
    ++Cases;
    EXPECT_EQ(expand(Case), Case.Expected) << "before line " << Line;
    Case = Recorded();
  };
  llvm::line_iterator Line(**File, /*SkipBlanks=*/false, '#');
  for (; !Line.is_at_end(); ++Line) {
    StringRef Text = *Line;
    if (Text.empty())
      Finish(Line.line_number());
    else if (Text.consume_front("class "))
      Case.Class = Text.str();
    else if (Text.consume_front("args "))
      Text.split(Case.Args, "; ");
    else if (Text.consume_front("kwargs "))
      Text.split(Case.Kwargs, "; ");
    else if (Text.consume_front("call "))
      Text.split(Case.Call, ' ');
    else if (Text.consume_front("rank "))
      Case.Rank = unsigned(Text[0] - '0');
    else if (Text == "training")
      Case.Training = true;
    else if (Text.consume_front("| "))
      Case.Expected += Text.str() + "\n";
  }
  Finish(0);
  EXPECT_GT(Cases, 230u);
}

TEST(ModuleInfo, NamesOfClasses) {
  const ModuleInfo *Relu = lookupModuleClass("ReLU");
  ASSERT_TRUE(Relu);
  EXPECT_EQ(Relu->name(), "torch.nn.ReLU");
  EXPECT_EQ(lookupModuleClass("torch.nn.ReLU"), Relu);
  EXPECT_EQ(lookupModuleClass("torch.nn.modules.activation.ReLU"), Relu);
  EXPECT_EQ(lookupModuleClass("relu"), nullptr);
  EXPECT_EQ(lookupModuleClassAnyCase("relu"), Relu);
  EXPECT_EQ(lookupModuleClassAnyCase("nope"), nullptr);
  EXPECT_EQ(lookupModuleClass("Linear")->name(), "torch.nn.Linear");
  EXPECT_EQ(lookupModuleClass("QuantizedLinear")->name(),
            "torch.ao.nn.quantized.Linear");
  EXPECT_TRUE(lookupModuleClass("AvgPool2d")->isHidden("ceil_mode"));
  EXPECT_FALSE(lookupModuleClass("AvgPool2d")->isHidden("stride"));
}

/// The functions that formulas call are known operators.
TEST(ModuleInfo, FormulasCallKnownFunctions) {
  unsigned Classes = 0;
  forEachModuleClass([&](const ModuleInfo &Class) {
    ++Classes;
    EXPECT_EQ(lookupModuleClass(Class.name()), &Class);
    EXPECT_NE(Class.expansion().empty(), Class.whyNoExpansion().empty());
    // `C NAME;` is a call of a function.
    StringRef Code = Class.expansion();
    for (size_t At = Code.find("Ctorch"); At != StringRef::npos;
         At = Code.find("Ctorch", At + 1)) {
      StringRef Name = Code.substr(At + 1).split(';').first;
      EXPECT_TRUE(lookupFunction(Name)) << Name.str();
    }
  });
  EXPECT_GT(Classes, 150u);
}

class ExpansionTest : public testing::Test {
protected:
  Context Ctx;
  Module Root{Ctx, Ctx.intern("Net")};
  Graph G{Ctx, &Root};
  Node *X = G.placeholder("x");

  Module &add(StringRef Class, std::vector<Argument> Args = {},
              std::vector<KwArg> Kwargs = {}) {
    auto M = std::make_unique<Module>(Ctx, Ctx.intern(Class));
    M->setArgs(std::move(Args));
    M->setKwargs(std::move(Kwargs));
    return Root.addChild(Ctx.intern("m"), std::move(M));
  }
  llvm::Expected<Expansion> run(Module &M, llvm::ArrayRef<Argument> Args,
                                bool OpenTree = false) {
    ExpansionOptions Options;
    Options.OpenTree = OpenTree;
    return expandModule(G, M, *classOf(M), "m", {Args, {}}, Options);
  }
  std::string error(Module &M, llvm::ArrayRef<Argument> Args,
                    bool OpenTree = false) {
    size_t Size = G.size();
    llvm::Expected<Expansion> Made = run(M, Args, OpenTree);
    EXPECT_EQ(G.size(), Size) << "the graph is as it was";
    return Made ? "no error" : llvm::toString(Made.takeError());
  }
  KwArg kw(StringRef Name, Argument Value) {
    return {Ctx.intern(Name), std::move(Value)};
  }
};

TEST_F(ExpansionTest, OpenTreesTakeDefaultsOfHiddenArguments) {
  Module &Pool = add("AvgPool2d", {}, {kw("kernel_size", 2)});
  llvm::Expected<Expansion> Made = run(Pool, {X}, /*OpenTree=*/true);
  ASSERT_TRUE(bool(Made));
  SmallVector<StringRef, 4> Hidden;
  for (const HiddenArgument &Argument : Made->Hidden)
    Hidden.push_back(Argument.Name);
  EXPECT_EQ(Hidden, (SmallVector<StringRef, 4>{"ceil_mode", "count_include_pad",
                                               "divisor_override"}));
  Made = run(Pool, {X});
  ASSERT_TRUE(bool(Made));
  EXPECT_TRUE(Made->Hidden.empty());
  Made = run(add("ReLU"), {X}, /*OpenTree=*/true);
  ASSERT_TRUE(bool(Made));
  EXPECT_TRUE(Made->Hidden.empty());
}

TEST_F(ExpansionTest, CallsFunctionsForRecurrentModules) {
  auto Call = [&](StringRef Class, std::vector<KwArg> Kwargs,
                  std::vector<StringRef> Args, StringRef Keyword = "",
                  bool Training = false) -> std::string {
    Module &M = add(Class, {3, 4}, std::move(Kwargs));
    M.setTraining(Training);
    Graph Calls(Ctx, &Root);
    SmallVector<Argument, 2> Given;
    SmallVector<KwArg, 1> Named;
    for (StringRef Name : Args)
      Given.push_back(Calls.placeholder(Name));
    if (!Keyword.empty())
      Named.push_back(kw(Keyword, Calls.placeholder(Keyword)));
    Expansion Made;
    if (!expandRecurrentModule(Calls, M, "m", {Given, Named}, Made))
      return "none";
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    Node *N = Made.Result.asNode();
    OS << N->targetText() << ' ';
    printArgument(Argument::tuple(N->args()), Ctx, OS);
    for (Node *Operand : Calls.nodes())
      if (Operand->isGetAttr()) {
        EXPECT_EQ(("m_" + Operand->targetText().drop_front(2)).str(),
                  Operand->name());
      }
    return Text;
  };
  KwArg NoBias = kw("bias", false),
        Relu = kw("nonlinearity", Argument::string(Ctx, "relu"));
  EXPECT_EQ(Call("torch.nn.LSTM", {}, {"x"}),
            "fx.rnn.lstm (%x, None, [%m_weight_ih_l0, %m_weight_hh_l0, "
            "%m_bias_ih_l0, %m_bias_hh_l0], True, 1, 0.0, False, False, False, "
            "4, 0)");
  EXPECT_EQ(Call("LSTM",
                 {kw("num_layers", 2), kw("proj_size", 2), NoBias,
                  kw("batch_first", true), kw("dropout", 0.5)},
                 {"x", "hx"}, "", /*Training=*/true),
            "fx.rnn.lstm (%x, %hx, [%m_weight_ih_l0, %m_weight_hh_l0, "
            "%m_weight_hr_l0, %m_weight_ih_l1, %m_weight_hh_l1, "
            "%m_weight_hr_l1], False, 2, 0.5, True, False, True, 4, 2)");
  EXPECT_EQ(
      Call("torch.nn.GRU", {kw("bidirectional", true), NoBias}, {"x"}, "hx"),
      "fx.rnn.gru (%x, %hx, [%m_weight_ih_l0, %m_weight_hh_l0, "
      "%m_weight_ih_l0_reverse, %m_weight_hh_l0_reverse], False, 1, 0.0, "
      "False, True, False, 4, 0)");
  std::string Plain = " (%x, None, [%m_weight_ih_l0, %m_weight_hh_l0, "
                      "%m_bias_ih_l0, %m_bias_hh_l0], True, 1, ";
  EXPECT_EQ(Call("torch.nn.RNN", {kw("dropout", 1)}, {"x"}),
            "fx.rnn.rnn_tanh" + Plain + "1.0, False, False, False, 4, 0)");
  EXPECT_EQ(Call("RNN", {Relu}, {"x"}),
            "fx.rnn.rnn_relu" + Plain + "0.0, False, False, False, 4, 0)");
  EXPECT_EQ(Call("LSTM", {kw("proj_size", 1), NoBias}, {"x"}),
            "fx.rnn.lstm (%x, None, [%m_weight_ih_l0, %m_weight_hh_l0, "
            "%m_weight_hr_l0], False, 1, 0.0, False, False, False, 4, 1)");
  std::string Weights = ", %m_weight_ih, %m_weight_hh, %m_bias_ih, %m_bias_hh)";
  EXPECT_EQ(Call("torch.nn.LSTMCell", {}, {"x", "hx"}),
            "fx.rnn.lstmcell (%x, %hx" + Weights);
  EXPECT_EQ(Call("GRUCell", {NoBias}, {"x"}, "hx"),
            "fx.rnn.grucell (%x, %hx, %m_weight_ih, %m_weight_hh, None, None)");
  EXPECT_EQ(Call("torch.nn.RNNCell", {}, {}, "input"),
            "fx.rnn.rnncell_tanh (%input_1, None" + Weights);
  EXPECT_EQ(Call("RNNCell", {Relu}, {"x"}),
            "fx.rnn.rnncell_relu (%x, None" + Weights);
  // Other classes, and constructors that do not exist.
  EXPECT_EQ(Call("torch.nn.Linear", {}, {"x"}), "none");
  EXPECT_EQ(Call("my.LSTM", {}, {"x"}), "none");
  EXPECT_EQ(Call("torch.nn.LSTM", {kw("layers", 2)}, {"x"}), "none");
  EXPECT_EQ(Call("torch.nn.LSTMCell", {kw("proj_size", 2)}, {"x"}), "none");
}

TEST_F(ExpansionTest, SaysWhatIsMissing) {
  EXPECT_EQ(error(add("torchvision.ops.Permute"), {X}, /*OpenTree=*/true),
            "torchvision.ops.misc.Permute: print(module) does not show the "
            "argument 'dims' of torchvision.ops.misc.Permute, which has no "
            "default");
  EXPECT_EQ(error(add("torchvision.ops.Permute"), {X}),
            "constructor of torchvision.ops.misc.Permute: missing argument "
            "'dims'");
  EXPECT_EQ(error(add("LSTM"), {X}),
            "torch.nn.LSTM has no expansion: its steps depend on the shape of "
            "the input");
  EXPECT_EQ(error(add("L1Loss", {}, {kw("reduce", true)}), {X, X}),
            "torch.nn.L1Loss: size_average and reduce are not supported, only "
            "reduction");
  EXPECT_EQ(error(add("ReLU"), {X, X}),
            "call of torch.nn.ReLU: takes at most 1 positional arguments, 2 "
            "given");
  EXPECT_EQ(error(add("ReLU", {}, {kw("p", 1)}), {X}),
            "constructor of torch.nn.ReLU: has no parameter 'p'");
  EXPECT_EQ(
      error(add("ConvTranspose1d", {Argument(1), Argument(1), Argument(1)},
                {kw("padding_mode", Argument::string(Ctx, "reflect"))}),
            {X}),
      "torch.nn.ConvTranspose1d: only padding_mode='zeros' is supported "
      "by transposed convolutions");
}

TEST_F(ExpansionTest, OneGetAttrPerTensor) {
  Module &Linear = add("Linear", {Argument(4), Argument(3)});
  llvm::Expected<Expansion> First = run(Linear, {X});
  llvm::Expected<Expansion> Second = run(Linear, {X});
  ASSERT_TRUE(First && Second);
  EXPECT_EQ(First->Created.size(), 3u);
  EXPECT_EQ(Second->Created.size(), 1u);
  EXPECT_EQ(First->Created[0]->targetText(), "m.weight");
}

TEST_F(ExpansionTest, CallsTheChildrenOfSequential) {
  Module &Chain = add("Sequential");
  for (StringRef Name : {"0", "act"})
    Chain.addChild(Ctx.intern(Name),
                   std::make_unique<Module>(Ctx, Ctx.intern("ReLU")));
  llvm::Expected<Expansion> Made = run(Chain, {X});
  ASSERT_TRUE(bool(Made));
  ASSERT_EQ(Made->Created.size(), 2u);
  EXPECT_EQ(Made->Created[1]->targetText(), "m.act");
  EXPECT_EQ(Made->Created[1]->arg(0).asNode(), Made->Created[0]);
}

TEST_F(ExpansionTest, TensorsThatClassesHave) {
  Module &Conv = add("Conv2d", {Argument(3), Argument(8), Argument(3)},
                     {kw("bias", false)});
  EXPECT_EQ(classHasTensor(Conv, "weight", false), true);
  EXPECT_EQ(classHasTensor(Conv, "bias", false), false);
  EXPECT_EQ(classHasTensor(Conv, "nope", false), false);
  EXPECT_EQ(classHasTensor(add("MyClass"), "weight", false), std::nullopt);
}

TEST_F(ExpansionTest, TupleResultsAreTakenApart) {
  Node *Call = G.callModule("m", {X});
  Node *Item = G.callFunction("operator.getitem", {Call, Argument(1)});
  Node *Whole = G.callFunction("my.f", {Call});
  Node *Use = G.callFunction("torch.relu", {Item});
  replaceCallWith(*Call, Argument::tuple({Argument(7), Argument(X)}));
  EXPECT_EQ(Use->arg(0).asNode(), X);
  EXPECT_TRUE(Item->isErased());
  EXPECT_EQ(Whole->arg(0).size(), 2u);
  EXPECT_FALSE(Call->hasUsers());
}

} // namespace
