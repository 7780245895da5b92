//===- OutputTransactionTest.cpp - Several files, all or none
//-------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/OutputTransaction.h"
#include "TestArchives.h"
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace fx;
using namespace fx::test;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
using Names = std::vector<std::string>;

namespace {
/// A text and its weights in a folder of their own.
class OutputTransactionTest : public testing::Test {
protected:
  TemporaryFolder Folder;
  const std::string Text = Folder / "net.fx";
  const std::string Weights = Folder / "net.safetensors";

  void writeOld() const {
    writeFile(Text, "old text");
    writeFile(Weights, "old weights");
  }
  /// Writes the new files, but does not commit them.
  void create(OutputTransaction &Files) const {
    for (bool IsText : {false, true}) {
      OutputFile &File = *llvm::cantFail(IsText ? Files.create(Text)
                                                : Files.createWeights(Weights));
      llvm::cantFail(File.write(IsText ? "new text" : "new weights"));
    }
  }
  void expectOld() const {
    EXPECT_EQ(readFile(Text), "old text");
    EXPECT_EQ(readFile(Weights), "old weights");
    EXPECT_EQ(weightsOfText(Text, Weights), Weights);
    EXPECT_EQ(Folder.files(), (Names{"net.fx", "net.safetensors"}));
  }
  void expectNew() const {
    EXPECT_EQ(readFile(Text), "new text");
    EXPECT_EQ(readFile(Weights), "new weights");
    EXPECT_EQ(weightsOfText(Text, Weights), Weights);
    EXPECT_EQ(Folder.files(), (Names{"net.fx", "net.safetensors"}));
  }
  /// How many steps commit() has.
  unsigned commit() const {
    OutputTransaction Files;
    create(Files);
    unsigned Steps = 0;
    EXPECT_EQ(message(Files.commit([&] { ++Steps; })), "");
    return Steps;
  }
  /// Commits in another process, which is killed before the given step.
  void commitAndDie(unsigned Step) const {
    pid_t Child = ::fork();
    ASSERT_NE(Child, -1);
    if (!Child) {
      OutputTransaction Files;
      create(Files);
      llvm::consumeError(Files.commit([&] {
        if (!Step--)
          ::raise(SIGKILL);
      }));
      ::_exit(0);
    }
    int Status = 0;
    ASSERT_EQ(::waitpid(Child, &Status, 0), Child);
    ASSERT_TRUE(WIFSIGNALED(Status));
  }
};
} // namespace

TEST_F(OutputTransactionTest, NothingChangesWithoutCommit) {
  writeOld();
  {
    OutputTransaction Files;
    create(Files);
    EXPECT_FALSE(Files.link(Text, Folder / "link"));
    EXPECT_TRUE(fs::equivalent(Text, Folder / "link"));
  }
  expectOld();
}

TEST_F(OutputTransactionTest, CommitReplacesAll) {
  writeOld();
  OutputTransaction Files;
  create(Files);
  // A name that is in use is not taken from its file.
  EXPECT_TRUE(bool(Files.link(Text, Weights)));
  EXPECT_EQ(message(Files.commit()), "");
  expectNew();
}

TEST_F(OutputTransactionTest, LinksStayAfterCommit) {
  writeFile(Folder / "source", "weights");
  {
    OutputTransaction Files;
    EXPECT_FALSE(Files.link(Folder / "source", Folder / "target"));
    EXPECT_EQ(message(Files.commit()), "");
  }
  EXPECT_EQ(readFile(Folder / "target"), "weights");
}

TEST_F(OutputTransactionTest, MakesNewFiles) {
  commit();
  expectNew();
}

/// Each of the two cannot get its name: a folder stands there by then.
TEST_F(OutputTransactionTest, UndoesWhatPrecedesAFailure) {
  for (const std::string &Blocked : {Text, Weights}) {
    const std::string &Other = Blocked == Text ? Weights : Text;
    for (bool IsOld : {false, true}) {
      if (IsOld)
        writeFile(Other, "old");
      {
        OutputTransaction Files;
        create(Files);
        ASSERT_FALSE(fs::create_directories(Blocked));
        writeFile(Blocked + "/in", "");
        EXPECT_EQ(message(Files.commit()),
                  Blocked + ": cannot write: this is a folder; give a file");
      }
      EXPECT_EQ(fs::exists(Other), IsOld);
      if (IsOld) {
        EXPECT_EQ(readFile(Other), "old");
      }
      EXPECT_EQ(Folder.files().size(), IsOld ? 2u : 1u);
      fs::remove_directories(Blocked);
      fs::remove(Other);
    }
  }
}

