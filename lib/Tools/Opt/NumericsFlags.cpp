//===- NumericsFlags.cpp - Flags of --check-numerics ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckNumerics.h"
#include "Common/CommandLine.h"
#include "llvm/Support/FileSystem.h"

using namespace fx;
using namespace llvm;

void fx::addRunInputFlags(CommandLine &Flags, RunInputSource &Inputs,
                          StringRef Help, CommandLineFlag::Visibility File) {
  using Flag = CommandLineFlag;
  Flags.add({"input", Flag::RequiredValue, "[NAME=]SPEC", Help.str(),
             Flag::Shown, [&Inputs](std::optional<StringRef> Text) -> Error {
               Inputs.Specs.push_back(Text->str());
               return checkTensorFile(Text->substr(Text->find('=') + 1));
             }});
  Flags.add({"inputs", Flag::RequiredValue, "FILE",
             "Take inputs from a .safetensors, .npz or .pt file, by name or "
             "place; sample: those that the program was exported with",
             File,
             [&Inputs](std::optional<StringRef> Text) -> Error {
               if (Error E = checkTensorFile(*Text))
                 return E;
               Inputs.File = Text->str();
               if (Text->find_first_of("([") == StringRef::npos ||
                   sys::fs::exists(*Text))
                 return Error::success();
               return createStringError("expected a file; --input=" + *Text +
                                        " describes an input");
             },
             /*IsOnce=*/true});
}

void fx::addRandomWeightsFlag(CommandLine &Flags, std::optional<uint64_t> &Seed,
                              CommandLineFlag::Visibility Visibility) {
  Flags.add({"random-weights", CommandLineFlag::OptionalValue, "SEED",
             "Use random values for missing weights", Visibility,
             [&Seed](std::optional<StringRef> Text) -> Error {
               uint64_t Number = 0;
               if (Text && Text->getAsInteger(10, Number))
                 return expectedValue("a number", *Text);
               Seed = Number;
               return Error::success();
             }});
}

void fx::addNumericsFlags(CommandLine &Flags, NumericsOptions &N) {
  using Flag = CommandLineFlag;
  Flags.add({"check-numerics", Flag::OptionalValue, "each|end",
             "Run the model before and after each pass and compare",
             Flag::Shown, [&N](std::optional<StringRef> Text) -> Error {
               if (Text && *Text != "each" && *Text != "end")
                 return expectedValue("each or end", *Text);
               N.Mode = Text && *Text == "end" ? NumericsOptions::End
                                               : NumericsOptions::Each;
               return Error::success();
             }});
  addRunInputFlags(
      Flags, N.Inputs,
      "An input for that, an example for TorchScript, its type in a "
      ".pt2: x=f32[batch,3]",
      CommandLineFlag::Hidden);
  Flags.tolerance("rtol", N.Rtol, "Relative difference (1e-4)", Flag::Hidden);
  Flags.tolerance("atol", N.Atol, "Absolute difference (1e-5)", Flag::Hidden);
  addRandomWeightsFlag(Flags, N.Run.Weights.RandomSeed, Flag::Hidden);
  Flags.add({"seed", Flag::RequiredValue, "N",
             "Seed of inputs that are made up (0)", Flag::Hidden,
             [&N](std::optional<StringRef> Text) -> Error {
               if (Text->getAsInteger(10, N.Inputs.Seed))
                 return expectedValue("a number", *Text);
               return Error::success();
             }});
  Flags.text("numerics-file", "FILE", N.Reproducer,
             "Where the module goes that a pass spoiled, as it was before",
             Flag::Hidden);
  for (StringRef Name : {"numerics-file", "rtol", "atol"})
    Flags.needs(Name, {"check-numerics", "opt-bisect"});
}
