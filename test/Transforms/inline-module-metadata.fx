fx 1
// Metadata of a call goes to all new nodes; what describes the value, and the
// type, only to the node that computes it. Nodes of a module's own graph keep
// theirs, with their module stack behind that of the call.
//
// RUN: fx-opt %s --inline-module='*' | FileCheck %s
module net = Net {
  fc = torch.nn.Linear(3, 4)
  same = torch.nn.Identity()
  sub = torch.fx.GraphModule {
    act = torch.nn.ReLU()
    graph():
        %x : [num_users=1] = placeholder[target=x]
        %a : [num_users=1] = call_function[target=my.fn](args = (%x,), kwargs = {}) {is_wrapped: True, stack_trace: "inner"}
        %act : [num_users=1] = call_module[target=act](args = (%a,), kwargs = {}) {nn_module_stack: {"act": ("act", "torch.nn.ReLU")}, val: "inner val"}
        return %act
  }
}
// CHECK:      %fc_weight : [num_users=1] = get_attr[target=fc.weight] {nn_module_stack: {"fc": ("fc", "torch.nn.Linear")}, stack_trace: "net.py:1", tag: "t"}
// CHECK-NEXT: %fc_bias : [num_users=1] = get_attr[target=fc.bias] {nn_module_stack: {"fc": ("fc", "torch.nn.Linear")}, stack_trace: "net.py:1", tag: "t"}
// CHECK-NEXT: %linear : torch.Tensor [num_users=1] = call_function[target=torch._C._nn.linear](args = (%x, %fc_weight, %fc_bias), kwargs = {}) {nn_module_stack: {"fc": ("fc", "torch.nn.Linear")}, stack_trace: "net.py:1", tag: "t", val: tensor(torch.float32, (2, 4), None, None)}
// CHECK-NEXT: %fn : [num_users=1] = call_function[target=my.fn](args = (%linear,), kwargs = {}) {is_wrapped: True, stack_trace: "inner", nn_module_stack: {"sub@1": ("sub", "torch.fx.GraphModule")}, custom: 7}
// CHECK-NEXT: %relu : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%fn,), kwargs = {inplace: False}) {nn_module_stack: {"sub@1": ("sub", "torch.fx.GraphModule"), "sub.act": ("sub.act", "torch.nn.ReLU")}, stack_trace: "net.py:2", custom: 7, val: "inner val"}
// CHECK-NEXT: return %relu
graph():
    %x : [num_users=1] = placeholder[target=x]
    %fc : torch.Tensor [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {}) {nn_module_stack: {"fc": ("fc", "torch.nn.Linear")}, stack_trace: "net.py:1", tag: "t", val: tensor(torch.float32, (2, 4), None, None), is_pure: True}
    %same : [num_users=1] = call_module[target=same](args = (%fc,), kwargs = {}) {tag: "gone"}
    %sub : [num_users=1] = call_module[target=sub](args = (%same,), kwargs = {}) {nn_module_stack: {"sub@1": ("sub", "torch.fx.GraphModule")}, stack_trace: "net.py:2", custom: 7, val: "outer val"}
    return %sub
