// Numbers and vectors are given the dimensions that they are joined in.
// RUN: fx-opt %s --infer-values | FileCheck %s
// CHECK: %h0 : {{.*}}(2,), (1,),
// CHECK: %h1 : {{.*}}(5,), (1,),
// CHECK: %h2 : {{.*}}(2, 6), (6, 1),
// CHECK: %v0 : {{.*}}(2, 1), (1, 1),
// CHECK: %v1 : {{.*}}(2, 3), (3, 1),
// CHECK: %v2 : {{.*}}(3, 3), (3, 1),
// CHECK: %v3 : {{.*}}(4, 3, 4), (12, 4, 1),
// CHECK: %d0 : {{.*}}(1, 1, 2), (2, 2, 1),
// CHECK: %d1 : {{.*}}(1, 3, 2), (6, 2, 1),
// CHECK: %d2 : {{.*}}(2, 3, 2), (6, 2, 1),
// CHECK: %d3 : {{.*}}(2, 3, 8), (24, 8, 1),
fx 1
graph():
    %n = placeholder[target=n] {val: tensor(torch.float32, (), (), device("cpu"))}
    %a = placeholder[target=a] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %b = placeholder[target=b] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %m = placeholder[target=m] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %t = placeholder[target=t] {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %h0 = call_function[target=torch.ops.aten.hstack.default](args = ([%n, %n],), kwargs = {})
    %h1 = call_function[target=torch.ops.aten.hstack.default](args = ([%a, %b],), kwargs = {})
    %h2 = call_function[target=torch.ops.aten.hstack.default](args = ([%m, %m],), kwargs = {})
    %v0 = call_function[target=torch.ops.aten.vstack.default](args = ([%n, %n],), kwargs = {})
    %v1 = call_function[target=torch.ops.aten.vstack.default](args = ([%a, %a],), kwargs = {})
    %v2 = call_function[target=torch.ops.aten.vstack.default](args = ([%a, %m],), kwargs = {})
    %v3 = call_function[target=torch.ops.aten.vstack.default](args = ([%t, %t],), kwargs = {})
    %d0 = call_function[target=torch.ops.aten.dstack.default](args = ([%n, %n],), kwargs = {})
    %d1 = call_function[target=torch.ops.aten.dstack.default](args = ([%a, %a],), kwargs = {})
    %d2 = call_function[target=torch.ops.aten.dstack.default](args = ([%m, %m],), kwargs = {})
    %d3 = call_function[target=torch.ops.aten.dstack.default](args = ([%t, %t],), kwargs = {})
    return (%h0, %h1, %h2, %v0, %v1, %v2, %v3, %d0, %d1, %d2, %d3)
