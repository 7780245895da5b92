//===- CompiledModelTest.cpp - Models that threads share ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/CompiledModel.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <ATen/autocast_mode.h>
#include <atomic>
#include <thread>
#include <torch/version.h>

using namespace fx;
using namespace llvm;
using c10::IValue;

namespace {

using ModelPtr = std::shared_ptr<const CompiledModel>;

std::string input(StringRef Name) {
  return (FX_TEST_SOURCE_DIR "/unittests/Torch/Inputs/" + Name).str();
}
std::string archive(StringRef Name) {
  return (FX_TEST_SOURCE_DIR "/Interop/Inputs/" + Name).str();
}

ModelPtr loadOrFail(StringRef Path, const CompileOptions &Options = {}) {
  Expected<ModelPtr> M = CompiledModel::load(Path, Options);
  EXPECT_TRUE(bool(M)) << toString(M.takeError());
  return M ? *M : nullptr;
}

/// A model of native text, with weights that are made up.
ModelPtr compileText(StringRef Text) {
  SmallString<128> Path;
  int FD;
  EXPECT_FALSE(sys::fs::createTemporaryFile("model", "fx", FD, Path));
  raw_fd_ostream(FD, /*shouldClose=*/true) << Text;
  FileRemover Remover(Path);
  CompileOptions Options;
  Options.Weights.RandomSeed = 1;
  return loadOrFail(Path, Options);
}

at::Tensor tensorOf(Expected<IValue> R) {
  EXPECT_TRUE(bool(R)) << toString(R.takeError());
  return R && R->isTensor() ? R->toTensor() : at::Tensor();
}

template <typename T> std::string errorOf(Expected<T> R) {
  EXPECT_FALSE(bool(R));
  return R ? "" : toString(R.takeError());
}

/// Calls \p Fn(thread, round) in \p NumThreads threads at once.
template <typename FnT>
void inThreads(unsigned NumThreads, unsigned NumRounds, FnT Fn) {
  std::vector<std::thread> Threads;
  std::atomic<unsigned> NumReady = 0;
  for (unsigned T = 0; T != NumThreads; ++T)
    Threads.emplace_back([&, T] {
      ++NumReady;
      while (NumReady != NumThreads)
        std::this_thread::yield();
      for (unsigned Round = 0; Round != NumRounds; ++Round)
        Fn(T, Round);
    });
  for (std::thread &T : Threads)
    T.join();
}

constexpr unsigned NumThreads = 8;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

TEST(CompiledModelTest, ThreadsGetTheSameBits) {
  ModelPtr M = loadOrFail(archive("mlp_minimal.pt2"));
  ASSERT_TRUE(M);
  std::vector<at::Tensor> Inputs, Wanted;
  std::vector<int64_t> Sizes;
  for (const ModelSize &Size : M->inputs().front().Sizes)
    Sizes.push_back(Size.Fixed);
  for (unsigned T = 0; T != NumThreads; ++T) {
    Inputs.push_back(at::randn(Sizes));
    Wanted.push_back(tensorOf(M->run({Inputs.back()})));
  }
  std::atomic<unsigned> NumEqual = 0;
  constexpr unsigned NumRounds = 10000;
  inThreads(NumThreads, NumRounds, [&](unsigned T, unsigned Round) {
    unsigned I = (T + Round) % NumThreads;
    NumEqual += at::equal(tensorOf(M->run({Inputs[I]})), Wanted[I]);
  });
  EXPECT_EQ(NumEqual, NumThreads * NumRounds);
}

/// Branches are graphs of their own, which call sites bind.
TEST(CompiledModelTest, ThreadsTakeDifferentBranches) {
  ModelPtr M = loadOrFail(archive("hop_cond.pt2"));
  ASSERT_TRUE(M);
  ASSERT_EQ(M->inputs().size(), 2u);
  std::vector<int64_t> Sizes;
  for (const ModelSize &Size : M->inputs()[0].Sizes)
    Sizes.push_back(Size.Fixed);
  at::Tensor X = at::randn(Sizes);
  at::Tensor Flags[] = {at::zeros({}, at::kBool), at::ones({}, at::kBool)};
  at::Tensor Wanted[2];
  for (unsigned I : {0, 1})
    Wanted[I] = tensorOf(M->run({X, Flags[I]}));
  EXPECT_FALSE(at::equal(Wanted[0], Wanted[1]));
  std::atomic<unsigned> NumEqual = 0;
  inThreads(NumThreads, 100, [&](unsigned T, unsigned Round) {
    unsigned I = (T + Round) % 2;
    NumEqual += at::equal(tensorOf(M->run({X, Flags[I]})), Wanted[I]);
  });
  EXPECT_EQ(NumEqual, NumThreads * 100);
}

TEST(CompiledModelTest, KindsOfValuesMayDifferBetweenThreads) {
  ModelPtr M = compileText(
      "fx 1\ngraph():\n"
      "    %x : [num_users=1] = placeholder[target=x]\n"
      "    %y : [num_users=1] = placeholder[target=y]\n"
      "    %s : [num_users=1] = call_function[target=operator.add](args = "
      "(%x, %y), kwargs = {})\n"
      "    return %s\n");
  ASSERT_TRUE(M);
  at::Tensor T = at::ones({2});
  std::atomic<unsigned> NumEqual = 0;
  inThreads(NumThreads, 100, [&](unsigned, unsigned Round) {
    IValue Y = Round % 2 ? IValue(T * 3) : IValue(int64_t(3));
    NumEqual += at::equal(tensorOf(M->run({T, Y})), T * 4);
  });
  EXPECT_EQ(NumEqual, NumThreads * 100);
}

TEST(CompiledModelTest, ErrorsStayInTheirRuns) {
  ModelPtr M = compileText(
      "fx 1\ngraph():\n"
      "    %x : [num_users=1] = placeholder[target=x]\n"
      "    %y : [num_users=1] = call_function[target=torch.mm](args = (%x, "
      "%x), kwargs = {})\n"
      "    return %y\n");
  ASSERT_TRUE(M);
  std::atomic<unsigned> NumGood = 0;
  inThreads(NumThreads, 50, [&](unsigned T, unsigned Round) {
    bool Fits = (T + Round) % 2;
    Expected<IValue> R = M->run({at::ones({2, Fits ? 2 : 3})});
    if (R)
      NumGood += Fits && at::equal(R->toTensor(), at::full({2, 2}, 2.0));
    else
      NumGood += !Fits && StringRef(toString(R.takeError())).contains("%y");
  });
  EXPECT_EQ(NumGood, NumThreads * 50);
}

TEST(CompiledModelTest, OneInterpreterRefusesASecondThread) {
  Context Ctx;
  GraphModule M(Ctx);
  M.graph().output(
      M.graph().callFunction("torch.neg", {M.graph().placeholder("x")}));
  Interpreter I(M);
  std::string Message;
  I.setHooks(
      [&](const RunEvent &E) {
        if (!E.N.isPlaceholder())
          return;
        std::thread([&] { Message = errorOf(I.run({at::ones({2})})); }).join();
      },
      nullptr);
  EXPECT_TRUE(at::equal(tensorOf(I.run({at::ones({2})})), -at::ones({2})));
  EXPECT_TRUE(StringRef(Message).contains("another thread")) << Message;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

/// A functional program: what becomes of the state are outputs of the graph.
TEST(CompiledModelTest, OnlySessionsKeepWhatAProgramReturnsForItsState) {
  ModelPtr M = loadOrFail(input("state_counter_core.pt2"));
  ASSERT_TRUE(M);
  std::vector<std::string> Paths = M->writtenState();
  EXPECT_EQ(Paths, (std::vector<std::string>{"history", "steps"}));
  at::Tensor X = at::ones({2, 2});
  auto FirstOf = [](Expected<IValue> R) {
    EXPECT_TRUE(bool(R)) << toString(R.takeError());
    return R->toTupleRef().elements()[0].toTensor();
  };
  at::Tensor First = FirstOf(M->run({X}));
  EXPECT_TRUE(at::equal(FirstOf(M->run({X})), First));
  std::unique_ptr<ModelSession> A = M->newSession(), B = M->newSession();
  EXPECT_TRUE(at::equal(FirstOf(A->run({X})), First));
  EXPECT_TRUE(at::equal(FirstOf(A->run({X})), First * 2));
  EXPECT_TRUE(at::equal(FirstOf(A->run({X})), First * 3));
  EXPECT_TRUE(at::equal(FirstOf(B->run({X})), First));
  EXPECT_TRUE(at::equal(FirstOf(M->run({X})), First));
  Expected<at::Tensor> Steps = A->state("steps");
  ASSERT_TRUE(bool(Steps)) << toString(Steps.takeError());
  EXPECT_EQ(Steps->item().toLong(), 3);
  A->reset();
  EXPECT_TRUE(at::equal(FirstOf(A->run({X})), First));
  EXPECT_EQ(errorOf(A->state("step")),
            "runs do not write 'step'; what a session of this model keeps is "
            "history, steps");
}

constexpr StringLiteral InPlace = R"(fx 1
module = Net {
  count = buffer(torch.float32, (2,), record="memory")
  view = buffer(torch.float32, (2,), record="memory")
  weight = parameter(torch.float32, (2,))
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %count : [num_users=1] = get_attr[target=count]
    %view : [num_users=1] = get_attr[target=view]
    %weight : [num_users=1] = get_attr[target=weight]
    %add_ : [num_users=1] = call_method[target=add_](args = (%count, %x), kwargs = {})
    %sub : [num_users=1] = call_function[target=operator.sub](args = (%add_, 0), kwargs = {})
    return (%sub, %view, %weight)
)";

TEST(CompiledModelTest, OnlySessionsKeepWhatIsWrittenInPlace) {
  ModelPtr M = compileText(InPlace);
  ASSERT_TRUE(M);
  at::Tensor X = at::ones({2});
  auto Sum = [&](Expected<IValue> R) {
    EXPECT_TRUE(bool(R)) << toString(R.takeError());
    return R->toTupleRef().elements()[0].toTensor();
  };
  at::Tensor First = Sum(M->run({X}));
  EXPECT_TRUE(at::equal(Sum(M->run({X})), First));
  std::unique_ptr<ModelSession> S = M->newSession();
  EXPECT_TRUE(at::equal(Sum(S->run({X})), First));
  EXPECT_TRUE(at::equal(Sum(S->run({X})), First + 1));
  EXPECT_TRUE(at::equal(Sum(M->run({X})), First));
  std::atomic<unsigned> NumEqual = 0;
  inThreads(NumThreads, 100, [&](unsigned, unsigned) {
    NumEqual += at::equal(Sum(M->run({X})), First);
  });
  EXPECT_EQ(NumEqual, NumThreads * 100);
}

/// What a graph is called with, it may write to.
TEST(CompiledModelTest, WritesInGraphsOfModulesAreSeen) {
  ModelPtr M = compileText(R"(fx 1
module = Net {
  count = buffer(torch.float32, (2,))
  other = buffer(torch.float32, (2,))
  sub = my.Sub {
    graph():
        %b : [num_users=1] = placeholder[target=b]
        %x : [num_users=1] = placeholder[target=x]
        %flat : [num_users=1] = call_method[target=view](args = (%b, -1), kwargs = {})
        %add_ : [num_users=1] = call_method[target=add_](args = (%flat, %x), kwargs = {})
        return %add_
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %count : [num_users=1] = get_attr[target=count]
    %other : [num_users=1] = get_attr[target=other]
    %sub : [num_users=1] = call_module[target=sub](args = (%count, %x), kwargs = {})
    %sum : [num_users=1] = call_function[target=operator.add](args = (%sub, %other), kwargs = {})
    return %sum
)");
  ASSERT_TRUE(M);
  EXPECT_EQ(M->writtenState(), std::vector<std::string>{"count"});
  at::Tensor X = at::ones({2});
  at::Tensor First = tensorOf(M->run({X}));
  EXPECT_TRUE(at::equal(tensorOf(M->run({X})), First));
  std::unique_ptr<ModelSession> S = M->newSession();
  EXPECT_TRUE(at::equal(tensorOf(S->run({X})), First));
  EXPECT_TRUE(at::allclose(tensorOf(S->run({X})), First + 1));
}

TEST(CompiledModelTest, SessionsServeThreads) {
  ModelPtr M = compileText(InPlace);
  ASSERT_TRUE(M);
  at::Tensor X = at::ones({2});
  std::unique_ptr<ModelSession> Shared = M->newSession();
  auto Begin = Shared->state("count");
  ASSERT_TRUE(bool(Begin)) << toString(Begin.takeError());
  inThreads(NumThreads, 50, [&](unsigned, unsigned) {
    Expected<IValue> R = Shared->run({X});
    EXPECT_TRUE(bool(R)) << toString(R.takeError());
  });
  auto End = Shared->state("count");
  ASSERT_TRUE(bool(End)) << toString(End.takeError());
  EXPECT_TRUE(at::allclose(*End, *Begin + double(NumThreads * 50)));
}

TEST(CompiledModelTest, BatchNormInTrainingCountsInSessions) {
  ModelPtr M = compileText(R"(fx 1
module = Net {
  bn = torch.nn.BatchNorm1d(4) training {
    weight = parameter(torch.float32, (4,))
    bias = parameter(torch.float32, (4,))
    running_mean = buffer(torch.float32, (4,))
    running_var = buffer(torch.float32, (4,))
    num_batches_tracked = buffer(torch.int64, ())
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %bn : [num_users=1] = call_module[target=bn](args = (%x,), kwargs = {})
    return %bn
)");
  ASSERT_TRUE(M);
  std::vector<std::string> Paths = M->writtenState();
  EXPECT_TRUE(is_contained(Paths, "bn.running_mean"));
  EXPECT_FALSE(is_contained(Paths, "bn.weight"));
  std::unique_ptr<ModelSession> S = M->newSession(), Other = M->newSession();
  at::Tensor X = at::randn({8, 4});
  auto Mean = [](ModelSession &S) {
    Expected<at::Tensor> T = S.state("bn.running_mean");
    EXPECT_TRUE(bool(T)) << toString(T.takeError());
    return *T;
  };
  at::Tensor Before = Mean(*S);
  EXPECT_TRUE(tensorOf(S->run({X})).defined());
  EXPECT_TRUE(tensorOf(M->run({X})).defined());
  EXPECT_FALSE(at::equal(Mean(*S), Before));
  EXPECT_TRUE(at::equal(Mean(*Other), Before));
}

TEST(CompiledModelTest, ResultsAreNoStateOfTheModel) {
  ModelPtr M = compileText(InPlace);
  ASSERT_TRUE(M);
  std::unique_ptr<ModelSession> S = M->newSession();
  at::Tensor X = at::ones({2});
  Expected<IValue> First = S->run({X});
  ASSERT_TRUE(bool(First)) << toString(First.takeError());
  at::Tensor View = First->toTupleRef().elements()[1].toTensor();
  at::Tensor Weight = First->toTupleRef().elements()[2].toTensor();
  at::Tensor Seen = View.clone(), Known = Weight.clone();
  Expected<IValue> Second = S->run({X});
  ASSERT_TRUE(bool(Second)) << toString(Second.takeError());
  EXPECT_TRUE(at::equal(View, Seen));
  {
    c10::InferenceMode Inference;
    Weight.zero_();
  }
  Expected<IValue> Third = M->run({X});
  ASSERT_TRUE(bool(Third)) << toString(Third.takeError());
  EXPECT_TRUE(at::equal(Third->toTupleRef().elements()[2].toTensor(), Known));
}

/// Lists that a graph holds are as little shared as tensors.
TEST(CompiledModelTest, ContainersOfTheGraphStayAsTheyAre) {
  ModelPtr M = compileText(R"(fx 1
module = Net {
  sizes = value([1, 2])
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %sizes : [num_users=2] = get_attr[target=sizes]
    %append : [num_users=0] = call_method[target=append](args = (%sizes, %x), kwargs = {})
    return (%sizes, [3, [4]])
)");
  ASSERT_TRUE(M);
  for (int Round = 0; Round != 2; ++Round) {
    Expected<IValue> R = M->run({IValue(int64_t(5))});
    ASSERT_TRUE(bool(R)) << toString(R.takeError());
    const auto &Items = R->toTupleRef().elements();
    EXPECT_EQ(Items[0].toListRef().size(), 3u);
    ASSERT_EQ(Items[1].toListRef().size(), 2u);
    EXPECT_EQ(Items[1].toListRef()[1].toListRef().size(), 1u);
    Items[1].toList().push_back(Items[1].toListRef()[0]);
    IValue(Items[1].toListRef()[1]).toList().push_back(int64_t(6));
  }
}

TEST(CompiledModelTest, WrittenInputsAreTheCallers) {
  ModelPtr M = loadOrFail(archive("state_input_mutation.pt2"));
  ASSERT_TRUE(M);
  std::vector<IValue> Inputs;
  std::vector<at::Tensor> Before;
  for (const ModelLeaf &Leaf : M->inputs()) {
    std::vector<int64_t> Sizes;
    for (const ModelSize &Size : Leaf.Sizes)
      Sizes.push_back(Size.Fixed);
    at::Tensor T = at::ones(Sizes, *toTorch(*Leaf.Type));
    Inputs.push_back(T);
    Before.push_back(T.clone());
  }
  Expected<std::vector<IValue>> R = M->runLeaves(Inputs);
  ASSERT_TRUE(bool(R)) << toString(R.takeError());
  bool AnyChanged = false;
  for (const auto &[Old, Now] : zip(Before, Inputs))
    AnyChanged |= !at::equal(Old, Now.toTensor());
  EXPECT_TRUE(AnyChanged);
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

TEST(CompiledModelTest, LoadErrorsNameThePath) {
  EXPECT_TRUE(StringRef(errorOf(CompiledModel::load("/no/such/model.pt2")))
                  .starts_with("/no/such/model.pt2: "));
  CompileOptions Options;
  Options.Model = "third";
  std::string Path = archive("pkg_two_models.pt2");
  EXPECT_EQ(errorOf(CompiledModel::load(Path, Options)),
            Path + ": there is no model 'third' in this file; its models are "
                   "model, other");
}

/// io_nested: forward(batch: dict, extras: tuple, *rest, flag, bias).
struct NestedTest : testing::Test {
  ModelPtr M = loadOrFail(input("io_nested.pt2"));
  at::Tensor T = at::ones({2});

  IValue batch(StringRef First = "ids", size_t NumMeta = 2) {
    c10::impl::GenericDict Batch(c10::StringType::get(), c10::AnyType::get());
    c10::List<at::Tensor> Meta;
    for (size_t I = 0; I != NumMeta; ++I)
      Meta.push_back(T);
    Batch.insert("meta", Meta);
    Batch.insert(First.str(), T);
    return Batch;
  }
  NamedValues named(IValue Batch) {
    return {{"batch", std::move(Batch)},
            {"extras", c10::ivalue::Tuple::create({T, T})},
            {"rest_0", T},
            {"rest_1", T},
            {"flag", at::ones({1})},
            {"bias", T}};
  }
};

TEST_F(NestedTest, LeavesHaveNames) {
  ASSERT_TRUE(M);
  std::vector<std::string> Names;
  for (const ModelLeaf &Leaf : M->inputs())
    Names.push_back(Leaf.Name);
  EXPECT_EQ(Names, (std::vector<std::string>{"batch['ids']", "batch['meta'][0]",
                                             "batch['meta'][1]", "extras[0]",
                                             "extras[1]", "rest_0", "rest_1",
                                             "flag", "bias"}));
  ASSERT_EQ(M->outputs().size(), 6u);
  EXPECT_EQ(M->outputs()[0].Name, "[0]['out']");
  EXPECT_EQ(M->outputs()[3].Name, "[0]['parts'][1][0]");
  EXPECT_EQ(M->outputs()[0].Type, DType::Float32);
  ASSERT_EQ(M->outputs()[0].Sizes.size(), 1u);
  EXPECT_EQ(M->outputs()[0].Sizes[0].Fixed, 2);
}

TEST_F(NestedTest, InputsAndOutputsNestAsInPython) {
  ASSERT_TRUE(M);
  Expected<IValue> R = M->run(named(batch()));
  ASSERT_TRUE(bool(R)) << toString(R.takeError());
  ASSERT_TRUE(R->isTuple());
  ASSERT_EQ(R->toTupleRef().elements().size(), 3u);
  c10::impl::GenericDict First = R->toTupleRef().elements()[0].toGenericDict();
  EXPECT_TRUE(First.at("n").isNone());
  EXPECT_EQ(First.at("out").toTensor().dim(), 1);
  IValue Parts = First.at("parts");
  EXPECT_EQ(Parts.toListRef()[0].toTensorVector().size(), 2u);
  EXPECT_TRUE(Parts.toListRef()[1].isTuple());
  EXPECT_TRUE(R->toTupleRef().elements()[1].isList());
  EXPECT_TRUE(R->toTupleRef().elements()[2].isGenericDict());

  // The same by place, and as leaves.
  NamedValues Named = named(batch());
  std::vector<IValue> Args;
  for (unsigned I = 0; I != 4; ++I)
    Args.push_back(Named[I].Value);
  Expected<IValue> ByPlace =
      M->run(Args, NamedValues(Named.begin() + 4, Named.end()));
  ASSERT_TRUE(bool(ByPlace)) << toString(ByPlace.takeError());
  Expected<std::vector<IValue>> Leaves =
      M->runLeaves({T, T, T, T, T, T, T, at::ones({1}), T});
  ASSERT_TRUE(bool(Leaves)) << toString(Leaves.takeError());
  ASSERT_EQ(Leaves->size(), M->outputs().size());
  EXPECT_TRUE(at::equal((*Leaves)[0].toTensor(), First.at("out").toTensor()));
}

TEST_F(NestedTest, WhatDoesNotNestRightIsNamed) {
  ASSERT_TRUE(M);
  auto ErrorOf = [&](NamedValues Values) { return errorOf(M->run(Values)); };
  EXPECT_EQ(ErrorOf(named(T)), "input 'batch': it is f32[2] and must be a "
                               "dictionary with 'ids', 'meta'");
  EXPECT_EQ(ErrorOf(named(batch("idx"))),
            "input 'batch': the key 'ids' is missing; it must have 'ids', "
            "'meta'");
  EXPECT_EQ(ErrorOf(named(batch("ids", 3))),
            "input 'batch['meta']': it is [f32[2], f32[2], f32[2]] and must "
            "be a list of 2");
  IValue More = batch();
  More.toGenericDict().insert("mask", T);
  EXPECT_EQ(ErrorOf(named(More)),
            "input 'batch': the model does not know the key 'mask'; it must "
            "have 'ids', 'meta'");
  NamedValues Values = named(batch());
  Values.pop_back();
  EXPECT_EQ(ErrorOf(Values), "input 'bias': it is missing; the model takes "
                             "batch, extras, rest_0, rest_1, flag, bias");
  Values.push_back({"biass", T});
  EXPECT_EQ(ErrorOf(Values), "input 'biass': the model has no such input; it "
                             "takes batch, extras, rest_0, rest_1, flag, bias");
  Values.back().Name = "flag";
  EXPECT_EQ(ErrorOf(Values), "input 'flag': it is given twice");
  EXPECT_EQ(errorOf(M->run(std::vector<IValue>(7, T))),
            "input 'flag': the model takes batch, extras, rest_0, rest_1 by "
            "place, and flag, bias by name alone");
  Values = named(batch());
  Values[1].Value = c10::ivalue::Tuple::create({T, at::ones({3})});
  EXPECT_EQ(ErrorOf(Values),
            "input 'extras[1]': dimension 0 is 3 and must be 2");
}

TEST(CompiledModelTest, ClassesAreDictionariesOfTheirFields) {
  ModelPtr M = loadOrFail(input("io_namedtuple_dataclass.pt2"));
  ASSERT_TRUE(M);
  std::vector<std::string> Names;
  for (const ModelLeaf &Leaf : M->inputs())
    Names.push_back(Leaf.Name);
  EXPECT_EQ(Names, (std::vector<std::string>{"p.x", "p.y", "box['value']",
                                             "box['scale']"}));
  at::Tensor T = at::ones({2});
  c10::impl::GenericDict Box(c10::StringType::get(), c10::AnyType::get());
  Box.insert("value", T);
  Box.insert("scale", 1.5);
  Expected<IValue> R =
      M->run({{"p", c10::ivalue::Tuple::create({T, T})}, {"box", Box}});
  ASSERT_TRUE(bool(R)) << toString(R.takeError());
  Expected<std::vector<IValue>> Leaves = M->runLeaves({T, T, T, 1.5});
  ASSERT_TRUE(bool(Leaves)) << toString(Leaves.takeError());
  EXPECT_EQ(Leaves->size(), M->outputs().size());
  EXPECT_EQ(Box.erase("scale"), 1u);
  EXPECT_EQ(errorOf(M->run(
                {{"p", c10::ivalue::Tuple::create({T, T})}, {"box", Box}})),
            "input 'box': the key 'scale' is missing; it must have 'value', "
            "'scale'");
}

TEST(CompiledModelTest, SymbolicSizesAreCheckedByWhatDefinesThem) {
  ModelPtr M = loadOrFail(input("dyn_derived_double.pt2"));
  ASSERT_TRUE(M);
  EXPECT_EQ(M->inputs()[0].Sizes[0].Fixed, -1);
  EXPECT_EQ(M->inputs()[0].Sizes[0].Symbol, "2*s17");
  EXPECT_EQ(M->inputs()[1].Sizes[0].Min, 2);
  EXPECT_EQ(M->inputs()[1].Sizes[0].Max, 32);
  Expected<IValue> Good = M->run({at::ones({16}), at::ones({8})});
  EXPECT_TRUE(bool(Good)) << toString(Good.takeError());
  Expected<IValue> Mixed = M->run({at::ones({16})}, {{"y", at::ones({8})}});
  EXPECT_TRUE(bool(Mixed)) << toString(Mixed.takeError());
  EXPECT_EQ(errorOf(M->run({{"x", at::ones({16})}})),
            "input 'y': it is missing; the model takes x, y");
  EXPECT_EQ(errorOf(M->run({at::ones({16}), at::ones({9})})),
            "input 'x': dimension 0 is 16 and must be 2*s17, which is 18: s17 "
            "is dimension 0 of 'y'");
  EXPECT_EQ(errorOf(M->run({at::ones({80}), at::ones({40})})),
            "input 'x': dimension 0 is 80 and must be at least 4 and at most "
            "64 (2*s17)");
  EXPECT_EQ(errorOf(M->run({at::ones({16}), at::ones({8}, at::kDouble)})),
            "input 'y': its dtype is float64 and must be float32; it is "
            "f64[8], not f32[s17]");
  EXPECT_EQ(errorOf(M->run(
                {at::ones({16}), at::ones({8}, at::TensorOptions(at::kMeta))})),
            "input 'y': its device is meta and must be cpu");
}

TEST(CompiledModelTest, InputsWithDefaultsNeedNotBeGiven) {
  ModelPtr M = loadOrFail(archive("io_constants.pt2"));
  ASSERT_TRUE(M);
  NamedValues Named;
  bool AnyOptional = false;
  for (const ModelLeaf &Leaf : M->inputs()) {
    AnyOptional |= Leaf.IsOptional;
    if (Leaf.IsOptional)
      continue;
    std::vector<int64_t> Sizes;
    for (const ModelSize &Size : Leaf.Sizes)
      Sizes.push_back(Size.Fixed);
    Named.push_back({Leaf.Name, at::ones(Sizes)});
  }
  EXPECT_TRUE(AnyOptional);
  Expected<IValue> R = M->run(Named);
  EXPECT_TRUE(bool(R)) << toString(R.takeError());
}

TEST(CompiledModelTest, ConstantInputsAreThoseOfTheExport) {
  ModelPtr M = loadOrFail(archive("io_constants.pt2"));
  ASSERT_TRUE(M);
  std::vector<int64_t> Sizes;
  for (const ModelSize &Size : M->inputs().front().Sizes)
    Sizes.push_back(Size.Fixed);
  at::Tensor X = at::ones(Sizes);
  auto Run = [&](const char *Name, IValue V) {
    return errorOf(M->run({{"x", X}, {Name, std::move(V)}}));
  };
  StringRef Why = ", with which the program was exported";
  EXPECT_EQ(Run("i", 4),
            "input 'i': it is int 4 and must be int 3" + Why.str());
  EXPECT_EQ(Run("i", true),
            "input 'i': it is True and must be int 3" + Why.str());
  EXPECT_EQ(Run("i", 3.0),
            "input 'i': it is float 3 and must be int 3" + Why.str());
  EXPECT_EQ(Run("i", IValue()),
            "input 'i': it is None and must be int 3" + Why.str());
  EXPECT_EQ(Run("f", 0.125000001),
            "input 'f': it is float 0.125000001 and must be float 0.125" +
                Why.str());
  EXPECT_EQ(Run("b", false),
            "input 'b': it is False and must be True" + Why.str());
  EXPECT_EQ(Run("s", "other"),
            "input 's': it is 'other' and must be 'mode-\xC3\xA4'" + Why.str());
  EXPECT_EQ(Run("n", X),
            "input 'n': it is f32[2] and must be None" + Why.str());
  for (const NamedValues &Same :
       {NamedValues{{"i", 3}, {"f", 0.125}, {"b", true}},
        NamedValues{{"s", "mode-\xC3\xA4"}, {"n", IValue()}}}) {
    NamedValues Inputs = Same;
    Inputs.push_back({"x", X});
    Expected<IValue> R = M->run(Inputs);
    EXPECT_TRUE(bool(R)) << toString(R.takeError());
  }
}

TEST(CompiledModelTest, InputsOfPlainGraphsAreCounted) {
  ModelPtr M = compileText("fx 1\ngraph():\n"
                           "    %x : [num_users=1] = placeholder[target=x]\n"
                           "    return %x\n");
  ASSERT_TRUE(M);
  at::Tensor X = at::ones({2});
  EXPECT_EQ(errorOf(M->run({X, X})),
            "the number of inputs is 2 and must be 1 (x)");
  EXPECT_EQ(errorOf(M->run({X}, {{"x", X}})), "the input 'x' is given twice");
  EXPECT_EQ(errorOf(M->run({X}, {{"y", X}})), "there is no input 'y'");
  M = compileText("fx 1\ngraph():\n    return 1\n");
  ASSERT_TRUE(M);
  EXPECT_EQ(errorOf(M->run({X})),
            "the number of inputs is 1 and must be 0 (the model takes none)");
}

TEST(CompiledModelTest, InputsThatAreNotThereAreNamed) {
  ModelPtr M = compileText(R"(fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return %relu
)");
  ASSERT_TRUE(M);
  EXPECT_EQ(errorOf(M->run({{"z", at::ones({2})}})),
            "there is no input 'z', and the input 'x' is missing");
}

TEST(CompiledModelTest, LayoutsAreThoseOfTheProgram) {
  ModelPtr M = loadOrFail(archive("mlp_minimal.pt2"));
  ASSERT_TRUE(M);
  EXPECT_EQ(errorOf(M->run({IValue(at::ones({1, 2}).to_sparse())})),
            "input 'input': its layout is sparse and must be strided");
}

TEST(CompiledModelTest, EmptyBracesAreNoInputs) {
  ModelPtr M = loadOrFail(input("dyn_mlp_batch_range.pt2"));
  ASSERT_TRUE(M);
  EXPECT_EQ(errorOf(M->run({})),
            "input 'input': it is missing; the model takes input");
  EXPECT_EQ(errorOf(M->newSession()->run({})),
            "input 'input': it is missing; the model takes input");
  tensorOf(M->run({{"input", at::ones({2, 4})}}));
  tensorOf(M->run({at::ones({2, 4})}));
}

TEST(CompiledModelTest, InputsThatHaveOnlyNamesAreNotGivenByPlace) {
  ModelPtr M = loadOrFail(input("only_named.pt2"));
  ASSERT_TRUE(M);
  EXPECT_EQ(errorOf(M->run({at::ones({2})})),
            "input 'x': the model takes its inputs by name, and none by "
            "place: x, y");
  tensorOf(M->run({{"y", at::ones({2})}, {"x", at::ones({2})}}));
}

TEST(CompiledModelTest, WhatAThreadHasSetDoesNotMatter) {
  ModelPtr M = loadOrFail(archive("mlp_minimal.pt2"));
  ASSERT_TRUE(M);
  std::vector<int64_t> Sizes;
  for (const ModelSize &Size : M->inputs().front().Sizes)
    Sizes.push_back(Size.Fixed);
  at::Tensor X = at::randn(Sizes), Wanted = tensorOf(M->run({X}));
  c10::AutoGradMode Grad(true);
#if TORCH_VERSION_MAJOR >= 2
  at::autocast::set_autocast_enabled(c10::DeviceType::CPU, true);
#else
  at::autocast::set_cpu_enabled(true);
#endif
  at::Tensor Found = tensorOf(M->run({X}));
#if TORCH_VERSION_MAJOR >= 2
  EXPECT_TRUE(at::autocast::is_autocast_enabled(c10::DeviceType::CPU));
  at::autocast::set_autocast_enabled(c10::DeviceType::CPU, false);
#else
  EXPECT_TRUE(at::autocast::is_cpu_enabled());
  at::autocast::set_cpu_enabled(false);
#endif
  EXPECT_TRUE(at::equal(Found, Wanted));
}

} // namespace
