// A view that is written in place is returned by the write: it does not become the input itself,
// whose shape and gradients callers may change.
// RUN: fx-opt %s -O1 --to=fx | FileCheck %s
// CHECK: squeeze.default](args = (%x,)
// CHECK-NOT: view.default](args = (%z,)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %y : [num_users=2] = placeholder[target=y] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %s : [num_users=1] = call_function[target=torch.ops.aten.squeeze.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%s, %y), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %v : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%z, [3]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%v, %y), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    return (%a, %b)
