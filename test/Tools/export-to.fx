// Tensor.to takes a type, a device, both or another tensor, and in any place
// whether it may be asynchronous and has to copy. The device that a tensor has
// already is left out.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[2,3,4,5]' --input='y=f64[3]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %to : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float16), kwargs = {}
// CHECK-NEXT: %to_1 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float32), kwargs = {}
// CHECK-NEXT: %to_2 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float16), kwargs = {}
// CHECK-NEXT: %to_3 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float64), kwargs = {}
// CHECK-NEXT: %to_4 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float64, False, True), kwargs = {}
// CHECK-NEXT: %to_5 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.int32, True, True), kwargs = {}
// CHECK-NEXT: %to_6 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float32, False, False, torch.channels_last), kwargs = {}
// CHECK-NEXT: %to_7 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float32, True), kwargs = {}
// CHECK-NEXT: %to_8 : {{.*}}torch.ops.aten.to.device](args = (%x, device("cuda"), torch.float32), kwargs = {}
// CHECK-NEXT: %to_9 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.int64), kwargs = {}
// CHECK-NEXT: %to_10 : {{.*}}torch.ops.aten.to.device](args = (%x, device("meta"), torch.int8, True, True), kwargs = {}
// CHECK-NEXT: %to_11 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float64, True), kwargs = {}
// CHECK-NEXT: %to_12 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float32), kwargs = {}
// CHECK-NEXT: %output : {{.*}}(args = ((%to, %to_1, %to_2, %to_3, %to_4, %to_5, %to_6, %to_7, %to_8, %to_9, %to_10, %to_11, %to_12),)
fx 1
graph():
    %x : [num_users=13] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %a : [num_users=1] = call_method[target=to](args = (%x, torch.float16), kwargs = {})
    %b : [num_users=1] = call_method[target=to](args = (%x, device("cpu")), kwargs = {})
    %c : [num_users=1] = call_method[target=to](args = (%x, "cpu", torch.float16), kwargs = {})
    %d : [num_users=1] = call_method[target=to](args = (%x, %y), kwargs = {})
    %e : [num_users=1] = call_method[target=to](args = (%x,), kwargs = {dtype: torch.float64, copy: True})
    %g : [num_users=1] = call_method[target=to](args = (%x, torch.int32, True, True), kwargs = {})
    %h : [num_users=1] = call_method[target=to](args = (%x,), kwargs = {memory_format: torch.channels_last})
    %i : [num_users=1] = call_method[target=to](args = (%x,), kwargs = {device: "cpu", non_blocking: True})
    %j : [num_users=1] = call_method[target=to](args = (%x, device("cuda")), kwargs = {})
    %k : [num_users=1] = call_method[target=to](args = (%x, None, torch.int64), kwargs = {})
    %l : [num_users=1] = call_method[target=to](args = (%x, "meta", torch.int8, True, True), kwargs = {})
    %n : [num_users=1] = call_method[target=to](args = (%x, %y, True), kwargs = {})
    %o : [num_users=1] = call_method[target=to](args = (%x,), kwargs = {})
    return (%a, %b, %c, %d, %e, %g, %h, %i, %j, %k, %l, %n, %o)
