// The innermost module of nn_module_stack, in each of its forms; graphs of
// submodules follow.
// RUN: fx-opt %s --print-module-paths --print-format=none | FileCheck %s

// CHECK: {{^}}Node x is from module {{$}}
// CHECK-NEXT: Node a is from module layer.0
// CHECK-NEXT: Node b is from module layer.0
// CHECK-NEXT: Node c is from module layer.0
// CHECK-NEXT: Node d is from module layer.0
// CHECK-NEXT: Node e is from module ?
// CHECK-NEXT: Node sub is from module sub
// CHECK-NEXT: Node output is from module ?
// CHECK-NEXT: === sub
// CHECK-NEXT: Node y is from module ?
// CHECK-NEXT: Node act is from module sub.act
// CHECK-NEXT: Node output is from module ?
// CHECK-NOT: Node

fx 1
module = Net {
  sub = torch.fx.GraphModule {
    act = torch.nn.ReLU()
    graph():
        %y : [num_users=1] = placeholder[target=y]
        %act : [num_users=1] = call_module[target=act](args = (%y,), kwargs = {})
        return %act
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x] {nn_module_stack: {"": ("", "Net")}}
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {nn_module_stack: {"": ("", "Net"), "layer.0@1": ("layer.0", "torch.nn.ReLU")}}
    %b : [num_users=1] = call_function[target=torch.relu](args = (%a,), kwargs = {}) {nn_module_stack: {"layer": "torch.nn.Sequential", "layer.0": "torch.nn.ReLU"}}
    %c : [num_users=1] = call_function[target=torch.relu](args = (%b,), kwargs = {}) {nn_module_stack: "L__self__,,Net;k,layer.0,torch.nn.ReLU"}
    %d : [num_users=1] = call_function[target=torch.relu](args = (%c,), kwargs = {}) {nn_module_stack: {"k": ("L['self'].layer[0]", "torch.nn.ReLU")}}
    %e : [num_users=1] = call_function[target=torch.relu](args = (%d,), kwargs = {}) {nn_module_stack: 3}
    %sub : [num_users=1] = call_module[target=sub](args = (%e,), kwargs = {})
    return %sub
