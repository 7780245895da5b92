//===- ProgramJudge.cpp - What PyTorch's C++ makes of programs ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// program-judge FILE...: reads each file, the JSON of a program, into the types
// of PyTorch's generated_serialization_types.h, writes those as JSON again, and
// says where the two differ. Nothing may get lost.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>

#include "generated_serialization_types.h"

using nlohmann::json;

/// PyTorch's types write -Infinity as Infinity.
static void forgetSigns(json &Value) {
  if (Value == "-Infinity")
    Value = "Infinity";
  if (Value.is_structured())
    for (json &Item : Value)
      forgetSigns(Item);
}

static bool isEqual(const std::string &Path) {
  std::ifstream File(Path);
  json Before = json::parse(File);
  json After = Before.get<torch::_export::ExportedProgram>();
  forgetSigns(Before);
  forgetSigns(After);
  if (Before == After)
    return true;
  std::cout << Path << " differs: " << json::diff(Before, After).at(0) << '\n';
  return false;
}

int main(int Argc, char **Argv) {
  int Differ = 0;
  for (int I = 1; I < Argc; ++I) {
    bool Equal = false;
    try {
      Equal = isEqual(Argv[I]);
    } catch (const std::exception &E) {
      std::cout << Argv[I] << " is refused: " << E.what() << '\n';
    }
    Differ += !Equal;
  }
  std::cout << "judge: " << Argc - 1 << " programs, " << Differ << " differ\n";
  return Differ != 0;
}
