// The place of the padding counts from the end where it is negative.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: torch.ops.aten._embedding_bag.default](args = (%w, %i, %o, False, 0, False, None, False, 0), kwargs = {})
// CHECK: torch.ops.aten._embedding_bag.default](args = (%w, %i, %o, False, 0, False, None, False, 4), kwargs = {})
// CHECK: torch.ops.aten._embedding_bag.default](args = (%w, %i, %o, True, 1, False, None, True), kwargs = {})
// CHECK: torch.ops.aten._embedding_bag.default](args = (%w, %i, %o, False, 2, True, None, False, 4), kwargs = {})
// CHECK: torch.ops.aten._embedding_bag.default](args = (%w, %i, %o), kwargs = {})

// RUN: sed 's/(5, 3)/(sym("s0"), 3)/' %s > %t.fx
// RUN: fx-opt %t.fx --decompose -o /dev/null 2>&1 | FileCheck %s --check-prefix=SYMBOLIC
// SYMBOLIC: remark: calls of 'torch.ops.aten.embedding_bag.padding_idx' are left as they are: the number of embeddings is symbolic
fx 1
graph():
    %w : [num_users=5] = placeholder[target=w] {val: tensor(torch.float32, (5, 3), (3, 1), device("cpu"))}
    %i : [num_users=5] = placeholder[target=i] {val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    %o : [num_users=5] = placeholder[target=o] {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.embedding_bag.padding_idx](args = (%w, %i, %o, False, 0, False, None, False, 0), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.ops.aten.embedding_bag.padding_idx](args = (%w, %i, %o, False, 0, False, None, False, -1), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.ops.aten.embedding_bag.padding_idx](args = (%w, %i, %o, True, 1, False, None, True, None), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.ops.aten.embedding_bag.padding_idx](args = (%w, %i, %o, False, 2, True, None, False, 4), kwargs = {})
    %e : [num_users=1] = call_function[target=torch.ops.aten.embedding_bag.default](args = (%w, %i, %o), kwargs = {})
    return (%a, %b, %c, %d, %e)
