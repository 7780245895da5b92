//===- ThreadsTest.cpp - Modules of one context on several threads --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Context.h, OpRegistry.h and ModuleInfo.h promise: threads share a
// context and the tables of operators, and each has modules of its own. The
// thread sanitizer sees more in it than the comparison does (docs/Testing.md).
//
//===----------------------------------------------------------------------===//

#include "fx/AsmParser/Parser.h"
#include "fx/IR/Module.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "fx/Pass/PassManager.h"
#include "fx/Pass/PassPipeline.h"
#include "fx/Pass/PassRegistry.h"
#include "fx/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <thread>

using namespace fx;
using llvm::StringRef;

namespace {

constexpr unsigned NumThreads = 4;

constexpr char Modules[] = R"(fx 1
module net = my.Net {
  linear = torch.nn.Linear(in_features=3, out_features=4, bias=False)
  relu = torch.nn.ReLU()
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %linear : [num_users=2] = call_module[target=linear](args = (%x,), kwargs = {})
    %relu : [num_users=1] = call_module[target=relu](args = (%linear,), kwargs = {})
    %relu_1 : [num_users=1] = call_module[target=relu](args = (%linear,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%relu, %relu_1), kwargs = {})
    return %add
)";

constexpr char Operators[] = R"(fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {})
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%silu, %w), kwargs = {})
    return %linear
)";

/// \p Text after \p Passes, printed; or what went wrong.
std::string transform(Context &Ctx, StringRef Text, StringRef Passes) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  llvm::Expected<std::unique_ptr<GraphModule>> M = parseModule(Ctx, Text);
  if (!M)
    return llvm::toString(M.takeError());
  PassRegistry Registry;
  registerTransformsPasses(Registry);
  llvm::Expected<PassPipeline> Pipeline = parsePassPipeline(Passes, Registry);
  if (!Pipeline)
    return llvm::toString(Pipeline.takeError());
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &) { OS << "a diagnostic\n"; });
  PassManager Manager(std::move(*Pipeline));
  Manager.setVerifyIdempotence(true);
  if (Manager.run(**M, Diags) != PassResult::Changed)
    OS << "not changed\n";
  printModule(**M, OS, PrintFormat::Native);
  printModule(**M, OS, PrintFormat::Python);
  return Result;
}

TEST(Threads, ShareAContextAndTheTables) {
  Context Ctx;
  std::vector<std::string> Results(NumThreads);
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != NumThreads; ++I)
    Threads.emplace_back([&Ctx, &Result = Results[I]] {
      for (unsigned Round = 0; Round != 4; ++Round)
        Result += transform(Ctx, Modules,
                            "lower-modules,functional-methods,cse,dce") +
                  transform(Ctx, Operators, "infer-values,decompose,dce");
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  EXPECT_TRUE(StringRef(Results[0]).contains("torch.ops.aten.sigmoid.default"));
  EXPECT_FALSE(StringRef(Results[0]).contains("diagnostic"));
  EXPECT_FALSE(StringRef(Results[0]).contains("not changed"));
  for (const std::string &Result : Results)
    EXPECT_EQ(Result, Results[0]);
}

} // namespace
