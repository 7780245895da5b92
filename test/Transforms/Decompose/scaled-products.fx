// RUN: fx-opt %s --decompose | FileCheck %s
//
// A factor of 1 is no call, and what is multiplied with 0 is not read: it may
// hold NaN.
// CHECK:      %bmm : {{.*}}bmm.default](args = (%a, %b),
// CHECK-NEXT: %bmm_1 : {{.*}}bmm.default](args = (%a, %b),
// CHECK-NEXT: %mul : {{.*}}mul.Tensor](args = (%bmm_1, 2),
// CHECK-NEXT: %add : {{.*}}add.Tensor](args = (%x, %mul),
// CHECK-NEXT: %bmm_2 : {{.*}}bmm.default](args = (%a, %b),
// CHECK-NEXT: %mul_1 : {{.*}}mul.Tensor](args = (%x, 0.5),
// CHECK-NEXT: %add_1 : {{.*}}add.Tensor](args = (%mul_1, %bmm_2),
// CHECK-NEXT: %bmm_3 : {{.*}}bmm.default](args = (%a, %b),
// CHECK-NEXT: %mul_2 : {{.*}}mul.Tensor](args = (%bmm_3, 3),
// CHECK-NEXT: %view : {{.*}}view.default](args = (%u, [2, 1]),
// CHECK-NEXT: %mul_4 : {{.*}}mul.Tensor](args = (%view, %v),
// CHECK-NEXT: %mul_5 : {{.*}}mul.Tensor](args = (%mul_4, 2),
// CHECK-NEXT: return (%bmm, %add, %add_1, %mul_2, %mul_5)
fx 1
graph():
    %x : [num_users=4] = placeholder[target=x] {val: tensor(torch.float32, (2, 2, 3), (6, 3, 1), device("cpu"))}
    %a : [num_users=4] = placeholder[target=a] {val: tensor(torch.float32, (2, 2, 4), (8, 4, 1), device("cpu"))}
    %b : [num_users=4] = placeholder[target=b] {val: tensor(torch.float32, (2, 4, 3), (12, 3, 1), device("cpu"))}
    %m : [num_users=1] = placeholder[target=m] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %u : [num_users=1] = placeholder[target=u] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %v : [num_users=1] = placeholder[target=v] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %a0 : [num_users=1] = call_function[target=torch.ops.aten.baddbmm.default](args = (%x, %a, %b), kwargs = {beta: 0})
    %a1 : [num_users=1] = call_function[target=torch.ops.aten.baddbmm.default](args = (%x, %a, %b), kwargs = {alpha: 2})
    %a2 : [num_users=1] = call_function[target=torch.ops.aten.baddbmm.default](args = (%x, %a, %b), kwargs = {beta: 0.5, alpha: 1.0})
    %a3 : [num_users=1] = call_function[target=torch.ops.aten.baddbmm.default](args = (%x, %a, %b), kwargs = {beta: 0.0, alpha: 3})
    %c1 : [num_users=1] = call_function[target=torch.ops.aten.addr.default](args = (%m, %u, %v), kwargs = {beta: 0, alpha: 2})
    return (%a0, %a1, %a2, %a3, %c1)
