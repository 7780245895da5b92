// RUN: fx-opt %s --dce --print-format=fx | FileCheck %s

// CHECK: %_assert : [num_users=0]
// CHECK: %setitem : [num_users=0]
// CHECK: %iadd : [num_users=0]
// CHECK: %dropout : [num_users=0]
// CHECK-NOT: %relu
// CHECK-NOT: %getitem
// CHECK-NOT: %dropout_1
// CHECK-NOT: %getattr
// CHECK: return x

graph():
    %x : [num_users=8] = placeholder[target=x]
    %_assert : [num_users=0] = call_function[target=torch._assert](args = (%x, text), kwargs = {})
    %setitem : [num_users=0] = call_function[target=operator.setitem](args = (%x, 0, 1), kwargs = {})
    %iadd : [num_users=0] = call_function[target=operator.iadd](args = (%x, 1), kwargs = {})
    %dropout : [num_users=0] = call_function[target=torch.nn.functional.dropout](args = (%x,), kwargs = {training: True})
    %relu : [num_users=0] = call_function[target=torch.nn.functional.relu](args = (%x,), kwargs = {inplace: False})
    %getitem : [num_users=0] = call_function[target=operator.getitem](args = (%x, slice(None, 2, None)), kwargs = {})
    %dropout_1 : [num_users=0] = call_function[target=torch.nn.functional.dropout](args = (%x,), kwargs = {training: False})
    %getattr_1 : [num_users=0] = call_function[target=builtins.getattr](args = (%x, shape), kwargs = {})
    return x
