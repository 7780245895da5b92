// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s

// Rules call operators that have rules in turn, and what is dead goes.
// CHECK-LABEL: graph():
// CHECK: %x : [num_users=1]
// CHECK-NEXT: %w : [num_users=1]
// CHECK-NEXT: %b : [num_users=1]
// CHECK-NEXT: %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%x, [8, 6]), kwargs = {})
// CHECK-NEXT: %permute : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%w, [1, 0]), kwargs = {})
// CHECK-NEXT: %addmm : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%b, %view, %permute), kwargs = {})
// CHECK-NEXT: %view_1 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%addmm, [2, 4, 5]), kwargs = {})
// CHECK-NEXT: return view_1
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 4, 6), (24, 6, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (5, 6), (6, 1), device("cpu"))}
    %b : [num_users=1] = placeholder[target=b] {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x, %w, %b), kwargs = {})
    return %linear

// -----

// What is computed in float32 is converted and converted back.
// CHECK-LABEL: graph():
// CHECK: %_to_copy : [num_users=2] = call_function[target=torch.ops.aten._to_copy.default](args = (%x,), kwargs = {dtype: torch.float32})
// CHECK-NEXT: %sigmoid : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%_to_copy,), kwargs = {})
// CHECK-NEXT: %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%_to_copy, %sigmoid), kwargs = {})
// CHECK-NEXT: %_to_copy_1 : [num_users=1] = call_function[target=torch.ops.aten._to_copy.default](args = (%mul,), kwargs = {dtype: torch.bfloat16})
// CHECK-NEXT: return _to_copy_1
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.bfloat16, (3,), (1,), device("cpu"))}
    %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {})
    return %silu

// -----

// Arguments are spelled as the dispatcher does: no defaults, by position.
// CHECK-LABEL: graph():
// CHECK: %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {})
// CHECK-NEXT: %hardtanh : [num_users=1] = call_function[target=torch.ops.aten.hardtanh.default](args = (%add, 0, 6), kwargs = {})
// CHECK-NEXT: return hardtanh
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %any : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (), kwargs = {self: %x, other: 1, alpha: 1})
    %relu6 : [num_users=1] = call_function[target=torch.ops.aten.relu6.default](args = (%any,), kwargs = {})
    return %relu6

// -----

// What stands outside of a memory's order is copied.
// CHECK-LABEL: graph():
// CHECK: %permute : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%x, [1, 0]), kwargs = {})
// CHECK-NEXT: %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%permute,), kwargs = {memory_format: torch.contiguous_format})
// CHECK-NEXT: %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%clone, [6]), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %t : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%x,), kwargs = {})
    %reshape : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%t, [-1]), kwargs = {})
    return %reshape

// -----

// Elements of several results.
// CHECK-LABEL: graph():
// CHECK: %split_with_sizes : [num_users=2] = call_function[target=torch.ops.aten.split_with_sizes.default](args = (%x, [2, 1]), kwargs = {})
// CHECK-NEXT: %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%split_with_sizes, 0), kwargs = {})
// CHECK-NEXT: %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%split_with_sizes, 1), kwargs = {})
// CHECK-NEXT: %cat : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%getitem_1, %getitem],), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %chunk : [num_users=2] = call_function[target=torch.ops.aten.chunk.default](args = (%x, 2), kwargs = {})
    %a : [num_users=1] = call_function[target=operator.getitem](args = (%chunk, 0), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.getitem](args = (%chunk, 1), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%b, %a],), kwargs = {})
    return %cat
