// RUN: fx-opt %s --split-input-file --passes='optimize{O1}' | FileCheck %s

// The strides of dimensions of one place are not always those that the values of
// PyTorch's fake tensors say: copies that change them stay.

// What is computed of a product with such strides may have them, too.
// CHECK-LABEL: graph():
// CHECK: %clone :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 2), (1, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%mul,), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%relu,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    return %clone

// -----

// So may a view of it.
// CHECK-LABEL: graph():
// CHECK: %clone :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 2), (1, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%mul, 1, 0, 2), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%slice_1,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    return %clone

// -----

// A dimension that is new has the stride that its value says.
// CHECK-LABEL: graph():
// CHECK-NOT: clone
// CHECK: return %unsqueeze
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 2), (1, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %squeeze : [num_users=1] = call_function[target=torch.ops.aten.squeeze.dim](args = (%mul, 0), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%squeeze,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %unsqueeze : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%relu, 0), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%unsqueeze,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    return %clone

// -----

// Operands with holes are laid out as PyTorch says.
// CHECK-LABEL: graph():
// CHECK-NOT: clone
// CHECK: return %mul
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 2), (7, 3), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%mul,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    return %clone

// -----

// The order of channels last has such strides, too.
// CHECK-LABEL: graph():
// CHECK: %clone :
fx 1
graph():
    %full : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([12], 1.0), kwargs = {}) {val: tensor(torch.float32, (12,), (1,), device("cpu"))}
    %x : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%full, [2, 3, 1, 2], [6, 1, 1, 3]), kwargs = {}) {val: tensor(torch.float32, (2, 3, 1, 2), (6, 1, 1, 3), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (2, 3, 1, 2), (6, 1, 6, 3), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%mul,), kwargs = {memory_format: torch.channels_last}) {val: tensor(torch.float32, (2, 3, 1, 2), (6, 1, 6, 3), device("cpu"))}
    return %clone

// -----

// These are those of a new tensor.
// CHECK-LABEL: graph():
// CHECK-NOT: clone
// CHECK: return %mul
fx 1
graph():
    %full : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([12], 1.0), kwargs = {}) {val: tensor(torch.float32, (12,), (1,), device("cpu"))}
    %x : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%full, [2, 3, 1, 2], [6, 1, 6, 3]), kwargs = {}) {val: tensor(torch.float32, (2, 3, 1, 2), (6, 1, 6, 3), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (2, 3, 1, 2), (6, 1, 6, 3), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%mul,), kwargs = {memory_format: torch.channels_last}) {val: tensor(torch.float32, (2, 3, 1, 2), (6, 1, 6, 3), device("cpu"))}
    return %clone

// -----

// A sum of rows is new.
// CHECK-LABEL: graph():
// CHECK-NOT: clone
// CHECK: return %sum_1
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%x, [0], True), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%sum_1,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    return %clone

// -----

// A view of a row computes the stride anew.
// CHECK-LABEL: graph():
// CHECK: %view :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 1, 2), (8, 4, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%x, [1, 1, 2]), kwargs = {}) {val: tensor(torch.float32, (1, 1, 2), (8, 4, 1), device("cpu"))}
    return %view

// -----

// A view of a row computes the stride anew.
// CHECK-LABEL: graph():
// CHECK: %view :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 1, 2), (8, 4, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%x, [1, 1, 2]), kwargs = {}) {val: tensor(torch.float32, (1, 1, 2), (8, 4, 1), device("cpu"))}
    return %view

// -----

// A view of a row computes the stride anew.
// CHECK-LABEL: graph():
// CHECK: %view :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 1, 2), (8, 4, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten._unsafe_view.default](args = (%x, [1, 1, 2]), kwargs = {}) {val: tensor(torch.float32, (1, 1, 2), (8, 4, 1), device("cpu"))}
    return %view

// -----

// Here it is the same.
// CHECK-LABEL: graph():
// CHECK-NOT: view
// CHECK: return %relu
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 3, 2), (6, 2, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (1, 3, 2), (6, 2, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%relu, [1, 3, 2]), kwargs = {}) {val: tensor(torch.float32, (1, 3, 2), (6, 2, 1), device("cpu"))}
    return %view

// -----

// It is the same for all sizes.
// CHECK-LABEL: graph():
// CHECK-NOT: view
// CHECK: return %sin
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (sym("s0"),), (1,), device("cpu"))}
    %unsqueeze : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%x, 0), kwargs = {}) {val: tensor(torch.float32, (1, sym("s0")), (sym("s0"), 1), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%unsqueeze,), kwargs = {}) {val: tensor(torch.float32, (1, sym("s0")), (sym("s0"), 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%sin, [1, -1]), kwargs = {}) {val: tensor(torch.float32, (1, sym("s0")), (sym("s0"), 1), device("cpu"))}
    return %view

// -----

// What expand leaves as it is keeps its stride.
// CHECK-LABEL: graph():
// CHECK-NOT: expand
// CHECK: return %slice_1
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 0, 1), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %expand : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%slice_1, [1, 2]), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    return %expand

// -----

// A dimension of more places has one stride.
// CHECK-LABEL: graph():
// CHECK-NOT: view
// CHECK: return %as_strided
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %as_strided : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%x, [2, 2, 1], [4, 1, 1]), kwargs = {}) {val: tensor(torch.float32, (2, 2, 1), (4, 1, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%as_strided, [2, 2, 1]), kwargs = {}) {val: tensor(torch.float32, (2, 2, 1), (4, 1, 1), device("cpu"))}
    return %view
