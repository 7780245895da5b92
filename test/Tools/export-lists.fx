// Lists and tuples are made, put together and repeated without a call.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[b:8,4]' --input='y=f32[2]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %sym_size_int : {{.*}}torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {}
// CHECK-NEXT: %output : {{.*}}(args = ((2, %sym_size_int, 1, 1, %x, 2, %y, 3, %x, %sym_size_int, 4, %x, %sym_size_int, 5, %y, 5, %y, 5, %y, %x, %x, 6),)
fx 1
graph():
    %x : [num_users=6] = placeholder[target=x]
    %y : [num_users=3] = placeholder[target=y]
    %shape : [num_users=2] = call_function[target=builtins.getattr](args = (%x, "shape"), kwargs = {})
    %s : [num_users=2] = call_function[target=operator.getitem](args = (%shape, 0), kwargs = {})
    %a : [num_users=1] = call_function[target=builtins.len](args = (%shape,), kwargs = {})
    %b : [num_users=1] = call_function[target=builtins.len](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_function[target=builtins.len](args = ({"a": 1},), kwargs = {})
    %d : [num_users=1] = call_function[target=builtins.tuple](args = ([1, %x],), kwargs = {})
    %e : [num_users=1] = call_function[target=builtins.list](args = ((2, %y),), kwargs = {})
    %g : [num_users=1] = call_function[target=builtins.tuple](args = (), kwargs = {})
    %h : [num_users=1] = call_function[target=builtins.list](args = (), kwargs = {})
    %i : [num_users=1] = call_function[target=operator.add](args = ([3, %x], [%s]), kwargs = {})
    %j : [num_users=1] = call_function[target=operator.concat](args = ((4, %x), (%s,)), kwargs = {})
    %k : [num_users=1] = call_function[target=operator.mul](args = ([5, %y], 3), kwargs = {})
    %l : [num_users=1] = call_function[target=operator.mul](args = (2, (%x,)), kwargs = {})
    %m : [num_users=1] = call_function[target=operator.mul](args = ((%y,), -1), kwargs = {})
    %n : [num_users=1] = call_function[target=operator.iadd](args = ([6], []), kwargs = {})
    return (%a, %b, %c, %d, %e, %g, %h, %i, %j, %k, %l, %m, %n)
