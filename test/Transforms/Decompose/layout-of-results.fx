// Results are as PyTorch's own: contiguous where the operators' are, whatever the operands are,
// and one sum of products where torch.tensordot gives one number.
// RUN: fx-opt %s --decompose --split-input-file | FileCheck %s
// CHECK-LABEL: graph():
// CHECK: %where : {{.*}}(96, 1, 24, 6)
// CHECK: %clone : {{.*}}(args = (%where,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (2, 6, 4, 4), (96, 16, 4, 1)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 6, 4, 4), (96, 1, 24, 6), device("cpu"))}
    %m : [num_users=1] = placeholder[target=m] {val: tensor(torch.bool, (2, 6, 4, 4), (96, 1, 24, 6), device("cpu"))}
    %y : [num_users=1] = call_function[target=torch.ops.aten.masked_fill.Scalar](args = (%x, %m, 2), kwargs = {}) {val: tensor(torch.float32, (2, 6, 4, 4), (96, 16, 4, 1), device("cpu"))}
    return (%y,)

// -----

// CHECK-LABEL: graph():
// CHECK: aten.clone.default](args = (%where,), {{.*}}(8, 4, 2, 1)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.bfloat16, (3, 2, 2, 2), (4, 12, 2, 1), device("cpu"))}
    %y : [num_users=1] = call_function[target=torch.ops.aten.triu.default](args = (%x,), kwargs = {}) {val: tensor(torch.bfloat16, (3, 2, 2, 2), (8, 4, 2, 1), device("cpu"))}
    return (%y,)

// -----

// Of no elements there is no largest.
// CHECK-LABEL: graph():
// CHECK-NOT: amax
// CHECK: %exp : {{.*}}(args = (%x,)
// CHECK-NEXT: %sum_1 : {{.*}}(args = (%exp, [0])
// CHECK-NEXT: %log :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (0, 3), (3, 1), device("cpu"))}
    %y : [num_users=1] = call_function[target=torch.ops.aten.logsumexp.default](args = (%x, [0]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    return (%y,)

// -----

// CHECK-LABEL: graph():
// CHECK-NOT: aten.mm
// CHECK: %mul : {{.*}}(args = (%view_1, %view), kwargs = {})
// CHECK-NEXT: %sum_1 : {{.*}}sum.dim_IntList](args = (%mul, []), kwargs = {})
// CHECK-NEXT: %view_2 : {{.*}}(args = (%sum_1, [1, 1])
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 4), (4, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (4, 1), (1, 1), device("cpu"))}
    %z : [num_users=1] = call_function[target=torch.ops.aten.tensordot.default](args = (%x, %y, [1], [0]), kwargs = {}) {val: tensor(torch.float32, (1, 1), (1, 1), device("cpu"))}
    return (%z,)
