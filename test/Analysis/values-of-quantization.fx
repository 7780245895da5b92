// RUN: fx-opt %s --infer-values | FileCheck %s
// CHECK: %scale : {{.*}}val: (tensor(torch.float64, (1,), (1,), device("cpu")), tensor(torch.int64, (1,), (1,), device("cpu")))}
// CHECK: %symmetric : {{.*}}val: (tensor(torch.float64, (1,), (1,), device("cpu")), tensor(torch.int64, (1,), (1,), device("cpu")))}
// CHECK: %scales : {{.*}}val: (tensor(torch.float64, (4, 1), (1, 1), device("cpu")), tensor(torch.int64, (4, 1), (1, 1), device("cpu")))}
// CHECK: %asymmetric : {{.*}}val: (tensor(torch.float64, (4, 1), (1, 1), device("cpu")), tensor(torch.int64, (4, 1), (1, 1), device("cpu")))}
// CHECK: %one : {{.*}}val: tensor(torch.uint8, (4, 6), (6, 1), device("cpu"))}
// CHECK: %token : {{.*}}val: tensor(torch.int8, (4, 6), (6, 1), device("cpu"))}
// CHECK: %back : {{.*}}val: tensor(torch.bfloat16, (4, 6), (6, 1), device("cpu"))}
// CHECK: %group : {{.*}}val: tensor(torch.int8, (4, 6), (6, 1), device("cpu"))}
// CHECK: %groupback : {{.*}}val: tensor(torch.float16, (4, 6), (6, 1), device("cpu"))}
// CHECK: %channel : {{.*}}val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
// CHECK: %converted : {{.*}}val: tensor(torch.float16, (4, 6), (6, 1), device("cpu"))}
// CHECK: %helper : {{.*}}val: (tensor(torch.float32, (4, 6), (6, 1), device("cpu")), tensor(torch.bool, (4, 6), (6, 1), device("cpu")), tensor(torch.float32, (), (), device("cpu")), tensor(torch.float32, (), (), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu")), tensor(torch.int32, (1,), (1,), device("cpu")))}
fx 1
graph():
    %x : [num_users=10] = placeholder[target=x] {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %s : [num_users=2] = placeholder[target=s] {val: tensor(torch.float32, (), (), device("cpu"))}
    %z : [num_users=2] = placeholder[target=z] {val: tensor(torch.int32, (1,), (1,), device("cpu"))}
    %r : [num_users=4] = placeholder[target=r] {val: tensor(torch.float64, (4, 1), (1, 1), device("cpu"))}
    %v : [num_users=2] = placeholder[target=v] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %scale : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.choose_qparams.tensor](args = (%x, -128, 127, 1e-05, torch.int8), kwargs = {})
    %symmetric : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.choose_qparams_symmetric.tensor](args = (%x, -128, 127, 1e-05, torch.int8), kwargs = {})
    %scales : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.choose_qparams_per_token.default](args = (%x, torch.int8), kwargs = {})
    %asymmetric : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.choose_qparams_per_token_asymmetric.default](args = (%x, torch.int8), kwargs = {})
    %one : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.quantize_per_tensor.tensor](args = (%x, %s, %z, 0, 255, torch.uint8), kwargs = {})
    %token : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.quantize_per_token.default](args = (%x, %r, %r, -128, 127, torch.int8), kwargs = {})
    %back : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.dequantize_per_token.default](args = (%token, %r, %r, -128, 127, torch.int8, torch.bfloat16), kwargs = {})
    %group : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.quantize_per_channel_group.default](args = (%x, %r, %r, -8, 7, torch.int8, 6), kwargs = {})
    %groupback : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.dequantize_per_channel_group.default](args = (%group, %r, None, -8, 7, torch.int8, 6, torch.float16), kwargs = {})
    %channel : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.fake_quant_per_channel.default](args = (%x, %v, %v, 0, -8, 7), kwargs = {})
    %converted : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.convert_element_type.no_fuse](args = (%x, torch.float16), kwargs = {})
    %helper : [num_users=1] = call_function[target=torch.ops.aten._fused_moving_avg_obs_fq_helper_functional.default](args = (%x, %s, %s, %s, %s, %v, %z, 0.01, 0, 255, -1), kwargs = {})
    return (%scale, %symmetric, %scales, %asymmetric, %one, %back, %groupback, %channel, %converted, %helper)
