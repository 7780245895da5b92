//===- DiagnosticTest.cpp - Errors, warnings and their places -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::SMLoc;
using llvm::StringRef;

namespace {
class DiagnosticTest : public testing::Test {
protected:
  DiagnosticTest() : SM(std::make_shared<llvm::SourceMgr>()), Stream(Output) {}

  SMLoc addBuffer(StringRef Text, size_t At) {
    Id = SM->AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(Text, "a.fx"), SMLoc());
    return SMLoc::getFromPointer(SM->getMemoryBuffer(Id)->getBufferStart() +
                                 At);
  }

  std::shared_ptr<llvm::SourceMgr> SM;
  unsigned Id = 0;
  std::string Output;
  llvm::raw_string_ostream Stream;
};
} // namespace

TEST_F(DiagnosticTest, PrintsPlaceLineAndCaret) {
  SMLoc Loc = addBuffer("one\ntwo three\r\nfour", 8);
  DiagnosticEngine Engine(SM.get());
  Engine.setStream(Stream);
  Engine.report(diag::err_other, Loc, "bad")
      .range({Loc, SMLoc::getFromPointer(Loc.getPointer() + 5)})
      .note(diag::err_other, SMLoc(), "a note");
  EXPECT_EQ(Output, "a.fx:2:5: error: bad\n"
                    "two three\n"
                    "    ^~~~~\n"
                    "note: a note\n");
  EXPECT_EQ(Engine.numErrors(), 1u);
}

TEST_F(DiagnosticTest, AreWrittenAtOnce) {
  /// Without a buffer, as llvm::errs().
  struct : llvm::raw_ostream {
    void write_impl(const char *, size_t) override { ++Writes; }
    uint64_t current_pos() const override { return 0; }
    unsigned Writes = 0;
  } Out;
  Out.SetUnbuffered();
  SMLoc Loc = addBuffer("one\ntwo three\n", 8);
  DiagnosticEngine Engine(SM.get());
  Engine.setStream(Out);
  Engine.report(diag::err_other, Loc, "bad").note(diag::err_other, Loc, "a");
  EXPECT_EQ(Out.Writes, 1u);
}

TEST_F(DiagnosticTest, CaretsStandUnderWideAndOddCharacters) {
  StringRef Line = "\t\xE4\xBD\xA0\x01\xFF x";
  SMLoc Loc = addBuffer(Line, Line.find('x'));
  DiagnosticEngine Engine(SM.get());
  Engine.setStream(Stream);
  Engine.report(diag::err_other, Loc, "bad");
  EXPECT_EQ(Output, "a.fx:1:8: error: bad\n"
                    "        \xE4\xBD\xA0?? x\n"
                    "             ^\n");
}

TEST_F(DiagnosticTest, ShowsAWindowOfALongLine) {
  SMLoc Loc =
      addBuffer(std::string(1000, 'a') + "b" + std::string(1000, 'c'), 1000);
  DiagnosticEngine Engine(SM.get());
  Engine.setStream(Stream);
  Engine.report(diag::err_other, Loc, "bad");
  EXPECT_EQ(Output, "a.fx:1:1001: error: bad\n..." + std::string(100, 'a') +
                        "b" + std::string(59, 'c') + "...\n" +
                        std::string(103, ' ') + "^\n");
}

TEST_F(DiagnosticTest, PointsAtTheEndOfTheText) {
  SMLoc Loc = addBuffer("ab", 2);
  DiagnosticEngine Engine(SM.get());
  Engine.setStream(Stream);
  Engine.report(diag::err_other, Loc, "bad");
  EXPECT_EQ(Output, "a.fx:1:3: error: bad\nab\n  ^\n");
}

TEST_F(DiagnosticTest, StopsAtTheLimit) {
  DiagnosticEngine Engine;
  unsigned Seen = 0;
  Engine.setHandler([&](const Diagnostic &) { ++Seen; });
  Engine.setErrorLimit(2);
  for (int I = 0; I != 5; ++I)
    Engine.report(diag::err_other, SMLoc(), I);
  EXPECT_EQ(Seen, 3u);
  EXPECT_TRUE(Engine.tooManyErrors());
}

TEST_F(DiagnosticTest, ErrorsCarryNodesUntilTheModuleIsKnown) {
  Context Ctx;
  GraphModule M(Ctx);
  Node *N = M.graph().placeholder("x");
  llvm::Error Plain = makeError(diag::err_other, *N, "bad");
  EXPECT_EQ(llvm::toString(std::move(Plain)), "bad (in %x)");

  addBuffer("graph():\n    %x : ...", 0);
  M.setSource({SM, Id});
  N->setLoc(10);
  DiagnosticEngine Engine;
  Engine.setStream(Stream);
  llvm::Error Located = makeError(diag::err_other, *N, "bad");
  EXPECT_TRUE(Engine.report(std::move(Located), M.source()));
  EXPECT_EQ(Output, "a.fx:2:5: error: bad\n    %x : ...\n    ^\n");
}

TEST_F(DiagnosticTest, NamesTheFileOrTheNodeWhenThereIsNoText) {
  Context Ctx;
  GraphModule M(Ctx);
  Node *N = M.graph().placeholder("x");
  DiagnosticEngine Engine;
  Engine.setStream(Stream);
  Engine.report(makeFileError(diag::err_other, "b.fx", "no such file"));
  Engine.report(makeError(diag::err_other, *N, *N), M.source());
  Engine.report(llvm::createStringError("plain"), "c.fx");
  EXPECT_FALSE(Engine.report(llvm::Error::success()));
  EXPECT_EQ(Output, "b.fx: error: no such file\n"
                    "error: %x (in %x)\n"
                    "c.fx: error: plain\n");
}

TEST_F(DiagnosticTest, ArgumentsLoseControlCharacters) {
  EXPECT_EQ(detail::diagArgument(StringRef("a\n\0\x1b b", 6)),
            "a\\n\\x00\\x1b b");
  EXPECT_EQ(detail::diagArgument(std::string(5000, 'x')),
            std::string(2000, 'x') + "...");
}

static llvm::Expected<bool> failing() {
  return makeError(diag::err_other, SMLoc(), "bad")
      .note(diag::err_other, SMLoc(), "why");
}

TEST_F(DiagnosticTest, MakeErrorFitsExpected) {
  llvm::Expected<bool> Result = failing();
  ASSERT_FALSE(Result);
  EXPECT_EQ(llvm::toString(Result.takeError()), "bad; why");
}
