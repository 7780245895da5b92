// RUN: fx-opt %s --infer-values -O3 --print-format=fx | FileCheck %s
// Attention whose products einsum has, with heads after the rows; with scores
// from which the largest of each row is taken, as amax and as max have it.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 5, 4, 8), (160, 32, 8, 1), device("cpu"))}
    %k = placeholder[target=k] {val: tensor(torch.float32, (2, 7, 4, 8), (224, 32, 8, 1), device("cpu"))}
    %v = placeholder[target=v] {val: tensor(torch.float32, (2, 7, 4, 8), (224, 32, 8, 1), device("cpu"))}
    %s = call_function[target=torch.ops.aten.einsum.default](args = ("bqhd,bkhd->bhqk", [%x, %k]), kwargs = {})
    %m = call_function[target=torch.ops.aten.amax.default](args = (%s, [-1], True), kwargs = {})
    %d = call_function[target=torch.ops.aten.sub.Tensor](args = (%s, %m), kwargs = {})
    %w = call_function[target=torch.ops.aten.softmax.int](args = (%d, -1), kwargs = {})
    %y = call_function[target=torch.ops.aten.einsum.default](args = ("bhqk,bkhd->bqhd", [%w, %v]), kwargs = {})
    %t = call_function[target=torch.ops.aten.einsum.default](args = ("bhid,bhjd->bhij", [%x, %y]), kwargs = {})
    %n = call_function[target=torch.ops.aten.max.dim](args = (%t, -1, True), kwargs = {})
    %n0 = call_function[target=operator.getitem](args = (%n, 0), kwargs = {})
    %g = call_function[target=torch.ops.aten.sub.Tensor](args = (%t, %n0), kwargs = {})
    %e = call_function[target=torch.ops.aten.exp.default](args = (%g,), kwargs = {})
    %a = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%e, [-1], True), kwargs = {})
    %q = call_function[target=torch.ops.aten.div.Tensor](args = (%e, %a), kwargs = {})
    %z = call_function[target=torch.ops.aten.einsum.default](args = ("bhij,bhjd->bhid", [%q, %y]), kwargs = {})
    return (%y, %z)
// CHECK-NOT: einsum
// CHECK:     torch.ops.aten.scaled_dot_product_attention.default
// CHECK-NOT: softmax
// CHECK:     torch.ops.aten.scaled_dot_product_attention.default
// CHECK-NOT: {{einsum|softmax|amax|exp|sum}}
