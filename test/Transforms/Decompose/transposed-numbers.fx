// The transposed of a number is the number itself, and its adjoint the conjugate.
// RUN: fx-opt %s --decompose --dce | FileCheck %s
// CHECK-NOT:  mT
// CHECK:      %_conj : {{.*}}aten._conj.default](args = (%z,)
// CHECK-NEXT: %_conj_1 : {{.*}}aten._conj.default](args = (%z,)
// CHECK-NEXT: %_conj_2 : {{.*}}aten._conj.default](args = (%z,)
// CHECK-NEXT: %permute : {{.*}}aten.permute.default](args = (%m, [1, 0])
// CHECK-NEXT: return (%x, %x, %x, %x, %z, %_conj, %_conj_1, %_conj_2, %permute)
fx 1
graph():
    %x : [num_users=4] = placeholder[target=x] {val: tensor(torch.float32, (), (), device("cpu"))}
    %z : [num_users=4] = placeholder[target=z] {val: tensor(torch.complex64, (), (), device("cpu"))}
    %m : [num_users=1] = placeholder[target=m] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.mT.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.ops.aten.mH.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.ops.aten.matrix_H.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %d : [num_users=1] = call_function[target=torch.ops.aten.adjoint.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %e : [num_users=1] = call_function[target=torch.ops.aten.mT.default](args = (%z,), kwargs = {}) {val: tensor(torch.complex64, (), (), device("cpu"))}
    %f : [num_users=1] = call_function[target=torch.ops.aten.mH.default](args = (%z,), kwargs = {}) {val: tensor(torch.complex64, (), (), device("cpu"))}
    %g : [num_users=1] = call_function[target=torch.ops.aten.matrix_H.default](args = (%z,), kwargs = {}) {val: tensor(torch.complex64, (), (), device("cpu"))}
    %h : [num_users=1] = call_function[target=torch.ops.aten.adjoint.default](args = (%z,), kwargs = {}) {val: tensor(torch.complex64, (), (), device("cpu"))}
    %i : [num_users=1] = call_function[target=torch.ops.aten.mT.default](args = (%m,), kwargs = {}) {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    return (%a, %b, %c, %d, %e, %f, %g, %h, %i)
