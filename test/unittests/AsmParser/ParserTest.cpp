//===- ParserTest.cpp - Reading text that is in memory --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/Parser.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace fx;

static std::string errorOf(llvm::StringRef Text,
                           const ParserOptions &Options = {}) {
  Context Ctx;
  auto M = parseModule(Ctx, Text, Options);
  return M ? "" : llvm::toString(M.takeError());
}

TEST(ParserTest, ReadsBothForms) {
  Context Ctx;
  auto Native = parseModule(Ctx, "fx 1\ngraph():\n    return None\n");
  ASSERT_TRUE(bool(Native));
  EXPECT_EQ((*Native)->graph().size(), 1u);
  auto Printed = parseModule(Ctx, "graph():\n    return None");
  ASSERT_TRUE(bool(Printed));
  EXPECT_EQ((*Printed)->graph().size(), 1u);
}

TEST(ParserTest, NativeTextNeedsItsVersion) {
  ParserOptions Options;
  Options.Dialect = ParserOptions::Native;
  EXPECT_EQ(errorOf("graph():\n    return None\n", Options),
            "native text begins with the line 'fx 1'");
}

TEST(ParserTest, ParseModuleWantsOneModule) {
  EXPECT_EQ(errorOf("graph():\n    return None\ngraph():\n    return None\n"),
            "expected one module, found 2");
}

TEST(ParserTest, TheErrorHoldsEveryMessage) {
  std::string Text = errorOf("fx 1\ngraph():\n    %a\n    %b\n");
  EXPECT_NE(Text.find("expected '='"), std::string::npos);
  EXPECT_NE(Text.find('\n'), std::string::npos);
}

/// Reads \p Text from memory that ends with it, where a sanitizer sees whoever
/// looks behind.
static void readExactly(llvm::StringRef Text) {
  std::vector<char> Memory(Text.begin(), Text.end());
  auto Source = std::make_shared<llvm::SourceMgr>();
  unsigned Id = Source->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer({Memory.data(), Memory.size()}, "text",
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  DiagnosticEngine Diags(Source.get());
  Diags.setHandler([](const Diagnostic &) {});
  Context Ctx;
  std::vector<std::unique_ptr<GraphModule>> Modules;
  (void)parseModules(Ctx, Source, Id, Diags, Modules);
}

TEST(ParserTest, NothingBehindTheTextIsRead) {
  llvm::StringRef Texts[] = {
      R"(fx 1
module @m : torch.nn.Module(1, bias=True) [training] {
  "a b" = torch.nn.Linear(2, 3)
  parameter w : f32[2, 3]
  value v = {"a": (1, -2.5e-3, nan, 1+2j, b"x")}
}
graph():
    // comment
    %x : "typing.Any" [num_users=2, users=(%y, %z)] = placeholder[target=x](default=1)
    %y : typing.Optional[int] [num_users=1] = call_function[target=torch.add](args = (%x, [1, slice(None, -1, 2), ...]), kwargs = {alpha: "s\n\x41"}) {val: f32[2, sym("s0*2")], k: None}
    %z : = call_method[target=relu](args = (%x,), kwargs = {})
    return (%y, {"k": %z})
)",
      R"(graph():
    %x : typing.Optional[torch.Tensor] [#users=2] = placeholder[target=x](default=None)
    %y : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(None, %x, None), Ellipsis)), kwargs = {mode: a 'b' {c}, 1: [1.5, device(type='cpu')]})
    return {'a': [y, -1e-05j]}
)"};
  for (llvm::StringRef Text : Texts)
    for (size_t Size = 0; Size <= Text.size(); ++Size)
      readExactly(Text.take_front(Size));
}
