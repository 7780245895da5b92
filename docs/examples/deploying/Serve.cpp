//===- Serve.cpp - One model, many threads --------------------------------===//

#include "fx/Torch/CompiledModel.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <thread>

int main(int Argc, char **Argv) {
  at::set_num_threads(1); // requests run side by side
  auto Loaded = fx::CompiledModel::load(Argv[1]);
  if (!Loaded)
    return llvm::errs() << llvm::toString(Loaded.takeError()) << '\n', 1;
  const fx::CompiledModel &Model = **Loaded;

  // A request for each batch size on the command line, each in a thread.
  std::vector<std::string> Answers(Argc - 2);
  std::vector<std::thread> Threads;
  for (int I = 0; I != Argc - 2; ++I)
    Threads.emplace_back([&, I] {
      auto Input = at::ones({std::stoi(Argv[I + 2]), 4});
      auto Out = Model.run({{"input", Input}});
      Answers[I] = Out ? c10::str(Out->toTensor().sizes())
                       : llvm::toString(Out.takeError());
    });
  for (std::thread &T : Threads)
    T.join();
  for (const std::string &Answer : Answers)
    llvm::outs() << Answer << '\n';
}
