//===- RoundTripPropertyTest.cpp - parse(print(m)) is m -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../fuzz/RandomModule.h"
#include "fx/AsmParser/Parser.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Structural.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fx;

namespace {

std::string print(const GraphModule &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printModule(M, OS, PrintFormat::Native);
  return Text;
}

TEST(RoundTrip, HundredThousandRandomModules) {
  for (unsigned Block = 0; Block != 1000; ++Block) {
    Context Ctx;
    for (unsigned I = 0; I != 100; ++I) {
      uint64_t Seed = Block * 100 + I;
      std::unique_ptr<GraphModule> M = test::RandomModule(Ctx, Seed).module();
      std::string Text = print(*M);
      auto Source = std::make_shared<llvm::SourceMgr>();
      unsigned Id = Source->AddNewSourceBuffer(
          llvm::MemoryBuffer::getMemBuffer(Text, "text"), llvm::SMLoc());
      DiagnosticEngine Diags(Source.get());
      std::vector<std::unique_ptr<GraphModule>> Read;
      ASSERT_TRUE(parseModules(Ctx, Source, Id, Diags, Read))
          << "seed " << Seed << "\n"
          << Text;
      ASSERT_EQ(Diags.numWarnings(), 0u) << "seed " << Seed << "\n" << Text;
      ASSERT_EQ(Read.size(), 1u) << "seed " << Seed << "\n" << Text;
      // Names, types, metadata, trees and the order of users included.
      auto Difference = findDifference(*M, *Read[0]);
      ASSERT_FALSE(Difference)
          << "seed " << Seed << ": " << Difference->Text << "\n"
          << Text;
      ASSERT_EQ(print(*Read[0]), Text) << "seed " << Seed;
    }
  }
}

} // namespace
