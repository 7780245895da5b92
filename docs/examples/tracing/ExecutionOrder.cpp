//===- ExecutionOrder.cpp - In which order are weights needed? ------------===//

#include "ResNet.h"
#include "fx/Tracing/ExecutionTrace.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;

namespace {

TraceValue forwardInner(TracedModule Self, Proxy X) {
  Proxy Y = Self.call("lin", X);
  return Y * Self.attr("scale");
}

TraceValue forwardNet(TracedModule Self, Proxy X) {
  X = Self.call("relu", Self.call("layer0", X));
  X = Self.call("inner", X);
  X = Self.call("inner", X);
  return fx::trace::torch::matmul(X, Self.attr("weight"));
}

/// A module that is called twice, and parameters that are used directly.
std::unique_ptr<GraphModule> makeNet(Context &Ctx) {
  auto M = std::make_unique<GraphModule>(Ctx);
  M->setTreeKind(GraphModule::TreeKind::Closed);
  ModuleBuilder Net(M->root(), "Net");
  Net.parameter("weight", DType::Float32, {4, 4});
  Net.add("layer0", "torch.nn.Linear(4, 4)");
  ModuleBuilder Inner = Net.add("inner", "Inner");
  Inner.parameter("scale", DType::Float32, {4});
  Inner.add("lin", "torch.nn.Linear(4, 4)");
  Net.add("relu", "torch.nn.ReLU()");
  return M;
}

bool printOrder(llvm::StringRef Name, const GraphModule &M,
                const TracingConfig &Config) {
  llvm::Expected<ExecutionOrder> Order = traceExecutionOrder(M, Config);
  if (!Order) {
    llvm::errs() << toString(Order.takeError()) << '\n';
    return false;
  }
  llvm::outs() << "=== " << Name << '\n';
  Order->print(llvm::outs());
  return true;
}

} // namespace

int main() {
  Context Ctx;
  ClassCode Code;
  Code.define("Inner", function({"x"}, &forwardInner));
  Code.define("Net", function({"x"}, &forwardNet));
  defineResNet(Code);
  Tracer Tracer;
  Tracer.addCode(Code);
  TracingConfig Config{Tracer, {}};
  return !(printOrder("Net", *makeNet(Ctx), Config) &&
           printOrder("resnet18", *makeResNet18(Ctx), Config));
}
