//===- JournalTest.cpp ----------------------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/Parser.h"
#include "fx/IR/Printer.h"
#include "fx/Journal/JournalHistory.h"
#include "fx/Journal/JournalReader.h"
#include "fx/Journal/JournalWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace fx;
using namespace llvm;

namespace {

std::string textOf(const GraphModule &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  printModule(M, OS, PrintFormat::Native);
  return Text;
}

std::unique_ptr<JournalReader> readBytes(Context &Ctx, StringRef Bytes) {
  Expected<std::unique_ptr<JournalReader>> R =
      JournalReader::read(Ctx, MemoryBuffer::getMemBufferCopy(Bytes));
  if (!R) {
    ADD_FAILURE() << toString(R.takeError());
    return nullptr;
  }
  return std::move(*R);
}

/// A module, its journal, and what it looked like after each step.
class FXJournal : public ::testing::Test {
protected:
  void begin(StringRef Text) {
    M = cantFail(parseModule(Ctx, Text));
    States.push_back(textOf(*M));
    W = std::make_unique<JournalWriter>(*M, R"({"tool": "test"})", Out);
    W->beginPass("edit{much=yes}");
  }
  /// Ends a step.
  void step(StringRef At = "", StringRef What = "edit") {
    W->endStep(At, What);
    States.push_back(textOf(*M));
  }
  void end() {
    W->endPass(JournalWriter::Ending::Changed);
    W->finish();
  }
  using Lines = std::map<std::pair<uint32_t, uint32_t>, std::string>;
  /// What native text shows of each node, without the number of users.
  static Lines linesOf(const JournalReader &R) {
    Lines Result;
    for (uint32_t G = 0; G != R.numGraphs(); ++G)
      for (const Node *N : R.graph(G).nodes()) {
        std::string Line;
        raw_string_ostream OS(Line);
        printNode(*N, OS);
        size_t Users = Line.find("[num_users="), End = Line.find(']', Users);
        if (Users != std::string::npos)
          Line.erase(Users, End - Users);
        Result[{G, R.numberOf(G, *N)}] = Line;
      }
    return Result;
  }
  /// Goes step by step, and looks whether each change is told.
  static void checkNext(JournalReader &R) {
    cantFail(R.goTo(0));
    while (R.step() != R.numSteps()) {
      Lines Before = linesOf(R);
      std::set<std::pair<uint32_t, uint32_t>> Touched, Gone;
      cantFail(R.next([&](const JournalEdit &E) {
        if (E.Kind == JournalEdit::Gone)
          Gone.insert({E.Graph, E.Node});
        else if (E.Kind != JournalEdit::Tree)
          Touched.insert({E.Graph, E.Node});
      }));
      Lines After = linesOf(R);
      for (const auto &[Number, Line] : After) {
        auto It = Before.find(Number);
        bool IsSame = It != Before.end() && It->second == Line;
        EXPECT_TRUE(IsSame || Touched.count(Number))
            << R.step() << ": " << Line;
      }
      for (const auto &[Number, Line] : Before)
        EXPECT_EQ(Gone.count(Number), After.count(Number) ? 0U : 1U)
            << R.step() << ": " << Line;
    }
    Expected<std::unique_ptr<GraphModule>> M = R.module();
    // Random edits make graphs that cannot be read.
    if (!M)
      return consumeError(M.takeError());
    for (auto [G, Owner] : R.graphsOf(**M))
      EXPECT_EQ(Owner->graph()->size(), R.graph(G).size());
  }

  /// Goes forwards, backwards and about, and compares.
  void check() {
    std::unique_ptr<JournalReader> R = readBytes(Ctx, Out.bytes());
    ASSERT_TRUE(R);
    EXPECT_TRUE(R->isComplete());
    ASSERT_EQ(R->numSteps() + 1, States.size());
    EXPECT_EQ(R->text(), States[0]);
    auto GoTo = [&](size_t Step) {
      Error E = R->goTo(Step);
      ASSERT_FALSE(bool(E)) << toString(std::move(E));
      ASSERT_EQ(R->text(), States[Step]) << "at step " << Step;
    };
    for (size_t I = 0; I != States.size(); ++I)
      GoTo(I);
    for (size_t I = States.size(); I-- != 0;)
      GoTo(I);
    std::mt19937 Random(7);
    for (unsigned I = 0; I != 20; ++I)
      GoTo(Random() % States.size());
    checkNext(*R);
  }

