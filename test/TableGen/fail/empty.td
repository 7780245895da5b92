// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include %s 2>&1 | FileCheck %s --check-prefix=OPS
// RUN: not fx-tblgen -gen-module-table -I %fx_src_root/include %s 2>&1 | FileCheck %s --check-prefix=MODULES
// RUN: not fx-tblgen -gen-op-table --table-name=1st -I %fx_src_root/include %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not fx-tblgen -gen-pass-decls -I %fx_src_root/include %s 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: not fx-tblgen -gen-pass-decls --pass-group=my-group -I %fx_src_root/include %s 2>&1 | FileCheck %s --check-prefix=GROUP

include "fx/IR/ModuleBase.td"
include "fx/IR/OpBase.td"
include "fx/Pass/PassBase.td"

// OPS: error: no operator is declared
// MODULES: error: no module class is declared
// NAME: error: --table-name is not an identifier
// PASSES: error: there is no pass in '{{.*}}empty.td'
// GROUP: error: --pass-group is not a part of an identifier
