// RUN: not fx-opt %s --decompose --split-input-file 2>&1 | FileCheck %s
//
// as_strided counts in the storage: what is written through it has to be all
// that there is, and to have the type that it was made with.

// CHECK: error: 'fill_' cannot be decomposed: memory is written through as_strided of a view
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.dtype](args = (%clone, torch.int32), kwargs = {})
    %as_strided : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%view, [2, 2], [4, 1], 2), kwargs = {})
    %fill_ : [num_users=0] = call_function[target=torch.ops.aten.fill_.Scalar](args = (%as_strided, 1), kwargs = {})
    return %clone

// -----

// CHECK: error: 'fill_' cannot be decomposed: memory is written through as_strided of a view
fx 1
graph():
    %x : [num_users=2] = call_function[target=torch.ops.aten.empty_strided.default](args = ([3, 4], [8, 1]), kwargs = {})
    %as_strided : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%x, [2, 2], [4, 1], 2), kwargs = {})
    %fill_ : [num_users=0] = call_function[target=torch.ops.aten.fill_.Scalar](args = (%as_strided, 1), kwargs = {})
    return %x

// -----

// CHECK: error: 'fill_' cannot be decomposed: memory is written through as_strided of a view
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %view_1 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%clone, [12]), kwargs = {})
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.dtype](args = (%view_1, torch.int32), kwargs = {})
    %as_strided : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%view, [2, 2], [4, 1]), kwargs = {})
    %fill_ : [num_users=0] = call_function[target=torch.ops.aten.fill_.Scalar](args = (%as_strided, 1), kwargs = {})
    return %clone
