// An assertion about elements or a size is an operator, one that holds is none.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[b:8:4..,4]' --input='c=bool[]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %_assert_async : {{.*}}torch.ops.aten._assert_async.msg](args = (%c, "of a tensor"), kwargs = {}
// CHECK-NEXT: %sym_size_int : {{.*}}torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {}
// CHECK-NEXT: %gt : {{.*}}operator.gt](args = (%sym_size_int, 3), kwargs = {}
// CHECK-NEXT: %_assert_scalar : {{.*}}torch.ops.aten._assert_scalar.default](args = (%gt, "of a size"), kwargs = {}
// CHECK-NEXT: %_assert_async_1 : {{.*}}torch.ops.aten._assert_async.msg](args = (%c, "by name"), kwargs = {}
// CHECK-NEXT: %output : {{.*}}(args = ((%x,),)
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %c : [num_users=2] = placeholder[target=c]
    %a : [num_users=0] = call_function[target=torch._assert](args = (%c, "of a tensor"), kwargs = {})
    %n : [num_users=2] = call_function[target=builtins.getattr](args = (%x, "shape"), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.getitem](args = (%n, 0), kwargs = {})
    %g : [num_users=1] = call_function[target=operator.gt](args = (%s, 3), kwargs = {})
    %b : [num_users=0] = call_function[target=torch._assert](args = (%g, "of a size"), kwargs = {})
    %t : [num_users=1] = call_function[target=builtins.len](args = (%n,), kwargs = {})
    %e : [num_users=1] = call_function[target=operator.eq](args = (%t, 2), kwargs = {})
    %d : [num_users=0] = call_function[target=torch._assert](args = (%e, "that holds"), kwargs = {})
    %k : [num_users=0] = call_function[target=torch._assert](args = (), kwargs = {condition: %c, message: "by name"})
    return %x
