//===- Invert.cpp - A function backwards ----------------------------------===//

#include "fx/Execution/TorchBackend.h"
#include "fx/Execution/TorchRun.h"
#include "fx/IR/Ops.h"
#include "fx/IR/Printer.h"
#include "fx/Tracing/Functions.h"
#include "fx/Tracing/Tracer.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

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

/// Runs \p M, which takes one value and returns one.
llvm::Expected<RunValuePtr> run(TorchBackend &Torch, GraphModule &M,
                                RunValuePtr Input) {
  auto Runner = Torch.prepareRun(M, {});
  if (!Runner)
    return Runner.takeError();
  auto Results = (*Runner)->run({Input});
  if (!Results)
    return Results.takeError();
  return Results->front();
}

/// Shows that \p Inverse is one of \p M: its values are taken back to where
/// they came from. Needs LibTorch, which is loaded now.
llvm::Error check(GraphModule &M, GraphModule &Inverse) {
  llvm::Expected<TorchBackend &> Torch = loadTorchBackend();
  if (!Torch)
    return Torch.takeError();
  const float Numbers[] = {1, 2, 3, 4, 5};
  TensorBytes Bytes;
  Bytes.Sizes = {5};
  Bytes.Bytes =
      llvm::StringRef(reinterpret_cast<const char *>(Numbers), sizeof(Numbers));
  auto Value = Torch->makeTensor(Bytes);
  if (Value)
    Value = run(*Torch, Inverse, *Value);
  if (Value)
    Value = run(*Torch, M, *Value);
  if (!Value)
    return Value.takeError();
  auto Result = Torch->bytesOf(**Value);
  if (!Result)
    return Result.takeError();
  llvm::outs() << "tensor([";
  llvm::StringRef Rest = (*Result)->Bytes;
  for (const char *Comma = ""; !Rest.empty(); Comma = ", ") {
    float Number;
    memcpy(&Number, Rest.data(), sizeof(Number));
    Rest = Rest.drop_front(sizeof(Number));
    llvm::outs() << Comma << llvm::format("%.4g.", Number);
  }
  llvm::outs() << "])\n";
  return llvm::Error::success();
}

} // namespace

int main() {
  Context Ctx;
  auto Traced = symbolicTrace(Ctx, function({"x"}, [](Proxy X) -> TraceValue {
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
  int Code = 0;
  if (llvm::Error E = check(**Traced, **Inverse)) {
    llvm::errs() << toString(std::move(E)) << '\n';
    Code = 1;
  }
  llvm::outs().flush();
  // LibTorch takes its time to go.
  _Exit(Code);
}
