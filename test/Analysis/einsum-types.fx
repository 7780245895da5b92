// An einsum that sums nothing multiplies as mul does, with operands of any types.
//
// RUN: fx-opt %s --infer-values | FileCheck %s
// CHECK: %outer : {{.*}} {val: tensor(torch.float64, (3, 4), (4, 1), device("cpu"))}
// CHECK: %rows : {{.*}} {val: tensor(torch.float64, (3, 4), (4, 1), device("cpu"))}
// CHECK: %scaled : {{.*}} {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float64, (4,), (1,), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.float64, (3, 4), (4, 1), device("cpu"))}
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %n : [num_users=1] = placeholder[target=n] {val: tensor(torch.int64, (), (), device("cpu"))}
    %outer : [num_users=1] = call_function[target=torch.ops.aten.einsum.default](args = ("i,j->ij", [%x, %y]), kwargs = {})
    %rows : [num_users=1] = call_function[target=torch.ops.aten.einsum.default](args = ("i,ij->ij", [%i, %z]), kwargs = {})
    %scaled : [num_users=1] = call_function[target=torch.ops.aten.einsum.default](args = ("i,->i", [%x, %n]), kwargs = {})
    return (%outer, %rows, %scaled)
