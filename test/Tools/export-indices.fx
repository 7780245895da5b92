// An index is views of one dimension after the other, and one call for all
// indices that are tensors.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[3,4,5]' --input='i=i64[2]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %select : {{.*}}torch.ops.aten.select.int](args = (%x, 0, 1), kwargs = {}
// CHECK-NEXT: %select_1 : {{.*}}torch.ops.aten.select.int](args = (%x, 0, -1), kwargs = {}
// CHECK-NEXT: %slice_1 : {{.*}}torch.ops.aten.slice.Tensor](args = (%x, 0, 1, None, 2), kwargs = {}
// CHECK-NEXT: %unsqueeze : {{.*}}torch.ops.aten.unsqueeze.default](args = (%x, 0), kwargs = {}
// CHECK-NEXT: %select_2 : {{.*}}torch.ops.aten.select.int](args = (%x, 2, 0), kwargs = {}
// CHECK-NEXT: %select_3 : {{.*}}torch.ops.aten.select.int](args = (%x, 0, 0), kwargs = {}
// CHECK-NEXT: %slice_2 : {{.*}}torch.ops.aten.slice.Tensor](args = (%select_3, 1, 1, 2), kwargs = {}
// CHECK-NEXT: %index : {{.*}}torch.ops.aten.index.Tensor](args = (%x, [%i]), kwargs = {}
// CHECK-NEXT: %index_1 : {{.*}}torch.ops.aten.index.Tensor](args = (%x, [None, %i]), kwargs = {}
// CHECK-NEXT: %select_4 : {{.*}}torch.ops.aten.select.int](args = (%x, 1, 0), kwargs = {}
// CHECK-NEXT: %index_2 : {{.*}}torch.ops.aten.index.Tensor](args = (%select_4, [%i, %i]), kwargs = {}
// CHECK-NEXT: %index_3 : {{.*}}torch.ops.aten.index.Tensor](args = (%x, [None, None, %i]), kwargs = {}
// CHECK-NEXT: %unsqueeze_1 : {{.*}}torch.ops.aten.unsqueeze.default](args = (%x, 1), kwargs = {}
// CHECK-NEXT: %slice_3 : {{.*}}torch.ops.aten.slice.Tensor](args = (%unsqueeze_1, 2, None, 2), kwargs = {}
// CHECK-NEXT: %unsqueeze_2 : {{.*}}torch.ops.aten.unsqueeze.default](args = (%x, 0), kwargs = {}
// CHECK-NEXT: %unsqueeze_3 : {{.*}}torch.ops.aten.unsqueeze.default](args = (%unsqueeze_2, 2), kwargs = {}
// CHECK-NEXT: %unsqueeze_4 : {{.*}}torch.ops.aten.unsqueeze.default](args = (%unsqueeze_3, 3), kwargs = {}
// CHECK-NEXT: %index_4 : {{.*}}torch.ops.aten.index.Tensor](args = (%unsqueeze_4, [None, %i, None, None, %i]), kwargs = {}
// CHECK-NEXT: %select_5 : {{.*}}torch.ops.aten.select.int](args = (%x, 0, 2), kwargs = {}
// CHECK-NEXT: %output : {{.*}}(args = ((%select, %select_1, %slice_1, %x, %unsqueeze, %x, %select_2, %slice_2, %index, %index_1, %index_2, %index_3, %slice_3, %index_4, %select_5),)
fx 1
graph():
    %x : [num_users=15] = placeholder[target=x]
    %i : [num_users=5] = placeholder[target=i]
    %a : [num_users=1] = call_function[target=operator.getitem](args = (%x, 1), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.getitem](args = (%x, -1), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.getitem](args = (%x, slice(1, None, 2)), kwargs = {})
    %d : [num_users=1] = call_function[target=operator.getitem](args = (%x, slice(None, None, None)), kwargs = {})
    %e : [num_users=1] = call_function[target=operator.getitem](args = (%x, None), kwargs = {})
    %g : [num_users=1] = call_function[target=operator.getitem](args = (%x, ...), kwargs = {})
    %h : [num_users=1] = call_function[target=operator.getitem](args = (%x, (..., 0)), kwargs = {})
    %j : [num_users=1] = call_function[target=operator.getitem](args = (%x, (0, ..., slice(1, 2, None))), kwargs = {})
    %k : [num_users=1] = call_function[target=operator.getitem](args = (%x, %i), kwargs = {})
    %l : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(None, None, None), %i)), kwargs = {})
    %o : [num_users=1] = call_function[target=operator.getitem](args = (%x, (%i, 0, %i)), kwargs = {})
    %p : [num_users=1] = call_function[target=operator.getitem](args = (%x, (..., %i)), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(0, None, 1), None, slice(None, 2, None))), kwargs = {})
    %t : [num_users=1] = call_function[target=operator.getitem](args = (%x, (None, %i, None, None, %i)), kwargs = {})
    %u : [num_users=1] = call_method[target=__getitem__](args = (%x, 2), kwargs = {})
    return (%a, %b, %c, %d, %e, %g, %h, %j, %k, %l, %o, %p, %s, %t, %u)
