// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s

// Attention that is computed by its formula has another layout, in which the
// view that follows is not possible; PyTorch's decomposition fails here.
// CHECK-LABEL: graph():
// CHECK: %permute_3 : {{.*}}(args = (%permute_2, [0, 2, 1, 3]), kwargs = {})
// CHECK-NEXT: %clone_1 : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%permute_3,), kwargs = {memory_format: torch.contiguous_format})
// CHECK-NEXT: %view_6 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%clone_1, [6, -1]), kwargs = {})
// CHECK-NEXT: return view_6
fx 1
graph():
    %q : [num_users=1] = placeholder[target=q] {val: tensor(torch.float32, (2, 4, 3, 8), (96, 24, 8, 1), device("cpu"))}
    %scaled_dot_product_attention : [num_users=1] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %q, %q), kwargs = {}) {val: tensor(torch.float32, (2, 4, 3, 8), (96, 8, 32, 1), device("cpu"))}
    %transpose : [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%scaled_dot_product_attention, 1, 2), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4, 8), (96, 32, 8, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%transpose, [6, -1]), kwargs = {}) {val: tensor(torch.float32, (6, 32), (32, 1), device("cpu"))}
    return %view

// -----

// Batch norm makes a contiguous tensor, unlike PyTorch's fake tensors.
// CHECK-LABEL: graph():
// CHECK: %permute_1 : {{.*}}(args = (%getitem, [0, 2, 1]), kwargs = {})
// CHECK-NEXT: %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%permute_1,), kwargs = {memory_format: torch.contiguous_format})
// CHECK-NEXT: %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%clone, [24, 5]), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4, 6, 5), (30, 5, 1), device("cpu"))}
    %m : [num_users=1] = placeholder[target=m] {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %transpose : [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%x, 1, 2), kwargs = {}) {val: tensor(torch.float32, (4, 5, 6), (30, 1, 5), device("cpu"))}
    %batch_norm : [num_users=1] = call_function[target=torch.ops.aten.batch_norm.default](args = (%transpose, None, None, %m, %m, False, 0.1, 1e-05, False), kwargs = {}) {val: tensor(torch.float32, (4, 5, 6), (30, 1, 5), device("cpu"))}
    %transpose_1 : [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%batch_norm, 1, 2), kwargs = {}) {val: tensor(torch.float32, (4, 6, 5), (30, 5, 1), device("cpu"))}
    %reshape : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%transpose_1, [24, 5]), kwargs = {}) {val: tensor(torch.float32, (24, 5), (5, 1), device("cpu"))}
    return %reshape

// -----

// What is written to such a copy is written to what it was a view of.
// CHECK-LABEL: graph():
// CHECK: %clone : {{.*}}(args = (%hardtanh,), kwargs = {memory_format: torch.contiguous_format})
// CHECK-NEXT: %view : {{.*}}(args = (%clone, [24]), kwargs = {})
// CHECK-NEXT: %add : {{.*}}(args = (%view, 1), kwargs = {})
// CHECK-NEXT: %view_1 : {{.*}}(args = (%add, [6, 4]), kwargs = {})
// CHECK-NEXT: return view_1
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %t : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (6, 4), (1, 6), device("cpu"))}
    %relu : [num_users=2] = call_function[target=torch.ops.aten.relu6.default](args = (%t,), kwargs = {}) {val: tensor(torch.float32, (6, 4), (4, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%relu, [24]), kwargs = {}) {val: tensor(torch.float32, (24,), (1,), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%view, 1), kwargs = {}) {val: tensor(torch.float32, (24,), (1,), device("cpu"))}
    return %relu

// -----

// Group norm wants a contiguous tensor.
// CHECK-LABEL: graph():
// CHECK: %slice_1 : {{.*}}(args = (%x, 1, 0, 4), kwargs = {})
// CHECK-NEXT: %clone : {{.*}}(args = (%slice_1,), kwargs = {memory_format: torch.contiguous_format})
// CHECK-NEXT: %native_group_norm : {{.*}}(args = (%clone, None, None, 2, 4, 9, 2, 1e-05), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 6, 3, 3), (54, 9, 3, 1), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 1, 0, 4), kwargs = {}) {val: tensor(torch.float32, (2, 4, 3, 3), (54, 9, 3, 1), device("cpu"))}
    %group_norm : [num_users=1] = call_function[target=torch.ops.aten.group_norm.default](args = (%slice_1, 2), kwargs = {}) {val: tensor(torch.float32, (2, 4, 3, 3), (36, 9, 3, 1), device("cpu"))}
    return %group_norm

// -----

// A copy is laid out as the program says, which users see.
// CHECK-LABEL: graph():
// CHECK: %cat_1 : {{.*}}, 2), kwargs = {})
// CHECK-NEXT: %clone : {{.*}}(args = (%cat_1,), kwargs = {memory_format: torch.contiguous_format})
// CHECK-NEXT: return clone
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3, 6, 6), (108, 1, 18, 3), device("cpu"))}
    %pad : [num_users=1] = call_function[target=torch.ops.aten.pad.default](args = (%x, [1, 1, 1, 1], "circular"), kwargs = {}) {val: tensor(torch.float32, (2, 3, 8, 8), (192, 64, 8, 1), device("cpu"))}
    return %pad

// -----

// Here the formula's result is a permutation.
// CHECK-LABEL: graph():
// CHECK: %permute_2 : {{.*}}(args = (%clone, [1, 2, 0, 3]), kwargs = {})
// CHECK-NEXT: %clone_1 : {{.*}}(args = (%permute_2,), kwargs = {memory_format: torch.contiguous_format})
// CHECK-NEXT: return clone_1
fx 1
graph():
    %q : [num_users=1] = placeholder[target=q] {val: tensor(torch.float16, (2, 4, 3, 8), (96, 24, 8, 1), device("cpu"))}
    %scaled_dot_product_attention : [num_users=1] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %q, %q), kwargs = {}) {val: tensor(torch.float16, (2, 4, 3, 8), (96, 24, 8, 1), device("cpu"))}
    return %scaled_dot_product_attention

// -----

// CHECK-LABEL: graph():
// CHECK: %clone_1 : {{.*}}(args = (%view_1,), kwargs = {memory_format: torch.channels_last})
// CHECK-NEXT: return clone_1
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 8, 6, 6), (288, 1, 48, 8), device("cpu"))}
    %pixel_shuffle : [num_users=1] = call_function[target=torch.ops.aten.pixel_shuffle.default](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (2, 2, 12, 12), (288, 1, 24, 2), device("cpu"))}
    return %pixel_shuffle

// -----

// The kernel keeps channels last here, which fake tensors do not know.
// CHECK-LABEL: graph():
// CHECK: %clone : {{.*}}, kwargs = {memory_format: torch.channels_last_3d})
// CHECK-NEXT: return clone
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 2, 4, 4, 4), (128, 1, 32, 8, 2), device("cpu"))}
    %pad : [num_users=1] = call_function[target=torch.ops.aten.pad.default](args = (%x, [1, 1, 1, 1, 1, 1], "reflect"), kwargs = {}) {val: tensor(torch.float32, (2, 2, 6, 6, 6), (432, 216, 36, 6, 1), device("cpu"))}
    return %pad
