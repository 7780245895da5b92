// RUN: fx-opt %s --infer-values -O3 --print-format=fx | FileCheck %s
// Attention is found as models of transformers spell it: keys that one permute
// brings into order, a mask that is added with alpha, a type for softmax. The
// copy after it stays: which strides attention has depends on the kernel that
// PyTorch takes.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 5, 4, 8), (160, 32, 8, 1), device("cpu"))}
    %k = placeholder[target=k] {val: tensor(torch.float32, (2, 7, 4, 8), (224, 32, 8, 1), device("cpu"))}
    %v = placeholder[target=v] {val: tensor(torch.float32, (2, 7, 4, 8), (224, 32, 8, 1), device("cpu"))}
    %m = placeholder[target=m] {val: tensor(torch.float32, (2, 1, 5, 7), (35, 35, 7, 1), device("cpu"))}
    %qt = call_function[target=torch.ops.aten.transpose.int](args = (%x, 1, 2), kwargs = {})
    %kt = call_function[target=torch.ops.aten.transpose.int](args = (%k, 1, 2), kwargs = {})
    %ks = call_function[target=torch.ops.aten.transpose.int](args = (%kt, -1, -2), kwargs = {})
    %vt = call_function[target=torch.ops.aten.transpose.int](args = (%v, 1, 2), kwargs = {})
    %s = call_function[target=torch.ops.aten.matmul.default](args = (%qt, %ks), kwargs = {})
    %t = call_function[target=torch.ops.aten.mul.Tensor](args = (%s, 0.25), kwargs = {})
    %a = call_function[target=torch.ops.aten.add.Tensor](args = (%t, %m), kwargs = {})
    %w = call_function[target=torch.ops.aten.softmax.int](args = (%a, -1, torch.float32), kwargs = {})
    %d = call_function[target=torch.ops.aten.dropout.default](args = (%w, 0.1, False), kwargs = {})
    %p = call_function[target=torch.ops.aten.matmul.default](args = (%d, %vt), kwargs = {})
    %u = call_function[target=torch.ops.aten.transpose.int](args = (%p, 1, 2), kwargs = {})
    %c = call_function[target=torch.ops.aten.contiguous.default](args = (%u,), kwargs = {})
    %o = call_function[target=torch.ops.aten.view.default](args = (%c, [2, 5, 32]), kwargs = {})
    %y = call_function[target=torch.ops.aten.relu.default](args = (%o,), kwargs = {})
    return %y
// CHECK-NOT:  matmul
// CHECK:      [[K:%.*]] : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%k, [0, 2, 1, 3]), kwargs = {})
// CHECK-NEXT: [[ATTENTION:%.*]] : [num_users=1] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%qt, [[K]], %vt, %m), kwargs = {scale: 0.25})
// CHECK-NEXT: [[U:%.*]] : [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = ([[ATTENTION]], 1, 2), kwargs = {})
// CHECK-NEXT: [[C:%.*]] : [num_users=1] = call_function[target=torch.ops.aten.contiguous.default](args = ([[U]],), kwargs = {})
// CHECK-NEXT: call_function[target=torch.ops.aten.view.default](args = ([[C]], [2, 5, 32]), kwargs = {})
