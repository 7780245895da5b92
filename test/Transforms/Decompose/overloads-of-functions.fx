// The operator that a call of a function or method of torch is, by Python's rules for
// arguments: False is not a dimension, nor one number a list of indices, nor a tensor a list.
// What only Python's function returns stays: named tuples, and tuples that somebody sees
// as a whole.
// RUN: fx-opt %s --decompose --to=fx 2>/dev/null | FileCheck %s

// CHECK:      target=torch.ops.aten.hsplit.int](args = (%x, 2)
// CHECK:      %var : {{.*}}target=torch.ops.aten.var.correction](args = (%x,), kwargs = {correction: 0})
// CHECK-NEXT: %var_1 : {{.*}}target=torch.ops.aten.var.correction](args = (%x,), kwargs = {correction: 1.0})
// CHECK-NEXT: sqrt
// CHECK-NEXT: target=torch.atleast_2d](args = (%x,)
// CHECK-NEXT: target=torch.atleast_2d](args = (%x, %x)
// CHECK-NEXT: getitem
// CHECK-NEXT: call_method[target=max](args = (%x, 1)
// CHECK-NEXT: builtins.getattr
// CHECK-NEXT: target=torch.ops.aten.max.dim](args = (%x, 1)
// CHECK-NEXT: getitem
// CHECK-NEXT: call_method[target=split](args = (%x, 3)
// CHECK-NEXT: getattr
// CHECK-NEXT: target=torch.ops.aten.to.dtype](args = (%x, %getattr_2)

fx 1
graph():
    %x : [num_users=10] = placeholder[target=x]
    %hsplit : [num_users=1] = call_method[target=hsplit](args = (%x, 2), kwargs = {})
    %h : [num_users=1] = call_function[target=operator.getitem](args = (%hsplit, 0), kwargs = {})
    %var : [num_users=1] = call_method[target=var](args = (%x, False), kwargs = {})
    %std : [num_users=1] = call_function[target=torch.std](args = (%x, True), kwargs = {})
    %one : [num_users=1] = call_function[target=torch.atleast_2d](args = (%x,), kwargs = {})
    %two : [num_users=1] = call_function[target=torch.atleast_2d](args = (%x, %x), kwargs = {})
    %first : [num_users=1] = call_function[target=operator.getitem](args = (%two, 0), kwargs = {})
    %max_1 : [num_users=1] = call_method[target=max](args = (%x, 1), kwargs = {})
    %values : [num_users=1] = call_function[target=builtins.getattr](args = (%max_1, "values"), kwargs = {})
    %max_2 : [num_users=1] = call_method[target=max](args = (%x, 1), kwargs = {})
    %largest : [num_users=1] = call_function[target=operator.getitem](args = (%max_2, 0), kwargs = {})
    %split : [num_users=1] = call_method[target=split](args = (%x, 3), kwargs = {})
    %dtype : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "dtype"), kwargs = {})
    %to : [num_users=1] = call_method[target=to](args = (%x, %dtype), kwargs = {})
    return (%h, %var, %std, %one, %first, %values, %largest, %split, %to)
