//===- RecorderTest.cpp - Recording one run of a model --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Torch/Recorder.h"
#include "fx/AsmParser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/ops/arange.h>
#include <ATen/ops/ones.h>
#include <gtest/gtest.h>
#include <torch/version.h>

using namespace fx;
using namespace llvm;

namespace {

class RecorderTest : public testing::Test {
protected:
  Recording record(StringRef Text, std::vector<c10::IValue> Inputs,
                   bool Gradients = true) {
    Expected<std::unique_ptr<GraphModule>> Parsed = parseModule(Ctx, Text);
    if (!Parsed) {
      ADD_FAILURE() << toString(Parsed.takeError());
      return {};
    }
    M = std::move(*Parsed);
    InterpreterOptions Options;
    Options.Gradients = Gradients;
    Options.Weights.RandomSeed = 0;
    Interpreter I(*M, Options);
    Expected<Recording> R = recordRun(I, std::move(Inputs));
    if (!R) {
      ADD_FAILURE() << toString(R.takeError());
      return {};
    }
    return std::move(*R);
  }

  /// A line for each event: kind, label, depth and the label of the parent.
  static std::string events(const Recording &R) {
    std::string Text;
    for (uint32_t N : R.Events)
      Text += toString(R.Nodes[N].K).str() + " '" +
              (R.Nodes[N].K == Recording::Kind::Layer ? escape(R.label(N))
                                                      : R.Nodes[N].Name) +
              "' " + std::to_string(R.Nodes[N].Depth) + " " +
              R.label(R.Nodes[N].Parent) + "\n";
    return Text;
  }
  static std::string edges(const Recording &R) {
    std::string Text;
    for (const Recording::Edge &E : R.Edges)
      if (E.From != E.To)
        Text += R.Nodes[E.From].Name + ">" + R.Nodes[E.To].Name + " ";
    return Text;
  }
  static std::string draw(const Recording &R,
                          decltype(&writeRecordingDot) Write, int Depth) {
    std::string Text;
    raw_string_ostream OS(Text);
    RecordingDrawOptions Options;
    Options.Depth = Depth;
    Write(R, OS, Options);
    return Text;
  }
  static std::string escape(std::string Text) {
    size_t Line = Text.find('\n');
    return Line == std::string::npos ? Text : Text.replace(Line, 1, "\\n");
  }
  static std::string file(StringRef Name) {
    std::string Path = FX_TEST_SOURCE_DIR "/Torch/Inputs/" + Name.str();
    auto Buffer = MemoryBuffer::getFile(Path);
    if (!Buffer) {
      ADD_FAILURE() << "no " << Path;
      return "";
    }
    return (*Buffer)->getBuffer().str();
  }

  Context Ctx;
  std::unique_ptr<GraphModule> M;
};

TEST_F(RecorderTest, KnownNet) {
  Recording R = record(file("recorder_net.fx"), {at::ones({1, 1, 6, 6})});
#if TORCH_VERSION_MAJOR < 2
  std::string Known = file("recorder_net.txt");
#else
  // Linear is one operation between two views there.
  std::string Known = file("recorder_net.torch2.txt");
#endif
  StringRef Events = StringRef(Known).split("--- depth 1").first;
  EXPECT_EQ(events(R) + std::to_string(R.Edges.size()) + "\n", Events);
  for (const Recording::Node &N : R.Nodes) {
    bool IsCall = N.K == Recording::Kind::Layer;
    EXPECT_EQ(N.Forward >= 0, IsCall || N.K == Recording::Kind::Operation)
        << N.Name;
    EXPECT_TRUE(!IsCall || N.Backward >= 0) << N.Name;
  }
}

TEST_F(RecorderTest, WithoutGradients) {
  Recording R = record(R"(fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%relu, %x), kwargs = {})
    return (%add, %relu)
)",
                       {at::ones({2})}, false);
  EXPECT_EQ(edges(R),
            "Input>add Input>relu relu>add add>Output-1 relu>Output-2 ");
}

