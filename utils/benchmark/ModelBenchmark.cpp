//===- ModelBenchmark.cpp - Times the runs of a compiled model ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What utils/benchmark/models talks to:
//
//   fx-model-benchmark MODEL INPUTS.npz THREADS [exact|finite]
//
// Loads the model and says `ready`. For each line with a number of seconds it
// runs the model for so long, and answers with the number of runs, the time of
// the fastest and the median one and the processor time of one in milliseconds,
// and the peak of the memory of the process in MiB. `save FILE` writes the
// first output as elements of float32.
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/NumPyFile.h"
#include "fx/Torch/CompiledModel.h"
#include "fx/Torch/Values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <chrono>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sys/resource.h>

using namespace fx;
using namespace llvm;

static int fail(Error E) {
  errs() << "fx-model-benchmark: " << toString(std::move(E)) << '\n';
  return 1;
}

static Expected<std::vector<c10::IValue>> readInputs(StringRef Path) {
  Expected<std::vector<NumPyArray>> Arrays = readNumPyFile(Path);
  if (!Arrays)
    return Arrays.takeError();
  std::vector<c10::IValue> Values;
  for (const NumPyArray &Array : *Arrays) {
    at::Tensor T = at::empty(Array.Sizes, *toTorch(Array.Type));
    std::memcpy(T.data_ptr(), Array.Bytes.data(), Array.Bytes.size());
    Values.push_back(T);
  }
  return Values;
}

/// In MiB.
static double peakMemory() {
  rusage Usage;
  getrusage(RUSAGE_SELF, &Usage);
  return double(Usage.ru_maxrss) / 1024;
}

static Error measure(const CompiledModel &Model,
                     const std::vector<c10::IValue> &Inputs, double Seconds) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> Times;
  std::clock_t Processor = std::clock();
  Clock::time_point Begin = Clock::now();
  do {
    Clock::time_point Start = Clock::now();
    if (auto Out = Model.runLeaves(Inputs); !Out)
      return Out.takeError();
    Times.push_back(
        std::chrono::duration<double, std::milli>(Clock::now() - Start)
            .count());
  } while (std::chrono::duration<double>(Clock::now() - Begin).count() <
           Seconds);
  double Each = 1000.0 * double(std::clock() - Processor) / CLOCKS_PER_SEC /
                double(Times.size());
  sort(Times);
  outs() << Times.size()
         << format(" %.4f %.4f %.4f %.1f\n", Times.front(),
                   Times[Times.size() / 2], Each, peakMemory());
  return Error::success();
}

int main(int Argc, char **Argv) {
  if (Argc < 4) {
    errs() << "usage: fx-model-benchmark MODEL INPUTS.npz THREADS "
              "[exact|finite]\n";
    return 1;
  }
  at::set_num_threads(std::atoi(Argv[3]));
  CompileOptions Options;
  if (Argc > 4)
    Options.Prepare = StringRef(Argv[4]) == "exact"
                          ? CompileOptions::Preparation::Exact
                          : CompileOptions::Preparation::Finite;
  auto Model = CompiledModel::load(Argv[1], Options);
  if (!Model)
    return fail(Model.takeError());
  auto Inputs = readInputs(Argv[2]);
  if (!Inputs)
    return fail(Inputs.takeError());
  outs() << "ready\n";
  outs().flush();
  std::string Line;
  while (std::getline(std::cin, Line)) {
    StringRef Command(Line);
    if (Command.consume_front("save ")) {
      auto Out = (*Model)->runLeaves(*Inputs);
      if (!Out)
        return fail(Out.takeError());
      at::Tensor First = Out->front().toTensor().to(at::kFloat).contiguous();
      std::ofstream(Command.str(), std::ios::binary)
          .write(static_cast<const char *>(First.data_ptr()),
                 std::streamsize(First.nbytes()));
      outs() << "saved\n";
    } else if (Error E = measure(**Model, *Inputs, std::atof(Line.c_str()))) {
      return fail(std::move(E));
    }
    outs().flush();
  }
}
