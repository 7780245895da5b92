//===- ExceptionsTest.cpp - No exception gets out -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/Parser.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/Torch/DispatchTracer.h"
#include "fx/Torch/Interpreter.h"
#include "fx/Torch/Recorder.h"
#include <ATen/ops/ones.h>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace fx;
using namespace llvm;
using c10::IValue;

namespace {

class ExceptionsTest : public testing::Test {
protected:
  ExceptionsTest()
      : M(cantFail(parseModule(Ctx, R"(fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %mm : [num_users=1] = call_function[target=torch.mm](args = (%relu, %x), kwargs = {})
    return %mm
)"))) {}

  Context Ctx;
  std::unique_ptr<GraphModule> M;
};

TEST_F(ExceptionsTest, OfHooks) {
  for (bool InBefore : {true, false}) {
    Interpreter I(*M);
    auto Throw = [](StringRef) {
      throw std::runtime_error("thrown by a hook");
    };
    I.setHooks(
        [&](const RunEvent &E) {
          if (InBefore && E.N.isCall())
            Throw("");
        },
        [&](const RunEvent &E, const IValue &) {
          if (!InBefore && E.N.isCall())
            Throw("");
        });
    Expected<IValue> Result = I.run({at::ones({2, 2})});
    ASSERT_FALSE(bool(Result));
    EXPECT_NE(toString(Result.takeError()).find("thrown by a hook"),
              std::string::npos);
    // It runs again when the hooks are gone.
    I.setHooks(nullptr, nullptr);
    Result = I.run({at::ones({2, 2})});
    EXPECT_TRUE(bool(Result));
  }
}

TEST_F(ExceptionsTest, OfOverriddenFunctions) {
  struct Throwing : Interpreter {
    using Interpreter::Interpreter;
    Expected<IValue> callFunction(const Node &, CallValues) override {
      throw std::runtime_error("thrown by a subclass");
    }
  } I(*M);
  Expected<IValue> Result = I.run({at::ones({2, 2})});
  ASSERT_FALSE(bool(Result));
  EXPECT_EQ(toString(Result.takeError()), "thrown by a subclass");
}

TEST_F(ExceptionsTest, OfLibTorch) {
  Interpreter I(*M);
  Expected<IValue> Result = I.run({at::ones({2, 3})});
  ASSERT_FALSE(bool(Result));
  EXPECT_NE(toString(Result.takeError()).find("mm"), std::string::npos);
  Interpreter Recorded(*M);
  Expected<Recording> R = recordRun(Recorded, {at::ones({2, 3})});
  ASSERT_FALSE(bool(R));
  consumeError(R.takeError());
}

/// What tools and plugins give the backend.
TEST_F(ExceptionsTest, OfObservers) {
  struct Throwing : RunObserver {
    void before(const RunEvent &) override {
      throw std::runtime_error("thrown by an observer");
    }
  } Observer;
  TorchBackend &Backend = cantFail(loadTorchBackend());
  std::unique_ptr<GraphRunner> Runner =
      cantFail(Backend.prepareRun(*M, RunOptions()));
  Runner->setObserver(&Observer);
  ValueSpec Spec;
  Spec.Sizes = {2, 2};
  RunValuePtr X = cantFail(Backend.makeValue(Spec, 0));
  Expected<std::vector<RunValuePtr>> Result = Runner->run({X});
  ASSERT_FALSE(bool(Result));
  EXPECT_NE(toString(Result.takeError()).find("thrown by an observer"),
            std::string::npos);
}

} // namespace
