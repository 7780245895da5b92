//===- nlohmann.cpp - Times PyTorch's C++ types of programs ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nlohmann FILE N: parses the JSON of a program into the types of PyTorch's
// generated_serialization_types.h and prints microseconds of processor time per
// node, of the best of three rounds. utils/benchmark/run compiles it.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <string>

#include "generated_serialization_types.h"

static double now() {
  timespec T;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return double(T.tv_sec) + double(T.tv_nsec) * 1e-9;
}

template <typename Callback> static double best(Callback Fn) {
  double Best = std::numeric_limits<double>::max();
  for (int I = 0; I != 3; ++I) {
    double Begin = now();
    Fn();
    Best = std::min(Best, now() - Begin);
  }
  return Best;
}

int main(int Argc, char **Argv) {
  if (Argc != 3)
    return 2;
  std::ifstream File(Argv[1]);
  std::string Text((std::istreambuf_iterator<char>(File)), {});
  double N = std::stod(Argv[2]);
  torch::_export::ExportedProgram Program;
  double Load = best([&] {
    Program =
        nlohmann::json::parse(Text).get<torch::_export::ExportedProgram>();
  });
  size_t Size = 0;
  double Save = best([&] { Size = nlohmann::json(Program).dump().size(); });
  for (auto [Row, Time] : {std::pair("pt2_load", Load), {"pt2_save", Save}})
    std::printf("{\"row\": \"%s\", \"n\": %.0f, \"us\": %g}\n", Row, N,
                Time / N * 1e6);
  return Size ? 0 : 1;
}
