//===- ModulePaths.cpp - Which module does each node come from? -----------===//

#include "ResNet.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;

namespace {

/// Remembers for each node the module whose code made it.
struct ModulePathTracer : Tracer {
  std::string Current;
  llvm::DenseMap<const Node *, std::string> Origin;

  TraceValue callModule(Module &M, TraceForward Forward,
                        const TraceArguments &Args) override {
    std::string Outer = std::exchange(Current, pathOfModule(M));
    TraceValue Result = Tracer::callModule(M, Forward, Args);
    Current = Outer;
    return Result;
  }

  Proxy createProxy(const NewProxy &P) override {
    Proxy Result = Tracer::createProxy(P);
    Origin[Result.node()] = Current;
    return Result;
  }
};

} // namespace

int main() {
  Context Ctx;
  ClassCode Code;
  defineResNet(Code);
  ModulePathTracer Tracer;
  Tracer.addCode(Code);
  auto Traced = Tracer.trace(makeResNet18(Ctx));
  if (!Traced) {
    llvm::errs() << toString(Traced.takeError()) << '\n';
    return 1;
  }
  for (const Node *N : (*Traced)->graph().nodes()) {
    auto It = Tracer.Origin.find(N);
    llvm::outs() << "Node " << N->name() << " is from module "
                 << (It == Tracer.Origin.end() ? "None" : It->second) << '\n';
  }
}
