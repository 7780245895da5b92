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

/// The values of the first parameters of `forward`, up to the last one that has
/// a value: defaults where nothing is given.
static Error makeExamples(const c10::FunctionSchema &Forward,
                          TorchBackend::ExampleMaker Examples,
                          ScriptImportOptions &Options) {
  std::vector<RunInput> Inputs;
  for (const c10::Argument &Param : ArrayRef(Forward.arguments()).drop_front())
    Inputs.push_back(
        {Param.name(), nullptr, Param.default_value().has_value()});
  Expected<ExampleInputs> Given = Examples(Inputs);
  if (!Given)
    return Given.takeError();
  std::vector<RunValuePtr> &Values = Given->Values;
  while (!Values.empty() && !Values.back())
    Values.pop_back();
  for (size_t I = 0; I != Values.size(); ++I) {
    const c10::Argument &Param = Forward.arguments()[I + 1];
    Options.NamedSizes.push_back(Given->NamedSizes[I]);
    if (Values[I])
      Options.Inputs.push_back(valueOf(*Values[I]));
    else if (Param.default_value())
      Options.Inputs.push_back(*Param.default_value());
    else
      return createStringError("no example is given for the input '" +
                               Param.name() + "', which has no default");
  }
  return Error::success();
}

Expected<std::unique_ptr<GraphModule>>
LibTorchBackend::importScript(Context &Ctx, StringRef Path,
                              ExampleMaker Examples) {
  Expected<torch::jit::Module> Script = loadScript(Path);
  if (!Script)
    return Script.takeError();
  ScriptImportOptions Options;
  const torch::jit::Function *Forward = Script->type()->findMethod("forward");
  if (Examples && Forward)
    if (Error E = makeExamples(Forward->getSchema(), Examples, Options))
      return E;
  return fx::importScript(Ctx, *Script, std::move(Options));
}
