//===- TestFormulas.td - Formulas of plugins ----------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "fx/IR/ModuleBase.td"

class Failing<string name, code formula>
    : ModuleClass<"test." # name, "(Any n=0)"> {
  let Expansion = formula;
}

def DivideIntegers
    : Failing<"DivideIntegers", [{ return input + 1 // self.n }]>;
def DivideReals : Failing<"DivideReals", [{ return input + 1.0 / self.n }]>;
def Overflow
    : Failing<"Overflow", [{ return input * (9223372036854775807 + self.n) }]>;
def Mismatch : Failing<"Mismatch", [{ return input * (self.n - 'a') }]>;
def TooLong : Failing<"TooLong", [{ return input.view((1,) * self.n) }]>;
def Condition : Failing<"Condition", [{
    if input:
      return input
    return input + 1
  }]>;
def Index : Failing<"Index", [{ return input + self.n[0] }]>;
def Unpack : Failing<"Unpack", [{
    x, y = self.n
    return input + x + y
  }]>;
def NoValue : Failing<"NoValue", [{
    if self.n:
      x = 1
    return input + x
  }]>;
def Raise : Failing<"Raise", [{ raise self.n }]>;
def Method : Failing<"Method", [{
    x = 3
    return input + x.bit_length()
  }]>;
def Attribute : Failing<"Attribute", [{
    x = 3
    return input + x.real
  }]>;

// These work out.
def Slices : ModuleClass<"test.Slices", "(Any n=0)"> {
  let Expansion = [{
    y = input[1:self.n]
    return torch.add(y[self.n + 1:], y[:-1], alpha=(y, [y, self.n])[1][1])
  }];
}
