// view_as_real does not run on a tensor that is marked as conjugated: its parts are those of its
// conjugate, one of them negated.
// RUN: fx-opt %s --decompose --print-format=fx | FileCheck %s
// CHECK: %[[C:.*]] : {{.*}}target=torch.ops.aten._conj.default](args = (%x,)
// CHECK: %[[T:.*]] : {{.*}}target=torch.ops.aten.{{t|permute}}.default](args = (%[[C]]
// CHECK: %[[P:.*]] : {{.*}}target=torch.ops.aten._conj.default](args = (%[[T]],)
// CHECK: %[[R:.*]] : {{.*}}target=torch.ops.aten.view_as_real.default](args = (%[[P]],)
// CHECK: %[[I:.*]] : {{.*}}target=torch.ops.aten.select.int](args = (%[[R]], 2, 1)
// CHECK: target=torch.ops.aten._neg_view.default](args = (%[[I]],)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.complex64, (2, 3), (3, 1), device("cpu"))}
    %conj : [num_users=1] = call_function[target=torch.ops.aten.conj.default](args = (%x,), kwargs = {}) {val: tensor(torch.complex64, (2, 3), (3, 1), device("cpu"))}
    %t : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%conj,), kwargs = {}) {val: tensor(torch.complex64, (3, 2), (1, 3), device("cpu"))}
    %imag : [num_users=1] = call_function[target=torch.ops.aten.imag.default](args = (%t,), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 6), device("cpu"), offset=1)}
    return %imag
