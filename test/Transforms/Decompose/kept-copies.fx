// view_copy also copies what it cannot show, so that it is no view before a copy: callers may
// give tensors that lie otherwise in memory.
// RUN: fx-opt %s --decompose --to=fx | FileCheck %s
// CHECK:      %view_copy : {{.*}}view_copy.default](args = (%x, [12])
// CHECK-NEXT: %permute : {{.*}}permute.default](args = (%x, [1, 0])
// CHECK-NEXT: %clone : {{.*}}clone.default](args = (%permute,)
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %view_copy : [num_users=1] = call_function[target=torch.ops.aten.view_copy.default](args = (%x, [12]), kwargs = {}) {val: tensor(torch.float32, (12,), (1,), device("cpu"))}
    %permute_copy : [num_users=1] = call_function[target=torch.ops.aten.permute_copy.default](args = (%x, [1, 0]), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    return (%view_copy, %permute_copy)
