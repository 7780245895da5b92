// RUN: fx-tblgen -gen-op-laws -I %fx_src_root/include %s > %t.fxr
// RUN: FileCheck %s < %t.fxr
// RUN: fx-rules fmt %t.fxr | diff %t.fxr -

// Laws of operators are rules, one for each.

include "fx/IR/OpBase.td"

class Unary<string name>
    : Op<"my." # name, [Fn<"torch.ops.my." # name # ".default",
                           ["(Tensor x, int k=1) -> Tensor"]>]>;

def Above : Unary<"above"> { let Laws = [FixedBy<"relu", "", "2">]; }
// CHECK: fxr 1
// CHECK: rule relu-of-my-above : O1, exact {
// CHECK-NEXT: match {
// CHECK-NEXT: %y = my.above(%x, ...)
// CHECK-NEXT: relu(%y)
// CHECK-NEXT: }
// CHECK-NEXT: with %y
// CHECK-NEXT: example (x: f32[2, 3]) relu(my.above(%x, 2)) => my.above(%x, 2)
// CHECK-NEXT: }

def Floor2 : Unary<"floor_2"> { let Laws = [Idempotent<>]; }
// CHECK: rule my-floor-2-of-my-floor-2 : O1, exact {
// CHECK-NEXT: match {
// CHECK-NEXT: %y = my.floor_2(%x)
// CHECK-NEXT: my.floor_2(%y)
// CHECK-NEXT: }
// CHECK-NEXT: with %y
// CHECK-NEXT: example (x: f32[3]) my.floor_2(my.floor_2(%x)) => my.floor_2(%x)
// CHECK-NEXT: }

def Turn : Unary<"turn"> {
  let Laws = [Involution<"is_bool(%x)", "bool[3]", "Of bits.",
                         ["(x: i64[3]) my.turn(my.turn(%x)) \"numbers\""]>];
}
// CHECK: /// Of bits.
// CHECK-NEXT: rule my-turn-of-my-turn : O1, exact {
// CHECK-NEXT: match my.turn(my.turn(%x))
// CHECK-NEXT: where is_bool(%x)
// CHECK-NEXT: with %x
// CHECK-NEXT: example (x: bool[3]) my.turn(my.turn(%x)) => %x
// CHECK-NEXT: example no (x: i64[3]) my.turn(my.turn(%x)) "numbers"
// CHECK-NEXT: }
// CHECK-NOT: rule
