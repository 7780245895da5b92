// RUN: rm -rf %t && split-file %S/Inputs/op-list.txt %t
// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include --aten-schemas=%t/good.txt %s 2>&1 | FileCheck %s

// Rules are for operators that there are, once for each.

include "fx/IR/OpBase.td"

def A : Op<"rectify", [Fn<"my.a">]> { let Aten = ["relu"]; }

// CHECK: value-rules.td:[[#@LINE+1]]:1: error: there is no operator or function 'nope'
def : ValueRule<"pointwise", ["rectify", "nope", "my.a"]>;
// CHECK: value-rules.td:[[#@LINE+1]]:1: error: 'rectify' has a rule already
def : ValueRule<"view", ["rectify"]>;
// CHECK: value-rules.td:[[#@LINE+1]]:1: error: 'relu' is the operator 'rectify'
def : ValueRule<"view", ["relu"]>;
