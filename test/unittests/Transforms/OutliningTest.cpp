//===- OutliningTest.cpp - Submodules of parts ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/Outlining.h"
#include "fx/Analysis/ModulePattern.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Structural.h"
#include "fx/IR/Verifier.h"
#include "fx/Transforms/ModuleInlining.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace fx;
using namespace llvm;

namespace {

using Tags = DenseMap<const Node *, uint32_t>;

OutlineResult outline(GraphModule &M, const Tags &TagOf, bool Dedupe = false,
                      std::vector<std::string> *Kept = nullptr) {
  Partition P(M.graph(), 8, [&](const Node &N) {
    auto It = TagOf.find(&N);
    return It == TagOf.end() ? Partition::None : It->second;
  });
  OutlineOptions Options;
  Options.NameOf = [](size_t I) { return "part" + std::to_string(I); };
  Options.Dedupe = Dedupe;
  Options.Kept = [&](size_t, const std::string &Why) {
    if (Kept)
      Kept->push_back(Why);
  };
  return outlineParts(M, P, Options);
}

void inlineBack(GraphModule &M) {
  DiagnosticEngine Diags;
  Diags.setHandler([](const Diagnostic &) {});
  auto Patterns = cantFail(parseModulePatterns({"part*"}));
  InlineModulesOptions Options;
  Options.Modules = Patterns;
  inlineModules(M, Options, Diags);
}

void expectValid(GraphModule &M) {
  DiagnosticEngine Diags;
  EXPECT_TRUE(verify(M, Diags));
}

//===----------------------------------------------------------------------===//
// A machine that runs graphs
//===----------------------------------------------------------------------===//

/// Values are places of memory with a number in them. Views are the same place.
struct Machine {
  using Value = std::vector<size_t>;

  std::vector<uint64_t> Cells;
  std::vector<uint64_t> Checked;
  uint64_t Drawn = 0;
  /// By name of the record.
  std::map<std::string, size_t> State;
  /// What invoke_subgraph must not do and did.
  std::string Broken;

