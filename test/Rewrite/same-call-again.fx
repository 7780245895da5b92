// RUN: fx-opt %s --passes=rewrite{rules=%S/Inputs/same-call-again.fxr} --verify-each | FileCheck %s
//
// The same result for operands of other types, for an operand that is there twice and then
// not, and with other constants: a call that was made before stands for the same only.

fx 1
graph():
    %x : [num_users=5] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %y : [num_users=2] = placeholder[target=y] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %h : [num_users=2] = placeholder[target=h] {val: tensor(torch.float16, (2, 3), (3, 1), device("cpu"))}
    %t : [num_users=2] = placeholder[target=t] {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}

// CHECK: %[[TWICE:.*]] : {{.*}} = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %x), kwargs = {alpha: 2})
// CHECK-SAME: {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a0 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %a0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: %[[TWO:.*]] : {{.*}} = call_function[target=torch.ops.aten.add.Tensor](args = (%y, %x), kwargs = {alpha: 2})
    %b0 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %b1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%y, %b0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: %[[OTHER:.*]] : {{.*}} = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {alpha: 3})
    %c0 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%y, 3), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %c1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %c0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: %[[HALF:.*]] : {{.*}} = call_function[target=torch.ops.aten.add.Tensor](args = (%h, %h), kwargs = {alpha: 2})
// CHECK-SAME: {val: tensor(torch.float16, (2, 3), (3, 1), device("cpu"))}
    %d0 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%h, 2), kwargs = {}) {val: tensor(torch.float16, (2, 3), (3, 1), device("cpu"))}
    %d1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%h, %d0), kwargs = {}) {val: tensor(torch.float16, (2, 3), (3, 1), device("cpu"))}
// CHECK: %[[LAID:.*]] : {{.*}} = call_function[target=torch.ops.aten.add.Tensor](args = (%t, %t), kwargs = {alpha: 2})
// CHECK-SAME: {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    %e0 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%t, 2), kwargs = {}) {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    %e1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%t, %e0), kwargs = {}) {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
// CHECK: return [%[[TWICE]], %[[TWO]], %[[OTHER]], %[[HALF]], %[[LAID]]]
    return [%a1, %b1, %c1, %d1, %e1]
