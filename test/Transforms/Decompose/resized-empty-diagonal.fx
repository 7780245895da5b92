// A diagonal without elements begins where its tensor does, while torch.export notes
// another offset: an output argument would grow at the wrong place.
// RUN: %exits 1 fx-opt %s --decompose 2>&1 | FileCheck %s
// CHECK: error: 'arange' cannot be decomposed: memory of which a part is shown is written with other sizes

// The main diagonal has the offset of its tensor in both.
// RUN: sed "s/slice_1, 1)/slice_1, 0)/; s/, offset=1//" %s > %t.fx
// RUN: fx-opt %t.fx --decompose --to=fx | FileCheck %s --check-prefix=MAIN
// MAIN: %[[MEMORY:.*]] : {{.*}}target=torch.ops.aten.cat.default](args = ([%{{.*}}, %{{.*}}],)
// MAIN: %[[BASE:.*]] : {{.*}}target=torch.ops.aten.as_strided.default](args = (%[[MEMORY]], [3, 4], [4, 1], 0)
// MAIN: return ([[BASE]],)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 0, 0, 0), kwargs = {}) {val: tensor(torch.float32, (0, 4), (4, 1), device("cpu"))}
    %diagonal : [num_users=1] = call_function[target=torch.ops.aten.diagonal.default](args = (%slice_1, 1), kwargs = {}) {val: tensor(torch.float32, (0,), (5,), device("cpu"), offset=1)}
    %arange : [num_users=0] = call_function[target=torch.ops.aten.arange.out](args = (3,), kwargs = {out: %diagonal}) {val: tensor(torch.float32, (3,), (1,), device("cpu"), offset=1)}
    return (%clone,)
