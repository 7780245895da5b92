//===- ScriptsTest.cpp - Formulas in TorchScript, guards ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formulas/Scripts.h"
#include "Execution/Adapters.h"
#include "Execution/Callable.h"
#include "Serving/ProgramInputs.h"
#include "gtest/gtest.h"
#include <ATen/Functions.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

namespace {

TEST(Scripts, AllCompile) {
  std::vector<std::string> Names = scriptNames();
  EXPECT_GE(Names.size(), 100u);
  for (const std::string &Name : Names)
    try {
      EXPECT_TRUE(lookupScript(Name)) << Name;
    } catch (const std::exception &E) {
      ADD_FAILURE() << Name << ": " << E.what();
    }
}

TEST(Scripts, AdaptersBind) {
  for (const Adapter &A : adapters())
    try {
      const Callable *C = lookupCallable(A.Name, /*IsMethod=*/false);
      ASSERT_TRUE(C) << A.Name;
      EXPECT_FALSE(C->Overloads.empty()) << A.Name;
    } catch (const std::exception &E) {
      ADD_FAILURE() << A.Name << ": " << E.what();
    }
}

TEST(Scripts, OneNumberStandsForAWindow) {
  at::Tensor X = at::randn({1, 2, 6, 6});
  IValue One = callFunction("torch.nn.functional.adaptive_max_pool2d",
                            {X, IValue(int64_t(3))});
  EXPECT_EQ(One.toTensor().sizes(), (c10::IntArrayRef{1, 2, 3, 3}));
}

std::optional<bool> check(StringRef Guard) {
  return evaluateGuard(Guard,
                       [](const GuardOperand &O) -> std::optional<double> {
                         if (O.Name == "x" && O.Dimension == 0)
                           return 6;
                         if (O.Name == "past_0_1" && O.Dimension == 2)
                           return 3;
                         if (O.Name == "n" && !O.Dimension)
                           return 4;
                         return std::nullopt;
                       });
}

TEST(Guards, AreReadAsData) {
  EXPECT_EQ(check("L['x'].size()[0] == 6"), true);
  EXPECT_EQ(check("L['x'].size()[0] == (2*L['past'][0][1].size()[2])"), true);
  EXPECT_EQ(check("((-1) + L['x'].size()[0]) == L['n']"), false);
  EXPECT_EQ(check("(L['x'].size()[0] % 2) == 0"), true);
  EXPECT_EQ(check("2 <= L['n'] and L['n'] <= 4"), true);
  EXPECT_EQ(check("2 <= L['n'] < 4"), false);
  EXPECT_EQ(check("not (L['n'] // 3 == 1 or False)"), false);
  EXPECT_EQ(check("2 ** 3 == 8"), true);
  EXPECT_EQ(check("max(L['n'], 9) == 9"), true);
  // What is not understood says nothing.
  EXPECT_EQ(check("L['y'].size()[0] == 1"), std::nullopt);
  EXPECT_EQ(check("__import__('os').system('true') == 0"), std::nullopt);
  EXPECT_EQ(check("L['x'].size()[0] =="), std::nullopt);
  EXPECT_EQ(check("1 // 0 == 1"), std::nullopt);
  EXPECT_EQ(check(""), std::nullopt);
  EXPECT_EQ(check(std::string(100000, '(')), std::nullopt);
}

} // namespace
