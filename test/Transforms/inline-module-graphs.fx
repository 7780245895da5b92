fx 1
// Modules with a graph of their own: placeholders take the arguments of the call
// by Python's rules, targets inside get the path of the module in front.
//
// RUN: fx-opt %s --inline-module=block | FileCheck %s
// RUN: fx-opt %s --passes='inline-module{modules=block recursive}' | FileCheck %s --check-prefix=ALL
// RUN: fx-opt %s --passes='inline-module{modules=block,relu}' | FileCheck %s --check-prefix=ALL
module net = Net {
  block = Block {
    act = torch.nn.ReLU()
    scale = parameter(torch.float32, (4,))
    graph():
        %x : [num_users=1] = placeholder[target=x]
        %factor : [num_users=1] = placeholder[target=factor](default=2)
        %rest : [num_users=1] = placeholder[target=*rest]
        %options : [num_users=1] = placeholder[target=**options]
        %own_name : [num_users=1] = get_attr[target=scale]
        %first : [num_users=2] = call_function[target=operator.mul](args = (%x, %own_name), kwargs = {})
        %second : [num_users=1] = call_module[target=act](args = (%first,), kwargs = {})
        %one : [num_users=1] = call_function[target=operator.getitem](args = (%rest, 0), kwargs = {})
        %mode : [num_users=1] = call_function[target=operator.getitem](args = (%options, "mode"), kwargs = {})
        %third : [num_users=1] = call_function[target=torch.foo](args = (%first, %factor, %one, %mode), kwargs = {})
        return (%second, {"third": %third})
  }
}
// CHECK:      %block_scale : [num_users=2] = get_attr[target=block.scale]
// CHECK-NEXT: %mul : [num_users=2] = call_function[target=operator.mul](args = (%x, %block_scale), kwargs = {})
// CHECK-NEXT: %block_act : [num_users=1] = call_module[target=block.act](args = (%mul,), kwargs = {})
// CHECK-NEXT: %foo : [num_users=1] = call_function[target=torch.foo](args = (%mul, 3, %y, "fast"), kwargs = {})
// The first item of the tuple goes on, the second is not a node; defaults count.
// CHECK-NEXT: %mul_1 : [num_users=2] = call_function[target=operator.mul](args = (%block_act, %block_scale), kwargs = {})
// CHECK-NEXT: %block_act_1 : [num_users=0] = call_module[target=block.act](args = (%mul_1,), kwargs = {})
// CHECK-NEXT: %getitem : [num_users=1] = call_function[target=operator.getitem](args = ((), 0), kwargs = {})
// CHECK-NEXT: %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = ({}, "mode"), kwargs = {})
// CHECK-NEXT: %foo_1 : [num_users=0] = call_function[target=torch.foo](args = (%mul_1, 2, %getitem, %getitem_1), kwargs = {})
// CHECK-NEXT: return ({"third": %foo}, %x)
//
// ALL:      graph():
// ALL:      graph():
// ALL:      %mul : [num_users=2] = call_function[target=operator.mul](args = (%x, %block_scale), kwargs = {})
// ALL-NEXT: %relu : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%mul,), kwargs = {inplace: False})
// ALL-NEXT: %foo : [num_users=1] = call_function[target=torch.foo](args = (%mul, 3, %y, "fast"), kwargs = {})
graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %block : [num_users=2] = call_module[target=block](args = (%x, 3, %y), kwargs = {mode: "fast"})
    %item : [num_users=1] = call_function[target=operator.getitem](args = (%block, 0), kwargs = {})
    %item_1 : [num_users=1] = call_function[target=operator.getitem](args = (%block, 1), kwargs = {})
    %block_1 : [num_users=0] = call_module[target=block](args = (%item,), kwargs = {rest: 1})
    return (%item_1, %x)
