fx 1
// Calls of graphs are parts of their own; where nothing comes between them, no
// effect is lost.
// RUN: fx-opt %s --passes='extract{where="op=call_function"}' | FileCheck %s
// CHECK: {{^}}graph():
// CHECK: %wrap : {{.*}}wrap_with_set_grad_enabled](args = (False, %submod_1, %x)
// CHECK: %cond : {{.*}}higher_order.cond](args = (%flag, %true_graph_0, %true_graph_0, [%getitem])
module {
  true_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        return (%silu,)
  }
  submod_1 = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %relu6 : [num_users=1] = call_function[target=torch.ops.aten.relu6.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        return (%relu6,)
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %flag : [num_users=1] = placeholder[target=flag] {val: tensor(torch.bool, (), (), device("cpu"))}
    %submod_1 : [num_users=1] = get_attr[target=submod_1]
    %wrap : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_1, %x), kwargs = {}) {val: (tensor(torch.float32, (3,), (1,), device("cpu")),)}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%wrap, 0), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%flag, %true_graph_0, %true_graph_0, [%getitem]), kwargs = {}) {val: (tensor(torch.float32, (3,), (1,), device("cpu")),)}
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %neg : [num_users=1] = call_method[target=neg](args = (%getitem_1,), kwargs = {})
    return %neg
