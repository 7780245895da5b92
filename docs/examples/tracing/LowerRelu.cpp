//===- LowerRelu.cpp - A leaf that is not a leaf any more -----------------===//

#include "fx/IR/Printer.h"
#include "fx/Tracing/ModuleBuilder.h"
#include "fx/Tracing/Tracer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;

namespace {

/// Goes into ReLU: what it computes is recorded.
struct LoweringTracer : Tracer {
  bool isLeafModule(const Module &M, llvm::StringRef Path) override {
    return !isClass(M, "torch.nn.ReLU") && Tracer::isLeafModule(M, Path);
  }
};

bool printTable(llvm::StringRef Title, Tracer &&T) {
  Context Ctx;
  auto M = std::make_unique<GraphModule>(Ctx);
  M->setTreeKind(GraphModule::TreeKind::Closed);
  ModuleBuilder(M->root(), "M1").add("relu", "torch.nn.ReLU()");
  auto Forward = function({"x"}, [](TracedModule Self, Proxy X) -> TraceValue {
    return Self.call("relu", X);
  });
  auto Traced = T.trace(std::move(M), Forward);
  if (!Traced) {
    llvm::errs() << toString(Traced.takeError()) << '\n';
    return false;
  }
  llvm::outs() << "--- " << Title << '\n';
  printGraph((*Traced)->graph(), llvm::outs(), PrintFormat::Tabular);
  llvm::outs() << '\n';
  return true;
}

} // namespace

int main() {
  return !(printTable("M1 default", Tracer()) &&
           printTable("M1 lowered", LoweringTracer()));
}
