#include "fx/Analysis/ProgramVerifier.h"
#include "fx/Pass/PassManager.h"
#include "fx/Torch/CompiledModel.h"
#include "fx/Transforms/Passes.h"
#include "fx/Translate/LoadModel.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/ATen.h>

/// The model of a file, after the passes of a pipeline.
static llvm::Expected<std::shared_ptr<const fx::CompiledModel>>
loadAndEdit(llvm::StringRef Path, llvm::StringRef Pipeline) {
  auto Ctx = std::make_shared<fx::Context>();
  auto M = fx::loadModel(*Ctx, Path);
  if (!M)
    return M.takeError();
  fx::PassRegistry Passes;
  fx::registerTransformsPasses(Passes);
  auto Parsed = fx::parsePassPipeline(Pipeline, Passes);
  if (!Parsed)
    return Parsed.takeError();
  fx::PassManager Manager(std::move(*Parsed));
  // Gives new nodes of a program their types, as fx-opt does.
  Manager.setCompletion(fx::completeChangedProgram);
  // Without a handler, messages go to standard error.
  fx::DiagnosticEngine Diags;
  if (!succeeded(Manager.run(**M, Diags)))
    return llvm::createStringError("the passes failed");
  return fx::CompiledModel::create(Ctx, std::move(*M));
}

int main(int Argc, char **Argv) {
  auto Model = loadAndEdit(Argv[1], Argv[2]);
  if (!Model)
    return llvm::errs() << llvm::toString(Model.takeError()) << '\n', 1;
  auto Out = (*Model)->run({{"input", at::ones({2, 4})}});
  if (!Out)
    return llvm::errs() << llvm::toString(Out.takeError()) << '\n', 1;
  llvm::outs() << c10::str(Out->toTensor().sizes()) << '\n';
}
