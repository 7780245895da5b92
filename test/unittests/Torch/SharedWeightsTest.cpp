//===- SharedWeightsTest.cpp - Weights that processes share ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/CompiledModel.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <ATen/Functions.h>
#include <ATen/core/dispatch/Dispatcher.h>

using namespace fx;
using namespace llvm;

namespace {

constexpr unsigned Width = 2048;
constexpr uint64_t WeightKB = uint64_t(Width) * Width * 4 / 1024;

/// A linear layer without bias, in text, with its weight in a file beside it.
class SharedWeightsTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("weights", Folder));
    Text = Weights = Folder;
    sys::path::append(Text, "net.fx");
    sys::path::append(Weights, "net.safetensors");
    writeText(/*Rows=*/1);
    std::error_code EC;
    std::string Header = "{\"w\":{\"dtype\":\"F32\",\"shape\":[" +
                         std::to_string(Width) + "," + std::to_string(Width) +
                         "],\"data_offsets\":[0," +
                         std::to_string(WeightKB * 1024) + "]}}";
    Header.resize(alignTo(Header.size() + 8, 4096) - 8, ' ');
    raw_fd_ostream OS(Weights, EC);
    ASSERT_FALSE(EC);
    char Size[8];
    support::endian::write64le(Size, Header.size());
    OS.write(Size, sizeof(Size));
    OS << Header;
    OS.write_zeros(unsigned(WeightKB * 1024));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  /// The program of the layer for inputs of so many rows.
  void writeText(unsigned Rows) {
    std::string W = std::to_string(Width);
    auto Val = [&](const std::string &Size) {
      return "val: tensor(torch.float32, (" + Size + ", " + W + "), (" + W +
             ", 1), device(\"cpu\"))}\n";
    };
    std::string Values = Val(std::to_string(Rows));
    std::error_code EC;
    raw_fd_ostream(Text, EC)
        << "fx 1\nmodule {\n  w = parameter(torch.float32, (" << W << ", " << W
        << "))\n}\nweights \"net.safetensors\"\n"
        << "program {\n  opset_version = {\"aten\": 10}\n}\ngraph():\n"
        << "    %w : [num_users=1] = placeholder[target=w] "
        << "{input_spec: (\"parameter\", \"w\"), " << Val(W)
        << "    %x : [num_users=1] = placeholder[target=x] "
        << "{input_spec: (\"user_input\",), " << Values
        << "    %y : [num_users=1] = "
        << "call_function[target=torch.ops.aten.linear.default]"
        << "(args = (%x, %w), kwargs = {}) {" << Values
        << "    %output : [num_users=0] = output[target=output]"
        << "(args = ((%y,),), kwargs = {}) "
        << "{output_specs: ((\"user_output\",),)}\n";
    ASSERT_FALSE(EC);
  }

  SmallString<128> Folder, Text, Weights;
};

void runOn(const CompiledModel &M, unsigned Rows) {
  Expected<std::vector<c10::IValue>> R = M.runLeaves({at::ones({Rows, Width})});
  ASSERT_TRUE(bool(R)) << toString(R.takeError());
  EXPECT_EQ(R->front().toTensor().sum().item<float>(), 0);
}

/// What the kernel says of the pages of \p File in this process, in KB.
struct Pages {
  uint64_t Resident = 0, Anonymous = 0;
};
Pages pagesOf(StringRef File) {
  Pages Result;
  auto Maps = MemoryBuffer::getFileAsStream("/proc/self/smaps");
  EXPECT_TRUE(bool(Maps));
  SmallVector<StringRef, 0> Lines;
  if (Maps)
    (*Maps)->getBuffer().split(Lines, '\n');
  bool IsOfFile = false;
  for (StringRef Line : Lines) {
    auto [Key, Value] = Line.split(':');
    if (Key.contains('-'))
      IsOfFile = Line.ends_with(File);
    uint64_t Size;
    if (!IsOfFile || Value.trim().consumeInteger(10, Size))
      continue;
    if (Key == "Rss")
      Result.Resident += Size;
    else if (Key == "Anonymous")
      Result.Anonymous += Size;
  }
  return Result;
}

/// Pages of a file that nobody writes to are the same ones in all processes.
TEST_F(SharedWeightsTest, RunsReadThePagesOfTheFile) {
  CompileOptions Options;
  Options.Prepare = CompileOptions::Preparation::Exact;
  auto M = CompiledModel::load(Text, Options);
  ASSERT_TRUE(bool(M)) << toString(M.takeError());
  for (unsigned I = 0; I != 2; ++I)
    runOn(**M, /*Rows=*/1);
  Pages P = pagesOf(Weights);
  EXPECT_GE(P.Resident, WeightKB);
  // A page that was copied is one of no file.
  EXPECT_EQ(P.Anonymous, 0u);
}

/// What has been packed is not read again: the pages of the file are free.
TEST_F(SharedWeightsTest, PackedWeightsAreNotInMemoryTwice) {
  if (!c10::Dispatcher::singleton().findSchema({"mkl::_mkl_linear", ""}))
    GTEST_SKIP() << "this LibTorch packs no weights of linear layers";
  writeText(/*Rows=*/2);
  CompileOptions Options;
  Options.Prepare = CompileOptions::Preparation::CPU;
  auto M = CompiledModel::load(Text, Options);
  ASSERT_TRUE(bool(M)) << toString(M.takeError());
  for (unsigned I = 0; I != 2; ++I) {
    EXPECT_LT(pagesOf(Weights).Resident, WeightKB / 8);
    runOn(**M, /*Rows=*/2);
  }
}

} // namespace
