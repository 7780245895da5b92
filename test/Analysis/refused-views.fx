// Views and new tensors that PyTorch refuses to make. A negative stride of a new tensor stands
// for the one that comes next.
// RUN: fx-opt %s --passes='check-values{remarks exact}' --print-format=none 2>&1 | FileCheck %s --implicit-check-not='cannot be computed' --implicit-check-not='is wrong'

fx 1
graph():
    %x : [num_users=23] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %s : [num_users=7] = placeholder[target=s] {val: tensor(torch.float32, (), (), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4, 3, 3), (9, 3, 1), device("cpu"))}
// CHECK: 'torch.ops.aten.empty_strided.default' cannot be computed: there must be one stride for each size
    %a : [num_users=0] = call_function[target=torch.ops.aten.empty_strided.default](args = ([2, 3], [1]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.new_empty_strided.default' cannot be computed: there must be one stride for each size
    %b : [num_users=0] = call_function[target=torch.ops.aten.new_empty_strided.default](args = (%x, [3], [3, 1]), kwargs = {}) {val: 1}
    %c : [num_users=0] = call_function[target=torch.ops.aten.empty_strided.default](args = ([1, 2], [-2, 3]), kwargs = {}) {val: tensor(torch.float32, (1, 2), (6, 3), device("cpu"))}
    %d : [num_users=0] = call_function[target=torch.ops.aten.new_empty_strided.default](args = (%x, [3, 3, 1], [-1, 2, -2]), kwargs = {}) {val: tensor(torch.float32, (3, 3, 1), (6, 2, 1), device("cpu"))}
// CHECK: 'torch.ops.aten.as_strided.default' cannot be computed: a stride is -1, which is less than 0
    %e : [num_users=0] = call_function[target=torch.ops.aten.as_strided.default](args = (%x, [2], [-1]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.as_strided_copy.default' cannot be computed: a stride is -1, which is less than 0
    %f : [num_users=0] = call_function[target=torch.ops.aten.as_strided_copy.default](args = (%x, [0], [-1]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.as_strided_scatter.default' cannot be computed: sizes 2 and 3 differ in dimension 1
    %g : [num_users=0] = call_function[target=torch.ops.aten.as_strided_scatter.default](args = (%x, %x, [2, 2], [2, 1]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.as_strided_scatter.default' cannot be computed: what is written has other dimensions
    %h : [num_users=0] = call_function[target=torch.ops.aten.as_strided_scatter.default](args = (%x, %x, [2], [2]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.as_strided_scatter.default' cannot be computed: a stride is -3, which is less than 0
    %i : [num_users=0] = call_function[target=torch.ops.aten.as_strided_scatter.default](args = (%x, %x, [2, 3], [-3, 1]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.chunk.default' cannot be computed: the number of chunks is -1, which is less than 1
    %j : [num_users=0] = call_function[target=torch.ops.aten.chunk.default](args = (%x, -1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.chunk.default' cannot be computed: the operand has no dimension
    %k : [num_users=0] = call_function[target=torch.ops.aten.chunk.default](args = (%s, 1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.split.Tensor' cannot be computed: the operand has no dimension
    %l : [num_users=0] = call_function[target=torch.ops.aten.split.Tensor](args = (%s, 1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.split.Tensor' cannot be computed: the length of a part is 0, which is less than 1
    %m : [num_users=0] = call_function[target=torch.ops.aten.split.Tensor](args = (%x, 0), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.tensor_split.sections' cannot be computed: there is no section
    %n : [num_users=0] = call_function[target=torch.ops.aten.tensor_split.sections](args = (%x, 0), kwargs = {}) {val: 1}
    %n_1 : [num_users=0] = call_function[target=torch.ops.aten.tensor_split.sections](args = (%x, 1), kwargs = {}) {val: [tensor(torch.float32, (2, 3), (3, 1), device("cpu"))]}
// CHECK: 'torch.ops.aten.tensor_split.sections' cannot be computed: the operand has no dimension
    %o : [num_users=0] = call_function[target=torch.ops.aten.tensor_split.sections](args = (%s, 1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.slice.Tensor' cannot be computed: the operand has no dimension
    %p : [num_users=0] = call_function[target=torch.ops.aten.slice.Tensor](args = (%s, 0, 0, 1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.narrow.default' cannot be computed: the operand has no dimension
    %q : [num_users=0] = call_function[target=torch.ops.aten.narrow.default](args = (%s, 0, 0, 1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.rot90.default' cannot be computed: rotation needs two dimensions
    %r : [num_users=0] = call_function[target=torch.ops.aten.rot90.default](args = (%x, 1, [0]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.view.default' cannot be computed: more than one size is -1
    %u : [num_users=0] = call_function[target=torch.ops.aten.view.default](args = (%x, [-1, 2, -1]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.reshape.default' cannot be computed: the size that is -1 could be any
    %v : [num_users=0] = call_function[target=torch.ops.aten.reshape.default](args = (%x, [-1, 0]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.constant_pad_nd.default' cannot be computed: what is left of a dimension is -1, which is less than 0
    %y : [num_users=0] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%x, [-4, 2], 0), kwargs = {}) {val: 1}
    %y_1 : [num_users=0] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%x, [-3, 2], 0), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
// CHECK: 'torch.ops.aten.constant_pad_nd.default' cannot be computed: what is left of a dimension is -2, which is less than 0
    %y_2 : [num_users=0] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%x, [1, -5], 0), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.constant_pad_nd.default' cannot be computed: what is left of a dimension is -1, which is less than 0
    %y_3 : [num_users=0] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%x, [0, 0, -3, 2], 0), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.constant_pad_nd.default' cannot be computed: what is left of a dimension is -1, which is less than 0
    %y_4 : [num_users=0] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%x, [0, 0, 2, -3], 0), kwargs = {}) {val: 1}
    %y_5 : [num_users=0] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%x, [3, -3, -2, 2], 0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: 'torch.ops.aten.bilinear.default' cannot be computed: an operand has no dimension
    %z : [num_users=0] = call_function[target=torch.ops.aten.bilinear.default](args = (%s, %x, %w), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.bilinear.default' cannot be computed: an operand has no dimension
    %z_1 : [num_users=0] = call_function[target=torch.ops.aten.bilinear.default](args = (%x, %x, %s), kwargs = {}) {val: 1}
    return %x
