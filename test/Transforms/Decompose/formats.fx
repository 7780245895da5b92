// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s

// `to` copies where the strides suggest another format, not where the tensor is not in it: with
// one channel this tensor is in both, and what is transposed suggests the usual one.
// CHECK-LABEL: graph():
// CHECK: %_to_copy : {{.*}}(args = (%x,), kwargs = {dtype: torch.float32, memory_format: torch.channels_last})
// CHECK: return (_to_copy, t)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 1, 4, 3), (12, 12, 3, 1), device("cpu"))}
    %t : [num_users=1] = placeholder[target=t] {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    %to : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.float32), kwargs = {memory_format: torch.channels_last}) {val: tensor(torch.float32, (1, 1, 4, 3), (12, 1, 3, 1), device("cpu"))}
    %to_1 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%t, torch.float32), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    return (%to, %to_1)

// -----

// index_add gives a contiguous tensor, index_put one like its operand.
// CHECK-LABEL: graph():
// CHECK:      %index_put : {{.*}}(args = (%x, [%i], %y, True), kwargs = {})
// CHECK-NEXT: %clone : {{.*}}(args = (%index_put,), kwargs = {memory_format: torch.contiguous_format})
// CHECK-NEXT: return clone
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.int64, (1,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"))}
    %index_add : [num_users=1] = call_function[target=torch.ops.aten.index_add.default](args = (%x, 0, %i, %y), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %index_add