TEST_F(RecorderTest, Integers) {
  Recording R = record(R"(fx 1
module = my.Words {
  words = torch.nn.Embedding(5, 2)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, 1), kwargs = {})
    %words : [num_users=1] = call_module[target=words](args = (%add,), kwargs = {})
    return %words
)",
                       {at::arange(3)});
  EXPECT_EQ(edges(R), "Input>add add>Tensor-2 Tensor-2>EmbeddingBackward0 "
                      "weight>EmbeddingBackward0 EmbeddingBackward0>Output ");
}

TEST_F(RecorderTest, SharedModule) {
  Recording R = record(R"(fx 1
module = my.Twice {
  lin = torch.nn.Linear(2, 2)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %lin : [num_users=1] = call_module[target=lin](args = (%x,), kwargs = {})
    %lin_1 : [num_users=1] = call_module[target=lin](args = (%lin,), kwargs = {})
    return %lin_1
)",
                       {at::ones({1, 2})});
  unsigned Layers = 0, Parameters = 0;
  for (const Recording::Node &N : R.Nodes) {
    Layers += N.K == Recording::Kind::Layer;
    Parameters += N.K == Recording::Kind::Parameter;
  }
  EXPECT_EQ(Layers, 2u);
  EXPECT_EQ(Parameters, 2u);
}

TEST_F(RecorderTest, Drawings) {
  Recording R = record(file("recorder_net.fx"), {at::ones({1, 1, 6, 6})});
  auto Draw = [&](int Depth) { return draw(R, writeRecordingDot, Depth); };
  EXPECT_EQ(Draw(2), Draw(2));
  EXPECT_EQ(Draw(0).find("subgraph"), std::string::npos);
  EXPECT_NE(Draw(9).find("ReluBackward0"), std::string::npos);
  // No box twice, and none that is not there in an edge.
  for (int Depth : {0, 1, 2, 3}) {
    std::string Text = Draw(Depth);
    EXPECT_EQ(StringRef(Text).count("label=\"Input"), 1u);
  }
}

TEST_F(RecorderTest, Pictures) {
  Recording R = record(file("recorder_net.fx"), {at::ones({1, 1, 6, 6})});
  auto Draw = [&](int Depth) { return draw(R, writeRecordingSvg, Depth); };
  EXPECT_EQ(Draw(2), Draw(2));
  // Layers above the depth are frames, and only what is at it is a box.
  EXPECT_EQ(StringRef(Draw(0)).count("class=\"n layer\""), 1u);
  EXPECT_EQ(Draw(0).find("class=\"a\""), std::string::npos);
  EXPECT_EQ(StringRef(Draw(1)).count("class=\"a\""), 1u);
  EXPECT_NE(Draw(9).find("ReluBackward0"), std::string::npos);
  for (int Depth : {0, 1, 2, 3})
    EXPECT_EQ(StringRef(Draw(Depth)).count(">Input<"), 1u);
}

/// A layer that is called twice can be both before and after another: one of
/// the two lines is a chip.
TEST_F(RecorderTest, PictureOfCycle) {
  using Kind = Recording::Kind;
  Recording R;
  for (auto [K, Name, Depth, Parent] : {std::tuple(Kind::Context, "", -1, 0u),
                                        {Kind::Layer, "net", 0, 0u},
                                        {Kind::Layer, "block", 1, 1u},
                                        {Kind::Tensor, "t<1>", 1, 1u}}) {
    R.Nodes.emplace_back();
    R.Nodes.back().K = K;
    R.Nodes.back().Name = Name;
    R.Nodes.back().Depth = Depth;
    R.Nodes.back().Parent = Parent;
  }
  R.Edges = {{2, 3, 0}, {3, 2, 1}};
  std::string Text;
  raw_string_ostream OS(Text);
  writeRecordingSvg(R, OS);
  EXPECT_EQ(StringRef(Text).count("class=\"n "), 2u);
  EXPECT_EQ(StringRef(Text).count("class=\"chip\""), 1u);
  EXPECT_NE(Text.find("t&lt;1&gt;"), std::string::npos);
}

} // namespace
