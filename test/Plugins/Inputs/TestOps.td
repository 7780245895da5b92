//===- TestOps.td - An operator and a class of a plugin -----*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "fx/IR/ModuleBase.td"
include "fx/IR/OpBase.td"

def Fancy : Op<"mylib.fancy",
               [Fn<"mylib.fancy", ["(Tensor input, int level=1) -> Tensor"]>]> {
  let Summary = "Something fancy";
}

def FancyModule : ModuleClass<"mylib.nn.Fancy", "(int level)"> {
  let Expansion = [{
    return mylib.fancy(input, self.level)
  }];
}