  size_t make(uint64_t Content) {
    Cells.push_back(Content);
    return Cells.size() - 1;
  }
  size_t fetch(const Node &GetAttr);
  Value run(const Graph &G, const Value &Inputs);
  Value call(const Node &N, const DenseMap<const Node *, Value> &Values);
};

Machine::Value Machine::call(const Node &N,
                             const DenseMap<const Node *, Value> &Values) {
  auto At = [&](unsigned I) { return Values.lookup(N.operand(I)); };
  auto In = [&](unsigned I) { return Cells[At(I).front()]; };
  StringRef Target = N.targetText();
  if (N.isGetItem())
    return {At(0)[N.arg(1).asInt()]};
  if (Target == "torch.ops.aten.add.Tensor")
    return {make(hash_combine(In(0), In(1)))};
  if (Target == "torch.ops.aten.view.default")
    return At(0);
  if (Target == "torch.ops.aten.rand_like.default")
    return {make(hash_combine(Drawn++))};
  if (Target == "torch.ops.aten.add_.Tensor") {
    Cells[At(0).front()] = hash_combine(In(0), In(1));
    return At(0);
  }
  if (Target == "torch.ops.aten._assert_async.default") {
    Checked.push_back(In(0));
    return {};
  }
  bool IsModule = N.isCallModule();
  EXPECT_TRUE(IsModule || Target == "torch.ops.higher_order.invoke_subgraph");
  Module &Owner = *N.graph().owningModule();
  Module &Callee =
      *Owner.lookup(IsModule ? Target : N.operand(0)->targetText());
  Value Inputs;
  for (unsigned I = IsModule ? 0 : 1; I != N.numOperands(); ++I)
    Inputs.push_back(At(I).front());
  std::vector<uint64_t> Before = Cells;
  Value Results = run(*Callee.graph(), Inputs);
  if (IsModule)
    return Results;
  if (!std::equal(Before.begin(), Before.end(), Cells.begin()))
    Broken = "a write outside";
  for (size_t I = 0; I != Results.size(); ++I) {
    if (Results[I] < Before.size())
      Broken = "a result that was there before";
    for (size_t J = 0; J != I; ++J)
      if (Results[I] == Results[J])
        Broken = "two results of the same memory";
  }
  return Results;
}

size_t Machine::fetch(const Node &GetAttr) {
  StringRef Head, Name = GetAttr.targetText();
  if (Name.contains('.'))
    std::tie(Head, Name) = Name.rsplit('.');
  const Module *Owner = GetAttr.graph().owningModule()->lookup(Head);
  const TensorAttr *T = Owner ? Owner->tensor(Name) : nullptr;
  EXPECT_TRUE(T) << GetAttr.name();
  std::string Record = T && T->Record ? T->Record.str().str() : Name.str();
  auto [It, IsNew] = State.try_emplace(Record, 0);
  if (IsNew)
    It->second = make(hash_value(Record));
  return It->second;
}

Machine::Value Machine::run(const Graph &G, const Value &Inputs) {
  DenseMap<const Node *, Value> Values;
  size_t NumInputs = 0;
  for (Node *N : G.nodes()) {
    if (N->isPlaceholder()) {
      Values[N] = {Inputs[NumInputs++]};
    } else if (N->isOutput()) {
      Value Results;
      for (unsigned I = 0; I != N->numOperands(); ++I)
        for (size_t Cell : Values.lookup(N->operand(I)))
          Results.push_back(Cell);
      return Results;
    } else if (!N->isGetAttr()) {
      Values[N] = call(*N, Values);
    } else if (!G.owningModule()->lookup(N->targetText())) {
      Values[N] = {fetch(*N)};
    }
  }
  return {};
}

/// Everything that a caller can see of a run.
struct Seen {
  std::vector<uint64_t> Results, Memory, Checked;
  std::vector<size_t> Aliases;
  uint64_t Drawn = 0;
  std::map<std::string, uint64_t> State;
  friend bool operator==(const Seen &, const Seen &) = default;
};

Seen run(const Graph &G) {
  Machine M;
  Machine::Value Inputs = {M.make(1), M.make(2)};
  Machine::Value Results = M.run(G, Inputs);
  EXPECT_EQ(M.Broken, "");
  Seen S;
  S.Checked = M.Checked;
  S.Drawn = M.Drawn;
  for (auto &[Record, Cell] : M.State)
    S.State[Record] = M.Cells[Cell];
  for (size_t Cell : Inputs)
    S.Memory.push_back(M.Cells[Cell]);
  for (size_t Cell : Results) {
    S.Results.push_back(M.Cells[Cell]);
    // The first result, or what was there before, of the same memory.
    size_t Same = find(Results, Cell) - Results.begin();
    for (auto &[Record, Other] : M.State)
      if (Cell == Other)
        Same = hash_value(Record);
    S.Aliases.push_back(Cell < 2 ? 1000 + Cell : Same);
  }
  return S;
}

//===----------------------------------------------------------------------===//
// Random graphs
//===----------------------------------------------------------------------===//

class RandomOutline
    : public ::testing::TestWithParam<std::tuple<unsigned, bool>> {};

TEST_P(RandomOutline, ComputesTheSame) {
  auto [Seed, IsProgram] = GetParam();
  std::mt19937 Random(Seed);
  auto Below = [&](unsigned N) { return unsigned(Random() % N); };
  Context Ctx;
  GraphModule M(Ctx);
  M.setTreeKind(GraphModule::TreeKind::Closed);
  if (IsProgram)
    M.makeProgram();
  Graph &G = M.graph();
  Argument Val = Argument::tensorType(DType::Float32, Argument::tuple({4}),
                                      Argument::tuple({1}), Argument());
  std::vector<Node *> Values = {G.placeholder("x"), G.placeholder("y")};
  for (Node *N : Values)
    N->setVal(Val);
  for (unsigned I = 0; !IsProgram && I != 4; ++I) {
    TensorAttr T;
    T.Name = Ctx.intern("p" + std::to_string(I));
    M.root().addTensor(T);
    for (unsigned J = Below(3); J != 0; --J)
      Values.push_back(G.getAttr(T.Name.str()));
  }
  Tags TagOf;
  unsigned NumTags = 1 + Below(4), WithEffects = Below(3) ? 12 : 6;
  for (unsigned I = 0, E = 3 + Below(40); I != E; ++I) {
    Argument A = Values[Below(Values.size())], B = Values[Below(Values.size())];
    Node *N = nullptr;
    bool HasValue = true;
    switch (Below(WithEffects)) {
    case 6:
      N = G.callFunction("torch.ops.aten.add_.Tensor", {A, B});
      break;
    case 7:
      N = G.callFunction("torch.ops.aten.rand_like.default", {A});
      break;
    case 8:
      N = G.callFunction("torch.ops.aten._assert_async.default", {A});
      HasValue = false;
      break;
    case 9:
    case 5:
    case 4:
      N = G.callFunction("torch.ops.aten.view.default",
                         {A, Argument::list({4})});
      break;
    default:
      N = G.callFunction("torch.ops.aten.add.Tensor", {A, B});
    }
    if (HasValue) {
      N->setVal(Val);
      Values.push_back(N);
    }
    if (Below(4))
      TagOf[N] = Below(NumTags);
  }
  SmallVector<Argument, 4> Results;
  for (unsigned I = 0, E = 1 + Below(4); I != E; ++I)
    Results.push_back(Values[Values.size() - 1 - Below(Values.size())]);
  G.output(Argument::tuple(Results));

  Seen Before = run(G);
  outline(M, TagOf, /*Dedupe=*/Below(2));
  EXPECT_FALSE(bool(G.lint()));
  expectValid(M);
  EXPECT_EQ(run(G), Before);
  inlineBack(M);
  EXPECT_FALSE(bool(G.lint()));
  EXPECT_EQ(run(G), Before);
  EXPECT_TRUE(G.findNodes(Opcode::CallModule).empty());
}

INSTANTIATE_TEST_SUITE_P(Graphs, RandomOutline,
                         ::testing::Combine(::testing::Range(0u, 300u),
                                            ::testing::Bool()));

//===----------------------------------------------------------------------===//
// Chosen graphs
//===----------------------------------------------------------------------===//

TEST(Outlining, ChainsOfCallsOfParts) {
  // Calls are new nodes with ids that no table had at first.
  Context Ctx;
  GraphModule M(Ctx);
  Graph &G = M.graph();
  Node *Last = G.placeholder("x");
  Tags TagOf;
  for (unsigned I = 0; I != 4000; ++I) {
    Last = G.callFunction("torch.relu", {Last});
    TagOf[Last] = I & 1;
  }
  G.output(Last);
  std::unique_ptr<GraphModule> Copy = M.clone();
  EXPECT_EQ(outline(M, TagOf).Outlined, 4000u);
  EXPECT_EQ(G.size(), 4002u);
  expectValid(M);
  inlineBack(M);
  StructuralOptions Options;
  Options.Names = false;
  EXPECT_FALSE(findDifference(M.graph(), Copy->graph(), Options));
}

TEST(Outlining, EqualPartsOfAChain) {
  Context Ctx;
  GraphModule M(Ctx);
  Graph &G = M.graph();
  Node *Last = G.placeholder("x");
  Tags TagOf;
  for (unsigned I = 0; I != 40; ++I) {
    Last = G.callFunction("torch.relu", {Last});
    TagOf[Last] = I % 2;
  }
  G.output(Last);
  OutlineResult R = outline(M, TagOf, /*Dedupe=*/true);
  EXPECT_EQ(R.Outlined, 40u);
  EXPECT_EQ(R.Shared, 39u);
  EXPECT_EQ(M.root().children().size(), 1u);
}

TEST(Outlining, OptionsMayBeEmpty) {
  Context Ctx;
  GraphModule M(Ctx);
  Graph &G = M.graph();
  Node *X = G.placeholder("x");
  Node *A = G.callFunction("torch.relu", {X});
  Node *B = G.callFunction("torch.neg", {A});
  G.output(B);
  Partition P(G, 2, [&](const Node &N) { return &N == A ? 0u : 1u; });
  EXPECT_EQ(outlineParts(M, P, {}).Outlined, 2u);
  EXPECT_TRUE(M.root().child("part_0") && M.root().child("part_1"));
}

TEST(Outlining, NothingToDo) {
  Context Ctx;
  GraphModule M(Ctx);
  Node *X = M.graph().placeholder("x");
  M.graph().output(X);
  EXPECT_EQ(outline(M, Tags()).Outlined, 0u);
  EXPECT_EQ(M.graph().size(), 2u);
}

TEST(Outlining, NamesThatAreTaken) {
  Context Ctx;
  GraphModule M(Ctx);
  M.setTreeKind(GraphModule::TreeKind::Closed);
  TensorAttr T;
  T.Name = Ctx.intern("part0");
  M.root().addTensor(T);
  Graph &G = M.graph();
  Node *X = G.placeholder("x");
  Node *N = G.callFunction("torch.relu", {X});
  G.output(N);
  EXPECT_EQ(outline(M, Tags({{N, 0}})).Outlined, 1u);
  EXPECT_TRUE(M.submodule("part0_1"));
  expectValid(M);
}

TEST(Outlining, ModulesThatAreNotInTheTree) {
  Context Ctx;
  GraphModule M(Ctx);
  Graph &G = M.graph();
  Node *N = G.callModule("fc", {G.placeholder("x")});
  G.output(N);
  std::vector<std::string> Kept;
  EXPECT_EQ(outline(M, Tags({{N, 0}}), false, &Kept).Outlined, 0u);
  EXPECT_EQ(Kept,
            std::vector<std::string>{"the module 'fc' is not in the tree"});
}

} // namespace
