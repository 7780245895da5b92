//===- SyntaxMapTest.cpp - Where a text says what -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/SyntaxMap.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/Graph.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {
/// A text that was read with a map.
struct Mapped {
  explicit Mapped(StringRef Text) : Source(std::make_shared<SourceMgr>()) {
    unsigned Id = Source->AddNewSourceBuffer(
        MemoryBuffer::getMemBufferCopy(Text), SMLoc());
    DiagnosticEngine Diags(Source.get());
    Diags.setErrorLimit(0);
    Diags.setHandler([this](const Diagnostic &D) {
      if (D.Sev == Severity::Error)
        Errors.push_back(D.Text);
    });
    ParserOptions Options;
    Options.Map = &Map;
    Good = parseModules(Ctx, Source, Id, Diags, Modules, Options);
  }
  std::string words(SyntaxMap::KindType Kind) const {
    std::string Text;
    for (const SyntaxMap::Token &T : Map.tokens())
      if (T.Kind == Kind)
        Text += (Text.empty() ? "" : " ") + Map.textOf(T).str();
    return Text;
  }
  uint32_t find(StringRef Part) const {
    return uint32_t(Map.text().find(Part));
  }

  Context Ctx;
  std::shared_ptr<SourceMgr> Source;
  std::vector<std::unique_ptr<GraphModule>> Modules;
  SyntaxMap Map;
  std::vector<std::string> Errors;
  bool Good;
};
} // namespace

static constexpr StringLiteral Native = R"(fx 1
weights "a.safetensors"
module Net = torch.nn.Module {
  layer = torch.nn.Sequential {
    "0" = torch.nn.Conv2d(3, 8, kernel_size=(3, 3)) training
    "odd name" = torch.nn.ReLU
    inner = my.Inner {
      graph():
          %a : [num_users=0] = placeholder[target=a]
          return 1
    }
  }
  w = parameter(torch.float32, (2, 3))
}
graph():
    %x : torch.Tensor [num_users=2, users=(%y, %z)] = placeholder[target=x]
    %y : [num_users=1] = call_function[target=torch.add](args = (%x, 1), kwargs = {alpha: 2}) {val: 3, tag: "t"}
    %z : [num_users=0] = call_method[target=relu](args = (%x,), kwargs = {}) {val: 3, tag: "t"}
    // A comment.
    %w : [num_users=0] = call_method[target=relu](args = (%y,), kwargs = {}) {val: 3, tag: "t"}
    return (%y, None)
)";

TEST(SyntaxMap, WordsOfNativeText) {
  Mapped M(Native);
  ASSERT_TRUE(M.Good) << M.Errors.front();
  EXPECT_EQ(M.words(SyntaxMap::Definition), "%a %x %y %z %w");
  EXPECT_EQ(M.words(SyntaxMap::Use), "%y %z %x %x %y %y");
  EXPECT_EQ(M.words(SyntaxMap::Target), "a x torch.add relu relu");
  EXPECT_EQ(M.words(SyntaxMap::Type), "torch.Tensor");
  // Metadata that is the same as on the line before is there each time.
  EXPECT_EQ(M.words(SyntaxMap::Key),
            "kernel_size alpha val tag val tag val tag");
  EXPECT_EQ(M.words(SyntaxMap::String), "\"a.safetensors\" \"t\" \"t\" \"t\"");
  EXPECT_EQ(M.words(SyntaxMap::Member), "Net layer \"0\" \"odd name\" inner w");
  EXPECT_EQ(M.words(SyntaxMap::Class), "torch.nn.Module torch.nn.Sequential "
                                       "torch.nn.Conv2d torch.nn.ReLU "
                                       "my.Inner");
  EXPECT_EQ(M.words(SyntaxMap::Opcode),
            "placeholder placeholder call_function call_method call_method");
  EXPECT_TRUE(is_sorted(M.Map.tokens(),
                        [](auto &A, auto &B) { return A.Begin < B.Begin; }));
}

