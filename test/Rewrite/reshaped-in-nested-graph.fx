// RUN: fx-opt %s --rewrite=%S/Inputs/reshaped.fxr | FileCheck %s
// A graph that a call runs changes the shape of what it is given, and what it
// returns may be reshaped by the caller: a view stays apart from what it is a
// view of. Without that it is removed.
fx 1
module {
  inner = torch.nn.Module {
    graph():
        %a : [num_users=1] = placeholder[target=a] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %b : [num_users=1] = placeholder[target=b] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %u : [num_users=0] = call_function[target=torch.ops.aten.unsqueeze_.default](args = (%a, 0), kwargs = {}) {val: tensor(torch.float32, (1, 4), (4, 1), device("cpu"))}
        %m : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%b, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        return (%m,)
  }
  returns = torch.nn.Module {
    graph():
        %a : [num_users=1] = placeholder[target=a] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %n : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        // CHECK: %v : {{.*}}aten.view.default](args = (%n, [4])
        %v : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%n, [4]), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %e : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        // CHECK-NOT: %own :
        // CHECK: %s : {{.*}}(args = (%e,)
        %own : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%e, [4]), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %s : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%own,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        return (%n, %v, %s)
  }
}
graph():
    %x : [num_users=3] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %neg : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    // CHECK: %w : {{.*}}aten.view.default](args = (%neg, [-1])
    %w : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%neg, [-1]), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %inner : [num_users=1] = get_attr[target=inner]
    // CHECK: wrap_with_set_grad_enabled](args = (False, %inner, %neg, %w)
    %call : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %inner, %neg, %w), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")),)}
    %item : [num_users=1] = call_function[target=operator.getitem](args = (%call, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %returns : [num_users=1] = get_attr[target=returns]
    %two : [num_users=2] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %returns, %x), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu")))}
    %first : [num_users=1] = call_function[target=operator.getitem](args = (%two, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %second : [num_users=1] = call_function[target=operator.getitem](args = (%two, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %t : [num_users=0] = call_function[target=torch.ops.aten.unsqueeze_.default](args = (%second, 0), kwargs = {}) {val: tensor(torch.float32, (1, 4), (4, 1), device("cpu"))}
    return (%item, %first)
