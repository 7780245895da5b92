// RUN: rm -rf %t && split-file %S/Inputs/op-list.txt %t
// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include --aten-schemas=%t/good.txt %s 2>&1 | FileCheck %s
// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include --aten-schemas=%t/none.txt %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include --aten-schemas=%t/columns.txt %s 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include --aten-schemas=%t/name.txt %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include --aten-schemas=%t/order.txt %s 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include --aten-schemas=%t/schema.txt %s 2>&1 | FileCheck %s --check-prefix=SCHEMA
// RUN: not fx-tblgen -gen-aten-table -I %fx_src_root/include --aten-schemas=%t/ascii.txt %s 2>&1 | FileCheck %s --check-prefix=ASCII
// RUN: not fx-tblgen -gen-aten-table -I %fx_src_root/include %s 2>&1 | FileCheck %s --check-prefix=WITHOUT

// The list of operator overloads, and operators that it does not have.

include "fx/IR/OpBase.td"

// CHECK: op-list.td:[[#@LINE+1]]:5: error: the operator list has no 'nope'
def A : Op<"a", [Fn<"my.a">]> { let Aten = ["nope"]; }

def B : Op<"relu">;
// CHECK: op-list.td:[[#@LINE+1]]:5: error: 'aten::relu' is declared twice
def C : Op<"rectify"> { let Aten = ["relu"]; }

// NONE: error: cannot read '{{.*}}none.txt': No such file or directory
// COLUMNS: error: {{.*}}columns.txt:2: expected five columns
// NAME: error: {{.*}}name.txt:1: expected a name with a namespace
// ORDER: error: {{.*}}order.txt:2: the list is not sorted by name
// SCHEMA: error: {{.*}}schema.txt:1: column 8: unknown type 'tensor'
// ASCII: error: the operator list is not plain ASCII
// WITHOUT: error: -gen-aten-table needs --aten-schemas
