// Calls, attributes and modules that are the same go, in chains too.
// RUN: fx-opt %s --cse --print-format=fx --stats > %t 2> %t.stats
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=STATS < %t.stats

// CHECK: graph():
// CHECK-NEXT: %x : [num_users=3] = placeholder[target=x]
// CHECK-NEXT: %w : [num_users=2] = get_attr[target=w]
// CHECK-NEXT: %relu : [num_users=1] = call_module[target=relu](args = (%x,), kwargs = {})
// CHECK-NEXT: %add : [num_users=1] = call_function[target=operator.add](args = (%relu, %w), kwargs = {})
// CHECK-NEXT: %shape : [num_users=1] = call_function[target=builtins.getattr](args = (%x, shape), kwargs = {})
// CHECK-NEXT: %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%shape, 0), kwargs = {})
// CHECK-NEXT: %sub : [num_users=1] = call_method[target=sub](args = (%add,), kwargs = {other: %add})
// CHECK-NEXT: %conv : {{.*}} call_function[target=torch.conv2d](args = (%x, %w), kwargs = {stride: (%getitem, %getitem)})
// CHECK-NEXT: return (sub, conv)
// STATS: 6 num-erased

fx 1
module = Net open {
  relu = torch.nn.ReLU()
}
graph():
    %x : [num_users=5] = placeholder[target=x]
    %w : [num_users=2] = get_attr[target=w]
    %relu : [num_users=1] = call_module[target=relu](args = (%x,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%relu, %w), kwargs = {})
    %relu_1 : [num_users=1] = call_module[target=relu](args = (%x,), kwargs = {})
    %w_1 : [num_users=1] = get_attr[target=w]
    %add_1 : [num_users=1] = call_function[target=operator.add](args = (%relu_1, %w_1), kwargs = {})
    %shape : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "shape"), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%shape, 0), kwargs = {})
    %shape_1 : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "shape"), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%shape_1, 0), kwargs = {})
    %w_2 : [num_users=0] = get_attr[target=w]
    %sub : [num_users=1] = call_method[target=sub](args = (%add,), kwargs = {other: %add_1})
    %conv : [num_users=1] = call_function[target=torch.conv2d](args = (%x, %w), kwargs = {stride: (%getitem, %getitem_1)})
    return (%sub, %conv)
