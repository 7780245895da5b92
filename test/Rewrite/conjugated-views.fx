// What resolves a conjugated view stays: others look at its memory.
// RUN: fx-opt %s -O1 --to=fx | FileCheck %s

// CHECK: %clone : {{.*}}args = (%_conj,)
// CHECK: view_as_real{{.*}}(%clone,)
// CHECK-NOT: clone.default

fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %neg : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %_conj : [num_users=1] = call_function[target=torch.ops.aten._conj.default](args = (%neg,), kwargs = {}) {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%_conj,), kwargs = {}) {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %view_as_real : [num_users=1] = call_function[target=torch.ops.aten.view_as_real.default](args = (%clone,), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %clone_1 : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%neg,), kwargs = {}) {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %abs_1 : [num_users=1] = call_function[target=torch.ops.aten.abs.default](args = (%clone_1,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    return (%view_as_real, %abs_1)
