//===- CpuPreparationTest.cpp - Graphs for the operators of oneDNN --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preparation/CpuPreparation.h"
#include "Weights/TensorStore.h"
#include "fx/Torch/CompiledModel.h"
#include "fx/Translate/LoadModel.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <ATen/Functions.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <algorithm>
#include <c10/core/InferenceMode.h>
#include <cmath>
#include <thread>
#include <torch/version.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

namespace {

using ModelPtr = std::shared_ptr<const CompiledModel>;

/// Convolutions with normalizations, activations, a sum, a view and a
/// permutation after them, a linear layer and a counter. make_convs.py makes
/// it.
std::string convs(bool Dynamic = false) {
  return std::string(FX_TEST_SOURCE_DIR "/unittests/Torch/Inputs/") +
         (Dynamic ? "prepare_convs_dynamic.pt2" : "prepare_convs.pt2");
}

ModelPtr load(StringRef Path, CompileOptions::Preparation Prepare) {
  CompileOptions Options;
  Options.Prepare = Prepare;
  Expected<ModelPtr> M = CompiledModel::load(Path, Options);
  EXPECT_TRUE(bool(M)) << toString(M.takeError());
  return M ? *M : nullptr;
}
ModelPtr prepared(StringRef Path) {
  return load(Path, CompileOptions::Preparation::CPU);
}
ModelPtr exact(StringRef Path) {
  return load(Path, CompileOptions::Preparation::Exact);
}

std::vector<at::Tensor> tensorsOf(Expected<std::vector<IValue>> Values) {
  EXPECT_TRUE(bool(Values)) << toString(Values.takeError());
  std::vector<at::Tensor> Tensors;
  if (Values)
    for (const IValue &V : *Values)
      Tensors.push_back(V.toTensor());
  return Tensors;
}

/// Whether both are the same but for rounding, with the same strides.
bool areClose(const std::vector<at::Tensor> &A,
              const std::vector<at::Tensor> &B) {
  if (A.size() != B.size() || A.empty())
    return false;
  for (size_t I = 0; I != A.size(); ++I)
    if (A[I].sizes() != B[I].sizes() || A[I].strides() != B[I].strides() ||
        !at::allclose(A[I], B[I], 1e-4, 1e-5))
      return false;
  return true;
}

bool hasOneDNN() {
  return c10::Dispatcher::singleton()
      .findSchema({"mkldnn::_reorder_convolution_weight", ""})
      .has_value();
}

/// The targets of the calls that are left after preparation.
std::vector<std::string> preparedCalls(StringRef Path, bool Finite) {
  Context Ctx;
  Expected<std::unique_ptr<GraphModule>> M = loadModel(Ctx, Path);
  EXPECT_TRUE(bool(M)) << toString(M.takeError());
  c10::InferenceMode Inference(true);
  TensorStore Store(**M, {});
  Error E = prepareForCPU(**M, Store, Finite);
  EXPECT_FALSE(bool(E)) << toString(std::move(E));
  EXPECT_EQ(toString((*M)->graph().lint()), "");
  std::vector<std::string> Calls;
  for (const Node *N : (*M)->graph().nodes())
    if (N->isCallFunction()) {
      StringRef Target = N->targetText();
      Target.consume_front("torch.ops.");
      Calls.push_back(Target.str());
    }
  return Calls;
}

TEST(CpuPreparationTest, FusesConvolutions) {
  if (!hasOneDNN())
    GTEST_SKIP() << "this LibTorch packs no weights";
  std::vector<std::string> Calls = preparedCalls(convs(), /*Finite=*/true);
  // With MKL alone.
  std::replace(Calls.begin(), Calls.end(),
               std::string("mkl._mkl_linear.default"),
               std::string("aten.linear.default"));
  EXPECT_EQ(Calls, (std::vector<std::string>{
                       "aten.add_.Tensor", "aten.contiguous.default",
                       "mkldnn._convolution_pointwise.default",
                       "mkldnn._convolution_pointwise.default",
                       "mkldnn._convolution_pointwise_.binary",
                       "mkldnn._convolution_pointwise.default",
                       "aten.contiguous.default", "aten.view.default",
                       "aten.permute.default", "aten.layer_norm.default",
                       "aten.linear.default", "aten.gelu_.default",
                       "aten.clone.default", "aten.contiguous.default",
                       "aten.contiguous.default"}));
}

TEST(CpuPreparationTest, KeepsNaN) {
  if (hasOneDNN()) {
    std::vector<std::string> Calls = preparedCalls(convs(), /*Finite=*/false);
    EXPECT_TRUE(is_contained(Calls, "aten.relu_.default"));
    EXPECT_FALSE(is_contained(Calls, "aten.relu.default"));
  }
  ModelPtr Fast = prepared(convs()), Exact = exact(convs());
  ASSERT_TRUE(Fast && Exact);
  at::Tensor X = at::randn({2, 3, 16, 16});
  X[0][1][3][4] = NAN;
  std::vector<at::Tensor> Wanted = tensorsOf(Exact->runLeaves({X}));
  std::vector<at::Tensor> Found = tensorsOf(Fast->runLeaves({X}));
  ASSERT_EQ(Found.size(), Wanted.size());
  bool Any = false;
  for (size_t I = 0; I != Found.size(); ++I) {
    EXPECT_TRUE(at::equal(at::isnan(Found[I]), at::isnan(Wanted[I]))) << I;
    Any |= at::isnan(Wanted[I]).any().item<bool>();
  }
  EXPECT_TRUE(Any);
}

TEST(CpuPreparationTest, ComputesTheSame) {
  ModelPtr Fast = prepared(convs()), Exact = exact(convs());
  ASSERT_TRUE(Fast && Exact);
  for (int I = 0; I != 3; ++I) {
    at::Tensor X = at::randn({2, 3, 16, 16});
    EXPECT_TRUE(areClose(tensorsOf(Fast->runLeaves({X})),
                         tensorsOf(Exact->runLeaves({X}))));
    // An input whose channels are last already. LibTorch alone refuses the
    // program's view of what it computes of that.
    if (!hasOneDNN())
      continue;
    at::Tensor Last = X.contiguous(at::MemoryFormat::ChannelsLast);
    EXPECT_TRUE(areClose(tensorsOf(Fast->runLeaves({Last})),
                         tensorsOf(Fast->runLeaves({X}))));
  }
}

TEST(CpuPreparationTest, TakesAllSizes) {
  ModelPtr Fast = prepared(convs(true)), Exact = exact(convs(true));
  ASSERT_TRUE(Fast && Exact);
  for (int64_t Batch : {2, 7, 64, 3}) {
    at::Tensor X = at::randn({Batch, 3, 16, 16});
    EXPECT_TRUE(areClose(tensorsOf(Fast->runLeaves({X})),
                         tensorsOf(Exact->runLeaves({X}))))
        << Batch;
  }
  EXPECT_NE(toString(Fast->runLeaves({at::randn({65, 3, 16, 16})}).takeError())
                .find("input 'x': dimension 0 is 65"),
            std::string::npos);
}

TEST(CpuPreparationTest, KeepsState) {
  ModelPtr Fast = prepared(convs());
  ASSERT_TRUE(Fast);
  // Packed weights are not taken for state that runs write.
  EXPECT_EQ(Fast->writtenState(), exact(convs())->writtenState());
  EXPECT_EQ(Fast->writtenState(), std::vector<std::string>{"steps"});
  std::unique_ptr<ModelSession> Session = Fast->newSession();
  at::Tensor X = at::randn({2, 3, 16, 16});
  std::vector<at::Tensor> First = tensorsOf(Session->runLeaves({X}));
  std::vector<at::Tensor> Second = tensorsOf(Session->runLeaves({X}));
  ASSERT_EQ(Second.size(), 5u);
  EXPECT_EQ(First[4].item<float>(), 1);
  EXPECT_EQ(Second[4].item<float>(), 2);
  // The sum is made in the memory of a value, which no result is.
  First.pop_back();
  Second.pop_back();
  EXPECT_TRUE(areClose(First, Second));
}

/// Linear layers with products of constants after them. make_scales.py makes
/// it.
std::string scales() {
  return FX_TEST_SOURCE_DIR "/unittests/Torch/Inputs/prepare_scales.pt2";
}

TEST(CpuPreparationTest, FoldsScalesOfFeatures) {
  std::vector<std::string> Calls = preparedCalls(scales(), /*Finite=*/false);
  // One of a layer with other users, and one of rows.
  EXPECT_EQ(llvm::count(Calls, "aten.mul.Tensor"), 2);
  EXPECT_EQ(llvm::count(Calls, "aten.gelu_.default"), 1);
  EXPECT_EQ(llvm::count(Calls, "aten.silu.default"), 1);
}

TEST(CpuPreparationTest, ScalesComputeTheSame) {
  ModelPtr Fast = prepared(scales()), Exact = exact(scales());
  ASSERT_TRUE(Fast && Exact);
  at::Tensor X = at::randn({2, 32, 16, 16});
  at::Tensor Copy = at::clone(X);
  for (int I = 0; I != 2; ++I)
    EXPECT_TRUE(areClose(tensorsOf(Fast->runLeaves({X})),
                         tensorsOf(Exact->runLeaves({X}))));
  EXPECT_TRUE(at::equal(X, Copy));
}

TEST(CpuPreparationTest, IsSharedByThreads) {
  ModelPtr Fast = prepared(convs()), Exact = exact(convs());
  ASSERT_TRUE(Fast && Exact);
  std::atomic<unsigned> Equal = 0;
  std::vector<std::thread> Threads;
  for (int I = 0; I != 8; ++I)
    Threads.emplace_back([&, I] {
      at::Tensor X = at::full({2, 3, 16, 16}, double(I));
      std::vector<at::Tensor> Wanted = tensorsOf(Exact->runLeaves({X}));
      for (int Run = 0; Run != 50; ++Run)
        Equal += areClose(tensorsOf(Fast->runLeaves({X})), Wanted);
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Equal, 400u);
}

//===----------------------------------------------------------------------===//
// Chains of small operators
//===----------------------------------------------------------------------===//

/// Linear layers, normalizations and elementwise operators on 3 rows, or on 2
/// to 4096. make_chains.py makes it.
std::string chains(bool Dynamic = false) {
  return std::string(FX_TEST_SOURCE_DIR "/unittests/Torch/Inputs/") +
         (Dynamic ? "prepare_chains_dynamic.pt2" : "prepare_chains.pt2");
}

/// Inputs of either with so many rows.
std::vector<IValue> rows(int64_t Count) {
  return {at::randn({Count, 8}), at::rand({Count, 5})};
}

TEST(ChainTest, TakesAllButViews) {
  for (bool Dynamic : {false, true}) {
    std::vector<std::string> Calls =
        preparedCalls(chains(Dynamic), /*Finite=*/false);
    EXPECT_EQ(count(Calls, "fx_opt.chain.default"), 2) << Dynamic;
    for (const std::string &Call : Calls)
      EXPECT_TRUE(StringRef(Call).starts_with("fx_opt.") ||
                  Call == "operator.getitem" || Call == "aten.view.default" ||
                  Call == "aten.dropout.default" ||
                  StringRef(Call).starts_with("aten.sym_"))
          << Call;
  }
}

/// Two operators within vmap, and two after it, as torch.export writes them.
TEST(ChainTest, LeavesWhatVmapSees) {
  std::string Path =
      FX_TEST_SOURCE_DIR "/unittests/Torch/Inputs/prepare_vmap.fx";
  std::vector<std::string> Calls = preparedCalls(Path, /*Finite=*/false);
  EXPECT_EQ(count(Calls, "fx_opt.chain.default"), 1);
  EXPECT_EQ(count(Calls, "aten.mul.Tensor"), 1);
  EXPECT_EQ(count(Calls, "aten.neg.default"), 0);
#if TORCH_VERSION_MAJOR < 2
  GTEST_SKIP() << "this LibTorch has no vmap for C++";
#endif
  ModelPtr Fast = prepared(Path), Exact = exact(Path);
  ASSERT_TRUE(Fast && Exact);
  std::vector<IValue> Inputs = {at::randn({4, 3})};
  EXPECT_TRUE(areClose(tensorsOf(Fast->runLeaves(Inputs)),
                       tensorsOf(Exact->runLeaves(Inputs))));
}

TEST(ChainTest, ComputesTheSame) {
  ModelPtr Fast = prepared(chains()), Exact = exact(chains());
  ASSERT_TRUE(Fast && Exact);
  for (int I = 0; I != 20; ++I) {
    std::vector<IValue> Inputs = rows(3);
    EXPECT_TRUE(areClose(tensorsOf(Fast->runLeaves(Inputs)),
                         tensorsOf(Exact->runLeaves(Inputs))));
  }
}

TEST(ChainTest, WritesNoState) {
  ModelPtr Fast = prepared(chains()), Exact = exact(chains());
  ASSERT_TRUE(Fast && Exact);
  EXPECT_EQ(Exact->writtenState(), std::vector<std::string>{});
  EXPECT_EQ(Fast->writtenState(), std::vector<std::string>{});
}

TEST(ChainTest, TakesAnyNumberOfRows) {
  ModelPtr Fast = prepared(chains(true)), Exact = exact(chains(true));
  ASSERT_TRUE(Fast && Exact);
  // No rows, few, rows that are not a multiple of what is computed at a time,
  // and so many that LibTorch computes them.
  for (int64_t Count : {0, 1, 2, 3, 4, 5, 7, 8, 31, 56, 57, 100, 4096}) {
    std::vector<IValue> Inputs = rows(Count);
    EXPECT_TRUE(areClose(tensorsOf(Fast->runLeaves(Inputs)),
                         tensorsOf(Exact->runLeaves(Inputs))))
        << Count;
  }
}

TEST(ChainTest, TakesAnyStrides) {
  ModelPtr Fast = prepared(chains()), Exact = exact(chains());
  ASSERT_TRUE(Fast && Exact);
  at::Tensor X = at::randn({8, 3}).t(),
             Y = at::rand({3, 10}).slice(1, 0, 10, 2);
  std::vector<at::Tensor> Found = tensorsOf(Fast->runLeaves({X, Y}));
  std::vector<at::Tensor> Wanted =
      tensorsOf(Exact->runLeaves({X.contiguous(), Y.contiguous()}));
  Found.pop_back();
  Wanted.pop_back();
  EXPECT_TRUE(areClose(Found, Wanted));
}

TEST(ChainTest, KeepsNaN) {
  ModelPtr Fast = prepared(chains()), Exact = exact(chains());
  ASSERT_TRUE(Fast && Exact);
  std::vector<IValue> Inputs = rows(3);
  Inputs[0].toTensor()[1][4] = NAN;
  Inputs[1].toTensor()[2][0] = NAN;
  std::vector<at::Tensor> Found = tensorsOf(Fast->runLeaves(Inputs));
  std::vector<at::Tensor> Wanted = tensorsOf(Exact->runLeaves(Inputs));
  ASSERT_EQ(Found.size(), Wanted.size());
  for (size_t I = 0; I != Found.size(); ++I)
    EXPECT_TRUE(at::allclose(Found[I], Wanted[I], 1e-4, 1e-5,
                             /*equal_nan=*/true))
        << I;
}

TEST(ChainTest, IsSharedByThreads) {
  ModelPtr Fast = prepared(chains(true)), Exact = exact(chains(true));
  ASSERT_TRUE(Fast && Exact);
  std::atomic<unsigned> Equal = 0;
  std::vector<std::thread> Threads;
  for (int I = 0; I != 8; ++I)
    Threads.emplace_back([&, I] {
      std::vector<IValue> Inputs = {at::full({2 + I, 8}, double(I)),
                                    at::full({2 + I, 5}, 0.5)};
      std::vector<at::Tensor> Wanted = tensorsOf(Exact->runLeaves(Inputs));
      for (int Run = 0; Run != 50; ++Run)
        Equal += areClose(tensorsOf(Fast->runLeaves(Inputs)), Wanted);
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Equal, 400u);
}

} // namespace
