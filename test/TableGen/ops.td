// RUN: fx-tblgen -gen-op-table --table-name=MyOps -I %fx_src_root/include %s | FileCheck %s --check-prefix=TABLE
// RUN: fx-tblgen -gen-op-builders -I %fx_src_root/include %s | FileCheck %s --check-prefix=VIEW
// RUN: fx-tblgen -gen-op-doc -I %fx_src_root/include %s | FileCheck %s --check-prefix=DOC

// The operators of a plugin.

include "fx/IR/OpBase.td"

def Twice : Op<"my.twice_plus", [
    Fn<"torch.ops.my.twice_plus.default",
       ["(Tensor x, Scalar class=1) -> Tensor"], ["writes x if class"]>,
    Method<"twice_plus", ["(Tensor self) -> Tensor"]>]> {
  let Summary = "2 * x + class";
  let Pointwise = true;
  let Inverses = [Inverse<"x", [{ return (result - class) / 2 }]>];
}

// TABLE: namespace MyOpsData {
// TABLE: fx::OpTableData::Op Ops[] = {
// TABLE-NEXT: {[[#]], [[#]], [[#]], 0, 0, 1, 0, 2},
// TABLE: fx::OpTableData::Spelling, 1> Functions = {
// TABLE: fx::OpTableData::Spelling, 1> Methods = {
// TABLE: static constexpr fx::OpTableData MyOps = {

// VIEW: /// 2 * x + class.
// VIEW-NEXT: class MyTwicePlus : public fx::OpViewOf<MyTwicePlus> {
// VIEW: OpName = "my.twice_plus";
// VIEW: BuilderName = "torch.ops.my.twice_plus.default";
// VIEW-NEXT: fx::Argument x() const { return argument(0, "x"); }
// VIEW-NEXT: fx::Argument class_() const { return argument(1, "class"); }

// DOC: | `my.twice_plus` | `ops::MyTwicePlus` | `torch.ops.my.twice_plus.default`, `.twice_plus` | 2 * x + class; pointwise, inverse for `x` |
// DOC: torch.ops.my.twice_plus.default(Tensor x, Scalar class=1) -> Tensor  # writes x if class
