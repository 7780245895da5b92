// A branch that returns its operand as another type returns new memory: the operand may be
// written afterwards. Where the type is the same, it may be the operand itself.
//
// RUN: fx-opt %s --decompose -o - | FileCheck %s
// RUN: sed 's/(%a, torch.float64)/(%a, torch.float32)/; s/torch.float64/torch.float32/' %s | not fx-opt - --decompose 2>&1 | FileCheck %s --check-prefix=SAME
//
// CHECK: %cond : {{.*}} = call_function[target=torch.ops.higher_order.cond](args = (%p, %yes, %no, (%clone,)), kwargs = {})
// CHECK: %full_like : {{.*}}(args = (%clone, 1),
// CHECK: return (%getitem, %full_like)
//
// SAME: error: 'fill_' cannot be decomposed: '{{.*}}', which is written, shares memory in a way that is not followed
fx 1
module {
  yes = torch.fx.graph_module.GraphModule {
    graph():
        %a : [num_users=1] = placeholder[target=a] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %to : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%a, torch.float64), kwargs = {}) {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
        return (%to,)
  }
  no = torch.fx.graph_module.GraphModule {
    graph():
        %a : [num_users=1] = placeholder[target=a] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
        %to : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%a, torch.float64), kwargs = {}) {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
        return (%to,)
  }
}
graph():
    %given : [num_users=1] = placeholder[target=given] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %p : [num_users=1] = placeholder[target=p] {val: tensor(torch.bool, (), (), device("cpu"))}
    %x : [num_users=3] = call_function[target=torch.ops.aten.clone.default](args = (%given,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %yes : [num_users=1] = get_attr[target=yes]
    %no : [num_users=1] = get_attr[target=no]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%p, %yes, %no, (%x,)), kwargs = {}) {val: (tensor(torch.float64, (3,), (1,), device("cpu")),)}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {}) {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %fill_ : [num_users=0] = call_function[target=torch.ops.aten.fill_.Scalar](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    return (%getitem, %x)
