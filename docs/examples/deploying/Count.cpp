//===- Count.cpp - A model with state, and sessions -----------------------===//

#include "fx/Torch/CompiledModel.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/ATen.h>

int main(int, char **Argv) {
  auto Loaded = fx::CompiledModel::load(Argv[1]);
  if (!Loaded)
    return llvm::errs() << llvm::toString(Loaded.takeError()) << '\n', 1;
  const fx::CompiledModel &Model = **Loaded;
  for (const std::string &Path : Model.writtenState())
    llvm::outs() << "runs write " << Path << '\n';

  at::Tensor X = at::ones({2, 2});
  std::unique_ptr<fx::ModelSession> Ann = Model.newSession();
  std::unique_ptr<fx::ModelSession> Bob = Model.newSession();
  for (fx::ModelSession *Session : {&*Ann, &*Ann, &*Bob})
    if (auto Out = Session->run({{"x", X}}); !Out)
      return llvm::errs() << llvm::toString(Out.takeError()) << '\n', 1;
  for (fx::ModelSession *Session : {&*Ann, &*Bob}) {
    auto Steps = Session->state("steps");
    if (!Steps)
      return llvm::errs() << llvm::toString(Steps.takeError()) << '\n', 1;
    llvm::outs() << Steps->item<int64_t>() << " steps\n";
  }
}
