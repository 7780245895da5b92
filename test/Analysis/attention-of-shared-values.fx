fx 1
// RUN: fx-opt %s --infer-values | FileCheck %s

// PyTorch's fast kernel takes one batch, one head size and one number of heads,
// or with enable_gqa one for keys and values; what else broadcasts is contiguous.
// CHECK: %batch {{.*}}(2, 4, 8, 16), (512, 128, 16, 1),
// CHECK: %heads {{.*}}(2, 4, 8, 16), (512, 128, 16, 1),
// CHECK: %wider {{.*}}(2, 4, 8, 16), (512, 128, 16, 1),
// CHECK: %groups {{.*}}(2, 4, 8, 16), (512, 16, 64, 1),
// CHECK: %others {{.*}}(2, 4, 8, 16), (512, 128, 16, 1),
// CHECK: %narrow {{.*}}(2, 4, 8, 8), (256, 64, 8, 1),
// CHECK: %keys {{.*}}(2, 4, 8, 16), (512, 128, 16, 1),
// CHECK: %few {{.*}}(2, 4, 8, 16), (512, 128, 16, 1),
graph():
    %q = placeholder[target=q] {val: tensor(torch.float32, (2, 4, 8, 16), (512, 16, 64, 1), device("cpu"))}
    %q1 = placeholder[target=q1] {val: tensor(torch.float32, (2, 1, 8, 16), (128, 16, 16, 1), device("cpu"))}
    %k2 = placeholder[target=k2] {val: tensor(torch.float32, (2, 2, 8, 16), (256, 16, 32, 1), device("cpu"))}
    %v = placeholder[target=v] {val: tensor(torch.float32, (1, 4, 8, 16), (512, 16, 64, 1), device("cpu"))}
    %v8 = placeholder[target=v8] {val: tensor(torch.float32, (2, 4, 8, 8), (256, 8, 32, 1), device("cpu"))}
    %batch = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %q, %v), kwargs = {})
    %heads = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %q, %q1), kwargs = {})
    %wider = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q1, %q1, %v), kwargs = {})
    %groups = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %k2, %k2), kwargs = {enable_gqa: True})
    %others = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %k2, %q1), kwargs = {enable_gqa: True})
    %narrow = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %q, %v8), kwargs = {})
    %keys = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %v, %q), kwargs = {})
    %few = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %q1, %q1), kwargs = {})
    return (%batch, %heads, %wider, %groups, %others, %narrow, %keys, %few)
