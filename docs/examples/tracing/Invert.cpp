//===- Invert.cpp - A function backwards ----------------------------------===//

#include "fx/IR/Ops.h"
#include "fx/IR/Printer.h"
#include "fx/Tracing/Functions.h"
#include "fx/Tracing/Tracer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
namespace torch = fx::trace::torch;

namespace {

/// The function that undoes the call \p N.
const TraceFunction *inverseOf(Node *N) {
  if (llvm::isa<ops::Exp>(N))
    return &torch::log;
  if (llvm::isa<ops::Tan>(N))
    return &torch::arctan;
  return nullptr;
}

/// A chain of calls, from the result to the input.
llvm::Expected<std::unique_ptr<GraphModule>> invert(const GraphModule &M) {
  auto Inverse = std::make_unique<GraphModule>(M.context());
  Inverse->setFromOldTorch(true);
  Graph &G = Inverse->graph();
  GraphAppendingTracer Appending(G);
  Proxy Value = Appending.proxy(G.placeholder("output"));
  for (Node *N : M.graph().reversedNodes()) {
    if (!N->isCall())
      continue;
    const TraceFunction *Undo = inverseOf(N);
    if (!Undo)
      return llvm::createStringError("'" + N->targetText() +
                                     "' cannot be undone");
    Value = (*Undo)(Value);
  }
  if (llvm::Error E = Appending.takeError())
    return E;
  G.output(Value.node());
  return Inverse;
}

} // namespace

int main() {
  Context Ctx;
  auto Traced = symbolicTrace(
      Ctx, function({"x"}, [](Proxy X) -> TraceValue {
        return torch::exp(torch::tan(X));
      }));
  auto Inverse = Traced ? invert(**Traced) : Traced.takeError();
  if (!Inverse) {
    llvm::errs() << toString(Inverse.takeError()) << '\n';
    return 1;
  }
  llvm::outs() << "--- invert\n";
  printModule(**Inverse, llvm::outs(), PrintFormat::FX113);
  printModule(**Inverse, llvm::outs(), PrintFormat::Python);
  llvm::outs() << '\n';
}
