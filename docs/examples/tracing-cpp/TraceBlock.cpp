//===- TraceBlock.cpp - Modules that say when they run --------------------===//

#include "fx/Analysis/ModuleStack.h"
#include "fx/Torch/DispatchTracer.h"
#include "llvm/Support/raw_ostream.h"
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor X) {
    fx::DispatchScope Scope(*this); // does nothing outside of tracing
    return torch::relu(Norm(Conv(X)));
  }
  torch::nn::Conv2d Conv = register_module("conv", torch::nn::Conv2d(3, 8, 3));
  torch::nn::BatchNorm2d Norm =
      register_module("norm", torch::nn::BatchNorm2d(8));
};
TORCH_MODULE(Block);

int main() {
  torch::nn::Sequential Net{Block()};
  Net->eval();
  fx::Context Ctx;
  llvm::Expected<fx::DispatchTrace> Trace =
      fx::traceModule(Ctx, Net, torch::rand({1, 3, 8, 8}));
  if (!Trace)
    return llvm::errs() << toString(Trace.takeError()) << '\n', 1;
  fx::printModulePaths(*Trace->Module, llvm::outs());
}
