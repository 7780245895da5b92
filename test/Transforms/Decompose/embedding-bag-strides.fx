// The kernel reads indices and offsets one after the other.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: %clone : {{.*}}torch.ops.aten.clone.default](args = (%i,), kwargs = {memory_format: torch.contiguous_format})
// CHECK: torch.ops.aten._embedding_bag.default](args = (%w, %clone, %o
fx 1
graph():
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (10, 3), (3, 1), device("cpu"))}
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.int64, (4,), (2,), device("cpu"))}
    %o : [num_users=1] = placeholder[target=o] {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %bag : [num_users=1] = call_function[target=torch.ops.aten.embedding_bag.padding_idx](args = (%w, %i, %o, False, 0, False, None, False, -1), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%bag, 0), kwargs = {})
    return %getitem
