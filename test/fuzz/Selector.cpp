//===- Selector.cpp - Fuzz target: node selectors -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/NodeSelector.h"
#include "fx/IR/Module.h"

using namespace fx;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static Context Ctx;
  static GraphModule &M = *[] {
    auto *M = new GraphModule(Ctx);
    Graph &G = M->graph();
    Node *X = G.placeholder("x");
    Node *Relu = G.callModule("layer1.0.relu", {X});
    Relu->setMeta("tag", Argument::string(Ctx, "foo"));
    Node *Add =
        G.callFunction("torch.add", {Relu, X}, {{Ctx.intern("alpha"), 2}});
    Add->setMeta("val",
                 Argument::tensorType(DType::Float32, Argument::tuple({1}),
                                      Argument(), Argument()));
    G.output(Add);
    return M;
  }();
  llvm::Expected<NodeSelector> Selector =
      NodeSelector::parse({reinterpret_cast<const char *>(Data), Size}, Ctx);
  if (!Selector) {
    (void)llvm::toString(Selector.takeError());
    return 0;
  }
  for (Node *N : M.graph().nodes())
    (void)Selector->matches(*N, M);
  return 0;
}
