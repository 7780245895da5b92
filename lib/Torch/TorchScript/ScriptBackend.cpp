//===- ScriptBackend.cpp - TorchScript for the tools ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exceptions.h"
#include "Execution/RunBackend.h"
#include "fx/Torch/ScriptImport.h"
#include <torch/csrc/jit/api/module.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

/// The values of the first parameters of `forward`, up to the last one that has
/// a value: defaults where nothing is given.
static Expected<std::vector<IValue>>
examplesFor(const c10::FunctionSchema &Forward,
            TorchBackend::ExampleMaker Examples) {
  std::vector<RunInput> Inputs;
  for (const c10::Argument &Param : ArrayRef(Forward.arguments()).drop_front())
    Inputs.push_back(
        {Param.name(), nullptr, Param.default_value().has_value()});
  Expected<std::vector<RunValuePtr>> Given = Examples(Inputs);
  if (!Given)
    return Given.takeError();
  while (!Given->empty() && !Given->back())
    Given->pop_back();
  std::vector<IValue> Values;
  for (size_t I = 0; I != Given->size(); ++I) {
    const c10::Argument &Param = Forward.arguments()[I + 1];
    if ((*Given)[I])
      Values.push_back(valueOf(*(*Given)[I]));
    else if (Param.default_value())
      Values.push_back(*Param.default_value());
    else
      return createStringError("no example is given for the input '" +
                               Param.name() + "', which has no default");
  }
  return Values;
}

Expected<std::unique_ptr<GraphModule>>
torch_impl::importScriptFile(Context &Ctx, StringRef Path,
                             TorchBackend::ExampleMaker Examples) {
  Expected<torch::jit::Module> Script = loadScript(Path);
  if (!Script)
    return Script.takeError();
  ScriptImportOptions Options;
  const torch::jit::Function *Forward = Script->type()->findMethod("forward");
  if (Examples && Forward) {
    Expected<std::vector<IValue>> Values =
        examplesFor(Forward->getSchema(), Examples);
    if (!Values)
      return Values.takeError();
    Options.Inputs = std::move(*Values);
  }
  return importScript(Ctx, *Script, std::move(Options));
}