  Context Ctx;
  std::unique_ptr<GraphModule> M;
  JournalMemory Out;
  std::unique_ptr<JournalWriter> W;
  std::vector<std::string> States;
};

TEST_F(FXJournal, EveryKindOfEdit) {
  begin("fx 1\n"
        "module net = Net {\n"
        "  weight = parameter(torch.float32, (2, 3))\n"
        "  sub = Sub {\n"
        "    graph():\n"
        "        %x : [num_users=1] = placeholder[target=x]\n"
        "        %y : [num_users=1] = call_function[target=torch.relu](args = "
        "(%x,), kwargs = {})\n"
        "        return %y\n"
        "  }\n"
        "}\n"
        "graph():\n"
        "    %x : [num_users=3, users=(%b, %a, %c)] = placeholder[target=x]\n"
        "    %a : [num_users=2] = call_function[target=torch.add](args = (%x, "
        "1.5), kwargs = {alpha: [2, %x]}) {val: tensor(torch.float32, (2,), "
        "(1,), device(\"cpu\")), tag: \"a\"}\n"
        "    %b : [num_users=1] = call_function[target=torch.mul](args = (%a, "
        "%x), kwargs = {})\n"
        "    %c : [num_users=1] = call_method[target=view](args = (%x, (1, "
        "slice(None, %a, None))), kwargs = {})\n"
        "    return (%b, %c)\n");
  Graph &G = M->graph();
  auto Get = [&](StringRef Name) { return G.findByName(Name); };
  Node *New = nullptr;
  {
    InsertionGuard At = G.insertingBefore(Get("b"));
    New = G.callFunction("torch.sub", {Get("a"), 3});
  }
  step();
  Get("a")->replaceAllUsesWith(New,
                               [&](Node *User) { return User->name() == "b"; });
  step("a", "some");
  New->setMeta("tag", Argument::string(Ctx, "quoted \"text\"\n"));
  step();
  New->setMeta("tag", Argument::string(Ctx, "other"));
  New->eraseMeta("tag");
  step();
  Get("x")->setUserOrder({Get("c"), Get("b"), Get("a")});
  step();
  Get("b")->setArgs({Get("x"), Argument::list({New, Get("x")}), 1L << 40});
  step();
  Get("b")->rename("renamed");
  step();
  Get("c")->setTarget("reshape");
  Get("c")->setOp(Opcode::CallFunction);
  Get("c")->setType("typing.Optional[int]");
  step();
  Get("c")->prepend(New);
  step();
  Get("a")->append(New);
  step();
  Get("renamed")->replaceInputWith(Get("x"), Get("a"));
  step();
  Get("c")->setOperand(0, New);
  step();
  Get("renamed")->replaceAllUsesWith(New);
  G.eraseNode(Get("renamed"));
  step();
  M->addState("deep.er.weight", {Symbol(), TensorAttr::Buffer});
  step("deep_er_12", "state");
  Graph &Inner = *M->submodule("sub")->graph();
  Inner.findByName("y")->setTarget("torch.sigmoid");
  step();
  M->root().addSubmodule(
      "sub.more", std::make_unique<fx::Module>(Ctx, Ctx.intern("Holder")));
  M->submodule("sub.more")->setGraph(Inner.clone());
  step();
  M->submodule("sub.more")->graph()->output(1);
  step();
  M->root().deleteSubmodule("sub");
  step();
  M->root().setClassName(Ctx.intern("Other"));
  M->root().setAttribute(Ctx.intern("scale"), 0.5);
  step();
  M->removeState("weight");
  step();
  end();
  check();
}

// Random edits of a graph; the order of users is part of the text.
TEST_F(FXJournal, RandomEdits) {
  for (unsigned Seed = 0; Seed != 30; ++Seed) {
    States.clear();
    Out = JournalMemory();
    W.reset();
    begin("fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n"
          "    return %x\n");
    Graph &G = M->graph();
    std::mt19937 Random(Seed);
    std::vector<Node *> Nodes(G.nodes().begin(), G.nodes().end());
    Nodes.pop_back();
    auto Pick = [&] { return Nodes[Random() % Nodes.size()]; };
    for (unsigned I = 0; I != 200; ++I) {
      Node *A = Pick(), *B = Pick(), *C = Pick();
      switch (Random() % 14) {
      case 0:
      case 1:
      case 2: {
        InsertionGuard At = G.insertingAfter(A);
        Nodes.push_back(G.callFunction("f", {B, Argument::list({C, B})}));
        break;
      }
      case 3: {
        InsertionGuard At = G.insertingBefore(A);
        Nodes.push_back(
            G.createPlain(Opcode::CallFunction, Ctx.intern("g"), {B, C, B}));
        break;
      }
      case 4:
        if (A != B)
          A->replaceAllUsesWith(B);
        break;
      case 5:
        A->replaceAllUsesWith(B, [&](Node *) { return Random() % 2 == 0; });
        break;
      case 6:
        if (A->numOperands())
          A->setOperand(Random() % A->numOperands(), B);
        break;
      case 7:
        A->replaceInputWith(B, C);
        break;
      case 8:
        A->setArgs({B, C, 7, B});
        break;
      case 9:
      case 10:
        if (!A->hasUsers() && Nodes.size() > 3) {
          erase(Nodes, A);
          G.eraseNode(A);
        }
        break;
      case 11:
        if (A != B)
          A->append(B);
        break;
      case 12: {
        SmallVector<Node *, 8> Users(A->users());
        std::shuffle(Users.begin(), Users.end(), Random);
        A->setUserOrder(Users);
        break;
      }
      case 13:
        A->setMeta("n", long(Random() % 5));
        break;
      }
      step();
    }
    end();
    check();
    if (HasFailure())
      FAIL() << "seed " << Seed;
  }
}

// Whatever is missing at the end, what is there is a state that was.
TEST_F(FXJournal, CutOff) {
  begin("fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n"
        "    return %x\n");
  Graph &G = M->graph();
  for (unsigned I = 0; I != 20; ++I) {
    InsertionGuard At = G.insertingBefore(G.back());
    Node *N = G.callFunction("f", {G.front(), long(I)});
    N->setMeta("n", long(I));
    step();
    if (I % 5 == 4) {
      W->endPass(JournalWriter::Ending::Changed);
      W->beginPass("again");
    }
  }
  W->endPass(JournalWriter::Ending::Unchanged);
  W->finish();
  StringRef Whole = Out.bytes();
  std::vector<bool> Seen(States.size() + 1);
  for (size_t Size = 0; Size != Whole.size(); ++Size) {
    auto R = JournalReader::read(
        Ctx, MemoryBuffer::getMemBufferCopy(Whole.take_front(Size)));
    if (!R) {
      consumeError(R.takeError());
      EXPECT_LT(Size, 6u);
      continue;
    }
    EXPECT_FALSE((*R)->isComplete());
    size_t Last = (*R)->numSteps();
    ASSERT_LT(Last, States.size());
    Seen[Last] = true;
    cantFail((*R)->goTo(Last));
    if (Last) {
      EXPECT_EQ((*R)->text(), States[Last]);
    }
  }
  EXPECT_TRUE(Seen[5] && Seen[10] && Seen[15] && Seen[20]);
}

// A damaged byte is found by the sum of the block, or is in what nobody needs.
TEST_F(FXJournal, Damage) {
  begin("fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n"
        "    return %x\n");
  M->graph().front()->setType("int");
  step();
  end();
  for (size_t I = 6; I != Out.bytes().size(); ++I) {
    std::string Bytes = Out.bytes().str();
    Bytes[I] ^= 0x20;
    auto R = JournalReader::read(Ctx, MemoryBuffer::getMemBufferCopy(Bytes));
    if (!R) {
      consumeError(R.takeError());
      continue;
    }
    if (Error E = (*R)->goTo((*R)->numSteps()))
      consumeError(std::move(E));
    EXPECT_TRUE(!(*R)->isComplete() || (*R)->text() == States.back() ||
                (*R)->numSteps() == 0);
  }
}

TEST_F(FXJournal, PassesAndSteps) {
  begin("fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n"
        "    %relu_7 : [num_users=1] = call_function[target=torch.relu](args = "
        "(%x,), kwargs = {})\n    return %relu_7\n");
  Graph &G = M->graph();
  Node *Relu = G.findByName("relu_7");
  Relu->setTarget("torch.sigmoid");
  step("relu_7", "to-sigmoid");
  W->endPass(JournalWriter::Ending::Changed);
  W->beginPass("nothing");
  W->endPass(JournalWriter::Ending::Unchanged);
  W->beginPass("silent");
  G.output(1);
  Relu->replaceAllUsesWith(G.front());
  States.push_back(textOf(*M));
  G.eraseNode(Relu);
  States.push_back(textOf(*M));
  W->endPass(JournalWriter::Ending::Changed);
  W->beginPass("tree");
  M->root().setClassName(Ctx.intern("C"));
  States.push_back(textOf(*M));
  W->endPass(JournalWriter::Ending::Changed);
  W->finish();
  check();
  std::unique_ptr<JournalReader> R = readBytes(Ctx, Out.bytes());
  EXPECT_EQ(R->head(), R"({"tool": "test"})");
  ASSERT_EQ(R->passes().size(), 4u);
  EXPECT_EQ(R->passes()[0].name(), "edit");
  EXPECT_EQ(R->passes()[0].Text, "edit{much=yes}");
  EXPECT_TRUE(R->passes()[0].NamesRewrites);
  EXPECT_EQ(R->passes()[1].NumSteps, 0u);
  EXPECT_EQ(R->passes()[1].Ending, JournalPass::Unchanged);
  EXPECT_EQ(R->passes()[2].NumSteps, 2u);
  EXPECT_EQ(R->passes()[2].FirstStep, 1u);
  EXPECT_EQ(R->passes()[2].NodesBefore, 3u);
  EXPECT_EQ(R->passes()[2].NodesAfter, 3u);
  EXPECT_EQ(R->passes()[3].NumRewrites, 0u);
  EXPECT_EQ(R->passes()[3].NumSteps, 1u);
  EXPECT_EQ(R->placeOf(1), "relu_7");
  EXPECT_EQ(R->kindOf(1), "to-sigmoid");
  EXPECT_EQ(R->kindOf(2), "replaced");
  EXPECT_EQ(R->placeOf(3), "relu_7");
  EXPECT_EQ(R->kindOf(3), "erased");
  EXPECT_EQ(R->passOf(3).name(), "silent");
}

/// Two calls of relu, of which the second one has the first name.
constexpr StringLiteral TwoCalls =
    "fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x]\n"
    "    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = "
    "(%x,), kwargs = {})\n"
    "    %relu : [num_users=1] = call_function[target=torch.relu](args = "
    "(%relu_1,), kwargs = {})\n    return %relu\n";

RewritePlace placeOf(const Node &N, StringRef Name) {
  RewritePlace Place(Name);
  Place.Owner = &N.graph();
  Place.Id = N.id();
  Place.Serial = N.serial();
  return Place;
}

/// The names of what the node called \p Name comes from.
std::vector<std::string> originsOf(const JournalHistory &H, StringRef Name) {
  std::vector<std::string> Names;
  for (uint32_t Of : H.find(Name))
    for (uint32_t From : H.lives()[Of].From)
      Names.push_back(H.lives()[From].InputName);
  return Names;
}

TEST_F(FXJournal, StepsAreOfNodesAndNotOfNames) {
  for (bool IsKnown : {true, false}) {
    Out = JournalMemory();
    States.clear();
    begin(TwoCalls);
    Graph &G = M->graph();
    Node *First = G.findByName("relu_1"), *Second = G.findByName("relu");
    First->rename("old");
    Second->rename("old");
    G.names() = Namespace(Ctx);
    step("", "begins");
    for (auto [Old, Name, NewName] : {std::tuple(First, "relu_1", "relu"),
                                      std::tuple(Second, "relu", "relu_1")}) {
      InsertionGuard At = G.insertingBefore(First);
      Node *New = G.callFunction("torch.relu", {Argument(G.front())});
      New->rename(NewName);
      W->endStep(IsKnown ? placeOf(*Old, Name) : RewritePlace(Name), "copied");
    }
    end();
    std::unique_ptr<JournalReader> R = readBytes(Ctx, Out.bytes());
    ASSERT_TRUE(R);
    JournalHistory H = cantFail(JournalHistory::of(*R));
    // The name alone does not say which of both is meant by then.
    std::vector<std::string> Found = originsOf(H, "relu_1");
    EXPECT_EQ(Found, IsKnown ? std::vector<std::string>{"relu"}
                             : std::vector<std::string>());
    Found = originsOf(H, "relu");
    EXPECT_EQ(Found, (std::vector<std::string>{"relu_1"}));
    W.reset();
  }
}

/// The slot of a node that is gone may be that of another.
TEST_F(FXJournal, StepsOfErasedNodes) {
  begin(TwoCalls);
  Graph &G = M->graph();
  Node *Second = G.findByName("relu");
  RewritePlace Place = placeOf(*Second, "relu");
  G.outputNode()->setOperand(0, G.front());
  G.eraseNode(Second);
  Node *New = G.callFunction("torch.neg", {Argument(G.front())}, {}, "relu");
  std::string Name = New->name();
  W->endStep(Place, "gone");
  end();
  std::unique_ptr<JournalReader> R = readBytes(Ctx, Out.bytes());
  ASSERT_TRUE(R);
  EXPECT_EQ(R->placeOf(1), "relu");
  JournalHistory H = cantFail(JournalHistory::of(*R));
  ASSERT_EQ(H.find(Name).size(), 1u);
  const JournalHistory::Life &Made = H.lives()[H.find(Name).front()];
  EXPECT_EQ(Made.MadeBy, 1u);
  ASSERT_EQ(Made.From.size(), 1u);
  EXPECT_EQ(H.lives()[Made.From.front()].InputName, "relu");
}

} // namespace
