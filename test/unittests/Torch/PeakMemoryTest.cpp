//===- PeakMemoryTest.cpp - What a run asks memory for --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/CostAnalysis.h"
#include "fx/IR/Context.h"
#include "fx/IR/Module.h"
#include "fx/Torch/CompiledModel.h"
#include "fx/Translate/LoadModel.h"
#include "gtest/gtest.h"
#include <ATen/Functions.h>
#include <atomic>
#include <c10/core/CPUAllocator.h>
#include <cstdlib>
#include <cstring>
#include <torch/version.h>

using namespace fx;
using namespace llvm;
using c10::IValue;

namespace {

/// Counts the bytes of tensors: those that there are, and the most at a time.
class CountingAllocator final : public c10::Allocator {
public:
#if TORCH_VERSION_MAJOR > 2 ||                                                 \
    (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 3)
  c10::DataPtr allocate(size_t Size) override { return make(Size); }
  void copy_data(void *To, const void *From, size_t Size) const override {
    std::memcpy(To, From, Size);
  }
#else
  c10::DataPtr allocate(size_t Size) const override { return make(Size); }
#endif
  c10::DeleterFnPtr raw_deleter() const override { return free; }

  static void reset() { Peak = Now.load(); }

  static inline std::atomic<size_t> Now = 0, Peak = 0;

private:
  /// The size stands before the bytes.
  static constexpr size_t Alignment = 64;

  static c10::DataPtr make(size_t Size) {
    char *Block = static_cast<char *>(std::aligned_alloc(
        Alignment, (Size + 2 * Alignment - 1) / Alignment * Alignment));
    std::memcpy(Block, &Size, sizeof(Size));
    size_t Sum = Now += Size;
    for (size_t Old = Peak; Old < Sum && !Peak.compare_exchange_weak(Old, Sum);)
      ;
    void *Data = Block + Alignment;
    return {Data, Data, free, c10::Device(c10::DeviceType::CPU)};
  }
  static void free(void *Data) {
    if (!Data)
      return;
    char *Block = static_cast<char *>(Data) - Alignment;
    size_t Size;
    std::memcpy(&Size, Block, sizeof(Size));
    Now -= Size;
    std::free(Block);
  }
};

class PeakMemoryTest : public testing::Test {
protected:
  /// Tensors may outlive the test.
  static void SetUpTestSuite() {
    c10::SetCPUAllocator(new CountingAllocator, /*priority=*/100);
  }
};

/// Kernels of LibTorch that are not prepared reorder whole values.
TEST_F(PeakMemoryTest, OfAPreparedModelIsThatOfItsValues) {
  std::string Path = FX_TEST_SOURCE_DIR "/unittests/Torch/Inputs/peak.pt2";
  Context Ctx;
  Expected<std::unique_ptr<GraphModule>> Program = loadModel(Ctx, Path);
  ASSERT_TRUE(bool(Program)) << toString(Program.takeError());
  double Wanted = CostAnalysis(**Program).summary().PeakBytes;
  CompileOptions Options;
  Options.Prepare = CompileOptions::Preparation::CPU;
  Expected<std::shared_ptr<const CompiledModel>> M =
      CompiledModel::load(Path, Options);
  ASSERT_TRUE(bool(M)) << toString(M.takeError());
  at::Tensor X = at::randn({1, 3, 128, 128});
  // What is made once is made in the first run.
  for (int Run = 0; Run != 2; ++Run) {
    size_t Before = CountingAllocator::Now;
    CountingAllocator::reset();
    Expected<std::vector<IValue>> Out = (*M)->runLeaves({X});
    ASSERT_TRUE(bool(Out)) << toString(Out.takeError());
    size_t Found = CountingAllocator::Peak - Before;
    EXPECT_GT(Found, 1u << 20);
    if (Run) {
      EXPECT_LE(double(Found), 1.1 * Wanted);
    }
  }
}

} // namespace
