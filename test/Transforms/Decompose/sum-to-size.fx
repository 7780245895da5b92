// Of a number, too, it gives memory of its own.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: %sum_1 : {{.*}}torch.ops.aten.sum.d
// CHECK: return %sum_1
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (), (), device("cpu"))}
    %s : [num_users=1] = call_function[target=torch.ops.aten.sum_to_size.default](args = (%x, []), kwargs = {})
    return %s
