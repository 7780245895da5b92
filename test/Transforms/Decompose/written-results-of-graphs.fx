// RUN: fx-opt %s --decompose | FileCheck %s
// What a graph computes is new memory, which may be written after the call.

// CHECK: %cond : {{.*}}torch.ops.higher_order.cond]
// CHECK: %[[NEW:[a-z0-9_]*]] : {{.*}}operator.getitem](args = (%cond, 0)
// CHECK: %[[SUM:[a-z0-9_]*]] : {{.*}}torch.ops.aten.add.Tensor](args = (%[[NEW]], 1)
// CHECK: return (%[[SUM]],)
fx 1
module {
  then = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %part : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 0, 2), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
        %twice : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%part, 2), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
        return (%twice,)
  }
  other = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %part : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 0, 2), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
        %copy : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%part,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
        return (%copy,)
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %flag : [num_users=1] = placeholder[target=flag] {val: tensor(torch.bool, (), (), device("cpu"))}
    %then : [num_users=1] = get_attr[target=then]
    %other : [num_users=1] = get_attr[target=other]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%flag, %then, %other, [%x]), kwargs = {}) {val: (tensor(torch.float32, (2,), (1,), device("cpu")),)}
    %y : [num_users=2] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%y, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    return (%y,)
