//===- PassManagerTest.cpp - Registry, pipelines and their runs -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the text of pipelines does is tested by lit; this is the C++ side.
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassManager.h"
#include "fx/Pass/PassTiming.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using llvm::StringRef;

namespace {

constexpr PassOptionInfo TagOptions[] = {
    {"tag", "text", "", "The tag", /*IsList=*/false},
};
constexpr PassInfo TagInfo = {
    "tag-first", "Tag the first node", "Tags.", "tag-first",
    "tag",       TagOptions,           {},      true};

/// Written by hand as fx-tblgen would.
struct TagFirst : Pass {
  Option<std::string> Tag{*this, "tag", "x"};
  PassStatistic NumTagged{*this, "num-tagged", "tags set"};

  TagFirst() : Pass(TagInfo) {}
  TagFirst(const TagFirst &Other) : Pass(Other) { copyOptionValues(Other); }
  std::unique_ptr<Pass> clone() const override {
    return std::make_unique<TagFirst>(*this);
  }
  llvm::Expected<bool> run(GraphModule &M) override {
    Node *First = M.graph().front();
    Argument Wanted = Argument::string(M.context(), Tag.get());
    if (First->meta("tag") && *First->meta("tag") == Wanted)
      return false;
    First->setMeta("tag", Wanted);
    ++NumTagged;
    return true;
  }
};

std::unique_ptr<Pass> createTagFirst() { return std::make_unique<TagFirst>(); }

std::string textOf(const PassPipeline &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  P.print(OS);
  return Text;
}

class PassManagerTest : public testing::Test {
protected:
  PassManagerTest() {
    Registry.add(TagInfo, createTagFirst);
    M.graph().output(M.graph().placeholder("x"));
    Diags.setHandler([](const Diagnostic &) {});
  }
  PassPipeline parse(StringRef Text) {
    llvm::Expected<PassPipeline> P = parsePassPipeline(Text, Registry);
    if (P)
      return std::move(*P);
    ADD_FAILURE() << llvm::toString(P.takeError());
    return {};
  }
  StringRef tag() {
    const Argument *Tag = M.graph().front()->meta("tag");
    return Tag ? Tag->str() : "";
  }

