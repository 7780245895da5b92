//===- TraceNet.cpp - The graph of a torch::nn model ----------------------===//

#include "fx/IR/Printer.h"
#include "fx/Torch/DispatchTracer.h"
#include <torch/torch.h>

int main() {
  torch::nn::Sequential Net(torch::nn::Linear(4, 8), torch::nn::ReLU());
  fx::Context Ctx;
  llvm::Expected<fx::DispatchTrace> Trace =
      fx::traceModule(Ctx, Net, torch::rand({1, 4}));
  if (!Trace)
    return llvm::errs() << toString(Trace.takeError()) << '\n', 1;
  fx::printModule(*Trace->Module, llvm::outs(), fx::PrintFormat::FX);
}
