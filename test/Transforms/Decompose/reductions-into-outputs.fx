// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s

// Sums and products compute in the type of their output argument, not in their own.
// CHECK-LABEL: graph():
// CHECK: %[[S:.*]] : {{.*}}aten.cumsum.default](args = (%x, 0), kwargs = {dtype: torch.int64})
// CHECK-NEXT: return [[S]]
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %zeros : [num_users=2] = call_function[target=torch.ops.aten.zeros.default](args = ([4],), kwargs = {dtype: torch.int64, device: device("cpu"), pin_memory: False}) {val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    %cumsum : [num_users=0] = call_function[target=torch.ops.aten.cumsum.out](args = (%x, 0), kwargs = {out: %zeros}) {val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    return %zeros

// -----

// CHECK-LABEL: graph():
// CHECK: aten.sum.dim_IntList](args = (%x, [0]), kwargs = {dtype: torch.float64})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %zeros : [num_users=2] = call_function[target=torch.ops.aten.zeros.default](args = ([],), kwargs = {dtype: torch.float64, device: device("cpu"), pin_memory: False}) {val: tensor(torch.float64, (), (), device("cpu"))}
    %sum_1 : [num_users=0] = call_function[target=torch.ops.aten.sum.IntList_out](args = (%x, [0]), kwargs = {out: %zeros}) {val: tensor(torch.float64, (), (), device("cpu"))}
    return %zeros

// -----

// Integers are summed as int64 anyway.
// CHECK-LABEL: graph():
// CHECK: aten.cumsum.default](args = (%x, 0), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.int32, (4,), (1,), device("cpu"))}
    %zeros : [num_users=2] = call_function[target=torch.ops.aten.zeros.default](args = ([4],), kwargs = {dtype: torch.int64, device: device("cpu"), pin_memory: False}) {val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    %cumsum : [num_users=0] = call_function[target=torch.ops.aten.cumsum.out](args = (%x, 0), kwargs = {out: %zeros}) {val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    return %zeros

// -----

// The kernel of a logical operation has the type of its operands, and the output may
// have any.
// CHECK-LABEL: graph():
// CHECK: %[[B:.*]] : {{.*}}aten.bitwise_and.Scalar](args = (%x, 3), kwargs = {})
// CHECK-NEXT: %[[C:.*]] : {{.*}}aten._to_copy.default](args = (%[[B]],), kwargs = {dtype: torch.float64})
// CHECK-NEXT: return [[C]]
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.int32, (4,), (1,), device("cpu"))}
    %zeros : [num_users=2] = call_function[target=torch.ops.aten.zeros.default](args = ([4],), kwargs = {dtype: torch.float64, device: device("cpu"), pin_memory: False}) {val: tensor(torch.float64, (4,), (1,), device("cpu"))}
    %bitwise_and : [num_users=0] = call_function[target=torch.ops.aten.bitwise_and.Scalar_out](args = (%x, 3), kwargs = {out: %zeros}) {val: tensor(torch.float64, (4,), (1,), device("cpu"))}
    return %zeros
