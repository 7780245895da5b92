// A tensor without dimensions decides the kind of a result, not its size.
// RUN: fx-opt %s --infer-values | FileCheck %s
// CHECK: %ic : {{.*}}tensor(torch.complex64, (2,)
// CHECK: %bc : {{.*}}tensor(torch.complex64, (2,)
// CHECK: %dc : {{.*}}tensor(torch.complex128, (2,)
// CHECK: %fi : {{.*}}tensor(torch.float32, (2,)
// CHECK: %di : {{.*}}tensor(torch.float64, (2,)
// CHECK: %bi : {{.*}}tensor(torch.int64, (2,)
// CHECK: %si : {{.*}}tensor(torch.int16, (2,)
// CHECK: %cf : {{.*}}tensor(torch.complex64, (2,)
fx 1
graph():
    %i = placeholder[target=i] {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %s = placeholder[target=s] {val: tensor(torch.int16, (2,), (1,), device("cpu"))}
    %b = placeholder[target=b] {val: tensor(torch.bool, (2,), (1,), device("cpu"))}
    %d = placeholder[target=d] {val: tensor(torch.float64, (2,), (1,), device("cpu"))}
    %c = placeholder[target=c] {val: tensor(torch.complex64, (2,), (1,), device("cpu"))}
    %i0 = placeholder[target=i0] {val: tensor(torch.int64, (), (), device("cpu"))}
    %f0 = placeholder[target=f0] {val: tensor(torch.float32, (), (), device("cpu"))}
    %c0 = placeholder[target=c0] {val: tensor(torch.complex64, (), (), device("cpu"))}
    %ic = call_function[target=torch.ops.aten.add.Tensor](args = (%i, %c0), kwargs = {})
    %bc = call_function[target=torch.ops.aten.add.Tensor](args = (%c0, %b), kwargs = {})
    %dc = call_function[target=torch.ops.aten.mul.Tensor](args = (%d, %c0), kwargs = {})
    %fi = call_function[target=torch.ops.aten.mul.Tensor](args = (%i, %f0), kwargs = {})
    %di = call_function[target=torch.ops.aten.mul.Tensor](args = (%d, %i0), kwargs = {})
    %bi = call_function[target=torch.ops.aten.mul.Tensor](args = (%b, %i0), kwargs = {})
    %si = call_function[target=torch.ops.aten.mul.Tensor](args = (%s, %i0), kwargs = {})
    %cf = call_function[target=torch.ops.aten.mul.Tensor](args = (%c, %f0), kwargs = {})
    return (%ic, %bc, %dc, %fi, %di, %bi, %si, %cf)
