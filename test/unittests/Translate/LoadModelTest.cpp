//===- LoadModelTest.cpp - A model from a file, in one call ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/LoadModel.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {

std::string archive(StringRef Name) {
  return (FX_TEST_SOURCE_DIR "/Interop/Inputs/" + Name).str();
}

/// A file with \p Text, which goes when this does.
class TestFile {
public:
  TestFile(StringRef Text, StringRef Ending) {
    int FD;
    EXPECT_FALSE(sys::fs::createTemporaryFile("load", Ending, FD, Path));
    raw_fd_ostream(FD, /*shouldClose=*/true) << Text;
    Remover.setFile(Path);
  }
  std::string path() const { return std::string(Path); }

private:
  SmallString<128> Path;
  FileRemover Remover;
};

std::string errorOf(StringRef Path, StringRef Name = {}) {
  Context Ctx;
  Expected<std::unique_ptr<GraphModule>> M = loadModel(Ctx, Path, Name);
  EXPECT_FALSE(bool(M));
  return M ? "" : toString(M.takeError());
}

TEST(LoadModelTest, ReadsArchivesAndTexts) {
  Context Ctx;
  Expected<std::unique_ptr<GraphModule>> Program =
      loadModel(Ctx, archive("mlp_minimal.pt2"));
  ASSERT_TRUE(bool(Program)) << toString(Program.takeError());
  EXPECT_NE((*Program)->program(), nullptr);
  EXPECT_EQ(&(*Program)->context(), &Ctx);

  TestFile Text("graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
                "    return x\n",
                "fx.txt");
  Expected<std::unique_ptr<GraphModule>> Plain = loadModel(Ctx, Text.path());
  ASSERT_TRUE(bool(Plain)) << toString(Plain.takeError());
  EXPECT_EQ((*Plain)->graph().size(), 2u);
}

TEST(LoadModelTest, ModelsHaveNames) {
  Context Ctx;
  std::string Path = archive("pkg_two_models.pt2");
  Expected<std::vector<std::unique_ptr<GraphModule>>> All =
      loadModels(Ctx, Path);
  ASSERT_TRUE(bool(All)) << toString(All.takeError());
  ASSERT_EQ(All->size(), 2u);
  for (const std::unique_ptr<GraphModule> &M : *All) {
    Expected<std::unique_ptr<GraphModule>> One =
        loadModel(Ctx, Path, M->name().str());
    ASSERT_TRUE(bool(One)) << toString(One.takeError());
    EXPECT_EQ((*One)->name(), M->name());
  }
  EXPECT_EQ(errorOf(Path, "third"),
            Path + ": there is no model 'third' in this file; its models "
                   "are model, other");
}

TEST(LoadModelTest, ErrorsBeginWithThePath) {
  EXPECT_TRUE(StringRef(errorOf("/no/such/file.pt2"))
                  .starts_with("/no/such/file.pt2: "));
  TestFile Broken("PK\x03\x04 and no more", "pt2");
  EXPECT_TRUE(
      StringRef(errorOf(Broken.path())).starts_with(Broken.path() + ": "));
  TestFile Undefined("graph():\n    return %y\n", "fx.txt");
  EXPECT_TRUE(StringRef(errorOf(Undefined.path()))
                  .starts_with(Undefined.path() + ":2:"))
      << errorOf(Undefined.path());
  TestFile Foreign("\x1f\x8b\x08", "gz");
  EXPECT_TRUE(
      StringRef(errorOf(Foreign.path())).starts_with(Foreign.path() + ": "));
  EXPECT_NE(errorOf(Foreign.path()).find("gzip"), std::string::npos);
}

} // namespace
