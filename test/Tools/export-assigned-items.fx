// An assignment to an item writes to a view, or by indices. A number is one of
// the type of the tensor; of a tensor, leading dimensions of size 1 are dropped.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[3,4,5]' --input='i=i64[2]' --input='m=bool[3,4]' --input='v=f32[5]' --input='w=f32[1,1,4,5]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %clone : {{.*}}torch.ops.aten.clone.default](args = (%x,), kwargs = {}
// CHECK-NEXT: %select : {{.*}}torch.ops.aten.select.int](args = (%clone, 0, 0), kwargs = {}
// CHECK-NEXT: %fill_ : {{.*}}torch.ops.aten.fill_.Scalar](args = (%select, 1.5), kwargs = {}
// CHECK-NEXT: %select_1 : {{.*}}torch.ops.aten.select.int](args = (%clone, 1, 1), kwargs = {}
// CHECK-NEXT: %copy_ : {{.*}}torch.ops.aten.copy_.default](args = (%select_1, %v), kwargs = {}
// CHECK-NEXT: %select_2 : {{.*}}torch.ops.aten.select.int](args = (%clone, 2, 2), kwargs = {}
// CHECK-NEXT: %fill__1 : {{.*}}torch.ops.aten.fill_.Scalar](args = (%select_2, True), kwargs = {}
// CHECK-NEXT: %full : {{.*}}torch.ops.aten.full.default](args = ([], 0.0), kwargs = {dtype: torch.float32, device: device("cpu")}
// CHECK-NEXT: %index_put_ : {{.*}}torch.ops.aten.index_put_.default](args = (%clone, [%m], %full), kwargs = {}
// CHECK-NEXT: %full_1 : {{.*}}torch.ops.aten.full.default](args = ([], 7), kwargs = {dtype: torch.float32, device: device("cpu")}
// CHECK-NEXT: %index_put__1 : {{.*}}torch.ops.aten.index_put_.default](args = (%clone, [None, %i], %full_1), kwargs = {}
// CHECK-NEXT: %select_3 : {{.*}}torch.ops.aten.select.int](args = (%clone, 0, 1), kwargs = {}
// CHECK-NEXT: %view : {{.*}}torch.ops.aten.view.default](args = (%w, [4, 5]), kwargs = {}
// CHECK-NEXT: %copy__1 : {{.*}}torch.ops.aten.copy_.default](args = (%select_3, %view), kwargs = {}
// CHECK-NEXT: %select_4 : {{.*}}torch.ops.aten.select.int](args = (%clone, 0, 2), kwargs = {}
// CHECK-NEXT: %fill__2 : {{.*}}torch.ops.aten.fill_.Scalar](args = (%select_4, 3), kwargs = {}
// CHECK-NEXT: %index_put__2 : {{.*}}torch.ops.aten.index_put_.default](args = (%clone, [%i], %w), kwargs = {}
// CHECK-NEXT: %output : {{.*}}(args = ((%clone,),)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %i : [num_users=2] = placeholder[target=i]
    %m : [num_users=1] = placeholder[target=m]
    %v : [num_users=1] = placeholder[target=v]
    %w : [num_users=2] = placeholder[target=w]
    %y : [num_users=9] = call_function[target=torch.clone](args = (%x,), kwargs = {})
    %a : [num_users=0] = call_function[target=operator.setitem](args = (%y, 0, 1.5), kwargs = {})
    %b : [num_users=0] = call_function[target=operator.setitem](args = (%y, (slice(None, None, None), 1), %v), kwargs = {})
    %c : [num_users=0] = call_function[target=operator.setitem](args = (%y, (..., 2), True), kwargs = {})
    %d : [num_users=0] = call_function[target=operator.setitem](args = (%y, %m, 0.0), kwargs = {})
    %e : [num_users=0] = call_function[target=operator.setitem](args = (%y, (slice(None, None, None), %i), 7), kwargs = {})
    %g : [num_users=0] = call_function[target=operator.setitem](args = (%y, 1, %w), kwargs = {})
    %h : [num_users=0] = call_method[target=__setitem__](args = (%y, 2, 3), kwargs = {})
    %j : [num_users=0] = call_function[target=operator.setitem](args = (%y, %i, %w), kwargs = {})
    return %y
