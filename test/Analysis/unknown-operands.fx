// A call is not refused for what its operand would be if it were known.
// RUN: fx-opt %s --passes='check-values{remarks exact}' --print-format=none 2>&1 | FileCheck %s --implicit-check-not='cannot be computed' --implicit-check-not='is wrong'
// CHECK-COUNT-21: cannot be inferred: operand %u has no val

fx 1
graph():
    %u : [num_users=21] = placeholder[target=u]
    %x : [num_users=9] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=0] = call_function[target=torch.ops.aten.slice.Tensor](args = (%u, 0, 0, 1), kwargs = {}) {val: 1}
    %b : [num_users=0] = call_function[target=torch.ops.aten.narrow.default](args = (%u, 0, 0, 1), kwargs = {}) {val: 1}
    %c : [num_users=0] = call_function[target=torch.ops.aten.split.Tensor](args = (%u, 1), kwargs = {}) {val: 1}
    %d : [num_users=0] = call_function[target=torch.ops.aten.split_with_sizes.default](args = (%u, [1, 1]), kwargs = {}) {val: 1}
    %e : [num_users=0] = call_function[target=torch.ops.aten.chunk.default](args = (%u, 1), kwargs = {}) {val: 1}
    %f : [num_users=0] = call_function[target=torch.ops.aten.tensor_split.sections](args = (%u, 2), kwargs = {}) {val: 1}
    %g : [num_users=0] = call_function[target=torch.ops.aten.tensor_split.indices](args = (%u, [1]), kwargs = {}) {val: 1}
    %h : [num_users=0] = call_function[target=torch.ops.aten.rot90.default](args = (%u,), kwargs = {}) {val: 1}
    %i : [num_users=0] = call_function[target=torch.ops.aten.as_strided_scatter.default](args = (%x, %u, [2], [1]), kwargs = {}) {val: 1}
    %j : [num_users=0] = call_function[target=torch.ops.aten.bilinear.default](args = (%u, %x, %x), kwargs = {}) {val: 1}
    %k : [num_users=0] = call_function[target=torch.ops.aten.bilinear.default](args = (%x, %u, %x), kwargs = {}) {val: 1}
    %l : [num_users=0] = call_function[target=torch.ops.aten.bilinear.default](args = (%x, %x, %u), kwargs = {}) {val: 1}
    %m : [num_users=0] = call_function[target=torch.ops.aten.glu.default](args = (%u,), kwargs = {}) {val: 1}
    %n : [num_users=0] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%u, [-4, 2], 0), kwargs = {}) {val: 1}
    %o : [num_users=0] = call_function[target=torch.ops.aten.view.default](args = (%u, [2, 3]), kwargs = {}) {val: 1}
    %p : [num_users=0] = call_function[target=torch.ops.aten.unbind.int](args = (%u,), kwargs = {}) {val: 1}
    %q : [num_users=0] = call_function[target=torch.ops.aten.select.int](args = (%u, 0, 0), kwargs = {}) {val: 1}
    %r : [num_users=0] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%u, %x, %x), kwargs = {}) {val: 1}
    %s : [num_users=0] = call_function[target=torch.ops.aten.mm.default](args = (%u, %x), kwargs = {}) {val: 1}
    %t : [num_users=0] = call_function[target=torch.ops.aten.cat.default](args = ([%u, %x],), kwargs = {}) {val: 1}
    %v : [num_users=0] = call_function[target=torch.ops.aten.convolution.default](args = (%u, %x, None, [1], [0], [1], False, [0], 1), kwargs = {}) {val: 1}
    return %x
