// An output argument that is a view begins where it did, and its memory grows where it has to.
// What else shows this memory shows the same elements as before.
// RUN: fx-opt %s --decompose --print-format=fx | FileCheck %s
// CHECK: %[[EXP:.*]] : {{.*}}target=torch.ops.aten.exp.default](args = (%y,)
// CHECK: %[[FLAT:.*]] : {{.*}}target=torch.ops.aten.view.default](args = (%clone, [4])
// CHECK: %[[HEAD:.*]] : {{.*}}target=torch.ops.aten.slice.Tensor](args = (%[[FLAT]], 0, 0, 1)
// CHECK: %[[CONTENTS:.*]] : {{.*}}target=torch.ops.aten.view.default](args = (%[[EXP]], [4])
// CHECK: %[[MEMORY:.*]] : {{.*}}target=torch.ops.aten.cat.default](args = ([%[[HEAD]], %[[CONTENTS]]],)
// CHECK-DAG: %[[VIEW:.*]] : {{.*}}target=torch.ops.aten.as_strided.default](args = (%[[MEMORY]], [4], [1], 1)
// CHECK-DAG: %[[BASE:.*]] : {{.*}}target=torch.ops.aten.as_strided.default](args = (%[[MEMORY]], [4], [1], 0)
// CHECK: return ([[BASE]], [[VIEW]])

// The memory of an input cannot grow.
// RUN: sed 's/args = (%x,)/args = (%y,)/; s/clone.default/alias.default/' %s > %t
// RUN: %exits 1 fx-opt %t --decompose 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: error: 'exp' cannot be decomposed: memory of an input or of state grows
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %slice : [num_users=2] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 0, 1, 3), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"), offset=1)}
    %exp : [num_users=0] = call_function[target=torch.ops.aten.exp.out](args = (%y,), kwargs = {out: %slice}) {val: tensor(torch.float32, (4,), (1,), device("cpu"), offset=1)}
    return (%clone, %slice)
