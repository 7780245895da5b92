// RUN: fx-opt %s --rewrite=%S/Inputs/reshaped.fxr | FileCheck %s
// What is the same tensor has one shape: a view is not replaced by what it is a view
// of where the shape of either is changed in place, also by `out=`.
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.float32, (), (), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    // CHECK: %v : {{.*}} = call_function[target=torch.ops.aten.view.default](args = (%x, [2, -1])
    %v : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%x, [2, -1]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %u : [num_users=0] = call_function[target=torch.ops.aten.unsqueeze_.default](args = (%v, 0), kwargs = {}) {val: tensor(torch.float32, (1, 2, 2), (4, 2, 1), device("cpu"))}
    // CHECK: %s : {{.*}} = call_function[target=torch.ops.aten.view.default](args = (%z, [])
    %s : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%z, []), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %o : [num_users=0] = call_function[target=torch.ops.aten.zeros.out](args = ([2],), kwargs = {out: %s}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    // CHECK-NOT: %w :
    // CHECK: %r : {{.*}}(args = (%a,)
    %a : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%y,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %w : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%a, [2, 2]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %r : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%w,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    return (%x, %r)
