//===- Calls.cpp - Fuzz target: calls of operators ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of declared operators under all their names, with arguments that fit
// their schemas and some that do not: out of range, repeated, negative, of
// another kind, too many, symbolic, empty. The verifier, the rules for values
// and the passes that know operators may refuse them, and may not crash.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "RandomCalls.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Verifier.h"
#include "fx/Pass/PassManager.h"
#include "fx/Pass/PassPipeline.h"
#include "fx/Pass/PassRegistry.h"
#include "fx/Tools/AllPasses.h"

using namespace fx;
using llvm::StringRef;

static const PassRegistry &registry() {
  static PassRegistry &Registry = *[] {
    auto *R = new PassRegistry;
    registerAllPasses(*R);
    return R;
  }();
  return Registry;
}

static bool isValid(const GraphModule &M) {
  DiagnosticEngine Diags;
  Diags.setHandler([](const Diagnostic &) {});
  return verify(M, Diags);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Context Ctx;
  GraphModule M(Ctx);
  test::RandomCalls(M, {Data, Size}).fill();
  (void)isValid(M);
  // A call that cannot be computed is an error, and its users have no value.
  {
    ValueInference Inference(M.graph(), &M);
    for (Node *N : M.graph().nodes())
      if (N->isCall())
        if (llvm::Error E = Inference.inferAndSet(*N, M))
          fuzz::checkError(std::move(E));
  }
  (void)isValid(M);
  for (StringRef Pass : {"normalize-args", "functional-methods", "fix(cse,dce)",
                         "decompose", "rewrite{level=3}"}) {
    std::unique_ptr<GraphModule> Copy = M.clone();
    PassManager Manager(cantFail(parsePassPipeline(Pass, registry())));
    // Of a call that is wrong, a pass may make one that the verifier knows.
    Manager.setVerifyEach(false);
    DiagnosticEngine Diags;
    Diags.setHandler([](const Diagnostic &) {});
    (void)Manager.run(*Copy, Diags);
    (void)isValid(*Copy);
  }
  return 0;
}
