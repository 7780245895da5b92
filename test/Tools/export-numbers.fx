// Functions of Python on numbers take no call, those on elements and sizes do.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[b:8,4]' --input='n=i64[]' --input='d=f64[]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %item : {{.*}}torch.ops.aten.item.default](args = (%n,), kwargs = {}
// CHECK-NEXT: %item_1 : {{.*}}torch.ops.aten.item.default](args = (%d,), kwargs = {}
// CHECK-NEXT: %item_2 : {{.*}}torch.ops.aten.item.default](args = (%n,), kwargs = {}
// CHECK-NEXT: %sym_float : {{.*}}torch.sym_float](args = (%item_2,), kwargs = {}
// CHECK-NEXT: %sym_size_int : {{.*}}torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {}
// CHECK-NEXT: %sym_float_1 : {{.*}}torch.sym_float](args = (%sym_size_int,), kwargs = {}
// CHECK-NEXT: %sym_max : {{.*}}torch.sym_max](args = (9, %sym_size_int), kwargs = {}
// CHECK-NEXT: %output : {{.*}}(args = ((%item, %sym_size_int, 7, -2, 1, %item_1, %sym_float, %sym_float_1, 7.0, 0.0, True, False, 3, 3.5, -3, -2, -2, 5, 4.0, 1.0, 0.0, 3.0, 5, 2, %sym_max, 2.5, True, False, False, True, True, False),)
fx 1
graph():
    %x : [num_users=3] = placeholder[target=x]
    %n : [num_users=2] = placeholder[target=n]
    %d : [num_users=1] = placeholder[target=d]
    %shape : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "shape"), kwargs = {})
    %s : [num_users=3] = call_function[target=operator.getitem](args = (%shape, 0), kwargs = {})
    %a : [num_users=1] = call_function[target=builtins.int](args = (%n,), kwargs = {})
    %b : [num_users=1] = call_function[target=builtins.int](args = (%s,), kwargs = {})
    %c : [num_users=1] = call_function[target=builtins.int](args = (7,), kwargs = {})
    %e : [num_users=1] = call_function[target=builtins.int](args = (-2.75,), kwargs = {})
    %g : [num_users=1] = call_function[target=builtins.int](args = (True,), kwargs = {})
    %h : [num_users=1] = call_function[target=builtins.float](args = (%d,), kwargs = {})
    %i : [num_users=1] = call_function[target=builtins.float](args = (%n,), kwargs = {})
    %j : [num_users=1] = call_function[target=builtins.float](args = (%s,), kwargs = {})
    %k : [num_users=1] = call_function[target=builtins.float](args = (7,), kwargs = {})
    %l : [num_users=1] = call_function[target=builtins.float](args = (False,), kwargs = {})
    %o : [num_users=1] = call_function[target=builtins.bool](args = (7,), kwargs = {})
    %p : [num_users=1] = call_function[target=builtins.bool](args = (0.0,), kwargs = {})
    %r : [num_users=1] = call_function[target=builtins.abs](args = (-3,), kwargs = {})
    %t : [num_users=1] = call_function[target=builtins.abs](args = (-3.5,), kwargs = {})
    %u : [num_users=1] = call_function[target=math.floor](args = (-2.5,), kwargs = {})
    %v : [num_users=1] = call_function[target=math.ceil](args = (-2.5,), kwargs = {})
    %w : [num_users=1] = call_function[target=math.trunc](args = (-2.5,), kwargs = {})
    %y : [num_users=1] = call_function[target=math.floor](args = (5,), kwargs = {})
    %z : [num_users=1] = call_function[target=math.sqrt](args = (16,), kwargs = {})
    %aa : [num_users=1] = call_function[target=math.exp](args = (0,), kwargs = {})
    %ab : [num_users=1] = call_function[target=math.log](args = (1.0,), kwargs = {})
    %ac : [num_users=1] = call_function[target=math.log2](args = (8,), kwargs = {})
    %ad : [num_users=1] = call_function[target=builtins.max](args = ((1, 5, 3),), kwargs = {})
    %ae : [num_users=1] = call_function[target=builtins.min](args = (4, 2, 3), kwargs = {})
    %af : [num_users=1] = call_function[target=builtins.max](args = (%s, 9), kwargs = {})
    %ag : [num_users=1] = call_function[target=builtins.max](args = (2.5, 1.5), kwargs = {})
    %ah : [num_users=1] = call_function[target=operator.not_](args = (0,), kwargs = {})
    %ai : [num_users=1] = call_function[target=operator.not_](args = (2.5,), kwargs = {})
    %aj : [num_users=1] = call_function[target=operator.is_](args = (%x, None), kwargs = {})
    %ak : [num_users=1] = call_function[target=operator.is_not](args = (%x, None), kwargs = {})
    %al : [num_users=1] = call_function[target=operator.is_](args = (None, None), kwargs = {})
    %am : [num_users=1] = call_function[target=operator.is_not](args = (None, None), kwargs = {})
    return ([%a, %b, %c, %e, %g], [%h, %i, %j, %k, %l, %o, %p], [%r, %t, %u, %v, %w, %y, %z, %aa, %ab, %ac], [%ad, %ae, %af, %ag], [%ah, %ai, %aj, %ak, %al, %am])