/// Wherever it is killed, the text that is there has its own weights.
TEST_F(OutputTransactionTest, AKilledRunLeavesAPairThatBelongsTogether) {
  writeOld();
  unsigned NumSteps = commit();
  ASSERT_GT(NumSteps, 2u);
  bool WasOld = false, WasNew = false, WasPending = false;
  for (unsigned Step = 0; Step != NumSteps; ++Step) {
    SCOPED_TRACE(Step);
    writeOld();
    commitAndDie(Step);
    std::string Real = weightsOfText(Text, Weights);
    std::string Age = readFile(Text).substr(0, 3);
    EXPECT_EQ(readFile(Real), Age + " weights");
    (Age == "old" ? WasOld : WasNew) = true;
    WasPending |= Real != Weights;
  }
  EXPECT_TRUE(WasOld && WasNew && WasPending);
  // The next run mends it.
  commit();
  EXPECT_EQ(weightsOfText(Text, Weights), Weights);
  EXPECT_EQ(readFile(Weights), "new weights");
}

TEST_F(OutputTransactionTest, AKilledRunLeavesNoTextWithoutWeights) {
  for (unsigned Step = 0, NumSteps = commit(); Step != NumSteps; ++Step) {
    SCOPED_TRACE(Step);
    fs::remove(Text);
    fs::remove(Weights);
    commitAndDie(Step);
    if (fs::exists(Text)) {
      EXPECT_EQ(readFile(weightsOfText(Text, Weights)), "new weights");
    }
    for (const std::string &Name : Folder.files())
      fs::remove(Folder / Name);
  }
}

/// What is pending stands beside the file that the link leads to.
TEST_F(OutputTransactionTest, FollowsLinks) {
  ASSERT_FALSE(fs::create_directories(Folder / "real"));
  const std::string Real = Folder / "real/w";
  writeFile(Text, "old text");
  ASSERT_FALSE(fs::create_link(Real, Weights));
  writeFile(Real, "old weights");
  unsigned NumSteps = commit();
  EXPECT_EQ(readFile(Real), "new weights");
  EXPECT_TRUE(fs::is_symlink_file(Weights));
  for (unsigned Step = 0; Step != NumSteps; ++Step) {
    SCOPED_TRACE(Step);
    writeFile(Text, "old text");
    writeFile(Real, "old weights");
    commitAndDie(Step);
    EXPECT_EQ(readFile(weightsOfText(Text, Weights)),
              readFile(Text).substr(0, 3) + " weights");
  }
}

/// No file can replace a device, so that nothing can be undone there.
TEST_F(OutputTransactionTest, KeepsWeightsWhereTheTextCannotBeWritten) {
  writeFile(Weights, "old weights");
  OutputTransaction Files;
  llvm::cantFail(
      llvm::cantFail(Files.createWeights(Weights))->write("new weights"));
  llvm::cantFail(llvm::cantFail(Files.create("/dev/full"))->write("x"));
  EXPECT_EQ(message(Files.commit()),
            "/dev/full: cannot write: No space left on device");
  EXPECT_EQ(readFile(Weights), "old weights");
}

TEST_F(OutputTransactionTest, WritesWeightsOfATextThatGoesToADevice) {
  writeFile(Weights, "old weights");
  OutputTransaction Files;
  llvm::cantFail(
      llvm::cantFail(Files.createWeights(Weights))->write("new weights"));
  llvm::cantFail(llvm::cantFail(Files.create("/dev/null"))->write("x"));
  EXPECT_EQ(message(Files.commit()), "");
  EXPECT_EQ(readFile(Weights), "new weights");
  EXPECT_EQ(Folder.files(), Names{"net.safetensors"});
}

TEST_F(OutputTransactionTest, ATextThatIsNoFileHasNoOtherWeights) {
  EXPECT_EQ(weightsOfText("<stdin>", Weights), Weights);
  EXPECT_EQ(weightsOfText("/dev/null", Weights), Weights);
  EXPECT_EQ(weightsOfText("", "net.safetensors"), "net.safetensors");
}
