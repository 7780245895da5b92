// A mask takes as many dimensions as it has, and one place in the indices of a
// call.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[3,4,5,2]' --input='i=i64[2]' --input='m=bool[3,4]' --input='n=u8[3]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %index : {{.*}}torch.ops.aten.index.Tensor](args = (%x, [%m]), kwargs = {}
// CHECK-NEXT: %select : {{.*}}torch.ops.aten.select.int](args = (%x, 2, 0), kwargs = {}
// CHECK-NEXT: %index_1 : {{.*}}torch.ops.aten.index.Tensor](args = (%select, [%m]), kwargs = {}
// CHECK-NEXT: %index_2 : {{.*}}torch.ops.aten.index.Tensor](args = (%x, [%m, %i]), kwargs = {}
// CHECK-NEXT: %slice_1 : {{.*}}torch.ops.aten.slice.Tensor](args = (%x, 2, None, 2), kwargs = {}
// CHECK-NEXT: %index_3 : {{.*}}torch.ops.aten.index.Tensor](args = (%slice_1, [%m, None, %i]), kwargs = {}
// CHECK-NEXT: %unsqueeze : {{.*}}torch.ops.aten.unsqueeze.default](args = (%x, 1), kwargs = {}
// CHECK-NEXT: %index_4 : {{.*}}torch.ops.aten.index.Tensor](args = (%unsqueeze, [%n, None, %i]), kwargs = {}
// CHECK-NEXT: %select_1 : {{.*}}torch.ops.aten.select.int](args = (%x, 3, 1), kwargs = {}
// CHECK-NEXT: %index_5 : {{.*}}torch.ops.aten.index.Tensor](args = (%select_1, [None, %m]), kwargs = {}
// CHECK-NEXT: %index_6 : {{.*}}torch.ops.aten.index.Tensor](args = (%x, [%m, None, %i]), kwargs = {}
// CHECK-NEXT: %unsqueeze_1 : {{.*}}torch.ops.aten.unsqueeze.default](args = (%x, 0), kwargs = {}
// CHECK-NEXT: %index_7 : {{.*}}torch.ops.aten.index.Tensor](args = (%unsqueeze_1, [None, %m, %i]), kwargs = {}
// CHECK-NEXT: %unsqueeze_2 : {{.*}}torch.ops.aten.unsqueeze.default](args = (%x, 4), kwargs = {}
// CHECK-NEXT: %index_8 : {{.*}}torch.ops.aten.index.Tensor](args = (%unsqueeze_2, [%m, None, %i]), kwargs = {}
// CHECK-NEXT: %full : {{.*}}torch.ops.aten.full.default](args = ([], 0), kwargs = {dtype: torch.float32, device: device("cpu")}
// CHECK-NEXT: %index_put_ : {{.*}}torch.ops.aten.index_put_.default](args = (%x, [%m, %i], %full), kwargs = {}
// CHECK-NEXT: %output : {{.*}}(args = ((%index, %index_1, %index_2, %index_3, %index_4, %index_5, %index_6, %index_7, %index_8),)
fx 1
graph():
    %x : [num_users=10] = placeholder[target=x]
    %i : [num_users=7] = placeholder[target=i]
    %m : [num_users=9] = placeholder[target=m]
    %n : [num_users=1] = placeholder[target=n]
    %a : [num_users=1] = call_function[target=operator.getitem](args = (%x, %m), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.getitem](args = (%x, (%m, 0)), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.getitem](args = (%x, (%m, %i)), kwargs = {})
    %d : [num_users=1] = call_function[target=operator.getitem](args = (%x, (%m, slice(None, 2, None), %i)), kwargs = {})
    %e : [num_users=1] = call_function[target=operator.getitem](args = (%x, (%n, None, %i)), kwargs = {})
    %g : [num_users=1] = call_function[target=operator.getitem](args = (%x, (..., %m, 1)), kwargs = {})
    %h : [num_users=1] = call_function[target=operator.getitem](args = (%x, (%m, ..., %i)), kwargs = {})
    %j : [num_users=1] = call_function[target=operator.getitem](args = (%x, (None, %m, %i)), kwargs = {})
    %k : [num_users=1] = call_function[target=operator.getitem](args = (%x, (%m, ..., %i, None)), kwargs = {})
    %l : [num_users=0] = call_function[target=operator.setitem](args = (%x, (%m, %i), 0), kwargs = {})
    return (%a, %b, %c, %d, %e, %g, %h, %j, %k)
