// RUN: not fx-tblgen -gen-module-table -I %fx_src_root/include %s 2>&1 | FileCheck %s

// Malformed classes; what is wrong with formulas is in formulas.td.

include "fx/IR/ModuleBase.td"

class Same<string name, string ctor = "()"> : ModuleClass<name, ctor> {
  let Expansion = [{ return input }];
}

// CHECK: modules.td:[[#@LINE+1]]:5: error: 'ReLU' is not a valid qualified name of a class
def A : Same<"ReLU">;

// CHECK: modules.td:[[#@LINE+1]]:5: error: 'my.b.' is not a valid qualified name of a class
def B : Same<"my.B"> { let Aliases = ["my.b."]; }

// CHECK: modules.td:[[#@LINE+1]]:5: error: constructor: column 14: a second parameter 'n'
def C : Same<"my.C", "(int n, int n)">;

// CHECK: modules.td:[[#@LINE+1]]:5: error: forward: column 2: expected a type
def D : Same<"my.D"> { let Forward = "(="; }

// CHECK: modules.td:[[#@LINE+1]]:5: error: the constructor has no parameter 'p' that could be hidden
def E : Same<"my.E"> { let Hidden = ["p"]; }

// CHECK: modules.td:[[#@LINE+1]]:5: error: 'a b' is not a valid name of a tensor
def F : Same<"my.F"> { let Tensors = [Param<"a b">]; }

// CHECK: modules.td:[[#@LINE+1]]:5: error: a second tensor 'w'
def G : Same<"my.G"> { let Tensors = [Param<"w">, Buffer<"w">]; }

// CHECK: modules.td:[[#@LINE+1]]:5: error: condition of the tensor 'w': line 1: the constructor has no parameter 'bias'
def H : Same<"my.H"> { let Tensors = [Param<"w", "init.bias">]; }

// CHECK: modules.td:[[#@LINE+1]]:5: error: a class has either an expansion or a reason why it has none
def I : ModuleClass<"my.I", "()">;

// CHECK: modules.td:[[#@LINE+1]]:5: error: a class has either an expansion or a reason why it has none
def J : Same<"my.J"> { let NoExpansion = "it has two"; }

// CHECK: modules.td:[[#@LINE+1]]:5: error: more than 32 tensors
def K : Same<"my.K"> {
  let Tensors = !foreach(i, !range(33), Param<"w" # i>);
}

def L1 : Same<"my.L">;
// CHECK: modules.td:[[#@LINE+2]]:5: error: class 'my.L' is declared twice
// CHECK: modules.td:[[#@LINE-2]]:5: note: declared here first
def L2 : Same<"your.L"> { let Aliases = ["my.L"]; }

// CHECK: error: the module classes are malformed
