fx 1
// RUN: fx-opt %s --rewrite='only=drop-view' | FileCheck %s
// RUN: fx-opt %s --passes='rewrite{only=drop-view remarks=true}' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// A graph that is called without gradients: a view of its input has none, though
// the input may have one. Views of what is computed inside go.
// CHECK:     submod = torch.fx.graph_module.GraphModule {
// CHECK:       %same : {{.*}}view.default](args = (%inside, [2, 3])
// CHECK-NOT:   %again :
// CHECK:       return (%same, %neg)
// WHY: gradient: %inside may have one, and %same is made after %wrap
module {
  submod = torch.fx.graph_module.GraphModule {
    graph():
        %inside : [num_users=2] = placeholder[target=inside] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %same : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%inside, [2, 3]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%inside,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %again : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%neg, [2, 3]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        return (%same, %again)
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %exp : [num_users=2] = call_function[target=torch.ops.aten.exp.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %submod : [num_users=1] = get_attr[target=submod]
    %wrap : [num_users=2] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod, %exp), kwargs = {}) {val: (tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (2, 3), (3, 1), device("cpu")))}
    %a : [num_users=1] = call_function[target=operator.getitem](args = (%wrap, 0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %b : [num_users=1] = call_function[target=operator.getitem](args = (%wrap, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return (%exp, %a, %b)
