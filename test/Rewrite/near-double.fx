// A constant that has seven digits is rounded for float32, and another number for
// float64.
// RUN: fx-opt %s --split-input-file -O2 | FileCheck %s

// CHECK: torch.mean
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sum : [num_users=1] = call_function[target=torch.sum](args = (%x, [1], True), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%sum, 0.3333333), kwargs = {})
    return %mul

// -----

// CHECK: torch.sum
// CHECK-NOT: torch.mean
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float64, (2, 3), (3, 1), device("cpu"))}
    %sum : [num_users=1] = call_function[target=torch.sum](args = (%x, [1], True), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%sum, 0.3333333), kwargs = {})
    return %mul

// -----

// CHECK: torch.mean
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float64, (2, 3), (3, 1), device("cpu"))}
    %sum : [num_users=1] = call_function[target=torch.sum](args = (%x, [1], True), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%sum, 0.3333333333333333), kwargs = {})
    return %mul
