// RUN: split-file %s %t
// RUN: not fx-opt %t/windows.fx --decompose 2>&1 | FileCheck %s --check-prefix=WINDOWS
// RUN: fx-opt %t/apart.fx --decompose --to=fx | FileCheck %s --check-prefix=APART
// RUN: fx-opt %t/halves.fx --decompose --to=fx | FileCheck %s --check-prefix=HALVES

// Two windows have an element in common, unlike two rows of a matrix.
// WINDOWS: error: 'add_' cannot be decomposed: 'torch.ops.aten.add_.Tensor' reads memory that it writes
//--- windows.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (6,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (6,), (1,), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 0, 0, 6, 2), kwargs = {}) {val: tensor(torch.float32, (3,), (2,), device("cpu"))}
    %unfold : [num_users=2] = call_function[target=torch.ops.aten.unfold.default](args = (%slice_1, 0, 2, 1), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 2), device("cpu"))}
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%unfold, 0, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (2,), device("cpu"))}
    %select_1 : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%unfold, 0, 0), kwargs = {}) {val: tensor(torch.float32, (2,), (2,), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%select, %select_1), kwargs = {}) {val: tensor(torch.float32, (2,), (2,), device("cpu"))}
    return %clone

// APART: aten.add.Tensor
// APART: return
//--- apart.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 0, 0, 8, 2), kwargs = {}) {val: tensor(torch.float32, (4,), (2,), device("cpu"))}
    %unfold : [num_users=2] = call_function[target=torch.ops.aten.unfold.default](args = (%slice_1, 0, 2, 2), kwargs = {}) {val: tensor(torch.float32, (2, 2), (4, 2), device("cpu"))}
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%unfold, 0, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (2,), device("cpu"))}
    %select_1 : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%unfold, 0, 0), kwargs = {}) {val: tensor(torch.float32, (2,), (2,), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%select, %select_1), kwargs = {}) {val: tensor(torch.float32, (2,), (2,), device("cpu"))}
    return %clone

// Slices of Python may leave out where they begin and end.
// HALVES: aten.mul.Tensor
// HALVES: aten.slice_scatter.default
//--- halves.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %y : [num_users=2] = call_method[target=clone](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=operator.getitem](args = (%y, (slice(None, None, None), slice(None, 2, None))), kwargs = {}) {val: tensor(torch.float32, (3, 2), (4, 1), device("cpu"))}
    %b : [num_users=1] = call_function[target=operator.getitem](args = (%y, (slice(None, None, None), slice(2, None, None))), kwargs = {}) {val: tensor(torch.float32, (3, 2), (4, 1), device("cpu"))}
    %w : [num_users=0] = call_method[target=mul_](args = (%a, %b), kwargs = {}) {val: tensor(torch.float32, (3, 2), (4, 1), device("cpu"))}
    return %y
