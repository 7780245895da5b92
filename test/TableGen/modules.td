// RUN: fx-tblgen -gen-module-table --table-name=MyModules -I %fx_src_root/include %s | FileCheck %s

// The code of a formula; fx/IR/FormulaCode.h explains it.

include "fx/IR/ModuleBase.td"

// CHECK: namespace MyModulesData {
// CHECK: fx::ModuleTableData::Class Classes[] = {
// CHECK: fx::ModuleTableData::ClassName Names[] = {
// CHECK: static constexpr char Strings[] =
// The test joins the lines of the literal.
// RUN: fx-tblgen -gen-module-table --table-name=MyModules -I %fx_src_root/include %s | tr -d '\n' | sed 's/"    "//g' | FileCheck %s --check-prefix=CODE

def A : ModuleClass<"my.A", "(int n=1, bool bias=True)"> {
  let Tensors = [Param<"weight">, Param<"bias", "init.bias">];
  let Submodules = ["act"];
  let Expansion = [{
    # A comment.
    size = (self.n, -1)   # and another
    if self.training and not init.bias:
      x, y = input.chunk(2, dim=-1)
    elif self.n > 1 or self.bias is None:
      raise "no"
    else:
      x = F.linear(input, self.weight,
                   bias=self.bias)
      y = self.act(x) ** 2 if self.n else x[0:1].shape
    return x + y, [size, 'a;b']
  }];
}

// CODE: {3;=size;t2;An;K-1;Y&Atraining;!Mbias;{1;U2;x;y;mchunk;Linput;1;1;K2;dim;K-1;
// CODE-SAME: {1;Y|c>;An;K1;cis;Abias;KNone;{1;ES2;no
// CODE-SAME: {2;=x;Ctorch.nn.functional.linear;2;1;Linput;Aweight;bias;Abias;
// CODE-SAME: =y;\?An;b**;Xact;1;0;Lx;K2;gshape;i
