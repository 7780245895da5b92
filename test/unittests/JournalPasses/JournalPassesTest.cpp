//===- JournalPassesTest.cpp ----------------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs every pass on the models of the tests, with a journal, and compares what
// the journal makes of each step with what the module was then.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Printer.h"
#include "fx/Journal/JournalHistory.h"
#include "fx/Journal/JournalRecorder.h"
#include "fx/Pass/PassManager.h"
#include "fx/Tools/AllPasses.h"
#include "fx/Translate/InputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {

std::string textOf(const GraphModule &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  printModule(M, OS, PrintFormat::Native);
  return Text;
}

/// Keeps what the module was after each rewrite and after each pass.
class StateKeeper final : public PassInstrumentation {
public:
  explicit StateKeeper(std::vector<std::string> &States) : States(States) {}
  void beforePipeline(const GraphModule &M) override { keep(M); }
  void beforePass(const Pass &, const GraphModule &) override { Steps = 0; }
  void afterRewrite(const Pass &, const GraphModule &M, const RewritePlace &,
                    StringRef) override {
    ++Steps;
    keep(M);
  }
  void afterPass(const Pass &, const GraphModule &M, bool Changed) override {
    if (Changed)
      last(M);
  }
  /// What it did after its last rewrite is a step of its own.
  void afterPassFailed(const Pass &, const GraphModule &M) override {
    if (textOf(M) != States.back())
      keep(M);
  }
  /// Steps of the last pass that said when they were over.
  size_t Steps = 0;

private:
  void keep(const GraphModule &M) { States.push_back(textOf(M)); }
  /// The last step ends with the pass.
  void last(const GraphModule &M) {
    if (Steps)
      States.pop_back();
    keep(M);
  }
  std::vector<std::string> &States;
};

/// The small models below \p Folder of the tests, in order.
std::vector<std::string> modelsIn(StringRef Folder) {
  std::vector<std::string> Files;
  std::error_code EC;
  SmallString<128> Root(FX_TEST_SOURCE_DIR);
  sys::path::append(Root, Folder);
  constexpr uint64_t MaxSize = 100 * 1024;
  for (sys::fs::recursive_directory_iterator I(Root, EC), End; I != End && !EC;
       I.increment(EC)) {
    StringRef Path = I->path();
    uint64_t Size = 0;
    if ((Path.ends_with(".fx") || Path.ends_with(".fx.txt") ||
         Path.ends_with(".pt2")) &&
        !sys::fs::file_size(Path, Size) && Size <= MaxSize)
      Files.push_back(Path.str());
  }
  sort(Files);
  return Files;
}

/// A context of its own for each run: a pass starts from the same names.
struct Model {
  std::unique_ptr<InputFile> In;
  GraphModule *M = nullptr;
};

Model readOne(StringRef Path) {
  auto Bytes = MemoryBuffer::getFile(Path, /*IsText=*/false);
  if (!Bytes)
    return {};
  Model Read{std::make_unique<InputFile>(std::move(*Bytes))};
  Read.In->Diags.setHandler([](const Diagnostic &) {});
  // Files of the tests may be wrong, or need LibTorch.
  if (readModel(*Read.In, std::nullopt) && Read.In->Modules.size() == 1 &&
      verifyRead(*Read.In))
    Read.M = Read.In->Modules.front().get();
  return Read;
}

class JournalPasses : public ::testing::TestWithParam<const char *> {};

TEST_P(JournalPasses, EveryStepIsReplayed) {
  PassRegistry Registry;
  registerAllPasses(Registry);
  size_t Runs = 0, Steps = 0;
  for (const std::string &Path : modelsIn(GetParam())) {
    Model Probe = readOne(Path);
    if (!Probe.M)
      continue;
    for (const PassRegistry::Entry &Entry : Registry.entries()) {
      // They change nothing, and print much; one runs models, and LibTorch
      // divides by zero in attention without heads.
      StringRef Flag = Entry.Info->Flag;
      if (Flag.starts_with("print-") || Flag == "shape-prop")
        continue;
      SCOPED_TRACE(Path + " " + Entry.Info->Flag.str());
      Model Run = readOne(Path);
      ASSERT_TRUE(Run.M);
      std::vector<std::string> States;
      JournalMemory *Bytes = nullptr;
      PassManager Manager;
      Manager.pipeline().add(Entry.Create());
      Manager.setVerifyEach(false);
      Manager.setCompletion(completeChangedProgram);
      auto Keeper = std::make_unique<StateKeeper>(States);
      Manager.addInstrumentation(std::move(Keeper));
      auto Out = std::make_unique<JournalMemory>();
      Bytes = Out.get();
      Manager.addInstrumentation(
          std::make_unique<JournalRecorder>(std::move(Out), "{}"));
      PassResult Result = Manager.run(*Run.M, Run.In->Diags);

      Context Ctx;
      auto Reader = JournalReader::read(
          Ctx, MemoryBuffer::getMemBuffer(Bytes->bytes(), "", false));
      ASSERT_TRUE(bool(Reader)) << toString(Reader.takeError());
      JournalReader &R = **Reader;
      ASSERT_EQ(R.text(), States.front());
      bool Named = R.passes().size() == 1 && R.passes()[0].NamesRewrites;
      size_t Last = R.numSteps();
      ++Runs;
      Steps += Last;
      if (Named) {
        ASSERT_LE(States.size(), Last + 1);
      }
      for (size_t I = 1; Named && I < States.size(); ++I) {
        cantFail(R.goTo(I));
        ASSERT_EQ(R.text(), States[I]) << "step " << I;
      }
      cantFail(R.goTo(Last));
      if (Result != PassResult::Unchanged) {
        ASSERT_EQ(R.text(), textOf(*Run.M));
      }
      for (size_t I = Last; I-- != 0;) {
        cantFail(R.goTo(I));
        if (Named && I < States.size()) {
          ASSERT_EQ(R.text(), States[I]) << "back at step " << I;
        }
      }
      ASSERT_EQ(R.text(), States.front());
      ASSERT_TRUE(bool(JournalHistory::of(R)));
    }
  }
  EXPECT_GT(Runs, 100u);
  EXPECT_GT(Steps, 100u);
}

INSTANTIATE_TEST_SUITE_P(Models, JournalPasses,
                         ::testing::Values("Models", "Transforms",
                                           "Interop/Inputs", "Rewrite"));

} // namespace
