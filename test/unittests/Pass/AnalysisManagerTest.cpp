//===- AnalysisManagerTest.cpp - Cached facts about a module --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/AnalysisManager.h"
#include "fx/IR/Module.h"
#include "fx/Pass/PassInstrumentation.h"
#include "gtest/gtest.h"

using namespace fx;

namespace {

int Alive = 0;

struct Counted {
  Counted() { ++Alive; }
  ~Counted() { --Alive; }
};

struct Base : Counted {
  static constexpr llvm::StringLiteral AnalysisName = "base";
  explicit Base(GraphModule &M) : Size(M.graph().size()) {}
  size_t Size;
};

struct Middle : Counted {
  static constexpr llvm::StringLiteral AnalysisName = "middle";
  Middle(GraphModule &, AnalysisManager &Analyses)
      : Below(Analyses.get<Base>()) {}
  Base &Below;
};

struct Top : Counted {
  static constexpr llvm::StringLiteral AnalysisName = "top";
  Top(GraphModule &, AnalysisManager &Analyses)
      : Below(Analyses.get<Middle>()) {}
  Middle &Below;
};

struct Other : Counted {
  static constexpr llvm::StringLiteral AnalysisName = "other";
  explicit Other(GraphModule &) {}
};

struct Constant : Counted {
  static constexpr llvm::StringLiteral AnalysisName = "constant";
  static constexpr bool IsImmutable = true;
  explicit Constant(GraphModule &) {}
};

class AnalysisManagerTest : public testing::Test {
protected:
  AnalysisManagerTest() { Alive = 0; }
  Context Ctx;
  GraphModule M{Ctx};
  AnalysisManager Analyses{M};
};

TEST_F(AnalysisManagerTest, MakesOnceAndKeeps) {
  EXPECT_EQ(Analyses.cached<Base>(), nullptr);
  Base &First = Analyses.get<Base>();
  EXPECT_EQ(&Analyses.get<Base>(), &First);
  EXPECT_EQ(Analyses.cached<Base>(), &First);
  EXPECT_EQ(Alive, 1);
}

TEST_F(AnalysisManagerTest, DropsWhatIsNotPreserved) {
  Analyses.get<Base>();
  Analyses.get<Other>();
  PreservedAnalyses Preserved;
  Preserved.preserve("other");
  Analyses.invalidate(Preserved);
  EXPECT_EQ(Analyses.cached<Base>(), nullptr);
  EXPECT_NE(Analyses.cached<Other>(), nullptr);
  Analyses.invalidate(PreservedAnalyses::all());
  EXPECT_NE(Analyses.cached<Other>(), nullptr);
  Analyses.invalidate(PreservedAnalyses::none());
  EXPECT_EQ(Alive, 0);
}

TEST_F(AnalysisManagerTest, DropsWhatUsedADroppedOne) {
  Top &T = Analyses.get<Top>();
  EXPECT_EQ(&T.Below, Analyses.cached<Middle>());
  EXPECT_EQ(&T.Below.Below, Analyses.cached<Base>());
  EXPECT_EQ(Alive, 3);
  // The two others refer to `base`, which goes.
  PreservedAnalyses Preserved;
  Preserved.preserve("top");
  Preserved.preserve("middle");
  Analyses.invalidate(Preserved);
  EXPECT_EQ(Alive, 0);
}

TEST_F(AnalysisManagerTest, DropsUsersOfOnesThatWereThereBefore) {
  Analyses.get<Base>();
  Analyses.get<Other>();
  Analyses.get<Middle>();
  PreservedAnalyses Preserved;
  Preserved.preserve("middle");
  Preserved.preserve("other");
  Analyses.invalidate(Preserved);
  EXPECT_EQ(Analyses.cached<Middle>(), nullptr);
  EXPECT_NE(Analyses.cached<Other>(), nullptr);
}

struct Recorder : PassInstrumentation {
  explicit Recorder(std::string &Log) : Log(Log) {}
  void beforeAnalysis(llvm::StringRef Name) override {
    Log += ("<" + Name).str();
  }
  void afterAnalysis(llvm::StringRef Name) override {
    Log += (Name + ">").str();
  }
  std::string &Log;
};

TEST_F(AnalysisManagerTest, KeepsWhatIsImmutable) {
  Constant &Kept = Analyses.get<Constant>();
  Analyses.get<Base>();
  Analyses.invalidate(PreservedAnalyses::none());
  EXPECT_EQ(Analyses.cached<Constant>(), &Kept);
  EXPECT_EQ(Analyses.cached<Base>(), nullptr);
}

TEST_F(AnalysisManagerTest, TellsInstrumentations) {
  std::string Log;
  std::vector<std::unique_ptr<PassInstrumentation>> All;
  All.push_back(std::make_unique<Recorder>(Log));
  AnalysisManager Watched(M, All);
  Watched.get<Middle>();
  Watched.get<Base>();
  EXPECT_EQ(Log, "<middle<basebase>middle>");
}

} // namespace
