//===- ShapeProp.cpp - Types of values from a run -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Execution/TorchBackend.h"
#include "fx/Interop/RunInputs.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_SHAPEPROP
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

struct ShapeProp : impl::ShapePropBase<ShapeProp> {
  Expected<bool> run(GraphModule &M) override {
    Expected<TorchBackend &> Backend = loadTorchBackend();
    if (!Backend)
      return Backend.takeError();
    RunInputSource Source;
    Source.Specs.assign(Inputs.begin(), Inputs.end());
    Source.Meta = Meta;
    std::vector<RunInput> Known = runInputsOf(M);
    Expected<std::vector<RunValuePtr>> Values =
        makeRunInputs(*Backend, M, Known, Source);
    if (!Values)
      return Values.takeError();
    RunOptions Options;
    if (RandomWeights)
      Options.Weights.RandomSeed = 0;
    Expected<std::vector<NodeValueType>> Types =
        Backend->propagateShapes(M, *Values, Options, Meta);
    if (!Types)
      return Types.takeError();
    bool Changed = false;
    for (NodeValueType &T : *Types) {
      const Argument *Old = T.N->val();
      // The sizes of an exported program are those of all its inputs.
      if (Old && (M.program() || *Old == T.Type))
        continue;
      T.N->setVal(T.Type);
      ++NumTyped;
      Changed = true;
    }
    return Changed;
  }
};

} // namespace
