//===- MemorySafetyTest.cpp - What cannot be told apart -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"
#include "fx/IR/Printer.h"
#include "fx/Transforms/CSE.h"
#include "gtest/gtest.h"

using namespace fx;
using namespace llvm;

namespace {

std::string text(const Graph &G) {
  std::string Text;
  raw_string_ostream OS(Text);
  printGraph(G, OS, PrintFormat::FX);
  return Text;
}

/// Runs \p Change over random graphs and compares what can be observed. Returns
/// by how many nodes they shrank.
size_t checkOnRandomGraphs(function_ref<void(Graph &)> Change) {
  size_t Erased = 0;
  for (unsigned Seed = 0; Seed != 6000; ++Seed) {
    std::mt19937 Random(Seed);
    Context Ctx;
    Graph G(Ctx);
    test::makeRandomGraph(G, Random, 5 + Random() % 40, Seed % 4 * 12);
    std::unique_ptr<Graph> Old = G.clone();
    Change(G);
    Erased += Old->size() - G.size();
    for (bool InputsAlias : {false, true})
      if (test::MemoryModel::run(*Old, InputsAlias) !=
          test::MemoryModel::run(G, InputsAlias)) {
        ADD_FAILURE() << "seed " << Seed << "\nbefore:\n"
                      << text(*Old) << "\nafter:\n"
                      << text(G);
        return Erased;
      }
  }
  return Erased;
}

TEST(MemorySafety, CSE) {
  EXPECT_GT(
      checkOnRandomGraphs([](Graph &G) { eliminateCommonSubexpressions(G); }),
      8000u);
}

TEST(MemorySafety, DCE) {
  EXPECT_GT(checkOnRandomGraphs([](Graph &G) { G.eliminateDeadCode(); }),
            20000u);
}

TEST(MemorySafety, Both) {
  checkOnRandomGraphs([](Graph &G) {
    bool Changed = true;
    while (Changed) {
      Changed = eliminateCommonSubexpressions(G) != 0;
      Changed |= G.eliminateDeadCode();
    }
  });
}

} // namespace
