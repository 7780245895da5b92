//===- ReplaceGelu.cpp - Replace GELU by a sigmoid ------------------------===//

#include "fx/Analysis/NodeSelector.h"
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
    for (Node *Gelu : G.findNodes(Opcode::CallFunction,
                                  "torch.nn.functional.gelu")) {
      if (!Matcher.matches(*Gelu))
        continue;
      // gelu(x, approximate="tanh") is another function.
      if (Gelu->numArgs() != 1 || Gelu->numKwargs() != 0) {
        warning(*Gelu, "this call has options and stays");
        continue;
      }
      InsertionGuard At = G.insertingBefore(Gelu);
      Node *X = Gelu->arg(0).asNode();
      Node *Scaled = G.callFunction("torch.mul", {X, Factor.get()});
      Node *Sigmoid = G.callFunction("torch.sigmoid", {Scaled});
      Node *Result = G.callFunction("torch.mul", {X, Sigmoid});
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
