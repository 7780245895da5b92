//===- TagNodes.cpp - Metadata for every node -----------------------------===//

#include "fx/IR/Printer.h"
#include "fx/Tracing/Tracer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;

namespace {

struct TaggingTracer : Tracer {
  Node *createNode(const NewNode &N) override {
    Node *Made = Tracer::createNode(N);
    Made->setMeta("tag", Argument::string(context(), "foo"));
    return Made;
  }
};

} // namespace

int main() {
  Context Ctx;
  auto Traced = TaggingTracer().trace(
      Ctx, function({"a", "b"},
                    [](Proxy A, Proxy B) -> TraceValue { return A + B; }));
  if (!Traced) {
    llvm::errs() << toString(Traced.takeError()) << '\n';
    return 1;
  }
  llvm::outs() << "--- M2\n";
  const Graph &G = (*Traced)->graph();
  printGraph(G, llvm::outs(), PrintFormat::FX113);
  const char *Separator = " [";
  for (const Node *N : G.nodes()) {
    llvm::outs() << Separator << '\'' << N->meta("tag")->str() << '\'';
    Separator = ", ";
  }
  llvm::outs() << "]\n";
}
