//===- StateTablesTest.cpp - Tables of state in archives ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/StateTables.h"
#include "gtest/gtest.h"

using namespace fx;
using Records = std::vector<std::string>;

TEST(StateTablesTest, NamesTheRecordsOfATable) {
  EXPECT_EQ(recordsOf(StateTable::Weights,
                      R"({"config": {"a": {"path_name": "weight_0", "x": [1]},
                               "b": {"x": {}, "path_name": "weight_1"}}})"),
            (Records{"data/weights/weight_0", "data/weights/weight_1"}));
  EXPECT_EQ(recordsOf(StateTable::Constants,
                      R"({"config": {"a": {"path_name": "tensor_0"}}})"),
            Records{"data/constants/tensor_0"});
  EXPECT_EQ(recordsOf(StateTable::Weights, R"({"config": {}})"), Records{});
}

/// What comes before the mistake is known.
TEST(StateTablesTest, NamesWhatADamagedTableHas) {
  for (const char *Text :
       {"", "[]", "{}", R"({"other": {}})", R"({"config": 5})"})
    EXPECT_EQ(recordsOf(StateTable::Weights, Text), Records{}) << Text;
  for (const char *Rest : {"5", R"({"path_name": 5})", R"({"x": })"})
    EXPECT_EQ(
        recordsOf(StateTable::Weights,
                  std::string(R"({"config": {"a": {"path_name": "w"}, "b": )") +
                      Rest + "}}"),
        Records{"data/weights/w"})
        << Rest;
}
