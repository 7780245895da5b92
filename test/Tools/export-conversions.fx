// Methods that are named after a type convert to it, and type_as to that of a tensor.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[2]' --input='y=f64[3]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %to : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float32), kwargs = {}
// CHECK-NEXT: %to_1 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float64), kwargs = {}
// CHECK-NEXT: %to_2 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float16), kwargs = {}
// CHECK-NEXT: %to_3 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.bfloat16), kwargs = {}
// CHECK-NEXT: %to_4 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.int64), kwargs = {}
// CHECK-NEXT: %to_5 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.int32), kwargs = {}
// CHECK-NEXT: %to_6 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.int16), kwargs = {}
// CHECK-NEXT: %to_7 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.int8), kwargs = {}
// CHECK-NEXT: %to_8 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.uint8), kwargs = {}
// CHECK-NEXT: %to_9 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.bool), kwargs = {}
// CHECK-NEXT: %to_10 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float64), kwargs = {}
// CHECK-NEXT: %output : {{.*}}(args = ((%to, %to_1, %to_2, %to_3, %to_4, %to_5, %to_6, %to_7, %to_8, %to_9, %to_10),)
fx 1
graph():
    %x : [num_users=11] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %a : [num_users=1] = call_method[target=float](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_method[target=double](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_method[target=half](args = (%x,), kwargs = {})
    %d : [num_users=1] = call_method[target=bfloat16](args = (%x,), kwargs = {})
    %e : [num_users=1] = call_method[target=long](args = (%x,), kwargs = {})
    %g : [num_users=1] = call_method[target=int](args = (%x,), kwargs = {})
    %h : [num_users=1] = call_method[target=short](args = (%x,), kwargs = {})
    %i : [num_users=1] = call_method[target=char](args = (%x,), kwargs = {})
    %j : [num_users=1] = call_method[target=byte](args = (%x,), kwargs = {})
    %k : [num_users=1] = call_method[target=bool](args = (%x,), kwargs = {})
    %l : [num_users=1] = call_method[target=type_as](args = (%x, %y), kwargs = {})
    return (%a, %b, %c, %d, %e, %g, %h, %i, %j, %k, %l)
