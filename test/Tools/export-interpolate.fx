// The operator of an interpolation is that of its mode and number of dimensions;
// one number is that of each dimension.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[2,3,4]' --input='y=f32[2,3,4,5]' --input='z=f32[1,2,3,4,5]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %upsample_nearest1d : {{.*}}torch.ops.aten.upsample_nearest1d.vec](args = (%x, [8], None), kwargs = {}
// CHECK-NEXT: %upsample_linear1d : {{.*}}torch.ops.aten.upsample_linear1d.vec](args = (%x, [8], False, None), kwargs = {}
// CHECK-NEXT: %upsample_linear1d_1 : {{.*}}torch.ops.aten.upsample_linear1d.vec](args = (%x, None, True, [2.0]), kwargs = {}
// CHECK-NEXT: %upsample_bilinear2d : {{.*}}torch.ops.aten.upsample_bilinear2d.vec](args = (%y, [8, 9], False, None), kwargs = {}
// CHECK-NEXT: %upsample_bicubic2d : {{.*}}torch.ops.aten.upsample_bicubic2d.vec](args = (%y, None, False, [2.0, 1.5]), kwargs = {}
// CHECK-NEXT: %_upsample_nearest_exact2d : {{.*}}torch.ops.aten._upsample_nearest_exact2d.vec](args = (%y, [8, 8], None), kwargs = {}
// CHECK-NEXT: %_upsample_bilinear2d_aa : {{.*}}torch.ops.aten._upsample_bilinear2d_aa.vec](args = (%y, [8, 8], False, None), kwargs = {}
// CHECK-NEXT: %_upsample_bicubic2d_aa : {{.*}}torch.ops.aten._upsample_bicubic2d_aa.vec](args = (%y, [8, 8], False, None), kwargs = {}
// CHECK-NEXT: %adaptive_avg_pool2d : {{.*}}torch.ops.aten.adaptive_avg_pool2d.default](args = (%y, [3, 2]), kwargs = {}
// CHECK-NEXT: %upsample_trilinear3d : {{.*}}torch.ops.aten.upsample_trilinear3d.vec](args = (%z, [8, 8, 8], False, None), kwargs = {}
// CHECK-NEXT: %upsample_nearest3d : {{.*}}torch.ops.aten.upsample_nearest3d.vec](args = (%z, None, [3.0, 3.0, 3.0]), kwargs = {}
// CHECK-NEXT: %adaptive_avg_pool3d : {{.*}}torch.ops.aten.adaptive_avg_pool3d.default](args = (%z, [2, 2, 2]), kwargs = {}
// CHECK-NEXT: %adaptive_avg_pool1d : {{.*}}torch.ops.aten.adaptive_avg_pool1d.default](args = (%x, [2]), kwargs = {}
// CHECK-NEXT: %output : {{.*}}(args = ((%upsample_nearest1d, %upsample_linear1d, %upsample_linear1d_1, %upsample_bilinear2d, %upsample_bicubic2d, %_upsample_nearest_exact2d, %_upsample_bilinear2d_aa, %_upsample_bicubic2d_aa, %adaptive_avg_pool2d, %upsample_trilinear3d, %upsample_nearest3d, %adaptive_avg_pool3d, %adaptive_avg_pool1d),)
fx 1
graph():
    %x : [num_users=4] = placeholder[target=x]
    %y : [num_users=6] = placeholder[target=y]
    %z : [num_users=3] = placeholder[target=z]
    %a : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%x,), kwargs = {size: 8})
    %b : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%x, 8, None, "linear"), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%x,), kwargs = {scale_factor: 2, mode: "linear", align_corners: True})
    %d : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%y,), kwargs = {size: (8, 9), mode: "bilinear", align_corners: False})
    %e : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%y,), kwargs = {scale_factor: (2, 1.5), mode: "bicubic"})
    %g : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%y,), kwargs = {size: 8, mode: "nearest-exact"})
    %h : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%y,), kwargs = {size: 8, mode: "bilinear", antialias: True})
    %i : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%y,), kwargs = {size: 8, mode: "bicubic", antialias: True})
    %j : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%y,), kwargs = {size: (3, 2), mode: "area"})
    %k : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%z,), kwargs = {size: 8, mode: "trilinear"})
    %l : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%z,), kwargs = {scale_factor: 3})
    %n : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%z,), kwargs = {size: 2, mode: "area"})
    %o : [num_users=1] = call_function[target=torch.nn.functional.interpolate](args = (%x,), kwargs = {size: 2, mode: "area"})
    return (%a, %b, %c, %d, %e, %g, %h, %i, %j, %k, %l, %n, %o)
