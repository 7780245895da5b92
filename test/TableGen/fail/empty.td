// RUN: not fx-tblgen -gen-op-table -I %fx_src_root/include %s 2>&1 | FileCheck %s --check-prefix=OPS
// RUN: not fx-tblgen -gen-module-table -I %fx_src_root/include %s 2>&1 | FileCheck %s --check-prefix=MODULES
// RUN: not fx-tblgen -gen-op-table --table-name=1st -I %fx_src_root/include %s 2>&1 | FileCheck %s --check-prefix=NAME

include "fx/IR/ModuleBase.td"
include "fx/IR/OpBase.td"

// OPS: error: no operator is declared
// MODULES: error: no module class is declared
// NAME: error: --table-name is not an identifier
