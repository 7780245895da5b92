// RUN: not fx-tblgen -gen-op-builders -I %fx_src_root/include %s 2>&1 | FileCheck %s

// Malformed schemas, effects and inverses.

include "fx/IR/OpBase.td"

// CHECK: op-signatures.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 8: unknown type 'tensor'
def A : Op<"a", [Fn<"my.a", ["(tensor x) -> Tensor"]>]>;

// CHECK: op-signatures.td:[[#@LINE+1]]:5: error: schema of 'my.b': column 18: the default of a parameter does not end
def B : Op<"b", [Fn<"my.b", ["(str s='x) -> str"]>]>;

// CHECK: op-signatures.td:[[#@LINE+1]]:5: error: the method 'c' has no receiver
def C : Op<"c", [Method<"c", ["() -> Tensor"]>]>;

// CHECK: op-signatures.td:[[#@LINE+1]]:5: error: effect 'eats x': expected writes, aliases, random, side-effect or opaque
def D : Op<"d", [Fn<"my.d", ["(Tensor x) -> Tensor"], ["eats x"]>]>;

// CHECK: op-signatures.td:[[#@LINE+1]]:5: error: effect 'writes y if z': 'my.e' has no parameter 'y'
def E : Op<"e", [Fn<"my.e", ["(Tensor x, bool z) -> Tensor"], ["writes y if z"]>]>;

// CHECK: op-signatures.td:[[#@LINE+1]]:5: error: effect 'random if': expected a parameter after 'if'
def F : Op<"f", [Fn<"my.f">]> { let Effects = ["random if"]; }

class Unary<string name> : Op<name, [Fn<"my." # name, ["(Tensor x) -> Tensor"]>]>;

// CHECK: op-signatures.td:[[#@LINE+1]]:5: error: inverse: 'my.g' has no parameter 'y'
def G : Unary<"g"> { let Inverses = [Inverse<"y", [{ return result }]>]; }

// CHECK: op-signatures.td:[[#@LINE+1]]:5: error: inverse for 'x': line 1: unknown name 'x'
def H : Unary<"h"> { let Inverses = [Inverse<"x", [{ return x }]>]; }

// CHECK: error: no views were written
