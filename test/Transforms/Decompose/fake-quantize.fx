// What rounds to integers and back keeps a mask for gradients: a core program
// calls the form that returns both.
// RUN: fx-opt %s --infer-values --decompose --check-values | FileCheck %s

fx 1
graph():
    %x : [num_users=3] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %s : [num_users=1] = placeholder[target=s] {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.int32, (1,), (1,), device("cpu"))}
    %ss : [num_users=1] = placeholder[target=ss] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %zs : [num_users=1] = placeholder[target=zs] {val: tensor(torch.int32, (3,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.fake_quantize_per_tensor_affine.default](args = (%x, 0.1, 2, 0, 255), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.ops.aten.fake_quantize_per_tensor_affine.tensor_qparams](args = (%x, %s, %z, 0, 255), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.ops.aten.fake_quantize_per_channel_affine.default](args = (%x, %ss, %zs, 1, -128, 127), kwargs = {})
    return (%a, %b, %c)

// CHECK: %[[A:.*]] : {{.*}}torch.ops.aten.fake_quantize_per_tensor_affine_cachemask.default](args = (%x, 0.1, 2, 0, 255), kwargs = {})
// CHECK: %[[A0:.*]] : {{.*}}operator.getitem](args = (%[[A]], 0)
// CHECK: %[[ON:.*]] : {{.*}}torch.ops.aten.full.default](args = ([1], 1), kwargs = {dtype: torch.int64, layout: torch.strided, device: device("cpu"), pin_memory: False})
// CHECK: %[[B:.*]] : {{.*}}torch.ops.aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams.default](args = (%x, %s, %z, %[[ON]], 0, 255), kwargs = {})
// CHECK: %[[B0:.*]] : {{.*}}operator.getitem](args = (%[[B]], 0)
// CHECK: %[[C:.*]] : {{.*}}torch.ops.aten.fake_quantize_per_channel_affine_cachemask.default](args = (%x, %ss, %zs, 1, -128, 127), kwargs = {})
// CHECK: %[[C0:.*]] : {{.*}}operator.getitem](args = (%[[C]], 0)
// CHECK: return (%[[A0]], %[[B0]], %[[C0]])
