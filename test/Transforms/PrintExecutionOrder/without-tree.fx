// Without a tree only what the graph itself says is known.
// RUN: fx-opt %s --print-execution-order --print-format=none | FileCheck %s

// CHECK: module_forward_order:
// CHECK-NEXT: ''
// CHECK-NEXT: 'a'
// CHECK-NEXT: 'a.b'
// CHECK-NEXT: 'a.c'
// CHECK-NEXT: param_forward_order:
// CHECK-NEXT: a.scale
// CHECK-NEXT: bias
// CHECK-NEXT: module_to_param_usage_infos:
// CHECK-NEXT: '' [("''", ['bias'])]
// CHECK-NEXT: 'a' [("'a'", ['a.scale'])]
// CHECK-NEXT: 'a.b' []
// CHECK-NEXT: 'a.c' []

graph():
    %x : [num_users=1] = placeholder[target=x]
    %a_b : [num_users=1] = call_module[target=a.b](args = (%x,), kwargs = {})
    %a_scale : [num_users=1] = get_attr[target=a.scale]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%a_b, %a_scale), kwargs = {})
    %a_c : [num_users=1] = call_module[target=a.c](args = (%mul,), kwargs = {})
    %bias : [num_users=1] = get_attr[target=bias]
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%a_c, %bias],), kwargs = {dim: 0})
    return cat
