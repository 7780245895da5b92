// PyTorch gives views of one place new strides where it makes a vector of them, or a matrix of
// a vector; else it takes those there are.
// RUN: fx-opt %s --infer-values | FileCheck %s
// CHECK: %a : {{.*}}(1,), (1,),
// CHECK: %b : {{.*}}(1,), (1,),
// CHECK: %c : {{.*}}(1, 1), (1, 1),
// CHECK: %d : {{.*}}(1, 1, 1), (7, 5, 5),
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (1, 1), (7, 5), device("cpu"))}
    %y = placeholder[target=y] {val: tensor(torch.float32, (1, 1, 1), (7, 5, 3), device("cpu"))}
    %z = placeholder[target=z] {val: tensor(torch.float32, (1,), (7,), device("cpu"))}
    %a = call_function[target=torch.ops.aten.view.default](args = (%x, [1]), kwargs = {})
    %b = call_function[target=torch.ops.aten.view.default](args = (%y, [1]), kwargs = {})
    %c = call_function[target=torch.ops.aten.view.default](args = (%z, [1, 1]), kwargs = {})
    %d = call_function[target=torch.ops.aten.view.default](args = (%x, [1, 1, 1]), kwargs = {})
    return (%a, %b, %c, %d)
