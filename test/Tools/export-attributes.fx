// Attributes of tensors are numbers, types or views, those of several results
// are one of them.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[3,4]' --input='z=c64[3,4]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %numpy_t : {{.*}}torch.ops.aten.numpy_T.default](args = (%x,), kwargs = {}
// CHECK-NEXT: %m_t : {{.*}}torch.ops.aten.mT.default](args = (%x,), kwargs = {}
// CHECK-NEXT: %matrix_h : {{.*}}torch.ops.aten.matrix_H.default](args = (%x,), kwargs = {}
// CHECK-NEXT: %m_h : {{.*}}torch.ops.aten.mH.default](args = (%z,), kwargs = {}
// CHECK-NEXT: %real : {{.*}}torch.ops.aten.real.default](args = (%z,), kwargs = {}
// CHECK-NEXT: %imag : {{.*}}torch.ops.aten.imag.default](args = (%z,), kwargs = {}
// CHECK-NEXT: %detach : {{.*}}torch.ops.aten.detach.default](args = (%x,), kwargs = {}
// CHECK-NEXT: %to : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float32), kwargs = {}
// CHECK-NEXT: %to_1 : {{.*}}torch.ops.aten.to.dtype](args = (%x, torch.float32), kwargs = {}
// CHECK-NEXT: %max_1 : {{.*}}torch.ops.aten.max.dim](args = (%x, 1), kwargs = {}
// CHECK-NEXT: %getitem : {{.*}}operator.getitem](args = (%max_1, 0), kwargs = {}
// CHECK-NEXT: %getitem_1 : {{.*}}operator.getitem](args = (%max_1, 1), kwargs = {}
// CHECK-NEXT: %topk : {{.*}}torch.ops.aten.topk.default](args = (%x, 2), kwargs = {}
// CHECK-NEXT: %topk_unused_0 : {{.*}}operator.getitem](args = (%topk, 0), kwargs = {}
// CHECK-NEXT: %getitem_2 : {{.*}}operator.getitem](args = (%topk, 1), kwargs = {}
// CHECK-NEXT: %output : {{.*}}(args = ((3, 4, 2, False, %numpy_t, %m_t, %matrix_h, %m_h, %real, %imag, %detach, %to, %to_1, %getitem, %getitem_1, %getitem_2),)
fx 1
graph():
    %x : [num_users=13] = placeholder[target=x]
    %z : [num_users=3] = placeholder[target=z]
    %a : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "shape"), kwargs = {})
    %b : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "ndim"), kwargs = {})
    %c : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "dtype"), kwargs = {})
    %d : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "device"), kwargs = {})
    %e : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "is_cuda"), kwargs = {})
    %g : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "T"), kwargs = {})
    %h : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "mT"), kwargs = {})
    %i : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "H"), kwargs = {})
    %j : [num_users=1] = call_function[target=builtins.getattr](args = (%z, "mH"), kwargs = {})
    %k : [num_users=1] = call_function[target=builtins.getattr](args = (%z, "real"), kwargs = {})
    %l : [num_users=1] = call_function[target=builtins.getattr](args = (%z, "imag"), kwargs = {})
    %n : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "data"), kwargs = {})
    %t : [num_users=1] = call_method[target=to](args = (%x, %c), kwargs = {})
    %u : [num_users=1] = call_method[target=to](args = (%x, %d), kwargs = {})
    %mm : [num_users=2] = call_function[target=torch.max](args = (%x, 1), kwargs = {})
    %mv : [num_users=1] = call_function[target=builtins.getattr](args = (%mm, "values"), kwargs = {})
    %mi : [num_users=1] = call_function[target=builtins.getattr](args = (%mm, "indices"), kwargs = {})
    %tk : [num_users=1] = call_function[target=torch.topk](args = (%x, 2), kwargs = {})
    %tki : [num_users=1] = call_function[target=builtins.getattr](args = (%tk, "indices"), kwargs = {})
    return (%a, %b, %e, %g, %h, %i, %j, %k, %l, %n, %t, %u, %mv, %mi, %tki)
