//===- ReplaceGelu.cpp - Replace GELU by a sigmoid ------------------------===//

#include "fx/Analysis/NodeSelector.h"
#include "fx/IR/Ops.h"
#include "fx/Pass/Pass.h"
#include "fx/Pass/PassPlugin.h"

using namespace fx;

namespace {

#include "Passes.h.inc"
#define GEN_PASS_DEF_REPLACEGELU
#include "PassBases.h.inc"

struct ReplaceGelu : impl::ReplaceGeluBase<ReplaceGelu> {
  llvm::Expected<bool> run(GraphModule &Module) override {
    llvm::Expected<NodeSelector> Selector =
        NodeSelector::parse(Where.get(), Module.context());
    if (!Selector)
      return Selector.takeError();

    Graph &G = Module.graph();
    NodeMatcher Matcher(*Selector, G);
    bool Changed = false;
    for (ops::Gelu Gelu : G.findNodes<ops::Gelu>()) { // every spelling
      if (!Matcher.matches(*Gelu.node()))
        continue;
      if (Argument Mode = Gelu.approximate(); Mode.str() != "none") {
        warning(*Gelu.node(), "this is another function and stays");
        continue;
      }
      InsertionGuard At = G.insertingBefore(Gelu);
      Argument X = Gelu.input();
      Node *Scaled = G.callFunction<ops::Mul>(X, Factor.get());
      Node *Sigmoid = G.callFunction<ops::Sigmoid>(Scaled);
      Node *Result = G.callFunction<ops::Mul>(X, Sigmoid);
      Gelu->replaceAllUsesWith(Result, nullptr, /*PropagateMeta=*/true);
      G.eraseNode(Gelu);
      ++NumReplaced;
      Changed = true;
    }
    return Changed;
  }
};

} // namespace

FX_PASS_PLUGIN("gelu", "1.0",
               [](PluginHost &Host) { registerGeluPasses(Host.passes()); })
