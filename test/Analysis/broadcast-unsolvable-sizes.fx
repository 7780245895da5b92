fx 1
// RUN: fx-opt %s --infer-values | FileCheck %s

// A number takes the place of a symbol that an equation decides. No equation
// decides a minimum or a square: PyTorch keeps the size of the first operand.
// CHECK: %a : {{.*}}val: tensor(torch.float32, (sym("Min(3, u0)"),), (1,), device("cpu"))}
// CHECK: %b : {{.*}}val: tensor(torch.float32, (3,), (1,), device("cpu"))}
// CHECK: %c : {{.*}}val: tensor(torch.float32, (3,), (1,), device("cpu"))}
// CHECK: %d : {{.*}}val: tensor(torch.float32, (sym("s0**2"),), (1,), device("cpu"))}
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (sym("Min(3, u0)"),), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (sym("u1"),), (1,), device("cpu"))}
    %w : [num_users=3] = placeholder[target=w] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %s : [num_users=1] = placeholder[target=s] {val: tensor(torch.float32, (sym("s0**2"),), (1,), device("cpu"))}
    %v : [num_users=1] = placeholder[target=v] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %w), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%w, %x), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%y, %w), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%s, %v), kwargs = {})
    return (%a, %b, %c, %d)
