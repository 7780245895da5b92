//===- BackendTest.cpp - Loading libFXTorch -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Execution/TorchBackend.h"
#include "gtest/gtest.h"
#include <torch/version.h>

using namespace fx;

namespace {

TEST(Backend, IsLoadedOnFirstUse) {
  EXPECT_FALSE(isTorchBackendLoaded());
  llvm::Expected<TorchBackend &> Backend = loadTorchBackend();
  ASSERT_TRUE(bool(Backend)) << toString(Backend.takeError());
  EXPECT_TRUE(isTorchBackendLoaded());
  // A Debian package says 1.13.0 where its header says 1.13.1.
  std::string Built = std::to_string(TORCH_VERSION_MAJOR) + "." +
                      std::to_string(TORCH_VERSION_MINOR) + ".";
  EXPECT_TRUE(Backend->version().starts_with(Built))
      << Backend->version().str();
  llvm::Expected<TorchBackend &> Again = loadTorchBackend();
  ASSERT_TRUE(bool(Again)) << toString(Again.takeError());
  EXPECT_EQ(&*Backend, &*Again);
}

} // namespace
