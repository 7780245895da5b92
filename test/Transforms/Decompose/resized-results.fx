// An output argument takes the sizes of what is written to it. What `stack` makes is memory of
// its own, though it is decomposed into a view.
// RUN: fx-opt %s --decompose --print-format=fx | FileCheck %s
// CHECK: %add : {{.*}}(args = (%z, 1), kwargs = {})
// CHECK-NEXT: return add
fx 1
graph():
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %stack : [num_users=2] = call_function[target=torch.ops.aten.stack.default](args = ([%y, %y],), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %add : [num_users=0] = call_function[target=torch.ops.aten.add.out](args = (%z, 1), kwargs = {out: %stack}) {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    return %stack
