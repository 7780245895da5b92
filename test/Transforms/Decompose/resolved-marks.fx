// What resolve_conj and resolve_neg give has memory of its own where the tensor
// is marked as conjugated or negated, and is the tensor itself elsewhere.
// RUN: fx-opt %s --decompose --print-format=fx | FileCheck %s
// CHECK: %[[C:.*]] : {{.*}}target=torch.ops.aten._conj.default](args = (%x,)
// CHECK: %[[A:.*]] : {{.*}}target=torch.ops.aten.clone.default](args = (%[[C]],)
// CHECK: %[[N:.*]] : {{.*}}target=torch.ops.aten._neg_view.default]
// CHECK: %[[B:.*]] : {{.*}}target=torch.ops.aten.clone.default](args = (%[[N]],)
// CHECK: return ([[A]], [[B]], x)
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %conj : [num_users=2] = call_function[target=torch.ops.aten.conj.default](args = (%x,), kwargs = {}) {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.resolve_conj.default](args = (%conj,), kwargs = {}) {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %imag : [num_users=1] = call_function[target=torch.ops.aten.imag.default](args = (%conj,), kwargs = {}) {val: tensor(torch.float32, (3,), (2,), device("cpu"), offset=1)}
    %b : [num_users=1] = call_function[target=torch.ops.aten.resolve_neg.default](args = (%imag,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.ops.aten.resolve_conj.default](args = (%x,), kwargs = {}) {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    return (%a, %b, %c)
