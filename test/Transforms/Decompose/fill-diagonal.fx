// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s

// With wrap, the diagonal of a tall matrix begins again below a row that is left
// out.
// CHECK-LABEL: graph():
// CHECK: %view : {{.*}}aten.view.default](args = (%clone, [-1])
// CHECK-NEXT: %slice_1 : {{.*}}aten.slice.Tensor](args = (%view, 0, 0, 21, 4)
// CHECK-NEXT: %full_like : {{.*}}(args = (%slice_1, 2)
// CHECK-NEXT: %view_1 : {{.*}}aten.view.default](args = (%clone, [-1])
// CHECK-NEXT: %slice_scatter : {{.*}}(args = (%view_1, %full_like, 0, 0, 21, 4)
// CHECK-NEXT: %view_2 : {{.*}}(args = (%slice_scatter, [7, 3])
// CHECK-NEXT: return view_2
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (7, 3), (3, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2, True), kwargs = {})
    return %clone

// -----

// CHECK-LABEL: graph():
// CHECK: %view : {{.*}}aten.view.default](args = (%clone, [-1])
// CHECK-NEXT: %slice_1 : {{.*}}aten.slice.Tensor](args = (%view, 0, 0, 13, 4)
// CHECK-NEXT: %full_like : {{.*}}(args = (%slice_1, 2)
// CHECK-NEXT: %view_1 : {{.*}}aten.view.default](args = (%clone, [-1])
// CHECK-NEXT: %slice_scatter : {{.*}}(args = (%view_1, %full_like, 0, 0, 13, 4)
// CHECK-NEXT: %view_2 : {{.*}}(args = (%slice_scatter, [5, 3])
// CHECK-NEXT: return view_2
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (5, 3), (3, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2, True), kwargs = {})
    return %clone

// -----

// There is no second part here, in whatever order the elements are.
// CHECK-LABEL: graph():
// CHECK: %diagonal : {{.*}}aten.diagonal.default](args = (%clone,)
// CHECK-NEXT: %full_like : {{.*}}(args = (%diagonal, 2)
// CHECK-NEXT: %diagonal_scatter : {{.*}}(args = (%clone, %full_like)
// CHECK-NEXT: return diagonal_scatter
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4, 3), (1, 4), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2, True), kwargs = {})
    return %clone

// -----

// None is wanted.
// CHECK-LABEL: graph():
// CHECK: %diagonal : {{.*}}aten.diagonal.default](args = (%clone,)
// CHECK-NEXT: %full_like : {{.*}}(args = (%diagonal, 2)
// CHECK-NEXT: %diagonal_scatter : {{.*}}(args = (%clone, %full_like)
// CHECK-NEXT: return diagonal_scatter
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (7, 3), (3, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2, False), kwargs = {})
    return %clone

// -----

// More dimensions than two are of one size; there is nothing to wrap.
// CHECK-LABEL: graph():
// CHECK: %diagonal : {{.*}}aten.diagonal.default](args = (%clone,)
// CHECK-NEXT: %diagonal_1 : {{.*}}aten.diagonal.default](args = (%diagonal,)
// CHECK-NEXT: %full_like : {{.*}}(args = (%diagonal_1, 2)
// CHECK-NEXT: %diagonal_2 : {{.*}}(args = (%clone,)
// CHECK-NEXT: %diagonal_scatter : {{.*}}(args = (%diagonal_2, %full_like)
// CHECK-NEXT: %diagonal_scatter_1 : {{.*}}(args = (%clone, %diagonal_scatter)
// CHECK-NEXT: return diagonal_scatter_1
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 3, 3), (9, 3, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2, True), kwargs = {})
    return %clone

// -----

// CHECK-LABEL: graph():
// CHECK: aten.slice.Tensor](args = (%view, 0, 0, 7, 2)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (7, 1), (1, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2, True), kwargs = {})
    return %clone
