//===- TestNumerics.td - Passes that compute something else -*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "fx/Pass/PassBase.td"

class WrongPass<string flag, string what> : Pass<flag> {
  let Summary = what;
  let Description = what;
  let Example = "fx-opt model.fx --load-pass-plugin=TestNumerics.so --" # flag;
}

def WrongConstant : WrongPass<"wrong-constant", "Add 1 to each factor">;
def DropInPlace : WrongPass<"drop-in-place", "Erase in-place calls without users">;
def ReuseBuffer
    : WrongPass<"reuse-buffer", "Write sums into the memory of their operand">;
def ShareOutput : WrongPass<"share-output", "Return values, not copies">;
def Break : WrongPass<"break", "Call what does not fit">;