  PassRegistry Registry;
  Context Ctx;
  GraphModule M{Ctx};
  DiagnosticEngine Diags;
};

TEST_F(PassManagerTest, RegistryRefusesASecondPassOfOneName) {
  EXPECT_FALSE(Registry.add(TagInfo, createTagFirst));
  EXPECT_EQ(Registry.takeRefused(), std::vector<std::string>{"tag-first"});
  EXPECT_TRUE(Registry.takeRefused().empty());
  static constexpr PassInfo Fix = {"fix", "s", "d", "e", "", {}, {}, true};
  EXPECT_FALSE(Registry.add(Fix, createTagFirst));
  EXPECT_EQ(Registry.entries().size(), 1u);
}

TEST_F(PassManagerTest, RegistryTakesPassesAtRunTime) {
  // The texts live elsewhere, and what makes the pass knows something.
  std::string Flag = "tag-again";
  PassInfo Info = {Flag, "s", "d", "e", "", {}, {}, true};
  unsigned Made = 0;
  EXPECT_TRUE(Registry.add(Info, [&] {
    ++Made;
    return createTagFirst();
  }));
  PassPipeline P = parse("tag-again{a}");
  EXPECT_EQ(Made, 1u);
  EXPECT_TRUE(Registry.remove(Flag));
  EXPECT_FALSE(Registry.remove(Flag));
  EXPECT_EQ(Registry.lookup(Flag), nullptr);
  EXPECT_NE(Registry.lookup("tag-first"), nullptr);
  // A pipeline keeps its pass.
  EXPECT_EQ(PassManager(std::move(P)).run(M, Diags), PassResult::Changed);
  EXPECT_EQ(tag(), "a");
}

TEST_F(PassManagerTest, RegistryFindsTheNearestName) {
  EXPECT_EQ(Registry.nearest("tag-frist"), "tag-first");
  EXPECT_EQ(Registry.nearest("fxi"), "fix");
  EXPECT_EQ(Registry.nearest("something-else"), "");
  EXPECT_EQ(Registry.lookup("tag"), nullptr);
}

TEST_F(PassManagerTest, NearestIsAlsoWhatOthersCallAPass) {
  EXPECT_EQ(passOfOtherName("dead-code-elimination"), "dce");
  EXPECT_EQ(passOfOtherName("dce"), "");
  // There is no such pass here.
  EXPECT_EQ(Registry.nearest("dead-code-elimination"), "");
}

/// Leaves the insertion point at the front.
struct LeavePoint : TagFirst {
  std::unique_ptr<Pass> clone() const override {
    return std::make_unique<LeavePoint>(*this);
  }
  llvm::Expected<bool> run(GraphModule &M) override {
    EXPECT_EQ(M.graph().insertionPoint(), nullptr);
    M.graph().setInsertionPoint(M.graph().front());
    return false;
  }
};

TEST_F(PassManagerTest, InsertionPointsAreThoseOfOnePass) {
  PassPipeline P;
  P.add(std::make_unique<LeavePoint>());
  P.add(std::make_unique<LeavePoint>());
  EXPECT_EQ(PassManager(std::move(P)).run(M, Diags), PassResult::Unchanged);
}

/// Uses a null operand.
struct UseNull : TagFirst {
  std::unique_ptr<Pass> clone() const override {
    return std::make_unique<UseNull>(*this);
  }
  llvm::Expected<bool> run(GraphModule &M) override {
    Node *Null = nullptr;
    M.graph().callFunction("torch.relu", {Null});
    return true;
  }
};

// What completes a program would only see what the edit has left.
TEST_F(PassManagerTest, RefusedEditsAreToldBeforeWhatTheyLeave) {
  std::vector<std::string> Told;
  Diags.setHandler([&](const Diagnostic &D) { Told.push_back(D.str()); });
  PassPipeline P;
  P.add(std::make_unique<UseNull>());
  PassManager Manager(std::move(P));
  bool IsCompleted = false;
  Manager.setCompletion([&](GraphModule &) {
    IsCompleted = true;
    return llvm::Error::success();
  });
  EXPECT_EQ(Manager.run(M, Diags), PassResult::Invalid);
  EXPECT_FALSE(IsCompleted);
  ASSERT_EQ(Told.size(), 1u);
  EXPECT_NE(Told[0].find("null pointer to a node"), std::string::npos);
}

TEST_F(PassManagerTest, RunsAndCounts) {
  PassManager Manager(parse("tag-first{a},tag-first{b},tag-first{b}"));
  EXPECT_EQ(Manager.run(M, Diags), PassResult::Changed);
  EXPECT_EQ(tag(), "b");
  uint64_t Tagged = 0;
  Manager.pipeline().forEachPass(
      [&](Pass &P) { Tagged += *P.statistics()[0]; });
  EXPECT_EQ(Tagged, 2u);
  PassManager Again(parse("tag-first{b}"));
  EXPECT_EQ(Again.run(M, Diags), PassResult::Unchanged);
}

TEST_F(PassManagerTest, RunsOnePassAlone) {
  TagFirst P;
  P.Tag.set("alone");
  EXPECT_EQ(runPass(P, M, Diags), PassResult::Changed);
  EXPECT_EQ(runPass(P, M, Diags), PassResult::Unchanged);
  EXPECT_EQ(tag(), "alone");
}

TEST_F(PassManagerTest, ClonesHaveTheSameText) {
  PassPipeline P = parse("tag-first{tag=\"a b\"},fix{max-iterations=7}("
                         "tag-first,fix(tag-first{c}))");
  EXPECT_EQ(textOf(P.clone()), textOf(P));
  EXPECT_EQ(textOf(parse(textOf(P))), textOf(P));
  // What a clone counts is its own.
  PassManager Manager(P.clone());
  EXPECT_EQ(Manager.run(M, Diags), PassResult::Failed);
  EXPECT_EQ(P.elements()[0].P->statistics()[0]->value(), 0u);
}

TEST_F(PassManagerTest, ErrorsOfTextsHaveACaret) {
  llvm::Expected<PassPipeline> P = parsePassPipeline("tag-frist", Registry);
  ASSERT_FALSE(bool(P));
  EXPECT_EQ(llvm::toString(P.takeError()),
            "pipeline:1:1: error: there is no pass 'tag-frist'\n"
            "tag-frist\n^~~~~~~~~\nnote: did you mean 'tag-first'?");
}

TEST_F(PassManagerTest, TimesAddUp) {
  TimeReport Report;
  PassManager Manager(parse("tag-first{a},tag-first{b}"));
  Manager.addInstrumentation(createPassTiming(Report));
  Manager.run(M, Diags);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Report.print(OS);
  EXPECT_NE(Text.find("     2  tag-first\n"), std::string::npos) << Text;
  EXPECT_NE(Text.find("     2  (verify)\n"), std::string::npos) << Text;
}

TEST(TimeReportTest, InnerTimeIsNotOuterTime) {
  TimeReport Report;
  Report.start("outer");
  {
    TimeScope Inner(&Report, "inner");
    TimeScope None(nullptr, "none");
  }
  Report.stop();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Report.print(OS);
  EXPECT_NE(Text.find("     1  outer\n"), std::string::npos) << Text;
  EXPECT_NE(Text.find("     1  inner\n"), std::string::npos) << Text;
  EXPECT_EQ(Text.find("none"), std::string::npos) << Text;
}

} // namespace
