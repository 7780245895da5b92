// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include %s 2>&1 | FileCheck %s

// Names that nothing can have, and names that two operators want.

include "fx/IR/OpBase.td"

// CHECK: op-names.td:[[#@LINE+1]]:5: error: 'no name' is not a valid name of an operator
def A : Op<"no name", [Fn<"torch.a">]>;

// CHECK: op-names.td:[[#@LINE+1]]:5: error: 'my..f' is not a valid name of a function
def B : Op<"b", [Fn<"my..f">]>;

// CHECK: op-names.td:[[#@LINE+1]]:5: error: the function 'relu' has no module
def C : Op<"c", [Fn<"relu">]>;

// CHECK: op-names.td:[[#@LINE+1]]:5: error: 'a.b' is not a valid name of a method
def D : Op<"d", [Method<"a.b">]>;

// CHECK: op-names.td:[[#@LINE+1]]:5: error: the operator 'e' has no spelling
def E : Op<"e">;

// CHECK: op-names.td:[[#@LINE+1]]:5: error: '1st' is not a valid name of a C++ class
def F : Op<"f", [Fn<"my.f">]> { let CppName = "1st"; }

// CHECK: op-names.td:[[#@LINE+1]]:5: error: 'a b' is not a valid name of a function
def G : Op<"g", [Fn<"my.g">]> { let Builder = "a b"; }

def H1 : Op<"h", [Fn<"my.h">, Method<"h">]>;
// CHECK: op-names.td:[[#@LINE+5]]:5: error: operator 'h' is declared twice
// CHECK: op-names.td:[[#@LINE-2]]:5: note: declared here first
// CHECK: op-names.td:[[#@LINE+3]]:5: error: C++ class 'H' is declared twice
// CHECK: op-names.td:[[#@LINE+2]]:5: error: function 'my.h' is declared twice
// CHECK: op-names.td:[[#@LINE+1]]:5: error: method 'h' is declared twice
def H2 : Op<"h", [Fn<"my.h">, Method<"h">]>;

// CHECK: error: no table was written
