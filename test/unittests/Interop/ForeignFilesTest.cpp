//===- ForeignFilesTest.cpp - Files that are not graphs -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/ForeignFiles.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

/// What is said of a file with these bytes, without the advice.
static std::string kindOf(StringRef Bytes, StringRef Path = "f") {
  return StringRef(describeForeignFile(Path, Bytes)).split(';').first.str();
}

/// A literal with its zero bytes.
template <size_t N> static StringRef bytes(const char (&Text)[N]) {
  return StringRef(Text, N - 1);
}

static constexpr StringLiteral SafeTensors = "this has weights and no graph";
static constexpr StringLiteral Pickle =
    "this is a pickle, which fx-opt does not run";
static constexpr StringLiteral ONNX = "this is an ONNX model";
static constexpr StringLiteral Tree =
    "this is what print(module) shows, a module tree without a graph";
static constexpr StringLiteral Python =
    "this is Python code, which fx-opt does not run";
static constexpr StringLiteral Binary =
    "this is neither text nor an archive that fx-opt reads";

TEST(ForeignFilesTest, SafeTensorsHaveALengthAndJSON) {
  EXPECT_EQ(kindOf(bytes("\x05\0\0\0\0\0\0\0{\"a\":")), SafeTensors);
  EXPECT_EQ(kindOf(bytes("\x02\0\0\0\0\0\0\0{\"")), SafeTensors);
  // The length is longer than the file, or there is no JSON.
  EXPECT_EQ(kindOf(bytes("\x06\0\0\0\0\0\0\0{\"a\":")), Binary);
  EXPECT_EQ(kindOf(bytes("\x02\0\0\0\0\0\0\0{1}23")), Binary);
  EXPECT_EQ(kindOf(bytes("\x01\0\0\0\0\0\0\0{")), Binary);
  EXPECT_EQ(kindOf("abcdefgh{\"a\": 1}"), "");
}

TEST(ForeignFilesTest, PicklesHaveAProtocol) {
  for (StringRef Known : {"\x80\x02}", "\x80\x03}", "\x80\x04}", "\x80\x05}"})
    EXPECT_EQ(kindOf(Known), Pickle);
  for (StringRef Other : {"\x80\x01}", "\x80\x06}", "\x80\x02", "\x81\x02}"})
    EXPECT_EQ(kindOf(Other), "");
}

TEST(ForeignFilesTest, ONNXHasAVersionAndAProducer) {
  EXPECT_EQ(kindOf("\x08\x01\x12\x01p"), ONNX);
  EXPECT_EQ(kindOf("\x08\x1f\x12\x01p"), ONNX);
  EXPECT_EQ(kindOf("anything", "model.onnx"), ONNX);
  EXPECT_EQ(kindOf(bytes("\x08\0\x12\x01p")), Binary);
  for (StringRef Other : {"\x08\x20\x12\x01p", "\x08\x01\x13\x01p",
                          "\x09\x01\x12\x01p", "\x08\x01\x12\x01"})
    EXPECT_EQ(kindOf(Other), "");
}

TEST(ForeignFilesTest, ModulesBeginWithAClass) {
  for (StringRef Known :
       {"Net(\n  (a): ReLU()\n)\n", "My_Net2()\n", "Net()", "Net(1)\n"})
    EXPECT_EQ(kindOf(Known), Tree);
  EXPECT_EQ(kindOf("Net()\n\n\n\ndef forward(self, x):\n    return x\n"),
            "this is what print(module) shows of a torch.fx.GraphModule");
  for (StringRef Other : {"graph():\n", "graph(\n", "Net\n", "(\n", "a.Net()\n",
                          "Net(1) + 2\n", "net(1)\n", "Net() \tx\n"})
    EXPECT_EQ(kindOf(Other), "");
}

TEST(ForeignFilesTest, PythonBeginsWithAWord) {
  for (StringRef Known :
       {"import torch", "from torch import fx",
        "class Net(nn.Module):", "def forward(self, x):", "#!/usr/bin/python",
        "@torch.no_grad()", "\n\n  import torch\nx = 1\n"})
    EXPECT_EQ(kindOf(Known), Python);
  for (StringRef Other : {"imports", "# a comment", "fx 1\nimport torch\n"})
    EXPECT_EQ(kindOf(Other), "");
}

TEST(ForeignFilesTest, MLIRHasAFunction) {
  EXPECT_EQ(kindOf("module {\n  func.func @f() {\n"), "this is MLIR");
  EXPECT_EQ(kindOf("module {\n}\n"), "");
  EXPECT_EQ(kindOf("x func.func @f() {\n"), "");
}

TEST(ForeignFilesTest, ZeroByteInTheBeginningIsNoText) {
  EXPECT_EQ(kindOf(bytes("0123456789abcde\0f")), Binary);
  EXPECT_EQ(kindOf(bytes("0123456789abcdef\0")), "");
}

TEST(ForeignFilesTest, FieldsHaveTheirPlaces) {
  EXPECT_EQ(kindOf("abcdTFL3..."), "this is a model of TensorFlow Lite");
  EXPECT_EQ(kindOf("abcTFL3"), "");
  EXPECT_EQ(kindOf("abcdeTFL3"), "");
  std::string Tar(257, 'a');
  EXPECT_EQ(kindOf(Tar + "ustar  "), "this is a tar archive");
  EXPECT_EQ(kindOf(Tar + "austar"), "");
}

TEST(ForeignFilesTest, SaysWhatToDo) {
  auto Say = [](StringRef Bytes, WantedFile Wanted) {
    return describeForeignFile("f", Bytes, Wanted);
  };
  // What has to be unpacked is so whatever is wanted.
  EXPECT_EQ(Say("BZh9", WantedFile::Graph),
            "this is compressed by bzip2; unpack it with bzip2 -d");
  EXPECT_EQ(Say("BZh9", WantedFile::Weights),
            "this is compressed by bzip2; unpack it with bzip2 -d");
  EXPECT_EQ(Say("%PDF-1.4", WantedFile::Graph), "this is a PDF file");
  EXPECT_EQ(Say("%PDF-1.4", WantedFile::Weights),
            "this is a PDF file; weights are in .safetensors, .npz, .pt or "
            ".pt2 files");
  EXPECT_EQ(Say("def f():", WantedFile::Weights),
            "this is Python code, which fx-opt does not run; weights are in "
            ".safetensors, .npz, .pt or .pt2 files");
  EXPECT_EQ(
      Say(" \n", WantedFile::Weights),
      "this is empty; weights are in .safetensors, .npz, .pt or .pt2 files");
  EXPECT_EQ(Say("\x80\x02}", WantedFile::Weights),
            "this is a pickle, as torch.save wrote it before PyTorch 1.6; load "
            "it and save it again");
  EXPECT_EQ(Say("fx 1\n", WantedFile::Graph), "");
  EXPECT_EQ(Say("fx 1\n", WantedFile::Weights), "");
}
