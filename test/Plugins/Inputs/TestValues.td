//===- TestValues.td - Operators with rules for values ------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "fx/IR/OpBase.td"

def Scale : Op<"mylib.scale",
    [Fn<"torch.ops.mylib.scale.default", ["(Tensor x, float by) -> Tensor"]>]>;
def Pairs : Op<"mylib.pairs",
    [Fn<"torch.ops.mylib.pairs.default", ["(Tensor x) -> Tensor"]>]>;

// As in docs/Plugins.md.
def : ValueRule<"pointwise", ["mylib.scale"]>;
def : ValueRule<"mylib-pairs", ["mylib.pairs"]>;
