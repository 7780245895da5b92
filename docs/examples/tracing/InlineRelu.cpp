//===- InlineRelu.cpp - Proxies that add to a graph -----------------------===//

#include "fx/IR/Printer.h"
#include "fx/Tracing/Functions.h"
#include "fx/Tracing/ModuleBuilder.h"
#include "fx/Tracing/Tracer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
namespace F = fx::trace::torch::nn::functional;

int main() {
  Context Ctx;
  auto M = std::make_unique<GraphModule>(Ctx);
  M->setTreeKind(GraphModule::TreeKind::Closed);
  M->setFromOldTorch(true);
  ModuleBuilder(M->root(), "M").add("relu", "torch.nn.ReLU()");
  auto Traced = Tracer().trace(
      std::move(M),
      function({"x"}, [](TracedModule Self, Proxy X) -> TraceValue {
        return Self.call("relu", X).proxy() + 1.0;
      }));
  if (!Traced) {
    llvm::errs() << toString(Traced.takeError()) << '\n';
    return 1;
  }
  Graph &G = (*Traced)->graph();
  llvm::outs() << "--- M before\n";
  printGraph(G, llvm::outs(), PrintFormat::FX113);

  // What the module computes, in place of its call.
  GraphAppendingTracer Appending(G);
  for (Node *Call : G.findNodes(Opcode::CallModule, "relu")) {
    InsertionGuard At = G.insertingBefore(Call);
    Proxy Input(Call->arg(0).asNode(), Appending);
    Proxy Relu = F::relu(Input, kw("inplace", false));
    Call->replaceAllUsesWith(Relu.node());
    G.eraseNode(Call);
  }
  if (llvm::Error E = Appending.takeError()) {
    llvm::errs() << toString(std::move(E)) << '\n';
    return 1;
  }
  llvm::outs() << "\n--- M after\n";
  printGraph(G, llvm::outs(), PrintFormat::FX113);
  llvm::outs() << '\n';
  printModule(**Traced, llvm::outs(), PrintFormat::Python);
  llvm::outs() << '\n';
}
