// Models in half precision compute the softmax of attention in float32; kernels do so themselves.
// RUN: fx-opt %s -O3 --to=fx | FileCheck %s --implicit-check-not=softmax
// CHECK: scaled_dot_product_attention
// CHECK: scaled_dot_product_attention
fx 1
graph():
    %q : [num_users=2] = placeholder[target=q] {val: tensor(torch.bfloat16, (2, 3, 4, 8), (96, 32, 8, 1), device("cpu"))}
    %k : [num_users=1] = placeholder[target=k] {val: tensor(torch.bfloat16, (2, 3, 4, 8), (96, 32, 8, 1), device("cpu"))}
    %v : [num_users=2] = placeholder[target=v] {val: tensor(torch.bfloat16, (2, 3, 4, 8), (96, 32, 8, 1), device("cpu"))}
    %t : [num_users=2] = call_function[target=torch.ops.aten.transpose.int](args = (%k, 2, 3), kwargs = {})
    %s : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%q, %t), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.ops.aten.div.Tensor](args = (%s, 2.8284), kwargs = {})
    %w : [num_users=1] = call_function[target=torch.ops.aten.softmax.int](args = (%d, -1, torch.float32), kwargs = {})
    %n : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%w, torch.bfloat16), kwargs = {})
    %y : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%n, %v), kwargs = {})
    %s_1 : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%q, %t), kwargs = {})
    %wide : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%s_1, torch.float32), kwargs = {})
    %w_1 : [num_users=1] = call_function[target=torch.ops.aten.softmax.int](args = (%wide, -1), kwargs = {})
    %n_1 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%w_1, torch.bfloat16), kwargs = {})
    %y_1 : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%n_1, %v), kwargs = {})
    return (%y, %y_1)
