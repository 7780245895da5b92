//===- Recorder.cpp - One run, forward and backward -----------------------===//

#include "fx/Execution/TorchBackend.h"
#include "fx/Execution/TorchRun.h"
#include "fx/Tracing/ModuleBuilder.h"
#include "fx/Tracing/Tracer.h"
#include "fx/Translate/Recording.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;

namespace {

/// Two layers, one of them with layers of its own, and an addition.
llvm::Expected<std::unique_ptr<GraphModule>> traceNet(Context &Ctx) {
  auto M = std::make_unique<GraphModule>(Ctx);
  M->setTreeKind(GraphModule::TreeKind::Closed);
  ModuleBuilder Net(M->root(), "Net");
  Net.add("conv", "torch.nn.Conv2d(1, 2, 3)");
  ModuleBuilder Block = Net.add("block", "torch.nn.Sequential");
  Block.add("0", "torch.nn.ReLU()");
  Block.add("1", "torch.nn.Linear(4, 3)");
  return Tracer().trace(
      std::move(M),
      function({"x"}, [](TracedModule Self, Proxy X) -> TraceValue {
        return Self.call("block", Self.call("conv", X)).proxy() + 1.0;
      }));
}

/// Runs the net on ones with weights that are made up. Needs LibTorch, which is
/// loaded now.
llvm::Expected<Recording> record() {
  Context Ctx;
  auto Net = traceNet(Ctx);
  if (!Net)
    return Net.takeError();
  llvm::Expected<TorchBackend &> Torch = loadTorchBackend();
  if (!Torch)
    return Torch.takeError();
  ValueSpec Ones;
  Ones.Fill = ValueSpec::Ones;
  Ones.Sizes = {1, 1, 6, 6};
  auto Input = Torch->makeValue(Ones, /*Seed=*/0);
  if (!Input)
    return Input.takeError();
  RunOptions Options;
  Options.Weights.RandomSeed = 0;
  return Torch->record(**Net, *Input, Options, /*Name=*/"");
}

/// A line for each thing that the run met: what it is, its name, how deep it
/// lies, and in which layer.
void printEvents(const Recording &R) {
  for (uint32_t N : R.Events) {
    const Recording::Node &Node = R.Nodes[N];
    std::string Label = R.label(N);
    llvm::StringRef Name = Node.Name;
    llvm::outs() << toString(Node.K) << " '";
    if (Node.K == Recording::Kind::Layer && Node.Depth > 0)
      llvm::outs() << Name << "\\n"
                   << llvm::StringRef(Label).split('\n').second;
    else
      llvm::outs() << Name;
    llvm::outs() << "' " << Node.Depth << ' ' << R.label(Node.Parent) << '\n';
  }
  llvm::outs() << R.Edges.size() << '\n';
}

} // namespace

int main() {
  llvm::Expected<Recording> R = record();
  if (!R) {
    llvm::errs() << toString(R.takeError()) << '\n';
    return 1;
  }
  printEvents(*R);
  for (int Depth : {1, 2}) {
    llvm::outs() << "--- depth " << Depth << '\n';
    RecordingDrawOptions Options;
    Options.Depth = Depth;
    writeRecordingDot(*R, llvm::outs(), Options);
    llvm::outs() << '\n';
  }
  llvm::outs().flush();
  // LibTorch takes its time to go.
  _Exit(0);
}
