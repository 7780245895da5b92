// RUN: rm -rf %t && split-file %S/Inputs/op-list.txt %t
// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include --aten-schemas=%t/good.txt %s 2>&1 | FileCheck %s

// Sets have operators that there are, once each.

include "fx/IR/OpBase.td"

def A : Op<"rectify", [Fn<"my.a">]> { let Aten = ["relu"]; }

// CHECK: op-sets.td:[[#@LINE+1]]:5: error: there is no operator 'nope'
def One : OpSet<"one", ["rectify", "nope"]>;
// CHECK: op-sets.td:[[#@LINE+1]]:5: error: 'rectify' is in the set already
def Two : OpSet<"two", ["rectify", "rectify"]>;
// CHECK: op-sets.td:[[#@LINE+1]]:1: error: 'relu' is the operator 'rectify'
def : OpSet<"views", ["relu"]>;
