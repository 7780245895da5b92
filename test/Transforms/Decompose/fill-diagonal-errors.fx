// RUN: not fx-opt %s --decompose --split-input-file 2>&1 | FileCheck %s

// CHECK: :[[@LINE+5]]:5: error: 'fill_diagonal_' cannot be decomposed: the diagonal of a tensor of different sizes is written
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 3, 2), (6, 2, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2), kwargs = {})
    return %clone

// -----

// CHECK: :[[@LINE+5]]:5: error: 'fill_diagonal_' cannot be decomposed: the diagonal of a tensor that is not contiguous is wrapped
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (7, 3), (1, 7), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2, True), kwargs = {})
    return %clone

// -----

// The place where it begins again must be known.
// CHECK: :[[@LINE+5]]:5: error: 'fill_diagonal_' cannot be decomposed: the diagonal of a tensor that is not contiguous is wrapped
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (sym("s0"), 3), (3, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2, True), kwargs = {})
    return %clone

// -----

// CHECK: :[[@LINE+5]]:5: error: 'fill_diagonal_' cannot be decomposed: the diagonal of something of unknown sizes is written
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2), kwargs = {})
    return %clone

// -----

// CHECK: :[[@LINE+5]]:5: error: 'fill_diagonal_' cannot be decomposed: the diagonal of something of unknown sizes is written
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2), kwargs = {})
    return %clone
