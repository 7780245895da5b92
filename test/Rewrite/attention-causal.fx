// RUN: fx-opt %s --infer-values --optimize='O3 inference' --print-format=fx | FileCheck %s
// RUN: sed 's/-inf/-10000.0/' %s | fx-opt - --infer-values --optimize='O3 inference' --print-format=fx | FileCheck %s --check-prefix=APART
// RUN: sed 's/(%%ones,)/(%%ones, -1)/' %s | fx-opt - --infer-values --optimize='O3 inference' --print-format=fx | FileCheck %s --check-prefix=APART
// REQUIRES: torch
// A causal mask as nanoGPT writes it: -inf takes the place of scores, which is
// attention where each row is known to keep something. With a diagonal less the
// first row keeps nothing, and -10000.0 does not absorb what it is added to.
fx 1
graph():
    %q = placeholder[target=q] {val: tensor(torch.float32, (2, 3, 4, 8), (96, 32, 8, 1), device("cpu"))}
    %k = placeholder[target=k] {val: tensor(torch.float32, (2, 3, 4, 8), (96, 32, 8, 1), device("cpu"))}
    %v = placeholder[target=v] {val: tensor(torch.float32, (2, 3, 4, 8), (96, 32, 8, 1), device("cpu"))}
    %ones = call_function[target=torch.ops.aten.ones.default](args = ([6, 6],), kwargs = {dtype: torch.float32, device: device("cpu"), pin_memory: False})
    %tril = call_function[target=torch.ops.aten.tril.default](args = (%ones,), kwargs = {})
    %bias = call_function[target=torch.ops.aten.view.default](args = (%tril, [1, 1, 6, 6]), kwargs = {})
    %rows = call_function[target=torch.ops.aten.slice.Tensor](args = (%bias, 2, 0, 4), kwargs = {})
    %cut = call_function[target=torch.ops.aten.slice.Tensor](args = (%rows, 3, 0, 4), kwargs = {})
    %hidden = call_function[target=torch.ops.aten.eq.Scalar](args = (%cut, 0), kwargs = {})
    %kt = call_function[target=torch.ops.aten.transpose.int](args = (%k, -2, -1), kwargs = {})
    %s = call_function[target=torch.ops.aten.matmul.default](args = (%q, %kt), kwargs = {})
    %t = call_function[target=torch.ops.aten.mul.Tensor](args = (%s, 0.35), kwargs = {})
    %f = call_function[target=torch.ops.aten.masked_fill.Scalar](args = (%t, %hidden, -inf), kwargs = {})
    %w = call_function[target=torch.ops.aten.softmax.int](args = (%f, -1), kwargs = {})
    %p = call_function[target=torch.ops.aten.matmul.default](args = (%w, %v), kwargs = {})
    return %p
// CHECK:      [[MASK:%.*]] : [num_users=1] = get_attr[target=_folded_where_scalar]
// CHECK-NEXT: call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %k, %v, [[MASK]]), kwargs = {scale: 0.35})
// APART:      call_function[target=torch.ops.aten.masked_fill.Scalar]
// APART:      call_function[target=torch.ops.aten.softmax.int]
