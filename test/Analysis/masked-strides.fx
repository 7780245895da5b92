// A mask chooses between a tensor and a number. With sizes that are numbers,
// masked_fill makes a contiguous tensor, and tril and `where` expand the number;
// with symbols, the number does not count, as in PyTorch's references.
// RUN: fx-opt %s --infer-values | FileCheck %s

fx 1
graph():
    %x : [num_users=4] = placeholder[target=x] {val: tensor(torch.float32, (5, 1), (1, 5), device("cpu"))}
    %u : [num_users=5] = placeholder[target=u] {val: tensor(torch.float32, (sym("u0"), 1), (1, sym("u0")), device("cpu"))}
    %m : [num_users=2] = placeholder[target=m] {val: tensor(torch.bool, (5, 1), (1, 1), device("cpu"))}
    %n : [num_users=3] = placeholder[target=n] {val: tensor(torch.bool, (sym("u0"), 1), (1, 1), device("cpu"))}
    %o : [num_users=1] = placeholder[target=o] {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
// CHECK: %a {{.*}}(5, 1), (1, 5)
    %a : [num_users=0] = call_function[target=torch.ops.aten.tril.default](args = (%x, 1), kwargs = {})
// CHECK: %b {{.*}}(sym("u0"), 1), (1, 1)
    %b : [num_users=0] = call_function[target=torch.ops.aten.triu.default](args = (%u,), kwargs = {})
// CHECK: %c {{.*}}(5, 1), (1, 1)
    %c : [num_users=0] = call_function[target=torch.ops.aten.masked_fill.Scalar](args = (%x, %m, 2), kwargs = {})
// CHECK: %d {{.*}}(sym("u0"), 1), (1, 1)
    %d : [num_users=0] = call_function[target=torch.ops.aten.masked_fill.Scalar](args = (%u, %n, 2), kwargs = {})
// CHECK: %e {{.*}}(5, 1), (1, 5)
    %e : [num_users=0] = call_function[target=torch.ops.aten.where.ScalarOther](args = (%m, %x, 0), kwargs = {})
// CHECK: %f {{.*}}(sym("u0"), 1), (1, 1)
    %f : [num_users=0] = call_function[target=torch.ops.aten.where.ScalarOther](args = (%n, %u, 0), kwargs = {})
// A tensor of one element does.
// CHECK: %g {{.*}}(sym("u0"), 1), (1, sym("Max(
    %g : [num_users=0] = call_function[target=torch.ops.aten.where.self](args = (%n, %u, %o), kwargs = {})
    return (%x, %u)