TEST(SyntaxMap, Places) {
  Mapped M(Native);
  const SyntaxMap &Map = M.Map;
  uint32_t At = M.find("%x, 1");
  ASSERT_TRUE(Map.tokenAt(At));
  EXPECT_EQ(Map.nameOf(*Map.tokenAt(At)), "x");
  // Behind its end it is still the word.
  EXPECT_EQ(Map.textOf(*Map.tokenAt(At + 2)), "%x");
  EXPECT_FALSE(Map.tokenAt(M.find("= call_function")));
  std::optional<uint32_t> Line = Map.lineAt(At);
  ASSERT_TRUE(Line);
  ASSERT_TRUE(Map.nodeOf(*Line));
  EXPECT_EQ(Map.nodeOf(*Line)->name(), "y");
  EXPECT_FALSE(Map.lineAt(M.find("weights")));
  ASSERT_EQ(Map.graphs().size(), 2u);
  EXPECT_EQ(Map.graphAt(M.find("%a"))->G, Map.graphs()[0].G);
  EXPECT_EQ(Map.graphAt(At)->G, &M.Modules[0]->graph());
  EXPECT_FALSE(Map.graphAt(M.find("layer")));
  EXPECT_EQ(Map.pathOf(*Map.memberAt(M.find("Conv2d"))), "layer.0");
  EXPECT_EQ(Map.pathOf(*Map.memberAt(M.find("odd name"))), "layer.odd name");
  EXPECT_EQ(Map.pathOf(*Map.memberAt(M.find("%a"))), "layer.inner");
  EXPECT_TRUE(Map.memberAt(M.find("inner"))->IsChild);
  EXPECT_FALSE(Map.memberAt(M.find("w = "))->IsChild);
  EXPECT_FALSE(Map.memberAt(At));
}

TEST(SyntaxMap, WordsOfPrintedText) {
  Mapped M("graph():\n"
           "    %x : torch.Tensor [num_users=2] = placeholder[target=x]\n"
           "    %s : [num_users=1] = call_function[target=torch.add](args = "
           "(%x, (1, text with, commas)), kwargs = {k: %x})\n"
           "    return (s, x)\n");
  EXPECT_EQ(M.words(SyntaxMap::Definition), "%x %s");
  EXPECT_EQ(M.words(SyntaxMap::Use), "%x %x s x");
  EXPECT_EQ(M.words(SyntaxMap::Target), "x torch.add");
  EXPECT_EQ(M.words(SyntaxMap::Type), "torch.Tensor");
  EXPECT_EQ(M.words(SyntaxMap::Keyword), "graph return");
}

TEST(SyntaxMap, LinesWithMistakesDefineNames) {
  for (StringRef Text :
       {"fx 1\ngraph():\n    %x : [num_users=1] = placeholde[target=x]\n"
        "    %y : [num_users=1] = call_method[target=relu](args = (%x,), "
        "kwargs = {})\n    return %y\n",
        "graph():\n    %x : [num_users=1] = placeholde[target=x]\n"
        "    %y : [num_users=1] = call_method[target=relu](args = (%x,), "
        "kwargs = {})\n    return y\n"}) {
    Mapped M(Text);
    EXPECT_FALSE(M.Good);
    // %x is defined, so that nothing else is wrong.
    EXPECT_EQ(M.Errors.size(), 1u);
    ASSERT_EQ(M.Map.lines().size(), 3u);
    EXPECT_TRUE(M.Map.lines()[0].Opaque);
    EXPECT_FALSE(M.Map.lines()[1].Opaque);
    ASSERT_TRUE(M.Map.nodeOf(0));
    EXPECT_EQ(M.Map.nodeOf(0)->name(), "x");
  }
}

// Whatever is cut off: places stay in order and in the text, and a text that
// reads well reads the same with a map.
TEST(SyntaxMap, EveryPrefix) {
  for (size_t Size = 0; Size <= Native.size(); ++Size) {
    Mapped M(Native.take_front(Size));
    uint32_t Last = 0;
    for (const SyntaxMap::Token &T : M.Map.tokens()) {
      ASSERT_GE(T.Begin, Last) << Size;
      ASSERT_LE(T.end(), Size);
      Last = T.Begin;
    }
    for (const SyntaxMap::MemberRange &R : M.Map.members())
      ASSERT_LE(R.End, Size);
    ASSERT_FALSE(M.Map.hasOpenMember());
    if (!M.Good || M.Modules.size() != 1)
      continue;
    Expected<std::unique_ptr<GraphModule>> Plain =
        parseModule(M.Ctx, Native.take_front(Size));
    ASSERT_TRUE(bool(Plain));
    std::string A, B;
    raw_string_ostream AS(A), BS(B);
    printModule(**Plain, AS, PrintFormat::Native);
    printModule(*M.Modules[0], BS, PrintFormat::Native);
    EXPECT_EQ(A, B);
  }
}
