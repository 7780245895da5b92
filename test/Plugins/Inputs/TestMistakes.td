//===- TestMistakes.td - Passes that change programs --------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "fx/Pass/PassBase.td"

class Mistake<string flag, string what> : Pass<flag> {
  let Summary = what;
  let Description = what;
  let Example = "fx-opt model.pt2 --load-pass-plugin=TestMistakes.so --" # flag;
}

def OtherConstant : Mistake<"other-constant", "Add 1 to each whole factor">;
def LoseWrite : Mistake<"lose-write", "Erase in-place calls without users">;
def LoseRandom : Mistake<"lose-random", "Erase random numbers without users">;
def ShareResult : Mistake<"share-result", "Return values, not copies">;
def LoseLayout : Mistake<"lose-layout", "Make what is transposed contiguous">;
def LoseGradient : Mistake<"lose-gradient", "Detach what is added">;
def LoseInput : Mistake<"lose-input", "Forget writes to inputs at the end">;
def Unknown : Mistake<"unknown-operator", "Call an operator that nobody has">;
def Die : Mistake<"die", "Abort where there is a tanh">;
