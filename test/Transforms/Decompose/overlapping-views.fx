// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s

// Views that show an element several times are written by positions, which
// leave the contents as they are: what is not shown stays.
// CHECK-LABEL: graph():
// CHECK: %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%select, 1), kwargs = {})
// CHECK: %arange : {{.*}}torch.ops.aten.arange.start_step](args = (0, 5), kwargs = {dtype: torch.int64
// CHECK-NEXT: %[[E:expand.*]] : {{.*}}(args = (%arange, [2, 5]), kwargs = {})
// CHECK-NEXT: %select_1 : {{.*}}(args = (%[[E]], 0, 1), kwargs = {})
// CHECK-NEXT: %index_put : [num_users=1] = call_function[target=torch.ops.aten.index_put.default](args = (%clone, [%select_1], %add), kwargs = {})
// CHECK-NEXT: return index_put
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %expand : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%clone, [2, 5]), kwargs = {})
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%expand, 0, 1), kwargs = {})
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%select, 1), kwargs = {})
    return %clone

// -----

// One number may be written to memory that overlaps itself.
// CHECK-LABEL: graph():
// CHECK: index_put
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %unfold : [num_users=1] = call_function[target=torch.ops.aten.unfold.default](args = (%clone, 0, 3, 1), kwargs = {})
    %fill_ : [num_users=0] = call_function[target=torch.ops.aten.fill_.Scalar](args = (%unfold, 1), kwargs = {})
    return %clone

// -----

// All that is shown of a number is its only element.
// CHECK-LABEL: graph():
// CHECK: %view : {{.*}}(args = (%clone, [1]), kwargs = {})
// CHECK-NEXT: %full : {{.*}}torch.ops.aten.full.default](args = ([], 0), kwargs = {dtype: torch.int64
// CHECK-NEXT: %[[P:expand.*]] : {{.*}}(args = (%full, [3]), kwargs = {})
// CHECK-NEXT: %index_put : {{.*}}(args = (%view, [%[[P]]], %full_like), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (), (), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %expand : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%clone, [3]), kwargs = {})
    %fill_ : [num_users=0] = call_function[target=torch.ops.aten.fill_.Scalar](args = (%expand, 2), kwargs = {})
    return %clone

// -----

// In a matrix, by row and column.
// CHECK-LABEL: graph():
// CHECK: %view : {{.*}}(args = (%arange, [3, 4]), kwargs = {})
// CHECK-NEXT: %[[U:unfold.*]] : {{.*}}(args = (%view, 1, 2, 2), kwargs = {})
// CHECK-NEXT: %div : {{.*}}torch.ops.aten.div.Tensor_mode](args = (%[[U]], 4), kwargs = {rounding_mode: floor})
// CHECK-NEXT: %remainder : {{.*}}torch.ops.aten.remainder.Scalar](args = (%[[U]], 4), kwargs = {})
// CHECK-NEXT: %index_put : {{.*}}(args = (%clone, [%div, %remainder], %mul), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %unfold : [num_users=1] = call_function[target=torch.ops.aten.unfold.default](args = (%clone, 1, 2, 2), kwargs = {})
    %mul_ : [num_users=0] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%unfold, 2), kwargs = {})
    return %clone

// -----

// as_strided counts in the storage, also from a view.
// CHECK-LABEL: graph():
// CHECK: %as_strided_scatter : {{.*}}(args = (%clone, %add, [2], [4], 0), kwargs = {})
// CHECK-NEXT: return as_strided_scatter
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%clone, 0, 1), kwargs = {})
    %as_strided : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%select, [2], [4], 0), kwargs = {})
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%as_strided, 1), kwargs = {})
    return %clone

// -----

// Sizes or strides that are not known may be of such a view.
// CHECK-LABEL: graph():
// CHECK: %as_strided_1 : {{.*}}torch.ops.aten.as_strided.default](args = (%arange, [2, 2], %s), kwargs = {})
// CHECK-NEXT: index_put.default](args = (%clone, [%as_strided_1], %add), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %s : [num_users=1] = placeholder[target=s]
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %v : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%clone, [2, 2], %s), kwargs = {})
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%v, 1), kwargs = {})
    return %clone

// -----

// CHECK-LABEL: graph():
// CHECK: %as_strided_1 : {{.*}}torch.ops.aten.as_strided.default](args = (%arange, %s, [1, 1]), kwargs = {})
// CHECK-NEXT: index_put.default](args = (%clone, [%as_strided_1], %add), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %s : [num_users=1] = placeholder[target=s]
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %v : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%clone, %s, [1, 1]), kwargs = {})
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%v, 1), kwargs = {})
    return %clone
